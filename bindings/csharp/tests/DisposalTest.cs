using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using Xunit;

namespace Coppice.Tests
{
    /// <summary>Nothing is freed while a call uses it, everything is freed at last, in any order.</summary>
    public class DisposalTest
    {
        [Fact]
        public void ModelsMayBeDisposedWhileThreadsPredict()
        {
            double[][] rows;
            using (Dataset data = Sets.Small())
                rows = Sets.RowsOf(data);
            for (int round = 0; round < 40; ++round)
            {
                Model model = Sets.SmallModel();
                double[] expected = rows.Select(row => model.Decide(row)).ToArray();
                int wrong = 0;
                int disposed = 0;
                Thread[] threads = Enumerable.Range(0, 4).Select(k => new Thread(() =>
                {
                    try
                    {
                        for (int i = 0; ; i = (i + 1) % rows.Length)
                            if (model.Decide(rows[i]) != expected[i] ||
                                model.Predict(Output.Decision, rows)[i] != expected[i])
                                Interlocked.Increment(ref wrong);
                    }
                    catch (ObjectDisposedException)
                    {
                        Interlocked.Increment(ref disposed);
                    }
                    catch (Exception)
                    {
                        Interlocked.Increment(ref wrong);
                    }
                })).ToArray();
                foreach (Thread thread in threads)
                    thread.Start();
                Thread.Sleep(2);
                foreach (int again in new int[3])
                    model.Dispose();
                foreach (Thread thread in threads)
                    thread.Join();
                Assert.Equal(0, wrong);
                Assert.Equal(4, disposed);
            }
        }

        private sealed class Disposes : IProgress<ProgressInfo>
        {
            private readonly IDisposable[] objects;

            public Disposes(params IDisposable[] objects)
            {
                this.objects = objects;
            }

            public void Report(ProgressInfo value)
            {
                foreach (IDisposable one in objects)
                    one.Dispose();
            }
        }

        [Fact]
        public void WhatAFitUsesMayBeDisposedMeanwhile()
        {
            Dataset data = Sets.Small();
            Solver solver = Signs.SolverOf(new Signs());
            using (Model model = solver.Fit(data, new Disposes(data, solver)))
                Assert.True(model.Decide(new double[] { 1, 1, 0, 0 }) > 0);
            Assert.Throws<ObjectDisposedException>(() => solver.Fit(Sets.Small()));
            Dataset other = Sets.Small();
            Solver another = new Solver("cgens") { ["learners"] = 3 };
            Thread disposing = new Thread(another.Dispose);
            using (Model model = another.Fit(other, new Disposes(new OnThread(disposing))))
                Assert.Equal(3, model.GetInt("learners"));
        }

        private sealed class OnThread : IDisposable
        {
            private readonly Thread thread;

            public OnThread(Thread thread)
            {
                this.thread = thread;
            }

            public void Dispose()
            {
                if (thread.ThreadState == ThreadState.Unstarted)
                    thread.Start();
            }
        }

        /// <summary>On a thread of its own, whose stack cannot keep anything alive afterwards.</summary>
        private static WeakReference[] Repeated(Func<object> work)
        {
            WeakReference[] watched = new WeakReference[50];
            Thread thread = new Thread(() =>
            {
                for (int k = 0; k < watched.Length; ++k)
                    watched[k] = new WeakReference(work());
            });
            thread.Start();
            thread.Join();
            return watched;
        }

        /// <summary>
        /// All but a tenth: Mono takes for a reference whatever looks like one on a stack.
        /// </summary>
        private static void AreCollected(WeakReference[] watched)
        {
            int left = watched.Length;
            for (int k = 0; k < 200 && left > watched.Length / 10; ++k)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers(); // those of solver, pool and model, in any order
                Thread.Sleep(5);
                left = watched.Count(one => one.IsAlive);
            }
            Assert.True(left <= watched.Length / 10, left + " of " + watched.Length + " are alive");
        }

        [Fact]
        public void LearnersLiveAsLongAsModels()
        {
            List<Model> models = new List<Model>();
            WeakReference[] watched = Repeated(() =>
            {
                Signs learner = new Signs();
                lock (models)
                    models.Add(Signs.SolverOf(learner).Fit(Sets.Small()));
                return learner;
            });
            GC.Collect();
            GC.WaitForPendingFinalizers();
            Assert.True(watched.All(one => one.IsAlive));
            foreach (Model model in models)
                using (model)
                    Assert.True(model.Decide(new double[] { 1, 1, 0, 0 }) > 0);
            AreCollected(watched);
        }

        [Fact]
        public void WhatIsLeftToTheCollectorIsFreed()
        {
            AreCollected(Repeated(() =>
            {
                Signs learner = new Signs();
                Model model = Signs.SolverOf(learner).Fit(Sets.Small());
                model.Evaluate(Sets.Small()).Criterion("error");
                Model.FromBytes(model.ToBytes("cbor"), Signs.SolverOf(learner));
                return learner;
            }));
        }

        [Fact]
        public void RefusedCallbacksAreForgotten()
        {
            AreCollected(Repeated(() =>
            {
                Signs signs = new Signs();
                Assert.Throws<CoppiceException>(() => Pool.Custom("a b(", 1, signs));
                return signs;
            }));
            AreCollected(Repeated(() =>
            {
                object used = new object();
                Assert.Throws<CoppiceException>(() => new Solver("cgens").SetKernel(
                    "a", (x, rows, z, others, results) => used.ToString()));
                return used;
            }));
        }
    }
}

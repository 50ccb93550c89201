using System;
using System.Diagnostics;
using System.Threading;
using Xunit;

namespace Coppice.Tests
{
    /// <summary>A token ends long work within 100 milliseconds, with an exception or the best model.</summary>
    public class CancellationTest
    {
        private const double Limit = 0.1;

        private static readonly Dataset Large = Dataset.Generate("ringnorm", 20000, 0.1, 1);

        private static Solver LongFit()
        {
            return new Solver("cgens")
            {
                ["C"] = 1e4, ["learners"] = 100000, ["epsilon"] = 0, ["tolerance"] = 1e-9,
            };
        }

        /// <summary>
        /// Seconds from the cancellation to the end of the work, the least of three: this process may have
        /// to wait for others.
        /// </summary>
        private static double Latency(Action<CancellationToken> work)
        {
            double least = double.PositiveInfinity;
            for (int k = 0; k < 3 && least >= Limit; ++k)
                using (CancellationTokenSource source = new CancellationTokenSource())
                {
                    long cancelled = 0;
                    Thread canceller = new Thread(() =>
                    {
                        Thread.Sleep(200);
                        cancelled = Stopwatch.GetTimestamp();
                        source.Cancel();
                    });
                    canceller.Start();
                    work(source.Token);
                    long ended = Stopwatch.GetTimestamp();
                    canceller.Join();
                    Assert.True(ended > cancelled, "it ended before it was cancelled");
                    least = Math.Min(least, (ended - cancelled) / (double)Stopwatch.Frequency);
                }
            return least;
        }

        [Fact]
        public void CancelledFitsEndWithAnException()
        {
            double latency = Latency(token =>
            {
                using (Solver solver = LongFit())
                    Assert.Equal(token, Assert.Throws<OperationCanceledException>(
                        () => solver.Fit(Large, token)).CancellationToken);
            });
            Assert.True(latency < Limit, "it took " + latency + " s");
        }

        [Fact]
        public void CancelledFitsMayKeepTheBestModel()
        {
            double latency = Latency(token =>
            {
                using (Solver solver = LongFit())
                {
                    solver.KeepWhenCancelled = true;
                    using (Model model = solver.Fit(Large, token))
                    {
                        Assert.Equal("stopped", model.GetString("stop_reason"));
                        Assert.True(model.GetInt("learners") > 0);
                    }
                }
            });
            Assert.True(latency < Limit, "it took " + latency + " s");
        }

        [Fact]
        public void CancelledCrossValidationsEndWithAnException()
        {
            double latency = Latency(token =>
            {
                using (Solver solver = LongFit())
                {
                    solver.KeepWhenCancelled = true; // there is nothing to keep
                    Assert.Throws<OperationCanceledException>(() => solver.CrossValidate(Large, 5, token));
                }
            });
            Assert.True(latency < Limit, "it took " + latency + " s");
        }

        private sealed class CancelsAt : IProgress<ProgressInfo>
        {
            private readonly CancellationTokenSource source;
            private readonly long iteration;

            public CancelsAt(CancellationTokenSource source, long iteration)
            {
                this.source = source;
                this.iteration = iteration;
            }

            public void Report(ProgressInfo value)
            {
                if (value.Iteration >= iteration)
                    source.Cancel();
            }
        }

        [Fact]
        public void ProgressMayCancel()
        {
            using (Dataset spam = Sets.Spam())
            using (Solver solver = new Solver("cgens") { KeepWhenCancelled = true })
            using (CancellationTokenSource source = new CancellationTokenSource())
            using (Model model = solver.Fit(spam, new CancelsAt(source, 5), source.Token))
            {
                Assert.Equal("stopped", model.GetString("stop_reason"));
                Assert.Equal(5, model.GetInt("iterations"));
            }
        }

        [Fact]
        public void WhatIsCancelledAlreadyDoesNotBegin()
        {
            using (Dataset data = Sets.Small())
            using (Solver solver = new Solver("cgens") { ["learners"] = 1 })
            {
                CancellationToken cancelled = new CancellationToken(true);
                Assert.Throws<OperationCanceledException>(() => solver.Fit(data, cancelled));
                Assert.Throws<OperationCanceledException>(() => solver.CrossValidate(data, 2, cancelled));
                data.SetLabels(new double[100]); // it is mutable still
            }
        }
    }
}

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;
using Xunit;

namespace Coppice.Tests
{
    /// <summary>Learning row by row.</summary>
    public class StreamTest
    {
        private const int Count = 2000;

        private static readonly double[] Signs = { -1, 1 };
        private static readonly double[][] Rows = Drawn();

        /// <summary>Inside the unit circle is the class 1, outside of it -1.</summary>
        private static readonly double[] Labels =
            Rows.Select(x => x[0] * x[0] + x[1] * x[1] < 1 ? 1.0 : -1.0).ToArray();

        private static double[][] Drawn()
        {
            using (Dataset circle = Dataset.Generate("circle", Count, 0, 9))
                return Sets.RowsOf(circle);
        }

        private static LearningStream Online()
        {
            using (Solver solver = new Solver("online") { ["cutoff"] = 50 })
                return solver.Begin(Signs, 2);
        }

        private static LearningStream Norma(int terms = 100)
        {
            using (Solver solver = new Solver("norma") { ["max_terms"] = terms })
            {
                solver["kernel"] = "gaussian(gamma=2)";
                return solver.Begin(Signs, 2);
            }
        }

        private static int Place(int row) => Labels[row] > 0 ? 1 : 0;

        private static T[] Part<T>(T[] all, int from, int to) => all.Skip(from).Take(to - from).ToArray();

        private static Dataset Block(int from, int to) =>
            Dataset.Of(Part(Rows, from, to)).SetLabels(Part(Labels, from, to));

        private static void Refuses<T>(string says, Action call) where T : Exception
        {
            Assert.Contains(says, Assert.Throws<T>(call).Message);
        }

        private static void Refuses(string says, Action call) => Refuses<CoppiceException>(says, call);

        private static void Same(LearningStream expected, LearningStream stream)
        {
            Assert.Equal(expected.ToBytes("cbor"), stream.ToBytes("cbor"));
        }

        [Fact]
        public void EveryWayToLearnIsTheSame()
        {
            using (LearningStream stream = Online())
            {
                double[] expected = new double[Count];
                double[] one = new double[1];
                int wrong = 0;
                for (int i = 0; i < Count; ++i)
                {
                    stream.LearnRow(Rows[i], Place(i), 1, one);
                    expected[i] = one[0];
                    if (one[0] >= 0 != Labels[i] > 0)
                        ++wrong;
                }
                Assert.Equal(Count, stream.Rows);
                Assert.Equal(2, stream.Features);
                Assert.Equal(1, stream.Scores);
                Assert.True(stream.Learners > 10);
                Assert.Equal((double)wrong / Count, stream.PrequentialError, 1e-15);

                double[] x = Sets.InOne(Rows);
                double[,] matrix = new double[Count, 2];
                Buffer.BlockCopy(x, 0, matrix, 0, x.Length * sizeof(double));
                string[] names = Labels.Select(y => y > 0 ? "1" : "-1").ToArray();
                long[] starts = Enumerable.Range(0, Count + 1).Select(i => 2L * i).ToArray();
                int[] indices = Enumerable.Range(0, 2 * Count).Select(k => k % 2).ToArray();
                Dataset sparse = Dataset.OfSparse(starts, indices, x, 2).SetLabels(Labels);
                foreach (Func<LearningStream, double[]> learn in new Func<LearningStream, double[]>[]
                {
                    other => other.Learn(Rows, Labels), other => other.Learn(Rows, names),
                    other => other.Learn(x, Labels), other => other.Learn(x, names),
                    other => other.Learn(matrix, Labels), other => other.Learn(matrix, names),
                    other => other.Learn(sparse), LearnSparseRows,
                })
                    using (LearningStream other = Online())
                    {
                        Assert.Equal(expected, learn(other));
                        Same(stream, other);
                    }
            }
        }

        private static double[] LearnSparseRows(LearningStream stream)
        {
            double[] decisions = new double[Count];
            for (int i = 0; i < Count; ++i)
                stream.LearnSparseRow(new[] { 0, 1 }, Rows[i], Place(i), 1, decisions.AsSpan(i, 1));
            return decisions;
        }

        [Fact]
        public void ASnapshotSaysWhatTheStreamSays()
        {
            using (Dataset waves = Dataset.Generate("waveform", 600, 0, 3))
            using (Solver solver = new Solver("pegasos"))
            using (LearningStream stream = solver.Begin(new[] { "1", "2", "3" }, waves.Features))
            {
                Assert.Equal(3 * 600, stream.Learn(waves).Length);
                Assert.Equal(3, stream.Scores);
                using (Model model = stream.Snapshot())
                {
                    Assert.Equal(new[] { "1", "2", "3" }, model.Classes);
                    double[] said = model.Predict(Output.Decision, new[] { waves.Row(0) });
                    double[] decisions = new double[3];
                    stream.LearnRow(waves.Row(0), 2, 0.5, decisions);
                    for (int k = 0; k < 3; ++k)
                        Assert.Equal(said[k], decisions[k], 1e-12);
                    stream.LearnRow(waves.Row(1), 2, 0); // of weight 0: it is not learned
                    Assert.Equal(600, model.GetInt("rows"));
                    using (Model later = stream.Snapshot())
                        Assert.Equal(601, later.GetInt("rows"));
                }
            }
        }

        [Fact]
        public void ASavedStreamGoesOnBitForBit()
        {
            string folder = Path.Combine(Path.GetTempPath(), "streams-" + Guid.NewGuid());
            Directory.CreateDirectory(folder);
            foreach (Func<LearningStream> begin in new Func<LearningStream>[] { Online, () => Norma() })
            {
                using (LearningStream whole = begin())
                using (LearningStream part = begin())
                using (Dataset all = Block(0, Count))
                using (Dataset first = Block(0, 900))
                {
                    whole.Learn(all);
                    part.Learn(first);
                    List<LearningStream> again = new List<LearningStream>();
                    foreach (string name in new[] { "stream.json", "stream.cbor" })
                    {
                        part.Save(Path.Combine(folder, name));
                        again.Add(LearningStream.Load(Path.Combine(folder, name)));
                    }
                    foreach (string format in new[] { "json", "cbor" })
                        again.Add(LearningStream.FromBytes(part.ToBytes(format)));
                    foreach (LearningStream stream in again)
                        using (stream)
                        {
                            Assert.Equal(900, stream.Rows);
                            for (int i = 900; i < Count; ++i)
                                stream.LearnRow(Rows[i], Place(i));
                            Same(whole, stream);
                        }
                }
            }
            Directory.Delete(folder, true);
        }

        [Fact]
        public void OthersPredictWithEarlierSnapshots()
        {
            int changed = 0;
            List<Thread> threads = new List<Thread>();
            using (LearningStream stream = Norma())
                for (int from = 0; from < Count; from += 200)
                {
                    using (Dataset block = Block(from, from + 200))
                        stream.Learn(block);
                    Model model = stream.Snapshot();
                    double[] now = model.Predict(Output.Decision, Rows);
                    Thread thread = new Thread(() =>
                    {
                        using (model)
                            for (int k = 0; k < 10; ++k)
                                if (!now.SequenceEqual(model.Predict(Output.Decision, Rows)))
                                    Interlocked.Increment(ref changed);
                    });
                    thread.Start();
                    threads.Add(thread);
                }
            foreach (Thread thread in threads)
                thread.Join();
            Assert.Equal(10, threads.Count);
            Assert.Equal(0, changed);
        }

        [Fact]
        public void OfABlockTheRowsBeforeABadOneAreLearned()
        {
            double[][] damaged = Part(Rows, 0, 20).Select(row => (double[])row.Clone()).ToArray();
            damaged[7][1] = double.NaN;
            using (LearningStream stream = Online())
            using (LearningStream seven = Online())
            using (Dataset bad = Dataset.Of(damaged).SetLabels(Part(Labels, 0, 20)))
            {
                double[] expected = Enumerable.Repeat(99.0, 20).ToArray();
                double[] decisions = (double[])expected.Clone();
                seven.Learn(Part(Rows, 0, 7), Part(Labels, 0, 7)).CopyTo(expected, 0);
                Refuses("x[row 7, feature 1] is nan", () => stream.Learn(bad, decisions));
                Assert.Equal(7, stream.Rows);
                Assert.Equal(expected, decisions);
                Same(seven, stream);

                double[] wrong = Part(Labels, 7, 20);
                wrong[3] = 5;
                Refuses("the label of row 3 is \"5\"", () => stream.Learn(Part(Rows, 7, 20), wrong));
                seven.Learn(Part(Rows, 7, 10), Part(Labels, 7, 10));
                Same(seven, stream);

                damaged[7][1] = double.PositiveInfinity; // which no dataset takes: no row is learned
                Refuses("x[row 7, feature 1] is inf", () => stream.Learn(damaged, Part(Labels, 0, 20)));
                Assert.Equal(10, stream.Rows);
            }
        }

        [Fact]
        public void WhatCannotBeLearnedLeavesTheStreamAsItWas()
        {
            LearningStream stream = Online();
            stream.Learn(Part(Rows, 0, 100), Part(Labels, 0, 100));
            byte[] learned = stream.ToBytes("cbor");
            Refuses("label of row 0 is 2", () => stream.LearnRow(Rows[0], 2));
            Refuses("label of row 0 is -1", () => stream.LearnRow(Rows[0], -1));
            Refuses("has 3 features; the stream was begun with 2", () => stream.LearnRow(new double[3], 0));
            Refuses("the block has 3 features; the stream was begun with 2",
                () => stream.Learn(new double[2, 3], Signs));
            Refuses("[row 0, feature 1] is inf",
                () => stream.LearnRow(new[] { 1, double.PositiveInfinity }, 0));
            Refuses("weight", () => stream.LearnRow(Rows[0], 0, -1));
            Refuses("capacity", () => stream.Learn(Block(0, 5), new double[4]));
            Refuses("x is NULL", () => stream.LearnRow((double[])null, 0));
            Refuses("indices[1], of row 0, is 2",
                () => stream.LearnSparseRow(new[] { 0, 2 }, new double[2], 0));
            Refuses("0 after 1", () => stream.LearnSparseRow(new[] { 1, 0 }, new double[2], 0));
            Refuses("labels", () => stream.Learn(Dataset.Of(Rows)));
            Refuses("labels", () => stream.Learn(Rows, (double[])null));
            Refuses<ArgumentNullException>("block", () => stream.Learn((Dataset)null));
            Refuses<ArgumentNullException>("labels", () => stream.Learn(Rows, (string[])null));
            Refuses<ArgumentNullException>("rows", () => stream.Learn((double[][])null, Signs));
            Refuses<ArgumentNullException>("path", () => stream.Save(null));
            Refuses<ArgumentException>("2 indices and 1 values",
                () => stream.LearnSparseRow(new int[2], new double[1], 0));
            Refuses<ArgumentException>("3 values; expected whole rows of 2 features",
                () => stream.Learn(new double[3], Signs));
            Assert.Equal(learned, stream.ToBytes("cbor"));
        }

        [Fact]
        public void WhatCannotBeginIsRefused()
        {
            Refuses("whole datasets", () => new Solver("cgens").Begin(Signs, 2));
            Refuses("ascending", () => new Solver("online").Begin(new double[] { 1, -1 }, 2));
            Refuses("ascending", () => new Solver("online").Begin(new[] { "a", "a" }, 2));
            Refuses("length is 1", () => new Solver("online").Begin(new double[1], 2));
            Refuses("length is 0", () => new Solver("online").Begin((double[])null, 2));
            Refuses<ArgumentNullException>("classes", () => new Solver("online").Begin((string[])null, 2));
            Refuses("features is 0", () => new Solver("online").Begin(Signs, 0));
            Refuses("hello", () => LearningStream.FromBytes(Encoding.ASCII.GetBytes("hello")));
            Refuses("/nowhere.cbor", () => LearningStream.Load("/nowhere.cbor"));
            Refuses("", () => LearningStream.FromBytes(new byte[0]));
            Solver solver = new Solver("online");
            Refuses("features is 0", () => solver.Begin(Signs, 0));
            solver["cutoff"] = 30; // it can be begun still
            Assert.Equal(0, solver.Begin(Signs, 2).Rows);
            Refuses<ObjectDisposedException>("Solver", () => solver["cutoff"] = 30);
            Refuses<ObjectDisposedException>("Solver", () => solver.Begin(Signs, 2));
        }

        [Fact]
        public void WhatIsDisposedIsDisposed()
        {
            LearningStream stream = Online(); // whose solver is disposed
            Assert.True(double.IsNaN(stream.PrequentialError));
            stream.LearnRow(Rows[0], Place(0));
            Model model = stream.Snapshot();
            stream.Dispose();
            stream.Dispose();
            Assert.Equal(1, model.GetInt("rows"));
            Refuses<ObjectDisposedException>("LearningStream", () => stream.Rows.ToString());
            Refuses<ObjectDisposedException>("LearningStream", () => stream.Snapshot());
            Refuses<ObjectDisposedException>("LearningStream", () => stream.LearnRow(Rows[0], 0));
            Refuses<ObjectDisposedException>("LearningStream", () => stream.Learn(Rows, Labels));
            Refuses<ObjectDisposedException>("LearningStream", () => stream.ToBytes("json"));
            Refuses<ObjectDisposedException>("LearningStream", () => stream.Save("stream.json"));
        }

        [Fact]
        public void AStreamMayBeDisposedWhileItLearns()
        {
            for (int round = 0; round < 20; ++round)
            {
                LearningStream stream = Norma();
                bool byRow = round % 2 == 0;
                long learned = 0;
                Exception ended = new InvalidOperationException("it did not end");
                Thread thread = new Thread(() =>
                {
                    try
                    {
                        using (Dataset block = Block(0, 300))
                            for (int i = 0; ; i = (i + 1) % Count)
                            {
                                if (byRow)
                                    stream.LearnRow(Rows[i], Place(i));
                                else
                                    stream.Learn(block);
                                Interlocked.Increment(ref learned);
                            }
                    }
                    catch (Exception error)
                    {
                        ended = error;
                    }
                });
                thread.Start();
                while (Interlocked.Read(ref learned) == 0 && thread.IsAlive)
                    Thread.Sleep(0);
                stream.Dispose();
                thread.Join();
                Assert.Equal(typeof(ObjectDisposedException), ended.GetType());
            }
        }

        [Fact]
        public void ABlockMayBeCancelled()
        {
            using (LearningStream stream = Norma(3000))
            using (LearningStream again = Norma(3000))
            using (Dataset large = Dataset.Generate("circle", 50000, 0.1, 9)) // it takes seconds
            using (CancellationTokenSource source = new CancellationTokenSource())
            {
                source.Cancel();
                Assert.Equal(source.Token, Assert.Throws<OperationCanceledException>(
                    () => stream.Learn(large, source.Token)).CancellationToken);
                long learned = stream.Rows;
                Assert.True(learned > 0 && learned < 50000, learned + " rows");
                long[] rows = Enumerable.Range(0, (int)learned).Select(i => (long)i).ToArray();
                using (Dataset first = large.Subset(rows))
                    again.Learn(first);
                Same(again, stream);
            }
        }

        private static Solver WithKernel(CustomKernel kernel) =>
            new Solver("norma") { ["max_terms"] = 50 }.SetKernel("own", kernel);

        private static LearningStream BeginWithKernel(CustomKernel kernel)
        {
            using (Solver solver = WithKernel(kernel))
            {
                solver["kernel"] = "custom(name=own)";
                return solver.Begin(Signs, 2);
            }
        }

        private static void Dot(
            ReadOnlySpan<double> x, int rows, ReadOnlySpan<double> z, int others, Span<double> results)
        {
            for (int i = 0; i < rows; ++i)
                for (int j = 0; j < others; ++j)
                    results[i * others + j] = 1 + x[2 * i] * z[2 * j] + x[2 * i + 1] * z[2 * j + 1];
        }

        [Fact]
        public void KernelsOfTheCallersAreCalled()
        {
            bool fails = false;
            using (LearningStream whole = BeginWithKernel(Dot))
            using (LearningStream part = BeginWithKernel((x, rows, z, others, results) =>
            {
                if (fails)
                    throw new ArithmeticException("no kernel");
                Dot(x, rows, z, others, results);
            }))
            {
                double[] expected = whole.Learn(Part(Rows, 0, 200), Part(Labels, 0, 200));
                double[] one = new double[1];
                for (int i = 0; i < 100; ++i)
                {
                    part.LearnRow(Rows[i], Place(i), 1, one);
                    Assert.Equal(expected[i], one[0]);
                }
                fails = true;
                Refuses<ArithmeticException>("no kernel", () => part.LearnRow(Rows[100], 0));
                Refuses<ArithmeticException>("no kernel", () => part.Learn(Rows, Labels));
                Assert.Equal(100, part.Rows);
                Refuses("own", () => LearningStream.FromBytes(part.ToBytes("cbor")));
                using (Solver solver = WithKernel(Dot))
                using (LearningStream again = LearningStream.FromBytes(part.ToBytes("cbor"), solver))
                {
                    again.Learn(Part(Rows, 100, 200), Part(Labels, 100, 200));
                    Same(whole, again);
                    using (Model model = again.Snapshot())
                    using (Model other = whole.Snapshot())
                        Assert.Equal(other.Decide(Rows[0]), model.Decide(Rows[0]));
                }
            }
        }

        [Fact]
        public void ARowAllocatesNothing()
        {
            const int Rounds = 200;
            int[] indices = { 0, 1 };
            double[] decisions = new double[1];
            long grown = long.MaxValue; // the least of three: other threads allocate too
            using (Solver solver = new Solver("pegasos"))
            using (LearningStream stream = solver.Begin(Signs, 2))
                for (int attempt = 0; attempt < 3; ++attempt)
                {
                    GC.Collect();
                    int collections = GC.CollectionCount(0);
                    long before = GC.GetTotalMemory(false);
                    for (int k = 0; k < Rounds * Count; ++k)
                    {
                        int i = k % Count;
                        stream.LearnRow(Rows[i], 1);
                        stream.LearnRow(Rows[i], 1, 2, decisions);
                        stream.LearnSparseRow(indices, Rows[i], 1, 1, decisions);
                    }
                    long after = GC.GetTotalMemory(false);
                    if (GC.CollectionCount(0) == collections)
                        grown = Math.Min(grown, after - before);
                }
            Assert.True(grown < Rounds * Count, grown + " bytes"); // an object takes 16 of them
        }
    }
}

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using Xunit;
using static Coppice.Tests.Streams;

namespace Coppice.Tests
{
    /// <summary>Learning row by row.</summary>
    public class StreamTest
    {
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

        private static Solver WithKernel(CustomKernel kernel) =>
            new Solver("norma") { ["max_terms"] = 50 }.SetKernel("own", kernel);

        private static LearningStream BeginWithKernel(CustomKernel kernel)
        {
            using (Solver solver = WithKernel(kernel))
            {
                solver["kernel"] = "custom(name=own)";
                return solver.Begin(BothClasses, 2);
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
            using (LearningStream stream = solver.Begin(BothClasses, 2))
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

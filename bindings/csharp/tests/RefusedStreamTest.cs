using System;
using System.Linq;
using System.Text;
using System.Threading;
using Xunit;
using static Coppice.Tests.Streams;

namespace Coppice.Tests
{
    /// <summary>What a stream cannot learn, and streams that are disposed or cancelled.</summary>
    public class RefusedStreamTest
    {
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
                () => stream.Learn(new double[2, 3], BothClasses));
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
            Refuses<ArgumentNullException>("rows", () => stream.Learn((double[][])null, BothClasses));
            Refuses<ArgumentNullException>("path", () => stream.Save(null));
            Refuses<ArgumentException>("2 indices and 1 values",
                () => stream.LearnSparseRow(new int[2], new double[1], 0));
            Refuses<ArgumentException>("3 values; expected whole rows of 2 features",
                () => stream.Learn(new double[3], BothClasses));
            Assert.Equal(learned, stream.ToBytes("cbor"));
        }

        [Fact]
        public void WhatCannotBeginIsRefused()
        {
            Refuses("whole datasets", () => new Solver("cgens").Begin(BothClasses, 2));
            Refuses("ascending", () => new Solver("online").Begin(new double[] { 1, -1 }, 2));
            Refuses("ascending", () => new Solver("online").Begin(new[] { "a", "a" }, 2));
            Refuses("length is 1", () => new Solver("online").Begin(new double[1], 2));
            Refuses("length is 0", () => new Solver("online").Begin((double[])null, 2));
            Refuses<ArgumentNullException>("classes", () => new Solver("online").Begin((string[])null, 2));
            Refuses("features is 0", () => new Solver("online").Begin(BothClasses, 0));
            Refuses("hello", () => LearningStream.FromBytes(Encoding.ASCII.GetBytes("hello")));
            Refuses("/nowhere.cbor", () => LearningStream.Load("/nowhere.cbor"));
            Refuses("", () => LearningStream.FromBytes(new byte[0]));
            Solver solver = new Solver("online");
            Refuses("features is 0", () => solver.Begin(BothClasses, 0));
            solver["cutoff"] = 30; // it can be begun still
            Assert.Equal(0, solver.Begin(BothClasses, 2).Rows);
            Refuses<ObjectDisposedException>("Solver", () => solver["cutoff"] = 30);
            Refuses<ObjectDisposedException>("Solver", () => solver.Begin(BothClasses, 2));
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
    }
}

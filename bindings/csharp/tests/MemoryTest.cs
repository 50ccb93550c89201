using System;
using System.IO;
using System.Linq;
using System.Threading;
using Xunit;

namespace Coppice.Tests
{
    /// <summary>Memory is flat over many predictions, objects and errors, disposed or not.</summary>
    public class MemoryTest
    {
        /// <summary>How often, in thousandths of what the tests do; to measure more by hand.</summary>
        private static readonly int Share =
            int.Parse(Environment.GetEnvironmentVariable("COPPICE_TEST_MEMORY") ?? "1000");

        private static double ResidentMegabytes()
        {
            for (int k = 0; k < 3; ++k)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
                Thread.Sleep(20);
            }
            string line = File.ReadAllLines("/proc/self/status").First(text => text.StartsWith("VmRSS:"));
            return long.Parse(string.Concat(line.Where(char.IsDigit))) / 1000.0;
        }

        private static void CheckFlat(string what, int times, Action work)
        {
            times = (int)((long)times * Share / 1000);
            // Twice: the collector leaves much to be freed at once, which makes the heap of C grow once.
            for (int k = 0; k < 2 * times; ++k)
                work();
            double before = ResidentMegabytes();
            for (int k = 0; k < times; ++k)
                work();
            double grown = ResidentMegabytes() - before;
            Console.WriteLine(what + ": " + times + " times, grown by " + grown.ToString("F1") + " MB");
            Assert.True(grown < 12, what + " grew by " + grown + " MB");
        }

        [Fact]
        public void Predictions()
        {
            double[] row = new double[4];
            double[] results = new double[1];
            using (Model model = Sets.SmallModel())
                CheckFlat("predictions", 200000,
                    () => model.PredictRow(Output.Decision, row, results));
        }

        [Fact]
        public void ObjectsAndErrors()
        {
            int count = 0;
            CheckFlat("objects", 1000, () =>
            {
                Dataset data = Sets.Small();
                Solver solver = new Solver("cgens") { ["learners"] = 2 };
                Model trained = solver.Fit(data);
                Model model = Model.FromBytes(trained.ToBytes("cbor"));
                Assert.Throws<CoppiceException>(() => solver["C"] = -1.0);
                Assert.Throws<CoppiceException>(() => model.Decide(new double[2]));
                Assert.Throws<CoppiceException>(() => Model.FromBytes(new byte[9]));
                if (++count % 2 == 0)
                    foreach (NativeObject one in new NativeObject[] { data, model, trained, solver })
                        one.Dispose();
            });
        }

        [Fact]
        public void Streams()
        {
            double[] damaged = { 1, double.NaN };
            int count = 0;
            using (Dataset block = Dataset.Generate("circle", 50, 0, 1))
                CheckFlat("streams", 1000, () =>
                {
                    LearningStream stream =
                        new Solver("online") { ["cutoff"] = 20 }.Begin(new double[] { -1, 1 }, 2);
                    stream.Learn(block);
                    LearningStream again = LearningStream.FromBytes(stream.ToBytes("cbor"));
                    Assert.Throws<CoppiceException>(() => again.LearnRow(damaged, 1));
                    Model model = again.Snapshot();
                    if (++count % 2 == 0)
                        foreach (NativeObject one in new NativeObject[] { stream, again, model })
                            one.Dispose();
                });
        }

        [Fact]
        public void CallbacksThatThrow()
        {
            using (Dataset data = Sets.Small())
                CheckFlat("callbacks", 1000, () =>
                {
                    using (Solver solver = Signs.SolverOf(new FaultySigns()))
                        Assert.Throws<Fault>(() => solver.Fit(data));
                });
        }
    }
}

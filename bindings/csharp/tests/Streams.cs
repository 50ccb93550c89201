using System;
using System.Linq;
using Xunit;

namespace Coppice.Tests
{
    /// <summary>The streams of the tests, and the rows that they learn: the unit circle in the plane.</summary>
    internal static class Streams
    {
        public const int Count = 2000;

        public static readonly double[] BothClasses = { -1, 1 };
        public static readonly double[][] Rows = Drawn();

        /// <summary>Inside the unit circle is the class 1, outside of it -1.</summary>
        public static readonly double[] Labels =
            Rows.Select(x => x[0] * x[0] + x[1] * x[1] < 1 ? 1.0 : -1.0).ToArray();

        private static double[][] Drawn()
        {
            using (Dataset circle = Dataset.Generate("circle", Count, 0, 9))
                return Sets.RowsOf(circle);
        }

        public static LearningStream Online()
        {
            using (Solver solver = new Solver("online") { ["cutoff"] = 50 })
                return solver.Begin(BothClasses, 2);
        }

        public static LearningStream Norma(int terms = 100)
        {
            using (Solver solver = new Solver("norma") { ["max_terms"] = terms })
            {
                solver["kernel"] = "gaussian(gamma=2)";
                return solver.Begin(BothClasses, 2);
            }
        }

        public static int Place(int row) => Labels[row] > 0 ? 1 : 0;

        public static T[] Part<T>(T[] all, int from, int to) => all.Skip(from).Take(to - from).ToArray();

        public static Dataset Block(int from, int to) =>
            Dataset.Of(Part(Rows, from, to)).SetLabels(Part(Labels, from, to));

        public static void Refuses<T>(string says, Action call) where T : Exception
        {
            Assert.Contains(says, Assert.Throws<T>(call).Message);
        }

        public static void Refuses(string says, Action call) => Refuses<CoppiceException>(says, call);

        public static void Same(LearningStream expected, LearningStream stream)
        {
            Assert.Equal(expected.ToBytes("cbor"), stream.ToBytes("cbor"));
        }
    }
}

using System;
using System.Linq;

namespace Coppice.Tests
{
    /// <summary>The data of the tests: the real sets of the C library's, and small random ones.</summary>
    internal static class Sets
    {
        public const int SpamFeatures = 57;

        public static readonly string Folder = Environment.GetEnvironmentVariable("COPPICE_TEST_DATA");

        private static readonly Lazy<Model> Trained = new Lazy<Model>(() =>
            new Solver("cgens") { ["C"] = 0.01, ["learners"] = 60 }.Fit(Spam()));

        /// <summary>The model of the README; nobody disposes it.</summary>
        public static Model SpamModel => Trained.Value;

        public static Dataset Spam() => Dataset.ReadSvmlight(Folder + "/spam.train.svm");

        public static Dataset OtherSpam() => Dataset.ReadSvmlight(Folder + "/spam.test.svm");

        public static double[][] RowsOf(Dataset data)
        {
            return Enumerable.Range(0, (int)data.Rows).Select(i => data.Row(i)).ToArray();
        }

        public static double[] InOne(double[][] rows) => rows.SelectMany(row => row).ToArray();

        /// <summary>100 rows of 4 features; the first two decide the label.</summary>
        public static Dataset Small()
        {
            Random draw = new Random(1);
            double[] x = Enumerable.Range(0, 400).Select(k => 2 * draw.NextDouble() - 1).ToArray();
            double[] labels = Enumerable.Range(0, 100)
                .Select(i => x[4 * i] + x[4 * i + 1] > 0 ? 1.0 : -1.0).ToArray();
            return Dataset.Of(x, 4).SetLabels(labels);
        }

        public static Model SmallModel()
        {
            using (Dataset data = Small())
            using (Solver solver = new Solver("cgens") { ["learners"] = 2 })
                return solver.Fit(data);
        }
    }
}

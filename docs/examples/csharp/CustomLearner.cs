using System;
using System.Globalization;
using Coppice;

/// <summary>
/// Weak learners of one's own: h(x) = +1 where a feature is between two numbers, else -1. The fit tries all
/// bands between quartiles of each feature: CustomLearner FOLDER.
/// </summary>
internal static class CustomLearner
{
    private static void Main(string[] arguments)
    {
        string folder = arguments.Length > 0 ? arguments[0] : "capi_tests/data";
        using (Dataset echoes = Dataset.ReadSvmlight(folder + "/ionosphere.svm"))
        using (Pool bands = Pool.Custom("band", 3, new Bands()))
        using (Solver solver = new Solver("cgens") { ["C"] = 0.1, ["learners"] = 12 }.SetPool(bands))
        using (Model model = solver.Fit(echoes))
        {
            Print("{0} bands, training error {1:F2} %", model.GetInt("learners"),
                100 * model.GetDouble("train_error"));
            Print("the first weighs {0:F3}", model.GetArray("weights")[0]);
        }
    }

    private static void Print(string format, params object[] values)
    {
        Console.WriteLine(string.Format(CultureInfo.InvariantCulture, format, values));
    }

    /// <summary>A learner is the feature, the lower and the upper bound.</summary>
    private sealed class Bands : ICustomLearner
    {
        public void Evaluate(
            ReadOnlySpan<double> parameters, ReadOnlySpan<double> x, int rows, Span<double> outputs)
        {
            int features = x.Length / rows;
            for (int i = 0; i < rows; ++i)
                outputs[i] = Output(parameters, x[i * features + (int)parameters[0]]);
        }

        /// <summary>
        /// The band whose outputs are closest to the residuals of the rows, of those not chosen yet.
        /// </summary>
        public bool Fit(
            ReadOnlySpan<double> x, int rows, ReadOnlySpan<double> residual, ReadOnlySpan<double> chosen,
            Span<double> parameters)
        {
            int features = x.Length / rows;
            double largest = -1;
            double[] column = new double[rows];
            for (int d = 0; d < features; ++d)
            {
                for (int i = 0; i < rows; ++i)
                    column[i] = x[i * features + d];
                double[] bounds = Bounds(column);
                for (int a = 0; a < 5; ++a)
                    for (int b = a + 1; b < 5; ++b)
                    {
                        double[] band = { d, bounds[a], bounds[b] };
                        if (IsChosen(band, chosen))
                            continue;
                        double sum = 0;
                        for (int i = 0; i < rows; ++i)
                            sum += residual[i] * Output(band, column[i]);
                        if (sum * sum <= largest * (1 + 1e-9))
                            continue;
                        largest = sum * sum;
                        band.AsSpan().CopyTo(parameters);
                    }
            }
            return largest > 0;
        }

        private static double Output(ReadOnlySpan<double> band, double value)
        {
            return value > band[1] && value <= band[2] ? 1 : -1;
        }

        private static double[] Bounds(double[] column)
        {
            double[] sorted = (double[])column.Clone();
            Array.Sort(sorted);
            double[] bounds = new double[5];
            bounds[0] = sorted[0] - 1;
            for (int q = 1; q < 5; ++q)
                bounds[q] = sorted[q * (sorted.Length - 1) / 4];
            return bounds;
        }

        private static bool IsChosen(double[] band, ReadOnlySpan<double> chosen)
        {
            for (int j = 0; j < chosen.Length; j += 3)
                if (chosen.Slice(j, 3).SequenceEqual(band))
                    return true;
            return false;
        }
    }
}

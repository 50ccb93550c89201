using System;
using System.Diagnostics;
using System.Globalization;
using Coppice;

/// <summary>overhead.c in C#: Overhead FOLDER.</summary>
internal static class Overhead
{
    private const int Features = 57;
    private const int Batch = 10000;
    private const int Single = 1000;

    /// <summary>Seconds.</summary>
    private static double Least(int repeats, Action work)
    {
        double best = double.PositiveInfinity;
        for (int k = 0; k < repeats; ++k)
        {
            long start = Stopwatch.GetTimestamp();
            work();
            best = Math.Min(best, (double)(Stopwatch.GetTimestamp() - start) / Stopwatch.Frequency);
        }
        return best;
    }

    private static void Main(string[] arguments)
    {
        double[] rows = new double[Batch * Features];
        double[] columns = new double[Batch * Features];
        for (int i = 0; i < Batch; ++i)
            for (int d = 0; d < Features; ++d)
                columns[d * Batch + i] = rows[i * Features + d] = ((long)i * Features + d) * 7919 % 1009 / 100.0;
        double[] out1 = new double[1];
        double[] results = new double[Batch];
        using (Dataset mails = Dataset.ReadSvmlight(arguments[0] + "/spam.train.svm"))
        using (Solver ofMany = new Solver("cgens") { ["C"] = 0.01, ["learners"] = 500 })
        using (Solver solver = new Solver("cgens") { ["C"] = 0.01, ["learners"] = 60 })
        using (Model model = solver.Fit(mails))
        {
            double longFit = Least(5, () => ofMany.Fit(mails).Dispose());
            double fitted = Least(15, () => solver.Fit(mails).Dispose());
            double single = Least(2000, () =>
            {
                for (int i = 0; i < Single; ++i)
                    model.PredictRow(
                        Output.Decision, new ReadOnlySpan<double>(rows, i * Features, Features), out1);
            });
            double byRows = Least(
                400, () => model.Predict(Output.Decision, rows, Layout.RowMajor(Batch, Features), results, 1));
            double byColumns = Least(
                400,
                () => model.Predict(Output.Decision, columns, Layout.ColumnMajor(Batch, Features), results, 1));
            Console.WriteLine(string.Format(
                CultureInfo.InvariantCulture, "fit {0:F2} long {1:F2} row {2:F1} rows {3:F1} columns {4:F1}",
                1e3 * fitted, 1e3 * longFit, 1e9 * single / Single, 1e6 * byRows, 1e6 * byColumns));
        }
    }
}

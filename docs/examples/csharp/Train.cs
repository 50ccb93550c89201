using System;
using System.Globalization;
using Coppice;

/// <summary>Train on real mails, and say how good the model is on others: Train FOLDER.</summary>
internal static class Train
{
    private static void Main(string[] arguments)
    {
        string folder = arguments.Length > 0 ? arguments[0] : "capi_tests/data";
        using (Dataset mails = Dataset.ReadSvmlight(folder + "/spam.train.svm"))
        using (Dataset others = Dataset.ReadSvmlight(folder + "/spam.test.svm"))
        using (Solver solver = new Solver("cgens") { ["C"] = 0.01, ["learners"] = 60 })
        using (Model model = solver.Fit(mails))
        {
            Print("held-out error {0:F2} %", 100 * model.ErrorRate(others));
            Print("first mail scores {0:+0.000;-0.000}", model.Decide(others.Row(0)));
            Print("objective {0:F4}", model.GetDouble("objective"));
            double[] counts = model.GetArray("feature_counts");
            for (int d = 0; d < counts.Length; ++d)
                if (counts[d] >= 4)
                    Print("feature {0} is looked at by {1:F0} stumps", d, counts[d]);
        }
    }

    private static void Print(string format, params object[] values)
    {
        Console.WriteLine(string.Format(CultureInfo.InvariantCulture, format, values));
    }
}

using System;
using System.Globalization;
using Coppice;

/// <summary>Choose the cost of an SVM whose kernel embodies all stumps: CrossValidate FOLDER.</summary>
internal static class CrossValidate
{
    private static void Main(string[] arguments)
    {
        string folder = arguments.Length > 0 ? arguments[0] : "capi_tests/data";
        OptionValue[] costs = { 0.0001, 0.001, 0.01, 0.1 };
        using (Dataset cells = Dataset.ReadSvmlight(folder + "/breast-cancer-diagnostic.svm"))
        using (Solver solver = new Solver("svm") { ["kernel"] = "stump" }.SetGrid("C", costs))
        {
            CrossValidation found = solver.CrossValidate(cells, 5);
            for (int k = 0; k < costs.Length; ++k)
                Print("C = {0}: error {1:F2} % +- {2:F2}{3}", costs[k], 100 * found.Criterion[k],
                    100 * found.StandardError[k], k == found.Best ? ", the best" : "");

            using (Model model = solver.Fit(cells)) // the solver has the best already
                Print("with C = {0}: {1} support vectors, training error {2:F2} %", solver["C"],
                    model.GetInt("support_vectors"), 100 * model.GetDouble("train_error"));
        }
    }

    private static void Print(string format, params object[] values)
    {
        Console.WriteLine(string.Format(CultureInfo.InvariantCulture, format, values));
    }
}

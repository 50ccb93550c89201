using System;
using System.Text;
using Coppice;

/// <summary>Whatever is wrong is an exception that says what; the program goes on.</summary>
internal static class BadInput
{
    private static void Say(Action call)
    {
        try
        {
            call();
        }
        catch (CoppiceException error)
        {
            Console.WriteLine(error.Status + ": " + error.Message);
        }
    }

    private static void Main()
    {
        double[] x = { 1, 2, 3, 4, 5, 6, 7, 8 };

        Say(() => Dataset.Of(new[] { 1, 2, 3, double.PositiveInfinity }, 2));
        using (Dataset data = Dataset.Of(x, 2))
        using (Solver solver = new Solver("cgens"))
        {
            Say(() => data.SetLabels(1, -1, 1));
            Say(() => Dataset.ReadCsv("missing.csv"));

            Say(() => new Solver("cgen"));
            Say(() => solver["c"] = 1);
            Say(() => solver["C"] = -1);
            Say(() => new Pool("union(stump,"));

            Say(() => solver.Fit(data));
            data.SetLabels(1, 1, 1, 1);
            Say(() => solver.Fit(data));
            data.SetLabels(1, -1, 1, -1);
            using (Model model = solver.Fit(data))
            {
                Say(() => model.Predict(Output.Decision, x, 4));
                Say(() => model.Predict(Output.Probability, x, 2));
            }
            Say(() => Model.FromBytes(Encoding.ASCII.GetBytes("hello")));
        }
    }
}

using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading;
using Coppice;

/// <summary>
/// Save a model, load it again, and serve predictions from many threads at once: a model is immutable, and
/// needs no lock. Serve FOLDER.
/// </summary>
internal static class Serve
{
    private const int Threads = 8;

    private static int Main(string[] arguments)
    {
        string folder = arguments.Length > 0 ? arguments[0] : "capi_tests/data";
        using (Model model = TrainedElsewhere(folder))
        using (Dataset others = Dataset.ReadSvmlight(folder + "/spam.test.svm"))
        {
            double[][] rows = new double[others.Rows][];
            for (int i = 0; i < rows.Length; ++i)
                rows[i] = others.Row(i);

            double[] sums = new double[Threads];
            Thread[] threads = new Thread[Threads];
            for (int k = 0; k < Threads; ++k)
            {
                int own = k;
                threads[k] = new Thread(() => sums[own] = Answer(model, rows));
                threads[k].Start();
            }
            foreach (Thread thread in threads)
                thread.Join();

            bool equal = sums.Distinct().Count() == 1;
            Print("{0} threads, {1} mails each: {2}", Threads, rows.Length, equal ? "equal" : "different");
            Print("the mean magnitude of a score is {0:F4}", sums[0] / rows.Length);
            return equal ? 0 : 1;
        }
    }

    private static Model TrainedElsewhere(string folder)
    {
        string path = Path.Combine(Path.GetTempPath(), "serve-" + Guid.NewGuid() + ".cbor");
        using (Dataset mails = Dataset.ReadSvmlight(folder + "/spam.train.svm"))
        using (Solver solver = new Solver("cgens") { ["learners"] = 60 })
        using (Model model = solver.Fit(mails))
            model.Save(path);
        Model loaded = Model.Load(path);
        File.Delete(path);
        return loaded;
    }

    private static double Answer(Model model, double[][] rows)
    {
        double sum = 0;
        foreach (double[] row in rows)
            sum += Math.Abs(model.Decide(row)); // allocates nothing
        return sum;
    }

    private static void Print(string format, params object[] values)
    {
        Console.WriteLine(string.Format(CultureInfo.InvariantCulture, format, values));
    }
}

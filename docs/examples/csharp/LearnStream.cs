using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading;
using Coppice;

/// <summary>
/// Learn from a stream, save it and go on, and take models of it meanwhile: other threads predict with each,
/// whose predictions never change while the stream learns. LearnStream.
/// </summary>
internal static class LearnStream
{
    private const int Snapshots = 10;
    private const int BlockRows = 500;
    private const int Probes = 200;
    private const int Times = 20;

    private static int Main()
    {
        List<Thread> threads = new List<Thread>();
        int changed = 0;
        LearningStream stream = Begin();
        using (Dataset data = Dataset.Generate("switching", (Snapshots + 1) * BlockRows, 0, 1))
        {
            double[][] probes = new double[Probes][];
            for (int i = 0; i < Probes; ++i)
                probes[i] = data.Row(i);
            for (int k = 0; k < Snapshots; ++k)
            {
                using (Dataset block = Block(data, k))
                    stream.Learn(block);
                Model model = stream.Snapshot();
                double[] decisions = model.Predict(Output.Decision, probes);
                using (Dataset next = Block(data, k + 1))
                    Print("{0} rows: error so far {1:F3}, of the snapshot on the next {2} {3:F3}", stream.Rows,
                        stream.PrequentialError, BlockRows, model.ErrorRate(next));
                threads.Add(new Thread(() => Interlocked.Add(ref changed, Changes(model, probes, decisions))));
                threads[k].Start();
                if (k == Snapshots / 2 - 1)
                    stream = SavedAndLoaded(stream);
            }
        }
        stream.Dispose();
        foreach (Thread thread in threads)
            thread.Join();
        Print("{0} snapshots, each predicted {1} times beside the stream: {2}", Snapshots, Times,
            changed == 0 ? "equal" : "different");
        return changed == 0 ? 0 : 1;
    }

    /// <summary>Two classes that move every 1,000 rows, and a machine that forgets.</summary>
    private static LearningStream Begin()
    {
        using (Solver solver = new Solver("norma") { ["kernel"] = "gaussian(gamma=1)", ["max_terms"] = 200 })
        {
            solver["rate_floor"] = 0.1;
            return solver.Begin(new double[] { -1, 1 }, 2);
        }
    }

    /// <summary>The program might end between the two.</summary>
    private static LearningStream SavedAndLoaded(LearningStream stream)
    {
        string path = Path.Combine(Path.GetTempPath(), "stream-" + Guid.NewGuid() + ".cbor");
        using (stream)
            stream.Save(path);
        LearningStream again = LearningStream.Load(path);
        File.Delete(path);
        Print("saved, and gone on at row {0}", again.Rows);
        return again;
    }

    private static Dataset Block(Dataset data, int k)
    {
        return data.Subset(Enumerable.Range(k * BlockRows, BlockRows).Select(i => (long)i).ToArray());
    }

    private static int Changes(Model model, double[][] probes, double[] decisions)
    {
        using (model)
            return Enumerable.Range(0, Times).Count(
                time => !decisions.SequenceEqual(model.Predict(Output.Decision, probes)));
    }

    private static void Print(string format, params object[] values)
    {
        Console.WriteLine(string.Format(CultureInfo.InvariantCulture, format, values));
    }
}

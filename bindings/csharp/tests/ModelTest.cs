using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using Xunit;

namespace Coppice.Tests
{
    /// <summary>Training and prediction, the same as from C.</summary>
    public class ModelTest
    {
        private static readonly Dataset Others = Sets.OtherSpam();
        private static readonly Model Model = Sets.SpamModel;
        private static readonly double[][] Rows = Sets.RowsOf(Others);
        private static readonly double[] X = Sets.InOne(Rows);
        private static readonly double[] Decisions = Model.Predict(Output.Decision, X, Sets.SpamFeatures);

        [Fact]
        public void TheNumbersAreThoseOfTheReadme()
        {
            using (Evaluation evaluation = Model.Evaluate(Others))
            {
                Assert.Equal(5.82, 100 * evaluation.Criterion("error"), 0.005);
                Assert.Equal(evaluation.Criterion("error"), Model.ErrorRate(Others, 2));
                double[] confusion = evaluation.Confusion();
                Assert.Equal(4, confusion.Length);
                Assert.Equal(Rows.Length, confusion.Sum(), 0);
                Assert.Equal(
                    evaluation.Criterion("error"), (confusion[1] + confusion[2]) / Rows.Length, 1e-12);
            }
            Assert.Equal(3.706, Model.Decide(Rows[0]), 0.0005);
        }

        [Fact]
        public void EveryWayToPredictGivesTheSameBits()
        {
            int count = Rows.Length;
            Assert.Equal(Decisions, Rows.Select(row => Model.Decide(row)).ToArray());
            Assert.Equal(Decisions, Model.Predict(Output.Decision, Rows, 2));
            Assert.Equal(Decisions, Model.Predict(Output.Decision, Others, 2));

            double[,] array = new double[count, Sets.SpamFeatures];
            Buffer.BlockCopy(X, 0, array, 0, sizeof(double) * X.Length);
            Assert.Equal(Decisions, Model.Predict(Output.Decision, array));

            double[] columns = new double[X.Length];
            for (int i = 0; i < count; ++i)
                for (int d = 0; d < Sets.SpamFeatures; ++d)
                    columns[d * count + i] = Rows[i][d];
            double[] results = new double[count];
            Model.Predict(
                Output.Decision, columns, Layout.ColumnMajor(count, Sets.SpamFeatures), results, 2);
            Assert.Equal(Decisions, results);

            double[] one = new double[1];
            Model.PredictRow(Output.Decision, X.AsSpan(Sets.SpamFeatures, Sets.SpamFeatures), one);
            Assert.Equal(Decisions[1], one[0]);
        }

        [Fact]
        public void PredictingARowAllocatesNothing()
        {
            double[] one = new double[1];
            Model.PredictRow(Output.Decision, Rows[0], one);
            const int times = 200000;
#if NETCOREAPP
            long before = GC.GetAllocatedBytesForCurrentThread();
#else
            long before = GC.CollectionCount(0); // its nursery of 4 MB holds few objects of each call
#endif
            for (int k = 0; k < times; ++k)
            {
                Model.PredictRow(Output.Decision, Rows[0], one);
                one[0] += Model.Decide(Rows[0]);
            }
#if NETCOREAPP
            Assert.Equal(before, GC.GetAllocatedBytesForCurrentThread());
#else
            Assert.Equal(before, GC.CollectionCount(0));
#endif
        }

        [Fact]
        public void ClassesAreTheSidesOfDecisions()
        {
            double[] classes = Model.Predict(Output.Class, X, Sets.SpamFeatures);
            Assert.Equal(new[] { "-1", "1" }, Model.Classes);
            Assert.Equal(Decisions.Select(f => f >= 0 ? 1.0 : 0.0).ToArray(), classes);
        }

        [Fact]
        public void EveryOutputHasItsWidth()
        {
            using (Dataset data = Sets.Small())
            using (Solver solver = new Solver("cgens")
                { ["learners"] = 3, ["keep_stages"] = "yes", ["calibration"] = "platt" })
            using (Model model = solver.Fit(data))
                foreach (Output output in Enum.GetValues(typeof(Output)))
                {
                    double[] results = model.Predict(output, data);
                    Assert.Equal(data.Rows * model.Width(output), results.Length);
                    double[] single = new double[model.Width(output)];
                    model.PredictRow(output, data.Row(7), single);
                    Assert.Equal(results.Skip(7 * single.Length).Take(single.Length).ToArray(), single);
                }
        }

        [Fact]
        public void SavedModelsAreTheSame()
        {
            foreach (string format in new[] { "json", "cbor" })
            {
                string path = Path.Combine(Path.GetTempPath(), Guid.NewGuid() + "." + format);
                Model.Save(path);
                try
                {
                    using (Model loaded = Model.Load(path))
                        Assert.Equal(Decisions, loaded.Predict(Output.Decision, Rows));
                    Assert.Equal(File.ReadAllBytes(path), Model.ToBytes(format));
                }
                finally
                {
                    File.Delete(path);
                }
                using (Model loaded = Model.FromBytes(Model.ToBytes(format)))
                    Assert.Equal(Decisions, loaded.Predict(Output.Decision, Rows));
            }
        }

        [Fact]
        public void AModelTellsOfItself()
        {
            Assert.Equal(60, Model.GetInt("learners"));
            Assert.Equal(60, Model.GetArray("weights").Length);
            Assert.Equal(0.01, Model.GetDouble("option.C"));
            Assert.Equal("learners", Model.GetString("stop_reason"));
            Assert.Contains("\"kind\":\"stump\"", Model.Learner(0));
            Assert.Equal(new string[Sets.SpamFeatures].Select(name => "").ToArray(), Model.FeatureNames);
            Assert.Empty(Model.Levels(0));
            IReadOnlyDictionary<string, object> all = Model.Quantities;
            Assert.Equal(60L, (long)all["learners"]);
            Assert.Equal(Model.GetDouble("gap"), (double)all["gap"]);
            Assert.Equal("cgens", (string)all["method"]);
            Assert.Equal(Model.GetArray("bias"), (double[])all["bias"]);
        }

        [Fact]
        public void ContributionsAndTheInterceptAreTheDecision()
        {
            double[] contributions = Model.Predict(Output.Contributions, X, Sets.SpamFeatures);
            double intercept = Model.GetArray("intercept")[0];
            for (int i = 0; i < Rows.Length; ++i)
            {
                double sum = contributions.Skip(i * Sets.SpamFeatures).Take(Sets.SpamFeatures).Sum();
                Assert.Equal(Decisions[i], sum + intercept, 1e-9);
            }
            double[] shape = Model.ShapeFunction(51);
            Assert.True(double.IsNaN(shape[shape.Length - 2]));
        }

        [Fact]
        public void SixtyFourThreadsShareAModel()
        {
            double[][] results = new double[64][];
            Thread[] threads = new Thread[64];
            for (int k = 0; k < 64; ++k)
            {
                int own = k;
                threads[k] = new Thread(() =>
                    results[own] = own % 2 == 0
                        ? Model.Predict(Output.Decision, X, Sets.SpamFeatures)
                        : Rows.Select(row => Model.Decide(row)).ToArray());
                threads[k].Start();
            }
            foreach (Thread thread in threads)
                thread.Join();
            foreach (double[] result in results)
                Assert.Equal(Decisions, result);
        }
    }
}

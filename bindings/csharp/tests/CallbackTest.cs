using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Xunit;

namespace Coppice.Tests
{
    /// <summary>Learners and kernels of the caller's, and progress; what they throw comes out again.</summary>
    public class CallbackTest
    {
        [Fact]
        public void CustomLearnersAreTrainedSavedAndLoaded()
        {
            using (Dataset data = Sets.Small())
            using (Solver solver = Signs.SolverOf(new Signs()))
            using (Model model = solver.Fit(data))
            {
                Assert.True(model.GetDouble("train_error") < 0.3);
                double[] expected = model.Predict(Output.Decision, data);
                double[][] rows = Sets.RowsOf(data);
                Assert.Equal(expected, model.Predict(Output.Decision, Sets.InOne(rows), 4, 2));
                Assert.Equal(expected[3], model.Decide(rows[3]));

                CoppiceException error =
                    Assert.Throws<CoppiceException>(() => Model.FromBytes(model.ToBytes("cbor")));
                Assert.Contains("\"sign\"", error.Message);
                using (Model loaded = Model.FromBytes(model.ToBytes("cbor"), solver))
                    Assert.Equal(expected, loaded.Predict(Output.Decision, rows));
                string path = Path.Combine(Path.GetTempPath(), Guid.NewGuid() + ".json");
                model.Save(path);
                using (Model loaded = Model.Load(path, solver))
                    Assert.Equal(expected, loaded.Predict(Output.Decision, rows));
                File.Delete(path);
            }
        }

        [Fact]
        public void CustomLearnersJoinUnions()
        {
            using (Dataset data = Sets.Small().AddView("others", 2, 3))
            using (Pool union = new Pool("union"))
            using (Pool signs = Pool.Custom("sign", 1, new Signs()))
            using (Pool stump = new Pool("stump"))
            using (Solver solver = new Solver("cgens") { ["learners"] = 6 })
            {
                solver.SetPool(union.Add(signs, "others").Add(stump));
                using (Model model = solver.Fit(data))
                {
                    double[] counts = model.GetArray("pool_learners");
                    Assert.Equal(2, counts.Length);
                    Assert.Equal(model.GetInt("learners"), counts.Sum(), 0);
                    Assert.Contains("sign", model.GetString("pools"));
                }
            }
        }

        private static void Dot(
            ReadOnlySpan<double> x, int rows, ReadOnlySpan<double> z, int others, Span<double> results)
        {
            int features = x.Length / rows;
            for (int i = 0; i < rows; ++i)
                for (int j = 0; j < others; ++j)
                {
                    double sum = 0;
                    for (int d = 0; d < features; ++d)
                        sum += x[i * features + d] * z[j * features + d];
                    results[i * others + j] = sum;
                }
        }

        [Fact]
        public void CustomKernelsAreKernels()
        {
            using (Dataset data = Sets.Small())
            using (Solver plain = new Solver("svm") { ["tolerance"] = 1e-9, ["kernel"] = "linear" })
            using (Solver own = new Solver("svm") { ["tolerance"] = 1e-9 })
            {
                own.SetKernel("dot", Dot)["kernel"] = "custom(name=dot)";
                using (Model linear = plain.Fit(data))
                using (Model custom = own.Fit(data))
                using (Model loaded = Model.FromBytes(custom.ToBytes("json"), own))
                {
                    double[] expected = linear.Predict(Output.Decision, data);
                    double[] got = custom.Predict(Output.Decision, data);
                    for (int i = 0; i < got.Length; ++i)
                        Assert.Equal(expected[i], got[i], 1e-3);
                    Assert.Equal(got, loaded.Predict(Output.Decision, data));
                }
            }
        }

        [Fact]
        public void WhatLearnersAndKernelsThrowComesOut()
        {
            using (Dataset data = Sets.Small())
            {
                FaultySigns faulty = new FaultySigns();
                using (Solver solver = Signs.SolverOf(faulty))
                {
                    Assert.Same(faulty.Thrown, Assert.Throws<Fault>(() => solver.Fit(data)));
                    Assert.Same(
                        faulty.Thrown, Assert.Throws<Fault>(() => solver.CrossValidate(data, 2)));
                }
                data.SetWeights(Enumerable.Repeat(1.0, 100).ToArray()); // it is mutable still
                using (Solver good = Signs.SolverOf(new Signs()))
                using (Solver solver = Signs.SolverOf(faulty))
                using (Model model = good.Fit(data))
                using (Model loaded = Model.FromBytes(model.ToBytes("cbor"), solver))
                {
                    Assert.Throws<Fault>(() => loaded.Predict(Output.Decision, data, 2));
                    Assert.Throws<Fault>(() => loaded.Decide(new double[4]));
                    Assert.Throws<Fault>(() => loaded.Evaluate(data));
                }
                using (Solver solver = new Solver("svm"))
                {
                    solver.SetKernel("faulty", (x, rows, z, others, results) => throw new Fault());
                    solver["kernel"] = "custom(name=faulty)";
                    Assert.Throws<Fault>(() => solver.Fit(data));
                }
                using (Model model = new Solver("cgens") { ["learners"] = 2 }.Fit(data))
                    Assert.Equal(2, model.GetInt("learners"));
            }
        }

        private sealed class Nested : Signs
        {
            private readonly Solver faulty;
            private readonly Dataset data = Sets.Small();

            public Nested(Solver faulty)
            {
                this.faulty = faulty;
            }

            public override void Evaluate(
                ReadOnlySpan<double> parameters, ReadOnlySpan<double> x, int rows, Span<double> outputs)
            {
                Assert.Throws<Fault>(() => faulty.Fit(data));
                base.Evaluate(parameters, x, rows, outputs);
            }
        }

        [Fact]
        public void CallsWithinCallbacksHaveErrorsOfTheirOwn()
        {
            using (Dataset data = Sets.Small())
            using (Solver faulty = Signs.SolverOf(new FaultySigns()))
            using (Solver solver = Signs.SolverOf(new Nested(faulty)))
            using (Model model = solver.Fit(data))
                Assert.True(model.GetInt("learners") > 0);
        }

        private sealed class Listener : IProgress<ProgressInfo>
        {
            private readonly Action<ProgressInfo> report;

            public Listener(Action<ProgressInfo> report)
            {
                this.report = report;
            }

            public void Report(ProgressInfo value) => report(value);
        }

        [Fact]
        public void ProgressIsToldAndMayBeKept()
        {
            List<ProgressInfo> told = new List<ProgressInfo>();
            using (Dataset spam = Sets.Spam())
            using (Dataset others = Sets.OtherSpam())
            using (Solver solver = new Solver("cgens") { ["learners"] = 10, ["columns_per_iteration"] = 1 }
                .SetValidation(others))
            using (Model model = solver.Fit(spam, new Listener(told.Add)))
            {
                ProgressInfo last = told[told.Count - 1];
                Assert.Equal(10, last.Iteration);
                Assert.Equal(10, last.Iterations);
                Assert.True(told.All(info => info.Iteration <= 10));
                double[] objectives = model.GetArray("curve.objective");
                Assert.True(objectives.Contains(last.Objective));
                Assert.True(last.TrainError < 0.2 && last.ValidationError < 0.2);
                Assert.True(last.Gap > 0 && last.ValidationCriterion == last.ValidationError);
            }
        }

        [Fact]
        public void WhatProgressThrowsComesOut()
        {
            Fault thrown = new Fault();
            Listener faulty = new Listener(info => throw thrown);
            using (Dataset data = Sets.Small())
            using (Solver solver = new Solver("cgens") { ["learners"] = 2 })
            {
                Assert.Same(thrown, Assert.Throws<Fault>(() => solver.Fit(data, faulty)));
                Assert.Same(
                    thrown, Assert.Throws<Fault>(() => solver.CrossValidate(data, 2, faulty)));
                using (Model model = solver.Fit(data))
                    Assert.Equal(2, model.GetInt("learners"));
            }
        }

        [Fact]
        public void TheSolverAtWorkRefusesToBeUsed()
        {
            using (Dataset data = Sets.Small())
            using (Solver solver = new Solver("cgens") { ["learners"] = 2 })
            {
                Listener meddler = new Listener(info =>
                {
                    foreach (Action call in new Action[]
                    {
                        () => solver["C"] = 1, () => solver.Fit(data), () => data.SetLabels(new double[100]),
                    })
                        Assert.Equal(
                            "COPPICE_INVALID_STATE", Assert.Throws<CoppiceException>(call).Status);
                });
                using (Model model = solver.Fit(data, meddler))
                    Assert.Equal(2, model.GetInt("learners"));
            }
        }
    }
}

using System;
using System.Globalization;
using System.Linq;
using Xunit;

namespace Coppice.Tests
{
    /// <summary>Options, pools, grids, cross-validation, validation sets, the catalogue.</summary>
    public class SolverTest
    {
        [Fact]
        public void OptionsAreNumbersAndTexts()
        {
            using (Solver solver = new Solver("cgens"))
            {
                solver["C"] = 0.1 + 0.2;
                Assert.Equal(0.1 + 0.2, solver["C"].ToDouble());
                solver["C"] = "0.25";
                Assert.Equal("0.25", solver["C"].ToString());
                solver["learners"] = 7;
                Assert.Equal("7", solver["learners"].ToString());
                solver["learners"] = 8.0;
                Assert.Equal(8.0, solver["learners"].ToDouble());
                solver["loss"] = "squared-hinge";
                Assert.Equal("squared-hinge", solver["loss"].ToString());
            }
        }

        [Fact]
        public void NumbersInAGridAreExactInEveryCulture()
        {
            CultureInfo before = CultureInfo.CurrentCulture;
            CultureInfo.CurrentCulture = new CultureInfo("de-DE");
            try
            {
                using (Dataset data = Sets.Small())
                using (Solver solver = new Solver("cgens") { ["learners"] = 3 })
                {
                    solver.SetGrid("C", 0.1 + 0.2, 1e-7).CrossValidate(data, 2);
                    Assert.True(new[] { 0.1 + 0.2, 1e-7 }.Contains(solver["C"].ToDouble()));
                }
            }
            finally
            {
                CultureInfo.CurrentCulture = before;
            }
        }

        [Fact]
        public void PoolsHaveOptionsMembersAndText()
        {
            using (Pool union = new Pool("union"))
            using (Pool fourier = new Pool("fourier"))
            using (Pool stump = new Pool("stump"))
            using (Solver solver = new Solver("cgens"))
            {
                fourier["gamma"] = 0.5;
                Assert.Equal(0.5, fourier["gamma"].ToDouble());
                union.Add(fourier, "low").Add(stump);
                Assert.Equal("union(fourier(gamma=0.5)@low,stump)", union.ToString());
                using (Pool same = new Pool(union.ToString()))
                    Assert.Equal(union.ToString(), same.ToString());
                using (Pool own = solver.SetPool(union).GetPool())
                    Assert.Equal(union.ToString(), own.ToString());
            }
        }

        [Fact]
        public void CrossValidationSetsTheBest()
        {
            using (Dataset spam = Sets.Spam())
            using (Solver solver = new Solver("cgens") { ["learners"] = 20 })
            {
                CrossValidation found = solver.SetGrid("C", 0.0001, 0.01).CrossValidate(spam, 3);
                Assert.Equal(2, found.Points.Count);
                Assert.Equal("learners", found.PathName);
                Assert.Equal("error", found.CriterionName);
                Assert.Equal(found.Criterion.Min(), found.Criterion[found.Best]);
                Assert.Equal(found.Path[found.Best], solver["learners"].ToDouble());
                Assert.Contains(solver["C"].ToString(), found.Points[found.Best]);
                for (int k = 0; k < 2; ++k)
                    Assert.Equal(
                        found.FoldCriterion.Skip(3 * k).Take(3).Average(), found.Criterion[k], 1e-12);
                Assert.Equal(2, found.StandardError.Count);
                Assert.Equal(1, solver.SetGrid("C").CrossValidate(spam, 2).Points.Count);
            }
        }

        [Fact]
        public void ValidationChoosesTheIteration()
        {
            using (Dataset spam = Sets.Spam())
            using (Dataset others = Sets.OtherSpam())
            using (Solver solver = new Solver("adaboost") { ["learners"] = 40 })
            {
                using (Model model = solver.SetValidation(others).Fit(spam))
                {
                    double[] errors = model.GetArray("curve.validation_error");
                    Assert.Equal(errors.Min(), model.ErrorRate(others), 1e-12);
                }
                using (Model model = solver.ClearValidation().Fit(spam))
                    Assert.Equal(40, model.GetInt("best_iteration"));
            }
        }

        [Fact]
        public void TestsAreWatchedAndChooseNothing()
        {
            using (Dataset spam = Sets.Spam())
            using (Dataset others = Sets.OtherSpam())
            using (Solver solver = new Solver("adaboost") { ["learners"] = 40 })
            {
                (Dataset first, Dataset second) = others.Split(0.5, 1);
                using (first)
                using (second)
                using (Model model = solver.SetTest(second).Fit(spam))
                using (Model chosen = solver.SetValidation(first).Fit(spam))
                using (Model alone = solver.ClearTest().Fit(spam))
                {
                    Assert.Equal(model.ErrorRate(second), model.GetArray("curve.test_error").Last(), 1e-12);
                    int best = (int)chosen.GetInt("best_iteration") - 1;
                    Assert.Equal(
                        chosen.ErrorRate(second), chosen.GetArray("curve.test_error")[best], 1e-12);
                    Assert.True(alone.GetArray("curve.test_error").All(double.IsNaN));
                    Assert.Equal(
                        alone.Predict(Output.Decision, others), chosen.Predict(Output.Decision, others));
                }
            }
        }

        /// <summary>Of the linear kernel of these rows with the classes: both are centred.</summary>
        private static double Alignment(double[] map, double[] labels)
        {
            int rows = labels.Length, width = map.Length / rows;
            double[][] columns = Enumerable.Range(0, width)
                .Select(t => Centred(Enumerable.Range(0, rows).Select(i => map[i * width + t]).ToArray()))
                .ToArray();
            double[] target = Centred(labels);
            double along = columns.Sum(column => Math.Pow(Dot(column, target), 2)) / Dot(target, target);
            double norm = columns.Sum(one => columns.Sum(other => Math.Pow(Dot(one, other), 2)));
            return along / Math.Sqrt(norm);
        }

        private static double[] Centred(double[] values) => values.Select(v => v - values.Average()).ToArray();

        private static double Dot(double[] a, double[] b) => a.Zip(b, (x, y) => x * y).Sum();

        [Fact]
        public void ALearnedKernelIsAlignedWithTheTestSet()
        {
            using (Dataset data = Sets.Small())
            using (Dataset test = data.Subset(Enumerable.Range(60, 40).Select(i => (long)i).ToArray()))
            using (Solver solver = new Solver("kernel-boost").SetPool("union(fourier(gamma=1),linear)"))
            using (Model model = solver.SetTest(test).Fit(data))
            {
                double expected = Alignment(
                    model.Predict(Output.Map, test), test.Labels().Select(k => (double)k).ToArray());
                Assert.Equal(expected, model.GetDouble("test_alignment"), 1e-9);
                Assert.Equal(expected, model.GetArray("curve.test_alignment").Last(), 1e-9);
            }
        }

        [Fact]
        public void NumbersArePredicted()
        {
            using (Dataset data = Dataset.Of(new double[] { 1, 2, 3, 4, 5, 6 }, 1))
            using (Solver solver = new Solver("svr")
                { ["kernel"] = "linear", ["C"] = 100, ["epsilon"] = 0.001 })
            {
                data.SetTargets(new double[] { 2, 4, 6, 8, 10, 12 }, 1);
                using (Model line = solver.Fit(data))
                    Assert.Equal(7, line.Decide(new[] { 3.5 }), 0.01);
            }
        }

        [Fact]
        public void CataloguesHaveNamesAndOptions()
        {
            Assert.True(Catalogue.Methods.Entries.Any(entry => entry.Name == "svm" && entry.Help != ""));
            Assert.True(Catalogue.Kernels.Entries.Any(entry => entry.Name == "gaussian"));
            Assert.True(Catalogue.Generators.Entries.Any(entry => entry.Name == "ringnorm"));
            CatalogueEntry stump = Catalogue.Pools.Entries.First(entry => entry.Name == "stump");
            Assert.Equal("yes", stump.Attribute("missing"));
            CatalogueEntry auc = Catalogue.Criteria.Entries.First(entry => entry.Name == "auc");
            Assert.Equal("larger", auc.Attribute("better"));
            OptionDescription C = Catalogue.Methods.Options("cgens").First(option => option.Name == "C");
            Assert.Equal("double", C.Type);
            Assert.Contains("C", C.Range);
            using (Solver solver = new Solver("cgens"))
                Assert.Equal(C.Default, solver["C"].ToString());
            using (Dataset spam = Sets.OtherSpam())
                Assert.Equal("cgens", Solver.MethodFor(spam));
            Assert.Equal("0", Catalogue.Version.Split('.')[0]);
        }

        [Fact]
        public void EveryMethodTakesItsOwnDefaults()
        {
            foreach (CatalogueEntry method in Catalogue.Methods.Entries)
                using (Solver solver = new Solver(method.Name))
                    foreach (OptionDescription option in Catalogue.Methods.Options(method.Name))
                    {
                        solver[option.Name] = option.Default;
                        if (option.Type == "string")
                            Assert.Equal(option.Default, solver[option.Name].ToString());
                        else
                            Assert.Equal(
                                ((OptionValue)option.Default).ToDouble(),
                                solver[option.Name].ToDouble());
                    }
        }
    }
}

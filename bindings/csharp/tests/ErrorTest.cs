using System;
using System.Text;
using Xunit;

namespace Coppice.Tests
{
    /// <summary>Whatever is wrong is an exception that says what; the process lives on.</summary>
    public class ErrorTest
    {
        private static void Refuses<T>(string says, Action call) where T : Exception
        {
            Assert.Contains(says, Assert.Throws<T>(call).Message);
        }

        private static void Refuses(string says, Action call) => Refuses<CoppiceException>(says, call);

        [Fact]
        public void ErrorsHaveCodes()
        {
            using (Solver solver = new Solver("cgens"))
            {
                CoppiceException error = Assert.Throws<CoppiceException>(() => solver["C"] = -1.0);
                Assert.Equal(16, error.Code);
                Assert.Equal("COPPICE_INVALID_OPTION", error.Status);
            }
        }

        [Fact]
        public void DataAreChecked()
        {
            Dataset two = Dataset.Of(new double[4], 2);
            Refuses("feature 1] is inf", () => Dataset.Of(new[] { 1, double.PositiveInfinity }, 2));
            Refuses("needs 6 elements", () => Dataset.Of(new double[4], Layout.RowMajor(3, 2)));
            Refuses("3", () => two.SetLabels(1, 2, 3));
            Refuses("nan", () => two.SetLabels(1, double.NaN));
            Refuses("\"a\"", () => two.SetFeatureNames("a", "a"));
            Refuses("/nowhere.csv", () => Dataset.ReadCsv("/nowhere.csv"));
            Refuses("rows", () => Dataset.Of(new double[0], 2));
            Refuses("rows", () => two.Subset());
            Refuses("line 1", () => Dataset.ParseSvmlight(Encoding.ASCII.GetBytes("1 x\n")));
            Refuses("is the label already", () => new CsvColumns().Label("a").Label("b"));
            Refuses<ArgumentException>("row 1 has 1 values; expected 2",
                () => Dataset.Of(new[] { new double[2], new double[1] }));
            Refuses<ArgumentException>("3 values; expected whole rows", () => Dataset.Of(new double[3], 2));
            Refuses<ArgumentException>("whole rows of 0", () => Dataset.Of(new double[3], 0));
            Refuses<ArgumentException>("2 indices and 1 values",
                () => Dataset.OfSparse(new long[] { 0, 1 }, new int[2], new double[1], 3));
            Refuses<ArgumentException>("NUL", () => two.SetFeatureNames("a", "b\0"));
            Assert.Throws<EncoderFallbackException>(() => two.SetFeatureNames("a", "\ud800"));
            Assert.Equal(2, two.Rows);
        }

        [Fact]
        public void NothingMayBeNull()
        {
            Dataset two = Dataset.Of(new double[4], 2);
            Solver solver = new Solver("cgens");
            Refuses<ArgumentNullException>("rows", () => Dataset.Of((double[][])null));
            Refuses<ArgumentNullException>("rows", () => Dataset.Of((double[,])null));
            Refuses<ArgumentException>("row 1 is null", () => Dataset.Of(new[] { new double[2], null }));
            Refuses("rows", () => Dataset.Of((double[])null, 2));
            Refuses<ArgumentNullException>("names[1]", () => two.SetFeatureNames("a", null));
            Refuses<ArgumentNullException>("labels", () => two.SetLabels((string[])null));
            Refuses("labels", () => two.SetLabels((double[])null));
            Refuses("rows", () => two.Subset(null));
            Refuses<ArgumentNullException>("method", () => new Solver(null));
            Refuses<ArgumentNullException>("dataset", () => solver.Fit(null));
            Refuses<ArgumentNullException>("dataset", () => solver.SetTest(null));
            Refuses<ArgumentNullException>("progress", () => solver.Fit(two, null));
            Refuses<ArgumentNullException>("pool", () => solver.SetPool((Pool)null));
            Refuses<ArgumentNullException>("learner", () => Pool.Custom("a", 1, null));
            Refuses<ArgumentNullException>("kernel", () => solver.SetKernel("a", null));
            Refuses<ArgumentNullException>("value", () => solver["loss"] = (string)null);
            Refuses<ArgumentNullException>("path", () => Model.Load(null));
            Refuses<ArgumentNullException>("columns", () => Dataset.ReadCsv("a", null));
            Refuses<ArgumentNullException>("view", () => new Pool("union").Add(new Pool("stump"), null));
        }

        [Fact]
        public void SolversAreChecked()
        {
            Solver solver = new Solver("cgens");
            Refuses("did you mean \"cgens\"", () => new Solver("cgen"));
            Refuses("did you mean \"C\"", () => solver["c"] = 1);
            Refuses("did you mean \"C\"", () => solver["c"].ToString());
            Refuses("expected", () => solver["learners"] = 1.5);
            Refuses("C", () => solver["C"] = double.NaN);
            Refuses("stump", () => solver.SetPool("stmup"));
            Refuses("labels", () => solver.Fit(Dataset.Of(new double[4], 2)));
            Refuses("takes no kernel", () => solver.SetKernel("a", (x, rows, z, others, results) => { }));
            Refuses("character", () => Pool.Custom("a b(", 1, new Signs()));
            Refuses("parameters", () => Pool.Custom("a", 0, new Signs()));
            Refuses("folds", () => solver.CrossValidate(Sets.Small(), 1));
        }

        [Fact]
        public void ModelsAreChecked()
        {
            Model model = Sets.SmallModel();
            Refuses("3", () => model.Decide(new double[3]));
            Refuses("platt", () => model.Predict(Output.Probability, new double[4], 4));
            Refuses("output", () => model.Width((Output)77));
            Refuses("gap", () => model.GetDouble("gpa"));
            Refuses("hello", () => Model.FromBytes(Encoding.ASCII.GetBytes("hello")));
            Refuses("", () => Model.FromBytes(new byte[0]));
            Refuses("/nowhere.json", () => Model.Load("/nowhere.json"));
            Refuses("capacity", () => model.PredictRow(Output.Decision, new double[4], new double[0]));
            Refuses("x is NULL", () => model.Decide((double[])null));
            Refuses("index is -1", () => model.Learner(-1));
            Refuses<ArgumentException>("whole rows", () => model.Predict(Output.Decision, new double[5], 4));
            Refuses<ArgumentException>("row 0 is null", () => model.Predict(Output.Decision, new double[1][]));
        }

        [Fact]
        public void WhatIsDisposedIsDisposed()
        {
            Dataset data = Sets.Small();
            Solver solver = new Solver("cgens") { ["learners"] = 2 };
            Model model = solver.Fit(data);
            Evaluation evaluation = model.Evaluate(data);
            data.Dispose();
            data.Dispose();
            solver.Dispose();
            Assert.Equal(2, model.GetInt("learners"));
            model.Dispose();
            model.Dispose();
            Assert.True(evaluation.Criterion("error") < 0.5);
            Refuses<ObjectDisposedException>("Model", () => model.Decide(new double[4]));
            Refuses<ObjectDisposedException>("Model", () => model.Learner(0));
            Refuses<ObjectDisposedException>("Dataset", () => data.Rows.ToString());
            Refuses<ObjectDisposedException>("Dataset", () => new Solver("cgens").Fit(data));
            Refuses<ObjectDisposedException>("Dataset", () => new Solver("cgens").SetTest(data));
            Refuses<ObjectDisposedException>("Solver", () => solver["C"] = 1);
            Refuses<ObjectDisposedException>("Solver", () => solver.CrossValidate(data, 2));
        }
    }
}

using System;
using System.Linq;
using System.Text;
using Xunit;

namespace Coppice.Tests
{
    /// <summary>Rows from every layout, their names, levels, views and parts.</summary>
    public class DatasetTest
    {
        private static readonly double[] X = { 1, 2, 3, 4, 5, 6 };

        [Fact]
        public void EveryLayoutGivesTheSameRows()
        {
            Dataset[] same =
            {
                Dataset.Of(X, 3),
                Dataset.Of(new[,] { { 1.0, 2, 3 }, { 4, 5, 6 } }),
                Dataset.Of(new[] { new[] { 1.0, 2, 3 }, new[] { 4.0, 5, 6 } }),
                Dataset.Of(new double[] { 1, 4, 2, 5, 3, 6 }, Layout.ColumnMajor(2, 3)),
                Dataset.Of(new double[] { 1, 2, 3, -1, 4, 5, 6 }, new Layout(2, 3, 4, 1)),
                Dataset.Of(new float[] { 1, 2, 3, 4, 5, 6 }, 3),
                Dataset.Of(new float[] { 1, 4, 2, 5, 3, 6 }, Layout.ColumnMajor(2, 3)),
                Dataset.OfSparse(
                    new long[] { 0, 3, 6 }, new[] { 0, 1, 2, 0, 1, 2 }, X, 3),
                Dataset.ParseSvmlight(Encoding.ASCII.GetBytes("1 1:1 2:2 3:3\n-1 1:4 2:5 3:6\n")),
                Dataset.ParseCsv(Encoding.ASCII.GetBytes("1,1,2,3\n-1,4,5,6\n")),
            };
            foreach (Dataset data in same)
                using (data)
                {
                    Assert.Equal(2, data.Rows);
                    Assert.Equal(3, data.Features);
                    Assert.Equal(new double[] { 1, 2, 3 }, data.Row(0));
                    double[] row = new double[3];
                    data.CopyRow(1, row);
                    Assert.Equal(new double[] { 4, 5, 6 }, row);
                }
        }

        [Fact]
        public void WhatIsNotListedIsZero()
        {
            using (Dataset sparse = Dataset.OfSparse(
                new long[] { 0, 1, 3, 3 }, new[] { 1, 0, 2 }, new double[] { 5, 6, 7 }, 3))
            {
                Assert.Equal(new double[] { 0, 5, 0 }, sparse.Row(0));
                Assert.Equal(new double[] { 6, 0, 7 }, sparse.Row(1));
                Assert.Equal(new double[] { 0, 0, 0 }, sparse.Row(2));
            }
        }

        [Fact]
        public void MissingValuesAreNaN()
        {
            using (Dataset data = Dataset.Of(new[] { 1, double.NaN, 3, 4, double.NaN, 6 }, 1))
            using (Solver solver = new Solver("cgens") { ["C"] = 100, ["learners"] = 2 })
            {
                Assert.True(double.IsNaN(data.Row(1)[0]));
                data.SetLabels(1, -1, 1, 1, -1, 1);
                using (Model model = solver.Fit(data))
                    Assert.True(model.Decide(new[] { double.NaN }) < 0 && model.Decide(new[] { 3.0 }) > 0);
            }
        }

        [Fact]
        public void ColumnsHaveNamesLevelsAndViews()
        {
            using (Dataset data = Dataset.Of(new double[] { 0, 1, 1, 2, 0, 3, 1, 4 }, 2))
            using (Solver solver = new Solver("cgens") { ["learners"] = 2 }.SetPool("stump@sizes"))
            {
                data.SetLabels("nei", "ja", "nei", "ja").SetFeatureNames("colour", "größe 🌲")
                    .SetLevels(0, "rød", "blå").AddView("sizes", 1).SetWeights(1, 2, 3, 4);
                Assert.Equal(new[] { "ja", "nei" }, data.Classes);
                Assert.Equal(new long[] { 1, 0, 1, 0 }, data.Labels());
                Assert.Equal(new[] { "colour", "größe 🌲" }, data.FeatureNames);
                Assert.Equal(new[] { "rød", "blå" }, data.Levels(0));
                Assert.Empty(data.Levels(1));
                Assert.Equal(new double[] { 1, 2, 3, 4 }, data.Weights());
                Assert.Equal(0, data.Outputs);
                using (Model model = solver.Fit(data))
                {
                    Assert.Equal(new[] { "ja", "nei" }, model.Classes);
                    Assert.Equal(data.FeatureNames, model.FeatureNames);
                    Assert.Equal(data.Levels(0), model.Levels(0));
                    Assert.Contains("größe 🌲", model.Learner(0));
                }
            }
        }

        [Fact]
        public void PartsAreRows()
        {
            using (Dataset data = Sets.Small())
            using (Dataset part = data.Subset(3, 0, 3))
            {
                Assert.Equal(3, part.Rows);
                Assert.Equal(data.Row(3), part.Row(0));
                Assert.Equal(data.Row(0), part.Row(1));
                (Dataset first, Dataset second) = data.Split(0.25, 7);
                using (first)
                using (second)
                {
                    Assert.Equal(100, first.Rows + second.Rows);
                    string[] all = Sets.RowsOf(data).Select(row => string.Join(" ", row)).ToArray();
                    string[] both = Sets.RowsOf(first).Concat(Sets.RowsOf(second))
                        .Select(row => string.Join(" ", row)).ToArray();
                    Assert.Equal(all.OrderBy(row => row).ToArray(), both.OrderBy(row => row).ToArray());
                }
            }
        }

        [Fact]
        public void TargetsAreSeveralNumbersARow()
        {
            using (Dataset data = Dataset.Of(X, 3).SetTargets(new double[] { 1, 2, 3, 4 }, 2))
            {
                Assert.Equal(2, data.Outputs);
                Assert.Equal(new double[] { 1, 2, 3, 4 }, data.Targets());
                Assert.Empty(data.Classes);
            }
        }

        [Fact]
        public void GeneratedRowsFollowTheSeed()
        {
            using (Dataset one = Dataset.Generate("ringnorm", 50, 0, ulong.MaxValue))
            using (Dataset same = Dataset.Generate("ringnorm", 60, 0, ulong.MaxValue))
            using (Dataset wide = Dataset.Generate("ringnorm", 50, 0, 2, 5))
            {
                Assert.Equal(one.Row(49), same.Row(49));
                Assert.Equal(5, wide.Features);
                Assert.False(one.Row(0).Take(5).SequenceEqual(wide.Row(0)));
            }
        }

        [Fact]
        public void TablesHaveColumnsOfEveryKind()
        {
            const string table = "kind;size;code\nja;1;7\nnei;;8\nja;3;7\nnei;4;9\n";
            byte[] text = Encoding.UTF8.GetBytes(table);
            using (CsvColumns columns = new CsvColumns().Label("kind").Category("code"))
            using (Dataset data = Dataset.ParseCsv(text, columns))
            using (Solver solver = new Solver("cgens") { ["learners"] = 2 })
            using (Model model = solver.Fit(data))
            using (CsvColumns matched = new CsvColumns().Label("kind"))
            {
                Assert.Equal(new[] { "size", "code" }, data.FeatureNames);
                Assert.Equal(new[] { "7", "8", "9" }, data.Levels(1));
                Assert.True(double.IsNaN(data.Row(1)[0]));
                using (Dataset again = Dataset.ParseCsv(text, matched.Match(model)))
                    Assert.Equal(
                        model.Predict(Output.Decision, data), model.Predict(Output.Decision, again));
                using (Dataset again = Dataset.ParseCsv(text, matched.Match(data)))
                    Assert.Equal(data.Levels(1), again.Levels(1));
            }
            using (CsvColumns columns = new CsvColumns().Label("class"))
            using (Dataset labor = Dataset.ReadCsv(Sets.Folder + "/labor.csv", columns))
                Assert.Equal(16, labor.Features);
        }
    }
}

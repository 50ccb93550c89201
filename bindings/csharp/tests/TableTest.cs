using System;
using System.Text;
using Xunit;

namespace Coppice.Tests
{
    /// <summary>Columns of CSV tables have roles, and tables are read like others.</summary>
    public class TableTest
    {
        private static readonly byte[] Table = Encoding.UTF8.GetBytes(
            "who,note,a,trust,y,b\n" +
            "first,\"any, text\",1,0.5,no,2\n" +
            "søster,7,3,2,yes,4\n" +
            ",,5,1,no,6\n");

        private static readonly byte[] Other = Encoding.UTF8.GetBytes(
            "trust,b,more,y,a,who\n3,20,x,yes,10,me\n1,21,2,no,11,you\n");

        private static CsvColumns Roles() =>
            new CsvColumns().Label("y").Id("who").Weight("trust").Ignore("note");

        [Fact]
        public void ColumnsHaveRoles()
        {
            using (CsvColumns roles = Roles())
            using (Dataset data = Dataset.ParseCsv(Table, roles))
            {
                Assert.Equal(new double[] { 1, 2 }, data.Row(0));
                Assert.Equal(new double[] { 3, 4 }, data.Row(1));
                Assert.Equal(new double[] { 5, 6 }, data.Row(2));
                Assert.Equal(new[] { "a", "b" }, data.FeatureNames);
                Assert.Equal(new long[] { 3, 6 }, data.FeatureColumns);
                Assert.Equal("y", data.LabelColumn);
                Assert.Equal(new[] { "first", "søster", "" }, data.RowNames);
                Assert.Equal(new[] { 0.5, 2, 1 }, data.Weights());
                using (Dataset part = data.Subset(1, 0))
                    Assert.Equal(new[] { "søster", "first" }, part.RowNames);
            }
            using (CsvColumns roles = new CsvColumns().Label("5").Ignore("1").Ignore("2").Category("3"))
            using (Dataset data = Dataset.ParseCsv(Table, roles.Weight("4")))
            {
                Assert.Equal(new[] { "1", "3", "5" }, data.Levels(0));
                Assert.Equal(new[] { "", "", "" }, data.RowNames);
            }
        }

        [Fact]
        public void WhatIsNoTableHasNoColumns()
        {
            using (Dataset data = Dataset.Of(new double[] { 1, 2 }, 2))
            {
                Assert.Equal(new long[] { 0, 0 }, data.FeatureColumns);
                Assert.Equal("", data.LabelColumn);
                Assert.Equal(new[] { "" }, data.RowNames);
            }
            using (CsvColumns second = new CsvColumns().Label("2"))
            using (Dataset plain = Dataset.ParseCsv(Encoding.ASCII.GetBytes("1,-1\n2,1\n"), second))
            {
                Assert.Equal(new long[] { 1 }, plain.FeatureColumns);
                Assert.Equal("2", plain.LabelColumn);
            }
        }

        [Fact]
        public void RolesAreThoseOfOtherDataOrOfAModel()
        {
            using (CsvColumns roles = Roles())
            using (Dataset data = Dataset.ParseCsv(Table, roles))
            using (Solver solver = new Solver("cgens") { ["learners"] = 1 })
            using (Model model = solver.Fit(data))
            using (CsvColumns likeData = new CsvColumns().Match(data))
            using (CsvColumns unweighted = new CsvColumns().Match(data).NoWeight())
            using (CsvColumns likeModel = new CsvColumns().Match(model))
            using (CsvColumns bare = new CsvColumns().Match(model).NoLabel().NoId())
            {
                Assert.Equal("who", model.GetString("id_column"));
                using (Dataset again = Dataset.ParseCsv(Other, likeData))
                {
                    Assert.Equal(new[] { "b", "a" }, again.FeatureNames);
                    Assert.Equal(new long[] { 2, 5 }, again.FeatureColumns);
                    Assert.Equal(new double[] { 20, 10 }, again.Row(0));
                    Assert.Equal(new[] { "me", "you" }, again.RowNames);
                    Assert.Equal(new double[] { 3, 1 }, again.Weights());
                }
                using (Dataset again = Dataset.ParseCsv(Other, unweighted))
                    Assert.Equal(new double[] { 1, 1 }, again.Weights());
                using (Dataset again = Dataset.ParseCsv(Other, likeModel))
                {
                    Assert.Equal("y", again.LabelColumn);
                    Assert.Equal(new[] { "me", "you" }, again.RowNames);
                }
                using (Dataset again = Dataset.ParseCsv(Other, bare))
                {
                    Assert.Equal("", again.LabelColumn);
                    Assert.Empty(again.Classes);
                    Assert.Equal(new[] { "", "" }, again.RowNames);
                }
            }
        }

        private static void Refuses<T>(string says, Action call) where T : Exception
        {
            Assert.Contains(says, Assert.Throws<T>(call).Message);
        }

        private static void Refuses(string says, Action call) => Refuses<CoppiceException>(says, call);

        [Fact]
        public void WrongRolesAreRefused()
        {
            Refuses("column \"y\" is the label already; expected one role", () => Roles().Ignore("y"));
            Refuses("column \"trust\" is the weight already; expected one column",
                () => Roles().Weight("a"));
            Refuses("column \"who\" is the id already; expected no column", () => Roles().NoId());
            Refuses("column is \"\"; expected a name", () => new CsvColumns().Label(""));
            Refuses("line 1: no cell is \"no such\", the name of the weight",
                () => Dataset.ParseCsv(Table, new CsvColumns().Weight("no such")));
            Refuses("column 4 \"trust\" is given two roles",
                () => Dataset.ParseCsv(Table, Roles().Ignore("4")));
            Refuses("line 2, column 1 \"who\": weight \"first\"; expected 0 or a number",
                () => Dataset.ParseCsv(Table, new CsvColumns().Weight("who")));
            Refuses<ArgumentNullException>("column", () => new CsvColumns().Label(null));
            Refuses<ArgumentNullException>("dataset", () => new CsvColumns().Match((Dataset)null));
            Refuses<ArgumentNullException>("model", () => new CsvColumns().Match((Model)null));
            CsvColumns disposed = new CsvColumns();
            disposed.Dispose();
            Refuses<ObjectDisposedException>("CsvColumns", () => disposed.NoLabel());
            Dataset gone = Dataset.Of(new double[2], 2);
            gone.Dispose();
            Refuses<ObjectDisposedException>("Dataset", () => gone.LabelColumn.ToString());
            Refuses<ObjectDisposedException>("Dataset", () => gone.RowNames.ToString());
            Refuses<ObjectDisposedException>("Dataset", () => gone.FeatureColumns.ToString());
        }
    }
}

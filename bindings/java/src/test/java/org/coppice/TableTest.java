package org.coppice;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Columns of CSV tables have roles, and tables are read like others. */
class TableTest {
  @TempDir private Path folder;
  private String table;

  @BeforeEach
  void write() throws IOException {
    table =
        written(
            "table.csv",
            "who,note,a,trust,y,b\n"
                + "first,\"any, text\",1,0.5,no,2\n"
                + "søster,7,3,2,yes,4\n"
                + ",,5,1,no,6\n");
  }

  private String written(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static CsvColumns roles() {
    return new CsvColumns().label("y").id("who").weight("trust").ignore("note");
  }

  /** What a model that knows both classes finds in the rows of each. */
  private static double[] weightsOfClasses(Dataset data) {
    final Dataset both = Dataset.of(new double[][] {{0, 0}, {1, 1}}).labels("no", "yes");
    final double[] confusion =
        Solver.of("cgens").set("learners", 1).fit(both).evaluate(data).confusion();
    return new double[] {confusion[0] + confusion[1], confusion[2] + confusion[3]};
  }

  @Test
  void columnsHaveRoles() {
    final Dataset data = Dataset.readCsv(table, roles());
    assertArrayEquals(new double[] {1, 2}, data.row(0));
    assertArrayEquals(new double[] {3, 4}, data.row(1));
    assertArrayEquals(new double[] {5, 6}, data.row(2));
    assertArrayEquals(new long[] {3, 6}, data.featureColumns());
    assertEquals("y", data.labelColumn());
    assertArrayEquals(new String[] {"first", "søster", ""}, data.rowNames());
    assertArrayEquals(new String[] {"søster", "first"}, data.subset(1, 0).rowNames());
    assertArrayEquals(new String[] {"no", "yes"}, data.classes());
    assertArrayEquals(new double[] {1.5, 2}, weightsOfClasses(data));
    final Dataset byNumber =
        Dataset.readCsv(table, new CsvColumns().label("5").ignore("1", "2", "4").category("3"));
    assertEquals(2, byNumber.features());
    assertArrayEquals(new double[] {2, 6}, byNumber.row(2)); // the third of the levels 1, 3, 5
    assertArrayEquals(new String[] {"", "", ""}, byNumber.rowNames());
  }

  @Test
  void whatIsNoTableHasNoColumns() throws IOException {
    final Dataset data = Dataset.of(new double[] {1, 2}, 2);
    assertArrayEquals(new long[] {0, 0}, data.featureColumns());
    assertEquals("", data.labelColumn());
    assertArrayEquals(new String[] {""}, data.rowNames());
    final Dataset plain = Dataset.readCsv(written("plain.csv", "1,-1\n2,1\n"), "2");
    assertArrayEquals(new long[] {1}, plain.featureColumns());
    assertEquals("2", plain.labelColumn());
  }

  @Test
  void rolesAreThoseOfOtherDataOrOfAModel() throws IOException {
    final Dataset data = Dataset.readCsv(table, roles());
    final Model model = Solver.of("cgens").set("learners", 1).fit(data);
    assertEquals("who", model.getString("id_column"));
    final String other =
        written("other.csv", "trust,b,more,y,a,who\n3,20,x,yes,10,me\n1,21,2,no,11,you\n");
    final Dataset again = Dataset.readCsv(other, new CsvColumns().match(data));
    assertArrayEquals(new double[] {20, 10}, again.row(0));
    assertArrayEquals(new long[] {2, 5}, again.featureColumns());
    assertArrayEquals(new String[] {"me", "you"}, again.rowNames());
    assertArrayEquals(new double[] {1, 3}, weightsOfClasses(again));
    assertArrayEquals(
        new double[] {1, 1},
        weightsOfClasses(Dataset.readCsv(other, new CsvColumns().match(data).weight(null))));
    final Dataset ofModel = Dataset.readCsv(other, new CsvColumns().match(model));
    assertEquals("y", ofModel.labelColumn());
    assertArrayEquals(new String[] {"me", "you"}, ofModel.rowNames());
    final Dataset bare =
        Dataset.readCsv(other, new CsvColumns().match(model).label(null).id(null));
    assertEquals("", bare.labelColumn());
    assertArrayEquals(new String[0], bare.classes());
    assertArrayEquals(new String[] {"", ""}, bare.rowNames());
  }

  @Test
  void whatWasSetIsRead() {
    final Dataset data =
        Dataset.of(new float[] {1, 0.5F, 0, 2, 1, Float.NaN}, 2)
            .labels("no", "yes", "no")
            .weights(1, 2, 0.5)
            .featureNames("colour", "size")
            .levels(0, "red", "blue");
    assertArrayEquals(new double[] {1, 0.5}, data.row(0));
    assertArrayEquals(new double[] {1, Double.NaN}, data.row(2));
    assertArrayEquals(new String[] {"colour", "size"}, data.featureNames());
    assertArrayEquals(new String[] {"red", "blue"}, data.levels(0));
    assertArrayEquals(new String[0], data.levels(1));
    assertArrayEquals(new long[] {0, 1, 0}, data.labels());
    assertArrayEquals(new double[] {1, 2, 0.5}, data.weights());
    assertEquals(0, data.outputs());
    refuses("no numeric targets", data::targets);
    refuses("feature is 2", () -> data.levels(2));
    final Dataset numbers =
        Dataset.of(new double[] {1, 2}, 1).targets(new double[] {1, 2, 3, 4}, 2);
    assertEquals(2, numbers.outputs());
    assertArrayEquals(new double[] {1, 2, 3, 4}, numbers.targets());
    assertArrayEquals(new double[] {1, 1}, numbers.weights());
    refuses("label", numbers::labels);
  }

  @Test
  void textInMemoryIsReadAsFilesAre() throws IOException {
    final byte[] bytes = Files.readAllBytes(Path.of(table));
    final Dataset data = Dataset.parseCsv(bytes, roles());
    assertArrayEquals(Dataset.readCsv(table, roles()).row(1), data.row(1));
    assertArrayEquals(new String[] {"a", "b"}, data.featureNames());
    assertArrayEquals(new long[] {0, 1, 0}, data.labels());
    assertArrayEquals(new double[] {0.5, 2, 1}, data.weights());
    final Dataset lines = Dataset.parseSvmlight("+1 2:5\n-1 1:3\n".getBytes(UTF_8), 3);
    assertArrayEquals(new double[] {0, 5, 0}, lines.row(0));
    assertArrayEquals(new long[] {1, 0}, lines.labels());
    refuses("line 1, column 4", () -> Dataset.parseSvmlight("+1 x\n".getBytes(UTF_8), 0));
    refuses("text is NULL", () -> Dataset.parseCsv(null, roles()));
    assertThrows(NullPointerException.class, () -> Dataset.parseCsv(bytes, null));
  }

  private static void refuses(String says, Executable call) {
    final Exception error = assertThrows(CoppiceException.class, call);
    assertTrue(error.getMessage().contains(says), error.getMessage());
  }

  @Test
  void wrongRolesAreRefused() {
    refuses("column \"y\" is the label already; expected one role", () -> roles().ignore("a", "y"));
    refuses("column \"trust\" is the weight already; expected one col", () -> roles().weight("a"));
    refuses("column \"who\" is the id already; expected no column", () -> roles().id(null));
    refuses("column is \"\"; expected a name", () -> new CsvColumns().label(""));
    refuses("line 1: no cell is \"no such\", the name of the weight",
        () -> Dataset.readCsv(table, new CsvColumns().weight("no such")));
    refuses("column 4 \"trust\" is given two roles", () -> Dataset.readCsv(table, roles().ignore("4")));
    refuses("line 2, column 1 \"who\": weight \"first\"; expected 0 or a number",
        () -> Dataset.readCsv(table, new CsvColumns().weight("who")));
    refuses("dataset is NULL", () -> new CsvColumns().match((Dataset) null));
    refuses("model is NULL", () -> new CsvColumns().match((Model) null));
    assertThrows(NullPointerException.class, () -> new CsvColumns().ignore("a", null));
    assertEquals(
        "columns",
        assertThrows(
                NullPointerException.class, () -> Dataset.readCsv(table, (CsvColumns) null))
            .getMessage());
    final CsvColumns closed = new CsvColumns();
    closed.close();
    assertEquals(
        "this CsvColumns is closed",
        assertThrows(IllegalStateException.class, () -> Dataset.readCsv(table, closed))
            .getMessage());
  }
}

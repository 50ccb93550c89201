package org.coppice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Whatever is wrong is an exception that says what; the process lives on. */
class ErrorTest {
  private static void refuses(Class<? extends Exception> kind, String says, Executable call) {
    final Exception error = assertThrows(kind, call);
    assertTrue(error.getMessage().contains(says), error.getMessage());
  }

  private static void refuses(String says, Executable call) {
    refuses(CoppiceException.class, says, call);
  }

  private static void refusesArgument(String says, Executable call) {
    refuses(IllegalArgumentException.class, says, call);
  }

  @Test
  void errorsHaveCodes() {
    final CoppiceException error =
        assertThrows(CoppiceException.class, () -> Solver.of("cgens").set("C", -1.0));
    assertEquals(16, error.code());
    assertEquals("COPPICE_INVALID_OPTION", error.status());
  }

  @Test
  void dataAreChecked() {
    refuses("feature 1] is inf", () -> Dataset.of(new double[] {1, 1 / 0.0}, 2));
    refuses("3", () -> Dataset.of(new double[4], 2).labels(1, 2, 3));
    refuses("nan", () -> Dataset.of(new double[2], 1).labels(1, Double.NaN));
    refuses("\"a\"", () -> Dataset.of(new double[2], 2).featureNames("a", "a"));
    refuses("/nowhere.csv", () -> Dataset.readCsv("/nowhere.csv"));
    refuses("rows", () -> Dataset.of(new double[0], 2));
    refusesArgument("row 1 has 1 values; expected 2", () -> Dataset.of(new double[][] {{1, 2}, {3}}));
    refusesArgument("3 values; expected whole rows", () -> Dataset.of(new double[3], 2));
    refusesArgument("2 indices and 1 values",
        () -> Dataset.ofSparse(new long[] {0, 1}, new int[2], new double[1], 3));
    refusesArgument("NUL", () -> Dataset.of(new double[2], 2).featureNames("a", "b\0"));
    refuses(NullPointerException.class, "", () -> Dataset.of(new double[2], 2).featureNames("a", null));
    refuses(NullPointerException.class, "", () -> Dataset.of((double[]) null, 2));
  }

  @Test
  void solversAreChecked() {
    refuses("did you mean \"cgens\"", () -> Solver.of("cgen"));
    refuses("did you mean \"C\"", () -> Solver.of("cgens").set("c", 1));
    refuses("expected", () -> Solver.of("cgens").set("learners", 1.5));
    refusesArgument("expected a number or text", () -> Solver.of("cgens").set("C", true));
    refusesArgument("expected a number or text", () -> Solver.of("cgens").set("C", null));
    refuses("stump", () -> Solver.of("cgens").pool("stmup"));
    refuses("labels", () -> Solver.of("cgens").fit(Dataset.of(new double[4], 2)));
    refuses("", () -> Solver.of(null));
    refuses("label", () -> Solver.of("cgens").test(Dataset.of(new double[8], 4)).fit(Sets.small()));
  }

  @Test
  void modelsAreChecked() {
    final Model model = Solver.of("cgens").set("learners", 2).fit(Sets.small());
    refuses("3", () -> model.decide(1, 2, 3));
    refuses("platt", () -> model.predict(Output.PROBABILITY, new double[4], 4, 1));
    refuses("gap", () -> model.getDouble("gpa"));
    refuses("hello", () -> Model.fromBytes("hello".getBytes()));
    refuses("/nowhere.json", () -> Model.load("/nowhere.json"));
    refuses("capacity", () -> model.predict(Output.DECISION, new double[4], new double[0]));
    refusesArgument("direct", () -> model.predict(Output.DECISION,
        java.nio.DoubleBuffer.allocate(4), 4, java.nio.DoubleBuffer.allocate(1), 1));
    refuses("x is NULL", () -> model.decide((double[]) null));
  }

  @Test
  void whatIsClosedIsClosed() {
    final Dataset data = Sets.small();
    final Solver solver = Solver.of("cgens").set("learners", 2);
    final Model model = solver.fit(data);
    data.close();
    data.close();
    solver.close();
    assertEquals(2, model.getInt("learners"));
    model.close();
    refuses(IllegalStateException.class, "this Model is closed", () -> model.decide(1, 2, 3, 4));
    refuses(IllegalStateException.class, "this Dataset is closed", data::rows);
    refuses(IllegalStateException.class, "this Dataset is closed", () -> Solver.of("cgens").test(data));
    refuses(IllegalStateException.class, "this Solver is closed", () -> solver.set("C", 1));
  }
}

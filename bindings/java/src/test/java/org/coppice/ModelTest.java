package org.coppice;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Training and prediction, the same as from C. */
class ModelTest {
  private static Dataset others;
  private static Model model;
  private static double[][] rows;
  private static double[] x;
  private static double[] decisions;

  @BeforeAll
  static void train() {
    others = Sets.otherSpam();
    model = Solver.of("cgens").set("C", 0.01).set("learners", 60).fit(Sets.spam());
    rows = Sets.rowsOf(others);
    x = Sets.inOne(rows);
    decisions = model.predict(Output.DECISION, x, Sets.SPAM_FEATURES, 1);
  }

  @Test
  void theNumbersAreThoseOfTheReadme() {
    assertEquals(5.82, 100 * model.evaluate(others).criterion("error"), 0.005);
    assertEquals(3.706, model.decide(rows[0]), 0.0005);
  }

  @Test
  void everyWayToPredictGivesTheSameBits() {
    final double[] single = new double[rows.length];
    for (int i = 0; i < rows.length; ++i) single[i] = model.decide(rows[i]);
    assertArrayEquals(decisions, single);
    assertArrayEquals(decisions, model.predict(Output.DECISION, rows));
    assertArrayEquals(decisions, model.predict(Output.DECISION, others, 2));
    final DoubleBuffer in = direct(x.length).put(x).rewind();
    final DoubleBuffer out = direct(rows.length);
    model.predict(Output.DECISION, in, Sets.SPAM_FEATURES, out, 2);
    final double[] written = new double[rows.length];
    out.get(written);
    assertArrayEquals(decisions, written);
    for (int i = 0; i < rows.length; ++i) {
      model.predict(
          Output.DECISION,
          in.slice(i * Sets.SPAM_FEATURES, Sets.SPAM_FEATURES),
          out.slice(i, 1));
      single[i] = out.get(i);
    }
    assertArrayEquals(decisions, single);
  }

  @Test
  void buffersOnTheHeapAreRefused() {
    final DoubleBuffer row = DoubleBuffer.wrap(rows[0]);
    assertThrows(
        IllegalArgumentException.class,
        () -> model.predict(Output.DECISION, row, direct(1)));
    assertThrows(
        IllegalArgumentException.class,
        () -> model.predict(Output.DECISION, direct(rows[0].length), DoubleBuffer.allocate(1)));
    assertThrows(
        CoppiceException.class, () -> model.predict(Output.DECISION, direct(3), direct(1)));
  }

  private static DoubleBuffer direct(int length) {
    return ByteBuffer.allocateDirect(8 * length).order(ByteOrder.nativeOrder()).asDoubleBuffer();
  }

  @Test
  void classesAreTheSidesOfDecisions() {
    final double[] classes = model.predict(Output.CLASS, x, Sets.SPAM_FEATURES, 1);
    assertArrayEquals(new String[] {"-1", "1"}, model.classes());
    for (int i = 0; i < classes.length; ++i) assertEquals(decisions[i] >= 0 ? 1 : 0, classes[i]);
  }

  @Test
  void savedModelsAreTheSame(@TempDir Path folder) throws Exception {
    for (String name : new String[] {"model.json", "model.cbor"}) {
      final String path = folder.resolve(name).toString();
      model.save(path);
      assertArrayEquals(decisions, Model.load(path).predict(Output.DECISION, rows));
    }
    for (String format : new String[] {"json", "cbor"})
      assertArrayEquals(
          decisions, Model.fromBytes(model.toBytes(format)).predict(Output.DECISION, rows));
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(model);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertArrayEquals(decisions, ((Model) in.readObject()).predict(Output.DECISION, rows));
    }
  }

  @Test
  void aModelTellsOfItself() {
    assertEquals(60, model.getInt("learners"));
    assertEquals(60, model.getArray("weights").length);
    assertEquals(0.01, model.getDouble("option.C"));
    assertEquals("learners", model.getString("stop_reason"));
    assertTrue(model.learner(0).contains("\"kind\":\"stump\""), model.learner(0));
    assertEquals(1, model.width(Output.DECISION));
  }

  @Test
  void contributionsAndTheInterceptAreTheDecision() {
    final double[] contributions =
        model.predict(Output.CONTRIBUTIONS, x, Sets.SPAM_FEATURES, 1);
    final double intercept = model.getArray("intercept")[0];
    for (int i = 0; i < rows.length; ++i) {
      final int first = i * Sets.SPAM_FEATURES;
      final double sum =
          Arrays.stream(contributions, first, first + Sets.SPAM_FEATURES).sum() + intercept;
      assertEquals(decisions[i], sum, 1e-9);
    }
    assertTrue(Double.isNaN(model.shapeFunction(51)[model.shapeFunction(51).length - 2]));
  }

  @Test
  void sixtyFourThreadsShareAModel() throws Exception {
    final ExecutorService threads = Executors.newFixedThreadPool(64);
    try {
      final Callable<double[]> task =
          () -> model.predict(Output.DECISION, x, Sets.SPAM_FEATURES, 1);
      final List<Future<double[]>> results = threads.invokeAll(Collections.nCopies(64, task));
      for (Future<double[]> result : results) assertArrayEquals(decisions, result.get());
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void sparseRowsAreDenseRows() {
    final long[] starts = {0, 1, 3, 3};
    final Dataset sparse =
        Dataset.ofSparse(starts, new int[] {1, 0, 2}, new double[] {5, 6, 7}, 3);
    assertArrayEquals(new double[] {0, 5, 0}, sparse.row(0));
    assertArrayEquals(new double[] {6, 0, 7}, sparse.row(1));
    assertArrayEquals(new double[] {0, 0, 0}, sparse.row(2));
  }

  @Test
  void datasetsHaveNamesLevelsViewsAndParts() {
    final Dataset data =
        Dataset.of(new double[][] {{0, 1}, {1, 2}, {0, 3}, {1, 4}})
            .labels("nei", "ja", "nei", "ja")
            .featureNames("colour", "größe 🌲")
            .levels(0, "rød", "blå")
            .view("sizes", 1)
            .weights(1, 2, 3, 4);
    assertArrayEquals(new String[] {"ja", "nei"}, data.classes());
    assertEquals(2, data.subset(3, 0).rows());
    assertEquals(4, data.split(0.5, 1)[0].rows() + data.split(0.5, 1)[1].rows());
    final Model small = Solver.of("cgens").pool("stump@sizes").set("learners", 2).fit(data);
    assertArrayEquals(new String[] {"ja", "nei"}, small.classes());
    final Dataset table = Dataset.readCsv(Sets.FOLDER + "/labor.csv", "class");
    assertEquals(16, table.features());
  }

  @Test
  void crossValidationSetsTheBest() {
    final Solver solver = Solver.of("cgens").set("learners", 20).grid("C", 0.0001, 0.01);
    final CrossValidation found = solver.crossValidate(Sets.spam(), 3);
    assertEquals(2, found.points().length);
    assertEquals("learners", found.pathName());
    final double best = found.criterion()[found.best()];
    for (double one : found.criterion()) assertTrue(best <= one);
    assertEquals(found.path()[found.best()], Double.parseDouble(solver.get("learners")));
    assertTrue(found.points()[found.best()].contains(solver.get("C")), solver.get("C"));
  }

  private static double last(double[] numbers) {
    return numbers[numbers.length - 1];
  }

  @Test
  void testsAreWatchedAndChooseNothing() {
    final Dataset[] parts = others.split(0.5, 1);
    final Solver solver = Solver.of("adaboost").set("learners", 40).test(parts[1]);
    final Model watched = solver.fit(Sets.spam());
    assertEquals(
        watched.evaluate(parts[1]).criterion("error"), last(watched.getArray("curve.test_error")), 1e-12);
    final Model chosen = solver.validation(parts[0]).fit(Sets.spam());
    final int best = (int) chosen.getInt("best_iteration") - 1;
    assertEquals(
        chosen.evaluate(parts[1]).criterion("error"), chosen.getArray("curve.test_error")[best], 1e-12);
    final Model alone = solver.test(null).fit(Sets.spam());
    for (double error : alone.getArray("curve.test_error")) assertTrue(Double.isNaN(error));
    assertArrayEquals(
        alone.predict(Output.DECISION, others, 1), chosen.predict(Output.DECISION, others, 1));
  }

  @Test
  void numbersArePredicted() {
    final Dataset data = Dataset.of(new double[] {1, 2, 3, 4, 5, 6}, 1).targets(
        new double[] {2, 4, 6, 8, 10, 12}, 1);
    final Model line =
        Solver.of("svr").set("kernel", "linear").set("C", 100.0).set("epsilon", 0.001).fit(data);
    assertEquals(7, line.decide(3.5), 0.01);
  }

  @Test
  void cataloguesHaveNamesAndOptions() {
    assertTrue(Catalogue.METHODS.entries().containsKey("svm"));
    assertTrue(Catalogue.KERNELS.entries().containsKey("gaussian"));
    assertEquals("double", Catalogue.METHODS.options("cgens").get("C").get("type"));
    assertEquals("cgens", Solver.methodFor(others));
    assertFalse(Catalogue.GENERATORS.entries().isEmpty());
  }

  /** The alignment of F~F~' with y~y~', of rows whose columns F~ and labels y~ are centred. */
  @Test
  void aKernelOfViewsIsAlignedWithTheTestSet() {
    final Dataset train = Sets.small();
    final double[] x = new Random(2).doubles(160, -1, 1).toArray();
    final double[] y = new double[40];
    for (int i = 0; i < 40; ++i) y[i] = x[4 * i] + x[4 * i + 1] > 0 ? 1 : -1;
    final Dataset test = Dataset.of(x, 4).labels(y);
    final Model boosted =
        Solver.of("kernel-boost").test(test).fit(train.view("first", 0, 2).view("others", 1, 3));
    final double[] map = boosted.predict(Output.MAP, test, 1);
    final int width = map.length / 40;
    centre(map, width);
    centre(y, 1);
    double between = 0;
    double squares = 0;
    double size = 0;
    for (int i = 0; i < 40; ++i) {
      size += y[i] * y[i];
      for (int j = 0; j < 40; ++j) {
        double kernel = 0;
        for (int k = 0; k < width; ++k) kernel += map[i * width + k] * map[j * width + k];
        between += kernel * y[i] * y[j];
        squares += kernel * kernel;
      }
    }
    final double expected = between / size / Math.sqrt(squares);
    assertEquals(expected, boosted.getDouble("test_alignment"), 1e-9);
    final double[] curve = boosted.getArray("curve.test_alignment");
    assertEquals(expected, curve[curve.length - 1], 1e-9);
  }

  private static void centre(double[] values, int width) {
    final int rows = values.length / width;
    for (int k = 0; k < width; ++k) {
      double mean = 0;
      for (int i = 0; i < rows; ++i) mean += values[i * width + k] / rows;
      for (int i = 0; i < rows; ++i) values[i * width + k] -= mean;
    }
  }
}

package org.coppice;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.DoubleBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Learning row by row. */
class StreamTest {
  private static final double[] SIGNS = {-1, 1};
  private static final int ROWS = 2000;

  private static double[][] rows;
  private static double[] labels;

  /** Inside the unit circle is the class 1, outside of it -1. */
  @BeforeAll
  static void draw() {
    rows = Sets.rowsOf(Dataset.generate("circle", ROWS, 0, 9));
    labels =
        Arrays.stream(rows).mapToDouble(x -> x[0] * x[0] + x[1] * x[1] < 1 ? 1 : -1).toArray();
  }

  private static LearningStream online() {
    return Solver.of("online").set("cutoff", 50).begin(SIGNS, 2);
  }

  private static LearningStream norma() {
    return Solver.of("norma").set("kernel", "gaussian(gamma=2)").set("max_terms", 100).begin(SIGNS, 2);
  }

  private static int place(int row) {
    return labels[row] > 0 ? 1 : 0;
  }

  private static Dataset block(int from, int to) {
    return Dataset.of(Arrays.copyOfRange(rows, from, to)).labels(Arrays.copyOfRange(labels, from, to));
  }

  private static void refuses(Class<? extends Exception> kind, String says, Runnable call) {
    final String message = assertThrows(kind, call::run).getMessage();
    assertTrue(message.contains(says), message);
  }

  private static void refuses(String says, Runnable call) {
    refuses(CoppiceException.class, says, call);
  }

  @Test
  void everyWayToLearnIsTheSame() {
    final LearningStream stream = online();
    final double[] expected = new double[ROWS];
    final double[] one = new double[1];
    int wrong = 0;
    for (int i = 0; i < ROWS; ++i) {
      stream.learnRow(rows[i], place(i), 1, one);
      expected[i] = one[0];
      if ((one[0] >= 0) != (labels[i] > 0)) ++wrong;
    }
    assertEquals(ROWS, stream.rows());
    assertEquals(2, stream.features());
    assertEquals(1, stream.scores());
    assertTrue(stream.learners() > 10);
    assertEquals((double) wrong / ROWS, stream.prequentialError(), 1e-15);
    final byte[] learned = stream.toBytes("cbor");

    final double[] x = Sets.inOne(rows);
    final DoubleBuffer direct = Buffers.direct(x);
    final long[] starts = LongStream.rangeClosed(0, ROWS).map(i -> 2 * i).toArray();
    final int[] indices = new int[2 * ROWS];
    for (int k = 0; k < indices.length; ++k) indices[k] = k % 2;
    final Dataset sparse = Dataset.ofSparse(starts, indices, x, 2).labels(labels);
    final String[] names = Arrays.stream(labels).mapToObj(y -> y > 0 ? "1" : "-1").toArray(String[]::new);
    final List<LearningStream> others = new ArrayList<>();
    for (int k = 0; k < 8; ++k) others.add(online());
    assertArrayEquals(expected, others.get(0).learn(rows, labels));
    assertArrayEquals(expected, others.get(1).learn(x, labels));
    assertArrayEquals(expected, others.get(2).learn(direct, labels));
    assertArrayEquals(expected, others.get(3).learn(sparse));
    assertArrayEquals(expected, others.get(4).learn(rows, names));
    assertArrayEquals(expected, others.get(5).learn(x, names));
    assertArrayEquals(expected, others.get(6).learn(direct, names));
    final DoubleBuffer decision = Buffers.direct(1);
    for (int i = 0; i < ROWS; ++i) {
      if (i % 2 == 0) {
        others.get(7).learnRow(direct.slice(2 * i, 2), place(i), 1, decision);
        assertEquals(expected[i], decision.get(0));
      } else {
        others.get(7).learnSparseRow(new int[] {0, 1}, rows[i], place(i), 1, one);
        assertEquals(expected[i], one[0]);
      }
    }
    for (LearningStream other : others) assertArrayEquals(learned, other.toBytes("cbor"));
  }

  @Test
  void aSnapshotSaysWhatTheStreamSays() {
    final Dataset waves = Dataset.generate("waveform", 600, 0, 3);
    final double[][] x = Sets.rowsOf(waves);
    final LearningStream stream =
        Solver.of("pegasos").begin(new String[] {"1", "2", "3"}, waves.features());
    final double[] before = stream.learn(waves);
    assertEquals(3, stream.scores());
    assertEquals(3 * 600, before.length);
    final Model model = stream.snapshot();
    assertArrayEquals(new String[] {"1", "2", "3"}, model.classes());
    final double[] said = model.predict(Output.DECISION, Arrays.copyOf(x, 1));
    final double[] decisions = new double[3];
    stream.learnRow(x[0], 2, 0.5, decisions);
    assertArrayEquals(said, decisions, 1e-12);
    stream.learnRow(x[1], 2, 0, null); // of weight 0: it is not learned
    assertEquals(600, model.getInt("rows"));
    assertEquals(601, stream.snapshot().getInt("rows"));
  }

  @Test
  void aSavedStreamGoesOnBitForBit(@TempDir Path folder) {
    for (int kind = 0; kind < 2; ++kind) {
      final LearningStream whole = kind == 0 ? online() : norma();
      final LearningStream part = kind == 0 ? online() : norma();
      whole.learn(block(0, ROWS));
      part.learn(block(0, 900));
      final byte[] expected = whole.toBytes("cbor");
      final List<LearningStream> again = new ArrayList<>();
      for (String name : new String[] {"stream.json", "stream.cbor"}) {
        final String path = folder.resolve(name).toString();
        part.save(path);
        again.add(LearningStream.load(path));
      }
      for (String format : new String[] {"json", "cbor"})
        again.add(LearningStream.fromBytes(part.toBytes(format)));
      for (LearningStream stream : again) {
        assertEquals(900, stream.rows());
        for (int i = 900; i < ROWS; ++i) stream.learnRow(rows[i], place(i));
        assertArrayEquals(expected, stream.toBytes("cbor"));
      }
    }
  }

  @Test
  void othersPredictWithEarlierSnapshots() throws Exception {
    final ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (LearningStream stream : new LearningStream[] {online(), norma()}) {
        final List<Future<Boolean>> unchanged = new ArrayList<>();
        for (int from = 0; from < ROWS; from += 100) {
          stream.learn(block(from, from + 100));
          final Model model = stream.snapshot();
          final double[] now = model.predict(Output.DECISION, rows);
          unchanged.add(
              threads.submit(
                  () -> {
                    for (int k = 0; k < 10; ++k)
                      if (!Arrays.equals(now, model.predict(Output.DECISION, rows))) return false;
                    return true;
                  }));
        }
        stream.close();
        for (Future<Boolean> one : unchanged) assertTrue(one.get());
        assertEquals(ROWS / 100, unchanged.size());
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void ofABlockTheRowsBeforeABadOneAreLearned() {
    final double[][] damaged = Arrays.stream(rows).limit(20).map(double[]::clone).toArray(double[][]::new);
    damaged[7][1] = Double.NaN;
    final LearningStream stream = online();
    final LearningStream seven = online();
    final double[] expected = Arrays.copyOf(seven.learn(block(0, 7)), 20);
    Arrays.fill(expected, 7, 20, 99);
    final double[] decisions = new double[20];
    Arrays.fill(decisions, 99);
    refuses("x[row 7, feature 1] is nan",
        () -> stream.learn(Dataset.of(damaged).labels(Arrays.copyOf(labels, 20)), decisions));
    assertEquals(7, stream.rows());
    assertArrayEquals(expected, decisions);
    assertArrayEquals(seven.toBytes("cbor"), stream.toBytes("cbor"));

    final double[] wrong = Arrays.copyOfRange(labels, 7, 20);
    wrong[3] = 5;
    refuses("the label of row 3 is \"5\"",
        () -> stream.learn(Arrays.copyOfRange(rows, 7, 20), wrong));
    seven.learn(block(7, 10));
    assertArrayEquals(seven.toBytes("cbor"), stream.toBytes("cbor"));

    damaged[7][1] = Double.POSITIVE_INFINITY; // which no dataset takes: no row is learned
    refuses("x[row 7, feature 1] is inf",
        () -> stream.learn(damaged, Arrays.copyOf(labels, 20)));
    assertEquals(10, stream.rows());
  }

  @Test
  void whatCannotBeLearnedLeavesTheStreamAsItWas() {
    final LearningStream stream = online();
    stream.learn(block(0, 100));
    final byte[] learned = stream.toBytes("cbor");
    refuses("label of row 0 is 2", () -> stream.learnRow(rows[0], 2));
    refuses("label of row 0 is -1", () -> stream.learnRow(rows[0], -1));
    refuses("has 3 features; the stream was begun with 2", () -> stream.learnRow(new double[3], 0));
    refuses("the block has 3 features; the stream was begun with 2",
        () -> stream.learn(new double[4][3], Arrays.copyOf(labels, 4)));
    refuses("[row 0, feature 1] is inf",
        () -> stream.learnRow(new double[] {1, Double.POSITIVE_INFINITY}, 0));
    refuses("weight", () -> stream.learnRow(rows[0], 0, -1, null));
    refuses("capacity", () -> stream.learnRow(rows[0], 0, 1, new double[0]));
    refuses("capacity", () -> stream.learn(block(0, 5), new double[4]));
    refuses("x is NULL", () -> stream.learnRow(null, 0));
    refuses("indices[1], of row 0, is 2",
        () -> stream.learnSparseRow(new int[] {0, 2}, new double[2], 0, 1, null));
    refuses("0 after 1", () -> stream.learnSparseRow(new int[] {1, 0}, new double[2], 0, 1, null));
    refuses("labels", () -> stream.learn(Dataset.of(rows)));
    refuses("block is NULL", () -> stream.learn((Dataset) null, new double[1]));
    refuses(IllegalArgumentException.class, "2 indices and 1 values",
        () -> stream.learnSparseRow(new int[2], new double[1], 0, 1, null));
    refuses(IllegalArgumentException.class, "3 values; expected whole rows of 2 features",
        () -> stream.learn(new double[3], 1, 1));
    refuses(IllegalArgumentException.class, "direct",
        () -> stream.learnRow(DoubleBuffer.wrap(rows[0]), 0, 1, null));
    refuses(IllegalArgumentException.class, "direct",
        () -> stream.learnRow(Buffers.direct(rows[0]), 0, 1, DoubleBuffer.allocate(1)));
    refuses(IllegalArgumentException.class, "direct",
        () -> stream.learn(DoubleBuffer.wrap(rows[0]), 1));
    assertArrayEquals(learned, stream.toBytes("cbor"));
  }

  @Test
  void whatCannotBeginIsRefused() {
    refuses("whole datasets", () -> Solver.of("cgens").begin(SIGNS, 2));
    refuses("ascending", () -> Solver.of("online").begin(new double[] {1, -1}, 2));
    refuses("ascending", () -> Solver.of("online").begin(new String[] {"a", "a"}, 2));
    refuses("length is 1", () -> Solver.of("online").begin(new double[1], 2));
    refuses("length is 0", () -> Solver.of("online").begin((double[]) null, 2));
    refuses("features is 0", () -> Solver.of("online").begin(SIGNS, 0));
    refuses("hello", () -> LearningStream.fromBytes("hello".getBytes()));
    refuses("/nowhere.cbor", () -> LearningStream.load("/nowhere.cbor"));
    refuses("bytes", () -> LearningStream.fromBytes(null));
    final Solver solver = Solver.of("online");
    refuses("features is 0", () -> solver.begin(SIGNS, 0));
    assertEquals(0, solver.set("cutoff", 30).begin(SIGNS, 2).rows()); // it can be begun still
    refuses(IllegalStateException.class, "this Solver is closed", () -> solver.get("cutoff"));
    refuses(IllegalStateException.class, "this Solver is closed", () -> solver.begin(SIGNS, 2));
  }

  @Test
  void theStreamOutlivesItsSolver() {
    final LearningStream stream;
    try (Solver solver = Solver.of("online")) {
      stream = solver.begin(SIGNS, 2);
    }
    assertTrue(Double.isNaN(stream.prequentialError()));
    stream.learnRow(rows[0], place(0));
    final Model model = stream.snapshot();
    stream.close();
    stream.close();
    assertEquals(1, model.getInt("rows"));
    refuses(IllegalStateException.class, "this LearningStream is closed", stream::rows);
    refuses(IllegalStateException.class, "this LearningStream is closed", stream::snapshot);
    refuses(IllegalStateException.class, "is closed", () -> stream.learnRow(rows[0], 0));
    refuses(IllegalStateException.class, "is closed", () -> stream.learn(rows, labels));
    refuses(IllegalStateException.class, "is closed", () -> stream.toBytes("json"));
  }

  @Test
  void aStreamMayBeClosedWhileItLearns() throws Exception {
    for (int round = 0; round < 20; ++round) {
      final LearningStream stream = norma();
      final boolean byRow = round % 2 == 0;
      final AtomicLong learned = new AtomicLong();
      final ExecutorService thread = Executors.newSingleThreadExecutor();
      try {
        final Future<?> learning =
            thread.submit(
                () -> {
                  for (int i = 0; ; i = (i + 1) % ROWS) {
                    if (byRow) stream.learnRow(rows[i], place(i));
                    else stream.learn(block(0, 300));
                    learned.incrementAndGet();
                  }
                });
        while (learned.get() == 0) Thread.onSpinWait();
        stream.close();
        final Throwable ended =
            assertThrows(java.util.concurrent.ExecutionException.class, learning::get).getCause();
        assertEquals(IllegalStateException.class, ended.getClass());
      } finally {
        thread.shutdown();
      }
    }
  }

  @Test
  void anInterruptedThreadEndsABlock() {
    final Solver solver = Solver.of("norma").set("kernel", "gaussian(gamma=2)").set("max_terms", 3000);
    final LearningStream stream = solver.begin(SIGNS, 2);
    final LearningStream again = LearningStream.fromBytes(stream.toBytes("cbor"));
    final Dataset large = Dataset.generate("circle", 50000, 0.1, 9); // it takes seconds
    Thread.currentThread().interrupt();
    final CoppiceException ended = assertThrows(CoppiceException.class, () -> stream.learn(large));
    assertTrue(Thread.interrupted());
    assertEquals("COPPICE_CANCELLED", ended.status());
    final long learned = stream.rows();
    assertTrue(learned > 0 && learned < 50000, learned + " rows");
    again.learn(large.subset(LongStream.range(0, learned).toArray()));
    assertArrayEquals(again.toBytes("cbor"), stream.toBytes("cbor"));
  }

  private static Solver withKernel(CustomKernel kernel) {
    return Solver.of("norma").kernel("own", kernel).set("kernel", "custom(name=own)").set("max_terms", 50);
  }

  @Test
  void kernelsOfTheCallersAreCalled() {
    final CustomKernel dot =
        (x, rows, z, others, out) -> {
          for (int i = 0; i < rows; ++i)
            for (int j = 0; j < others; ++j)
              out.put(i * others + j,
                  1 + x.get(2 * i) * z.get(2 * j) + x.get(2 * i + 1) * z.get(2 * j + 1));
        };
    final LearningStream whole = withKernel(dot).begin(SIGNS, 2);
    final LearningStream part = withKernel(dot).begin(SIGNS, 2);
    final double[] one = new double[1];
    final double[] expected = whole.learn(block(0, 200));
    for (int i = 0; i < 100; ++i) {
      if (i % 2 == 0) part.learnRow(rows[i], place(i), 1, one);
      else part.learnSparseRow(new int[] {0, 1}, rows[i], place(i), 1, one);
      assertEquals(expected[i], one[0]);
    }
    final Solver again = withKernel(dot);
    final LearningStream loaded = LearningStream.fromBytes(part.toBytes("cbor"), again);
    loaded.learn(block(100, 200));
    assertArrayEquals(whole.toBytes("cbor"), loaded.toBytes("cbor"));
    assertEquals(loaded.snapshot().decide(rows[0]), whole.snapshot().decide(rows[0]));
    refuses("own", () -> LearningStream.fromBytes(part.toBytes("cbor")));

    final boolean[] fails = new boolean[1];
    final CustomKernel faulty =
        (x, rows, z, others, out) -> {
          if (fails[0]) throw new ArithmeticException("no kernel");
          dot.compare(x, rows, z, others, out);
        };
    final LearningStream stream = withKernel(faulty).begin(SIGNS, 2);
    stream.learn(block(0, 5));
    fails[0] = true;
    refuses(ArithmeticException.class, "no kernel", () -> stream.learn(block(5, 10)));
    refuses(ArithmeticException.class, "no kernel", () -> stream.learnRow(rows[5], 0));
    assertEquals(5, stream.rows());
    fails[0] = false;
    stream.learn(block(5, 10));
    assertArrayEquals(
        Arrays.copyOfRange(expected, 10, 20), Arrays.copyOf(stream.learn(block(10, 200)), 10));
  }

  @Test
  void aRowAllocatesNothing() {
    final LearningStream stream = Solver.of("pegasos").begin(SIGNS, 2);
    final double[] decisions = new double[1];
    final DoubleBuffer row = Buffers.direct(rows[0]);
    final DoubleBuffer decision = Buffers.direct(1);
    final int[] indices = {0, 1};
    final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long allocated = Long.MAX_VALUE; // by one thread, this: the least of what was measured
    for (int round = 0; round < 3; ++round) {
      final long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < ROWS; ++i) {
        stream.learnRow(rows[i], place(i));
        stream.learnRow(rows[i], place(i), 2, decisions);
        stream.learnRow(row, place(i), 1, decision);
        stream.learnSparseRow(indices, rows[i], place(i), 1, decisions);
      }
      allocated = Math.min(allocated, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertTrue(allocated < ROWS, allocated + " bytes"); // an object takes 16 of them
  }
}

package org.coppice;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Memory is flat over many predictions, objects and errors, closed or left to the collector. */
class MemoryTest {
  /** How often, in thousandths of what the tests do; to measure more by hand. */
  private static final long SHARE =
      Long.parseLong(System.getenv().getOrDefault("COPPICE_TEST_MEMORY", "1000"));

  private static double residentMegabytes() throws Exception {
    System.gc();
    Thread.sleep(100); // for the cleaner
    System.gc();
    for (String line : Files.readAllLines(Path.of("/proc/self/status")))
      if (line.startsWith("VmRSS:")) return Long.parseLong(line.replaceAll("\\D", "")) / 1000.0;
    throw new IOException("no VmRSS");
  }

  private static void checkFlat(String what, int usually, Runnable work) throws Exception {
    final long times = usually * SHARE / 1000;
    // Twice: the collector leaves much to be freed at once, which makes the heap of C grow once.
    for (long k = 0; k < 2 * times; ++k) work.run();
    final double before = residentMegabytes();
    for (long k = 0; k < times; ++k) work.run();
    final double grown = residentMegabytes() - before;
    System.out.printf("%s: %d times, grown by %.1f MB%n", what, times, grown);
    assertTrue(grown < 12, what + " grew by " + grown + " MB");
  }

  @Test
  void predictions() throws Exception {
    final Model model = Solver.of("cgens").set("learners", 20).fit(Sets.small());
    final double[] row = new double[4];
    final double[] out = new double[1];
    checkFlat("predictions", 200000, () -> model.predict(Output.DECISION, row, out));
  }

  @Test
  void objectsAndErrors() throws Exception {
    checkFlat(
        "objects",
        1500,
        () -> {
          final Dataset data = Sets.small();
          final Solver solver = Solver.of("cgens").set("learners", 2);
          final Model model = Model.fromBytes(solver.fit(data).toBytes("cbor"));
          assertThrows(CoppiceException.class, () -> solver.set("C", -1.0));
          assertThrows(CoppiceException.class, () -> model.decide(1, 2));
          assertThrows(CoppiceException.class, () -> Model.fromBytes(new byte[9]));
          if (data.rows() % 2 == 0) model.close();
        });
  }

  @Test
  void streams() throws Exception {
    final Dataset block = Dataset.generate("circle", 50, 0, 1);
    final double[] damaged = {1, Double.NaN};
    checkFlat(
        "streams",
        1500,
        () -> {
          final LearningStream stream =
              Solver.of("online").set("cutoff", 20).begin(new double[] {-1, 1}, 2);
          stream.learn(block);
          final LearningStream again = LearningStream.fromBytes(stream.toBytes("cbor"));
          assertThrows(CoppiceException.class, () -> again.learnRow(damaged, 1));
          final Model model = again.snapshot();
          if (model.decide(1, 1) > 0) again.close();
        });
  }
}

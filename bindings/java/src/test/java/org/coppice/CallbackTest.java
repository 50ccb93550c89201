package org.coppice;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.nio.DoubleBuffer;
import org.junit.jupiter.api.Test;

/** What callbacks throw comes out again, interrupts end a fit, and nothing stays behind. */
class CallbackTest {
  /** Stumps at 0: the parameter is the feature. */
  private static class Signs implements CustomLearner {
    @Override
    public boolean fit(
        DoubleBuffer x, int rows, DoubleBuffer residual, DoubleBuffer chosen, DoubleBuffer best) {
      final int features = x.capacity() / rows;
      double largest = -1;
      for (int d = 0; d < features; ++d) {
        boolean isChosen = false;
        for (int j = 0; j < chosen.capacity(); ++j) isChosen |= chosen.get(j) == d;
        double sum = 0;
        for (int i = 0; i < rows; ++i) sum += residual.get(i) * Math.signum(x.get(i * features + d));
        if (isChosen || Math.abs(sum) <= largest) continue;
        largest = Math.abs(sum);
        best.put(0, d);
      }
      return largest > 0;
    }

    @Override
    public void evaluate(DoubleBuffer parameters, DoubleBuffer x, int rows, DoubleBuffer outputs) {
      final int features = x.capacity() / rows;
      for (int i = 0; i < rows; ++i)
        outputs.put(i, Math.signum(x.get(i * features + (int) parameters.get(0))));
    }
  }

  private static Solver signs(CustomLearner learner) {
    return Solver.of("cgens").pool(Pool.custom("sign", 1, learner));
  }

  @Test
  void customLearnersAreTrainedAndSaved() {
    final Dataset data = Sets.small();
    final Model model = signs(new Signs()).fit(data);
    assertTrue(model.getDouble("train_error") < 0.3);
    final double[] expected = model.predict(Output.DECISION, data, 1);
    final double[][] rows = Sets.rowsOf(data);
    assertArrayEquals(expected, model.predict(Output.DECISION, Sets.inOne(rows), 4, 2));
    assertEquals(expected[3], model.decide(rows[3]));
    final CoppiceException error =
        assertThrows(CoppiceException.class, () -> Model.fromBytes(model.toBytes("cbor")));
    assertTrue(error.getMessage().contains("\"sign\""), error.getMessage());
  }

  @Test
  void whatCallbacksAreGivenMayBeKept() {
    final java.util.List<DoubleBuffer> kept = new java.util.ArrayList<>();
    final CustomLearner keeps =
        new Signs() {
          @Override
          public boolean fit(
              DoubleBuffer x, int rows, DoubleBuffer residual, DoubleBuffer chosen, DoubleBuffer p) {
            kept.add(x);
            kept.add(p);
            return super.fit(x, rows, residual, chosen, p);
          }
        };
    final Dataset data = Sets.small();
    final double[][] rows = Sets.rowsOf(data);
    signs(keeps).fit(data).close();
    System.gc();
    for (int k = 0; k < kept.size(); k += 2) {
      assertEquals(rows[7][2], kept.get(k).get(4 * 7 + 2));
      kept.get(k + 1).put(0, 1e300); // which nothing sees any more
    }
  }

  @Test
  void customKernelsAreKernels() {
    final Dataset data = Sets.small();
    final Solver solver =
        Solver.of("svm")
            .set("tolerance", 1e-9)
            .kernel(
                "dot",
                (x, rows, z, others, out) -> {
                  final int features = x.capacity() / rows;
                  for (int i = 0; i < rows; ++i)
                    for (int j = 0; j < others; ++j) {
                      double sum = 0;
                      for (int d = 0; d < features; ++d)
                        sum += x.get(i * features + d) * z.get(j * features + d);
                      out.put(i * others + j, sum);
                    }
                })
            .set("kernel", "custom(name=dot)");
    final Model linear = Solver.of("svm").set("tolerance", 1e-9).set("kernel", "linear").fit(data);
    assertArrayEquals(
        linear.predict(Output.DECISION, data, 1),
        solver.fit(data).predict(Output.DECISION, data, 1),
        1e-3);
  }

  private static class Fault extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  @Test
  void whatCallbacksThrowComesOut() {
    final Dataset data = Sets.small();
    final CustomLearner faulty =
        new Signs() {
          @Override
          public void evaluate(DoubleBuffer p, DoubleBuffer x, int rows, DoubleBuffer outputs) {
            throw new Fault();
          }
        };
    assertThrows(Fault.class, () -> signs(faulty).fit(data));
    assertThrows(
        Fault.class,
        () ->
            Solver.of("cgens")
                .progress(
                    progress -> {
                      throw new Fault();
                    })
                .fit(data));
    assertEquals(2, Solver.of("cgens").set("learners", 2).fit(data).getInt("learners"));
  }

  @Test
  void progressMayStop() {
    final Model model =
        Solver.of("cgens").progress(progress -> progress.iteration() < 5).fit(Sets.spam());
    assertEquals("stopped", model.getString("stop_reason"));
    assertTrue(model.getInt("iterations") <= 6);
  }

  private static Solver longFit() {
    return Solver.of("cgens").set("C", 1e4).set("learners", 100000).set("epsilon", 0.0)
        .set("tolerance", 1e-9);
  }

  private static Thread interruptSoon() {
    final Thread self = Thread.currentThread();
    final Thread other =
        new Thread(
            () -> {
              try {
                Thread.sleep(300);
              } catch (InterruptedException ended) {
                return;
              }
              self.interrupt();
            });
    other.start();
    return other;
  }

  @Test
  void interruptsEndAFit() throws Exception {
    final Dataset large = Dataset.generate("ringnorm", 20000, 0.1, 1);
    final long began = System.nanoTime();
    interruptSoon();
    final CoppiceException error =
        assertThrows(CoppiceException.class, () -> longFit().fit(large));
    assertEquals("COPPICE_CANCELLED", error.status());
    assertTrue(Thread.interrupted());
    interruptSoon();
    final Model kept = longFit().keepWhenInterrupted(true).fit(large);
    assertEquals("stopped", kept.getString("stop_reason"));
    assertTrue(Thread.interrupted());
    assertTrue(System.nanoTime() - began < 3e9, "0.6 seconds are usual");
  }

  @Test
  void learnersLiveAsLongAsModels() throws Exception {
    Signs learner = new Signs();
    final WeakReference<Signs> watched = new WeakReference<>(learner);
    final Model model = signs(learner).fit(Sets.small());
    learner = null;
    System.gc();
    assertFalse(watched.get() == null);
    model.close();
    for (int waited = 0; waited < 100 && watched.get() != null; ++waited) {
      System.gc(); // until the cleaner has freed solver and pool too
      Thread.sleep(20);
    }
    assertTrue(watched.get() == null);
  }
}

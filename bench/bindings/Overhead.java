import java.util.Locale;
import org.coppice.Dataset;
import org.coppice.Model;
import org.coppice.Output;
import org.coppice.Solver;

/** overhead.c in Java, whose matrices lie row after row: Overhead FOLDER. */
class Overhead {
  private static final int FEATURES = 57;
  private static final int BATCH = 10000;
  private static final int SINGLE = 1000;

  private static double least(int repeats, Runnable work) {
    double best = Double.POSITIVE_INFINITY;
    for (int k = 0; k < repeats; ++k) {
      final long start = System.nanoTime();
      work.run();
      best = Math.min(best, System.nanoTime() - start);
    }
    return best;
  }

  public static void main(String[] arguments) {
    final Dataset mails = Dataset.readSvmlight(arguments[0] + "/spam.train.svm");
    final Solver ofMany = Solver.of("cgens").set("C", 0.01).set("learners", 500);
    final double longFit = least(5, () -> ofMany.fit(mails).close());
    final Solver solver = Solver.of("cgens").set("C", 0.01).set("learners", 60);
    final double fitted = least(15, () -> solver.fit(mails).close());
    final Model model = solver.fit(mails);
    final double[] x = new double[BATCH * FEATURES];
    for (int k = 0; k < x.length; ++k) x[k] = (long) k * 7919 % 1009 / 100.0;
    final double[][] rows = new double[SINGLE][];
    for (int i = 0; i < SINGLE; ++i)
      rows[i] = java.util.Arrays.copyOfRange(x, i * FEATURES, (i + 1) * FEATURES);
    final double[] out = new double[1];
    final double single =
        least(
            2000,
            () -> {
              for (double[] row : rows) model.predict(Output.DECISION, row, out);
            });
    final double batch = least(400, () -> model.predict(Output.DECISION, x, FEATURES, 1));
    System.out.printf(
        Locale.ROOT, "fit %.2f long %.2f row %.1f rows %.1f columns nan%n", 1e-6 * fitted,
        1e-6 * longFit, single / SINGLE, 1e-3 * batch);
  }
}

import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.Locale;
import org.coppice.Dataset;
import org.coppice.Model;
import org.coppice.Pool;
import org.coppice.Solver;

/**
 * Weak learners of one's own: h(x) = +1 where a feature is between two numbers, else -1. The fit tries
 * all bands between quartiles of each feature: CustomLearner FOLDER.
 */
class CustomLearner {
  /** A learner is the feature, the lower and the upper bound. */
  private static class Bands implements org.coppice.CustomLearner {
    private static double output(double[] band, double value) {
      return value > band[1] && value <= band[2] ? 1 : -1;
    }

    @Override
    public void evaluate(DoubleBuffer parameters, DoubleBuffer x, int rows, DoubleBuffer outputs) {
      final double[] band = new double[3];
      parameters.get(band);
      final int features = x.capacity() / rows;
      for (int i = 0; i < rows; ++i)
        outputs.put(i, output(band, x.get(i * features + (int) band[0])));
    }

    private static boolean isChosen(double[] band, DoubleBuffer chosen) {
      final double[] other = new double[3];
      for (int j = 0; j < chosen.capacity(); j += 3) {
        chosen.position(j).get(other);
        if (Arrays.equals(band, other)) return true;
      }
      return false;
    }

    /** The band whose outputs are closest to the residuals of the rows, of those not chosen yet. */
    @Override
    public boolean fit(
        DoubleBuffer x, int rows, DoubleBuffer residual, DoubleBuffer chosen, DoubleBuffer best) {
      final int features = x.capacity() / rows;
      double largest = -1;
      for (int d = 0; d < features; ++d) {
        final double[] column = new double[rows];
        for (int i = 0; i < rows; ++i) column[i] = x.get(i * features + d);
        final double[] sorted = column.clone();
        Arrays.sort(sorted);
        final double[] bounds = new double[5];
        bounds[0] = sorted[0] - 1;
        for (int q = 1; q < 5; ++q) bounds[q] = sorted[q * (rows - 1) / 4];
        for (int a = 0; a < 5; ++a)
          for (int b = a + 1; b < 5; ++b) {
            final double[] band = {d, bounds[a], bounds[b]};
            if (isChosen(band, chosen)) continue;
            double sum = 0;
            for (int i = 0; i < rows; ++i) sum += residual.get(i) * output(band, column[i]);
            if (sum * sum <= largest * (1 + 1e-9)) continue;
            largest = sum * sum;
            best.rewind().put(band);
          }
      }
      return largest > 0;
    }
  }

  public static void main(String[] arguments) {
    final String folder = arguments.length > 0 ? arguments[0] : "capi_tests/data";
    final Dataset echoes = Dataset.readSvmlight(folder + "/ionosphere.svm");

    final Pool bands = Pool.custom("band", 3, new Bands());
    final Model model =
        Solver.of("cgens").pool(bands).set("C", 0.1).set("learners", 12).fit(echoes);

    System.out.printf(Locale.ROOT, "%d bands, training error %.2f %%%n", model.getInt("learners"),
        100 * model.getDouble("train_error"));
    System.out.printf(Locale.ROOT, "the first weighs %.3f%n", model.getArray("weights")[0]);
  }
}

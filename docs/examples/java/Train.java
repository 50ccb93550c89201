import java.util.Locale;
import org.coppice.Dataset;
import org.coppice.Model;
import org.coppice.Solver;

/** Train on real mails, and say how good the model is on others: Train FOLDER. */
class Train {
  public static void main(String[] arguments) {
    final String folder = arguments.length > 0 ? arguments[0] : "capi_tests/data";
    final Dataset mails = Dataset.readSvmlight(folder + "/spam.train.svm");
    final Dataset others = Dataset.readSvmlight(folder + "/spam.test.svm");

    final Model model = Solver.of("cgens").set("C", 0.01).set("learners", 60).fit(mails);

    print("held-out error %.2f %%%n", 100 * model.evaluate(others).criterion("error"));
    print("first mail scores %+.3f%n", model.decide(others.row(0)));
    print("objective %.4f%n", model.getDouble("objective"));
    final double[] counts = model.getArray("feature_counts");
    for (int d = 0; d < counts.length; ++d)
      if (counts[d] >= 4) print("feature %d is looked at by %.0f stumps%n", d, counts[d]);
  }

  private static void print(String format, Object... values) {
    System.out.printf(Locale.ROOT, format, values);
  }
}

import java.util.Locale;
import org.coppice.CrossValidation;
import org.coppice.Dataset;
import org.coppice.Model;
import org.coppice.Solver;

/** Choose the cost of an SVM whose kernel embodies all stumps: CrossValidate FOLDER. */
class CrossValidate {
  private static final String[] COSTS = {"0.0001", "0.001", "0.01", "0.1"};

  public static void main(String[] arguments) {
    final String folder = arguments.length > 0 ? arguments[0] : "capi_tests/data";
    final Dataset cells = Dataset.readSvmlight(folder + "/breast-cancer-diagnostic.svm");

    final Solver solver = Solver.of("svm").set("kernel", "stump").grid("C", (Object[]) COSTS);
    final CrossValidation found = solver.crossValidate(cells, 5);
    for (int k = 0; k < COSTS.length; ++k)
      print("C = %s: error %.2f %% +- %.2f%s%n", COSTS[k], 100 * found.criterion()[k],
          100 * found.standardError()[k], k == found.best() ? ", the best" : "");

    final Model model = solver.fit(cells); // the solver has the best already
    print("with C = %s: %d support vectors, training error %.2f %%%n", solver.get("C"),
        model.getInt("support_vectors"), 100 * model.getDouble("train_error"));
  }

  private static void print(String format, Object... values) {
    System.out.printf(Locale.ROOT, format, values);
  }
}

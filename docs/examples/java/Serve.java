import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.coppice.Dataset;
import org.coppice.Model;
import org.coppice.Output;
import org.coppice.Solver;

/**
 * Save a model, load it again, and serve predictions from many threads at once: a model is immutable,
 * and needs no lock. Serve FOLDER.
 */
class Serve {
  private static final int THREADS = 8;

  public static void main(String[] arguments) throws Exception {
    final String folder = arguments.length > 0 ? arguments[0] : "capi_tests/data";
    final Dataset mails = Dataset.readSvmlight(folder + "/spam.train.svm");
    final Dataset others = Dataset.readSvmlight(folder + "/spam.test.svm");

    final Path path = Files.createTempFile("serve", ".cbor");
    Solver.of("cgens").set("learners", 60).fit(mails).save(path.toString());
    final Model model = Model.load(path.toString());
    Files.delete(path);

    final double[][] rows = new double[(int) others.rows()][];
    for (int i = 0; i < rows.length; ++i) rows[i] = others.row(i);

    final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    final Callable<Double> task = () -> answer(model, rows);
    final List<Double> sums = new ArrayList<>();
    for (Future<Double> sum : threads.invokeAll(Collections.nCopies(THREADS, task)))
      sums.add(sum.get());
    threads.shutdown();

    final boolean equal = sums.stream().distinct().count() == 1;
    System.out.printf(Locale.ROOT, "%d threads, %d mails each: %s%n", THREADS, rows.length,
        equal ? "equal" : "different");
    System.out.printf(Locale.ROOT, "the mean magnitude of a score is %.4f%n",
        sums.get(0) / rows.length);
    System.exit(equal ? 0 : 1);
  }

  private static double answer(Model model, double[][] rows) {
    final double[] value = new double[1];
    double sum = 0;
    for (double[] row : rows) {
      model.predict(Output.DECISION, row, value); // allocates nothing
      sum += Math.abs(value[0]);
    }
    return sum;
  }
}

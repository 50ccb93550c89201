import org.coppice.CoppiceException;
import org.coppice.Dataset;
import org.coppice.Model;
import org.coppice.Output;
import org.coppice.Pool;
import org.coppice.Solver;

/** Whatever is wrong is an exception that says what; the program goes on. */
class BadInput {
  private static void say(Runnable call) {
    try {
      call.run();
    } catch (CoppiceException error) {
      System.out.println(error.status() + ": " + error.getMessage());
    }
  }

  public static void main(String[] arguments) {
    final double[] x = {1, 2, 3, 4, 5, 6, 7, 8};
    final double[] labels = {1, -1, 1, -1};

    say(() -> Dataset.of(new double[] {1, 2, 3, Double.POSITIVE_INFINITY}, 2));
    final Dataset data = Dataset.of(x, 2);
    say(() -> data.labels(1, -1, 1));
    say(() -> Dataset.readCsv("missing.csv"));

    say(() -> Solver.of("cgen"));
    final Solver solver = Solver.of("cgens");
    say(() -> solver.set("c", 1));
    say(() -> solver.set("C", -1));
    say(() -> Pool.of("union(stump,"));

    say(() -> solver.fit(data));
    data.labels(1, 1, 1, 1);
    say(() -> solver.fit(data));
    data.labels(labels);
    final Model model = solver.fit(data);
    say(() -> model.predict(Output.DECISION, x, 4, 1));
    say(() -> model.predict(Output.PROBABILITY, x, 2, 1));
    say(() -> Model.fromBytes("hello".getBytes()));
  }
}

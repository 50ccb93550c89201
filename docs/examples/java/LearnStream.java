import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.coppice.Dataset;
import org.coppice.LearningStream;
import org.coppice.Model;
import org.coppice.Output;
import org.coppice.Solver;

/**
 * Learn from a stream, save it and go on, and take models of it meanwhile: other threads predict with each,
 * whose predictions never change while the stream learns. LearnStream.
 */
class LearnStream {
  private static final int SNAPSHOTS = 10;
  private static final int BLOCK = 500;
  private static final int PROBES = 200;
  private static final int TIMES = 20;

  public static void main(String[] arguments) throws Exception {
    // Two classes that move every 1,000 rows, and a machine that forgets.
    final Dataset data = Dataset.generate("switching", (SNAPSHOTS + 1) * BLOCK, 0, 1);
    final double[][] probes = new double[PROBES][];
    for (int i = 0; i < PROBES; ++i) probes[i] = data.row(i);
    final Solver solver = Solver.of("norma").set("kernel", "gaussian(gamma=1)").set("max_terms", 200);
    LearningStream stream = solver.set("rate_floor", 0.1).begin(new double[] {-1, 1}, 2);

    final ExecutorService threads = Executors.newFixedThreadPool(4);
    final List<Future<Boolean>> answers = new ArrayList<>();
    for (int k = 0; k < SNAPSHOTS; ++k) {
      stream.learn(block(data, k));
      final Model model = stream.snapshot();
      final double[] decisions = model.predict(Output.DECISION, probes);
      answers.add(threads.submit(() -> stays(model, probes, decisions)));
      System.out.printf(Locale.ROOT,
          "%d rows: error so far %.3f, of the snapshot on the next %d %.3f%n", stream.rows(),
          stream.prequentialError(), BLOCK, model.evaluate(block(data, k + 1)).criterion("error"));
      if (k != SNAPSHOTS / 2 - 1) continue;
      final Path path = Files.createTempFile("stream", ".cbor");
      stream.save(path.toString());
      stream.close(); // the program might end here
      stream = LearningStream.load(path.toString());
      Files.delete(path);
      System.out.printf("saved, and gone on at row %d%n", stream.rows());
    }
    boolean equal = true;
    for (Future<Boolean> answer : answers) equal &= answer.get();
    threads.shutdown();

    System.out.printf("%d snapshots, each predicted %d times beside the stream: %s%n", SNAPSHOTS, TIMES,
        equal ? "equal" : "different");
    System.exit(equal ? 0 : 1);
  }

  private static Dataset block(Dataset data, int k) {
    return data.subset(LongStream.range(k * BLOCK, (k + 1) * BLOCK).toArray());
  }

  private static boolean stays(Model model, double[][] probes, double[] decisions) {
    for (int time = 0; time < TIMES; ++time)
      if (!Arrays.equals(decisions, model.predict(Output.DECISION, probes))) return false;
    return true;
  }
}

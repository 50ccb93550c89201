package org.coppice;

import java.nio.DoubleBuffer;

/**
 * A stream that has begun: {@link Solver#begin(double[], long)} makes it. Rows are learned one by one or in
 * blocks, each once; models of what has been learned so far may be taken at any time, and other threads may
 * predict with them meanwhile. The stream itself is for one thread at a time.
 *
 * <p>A row that cannot be learned is a {@link CoppiceException} that names it, and leaves the stream as it
 * was. The decision values that calls give are those from before the row was learned. Where the solver has
 * kernels of the caller's, the stream and its models call them.
 */
public final class LearningStream extends Handle {
  /** No array may be lent to the library while it calls back. */
  private final boolean callsBack;

  LearningStream(long address, boolean callsBack) {
    super(address, Capi::solver_free);
    this.callsBack = callsBack;
  }

  /**
   * A stream that goes on, bit for bit, where another was saved.
   *
   * @param path a file, JSON or CBOR
   * @return the stream
   */
  public static LearningStream load(String path) {
    return new LearningStream(made(out -> Capi.solver_load(path, out)), false);
  }

  /**
   * A stream that goes on, bit for bit, where another with kernels of the caller's was saved.
   *
   * @param path a file, JSON or CBOR
   * @param solver has the kernels
   * @return the stream
   */
  public static LearningStream load(String path, Solver solver) {
    final long[] out = new long[1];
    solver.call(self -> Capi.solver_load_custom(path, self, out));
    return new LearningStream(out[0], solver.callsBack());
  }

  /**
   * A stream from what {@link #toBytes} gave.
   *
   * @param bytes JSON or CBOR
   * @return the stream
   */
  public static LearningStream fromBytes(byte[] bytes) {
    return new LearningStream(made(out -> Capi.solver_load_buffer(bytes, out)), false);
  }

  /**
   * The same of a stream with kernels of the caller's.
   *
   * @param bytes JSON or CBOR
   * @param solver has the kernels
   * @return the stream
   */
  public static LearningStream fromBytes(byte[] bytes, Solver solver) {
    final long[] out = new long[1];
    solver.call(self -> Capi.solver_load_buffer_custom(bytes, self, out));
    return new LearningStream(out[0], solver.callsBack());
  }

  /**
   * Saves all that it takes to go on. A process that ends meanwhile leaves the old file or the new one.
   *
   * @param path a file, JSON or CBOR by its extension
   */
  public void save(String path) {
    call(self -> Capi.solver_save(self, path));
  }

  /**
   * The content of a file.
   *
   * @param format "json" or "cbor"
   * @return its bytes
   */
  public byte[] toBytes(String format) {
    return bytes((self, out, needed) -> Capi.solver_save_buffer(self, format, out, needed));
  }

  /**
   * Learns one row. Allocates nothing.
   *
   * @param row the values
   * @param label the place of its class among those declared
   */
  public void learnRow(double[] row, int label) {
    learnRow(row, label, 1, null);
  }

  /**
   * Learns one row. Allocates nothing, but where there are kernels of the caller's.
   *
   * @param row the values
   * @param label the place of its class among those declared
   * @param weight multiplies its step; a row of weight 0 is not learned
   * @param decisions where its {@link #scores} decision values go; null for nowhere
   */
  public void learnRow(double[] row, int label, double weight, double[] decisions) {
    if (callsBack) {
      final DoubleBuffer copy = decisions == null ? null : Buffers.direct(decisions.length);
      learnRow(Buffers.direct(row), label, weight, copy);
      if (copy != null) copy.get(decisions);
      return;
    }
    final long self = enter();
    try {
      CoppiceException.check(Capi.solver_learn_row(self, row, label, weight, decisions));
    } finally {
      leave();
    }
  }

  /**
   * Learns one row in a direct buffer, without a copy. Allocates nothing.
   *
   * @param row the values; a direct buffer of the native byte order
   * @param label the place of its class among those declared
   * @param weight multiplies its step; a row of weight 0 is not learned
   * @param decisions where its {@link #scores} decision values go, a direct buffer of the native byte
   *     order; null for nowhere
   */
  public void learnRow(DoubleBuffer row, int label, double weight, DoubleBuffer decisions) {
    Buffers.checkNative(row);
    if (decisions != null) Buffers.checkNative(decisions);
    final long self = enter();
    try {
      CoppiceException.check(Capi.solver_learn_row_buffer(self, row, label, weight, decisions));
    } finally {
      leave();
    }
  }

  /**
   * Learns one row of which only some values are listed; the others are 0. Allocates nothing.
   *
   * @param indices the features of the values, ascending
   * @param values as many
   * @param label the place of its class among those declared
   * @param weight multiplies its step; a row of weight 0 is not learned
   * @param decisions where its {@link #scores} decision values go; null for nowhere
   */
  public void learnSparseRow(
      int[] indices, double[] values, int label, double weight, double[] decisions) {
    Dataset.checkPairs(indices, values);
    final long self = enter();
    try {
      CoppiceException.check(
          Capi.solver_learn_sparse_row(self, indices, values, label, weight, decisions));
    } finally {
      leave();
    }
  }

  /**
   * Learns the rows of a dataset one after another. Its columns go by position, and its labels are
   * compared with the classes as text.
   *
   * @param block labelled rows
   * @return their decision values, row after row, {@link #scores} a row
   */
  public double[] learn(Dataset block) {
    final double[] decisions =
        new double[Math.multiplyExact(Math.toIntExact(block.rows()), scores())];
    learn(block, decisions);
    return decisions;
  }

  /**
   * Learns the rows of a dataset one after another. Where a row cannot be learned this throws: the rows
   * before it are learned, {@link #rows} says how many there are, and {@code decisions} has their
   * decision values; the rest is not touched. An interrupted thread, which stays interrupted, ends it in
   * the same way within 100 milliseconds, with {@code COPPICE_CANCELLED}.
   *
   * @param block labelled rows
   * @param decisions where their decision values go, row after row, {@link #scores} a row
   */
  public void learn(Dataset block, double[] decisions) {
    final long user = Native.retain(new Callbacks.Watch(null, false));
    try {
      call(
          block,
          (self, other) -> Capi.solver_learn_watched(self, other, user, decisions));
    } finally {
      Native.release(user);
    }
  }

  /**
   * Learns rows whose classes are numbers.
   *
   * @param rows arrays of the same length
   * @param labels one a row
   * @return as {@link #learn(Dataset)}
   */
  public double[] learn(double[][] rows, double... labels) {
    try (Dataset block = Dataset.of(rows)) {
      return learn(block.labels(labels));
    }
  }

  /**
   * Learns rows of classes with names.
   *
   * @param rows arrays of the same length
   * @param labels one a row
   * @return as {@link #learn(Dataset)}
   */
  public double[] learn(double[][] rows, String... labels) {
    try (Dataset block = Dataset.of(rows)) {
      return learn(block.labels(labels));
    }
  }

  /**
   * Learns rows that stand one after another, whose classes are numbers.
   *
   * @param x the values
   * @param labels one a row
   * @return as {@link #learn(Dataset)}
   */
  public double[] learn(double[] x, double... labels) {
    try (Dataset block = Dataset.of(x, features())) {
      return learn(block.labels(labels));
    }
  }

  /**
   * Learns rows that stand one after another, of classes with names.
   *
   * @param x the values
   * @param labels one a row
   * @return as {@link #learn(Dataset)}
   */
  public double[] learn(double[] x, String... labels) {
    try (Dataset block = Dataset.of(x, features())) {
      return learn(block.labels(labels));
    }
  }

  /**
   * Learns rows that stand one after another in a direct buffer, whose classes are numbers.
   *
   * @param x the values; a direct buffer of the native byte order
   * @param labels one a row
   * @return as {@link #learn(Dataset)}
   */
  public double[] learn(DoubleBuffer x, double... labels) {
    try (Dataset block = Dataset.of(x, features())) {
      return learn(block.labels(labels));
    }
  }

  /**
   * Learns rows that stand one after another in a direct buffer, of classes with names.
   *
   * @param x the values; a direct buffer of the native byte order
   * @param labels one a row
   * @return as {@link #learn(Dataset)}
   */
  public double[] learn(DoubleBuffer x, String... labels) {
    try (Dataset block = Dataset.of(x, features())) {
      return learn(block.labels(labels));
    }
  }

  /**
   * A model of what has been learned so far, which may be nothing. It is immutable, and shares nothing
   * with the stream.
   *
   * @return the model
   */
  public Model snapshot() {
    final long[] out = new long[1];
    call(self -> Capi.solver_snapshot(self, out));
    return new Model(out[0], callsBack);
  }

  /**
   * How many rows of positive weight have been learned.
   *
   * @return the number
   */
  public long rows() {
    return count("stream.rows");
  }

  /**
   * How many values a row has.
   *
   * @return the number
   */
  public int features() {
    return Math.toIntExact(count("stream.features"));
  }

  /**
   * How many decision values a row has: one for two classes, else one a class.
   *
   * @return the number
   */
  public int scores() {
    return Math.toIntExact(count("stream.scores"));
  }

  /**
   * How many weak learners there are, of all classes, or terms of a kernel expansion.
   *
   * @return the number
   */
  public long learners() {
    return count("stream.learners");
  }

  /**
   * The error so far: the weighted fraction of the rows whose class was not the one decided before they
   * were learned.
   *
   * @return the fraction; NaN before the first row
   */
  public double prequentialError() {
    return number((self, out) -> Capi.solver_get_double(self, "stream.prequential_error", out));
  }

  private long count(String name) {
    return count((self, out) -> Capi.solver_get_int(self, name, out));
  }
}

package org.coppice;

import java.io.ObjectStreamException;
import java.io.Serializable;
import java.nio.DoubleBuffer;
import java.util.Arrays;

/**
 * A trained model: immutable; any number of threads may predict with it at once. It is serialised as
 * what {@link #toBytes} gives.
 */
public final class Model extends Handle implements Serializable {
  private static final long serialVersionUID = 1;

  /** No array may be lent to the library while it calls back. */
  private final transient boolean callsBack;

  Model(long address, boolean callsBack) {
    super(address, Capi::model_free);
    this.callsBack = callsBack;
  }

  /**
   * Loads a model.
   *
   * @param path a file, JSON or CBOR
   * @return the model
   */
  public static Model load(String path) {
    return new Model(made(out -> Capi.model_load(path, out)), false);
  }

  /**
   * Loads a model with learners or kernels of the caller's.
   *
   * @param path a file, JSON or CBOR
   * @param solver has them
   * @return the model
   */
  public static Model load(String path, Solver solver) {
    final long[] out = new long[1];
    solver.call(self -> Capi.model_load_custom(path, self, out));
    return new Model(out[0], solver.callsBack());
  }

  /**
   * A model from what {@link #toBytes} gave.
   *
   * @param bytes JSON or CBOR
   * @return the model
   */
  public static Model fromBytes(byte[] bytes) {
    return new Model(made(out -> Capi.model_load_buffer(bytes, out)), false);
  }

  /**
   * Saves the model.
   *
   * @param path a file, JSON or CBOR by its extension
   */
  public void save(String path) {
    call(self -> Capi.model_save(self, path));
  }

  /**
   * The content of a file.
   *
   * @param format "json" or "cbor"
   * @return its bytes
   */
  public byte[] toBytes(String format) {
    return bytes((self, out, needed) -> Capi.model_save_buffer(self, format, out, needed));
  }

  /** What stands in the stream for the model. */
  private static final class Saved implements Serializable {
    private static final long serialVersionUID = 1;
    private final byte[] bytes;

    Saved(byte[] bytes) {
      this.bytes = bytes;
    }

    private Object readResolve() throws ObjectStreamException {
      return fromBytes(bytes);
    }
  }

  /**
   * What is written to a stream in place of the model.
   *
   * @return its bytes
   * @throws ObjectStreamException never
   */
  private Object writeReplace() throws ObjectStreamException {
    return new Saved(toBytes("cbor"));
  }

  /**
   * How many numbers an output has for each row.
   *
   * @param output which
   * @return the number
   */
  public int width(Output output) {
    return Math.toIntExact(
        count((self, out) -> Capi.model_output_width(self, output.number, out)));
  }

  /**
   * Predicts one row. Allocates nothing.
   *
   * @param output what to predict
   * @param row the values
   * @param results where the numbers go
   */
  public void predict(Output output, double[] row, double[] results) {
    if (callsBack) {
      final DoubleBuffer copy = Buffers.direct(results.length);
      predict(output, Buffers.direct(row), row.length, copy, 1);
      copy.get(results);
      return;
    }
    final long self = enter();
    try {
      CoppiceException.check(Capi.model_predict_row(self, output.number, row, results));
    } finally {
      leave();
    }
  }

  /**
   * Predicts one row in a direct buffer, without a copy. Allocates nothing.
   *
   * @param output what to predict
   * @param row the values; a direct buffer of the native byte order
   * @param results where the numbers go; a direct buffer of the native byte order
   */
  public void predict(Output output, DoubleBuffer row, DoubleBuffer results) {
    Buffers.checkNative(row, results);
    final long self = enter();
    try {
      CoppiceException.check(Capi.model_predict_row_buffer(self, output.number, row, results));
    } finally {
      leave();
    }
  }

  /**
   * The decision value of a row, of a model that has one.
   *
   * @param row the values
   * @return the value
   */
  public double decide(double... row) {
    final double[] out = new double[1];
    predict(Output.DECISION, row, out);
    return out[0];
  }

  /**
   * Predicts rows that stand one after another.
   *
   * @param output what to predict
   * @param x the values
   * @param features how many a row
   * @param threads on how many threads; 0 for all
   * @return the numbers, row after row
   */
  public double[] predict(Output output, double[] x, int features, int threads) {
    final int rows = Buffers.rows(x.length, features);
    final double[] out = new double[Math.multiplyExact(rows, width(output))];
    if (callsBack) {
      final DoubleBuffer copy = Buffers.direct(out.length);
      predict(output, Buffers.direct(x), features, copy, threads);
      copy.get(out);
      return out;
    }
    call(
        self ->
            Capi.model_predict(self, output.number, x, rows, features, features, 1, threads, out));
    return out;
  }

  /**
   * Predicts rows.
   *
   * @param output what to predict
   * @param rows arrays of the same length
   * @return the numbers, row after row
   */
  public double[] predict(Output output, double[][] rows) {
    try (Dataset data = Dataset.of(rows)) {
      return predict(output, data, 1);
    }
  }

  /**
   * Predicts rows in a direct buffer, without a copy.
   *
   * @param output what to predict
   * @param x the values, row after row; a direct buffer of the native byte order
   * @param features how many a row
   * @param results where the numbers go; a direct buffer of the native byte order
   * @param threads on how many threads; 0 for all
   */
  public void predict(
      Output output, DoubleBuffer x, int features, DoubleBuffer results, int threads) {
    Buffers.checkNative(x, results);
    final long rows = Buffers.rows(x.capacity(), features);
    call(
        self ->
            Capi.model_predict_buffer(
                self, output.number, x, rows, features, features, 1, threads, results));
  }

  /**
   * Predicts the rows of a dataset, whose columns are found by name where there are names.
   *
   * @param output what to predict
   * @param data the rows; labels are not looked at
   * @param threads on how many threads; 0 for all
   * @return the numbers, row after row
   */
  public double[] predict(Output output, Dataset data, int threads) {
    final double[] out =
        new double[Math.multiplyExact(Math.toIntExact(data.rows()), width(output))];
    if (callsBack) {
      final DoubleBuffer copy = Buffers.direct(out.length);
      call(
          data,
          (self, other) ->
              Capi.model_predict_dataset_buffer(self, output.number, other, threads, copy));
      copy.get(out);
      return out;
    }
    call(
        data,
        (self, other) -> Capi.model_predict_dataset(self, output.number, other, threads, out));
    return out;
  }

  /**
   * How good predictions of a dataset are.
   *
   * @param data labelled rows
   * @return the evaluation
   */
  public Evaluation evaluate(Dataset data) {
    final long[] out = new long[1];
    call(data, (self, other) -> Capi.model_evaluate(self, other, 1, out));
    return new Evaluation(out[0]);
  }

  /**
   * The labels that classes stand for.
   *
   * @return their text, in the order of the classes
   */
  public String[] classes() {
    final String[] names = new String[Math.toIntExact(getInt("classes"))];
    Arrays.setAll(
        names, k -> text((self, out, needed) -> Capi.model_class_name(self, k, out, needed)));
    return names;
  }

  /**
   * A quantity that is a whole number.
   *
   * @param name such as "learners"
   * @return the number
   */
  public long getInt(String name) {
    return count((self, out) -> Capi.model_get_int(self, name, out));
  }

  /**
   * A quantity that is a number.
   *
   * @param name such as "gap"
   * @return the number; NaN where it is not known
   */
  public double getDouble(String name) {
    return number((self, out) -> Capi.model_get_double(self, name, out));
  }

  /**
   * A quantity that is text.
   *
   * @param name such as "stop_reason"
   * @return the text
   */
  public String getString(String name) {
    return text((self, out, needed) -> Capi.model_get_string(self, name, out, needed));
  }

  /**
   * A quantity that is several numbers.
   *
   * @param name such as "weights"
   * @return the numbers
   */
  public double[] getArray(String name) {
    return numbers((self, out, needed) -> Capi.model_get_array(self, name, out, needed));
  }

  /**
   * A weak learner.
   *
   * @param index in the order of their choice
   * @return a JSON object
   */
  public String learner(long index) {
    return text((self, out, needed) -> Capi.model_learner(self, index, out, needed));
  }

  /**
   * What a feature adds to the decision value, where the model is a sum of functions of one feature.
   *
   * @param feature which
   * @return points of 1 + scores numbers, the last for missing values
   */
  public double[] shapeFunction(long feature) {
    return numbers(
        (self, out, needed) -> Capi.model_shape_function(self, feature, out, needed));
  }
}

package org.coppice;

import java.nio.DoubleBuffer;
import java.util.Objects;

/**
 * Examples: rows of feature values (NaN where one is missing) and, to train on, labels or targets and
 * weights. The library copies all of it. For one thread at a time; a dataset that a solver has used is
 * immutable, and may be shared.
 */
public final class Dataset extends DatasetContents {
  private Dataset(long address) {
    super(address, Capi::dataset_free);
  }

  /**
   * A dataset of rows that stand one after another.
   *
   * @param x the values
   * @param features how many a row
   * @return the dataset
   */
  public static Dataset of(double[] x, int features) {
    final long rows = Buffers.rows(x.length, features);
    return new Dataset(made(out -> Capi.dataset_create_dense(x, rows, features, features, 1, out)));
  }

  /**
   * A dataset of rows that stand one after another, which keeps floats.
   *
   * @param x the values
   * @param features how many a row
   * @return the dataset
   */
  public static Dataset of(float[] x, int features) {
    final long rows = Buffers.rows(x.length, features);
    return new Dataset(
        made(out -> Capi.dataset_create_dense_float(x, rows, features, features, 1, out)));
  }

  /**
   * A dataset of rows that stand one after another in a direct buffer.
   *
   * @param x the values; a direct buffer of the native byte order
   * @param features how many a row
   * @return the dataset
   */
  public static Dataset of(DoubleBuffer x, int features) {
    Buffers.checkNative(x);
    final long rows = Buffers.rows(x.capacity(), features);
    return new Dataset(
        made(out -> Capi.dataset_create_dense_buffer(x, rows, features, out)));
  }

  /**
   * A dataset of rows.
   *
   * @param rows arrays of the same length
   * @return the dataset
   */
  public static Dataset of(double[][] rows) {
    final int features = rows.length == 0 ? 0 : rows[0].length;
    final double[] x = new double[Math.multiplyExact(rows.length, features)];
    for (int i = 0; i < rows.length; ++i) {
      if (rows[i].length != features)
        throw new IllegalArgumentException(
            "row " + i + " has " + rows[i].length + " values; expected " + features + ", as row 0");
      System.arraycopy(rows[i], 0, x, i * features, features);
    }
    return of(x, Math.max(features, 1));
  }

  /**
   * A dataset of compressed sparse rows; what is not listed is 0.
   *
   * @param starts where the entries of each row begin, and the number of all
   * @param indices the feature of each entry, ascending within a row
   * @param values the value of each entry
   * @param features how many there are
   * @return the dataset
   */
  public static Dataset ofSparse(long[] starts, int[] indices, double[] values, long features) {
    checkPairs(indices, values);
    return new Dataset(made(out -> Capi.dataset_create_csr(starts, indices, values, features, out)));
  }

  static void checkPairs(int[] indices, double[] values) {
    if (indices.length != values.length)
      throw new IllegalArgumentException(
          "there are " + indices.length + " indices and " + values.length + " values; expected equal");
  }

  /**
   * A labelled dataset of svmlight text, plain or gzip.
   *
   * @param path the file
   * @return the dataset, as wide as the largest index
   */
  public static Dataset readSvmlight(String path) {
    return readSvmlight(path, 0);
  }

  /**
   * A labelled dataset of svmlight text, plain or gzip.
   *
   * @param path the file
   * @param features the width; 0 for the largest index
   * @return the dataset
   */
  public static Dataset readSvmlight(String path, long features) {
    return new Dataset(made(out -> Capi.dataset_read_svmlight(path, features, out)));
  }

  /**
   * A labelled dataset of svmlight text that is in memory.
   *
   * @param text its bytes, plain or gzip
   * @param features the width; 0 for the largest index
   * @return the dataset
   */
  public static Dataset parseSvmlight(byte[] text, long features) {
    return new Dataset(made(out -> Capi.dataset_parse_svmlight(text, features, out)));
  }

  /**
   * A labelled dataset of CSV, plain or gzip, whose label is the first column.
   *
   * @param path the file
   * @return the dataset
   */
  public static Dataset readCsv(String path) {
    return new Dataset(made(out -> Capi.dataset_read_csv(path, 0, out)));
  }

  /**
   * A labelled dataset of CSV, plain or gzip.
   *
   * @param path the file
   * @param label the label's column, by its name or its number from 1
   * @param categories columns that are categories although they are numbers
   * @return the dataset
   */
  public static Dataset readCsv(String path, String label, String... categories) {
    try (CsvColumns columns = new CsvColumns()) {
      return readCsv(path, columns.label(label).category(categories));
    }
  }

  /**
   * A dataset of CSV, plain or gzip.
   *
   * @param path the file
   * @param columns what its columns are
   * @return the dataset
   */
  public static Dataset readCsv(String path, CsvColumns columns) {
    final long[] out = new long[1];
    Objects.requireNonNull(columns, "columns")
        .call(self -> Capi.dataset_read_csv(path, self, out));
    return new Dataset(out[0]);
  }

  /**
   * A dataset of CSV that is in memory.
   *
   * @param text its bytes, plain or gzip
   * @param columns what its columns are
   * @return the dataset
   */
  public static Dataset parseCsv(byte[] text, CsvColumns columns) {
    final long[] out = new long[1];
    Objects.requireNonNull(columns, "columns")
        .call(self -> Capi.dataset_parse_csv(text, self, out));
    return new Dataset(out[0]);
  }

  /**
   * Rows drawn from a known distribution.
   *
   * @param name one of {@link Catalogue#GENERATORS}
   * @param rows how many
   * @param noise the probability with which a label is turned into another
   * @param seed the same gives the same rows
   * @return the dataset
   */
  public static Dataset generate(String name, long rows, double noise, long seed) {
    return new Dataset(made(out -> Capi.dataset_generate(name, rows, 0, noise, seed, out)));
  }

  /**
   * The label of every row, a number.
   *
   * @param labels one a row
   * @return this
   */
  public Dataset labels(double... labels) {
    call(self -> Capi.dataset_set_labels(self, labels));
    return this;
  }

  /**
   * The label of every row, a name.
   *
   * @param labels one a row
   * @return this
   */
  public Dataset labels(String... labels) {
    call(self -> Capi.dataset_set_label_names(self, labels));
    return this;
  }

  /**
   * The numbers to be predicted, several a row.
   *
   * @param targets row after row
   * @param outputs how many a row
   * @return this
   */
  public Dataset targets(double[] targets, long outputs) {
    call(self -> Capi.dataset_set_targets(self, targets, outputs));
    return this;
  }

  /**
   * The weight of every row.
   *
   * @param weights one a row
   * @return this
   */
  public Dataset weights(double... weights) {
    call(self -> Capi.dataset_set_weights(self, weights));
    return this;
  }

  /**
   * The name of every feature, by which models find them.
   *
   * @param names distinct
   * @return this
   */
  public Dataset featureNames(String... names) {
    call(self -> Capi.dataset_set_feature_names(self, names));
    return this;
  }

  /**
   * Makes a feature categorical: its values are the places of their levels.
   *
   * @param feature which
   * @param names of the levels
   * @return this
   */
  public Dataset levels(long feature, String... names) {
    call(self -> Capi.dataset_set_levels(self, feature, names));
    return this;
  }

  /**
   * Calls a group of features a view, to restrict pools and kernels to it.
   *
   * @param name of the view
   * @param features distinct
   * @return this
   */
  public Dataset view(String name, long... features) {
    call(self -> Capi.dataset_add_view(self, name, features));
    return this;
  }

  /**
   * A dataset of some of the rows.
   *
   * @param rows their numbers, in the order wanted
   * @return the dataset
   */
  public Dataset subset(long... rows) {
    final long[] out = new long[1];
    call(self -> Capi.dataset_subset(self, rows, out));
    return new Dataset(out[0]);
  }

  /**
   * Two datasets: a fraction of the rows of every class, and the others.
   *
   * @param fraction between 0 and 1
   * @param seed draws the rows
   * @return the two
   */
  public Dataset[] split(double fraction, long seed) {
    final long[] first = new long[1];
    final long[] second = new long[1];
    call(self -> Capi.dataset_split(self, fraction, seed, first, second));
    return new Dataset[] {new Dataset(first[0]), new Dataset(second[0])};
  }
}

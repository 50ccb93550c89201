package org.coppice;

import java.util.Arrays;
import java.util.function.LongConsumer;

/** What the rows and columns of a {@link Dataset} are called and hold. */
abstract class DatasetContents extends Handle {
  DatasetContents(long address, LongConsumer free) {
    super(address, free);
  }

  /**
   * How many rows.
   *
   * @return the number
   */
  public long rows() {
    return count(Capi::dataset_rows);
  }

  /**
   * How many features.
   *
   * @return the number
   */
  public int features() {
    return Math.toIntExact(count(Capi::dataset_features));
  }

  /**
   * How many numbers are to be predicted of a row.
   *
   * @return the number; 0 where the rows have classes, or nothing to be predicted
   */
  public long outputs() {
    return count(Capi::dataset_outputs);
  }

  /**
   * The names of the features.
   *
   * @return one for each feature; "" where it has none
   */
  public String[] featureNames() {
    final String[] names = new String[features()];
    Arrays.setAll(
        names, d -> text((self, out, needed) -> Capi.dataset_feature_name(self, d, out, needed)));
    return names;
  }

  /**
   * The levels of a feature.
   *
   * @param feature which
   * @return their names; none where the feature is numbers
   */
  public String[] levels(long feature) {
    final long levels = count((self, out) -> Capi.dataset_levels(self, feature, out));
    final String[] names = new String[Math.toIntExact(levels)];
    Arrays.setAll(
        names,
        k -> text((self, out, needed) -> Capi.dataset_level_name(self, feature, k, out, needed)));
    return names;
  }

  /**
   * The class of every row.
   *
   * @return places in {@link #classes}
   */
  public long[] labels() {
    final long[] out = new long[Math.toIntExact(rows())];
    call(self -> Capi.dataset_copy_labels(self, out));
    return out;
  }

  /**
   * The numbers to be predicted.
   *
   * @return row after row
   */
  public double[] targets() {
    final double[] out = new double[Math.toIntExact(Math.multiplyExact(rows(), outputs()))];
    call(self -> Capi.dataset_copy_targets(self, out));
    return out;
  }

  /**
   * The weight of every row.
   *
   * @return one a row
   */
  public double[] weights() {
    final double[] out = new double[Math.toIntExact(rows())];
    call(self -> Capi.dataset_copy_weights(self, out));
    return out;
  }

  /**
   * The labels that classes stand for.
   *
   * @return their text, in the order of the classes
   */
  public String[] classes() {
    final String[] names = new String[Math.toIntExact(count(Capi::dataset_classes))];
    Arrays.setAll(
        names, k -> text((self, out, needed) -> Capi.dataset_class_name(self, k, out, needed)));
    return names;
  }

  /**
   * The columns of the table that the features were read from.
   *
   * @return their numbers, from 1; 0 where that was not CSV
   */
  public long[] featureColumns() {
    final long[] columns = new long[features()];
    Arrays.setAll(columns, d -> count((self, out) -> Capi.dataset_feature_column(self, d, out)));
    return columns;
  }

  /**
   * The column of the table that the labels were read from.
   *
   * @return its name, or its number where the table has no header; "" without labels
   */
  public String labelColumn() {
    return text(Capi::dataset_label_column);
  }

  /**
   * The names of the rows, from the column that is the id ({@link CsvColumns#id}).
   *
   * @return one name for each row; "" for a row without a name
   */
  public String[] rowNames() {
    final String[] names = new String[Math.toIntExact(rows())];
    Arrays.setAll(
        names, i -> text((self, out, needed) -> Capi.dataset_row_name(self, i, out, needed)));
    return names;
  }

  /**
   * The values of a row.
   *
   * @param row its number
   * @return the values, NaN where they are missing
   */
  public double[] row(long row) {
    final double[] out = new double[features()];
    call(self -> Capi.dataset_copy_row(self, row, out));
    return out;
  }
}

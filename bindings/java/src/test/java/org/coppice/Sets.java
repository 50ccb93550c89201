package org.coppice;

import java.util.Random;

/** The data of the tests: the real sets of the C library's, and small random ones. */
final class Sets {
  static final String FOLDER = System.getProperty("coppice.test.data");
  static final int SPAM_FEATURES = 57;

  private Sets() {}

  static Dataset spam() {
    return Dataset.readSvmlight(FOLDER + "/spam.train.svm");
  }

  static Dataset otherSpam() {
    return Dataset.readSvmlight(FOLDER + "/spam.test.svm");
  }

  static double[][] rowsOf(Dataset data) {
    final double[][] rows = new double[(int) data.rows()][];
    for (int i = 0; i < rows.length; ++i) rows[i] = data.row(i);
    return rows;
  }

  static double[] inOne(double[][] rows) {
    final double[] x = new double[rows.length * rows[0].length];
    for (int i = 0; i < rows.length; ++i)
      System.arraycopy(rows[i], 0, x, i * rows[i].length, rows[i].length);
    return x;
  }

  /** 100 rows of 4 features; the first two decide the label. */
  static Dataset small() {
    final Random draw = new Random(1);
    final double[] x = draw.doubles(400, -1, 1).toArray();
    final double[] labels = new double[100];
    for (int i = 0; i < 100; ++i) labels[i] = x[4 * i] + x[4 * i + 1] > 0 ? 1 : -1;
    return Dataset.of(x, 4).labels(labels);
  }
}

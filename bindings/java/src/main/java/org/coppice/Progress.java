package org.coppice;

/** How far a fit or a cross-validation has come; valid while the listener runs. */
public final class Progress {
  private final long info;

  Progress(long info) {
    this.info = info;
  }

  /**
   * How many iterations are done; in cross-validation, fits.
   *
   * @return the number
   */
  public long iteration() {
    final long[] out = new long[1];
    CoppiceException.check(Capi.progress_get_int(info, "iteration", out));
    return out[0];
  }

  /**
   * A number by its name.
   *
   * @param name "objective", "gap", "train_error", "validation_error", "validation_criterion", "alignment" or
   *     "validation_alignment"
   * @return the number; NaN where it is not known
   */
  public double get(String name) {
    final double[] out = new double[1];
    CoppiceException.check(Capi.progress_get_double(info, name, out));
    return out[0];
  }
}

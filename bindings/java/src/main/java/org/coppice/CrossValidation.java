package org.coppice;

/** What cross-validation found at every point of the grid. */
public final class CrossValidation {
  private final int best;
  private final String[] points;
  private final double[] criterion;
  private final double[] standardError;
  private final double[] path;
  private final String pathName;

  CrossValidation(
      int best,
      String[] points,
      double[] criterion,
      double[] standardError,
      double[] path,
      String pathName) {
    this.best = best;
    this.points = points;
    this.criterion = criterion;
    this.standardError = standardError;
    this.path = path;
    this.pathName = pathName;
  }

  /**
   * The best point.
   *
   * @return its number
   */
  public int best() {
    return best;
  }

  /**
   * The options of each point.
   *
   * @return JSON objects
   */
  public String[] points() {
    return points.clone();
  }

  /**
   * The criterion of each point, its mean over the folds.
   *
   * @return the means
   */
  public double[] criterion() {
    return criterion.clone();
  }

  /**
   * The standard errors of these means.
   *
   * @return one a point
   */
  public double[] standardError() {
    return standardError.clone();
  }

  /**
   * The best value at each point of the option that the method follows as a path.
   *
   * @return one a point; empty where it follows none
   */
  public double[] path() {
    return path.clone();
  }

  /**
   * The option that the method follows.
   *
   * @return its name, or "" if it follows none
   */
  public String pathName() {
    return pathName;
  }
}

package org.coppice;

/** Is told of the progress of a fit, at every iteration and at least every 50 milliseconds. */
@FunctionalInterface
public interface ProgressListener {
  /**
   * Called on the thread that fits. What it throws ends the fit, and comes out of it.
   *
   * @param progress how far it has come
   * @return false to end the fit and keep the best model so far
   */
  boolean report(Progress progress);
}

package org.coppice;

/** How good predictions of a dataset are. Immutable. */
public final class Evaluation extends Handle {
  Evaluation(long address) {
    super(address, Capi::evaluation_free);
  }

  /**
   * A criterion.
   *
   * @param name one of {@link Catalogue#CRITERIA}
   * @return its value
   */
  public double criterion(String name) {
    return number((self, out) -> Capi.evaluation_criterion(self, name, out));
  }

  /**
   * The weight of the rows of each label that are predicted to be of each class.
   *
   * @return label after label
   */
  public double[] confusion() {
    return numbers(Capi::evaluation_confusion);
  }
}

package org.coppice;

/** What to predict: for each row, {@link Model#width} numbers. */
public enum Output {
  /** Decision values: one for two classes (0 or more: the later), else one a class, or the numbers. */
  DECISION(1),
  /** The index of the predicted class. */
  CLASS(2),
  /** Decision values after every iteration; needs option keep_stages=yes. */
  STAGED(3),
  /** The outputs of the weak learners, as they are. */
  LEARNERS(4),
  /** A probability for each class; needs option calibration=platt. */
  PROBABILITY(5),
  /** The learned map: features whose dot product is the model's kernel. */
  MAP(6),
  /** What each feature adds to each decision value. */
  CONTRIBUTIONS(7);

  final int number;

  Output(int number) {
    this.number = number;
  }
}

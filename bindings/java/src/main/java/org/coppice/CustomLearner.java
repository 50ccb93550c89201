package org.coppice;

import java.nio.DoubleBuffer;

/**
 * Weak learners of the caller's. Both methods run on the thread that called fit or predict, and on
 * each of several that predict with a model. What they throw comes out of that call.
 */
public interface CustomLearner {
  /**
   * Finds the learner h with the largest sum over the scores s of (sum_i residual[i, s] h(x_i))^2.
   *
   * @param x the training rows, row after row
   * @param rows how many
   * @param residual rows x scores numbers
   * @param chosen the parameters of learners that must not come again, one after another
   * @param parameters where those of the learner go; 0 before
   * @return false where there is no learner left
   */
  boolean fit(
      DoubleBuffer x, int rows, DoubleBuffer residual, DoubleBuffer chosen, DoubleBuffer parameters);

  /**
   * Computes h for rows.
   *
   * @param parameters of the learner
   * @param x the rows, row after row
   * @param rows how many
   * @param outputs where the outputs go, one a row
   */
  void evaluate(DoubleBuffer parameters, DoubleBuffer x, int rows, DoubleBuffer outputs);
}

package org.coppice;

import java.nio.DoubleBuffer;

/**
 * A kernel of the caller's: symmetric and positive semidefinite. It runs on the thread that
 * called fit or predict; what it throws comes out of that call.
 */
@FunctionalInterface
public interface CustomKernel {
  /**
   * Computes the kernel of all rows x with all rows z.
   *
   * @param x rows, row after row
   * @param rows how many
   * @param z others
   * @param others how many
   * @param out where K(x_i, z_j) goes, at i * others + j
   */
  void compare(DoubleBuffer x, int rows, DoubleBuffer z, int others, DoubleBuffer out);
}

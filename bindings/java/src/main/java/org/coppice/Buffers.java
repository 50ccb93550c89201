package org.coppice;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;

/** Numbers outside of Java's heap, which the library reads and writes where they are. */
final class Buffers {
  private Buffers() {}

  static DoubleBuffer direct(int length) {
    return ByteBuffer.allocateDirect(Math.multiplyExact(length, Double.BYTES))
        .order(ByteOrder.nativeOrder())
        .asDoubleBuffer();
  }

  /** A copy. */
  static DoubleBuffer direct(double[] numbers) {
    return direct(numbers.length).put(numbers).rewind();
  }

  static void checkNative(DoubleBuffer buffer) {
    if (!buffer.isDirect() || buffer.order() != ByteOrder.nativeOrder())
      throw new IllegalArgumentException("expected direct buffers of the native byte order");
  }

  static void checkNative(DoubleBuffer one, DoubleBuffer other) {
    checkNative(one);
    checkNative(other);
  }

  /** As many rows as there are values for. */
  static int rows(int length, int features) {
    if (features < 1 || length % features != 0)
      throw new IllegalArgumentException(
          "x has " + length + " values; expected whole rows of " + features + " features");
    return length / features;
  }
}

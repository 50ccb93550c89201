package org.coppice;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Text on its way to and from the library: UTF-8 that ends with a NUL. */
final class Text {
  private static final int BUFFER_TOO_SMALL = 30;

  private Text() {}

  /** Fills {@code out}, as far as there is room, and tells the size in {@code needed}. */
  interface Writer {
    int write(byte[] out, long[] needed);
  }

  static byte[] bytes(String text) {
    return text == null ? null : (checked(text) + '\0').getBytes(StandardCharsets.UTF_8);
  }

  static byte[] list(String[] texts) {
    final StringBuilder all = new StringBuilder();
    for (String text : texts) all.append(checked(text)).append('\0');
    return all.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String checked(String text) {
    if (text.indexOf('\0') >= 0)
      throw new IllegalArgumentException("expected text without a NUL: " + text.replace('\0', '?'));
    return text;
  }

  static String string(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** What the writer writes, whose size is not known before. */
  static byte[] written(Writer writer) {
    final long[] needed = new long[1];
    byte[] out = new byte[256];
    int status = writer.write(out, needed);
    if (status == BUFFER_TOO_SMALL) {
      out = new byte[Math.toIntExact(needed[0])];
      status = writer.write(out, needed);
    }
    CoppiceException.check(status);
    return Arrays.copyOf(out, Math.toIntExact(needed[0]));
  }

  /** A text that ends with a NUL. */
  static String terminated(byte[] bytes) {
    return new String(bytes, 0, bytes.length - 1, StandardCharsets.UTF_8);
  }

  /** Fills {@code out} with numbers, as far as there is room. */
  interface NumberWriter {
    int write(double[] out, long[] needed);
  }

  static double[] numbersOf(NumberWriter writer) {
    final long[] needed = new long[1];
    double[] out = new double[64];
    int status = writer.write(out, needed);
    if (status == BUFFER_TOO_SMALL) {
      out = new double[Math.toIntExact(needed[0])];
      status = writer.write(out, needed);
    }
    CoppiceException.check(status);
    return Arrays.copyOf(out, Math.toIntExact(needed[0]));
  }
}

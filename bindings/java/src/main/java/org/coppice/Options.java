package org.coppice;

/** Options by name, each by the setter of its value's type: what it takes is for the library to say. */
final class Options {
  private Options() {}

  interface TextSetter {
    int set(long self, String name, String value);
  }

  interface WholeSetter {
    int set(long self, String name, long value);
  }

  interface RealSetter {
    int set(long self, String name, double value);
  }

  static int set(
      long self, String name, Object value, TextSetter text, WholeSetter whole, RealSetter real) {
    if (value instanceof String) return text.set(self, name, (String) value);
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) return whole.set(self, name, ((Number) value).longValue());
    if (value instanceof Double || value instanceof Float)
      return real.set(self, name, ((Number) value).doubleValue());
    throw new IllegalArgumentException(
        "option " + name + " is " + value + "; expected a number or text");
  }
}

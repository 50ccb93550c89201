package org.coppice;

/** Options by name, each by the setter of its value's type: what it takes is for the library to say. */
final class Options {
  private Options() {}

  /** The setters of one kind of object. */
  interface Setters {
    int set(long self, String name, Object value);
  }

  static final Setters OF_POOLS =
      (self, name, value) ->
          value instanceof String
              ? Capi.pool_set_string(self, name, (String) value)
              : isWhole(value)
                  ? Capi.pool_set_int(self, name, ((Number) value).longValue())
                  : Capi.pool_set_double(self, name, ((Number) value).doubleValue());

  static final Setters OF_SOLVERS =
      (self, name, value) ->
          value instanceof String
              ? Capi.solver_set_string(self, name, (String) value)
              : isWhole(value)
                  ? Capi.solver_set_int(self, name, ((Number) value).longValue())
                  : Capi.solver_set_double(self, name, ((Number) value).doubleValue());

  static int set(String name, Object value, long self, Setters setters) {
    if (!(value instanceof String) && !(value instanceof Number))
      throw new IllegalArgumentException(
          "option " + name + " is " + value + "; expected a number or text");
    return setters.set(self, name, value);
  }

  private static boolean isWhole(Object value) {
    return value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte;
  }
}

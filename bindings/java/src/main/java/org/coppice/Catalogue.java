package org.coppice;

import java.util.LinkedHashMap;
import java.util.Map;

/** What there is by name, with the tables of options that the library checks by. */
public enum Catalogue {
  /** Training methods. */
  METHODS(1),
  /** Pools of weak learners. */
  POOLS(2),
  /** Distributions to draw datasets from. */
  GENERATORS(3),
  /** Criteria of predictions. */
  CRITERIA(4),
  /** Kernels. */
  KERNELS(5);

  private static final String[] ATTRIBUTES = {"type", "default", "range", "choices", "help"};

  private final int number;

  Catalogue(int number) {
    this.number = number;
  }

  /**
   * The names, each with a line of help.
   *
   * @return in the catalogue's order
   */
  public Map<String, String> entries() {
    final long[] size = new long[1];
    CoppiceException.check(Capi.catalogue_size(number, size));
    final Map<String, String> entries = new LinkedHashMap<>();
    for (long k = 0; k < size[0]; ++k) {
      final byte[][] name = new byte[1][];
      final byte[][] help = new byte[1][];
      CoppiceException.check(Capi.catalogue_name(number, k, name));
      CoppiceException.check(Capi.catalogue_help(number, k, help));
      entries.put(Text.string(name[0]), Text.string(help[0]));
    }
    return entries;
  }

  /**
   * The options of a method, a pool or a kernel.
   *
   * @param name its name
   * @return by name of the option: "type", "default", "range", "choices" and "help"
   */
  public Map<String, Map<String, String>> options(String name) {
    final long[] size = new long[1];
    CoppiceException.check(Capi.option_count(number, name, size));
    final Map<String, Map<String, String>> options = new LinkedHashMap<>();
    for (long k = 0; k < size[0]; ++k) {
      final Map<String, String> told = new LinkedHashMap<>();
      for (String attribute : ATTRIBUTES) told.put(attribute, attribute(name, k, attribute));
      options.put(attribute(name, k, "name"), told);
    }
    return options;
  }

  private String attribute(String name, long index, String attribute) {
    final byte[][] out = new byte[1][];
    CoppiceException.check(Capi.option_attribute(number, name, index, attribute, out));
    return Text.string(out[0]);
  }
}

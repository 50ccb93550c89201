package org.coppice;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Options by name, kept until something is built that has them. What an option takes is checked then.
 *
 * @param <Self> the builder itself, which its setters give back
 */
abstract class OptionBuilder<Self extends OptionBuilder<Self>> {
  private final Map<String, Object> options = new LinkedHashMap<>();

  OptionBuilder() {}

  /**
   * Sets an option by its name.
   *
   * @param name of the option
   * @param value a number, or text
   * @return this
   */
  @SuppressWarnings("unchecked") // a builder extends this class with itself
  public Self set(String name, Object value) {
    options.put(name, value);
    return (Self) this;
  }

  /** What was built gets them; it is closed where one is refused. */
  <Built extends Handle> Built give(Built built, BiConsumer<String, Object> set) {
    try {
      options.forEach(set);
      return built;
    } catch (RuntimeException error) {
      built.close();
      throw error;
    }
  }
}

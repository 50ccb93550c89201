package org.coppice;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Builders have what the catalogue has, and build what is built by name. */
class BuilderTest {
  private static String camel(String name, boolean capital) {
    final StringBuilder made = new StringBuilder();
    for (String word : name.split("[-_]"))
      made.append(
          made.length() == 0 && !capital
              ? word
              : word.substring(0, 1).toUpperCase() + word.substring(1));
    return made.toString();
  }

  private static Class<?> nested(Class<?> in, String name) {
    return Arrays.stream(in.getDeclaredClasses())
        .filter(one -> one.getSimpleName().equals(camel(name, true)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("there is no builder of " + name));
  }

  private static Object standard(Map<String, String> option) {
    return valueOf(option, option.get("default"));
  }

  private static Object valueOf(Map<String, String> option, String text) {
    if (option.get("type").equals("int")) return Long.valueOf(text);
    return option.get("type").equals("double") ? (Object) Double.valueOf(text) : text;
  }

  private static Class<?> typeOf(Object value) {
    if (value instanceof Long) return long.class;
    return value instanceof Double ? double.class : String.class;
  }

  @Test
  void everyOptionOfEveryMethodIsSetByItsDefault() throws Exception {
    int options = 0;
    for (String name : Catalogue.METHODS.entries().keySet()) {
      final Class<?> type = nested(Methods.class, name);
      final SolverBuilder<?> builder =
          (SolverBuilder<?>) type.getDeclaredConstructor().newInstance();
      for (var option : Catalogue.METHODS.options(name).entrySet()) {
        final Object value = standard(option.getValue());
        final Method setter = type.getMethod(camel(option.getKey(), false), typeOf(value));
        assertEquals(builder, setter.invoke(builder, value));
        ++options;
      }
      try (Solver solver = builder.build()) {
        for (var option : Catalogue.METHODS.options(name).entrySet())
          assertEquals(
              standard(option.getValue()),
              valueOf(option.getValue(), solver.get(option.getKey())));
      }
    }
    assertTrue(options > 100);
  }

  @Test
  void everyOptionOfEveryPoolIsThere() throws Exception {
    for (String name : Catalogue.POOLS.entries().keySet()) {
      final Class<?> type = nested(Pools.class, name);
      assertTrue(PoolBuilder.class.isAssignableFrom(type));
      for (var option : Catalogue.POOLS.options(name).entrySet())
        type.getMethod(camel(option.getKey(), false), typeOf(standard(option.getValue())));
    }
    assertEquals("fourier(gamma=0.5)", new Pools.Fourier().gamma(0.5).build().toString());
  }

  @Test
  void whatIsBuiltIsWhatIsSetByName() {
    final Dataset data = Sets.small();
    final Pool pool = new Pools.Tree().depth(2).build();
    final Model built = new Methods.Cgens().C(0.1).learners(9).build().pool(pool).fit(data);
    final Model named =
        Solver.of("cgens").set("C", 0.1).set("learners", 9).pool("tree(depth=2)").fit(data);
    assertArrayEquals(named.getArray("weights"), built.getArray("weights"));
  }

  @Test
  void aBuilderBuildsAgainAndAgain() {
    final Methods.Svm builder = new Methods.Svm().C(2);
    assertEquals("2", builder.build().get("C"));
    final Solver first = builder.build();
    builder.C(3);
    assertEquals("2", first.get("C"));
    assertEquals("3", builder.build().get("C"));
  }

  @Test
  void whatTheLibraryRefusesIsRefusedWhenBuilt() {
    final CoppiceException error =
        assertThrows(CoppiceException.class, () -> new Methods.Cgens().C(-1).build());
    assertEquals("option C of method cgens is -1; expected 1e-50 <= C <= 1e50", error.getMessage());
    final CoppiceException unknown =
        assertThrows(CoppiceException.class, () -> new Methods.Cgens().set("c", 1).build());
    assertEquals("COPPICE_UNKNOWN_NAME", unknown.status());
  }
}

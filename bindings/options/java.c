/* Prints org/coppice/Methods.java, or Pools.java: java_builders methods|pools. */
#include <stdio.h>
#include <string.h>

#include "builders.h"

static const char* kind;

static void begin(const char* of) {
  kind = of;
  printf(
      "package org.coppice;\n\n"
      "/** A builder of options for every %s, from the tables that the library checks them by. */\n"
      "public final class %s {\n  private %s() {}\n",
      of, strcmp(of, "pool") == 0 ? "Pools" : "Methods",
      strcmp(of, "pool") == 0 ? "Pools" : "Methods");
}

static void begin_class(const entry* of) {
  printf("\n  /** Options of %s {@code %s}: ", kind, of->name);
  print_escaped(of->help);
  printf(". */\n  public static final class ");
  print_name(of->name, true);
  printf(" extends %s<", strcmp(kind, "pool") == 0 ? "PoolBuilder" : "SolverBuilder");
  print_name(of->name, true);
  printf("> {\n    /** As they are by default. */\n    public ");
  print_name(of->name, true);
  printf("() {\n      super(\"%s\");\n    }\n", of->name);
}

static void add(const entry* of, const setting* with) {
  printf("\n    /**\n     * Option {@code %s}: ", with->name);
  print_escaped(with->help);
  printf(".\n     *\n     * @param value ");
  if (with->values[0] != '\0') {
    print_escaped(with->values);
    printf("; ");
  }
  printf("by default ");
  if (with->standard[0] != '\0')
    print_escaped(with->standard);
  else
    printf("empty");
  printf("\n     * @return this\n     */\n    public ");
  print_name(of->name, true);
  putchar(' ');
  print_name(with->name, false);
  printf("(%s value) {\n      return set(\"%s\", value);\n    }\n",
         strcmp(with->type, "string") == 0 ? "String"
         : strcmp(with->type, "int") == 0  ? "long"
                                           : "double",
         with->name);
}

static void end_class(void) {
  printf("  }\n");
}

static void end(void) {
  printf("}\n");
}

int main(int count, char** arguments) {
  static const language java = {begin, begin_class, add, end_class, end};
  if (count != 2) return 2;
  print_builders(&java, strcmp(arguments[1], "pools") == 0);
  return 0;
}

/* Prints Methods.cs, or Pools.cs: csharp_builders methods|pools. */
#include <stdio.h>
#include <string.h>

#include "builders.h"

static const char* kind;

static bool is_text(const setting* of) {
  return strcmp(of->type, "string") == 0;
}

static void begin(const char* of) {
  kind = of;
  printf(
      "namespace Coppice\n{\n"
      "    /// <summary>\n"
      "    /// Options of every %s, from the tables that the library checks them by.\n"
      "    /// </summary>\n"
      "    public static class %s\n    {",
      of, strcmp(of, "pool") == 0 ? "Pools" : "Methods");
}

static void begin_class(const entry* of) {
  printf("\n        /// <summary>Options of %s <c>%s</c>: ", kind, of->name);
  print_escaped(of->help);
  printf(".</summary>\n        public sealed class ");
  print_name(of->name, true);
  printf(" : %s\n        {\n            /// <summary>As they are by default.</summary>\n",
         strcmp(kind, "pool") == 0 ? "PoolBuilder" : "SolverBuilder");
  printf("            public ");
  print_name(of->name, true);
  printf("() : base(\"%s\") { }\n", of->name);
}

static void add(const entry* of, const setting* with) {
  (void)of;
  printf("\n            /// <summary>Option <c>%s</c>: ", with->name);
  print_escaped(with->help);
  printf(".</summary>\n            /// <value>");
  if (with->values[0] != '\0') {
    print_escaped(with->values);
    printf("; ");
  }
  printf("by default ");
  print_escaped(with->standard[0] != '\0' ? with->standard : "empty");
  printf(".</value>\n            public ");
  printf("%s ", is_text(with) ? "string" : strcmp(with->type, "int") == 0 ? "long" : "double");
  print_name(with->name, true);
  printf("\n            {\n                get => %s(\"%s\", %s%s%s);\n",
         is_text(with)                    ? "GetText"
         : strcmp(with->type, "int") == 0 ? "GetWhole"
                                          : "GetReal",
         with->name, is_text(with) ? "\"" : "", with->standard, is_text(with) ? "\"" : "");
  printf("                set => this[\"%s\"] = value;\n            }\n", with->name);
}

static void end_class(void) {
  printf("        }\n");
}

static void end(void) {
  printf("    }\n}\n");
}

int main(int count, char** arguments) {
  static const language csharp = {begin, begin_class, add, end_class, end};
  if (count != 2) return 2;
  print_builders(&csharp, strcmp(arguments[1], "pools") == 0);
  return 0;
}

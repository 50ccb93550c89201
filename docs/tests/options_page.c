/* Prints docs/options.md from the library's own tables. The test docs.options compares the two; to
 * renew the page, redirect this program's output to it. */
#include "option_tables.h"

/* Text for a table's cell: '|' would end the cell. */
static void print_cell(const char* text) {
  for (; *text != '\0'; ++text) fputs(*text == '|' ? ", " : (char[2]){*text, '\0'}, stdout);
}

/* A catalogue without options: a table of names, help and further attributes, which end with NULL.
 */
static void print_names(coppice_catalogue catalogue, const char* title, const char* where,
                        const char* const* attributes) {
  int64_t entries = 0;
  printf("\n## %s\n\nWith %s.\n\n| name | |", title, where);
  for (const char* const* which = attributes; *which != NULL; ++which) printf(" %s |", *which);
  printf("\n|---|---|");
  for (const char* const* which = attributes; *which != NULL; ++which) printf("---|");
  check(coppice_catalogue_size(catalogue, &entries));
  for (int64_t e = 0; e < entries; ++e) {
    const char *name = NULL, *help = NULL;
    check(coppice_catalogue_name(catalogue, e, &name));
    check(coppice_catalogue_help(catalogue, e, &help));
    printf("\n| `%s` | %s |", name, help);
    for (const char* const* which = attributes; *which != NULL; ++which) {
      const char* value = NULL;
      check(coppice_catalogue_attribute(catalogue, e, *which, &value));
      printf(" ");
      print_cell(value);
      printf(" |");
    }
  }
  printf("\n");
}

/* Whether a pool takes missing values; of a union, its members say. */
static void print_taken(int64_t index) {
  const char *missing = NULL, *categories = NULL;
  check(coppice_catalogue_attribute(COPPICE_POOLS, index, "missing", &missing));
  check(coppice_catalogue_attribute(COPPICE_POOLS, index, "categories", &categories));
  if (missing[0] == '\0') return;
  printf(missing[0] == 'y' ? "\nTakes missing values" : "\nNo missing values");
  printf(categories[0] == 'y' ? "; takes categories.\n" : "; no categories.\n");
}

/* What a method learns, and what it takes. */
static void print_tasks(int64_t index) {
  const char *tasks = NULL, *takes = NULL, *pool = NULL;
  check(coppice_catalogue_attribute(COPPICE_METHODS, index, "tasks", &tasks));
  check(coppice_catalogue_attribute(COPPICE_METHODS, index, "takes", &takes));
  check(coppice_catalogue_attribute(COPPICE_METHODS, index, "pool", &pool));
  printf("\nLearns ");
  print_cell(tasks);
  if (takes[0] != '\0') printf("; takes %s", takes);
  if (pool[0] != '\0') printf(", by default `%s`", pool);
  printf(".\n");
}

static void print_catalogue(coppice_catalogue catalogue, const char* title) {
  int64_t entries = 0;
  printf("\n## %s\n", title);
  check(coppice_catalogue_size(catalogue, &entries));
  for (int64_t e = 0; e < entries; ++e) {
    const char *name = NULL, *help = NULL;
    int64_t options = 0;
    check(coppice_catalogue_name(catalogue, e, &name));
    check(coppice_catalogue_help(catalogue, e, &help));
    check(coppice_option_count(catalogue, name, &options));
    printf("\n### %s\n\n%s.\n", name, help);
    if (catalogue == COPPICE_METHODS) print_tasks(e);
    if (catalogue == COPPICE_POOLS) print_taken(e);
    if (options == 0) {
      printf("\nNo options.\n");
      continue;
    }
    printf("\n| option | type | default | values | |\n|---|---|---|---|---|\n");
    for (int64_t k = 0; k < options; ++k) {
      printf("| `%s` | %s | %s | ", option_attribute(catalogue, name, k, "name"),
             option_attribute(catalogue, name, k, "type"),
             option_attribute(catalogue, name, k, "default"));
      print_cell(option_values(catalogue, name, k));
      printf(" | %s |\n", option_attribute(catalogue, name, k, "help"));
    }
  }
}

int main(void) {
  printf(
      "# Methods, pools, kernels and their options\n\n"
      "Printed from the tables that check the options. Set them by name: in C with\n"
      "`coppice_solver_set_double(solver, \"C\", 0.1)` and its kin, at a shell with `--set C=0.1` "
      "and\n`--pool 'KIND(name=value)'`, or `--pool KIND:name=value` without quotes. A kernel is "
      "the "
      "option\n`kernel` of a method, written the same way: `--set "
      "'kernel=gaussian(gamma=0.1)'`.\n\n"
      "A method learns `two-classes`, `classes` (labels of two or more), `numbers` (one a row) or\n"
      "`vectors` (several numbers a row), and refuses data that are something else.\n");
  print_catalogue(COPPICE_METHODS, "Methods");
  print_catalogue(COPPICE_POOLS, "Pools");
  print_catalogue(COPPICE_KERNELS, "Kernels");
  static const char* const none[] = {NULL};
  static const char* const of_criteria[] = {"tasks", "better", NULL};
  print_names(COPPICE_GENERATORS, "Generators",
              "`coppice_dataset_generate`, or `coppice generate NAME` at a shell", none);
  print_names(
      COPPICE_CRITERIA, "Criteria",
      "`coppice_evaluation_criterion`, the option `criterion`, or in what `coppice predict` "
      "says",
      of_criteria);
  return 0;
}

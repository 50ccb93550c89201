/* Options: the catalogue tells what there is, and what it tells is what the setters check. Every
 * option of every method and pool is tried by what the catalogue says of it. */
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "synthetic.h"

/* A method or pool as a thing to set options of. */
struct owner {
  coppice_catalogue catalogue;
  const char* name;
  coppice_solver* solver;
  coppice_pool* pool;
};

static coppice_status set_double(struct owner* owner, const char* name, double value) {
  return owner->solver != NULL ? coppice_solver_set_double(owner->solver, name, value)
                               : coppice_pool_set_double(owner->pool, name, value);
}

static coppice_status set_int(struct owner* owner, const char* name, int64_t value) {
  return owner->solver != NULL ? coppice_solver_set_int(owner->solver, name, value)
                               : coppice_pool_set_int(owner->pool, name, value);
}

static coppice_status set_string(struct owner* owner, const char* name, const char* value) {
  return owner->solver != NULL ? coppice_solver_set_string(owner->solver, name, value)
                               : coppice_pool_set_string(owner->pool, name, value);
}

static const char* attribute(const struct owner* owner, int64_t index, const char* which) {
  const char* text = NULL;
  check_ok(coppice_option_attribute(owner->catalogue, owner->name, index, which, &text));
  assert_non_null(text);
  return text;
}

static int64_t options_of(const struct owner* owner) {
  int64_t count = -1;
  check_ok(coppice_option_count(owner->catalogue, owner->name, &count));
  return count;
}

/* Calls `visit` for every method and every pool. */
static void for_each_owner(void (*visit)(struct owner*)) {
  for (int which = COPPICE_METHODS; which <= COPPICE_POOLS; ++which) {
    const coppice_catalogue catalogue = (coppice_catalogue)which;
    int64_t size = 0;
    check_ok(coppice_catalogue_size(catalogue, &size));
    assert_true(size >= 1);
    for (int64_t k = 0; k < size; ++k) {
      struct owner owner = {catalogue, NULL, NULL, NULL};
      check_ok(coppice_catalogue_name(catalogue, k, &owner.name));
      if (catalogue == COPPICE_METHODS)
        check_ok(coppice_solver_create(owner.name, &owner.solver));
      else
        check_ok(coppice_pool_create(owner.name, &owner.pool));
      visit(&owner);
      coppice_solver_free(owner.solver);
      coppice_pool_free(owner.pool);
    }
  }
}

static void expect_line_of_text(const char* text) {
  assert_true(strlen(text) >= 10);
  assert_null(strchr(text, '\n'));
}

static void describes_itself(struct owner* owner) {
  const int64_t count = options_of(owner);
  for (int64_t k = 0; k < count; ++k) {
    const char* type = attribute(owner, k, "type");
    expect_line_of_text(attribute(owner, k, "help"));
    assert_true(strlen(attribute(owner, k, "name")) >= 1);
    assert_true(strlen(attribute(owner, k, "default")) >= 1);
    assert_true(strcmp(type, "double") == 0 || strcmp(type, "int") == 0 ||
                strcmp(type, "string") == 0);
    if (strcmp(type, "string") != 0) assert_string_equal(attribute(owner, k, "choices"), "");
    for (int64_t other = 0; other < k; ++other)
      assert_string_not_equal(attribute(owner, k, "name"), attribute(owner, other, "name"));
  }
}

static void the_catalogue_lists_everything(void** state) {
  (void)state;
  for (int which = COPPICE_METHODS; which <= COPPICE_POOLS; ++which) {
    const coppice_catalogue catalogue = (coppice_catalogue)which;
    const char *name = NULL, *help = NULL, *other = NULL;
    int64_t size = 0;
    check_ok(coppice_catalogue_size(catalogue, &size));
    for (int64_t k = 0; k < size; ++k) {
      check_ok(coppice_catalogue_name(catalogue, k, &name));
      check_ok(coppice_catalogue_help(catalogue, k, &help));
      expect_line_of_text(help);
      for (int64_t before = 0; before < k; ++before) {
        check_ok(coppice_catalogue_name(catalogue, before, &other));
        assert_string_not_equal(name, other);
      }
    }
    check_error(coppice_catalogue_name(catalogue, size, &name), COPPICE_INVALID_ARGUMENT, "index");
  }
  for_each_owner(describes_itself);
}

static const char* attribute_of_entry(coppice_catalogue catalogue, int64_t index,
                                      const char* which) {
  const char* text = NULL;
  check_ok(coppice_catalogue_attribute(catalogue, index, which, &text));
  assert_non_null(text);
  return text;
}

/* Every word of `text`, separated by '|', is one of those in `words`, which begin and end with it.
 */
static void expect_words(const char* text, const char* words) {
  char copy[128], wanted[64];
  assert_true(strlen(text) < sizeof copy);
  strcpy(copy, text);
  for (const char* word = strtok(copy, "|"); word != NULL; word = strtok(NULL, "|")) {
    snprintf(wanted, sizeof wanted, "|%s|", word);
    assert_non_null(strstr(words, wanted));
  }
}

static void methods_say_what_they_learn_and_take(void** state) {
  (void)state;
  int found = 0;
  for (int which = COPPICE_METHODS; which <= COPPICE_GENERATORS; ++which) {
    const coppice_catalogue catalogue = (coppice_catalogue)which;
    int64_t size = 0;
    check_ok(coppice_catalogue_size(catalogue, &size));
    for (int64_t k = 0; k < size; ++k) {
      const char *name = NULL, *help = NULL;
      check_ok(coppice_catalogue_name(catalogue, k, &name));
      check_ok(coppice_catalogue_help(catalogue, k, &help));
      assert_string_equal(attribute_of_entry(catalogue, k, "name"), name);
      assert_string_equal(attribute_of_entry(catalogue, k, "help"), help);
      const char* tasks = attribute_of_entry(catalogue, k, "tasks");
      const char* takes = attribute_of_entry(catalogue, k, "takes");
      expect_words(tasks, "|two-classes|classes|numbers|vectors|one-class|");
      expect_words(takes, "|pools|kernels|");
      assert_true((strlen(tasks) > 0) == (catalogue == COPPICE_METHODS));
      if (catalogue != COPPICE_METHODS) assert_string_equal(takes, "");
      if (catalogue != COPPICE_METHODS || strcmp(name, "cgens") != 0) continue;
      assert_string_equal(tasks, "two-classes|classes");
      assert_string_equal(takes, "pools");
      ++found;
    }
    const char* text = NULL;
    check_error(coppice_catalogue_attribute(catalogue, 0, "options", &text), COPPICE_UNKNOWN_NAME,
                "no attribute \"options\"|name, help, tasks, takes");
    assert_null(text);
  }
  assert_int_equal(found, 1);
}

static void takes_its_defaults(struct owner* owner) {
  for (int64_t k = 0; k < options_of(owner); ++k) {
    const char* name = attribute(owner, k, "name");
    const char* type = attribute(owner, k, "type");
    const char* value = attribute(owner, k, "default");
    char* end = NULL;
    check_ok(set_string(owner, name, value));
    if (strcmp(type, "double") == 0) check_ok(set_double(owner, name, strtod(value, &end)));
    if (strcmp(type, "int") == 0) {
      const int64_t whole = (int64_t)strtoll(value, &end, 10);
      check_ok(set_int(owner, name, whole));
      check_ok(set_double(owner, name, (double)whole)); /* a whole double is an int */
    }
    if (end != NULL) assert_string_equal(end, "");
  }
}

static void every_default_is_accepted(void** state) {
  (void)state;
  for_each_owner(takes_its_defaults);
}

static void refuses_what_is_out_of_range(struct owner* owner) {
  for (int64_t k = 0; k < options_of(owner); ++k) {
    const char* name = attribute(owner, k, "name");
    const char* type = attribute(owner, k, "type");
    const char* range = attribute(owner, k, "range");
    char fragments[256];
    if (strcmp(type, "string") == 0) continue;
    snprintf(fragments, sizeof fragments, "option %s of |%s|expected |%s", name, owner->name,
             range);
    check_error(set_double(owner, name, NAN), COPPICE_INVALID_OPTION, fragments);
    check_error(set_double(owner, name, INFINITY), COPPICE_INVALID_OPTION, fragments);
    check_error(set_double(owner, name, -INFINITY), COPPICE_INVALID_OPTION, fragments);
    check_error(set_string(owner, name, "abc"), COPPICE_INVALID_OPTION, fragments);
    check_error(set_string(owner, name, ""), COPPICE_INVALID_OPTION, fragments);
    check_error(set_string(owner, name, "nan"), COPPICE_INVALID_OPTION, fragments);
    check_error(set_string(owner, name, "inf"), COPPICE_INVALID_OPTION, fragments);
    check_error(set_string(owner, name, "1e999"), COPPICE_INVALID_OPTION, fragments);
    check_error(set_string(owner, name, " 1"), COPPICE_INVALID_OPTION, fragments);
    check_error(set_string(owner, name, "1 "), COPPICE_INVALID_OPTION, fragments);
    check_error(set_string(owner, name, "0,5"), COPPICE_INVALID_OPTION, fragments);
    if (strcmp(type, "double") == 0) /* infinity is in many a range as it is written */
      check_error(set_double(owner, name, INFINITY), COPPICE_INVALID_OPTION, "is inf|finite");
    if (strcmp(type, "int") == 0) {
      check_error(set_double(owner, name, 1.5), COPPICE_INVALID_OPTION, "1.5|whole number");
      check_error(set_string(owner, name, "1.5"), COPPICE_INVALID_OPTION, "1.5|whole number");
      /* 2^53 + 1 is not a double: it would be taken for another number. */
      check_error(set_int(owner, name, INT64_C(9007199254740993)), COPPICE_INVALID_OPTION,
                  "9007199254740993|2^53");
      check_error(set_int(owner, name, INT64_MIN), COPPICE_INVALID_OPTION, "expected");
      check_error(set_int(owner, name, INT64_MAX), COPPICE_INVALID_OPTION, "expected");
      /* 2^53 is named unless the range has an end of its own. */
      snprintf(fragments, sizeof fragments, "option %s of |1e+300|%s%s", name, range,
               strstr(range, " <= ") != NULL ? "" : " and at most 2^53");
      check_error(set_double(owner, name, 1e300), COPPICE_INVALID_OPTION, fragments);
    }
  }
}

static void values_out_of_range_name_the_range(void** state) {
  (void)state;
  for_each_owner(refuses_what_is_out_of_range);
}

static void takes_its_choices_only(struct owner* owner) {
  for (int64_t k = 0; k < options_of(owner); ++k) {
    const char* name = attribute(owner, k, "name");
    const char* choices = attribute(owner, k, "choices");
    char fragments[256];
    int default_found = 0;
    if (strcmp(attribute(owner, k, "type"), "string") != 0) continue;
    check_error(set_double(owner, name, 1), COPPICE_INVALID_OPTION, "is text|expected");
    check_error(set_int(owner, name, 1), COPPICE_INVALID_OPTION, "is text|expected");
    if (choices[0] == '\0') continue;
    for (const char* rest = choices; *rest != '\0'; rest += *rest == '|') {
      const int size = (int)strcspn(rest, "|");
      char choice[64], changed[80];
      snprintf(choice, sizeof choice, "%.*s", size, rest);
      snprintf(changed, sizeof changed, "%s ", choice);
      check_ok(set_string(owner, name, choice));
      check_error(set_string(owner, name, changed), COPPICE_INVALID_OPTION, "expected one of");
      default_found += strcmp(choice, attribute(owner, k, "default")) == 0;
      rest += size;
    }
    assert_int_equal(default_found, 1);
    check_error(set_string(owner, name, ""), COPPICE_INVALID_OPTION, "expected one of");
    snprintf(fragments, sizeof fragments, "option %s of |%s|is \"", name, owner->name);
    if (strchr(choices, '|') != NULL)
      check_error(set_string(owner, name, choices), COPPICE_INVALID_OPTION, fragments);
  }
}

static void choices_are_taken_and_nothing_else(void** state) {
  (void)state;
  for_each_owner(takes_its_choices_only);
}

static void refuses_unknown_names(struct owner* owner) {
  check_error(set_double(owner, "no such option", 1), COPPICE_UNKNOWN_NAME,
              "option|\"no such option\"");
  check_error(set_int(owner, "", 1), COPPICE_UNKNOWN_NAME, "\"\"");
  for (int64_t k = 0; k < options_of(owner); ++k) {
    const char* name = attribute(owner, k, "name");
    char wrong[80], fragments[200];
    snprintf(wrong, sizeof wrong, "%s_", name);
    snprintf(fragments, sizeof fragments, "%s|\"%s\"|did you mean \"%s\"?", owner->name, wrong,
             name);
    check_error(set_string(owner, wrong, "1"), COPPICE_UNKNOWN_NAME, fragments);
  }
}

static void unknown_names_suggest_the_nearest(void** state) {
  (void)state;
  coppice_solver* solver = solver_of(1);
  for_each_owner(refuses_unknown_names);
  check_error(coppice_solver_set_int(solver, "learner", 3), COPPICE_UNKNOWN_NAME,
              "method cgens|\"learner\"|did you mean \"learners\"?");
  check_error(coppice_solver_set_double(solver, "epsilom", 3), COPPICE_UNKNOWN_NAME,
              "did you mean \"epsilon\"?");
  check_error(coppice_solver_set_double(solver, "c", 3), COPPICE_UNKNOWN_NAME,
              "did you mean \"C\"?");
  coppice_solver_free(solver);
}

/* What was set is what a fit uses, and what the model's file says. */
static void expect_in_model(coppice_solver* solver, const char* expected) {
  static char text[1 << 16];
  int64_t size = 0;
  coppice_dataset* data = noisy_examples(30, 2, 5);
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, data, &model));
  check_ok(coppice_model_save_buffer(model, "json", text, sizeof text - 1, &size));
  text[size] = '\0';
  if (strstr(text, expected) == NULL) fail_msg("no %s in %s", expected, text);
  coppice_model_free(model);
  coppice_dataset_free(data);
}

static void values_of_any_type_arrive(void** state) {
  (void)state;
  coppice_solver* solver = solver_of(2);
  expect_in_model(solver, "\"learners\":2,");
  check_ok(coppice_solver_set_double(solver, "learners", 3.0));
  expect_in_model(solver, "\"learners\":3,");
  check_ok(coppice_solver_set_string(solver, "learners", "+4"));
  expect_in_model(solver, "\"learners\":4,");
  check_ok(coppice_solver_set_int(solver, "C", 2));
  check_ok(coppice_solver_set_string(solver, "tolerance", "2.5e-3"));
  check_ok(coppice_solver_set_string(solver, "bias", "penalised"));
  check_ok(coppice_solver_set_int(solver, "seed", INT64_C(9007199254740992)));
  expect_in_model(solver, "\"tolerance\":0.0025,");
  expect_in_model(solver, "\"bias\":\"penalised\",");
  expect_in_model(solver, "\"seed\":9007199254740992");
  check_error(coppice_solver_set_int(solver, "learners", 0), COPPICE_INVALID_OPTION,
              "option learners of method cgens is 0|expected learners >= 1");
  expect_in_model(solver, "\"learners\":4,"); /* a refused value changes nothing */
  coppice_solver_free(solver);
}

static void the_locale_does_not_matter(void** state) {
  (void)state;
  coppice_solver* solver = solver_of(2);
  if (setlocale(LC_ALL, "de_DE.UTF-8") == NULL)
    fail_msg("there is no locale de_DE.UTF-8: install the package locales-all");
  check_ok(coppice_solver_set_string(solver, "C", "0.125"));
  check_error(coppice_solver_set_string(solver, "C", "0,125"), COPPICE_INVALID_OPTION, "\"0,125\"");
  check_error(coppice_solver_set_double(solver, "C", -0.5), COPPICE_INVALID_OPTION, "is -0.5;");
  expect_in_model(solver, "\"C\":0.125,");
  setlocale(LC_ALL, "C");
  coppice_solver_free(solver);
}

static void pools_are_described_in_text(void** state) {
  (void)state;
  const struct {
    const char* description;
    coppice_status status;
    const char* fragments;
  } cases[] = {
      {"stumps", COPPICE_UNKNOWN_NAME, "no pool \"stumps\"|did you mean \"stump\"?"},
      {"stump:depth=2", COPPICE_UNKNOWN_NAME, "pool stump|\"depth\""},
      {"stump:depth=2,height=3", COPPICE_UNKNOWN_NAME, "pool stump|\"depth\""},
      {"fourier:gamma=1,candidates=2,gamma=1", COPPICE_INVALID_ARGUMENT, "option gamma twice"},
      {"stump(fourier(gamma=1)@low)", COPPICE_INVALID_ARGUMENT,
       "pool stump has no members; got \"fourier(gamma=1)@low\""},
      {"union(gamma=1,stump)", COPPICE_UNKNOWN_NAME, "pool union has no options; got \"gamma\""},
      {"union(stump,union)", COPPICE_INVALID_ARGUMENT, "union without members"},
      {"union@low", COPPICE_INVALID_ARGUMENT, "union without members"},
      {"union(stump@low,fourier)@high", COPPICE_INVALID_ARGUMENT,
       "\"high\"|\"stump@low\" has a view already|one of the two"},
      {"custom(name=wavelet)", COPPICE_UNKNOWN_NAME, "no pool \"custom\""},
      {"zz", COPPICE_UNKNOWN_NAME, "no pool \"zz\"; expected one of: stump, perceptron"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
    coppice_pool* pool = NULL;
    check_error(coppice_pool_create(cases[k].description, &pool), cases[k].status,
                cases[k].fragments);
    assert_null(pool);
  }
}

static void a_solver_takes_a_pool_and_needs_it_no_more(void** state) {
  (void)state;
  coppice_solver* solver = solver_of(2);
  coppice_pool* pool = NULL;
  check_ok(coppice_pool_create("stump", &pool));
  check_ok(coppice_solver_set_pool(solver, pool));
  coppice_pool_free(pool);
  expect_in_model(solver, "\"pool\":{\"kind\":\"stump\",\"max_bins\":0,\"levels\":\"one\"}");
  coppice_solver_free(solver);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_catalogue_lists_everything),
      cmocka_unit_test(methods_say_what_they_learn_and_take),
      cmocka_unit_test(every_default_is_accepted),
      cmocka_unit_test(values_out_of_range_name_the_range),
      cmocka_unit_test(choices_are_taken_and_nothing_else),
      cmocka_unit_test(unknown_names_suggest_the_nearest),
      cmocka_unit_test(values_of_any_type_arrive),
      cmocka_unit_test(the_locale_does_not_matter),
      cmocka_unit_test(pools_are_described_in_text),
      cmocka_unit_test(a_solver_takes_a_pool_and_needs_it_no_more),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

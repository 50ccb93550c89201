/* Pools as text: every form reads as the pool it means, a pool's text makes the pool again, what is
 * no text of a pool is refused with the place, and options read back as they were set. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cross_validated.h"
#include "model_bytes.h"
#include "pools.h"

/* The text of a pool; free() it. */
static char* description_of(const coppice_pool* pool) {
  int64_t needed = 0;
  check_error(coppice_pool_describe(pool, NULL, 0, &needed), COPPICE_BUFFER_TOO_SMALL, "needs");
  char* text = allocate(needed, 1);
  check_ok(coppice_pool_describe(pool, text, needed, NULL));
  assert_int_equal(strlen(text) + 1, needed);
  return text;
}

static void check_description(const coppice_pool* pool, const char* expected) {
  char* text = description_of(pool);
  assert_string_equal(text, expected);
  free(text);
}

static coppice_pool* pool_of(const char* description) {
  coppice_pool* pool = NULL;
  check_ok(coppice_pool_create(description, &pool));
  return pool;
}

static void expect_text(const char* description, const char* expected) {
  coppice_pool* pool = pool_of(description);
  check_description(pool, expected);
  coppice_pool* again = pool_of(expected);
  check_description(again, expected);
  coppice_pool_free(again);
  coppice_pool_free(pool);
}

static void every_form_has_one_text(void** state) {
  (void)state;
  const struct {
    const char *given, *canonical;
  } cases[] = {
      {"stump", "stump"},
      {" \t\r\nstump ", "stump"},
      {"stump(max_bins=0)", "stump"},
      {"stump : max_bins = +8", "stump(max_bins=8)"},
      {"fourier:candidates=50,gamma=1e0@low", "fourier(gamma=1,candidates=50)@low"},
      {"fourier( candidates = 50 , gamma = 0.10 ) @ low", "fourier(gamma=0.1,candidates=50)@low"},
      {"fourier(gamma=1e-5)", "fourier(gamma=1e-05)"},
      {"union", "union"},
      {"union(stump)", "union(stump)"},
      {"stump;fourier", "union(stump,fourier)"},
      {"stump ; union(fourier:", NULL},
      {"union(fourier(gamma=1)@low, stump)", "union(fourier(gamma=1)@low,stump)"},
      {"union(stump;fourier)", NULL},
      {"fourier:gamma=1@low;stump", "union(fourier(gamma=1)@low,stump)"},
      {"union(stump,fourier(gamma=1))@low", "union(stump@low,fourier(gamma=1)@low)"},
      {"union(stump,union(fourier@a,union(stump,perceptron)@b))",
       "union(stump,fourier@a,stump@b,perceptron@b)"},
      {"union(stump,fourier)@low;perceptron", "union(stump@low,fourier@low,perceptron)"},
      {"union@low;stump", NULL},
      {"stump@-+1e5.x/#*<>[]{}|&%$!?~^_`\xc3\xa4\xf0\x9f\x8c\xb3",
       "stump@-+1e5.x/#*<>[]{}|&%$!?~^_`\xc3\xa4\xf0\x9f\x8c\xb3"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
    coppice_pool* none = NULL;
    if (cases[k].canonical != NULL) {
      expect_text(cases[k].given, cases[k].canonical);
    } else {
      check_error(coppice_pool_create(cases[k].given, &none), COPPICE_INVALID_ARGUMENT, "expected");
      assert_null(none);
    }
  }
}

/* Options of every kind, drawn from what the catalogue says of them, in both forms. */
static void every_pool_reads_back(void** state) {
  (void)state;
  int64_t kinds = 0;
  check_ok(coppice_catalogue_size(COPPICE_POOLS, &kinds));
  assert_true(kinds >= 4);
  for (int64_t k = 0; k < kinds; ++k) {
    const char *kind = NULL, *name = NULL, *initial = NULL;
    int64_t options = 0;
    char text[512], short_form[512];
    check_ok(coppice_catalogue_name(COPPICE_POOLS, k, &kind));
    check_ok(coppice_option_count(COPPICE_POOLS, kind, &options));
    int length = snprintf(text, sizeof text, "%s", kind);
    for (int64_t j = 0; j < options; ++j) {
      check_ok(coppice_option_attribute(COPPICE_POOLS, kind, j, "name", &name));
      check_ok(coppice_option_attribute(COPPICE_POOLS, kind, j, "default", &initial));
      length += snprintf(text + length, sizeof text - (size_t)length, "%s%s=%s", j == 0 ? "(" : ",",
                         name, initial);
    }
    if (options > 0) snprintf(text + length, sizeof text - (size_t)length, ")");
    expect_text(text, kind); /* all as by default: nothing to say */
    snprintf(short_form, sizeof short_form, "%s", text);
    if (options == 0) continue;
    *strchr(short_form, '(') = ':';
    *strchr(short_form, ')') = '\0';
    expect_text(short_form, kind);
  }
}

static void refused_texts_say_where(void** state) {
  (void)state;
  const struct {
    const char *text, *message;
  } cases[] = {
      {"", "the pool is \"\"; expected a name at its end"},
      {"  ", "the pool is \"  \"; expected a name at its end"},
      {"union(stump", "the pool is \"union(stump\"; expected ',' or ')' at its end"},
      {"union(", "the pool is \"union(\"; expected a name at its end"},
      {"union()", "the pool is \"union()\"; expected a name at character 7, where \")\" begins"},
      {"union(stump,)",
       "the pool is \"union(stump,)\"; expected a name at character 13, where \")\" begins"},
      {"union(stump;fourier)",
       "the pool is \"union(stump;fourier)\"; expected ',' or ')' at "
       "character 12, where \";fourier)\" begins"},
      {"union(stump:max_bins=2)",
       "the pool is \"union(stump:max_bins=2)\"; expected ',' or ')' at "
       "character 12, where \":max_bins=2)\" begins"},
      {"stump)",
       "the pool is \"stump)\"; expected ';' or nothing more at character 6, where \")\" begins"},
      {"stump fourier",
       "the pool is \"stump fourier\"; expected ';' or nothing more at character "
       "7, where \"fourier\" begins"},
      {"stump(max_bins=2):max_bins=2",
       "the pool is \"stump(max_bins=2):max_bins=2\"; expected ';' or nothing more at character "
       "18, "
       "where \":max_bins=2\" begins"},
      {"stump:max_bins=2(",
       "the pool is \"stump:max_bins=2(\"; expected ';' or nothing more at "
       "character 17, where \"(\" begins"},
      {":max_bins=2",
       "the pool is \":max_bins=2\"; expected a name at character 1, where \":max_bins=2\" begins"},
      {"stump:", "the pool is \"stump:\"; expected name=value at its end"},
      {"stump:max_bins", "the pool is \"stump:max_bins\"; expected '=' at its end"},
      {"stump:max_bins=", "the pool is \"stump:max_bins=\"; expected a value at its end"},
      {"stump(max_bins=)",
       "the pool is \"stump(max_bins=)\"; expected a value at character 16, where \")\" begins"},
      {"stump:max_bins=2,", "the pool is \"stump:max_bins=2,\"; expected name=value at its end"},
      {"stump@", "the pool is \"stump@\"; expected the name of a view at its end"},
      {"stump@a@b",
       "the pool is \"stump@a@b\"; expected ';' or nothing more at character 8, where \"@b\" "
       "begins"},
      {"fourier(gamma=1@low)",
       "the pool is \"fourier(gamma=1@low)\"; expected ',' or ')' at "
       "character 16, where \"@low)\" begins"},
      {"stump;", "the pool is \"stump;\"; expected a name at its end"},
      {"stump;;stump",
       "the pool is \"stump;;stump\"; expected a name at character 7, where \";stump\" begins"},
      {"union(stump@\"a\")",
       "the pool is \"union(stump@\"a\")\"; expected the name of a view at "
       "character 13, where \"\"a\")\" begins"},
      /* Characters, not bytes, are counted; bytes that are not a character stand in no name. */
      {"stump@\xc3\xa4\xe2\x82\xac x",
       "the pool is \"stump@\xc3\xa4\xe2\x82\xac x\"; expected ';' "
       "or nothing more at character 10, where \"x\" begins"},
      {"stump@a\xff",
       "the pool is \"stump@a\\xff\"; expected ';' or nothing more at character 8, "
       "where \"\\xff\" begins"},
      {"stump\x01",
       "the pool is \"stump\\x01\"; expected ';' or nothing more at character 6, where "
       "\"\\x01\" begins"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
    coppice_pool* pool = NULL;
    check_error(coppice_pool_create(cases[k].text, &pool), COPPICE_INVALID_ARGUMENT, "the pool is");
    assert_string_equal(coppice_last_error(), cases[k].message);
    assert_null(pool);
  }
}

static char* repeated(const char* first, const char* part, int64_t times, const char* last) {
  char* text =
      allocate((int64_t)(strlen(first) + strlen(part) * (size_t)times + strlen(last)) + 1, 1);
  char* to = text + sprintf(text, "%s", first);
  for (int64_t k = 0; k < times; ++k) to += sprintf(to, "%s", part);
  strcpy(to, last);
  return text;
}

static void hostile_depth_and_length(void** state) {
  (void)state;
  coppice_pool* pool = NULL;
  char* deepest = repeated("", "union(", 32, "stump");
  char* closed = repeated(deepest, ")", 32, "");
  check_ok(coppice_pool_create(closed, &pool));
  check_description(pool, "union(stump)"); /* unions within unions add their members */
  coppice_pool_free(pool);
  pool = NULL;
  char* deeper = repeated("", "union(", 33, "stump");
  check_error(coppice_pool_create(deeper, &pool), COPPICE_INVALID_ARGUMENT,
              "expected parentheses at most 32 deep at character 199, where \"stump\"");
  char* deep = repeated("", "union(", 1000000, "");
  check_error(coppice_pool_create(deep, &pool), COPPICE_INVALID_ARGUMENT,
              "parentheses at most 32 deep");
  char* members = repeated("union(stump", ",stump@v", 20000, ")");
  check_ok(coppice_pool_create(members, &pool));
  check_description(pool, members);
  coppice_pool_free(pool);
  pool = NULL;
  char* joined = repeated("stump", ";stump@v", 20000, "");
  check_ok(coppice_pool_create(joined, &pool));
  check_description(pool, members);
  coppice_pool_free(pool);
  pool = NULL;
  char* options = repeated("fourier:gamma=1", ",gamma=1", 200000, "");
  check_error(coppice_pool_create(options, &pool), COPPICE_INVALID_ARGUMENT, "gamma twice");
  char* name = repeated("", "stump", 200000, "");
  check_error(coppice_pool_create(name, &pool), COPPICE_UNKNOWN_NAME, "no pool \"stumpstump|...\"");
  char* blanks = repeated("stump", " ", 1000000, "x");
  check_error(coppice_pool_create(blanks, &pool), COPPICE_INVALID_ARGUMENT,
              "at character 1000006, where \"x\" begins");
  assert_null(pool);
  char* const all[] = {deepest, closed, deeper, deep, members, joined, options, name, blanks};
  for (size_t k = 0; k < sizeof all / sizeof all[0]; ++k) free(all[k]);
}

static coppice_action never_fits(void* user, const double* x, int64_t rows, int64_t features,
                                 const double* residual, int64_t scores, const double* chosen,
                                 int64_t learners, double* parameters, int64_t count) {
  (void)user, (void)x, (void)rows, (void)features, (void)residual, (void)scores, (void)chosen;
  (void)learners, (void)parameters, (void)count;
  return COPPICE_STOP;
}

static coppice_action evaluates_to_one(void* user, const double* parameters, int64_t count,
                                       const double* x, int64_t rows, int64_t features,
                                       double* outputs) {
  (void)user, (void)parameters, (void)count, (void)x, (void)features;
  for (int64_t i = 0; i < rows; ++i) outputs[i] = 1;
  return COPPICE_CONTINUE;
}

static coppice_status create_custom(const char* name, coppice_pool** out) {
  return coppice_pool_create_custom(name, 1, never_fits, evaluates_to_one, NULL, NULL, out);
}

/* Views and custom pools are called what a pool's text can say, and nothing else. */
static void names_are_what_the_text_can_say(void** state) {
  (void)state;
  const char* const good[] = {"low",  "-", "1e-5", "a.b/c#d", "\xc3\xa4", "\xf0\x9f\x8c\xb3",
                              "union"};
  const struct {
    const char *name, *fragments;
  } bad[] = {
      {"", "name is \"\"|expected a name in UTF-8"},
      {"a b", "name is \"a b\"|character 2 is U+0020"},
      {" a", "character 1 is U+0020"},
      {"a\nstump", "name is \"a\\x0astump\"|character 2 is U+000A"},
      {"a\x01", "character 2 is U+0001"},
      {"a\x7f", "character 2 is U+007F"},
      {"\xc3\xa4\xc2\x85", "character 2 is U+0085"},
      {"a\xc2\xa0z", "character 2 is U+00A0"},
      {"a\xe1\x9a\x80", "character 2 is U+1680"},
      {"a\xe2\x80\x89z", "character 2 is U+2009"},
      {"a\xe2\x80\xa8z", "character 2 is U+2028"},
      {"a\xe2\x80\xafz", "character 2 is U+202F"},
      {"a\xe2\x81\x9f", "character 2 is U+205F"},
      {"\xe3\x80\x80", "character 1 is U+3000"},
      {"a(", "character 2 is '('"},
      {"a)b", "character 2 is ')'"},
      {"a,b", "character 2 is ','"},
      {"a=b", "character 2 is '='"},
      {"a:b", "character 2 is ':'"},
      {"a;b", "character 2 is ';'"},
      {"a@b", "character 2 is '@'"},
      {"a\"b", "character 2 is '\"'"},
      {"a'b", "character 2 is '''"},
      {"a\\b", "character 2 is '\\'"},
      {"a\xff", "name is \"a\\xff\"|expected a name in UTF-8"},
      {"a\xc0\x80", "expected a name in UTF-8"},
  };
  table* t = table_random(20, 2, 5, 3);
  coppice_dataset* data = table_dataset(t);
  const int64_t feature = 1;
  coppice_pool* pool = NULL;
  for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
    check_error(coppice_dataset_add_view(data, bad[k].name, &feature, 1), COPPICE_INVALID_ARGUMENT,
                bad[k].fragments);
    check_error(create_custom(bad[k].name, &pool), COPPICE_INVALID_ARGUMENT, bad[k].fragments);
    assert_null(pool);
  }
  for (size_t k = 0; k < sizeof good / sizeof good[0]; ++k)
    check_ok(coppice_dataset_add_view(data, good[k], &feature, 1));
  for (size_t k = 0; k < sizeof good / sizeof good[0]; ++k) {
    char expected[64], viewed[64];
    check_ok(create_custom(good[k], &pool));
    snprintf(expected, sizeof expected, "custom(name=%s)", good[k]);
    check_description(pool, expected);
    coppice_pool* all = pool_of("union");
    check_ok(coppice_pool_add(all, pool, good[k]));
    snprintf(expected, sizeof expected, "union(custom(name=%s)@%s)", good[k], good[k]);
    check_description(all, expected);
    coppice_pool_free(all);
    coppice_pool_free(pool);
    pool = NULL;
    snprintf(viewed, sizeof viewed, "stump@%s", good[k]);
    coppice_model* model = train_pool(data, viewed, "learners=2");
    check_text(model, "pools", viewed);
    coppice_model_free(model);
  }
  coppice_dataset_free(data);
  table_free(t);
}

/* In models, "pools" is a text a line; a file cannot make it another number of lines. */
static void models_hold_texts_of_pools_only(void** state) {
  (void)state;
  table* t = table_random(20, 2, 5, 4);
  coppice_dataset* data = table_dataset(t);
  coppice_model* model = train_pool(data, "stump", "learners=2");
  const struct {
    const char *pool, *fragments;
  } cases[] = {
      {"stump\\nstump", "its pool is \"stump\\x0astump\"|nothing more at character 7"},
      {"stump;stump", "\"stump;stump\"; expected \"union(stump,stump)\""},
      {"stump:max_bins=2", "\"stump:max_bins=2\"; expected \"stump(max_bins=2)\""},
      {" stump", "\" stump\"; expected \"stump\""},
      {"custom(name=a\\u2028b)", "expected ',' or ')' at character 14"},
      {"", "its pool is \"\"; expected a name"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
    char changed[128];
    size_t size = 0;
    coppice_model* none = NULL;
    snprintf(changed, sizeof changed, "\"pools\":[\"%s\"]", cases[k].pool);
    char* json = saved_bytes(model, "json", 4096, &size);
    replace_bytes(json, &size, "\"pools\":[\"stump\"]", changed);
    check_error(coppice_model_load_buffer(json, (int64_t)size, &none), COPPICE_MODEL_ERROR,
                cases[k].fragments);
    assert_null(none);
    free(json);
  }
  coppice_model_free(model);
  coppice_dataset_free(data);
  table_free(t);
}

/* All forms of one pool train the same model, bit for bit. */
static void all_forms_train_the_same(void** state) {
  (void)state;
  table* t = table_random(120, 4, 30, 5);
  coppice_dataset* data = table_dataset(t);
  const int64_t low[] = {0, 1};
  check_ok(coppice_dataset_add_view(data, "low", low, 2));
  const char* const forms[][3] = {
      {"perceptron:candidates=50@low", "perceptron(candidates=50)@low",
       " perceptron ( candidates "
       "= 5e1 ) @ low"},
      {"stump:max_bins=8;fourier:gamma=2,candidates=30@low;stump@low",
       "union(stump(max_bins=8), fourier(gamma=2, candidates=30)@low, stump@low)",
       "stump(max_bins=8);union(fourier(candidates=30,gamma=2),stump)@low"},
  };
  for (int k = 0; k < 2; ++k) {
    const char* const options = "learners=20 C=0.1 seed=4";
    coppice_model* first = train_pool(data, forms[k][0], options);
    for (int form = 1; form < 3; ++form) {
      coppice_model* other = train_pool(data, forms[k][form], options);
      check_equal_models(first, other, data);
      char *pools = text_of(first, "pools"), *pools_of_other = text_of(other, "pools");
      assert_string_equal(pools, pools_of_other);
      free(pools);
      free(pools_of_other);
      coppice_model_free(other);
    }
    coppice_model_free(first);
  }
  coppice_dataset_free(data);
  table_free(t);
}

static void check_option(const coppice_pool* pool, const char* name, const char* expected) {
  char text[64];
  int64_t needed = 0;
  check_ok(coppice_pool_get_string(pool, name, text, sizeof text, &needed));
  assert_string_equal(text, expected);
  assert_int_equal(needed, strlen(expected) + 1);
}

static void check_solver_option(const coppice_solver* solver, const char* name,
                                const char* expected) {
  char text[64];
  check_ok(coppice_solver_get_string(solver, name, text, sizeof text, NULL));
  assert_string_equal(text, expected);
}

static void options_of_pools_read_back(void** state) {
  (void)state;
  coppice_pool* pool = pool_of("fourier:gamma=0.10");
  double gamma = 0, candidates = 0;
  int64_t count = 0, needed = 0;
  char small[3] = "zz";
  check_ok(coppice_pool_get_double(pool, "gamma", &gamma));
  assert_true(gamma == 0.1);
  check_option(pool, "gamma", "0.1");
  check_ok(coppice_pool_set_int(pool, "candidates", 77));
  check_ok(coppice_pool_get_int(pool, "candidates", &count));
  check_ok(coppice_pool_get_double(pool, "candidates", &candidates));
  assert_true(count == 77 && candidates == 77);
  check_option(pool, "candidates", "77");
  check_error(coppice_pool_get_int(pool, "gamma", &count), COPPICE_INVALID_OPTION,
              "option gamma of pool fourier is of type double; expected one of type int");
  check_error(coppice_pool_get_double(pool, "gama", &gamma), COPPICE_UNKNOWN_NAME,
              "pool fourier has no option \"gama\"; did you mean \"gamma\"?");
  check_error(coppice_pool_get_string(pool, "gamma", small, 3, &needed), COPPICE_BUFFER_TOO_SMALL,
              "capacity 3|needs 4");
  assert_true(needed == 4 && count == 77 && gamma == 0.1);
  assert_string_equal(small, "zz");
  coppice_pool_free(pool);

  /* Of a union: what its members agree on. */
  pool = pool_of("stump;fourier:gamma=1@low;fourier:gamma=2");
  check_option(pool, "max_bins", "0");
  check_option(pool, "candidates", "2000");
  check_error(coppice_pool_get_double(pool, "gamma", &gamma), COPPICE_INVALID_OPTION,
              "option gamma is 1 in the member \"fourier(gamma=1)@low\" and 2 in "
              "\"fourier(gamma=2)\"; expected one value");
  assert_true(gamma == 0.1);
  check_ok(coppice_pool_set_double(pool, "gamma", 0.25));
  check_ok(coppice_pool_get_double(pool, "gamma", &gamma));
  assert_true(gamma == 0.25);
  check_description(pool, "union(stump,fourier(gamma=0.25)@low,fourier(gamma=0.25))");
  check_error(coppice_pool_get_int(pool, "candidats", &count), COPPICE_UNKNOWN_NAME,
              "no member of the union has an option \"candidats\"; did you mean \"candidates\"?");
  coppice_pool_free(pool);
}

static void options_of_solvers_read_back(void** state) {
  (void)state;
  coppice_solver* solver = solver_with("");
  int64_t count = 0;
  double C = 0;
  check_ok(coppice_solver_set_double(solver, "C", 0.125));
  check_ok(coppice_solver_set_string(solver, "learners", "+12"));
  check_ok(coppice_solver_set_string(solver, "bias", "none"));
  check_ok(coppice_solver_get_double(solver, "C", &C));
  check_ok(coppice_solver_get_int(solver, "learners", &count));
  assert_true(C == 0.125 && count == 12);
  check_solver_option(solver, "C", "0.125");
  check_solver_option(solver, "learners", "12");
  check_solver_option(solver, "bias", "none");
  check_error(coppice_solver_get_double(solver, "bias", &C), COPPICE_INVALID_OPTION,
              "option bias of method cgens is of type string; expected one of type double or int");
  check_error(coppice_solver_get_int(solver, "C", &count), COPPICE_INVALID_OPTION,
              "option C of method cgens is of type double; expected one of type int");
  check_error(coppice_solver_get_int(solver, "learner", &count), COPPICE_UNKNOWN_NAME,
              "method cgens has no option \"learner\"; did you mean \"learners\"?");
  /* What the method has no option of is the pool's. */
  check_solver_option(solver, "max_bins", "0");
  coppice_pool *pool = pool_of("fourier:gamma=3"), *drawn_from = NULL;
  check_ok(coppice_solver_set_pool(solver, pool));
  check_ok(coppice_pool_set_double(pool, "gamma", 4)); /* the solver has a copy */
  check_solver_option(solver, "gamma", "3");
  check_error(coppice_solver_get_int(solver, "max_bins", &count), COPPICE_UNKNOWN_NAME,
              "no option \"max_bins\"");
  check_ok(coppice_solver_get_pool(solver, &drawn_from));
  check_description(drawn_from, "fourier(gamma=3)");
  check_ok(coppice_pool_set_double(drawn_from, "gamma", 5));
  check_solver_option(solver, "gamma", "3");
  coppice_pool_free(drawn_from);
  coppice_pool_free(pool);
  coppice_solver_free(solver);
}

/* Every option of every method reads back what the catalogue calls its default. */
static void defaults_read_back(void** state) {
  (void)state;
  int64_t methods = 0;
  check_ok(coppice_catalogue_size(COPPICE_METHODS, &methods));
  for (int64_t k = 0; k < methods; ++k) {
    const char *method = NULL, *name = NULL, *type = NULL, *initial = NULL;
    coppice_solver* solver = NULL;
    int64_t options = 0;
    check_ok(coppice_catalogue_name(COPPICE_METHODS, k, &method));
    check_ok(coppice_option_count(COPPICE_METHODS, method, &options));
    check_ok(coppice_solver_create(method, &solver));
    for (int64_t j = 0; j < options; ++j) {
      char text[64];
      double number = 0;
      int64_t whole = 0;
      check_ok(coppice_option_attribute(COPPICE_METHODS, method, j, "name", &name));
      check_ok(coppice_option_attribute(COPPICE_METHODS, method, j, "type", &type));
      check_ok(coppice_option_attribute(COPPICE_METHODS, method, j, "default", &initial));
      check_ok(coppice_solver_get_string(solver, name, text, sizeof text, NULL));
      if (strcmp(type, "string") == 0) {
        assert_string_equal(text, initial);
        continue;
      }
      assert_true(strtod(text, NULL) == strtod(initial, NULL));
      check_ok(coppice_solver_get_double(solver, name, &number));
      assert_true(number == strtod(initial, NULL));
      if (strcmp(type, "int") != 0) continue;
      check_ok(coppice_solver_get_int(solver, name, &whole));
      assert_int_equal(whole, strtoll(initial, NULL, 10));
    }
    coppice_solver_free(solver);
  }
}

/* After cross-validation the solver says what was chosen, of its own options and of its pool's. */
static void chosen_values_read_back(void** state) {
  (void)state;
  table* t = exclusive_or(80, 6);
  coppice_dataset* data = table_dataset(t);
  coppice_solver* solver = solver_with("learners=8 C=5");
  coppice_pool *pool = pool_of("fourier:candidates=20"), *drawn_from = NULL;
  double C = 0;
  int64_t best = -1, learners = 0;
  check_ok(coppice_solver_set_pool(solver, pool));
  check_ok(coppice_solver_set_grid(solver, "C", "1e-1,1"));
  check_ok(coppice_solver_set_grid(solver, "gamma", "0.001,4"));
  check_ok(coppice_solver_cross_validate(solver, data, 3, &best));
  const cross_validated found = results_of(solver);
  assert_int_equal(found.points, 4);
  for (int k = 0; k < 4; ++k) assert_true(found.criterion[best] <= found.criterion[k] + 1e-12);
  assert_int_equal(best % 2, 1); /* the wide kernel cannot tell the corners apart */
  check_ok(coppice_solver_get_double(solver, "C", &C));
  check_ok(coppice_solver_get_int(solver, "learners", &learners));
  assert_true(C == (best < 2 ? 0.1 : 1) && (double)learners == found.path[best]);
  check_solver_option(solver, "C", best < 2 ? "0.1" : "1");
  check_solver_option(solver, "gamma", "4");
  check_ok(coppice_solver_get_pool(solver, &drawn_from));
  check_description(drawn_from, "fourier(gamma=4,candidates=20)");
  check_description(pool, "fourier(candidates=20)");
  coppice_pool_free(drawn_from);
  coppice_pool_free(pool);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_form_has_one_text),
      cmocka_unit_test(every_pool_reads_back),
      cmocka_unit_test(refused_texts_say_where),
      cmocka_unit_test(hostile_depth_and_length),
      cmocka_unit_test(names_are_what_the_text_can_say),
      cmocka_unit_test(models_hold_texts_of_pools_only),
      cmocka_unit_test(all_forms_train_the_same),
      cmocka_unit_test(options_of_pools_read_back),
      cmocka_unit_test(options_of_solvers_read_back),
      cmocka_unit_test(defaults_read_back),
      cmocka_unit_test(chosen_values_read_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

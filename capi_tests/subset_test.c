/* Parts of datasets: subsets by row numbers, and splits drawn by a seed. Row i of the sets here
 * has the value i, so that a part tells which rows it has. */
#include <math.h>
#include <string.h>

#include "synthetic.h"

enum { ROWS = 40 };

/* 10 rows of class "a", 20 of "b", 9 of "c" and 1 of "d", mixed; weight of row i: i + 0.5. */
static coppice_dataset* mixed(int labelled) {
  static const char* const pattern[] = {"b", "a", "c", "b"};
  double x[ROWS], weights[ROWS];
  const char* labels[ROWS];
  coppice_dataset* data = NULL;
  for (int i = 0; i < ROWS; ++i) {
    x[i] = i;
    weights[i] = i + 0.5;
    labels[i] = i == 6 ? "d" : pattern[i % 4];
  }
  check_ok(coppice_dataset_create_dense(x, ROWS, ROWS, 1, 1, 1, &data));
  if (labelled) check_ok(coppice_dataset_set_label_names(data, labels, ROWS));
  check_ok(coppice_dataset_set_weights(data, weights, ROWS));
  return data;
}

static int64_t row_number(const coppice_dataset* data, int64_t row) {
  double value = -1;
  check_ok(coppice_dataset_copy_row(data, row, &value, 1));
  return (int64_t)value;
}

static void a_subset_has_the_rows_in_order(void** state) {
  (void)state;
  coppice_dataset *data = mixed(1), *part = NULL;
  const int64_t rows[] = {7, 0, 7, 39, 2};
  int64_t labels[5], all_labels[ROWS], classes = 0;
  double weights[5];
  check_ok(coppice_dataset_subset(data, rows, 5, &part));
  check_ok(coppice_dataset_copy_labels(data, all_labels, ROWS));
  assert_int_equal(rows_of(part), 5);
  check_ok(coppice_dataset_copy_labels(part, labels, 5));
  check_ok(coppice_dataset_copy_weights(part, weights, 5));
  for (int k = 0; k < 5; ++k) {
    assert_int_equal(row_number(part, k), rows[k]);
    assert_int_equal(labels[k], all_labels[rows[k]]);
    assert_true(weights[k] == (double)rows[k] + 0.5);
  }
  check_ok(coppice_dataset_classes(part, &classes)); /* also those that no row has */
  assert_int_equal(classes, 4);
  char name[8];
  check_ok(coppice_dataset_class_name(part, 3, name, sizeof name, NULL));
  assert_string_equal(name, "d");
  coppice_dataset_free(data); /* what both have stays */
  assert_int_equal(row_number(part, 3), 39);
  coppice_dataset_free(part);
}

static void a_subset_names_rows_that_are_there(void** state) {
  (void)state;
  coppice_dataset *data = mixed(0), *part = NULL;
  const int64_t above[] = {0, 40};
  const int64_t below[] = {0, 1, -1};
  check_error(coppice_dataset_subset(data, above, 2, &part), COPPICE_INVALID_ARGUMENT,
              "rows[1] is 40|expected 0 to 39");
  check_error(coppice_dataset_subset(data, below, 3, &part), COPPICE_INVALID_ARGUMENT,
              "rows[2] is -1|expected 0 to 39");
  assert_null(part);
  coppice_dataset_free(data);
}

/* Sparse rows keep their values in subsets; rows from a file may be padded in both. */
static void sparse_rows_come_along(void** state) {
  (void)state;
  const char* text = "1 2:5\n2\n1 1:7 3:9\n";
  const int64_t rows[] = {2, 0, 1, 2};
  const double expected[4][3] = {{7, 0, 9}, {0, 5, 0}, {0, 0, 0}, {7, 0, 9}};
  coppice_dataset *data = NULL, *part = NULL;
  double row[3];
  check_ok(coppice_dataset_parse_svmlight(text, (int64_t)strlen(text), 0, &data));
  check_ok(coppice_dataset_subset(data, rows, 4, &part));
  for (int k = 0; k < 4; ++k) {
    check_ok(coppice_dataset_copy_row(part, k, row, 3));
    assert_memory_equal(row, expected[k], sizeof row);
  }
  coppice_dataset_free(data);
  coppice_dataset_free(part);
}

/* A subset of few rows copies its values, one of many shares them: nobody can tell which, in any
 * form, of the whole or of another subset, also when those it was made from are gone. */
enum { GRID_ROWS = 12, GRID_WIDTH = 3 };

static double grid_value(int64_t row, int64_t feature) {
  return (row + feature) % 4 == 0 ? 0 : (double)(row * 10 + feature); /* floats hold it */
}

static coppice_dataset* grid_in_form(int form) {
  double x[GRID_ROWS * GRID_WIDTH], values[GRID_ROWS * GRID_WIDTH];
  float floats[GRID_ROWS * GRID_WIDTH];
  int32_t indices[GRID_ROWS * GRID_WIDTH];
  int64_t starts[GRID_ROWS + 1] = {0}, entries = 0;
  for (int i = 0; i < GRID_ROWS; ++i) {
    for (int d = 0; d < GRID_WIDTH; ++d) {
      const int at = i * GRID_WIDTH + d;
      x[at] = grid_value(i, d);
      floats[at] = (float)x[at];
      if (x[at] == 0) continue;
      indices[entries] = d;
      values[entries++] = x[at];
    }
    starts[i + 1] = entries;
  }
  const int64_t size = (int64_t)GRID_ROWS * GRID_WIDTH;
  coppice_dataset* data = NULL;
  if (form == 0)
    check_ok(coppice_dataset_create_dense(x, size, GRID_ROWS, GRID_WIDTH, GRID_WIDTH, 1, &data));
  else if (form == 1)
    check_ok(coppice_dataset_create_dense_float(floats, size, GRID_ROWS, GRID_WIDTH, GRID_WIDTH, 1,
                                                &data));
  else
    check_ok(coppice_dataset_create_csr(starts, GRID_ROWS + 1, indices, values, entries, GRID_WIDTH,
                                        &data));
  return data;
}

static void few_rows_and_many_have_their_values(void** state) {
  (void)state;
  for (int form = 0; form < 3; ++form) {
    for (int64_t count = 1; count <= GRID_ROWS; ++count) {
      for (int64_t fewer = 1; fewer <= count; ++fewer) {
        int64_t rows[GRID_ROWS], of_part[GRID_ROWS];
        for (int64_t k = 0; k < count; ++k) rows[k] = (7 * k + 5) % GRID_ROWS;
        for (int64_t k = 0; k < fewer; ++k) of_part[k] = k % 3 == 2 ? 0 : count - 1 - k;
        coppice_dataset* data = grid_in_form(form);
        coppice_dataset* part = subset_of(data, rows, count);
        coppice_dataset_free(data);
        coppice_dataset* last = subset_of(part, of_part, fewer);
        coppice_dataset_free(part);
        for (int64_t k = 0; k < fewer; ++k) {
          double row[GRID_WIDTH];
          check_ok(coppice_dataset_copy_row(last, k, row, GRID_WIDTH));
          for (int64_t d = 0; d < GRID_WIDTH; ++d)
            assert_true(row[d] == grid_value(rows[of_part[k]], d));
        }
        coppice_dataset_free(last);
      }
    }
  }
}

/* The rows of a split part, ascending, as a set of bits; checks that labels and weights fit. */
static uint64_t rows_in(const coppice_dataset* part, const int64_t* all_labels) {
  uint64_t set = 0;
  int64_t last = -1, labels[ROWS];
  double weights[ROWS];
  check_ok(coppice_dataset_copy_weights(part, weights, ROWS));
  if (all_labels != NULL) check_ok(coppice_dataset_copy_labels(part, labels, ROWS));
  for (int64_t k = 0; k < rows_of(part); ++k) {
    const int64_t row = row_number(part, k);
    assert_true(row > last);
    last = row;
    set |= UINT64_C(1) << row;
    assert_true(weights[k] == (double)row + 0.5);
    if (all_labels != NULL) assert_int_equal(labels[k], all_labels[row]);
  }
  return set;
}

static void split_rows(const coppice_dataset* data, double fraction, uint64_t seed,
                       const int64_t* all_labels, uint64_t* first_set, uint64_t* second_set) {
  coppice_dataset *first = NULL, *second = NULL;
  check_ok(coppice_dataset_split(data, fraction, seed, &first, &second));
  *first_set = rows_in(first, all_labels);
  *second_set = rows_in(second, all_labels);
  coppice_dataset_free(first);
  coppice_dataset_free(second);
}

static void a_split_takes_its_share_of_every_class(void** state) {
  (void)state;
  coppice_dataset* data = mixed(1);
  int64_t labels[ROWS];
  check_ok(coppice_dataset_copy_labels(data, labels, ROWS));
  /* round(fraction * n) for n = 10, 20, 9, 1; no product is half way between two. */
  const struct {
    double fraction;
    int64_t taken[4];
  } cases[] = {{0.7, {7, 14, 6, 1}},
               {0.3, {3, 6, 3, 0}},
               {0.01, {0, 0, 0, 0}},
               {0.08, {1, 2, 1, 0}},
               {0.98, {10, 20, 9, 1}}};
  for (int k = 0; k < 5; ++k) {
    const int64_t total =
        cases[k].taken[0] + cases[k].taken[1] + cases[k].taken[2] + cases[k].taken[3];
    if (total == 0 || total == ROWS) {
      coppice_dataset *first = NULL, *second = NULL;
      check_error(coppice_dataset_split(data, cases[k].fraction, 1, &first, &second),
                  COPPICE_INVALID_ARGUMENT, "fraction is|40 rows|expected rows in both");
      assert_null(first);
      assert_null(second);
      continue;
    }
    for (uint64_t seed = 0; seed < 20; ++seed) {
      uint64_t first = 0, second = 0;
      int64_t taken[4] = {0};
      split_rows(data, cases[k].fraction, seed, labels, &first, &second);
      assert_true((first & second) == 0);
      assert_true((first | second) == (UINT64_C(1) << ROWS) - 1);
      for (int i = 0; i < ROWS; ++i) taken[labels[i]] += (int64_t)(first >> i & 1);
      for (int c = 0; c < 4; ++c) assert_int_equal(taken[c], cases[k].taken[c]);
    }
  }
  coppice_dataset_free(data);
}

static void the_seed_draws_the_split(void** state) {
  (void)state;
  coppice_dataset* data = mixed(1);
  uint64_t sets[30], second = 0, again = 0, seen_first = 0, seen_second = 0;
  for (uint64_t seed = 0; seed < 30; ++seed) {
    split_rows(data, 0.5, seed * UINT64_C(0x0123456789abcdef), NULL, &sets[seed], &second);
    split_rows(data, 0.5, seed * UINT64_C(0x0123456789abcdef), NULL, &again, &second);
    assert_true(again == sets[seed]);
    for (uint64_t other = 0; other < seed; ++other) assert_true(sets[other] != sets[seed]);
    seen_first |= sets[seed];
    seen_second |= second;
  }
  /* In 30 draws every row of a class of 9 or more is on either side at some time; the only row of
   * its class (round(0.5) = 1 of it) is always in the first part. */
  assert_true(seen_first == (UINT64_C(1) << ROWS) - 1);
  assert_true(seen_second == (((UINT64_C(1) << ROWS) - 1) & ~(UINT64_C(1) << 6)));
  coppice_dataset_free(data);
}

static void without_labels_a_split_counts_rows(void** state) {
  (void)state;
  coppice_dataset* data = mixed(0);
  for (int wanted = 1; wanted < ROWS; ++wanted) {
    uint64_t first = 0, second = 0;
    int count = 0;
    split_rows(data, (double)wanted / ROWS, 3, NULL, &first, &second);
    for (int i = 0; i < ROWS; ++i) count += (int)(first >> i & 1);
    assert_int_equal(count, wanted);
    assert_true((first ^ second) == (UINT64_C(1) << ROWS) - 1);
  }
  coppice_dataset *first = NULL, *second = NULL, *one = NULL;
  const int64_t row = 0;
  check_error(coppice_dataset_split(data, 0.01, 1, &first, &second), COPPICE_INVALID_ARGUMENT,
              "leaves 0 of the 40 rows");
  check_ok(coppice_dataset_subset(data, &row, 1, &one));
  check_error(coppice_dataset_split(one, 0.6, 1, &first, &second), COPPICE_INVALID_ARGUMENT,
              "1 rows|0 in the second");
  assert_null(first);
  assert_null(second);
  coppice_dataset_free(one);
  coppice_dataset_free(data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_subset_has_the_rows_in_order),
      cmocka_unit_test(a_subset_names_rows_that_are_there),
      cmocka_unit_test(sparse_rows_come_along),
      cmocka_unit_test(few_rows_and_many_have_their_values),
      cmocka_unit_test(a_split_takes_its_share_of_every_class),
      cmocka_unit_test(the_seed_draws_the_split),
      cmocka_unit_test(without_labels_a_split_counts_rows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Option price_of_sparsity: the optimum over all learners of a pool, and how far the learners
 * chosen are from it. The oracle is the fit that goes on until it has chosen every stump. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model_bytes.h"
#include "training.h"

static const char* const to_the_end = " epsilon=0 tolerance=1e-8 learners=100000";

static coppice_model* fit(coppice_dataset* data, const char* pool_text, const char* options,
                          const char* more) {
  char all[200];
  coppice_model* model = NULL;
  coppice_pool* pool = NULL;
  assert_true(strlen(options) + strlen(more) < sizeof all);
  coppice_solver* solver = solver_with(strcat(strcpy(all, options), more));
  check_ok(coppice_pool_create(pool_text, &pool));
  check_ok(coppice_solver_set_pool(solver, pool));
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_pool_free(pool);
  coppice_solver_free(solver);
  return model;
}

/* Of few learners by the option, and of all of them, each at its own end. */
static void check_price(coppice_dataset* data, const char* pool, const char* options) {
  coppice_model* few = fit(data, pool, options, " learners=6 tolerance=1e-8 price_of_sparsity=yes");
  coppice_model* all = fit(data, pool, options, to_the_end);
  const double P = quantity_of(few, "objective"), least = quantity_of(all, "objective");
  check_text(all, "stop_reason", "exhausted");
  assert_true(P > least * 1.005);
  check_close(quantity_of(few, "optimum"), least, 2e-6);
  check_close(quantity_of(few, "price_of_sparsity"), P / least - 1, 1e-5);
  assert_true(isnan(quantity_of(all, "optimum")));
  assert_true(isnan(quantity_of(all, "price_of_sparsity")));
  coppice_model_free(few);
  coppice_model_free(all);
}

static void it_is_the_end_of_column_generation(void** state) {
  (void)state;
  static const char* const sets[][3] = {
      {"iris.svm", "2", "3"}, {"votes.svm", "-1", "1"}, {"breast-cancer-original.svm", "-1", "1"}};
  for (int s = 0; s < 3; ++s) {
    table* t = table_load(sets[s][0], sets[s][1], sets[s][2]);
    coppice_dataset* data = table_dataset(t);
    check_price(data, "stump", "C=0.3");
    coppice_dataset_free(data);
    table_free(t);
  }
}

/* A stump of two members counts twice, as both may be chosen. */
static void members_of_a_union_have_their_own(void** state) {
  (void)state;
  static const int64_t some[] = {1, 3, 4};
  table* t = table_random(60, 5, 6, 3);
  table_draw_weights(t, 5);
  coppice_dataset* data = table_dataset(t);
  check_ok(coppice_dataset_add_view(data, "some", some, 3));
  check_price(data, "stump", "C=0.5");
  check_price(data, "stump@some", "C=0.5 class_weight=balanced");
  check_price(data, "union(stump,stump@some)", "C=0.02");
  coppice_dataset_free(data);
  table_free(t);
}

/* Of three classes it is that of all problems of two. */
static void problems_add_up(void** state) {
  (void)state;
  coppice_dataset* data = load_data("iris.svm");
  check_price(data, "stump", "C=0.1");
  check_price(data, "stump", "C=0.1 multiclass=one-against-rest");
  coppice_dataset_free(data);
}

static void models_remember_it(void** state) {
  (void)state;
  table* t = table_random(60, 3, 8, 4);
  static const char* const formats[] = {"json", "cbor"};
  coppice_model* model = train(t, "learners=4 price_of_sparsity=yes");
  assert_true(quantity_of(model, "price_of_sparsity") > 0);
  for (int f = 0; f < 2; ++f) {
    coppice_model* again = reloaded(model, formats[f]);
    assert_true(quantity_of(again, "optimum") == quantity_of(model, "optimum"));
    assert_true(quantity_of(again, "price_of_sparsity") == quantity_of(model, "price_of_sparsity"));
    coppice_model_free(again);
  }
  coppice_model_free(model);
  table_free(t);
}

static coppice_action stop_at_once(void* user, const coppice_progress_info* info) {
  (void)user;
  (void)info;
  return COPPICE_STOP;
}

/* More learners come nearer to the same optimum; a fit that was stopped does not know it. */
static void it_goes_on_and_ends_with_the_fit(void** state) {
  (void)state;
  table* t = table_random(80, 4, 9, 6);
  coppice_dataset* data = table_dataset(t);
  coppice_solver* solver = solver_with("C=0.1 learners=5 price_of_sparsity=yes");
  coppice_model *few = NULL, *more = NULL, *stopped = NULL;
  check_ok(coppice_solver_fit(solver, data, &few));
  check_ok(coppice_solver_set_int(solver, "learners", 10));
  check_ok(coppice_solver_fit(solver, data, &more));
  assert_true(quantity_of(few, "optimum") == quantity_of(more, "optimum"));
  assert_true(quantity_of(few, "price_of_sparsity") > quantity_of(more, "price_of_sparsity"));
  assert_true(quantity_of(more, "price_of_sparsity") > 0);
  check_ok(coppice_solver_set_double(solver, "C", 0.2));
  check_ok(coppice_solver_set_progress(solver, stop_at_once, NULL));
  check_ok(coppice_solver_fit(solver, data, &stopped));
  assert_true(isnan(quantity_of(stopped, "optimum")));
  coppice_model_free(few);
  coppice_model_free(more);
  coppice_model_free(stopped);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  table_free(t);
}

static void check_refused(coppice_dataset* data, const char* pool_text, const char* options,
                          coppice_status status, const char* words) {
  coppice_model* model = NULL;
  coppice_pool* pool = NULL;
  coppice_solver* solver = solver_with(options);
  check_ok(coppice_solver_set_string(solver, "price_of_sparsity", "yes"));
  check_ok(coppice_pool_create(pool_text, &pool));
  check_ok(coppice_solver_set_pool(solver, pool));
  check_error(coppice_solver_fit(solver, data, &model), status, words);
  assert_null(model);
  coppice_pool_free(pool);
  coppice_solver_free(solver);
}

static void what_no_kernel_stands_for_is_refused(void** state) {
  (void)state;
  static const int64_t some[] = {0, 2};
  static const char* const levels[] = {"a", "b", "c"};
  table* t = table_random(30, 3, 3, 4);
  coppice_dataset* data = table_dataset(t);
  const coppice_status argument = COPPICE_INVALID_ARGUMENT;
  check_refused(data, "stump", "loss=squared-hinge", argument,
                "price_of_sparsity|loss=hinge|squared-hinge");
  check_refused(data, "stump", "bias=penalised", argument, "price_of_sparsity|bias=free|penalised");
  check_refused(data, "union(stump,fourier(gamma=1))", "", argument,
                "price_of_sparsity|pools of stumps|fourier(gamma=1)");
  check_ok(coppice_dataset_set_levels(data, 1, levels, 3));
  check_refused(data, "stump", "", COPPICE_INVALID_DATA,
                "feature 1 is a category|price_of_sparsity|set price_of_sparsity=no");
  coppice_dataset_free(data);
  t->x[4 * 3 + 1] = NAN;
  data = table_dataset(t);
  check_refused(data, "stump", "", COPPICE_INVALID_DATA,
                "x[row 4, feature 1] is nan|price_of_sparsity|set price_of_sparsity=no");
  check_ok(coppice_dataset_add_view(data, "some", some, 2));
  coppice_model* model = fit(data, "stump@some", "learners=3 price_of_sparsity=yes", "");
  assert_true(quantity_of(model, "optimum") > 0);
  coppice_model_free(model);
  coppice_dataset_free(data);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_is_the_end_of_column_generation),
      cmocka_unit_test(members_of_a_union_have_their_own),
      cmocka_unit_test(problems_add_up),
      cmocka_unit_test(models_remember_it),
      cmocka_unit_test(it_goes_on_and_ends_with_the_fit),
      cmocka_unit_test(what_no_kernel_stands_for_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* A whole fit: a pool's description, lines `name=value` with options of the method, an empty line,
 * and the training set as CSV. It is stopped when the fifth report comes, and what has been made is
 * used. */
#include "fuzz.h"

static coppice_action five_reports(void* user, const coppice_progress_info* info) {
  (void)info;
  return ++*(int*)user < 5 ? COPPICE_CONTINUE : COPPICE_STOP;
}

/* The next line, which ends with NUL from then on; NULL at the end. */
static char* next_line(char** rest) {
  char* const line = *rest;
  if (line == NULL) return NULL;
  *rest = strchr(line, '\n');
  if (*rest != NULL) *(*rest)++ = '\0';
  return line;
}

static void use_fit(coppice_solver* solver, coppice_dataset* data) {
  coppice_model* model = NULL;
  if (!accepted(coppice_solver_fit(solver, data, &model))) {
    assert_null(model);
    return;
  }
  const int64_t rows = rows_of(data);
  double* f = calloc((size_t)rows, sizeof *f);
  assert_non_null(f);
  check_ok(coppice_model_predict_dataset(model, COPPICE_DECISION, data, 1, f, rows));
  for (int64_t i = 0; i < rows; ++i) assert_true(isfinite(f[i]));
  free(f);
  int64_t learners = 0;
  double* weights = array_of(model, "weights", &learners);
  for (int64_t j = 0; j < learners; ++j) assert_true(isfinite(weights[j]));
  free(weights);
  coppice_model_free(model);
}

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  int reports = 0;
  char* text = as_text(bytes, size);
  char* rest = text;
  coppice_pool* pool = NULL;
  coppice_solver* solver = NULL;
  coppice_dataset* data = NULL;
  check_ok(coppice_solver_create("cgens", &solver));
  check_ok(coppice_solver_set_progress(solver, five_reports, &reports));
  if (accepted(coppice_pool_create(next_line(&rest), &pool)))
    check_ok(coppice_solver_set_pool(solver, pool));
  for (char* line; (line = next_line(&rest)) != NULL && *line != '\0';) {
    char* const value = strchr(line, '=');
    if (value == NULL) continue;
    *value = '\0';
    accepted(coppice_solver_set_string(solver, line, value + 1));
  }
  if (rest != NULL && accepted(coppice_dataset_parse_csv(rest, (int64_t)strlen(rest), NULL, &data)))
    use_fit(solver, data);
  coppice_dataset_free(data);
  coppice_solver_free(solver);
  coppice_pool_free(pool);
  free(text);
  return 0;
}

# Training.

coppice <- function(x, y = NULL, method = NULL, ..., data = NULL, weights = NULL, views = NULL, pool = NULL,
                    kernels = NULL, validation = NULL, test = NULL, progress = NULL,
                    on_interrupt = c("error", "keep"), resumable = FALSE) {
  call <- match.call()
  on_interrupt <- match.arg(on_interrupt)
  examples <- read_examples(x, y, data, weights_in(weights, substitute(weights), x, y, data, parent.frame()), views)
  if (!resumable) on.exit(close_unless_given(examples, x))
  solver <- new_solver(examples, method, list(...), pool, kernels)
  if (!resumable) on.exit(close_handle(solver), add = TRUE)
  watch_rows(solver, solver_set_validation, validation, "validation", examples)
  watch_rows(solver, solver_set_test, test, "test", examples)
  model <- train(solver, examples, pool, kernels, progress, on_interrupt, call)
  if (resumable) keep_unfinished(model, solver, examples) else model
}

# What it takes to go on. It stays in this session: a model that is restored has handles without addresses.
keep_unfinished <- function(model, solver, examples) {
  model[["state"]]$solver <- solver
  model[["state"]]$examples <- examples
  model
}

coppice_resume <- function(model, ..., progress = NULL, on_interrupt = c("error", "keep")) {
  on_interrupt <- match.arg(on_interrupt)
  solver <- if (inherits(model, "coppice")) model[["state"]]$solver
  if (!is_open(solver))
    stop_coppice(STATUS[["invalid_state"]], "the fit cannot go on; train with resumable = TRUE, in this session")
  examples <- model[["state"]]$examples
  set_solver_options(solver, list(...))
  functions <- model[["functions"]]
  again <- train(solver, examples, functions$pool, functions$kernels, progress, on_interrupt, model[["call"]])
  keep_unfinished(again, solver, examples)
}

# A solver with its options; `method` NULL is what the labels ask for.
new_solver <- function(examples, method, options, pool, kernels) {
  solver <- solver_create(if (is.null(method)) method_for(examples$handle) else method)
  set_pool(solver, pool)
  set_kernels(solver, kernels)
  set_solver_options(solver, options)
  set_seed(solver, options)
  solver
}

set_pool <- function(solver, pool) {
  if (is.null(pool)) return(invisible())
  handle <- open_pool(pool)
  solver_set_pool(solver, handle)
  keep(solver, handle)
}

set_kernels <- function(solver, kernels) {
  if (length(kernels) > 0 && (!is.list(kernels) || is.null(names(kernels))))
    refuse("kernels is ", kind_of(kernels), "; expected a list of functions by name")
  for (name in names(kernels)) {
    functions <- unname(kernels[name])
    solver_set_kernel(solver, name, functions)
    keep(solver, functions)
  }
}

# Has the solver watch other rows, which are its argument `name`; NULL for none.
watch_rows <- function(solver, set, rows, name, examples) {
  if (is.null(rows)) return(invisible())
  others <- labelled_rows(rows, name, examples)
  set(solver, others$handle) # which keeps it
  close_unless_given(others, rows)
}

# coppice_data, a list of x and y, or of a formula a data.frame.
labelled_rows <- function(rows, name, examples) {
  if (inherits(rows, "coppice_data")) return(rows)
  if (is.data.frame(rows) && !is.null(examples$terms))
    return(read_examples(stats::formula(examples$terms), NULL, rows, NULL, NULL))
  if (!is.list(rows) || !all(c("x", "y") %in% names(rows)))
    refuse(name, " is ", kind_of(rows), "; expected coppice_data, list(x = , y = ) or, with a formula, a data.frame")
  read_examples(rows$x, rows$y, NULL, rows$weights, NULL)
}

train <- function(solver, examples, pool, kernels, progress, on_interrupt, call) {
  handle <- keep(solver_fit_watched(solver, examples$handle, watch_of(progress, on_interrupt == "keep")), solver)
  functions <- if (has_functions(pool) || length(kernels) > 0)
    list(method = model_get_string(handle, "method"), pool = if (has_functions(pool)) pool, kernels = kernels)
  new_model(handle, call, examples$labels, examples$terms, functions)
}

# What C is given to report to: a function that answers with an action, and whether an interrupt keeps
# the best model so far, also one that comes while R's function runs.
watch_of <- function(progress, keeps) {
  if (is.null(progress)) return(list(NULL, keeps))
  if (!is.function(progress)) refuse("progress is ", kind_of(progress), "; expected a function or NULL")
  watch <- function(told) {
    answer <- if (keeps) tryCatch(progress(told), interrupt = function(e) "stop") else progress(told)
    if (is.null(answer) || identical(answer, "continue")) return(ACTION[["continue"]])
    if (identical(answer, "stop")) return(ACTION[["stop"]])
    refuse("the progress function returned an object ", kind_of(answer), "; expected NULL, \"continue\" or \"stop\"")
  }
  list(watch, keeps)
}

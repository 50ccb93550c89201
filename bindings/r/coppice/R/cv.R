# Cross-validation.

cv_coppice <- function(x, y = NULL, method = NULL, ..., grid = list(), folds = 5, data = NULL, weights = NULL,
                       views = NULL, pool = NULL, kernels = NULL, progress = NULL) {
  call <- match.call()
  examples <- read_examples(x, y, data, weights_in(weights, substitute(weights), x, y, data, parent.frame()), views)
  on.exit(close_unless_given(examples, x))
  solver <- new_solver(examples, method, list(...), pool, kernels)
  on.exit(close_handle(solver), add = TRUE)
  set_grid(solver, grid)
  best <- solver_cross_validate_watched(solver, examples$handle, folds, watch_of(progress, FALSE)) + 1
  path <- solver_get_string(solver, "cv.path_name")
  found <- list(call = call, points = points_of(solver, path), best = best, folds = folds,
                criterion = solver_get_string(solver, "cv.criterion_name"), path = if (nzchar(path)) path,
                fold_criterion = matrix(solver_get_array(solver, "cv.fold_criterion"), ncol = folds, byrow = TRUE))
  # The solver has the best options already.
  found$model <- train(solver, examples, pool, kernels, progress, "error", call)
  structure(found, class = "cv_coppice")
}

set_grid <- function(solver, grid) {
  if (!is.list(grid) || (length(grid) > 0 && (is.null(names(grid)) || !all(nzchar(names(grid))))))
    refuse("grid is ", kind_of(grid), "; expected a list of values by option, such as list(C = c(0.01, 0.1))")
  for (name in names(grid)) {
    values <- grid[[name]]
    if (!is.atomic(values) || length(values) == 0 || anyNA(values))
      refuse("grid$", name, " is ", kind_of(values), " and length ", length(values), "; expected numbers or text")
    if (is.logical(values)) values <- ifelse(values, "yes", "no")
    texts <- if (is.numeric(values)) sprintf("%.17g", values) else as.character(values)
    solver_set_grid(solver, name, paste(texts, collapse = ","))
  }
}

# A row a point: its options, the criterion, its standard error, and the value of the path's option.
points_of <- function(solver, path) {
  points <- lapply(seq_len(solver_grid_size(solver)) - 1, function(k) jsonlite::fromJSON(solver_grid_point(solver, k)))
  options <- if (length(points[[1]]) > 0) do.call(rbind, lapply(points, as.data.frame))
  measured <- data.frame(criterion = solver_get_array(solver, "cv.criterion"),
                         standard_error = solver_get_array(solver, "cv.standard_error"))
  if (nzchar(path)) measured[[path]] <- solver_get_array(solver, "cv.path")
  if (is.null(options)) measured else cbind(options, measured)
}

print.cv_coppice <- function(x, digits = 4, ...) {
  cat("Cross-validation of method ", x$model$method, ", ", x$folds, " folds: ", x$criterion, "\n", sep = "")
  points <- x$points
  names(points)[names(points) == "criterion"] <- x$criterion
  points[[" "]] <- ifelse(seq_len(nrow(points)) == x$best, "<- best", "")
  print(points, digits = digits, row.names = FALSE)
  invisible(x)
}

predict.cv_coppice <- function(object, newdata, ...) predict.coppice(object$model, newdata, ...)

# Learning row by row. A coppice_stream is a handle of the library's: what learns changes it where it is, and R
# copies none of it. It has the classes too, as what labels are.

coppice_stream <- function(method, classes, features, ..., kernels = NULL) {
  handle <- new_solver(NULL, method, list(...), NULL, kernels)
  classes <- set_classes(handle, classes)
  solver_begin(handle, features)
  new_stream(handle, method, classes$declared, classes$labels, kernels)
}

new_stream <- function(handle, method, classes, labels, kernels) {
  structure(list(handle = handle, method = method, classes = classes, labels = labels, kernels = kernels),
            class = "coppice_stream")
}

# Declares the classes, and tells them in their order and what labels will be.
set_classes <- function(handle, classes) {
  declared <- if (is.factor(classes)) levels(classes) else unique(classes)
  if (anyNA(declared)) refuse("classes has NA; expected labels")
  if (is.character(declared) || is.logical(declared)) {
    declared <- sort(enc2utf8(as.character(declared)), method = "radix")
    solver_set_class_names(handle, declared)
  } else if (is.numeric(declared) && !is.object(declared)) {
    declared <- sort(declared)
    solver_set_classes(handle, declared)
  } else {
    refuse("classes is ", kind_of(classes), "; expected a factor, text, logical values or numbers")
  }
  list(declared = declared, labels = type_of_labels(classes))
}

stream_handle <- function(stream) {
  if (!inherits(stream, "coppice_stream"))
    refuse("the stream is ", kind_of(stream), "; expected what coppice_stream() returns")
  handle <- stream[["handle"]]
  if (!is_open(handle))
    stop_coppice(STATUS[["invalid_handle"]],
                 paste("this stream is closed, or comes from another session of R: saveRDS() does not save a stream;",
                       "coppice_save_stream() does, and coppice_load_stream() goes on with it"))
  handle
}

coppice_learn_row <- function(stream, x, y, weight = 1) {
  handle <- stream_handle(stream)
  place <- match(if (is.factor(y)) as.character(y) else y, stream[["classes"]])
  if (length(place) != 1) refuse("y has length ", length(place), "; expected the label of one row")
  if (is.na(place))
    refuse_data("the label of the row is \"", y, "\"; expected one of the classes that were declared")
  invisible(solver_learn_row(handle, x, place - 1, weight, scores_of(stream)))
}

coppice_learn <- function(stream, x, y = NULL, weights = NULL) {
  handle <- stream_handle(stream)
  if (inherits(x, "formula")) refuse("x is of class formula; columns of a stream go by position")
  block <- read_examples(x, y, NULL, weights, NULL)
  on.exit(close_unless_given(block, x))
  scores <- scores_of(stream)
  rows <- dataset_rows(block$handle)
  decisions <- solver_learn_watched(handle, block$handle, watch_of(NULL, FALSE), rows * scores)
  if (scores > 1) decisions <- matrix(decisions, rows, byrow = TRUE, dimnames = list(NULL, levels(stream)))
  invisible(decisions)
}

scores_of <- function(stream) if (length(stream[["classes"]]) == 2) 1 else length(stream[["classes"]])

coppice_snapshot <- function(stream) {
  handle <- stream_handle(stream)
  kernels <- stream[["kernels"]]
  new_model(keep(solver_snapshot(handle), kept(handle)), labels = stream[["labels"]],
            functions = if (length(kernels) > 0) list(method = stream[["method"]], kernels = kernels))
}

coppice_save_stream <- function(stream, path) {
  solver_save(stream_handle(stream), path.expand(path))
  invisible(stream)
}

coppice_load_stream <- function(path, kernels = NULL) {
  path <- path.expand(path)
  handle <- if (length(kernels) == 0) solver_load(path) else {
    solver <- solver_create(method_that_takes("kernels"))
    on.exit(close_handle(solver))
    set_kernels(solver, kernels)
    keep(solver_load_custom(path, solver), solver)
  }
  # A model knows its classes and its method.
  model <- solver_snapshot(handle)
  on.exit(close_handle(model), add = TRUE)
  new_stream(handle, model_get_string(model, "method"), numbers_or_texts(class_names(model)), NULL, kernels)
}

# What the stream tells of itself, by name: stream$rows, stream$prequential_error.
STREAM_QUANTITIES <- c("rows", "features", "learners", "prequential_error")

`$.coppice_stream` <- function(x, name) {
  if (name %in% names(x)) return(x[[name]])
  tell <- if (name == "prequential_error") solver_get_double else solver_get_int
  tell(stream_handle(x), paste0("stream.", name))
}

.DollarNames.coppice_stream <- function(x, pattern = "") grep(pattern, c("classes", STREAM_QUANTITIES), value = TRUE)

levels.coppice_stream <- function(x) as.character(x[["classes"]])

print.coppice_stream <- function(x, ...) {
  if (is_open(x[["handle"]])) {
    cat("coppice stream: method ", x[["method"]], ", ", x$rows, " rows x ", x$features, " features, ",
        length(x[["classes"]]), " classes", sep = "")
    cat(if (x$rows > 0) sprintf(", error so far %.4f", x$prequential_error), "\n", sep = "")
  } else {
    cat("coppice stream, closed or from another session\n")
  }
  invisible(x)
}

close.coppice_stream <- function(con, ...) invisible(close_handle(con[["handle"]]))

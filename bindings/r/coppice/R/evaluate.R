# How good predictions are.

coppice_evaluate <- function(model, newdata, y = NULL, weights = NULL, threads = 1) {
  handle <- model_handle(model)
  examples <- labelled_data(model, newdata, y, weights)
  on.exit(close_unless_given(examples, newdata))
  evaluation <- model_evaluate(handle, examples$handle, threads)
  on.exit(close_handle(evaluation), add = TRUE)
  names <- coppice_criteria()$name
  criteria <- vapply(names, function(name) {
    tryCatch(evaluation_criterion(evaluation, name), coppice_unavailable = function(e) NA_real_)
  }, 0)
  structure(list(criteria = criteria[!is.na(criteria)], confusion = confusion_of(model, evaluation)),
            class = "coppice_evaluation")
}

# Labels are y or, of a model with a formula, the variable on its left.
labelled_data <- function(model, newdata, y, weights) {
  if (inherits(newdata, "coppice_data")) return(read_examples(newdata, y, NULL, weights, NULL))
  terms <- model[["terms"]]
  if (!is.null(terms) && is.null(y)) {
    if (!is.data.frame(newdata)) refuse("newdata is ", kind_of(newdata), "; expected a data.frame")
    y <- eval(attr(terms, "variables")[[1 + attr(terms, "response")]], newdata, environment(terms))
  }
  examples <- data_to_predict(model, newdata)
  labels <- if (!is.null(y)) set_labels(examples$handle, y)
  if (!is.null(weights)) dataset_set_weights(examples$handle, weights)
  new_data(examples$handle, labels)
}

# Rows are labels, columns what was predicted; a further row has the labels that the model has never seen.
confusion_of <- function(model, evaluation) {
  classes <- levels(model)
  if (length(classes) == 0) return(NULL)
  counts <- matrix(evaluation_confusion(evaluation), ncol = length(classes), byrow = TRUE)
  rows <- if (nrow(counts) > length(classes)) c(classes, "(other)") else classes
  dimnames(counts) <- list(label = rows, predicted = classes)
  as.table(counts)
}

print.coppice_evaluation <- function(x, digits = 4, ...) {
  cat(sprintf("%-16s%s\n", names(x$criteria), format(x$criteria, digits = digits, trim = TRUE)), sep = "")
  if (!is.null(x$confusion)) {
    cat("\n")
    print(x$confusion)
  }
  invisible(x)
}

# Predictions.

predict.coppice <- function(object, newdata,
                            type = c("class", "decision", "probability", "staged", "contributions", "map", "learners"),
                            threads = 1, ...) {
  type <- if (missing(type)) "class" else output_named(type)
  if (missing(newdata)) refuse("newdata is missing; a model does not keep the rows that it was trained on")
  # C looks at the arguments, and is called at once: ten functions of R take as long as hundreds of rows.
  values <- .Call(R_swig_predict_matrix, object, OUTPUT, type, newdata, threads, FALSE)
  if (!is.null(values))
    return(shaped_prediction(object, object[["handle"]], type, values, length(values) / nrow(newdata)))
  handle <- model_handle(object)
  if (type == "class") type <- class_or_decision(handle)
  width <- model_output_width(handle, OUTPUT[[type]])
  values <- predicted(object, handle, OUTPUT[[type]], newdata, width, threads)
  shaped_prediction(object, handle, type, values, width)
}

# match.arg() takes as long as a hundred rows.
output_named <- function(type) {
  name <- if (is.character(type) && length(type) == 1) names(OUTPUT)[pmatch(type, names(OUTPUT))] else NA
  if (is.na(name)) refuse("type is ", deparse(type)[1], "; expected one of ", paste(names(OUTPUT), collapse = ", "))
  name
}

# Models of numbers have no classes: what they predict are the numbers.
class_or_decision <- function(handle) {
  tryCatch({
    model_output_width(handle, OUTPUT[["class"]])
    "class"
  }, coppice_unavailable = function(e) "decision")
}

# The library's numbers, row after row. Matrices of doubles whose columns are the model's are read where
# they are; all else becomes a dataset, whose columns and levels are found by name.
predicted <- function(model, handle, output, newdata, width, threads) {
  if (is.matrix(newdata) && !isS4(newdata) && is.null(model[["terms"]]) && categories_of(model) == 0) {
    check_matrix(newdata, "newdata")
    if (is.null(colnames(newdata)) || identical(colnames(newdata), feature_names(model))) {
      rows <- nrow(newdata)
      return(model_predict(handle, output, newdata, rows, ncol(newdata), 1, rows, threads, width * rows))
    }
  }
  examples <- data_to_predict(model, newdata)
  on.exit(close_unless_given(examples, newdata))
  model_predict_dataset(handle, output, examples$handle, threads, width * dataset_rows(examples$handle))
}

categories_of <- function(model) remembered(model, "categories", function(handle) model_get_int(handle, "categories"))

# Rows as a dataset like that of the training, without labels.
data_to_predict <- function(model, newdata) {
  if (inherits(newdata, "coppice_data")) return(newdata)
  terms <- model[["terms"]]
  if (is.null(terms)) return(read_examples(newdata, NULL, NULL, NULL, NULL))
  if (!is.list(newdata)) refuse("newdata is ", kind_of(newdata), "; the model has a formula and expects a data.frame")
  new_data(dataset_of(frame_of_newdata(terms, newdata)), terms = terms)
}

# A vector where there is one number a row, else a matrix with named columns, or rows x features x scores.
shaped_prediction <- function(model, handle, type, values, width) {
  if (type == "class") return(as_labels(values, levels(model), model[["labels"]]))
  if (width == 1 && type == "decision") return(values)
  rows <- length(values) %/% max(width, 1)
  scores <- model_get_int(handle, "scores")
  if (type %in% c("staged", "contributions") && scores > 1) {
    inner <- width / scores
    # Contributions are features, score after score; stages are scores, stage after stage.
    if (type == "contributions")
      return(array(matrix(values, rows, width, byrow = TRUE), c(rows, inner, scores),
                   list(NULL, feature_names(model), score_names(model, scores))))
    return(aperm(array(matrix(values, rows, width, byrow = TRUE), c(rows, scores, inner),
                       list(NULL, score_names(model, scores), NULL)), c(1, 3, 2)))
  }
  names <- switch(type, probability = levels(model), contributions = feature_names(model),
                  decision = score_names(model, scores))
  matrix(values, rows, width, byrow = TRUE, dimnames = if (!is.null(names)) list(NULL, names))
}

# One score a class, but where classes are two, or numbers are predicted.
score_names <- function(model, scores) {
  classes <- levels(model)
  if (length(classes) == scores) classes
}

# C looks at the arguments, and is called at once: any function of R takes as long as the library does.
coppice_predict_row <- function(model, x, type = "decision") {
  values <- .Call(R_swig_predict_row, model, OUTPUT, type, x, FALSE)
  if (is.null(values)) {
    model_handle(model) # opens it, or says what it is
    type <- output_named(type)
    values <- predict_row(model, OUTPUT, type, x)
  }
  if (type == "class") as_labels(values, levels(model), model[["labels"]]) else values
}

# Examples: rows of feature values and, to train on, labels or numbers to be predicted, and weights.

coppice_data <- function(x, y = NULL, data = NULL, weights = NULL, views = NULL) {
  read_examples(x, y, data, weights_in(weights, substitute(weights), x, y, data, parent.frame()), views)
}

# Weights that stand beside a formula may be a column of its data: then `weights` is not looked at itself.
weights_in <- function(weights, expression, x, y, data, caller) {
  if (!inherits(x, "formula")) return(weights)
  frame <- if (is.null(data)) y else data
  if (is.list(frame)) eval(expression, frame, caller) else weights
}

# A coppice_data: the handle, what the labels were, and of a formula its terms.
read_examples <- function(x, y, data, weights, views) {
  if (inherits(x, "coppice_data")) {
    if (!is.null(y) || !is.null(weights) || !is.null(views))
      refuse("y, weights and views belong to the coppice_data, which was given")
    return(x)
  }
  terms <- NULL
  if (inherits(x, "formula")) {
    frame <- if (is.null(data)) y else data
    tables <- tables_of_formula(x, frame)
    x <- tables$x
    y <- tables$y
    terms <- tables$terms
  } else if (!is.null(data)) {
    refuse("data belongs to a formula; x is ", kind_of(x))
  }
  handle <- dataset_of(x)
  for (view in names(views)) add_view(handle, view, views[[view]], feature_names_of(x))
  labels <- if (!is.null(y)) set_labels(handle, y)
  if (!is.null(weights)) dataset_set_weights(handle, weights)
  new_data(handle, labels, terms)
}

# R's collector does not see the library's memory: what was made for one call is freed with it.
close_unless_given <- function(examples, x) if (!inherits(x, "coppice_data")) close_handle(examples$handle)

# `named_rows`: whether it is worth while to ask each row for its name.
new_data <- function(handle, labels = NULL, terms = NULL, named_rows = FALSE) {
  structure(list(handle = handle, labels = labels, terms = terms, named_rows = named_rows), class = "coppice_data")
}

part_of <- function(data, handle) new_data(handle, data$labels, data$terms, data$named_rows)

add_view <- function(handle, name, features, names) {
  if (is.character(features)) {
    places <- match(features, names)
    if (anyNA(places)) refuse("view ", name, " has feature \"", features[is.na(places)][1], "\", which x has not")
    features <- places
  }
  dataset_add_view(handle, name, features - 1)
}

# Sets labels, numbers, or numbers of several outputs, and tells what they were: predicted classes are
# given back as that.
set_labels <- function(handle, y) {
  if (is.data.frame(y)) y <- if (ncol(y) == 1) y[[1]] else as.matrix(y)
  categorical <- is.factor(y) || is.character(y) || is.logical(y)
  # As many as there are rows: others are for the library to refuse.
  if (categorical || is.numeric(y) && NROW(y) == dataset_rows(handle)) refuse_missing(y)
  if (categorical) {
    dataset_set_label_names(handle, as.character(y))
  } else if (is.numeric(y) && !is.object(y)) {
    if (is.matrix(y) && ncol(y) != 1) dataset_set_targets(handle, t(y), ncol(y))
    else dataset_set_labels(handle, y)
  } else {
    refuse("y is ", kind_of(y), "; expected a factor, text, logical values or numbers")
  }
  type_of_labels(y)
}

type_of_labels <- function(y) {
  list(type = if (is.factor(y)) "factor" else typeof(y), levels = levels(y), ordered = is.ordered(y))
}

# Rows count from 0 in messages, as in those of the library.
refuse_missing <- function(y) {
  place <- which(is.na(y))[1]
  if (!is.na(place)) refuse_data("y[row ", (place - 1) %% NROW(y), "] is NA; expected a label or a number")
}

coppice_read_svmlight <- function(path, features = 0) {
  new_data(dataset_read_svmlight(path.expand(path), features))
}

# FALSE for a column says that there is none, whatever `like` has.
coppice_read_csv <- function(path, label = NULL, categories = NULL, weight = NULL, id = NULL, ignore = NULL,
                             like = NULL) {
  roles <- list(label = label, category = categories, weight = weight, id = id, ignore = ignore)
  columns <- NULL
  if (any(lengths(roles) > 0) || !is.null(like)) {
    columns <- csv_columns_create()
    for (role in names(roles)) for (column in roles[[role]])
      csv_columns_set(columns, if (!isFALSE(column)) as.character(column), role)
    if (inherits(like, "coppice_data")) csv_columns_match_dataset(columns, like$handle)
    else if (!is.null(like)) csv_columns_match_model(columns, model_handle(like))
  }
  may_be_named <- !isFALSE(id) && !(is.null(id) && is.null(like))
  new_data(dataset_read_csv(path.expand(path), columns), named_rows = may_be_named)
}

coppice_generate <- function(name, rows, features = 0, noise = 0, seed = NULL) {
  new_data(dataset_generate(name, rows, features, noise, seed_or_drawn(seed)))
}

coppice_split <- function(data, fraction, seed = NULL) {
  parts <- dataset_split(data$handle, fraction, seed_or_drawn(seed))
  list(first = part_of(data, parts[[1]]), second = part_of(data, parts[[2]]))
}

`[.coppice_data` <- function(x, i, ...) {
  rows <- seq_len(nrow(x))
  if (is.logical(i) && length(i) != length(rows))
    refuse("i has ", length(i), " logical values; expected the ", length(rows), " rows of the data")
  if (!is.logical(i) && (!is.numeric(i) || is.object(i)))
    refuse("i is ", kind_of(i), "; expected numbers of rows, or logical values")
  if (is.logical(i)) i <- rows[i]
  else if (isTRUE(all(i <= 0))) i <- rows[i]
  part_of(x, dataset_subset(x$handle, i - 1))
}

dim.coppice_data <- function(x) c(dataset_rows(x$handle), dataset_features(x$handle))

dimnames.coppice_data <- function(x) {
  handle <- x$handle
  names <- texts_of(ncol(x), function(d) dataset_feature_name(handle, d))
  of_rows <- if (x$named_rows) texts_of(nrow(x), function(i) dataset_row_name(handle, i))
  list(if (any(nzchar(of_rows))) of_rows, if (any(nzchar(names))) names)
}

# Where in a table the features and the label were, by name: data$feature_columns, data$label_column.
`$.coppice_data` <- function(x, name) {
  if (name %in% names(x)) return(x[[name]])
  handle <- x[["handle"]]
  switch(name,
         feature_columns = {
           columns <- vapply(seq_len(ncol(x)) - 1, function(d) dataset_feature_column(handle, d), 0)
           if (all(columns > 0)) columns
         },
         label_column = {
           column <- dataset_label_column(handle)
           if (nzchar(column)) column
         },
         refuse("the coppice_data has no ", name, "; expected one of ", paste(DATA_QUANTITIES, collapse = ", ")))
}

DATA_QUANTITIES <- c("feature_columns", "label_column")

.DollarNames.coppice_data <- function(x, pattern = "") grep(pattern, DATA_QUANTITIES, value = TRUE)

as.matrix.coppice_data <- function(x, ...) {
  size <- dim(x)
  values <- vapply(seq_len(size[1]) - 1, function(i) dataset_copy_row(x$handle, i, size[2]), numeric(size[2]))
  matrix(values, size[1], size[2], byrow = TRUE, dimnames = dimnames(x))
}

# The labels, as they were given; of what was read from a file, numbers where all are numbers.
labels.coppice_data <- function(object, ...) {
  handle <- object$handle
  rows <- dataset_rows(handle)
  outputs <- dataset_outputs(handle)
  if (outputs == 1) return(dataset_copy_targets(handle, rows))
  if (outputs > 1) return(matrix(dataset_copy_targets(handle, rows * outputs), rows, byrow = TRUE))
  classes <- texts_of(dataset_classes(handle), function(k) dataset_class_name(handle, k))
  as_labels(dataset_copy_labels(handle, rows), classes, object$labels)
}

# Labels of classes, whose places count from 0. They are what labels were, unless classes are not those of
# the labels, such as those of one class and all other rows.
as_labels <- function(places, classes, labels) {
  names <- classes[places + 1]
  values <- if (identical(labels$type, "logical")) c("FALSE", "TRUE") else labels$levels
  remembered <- !is.null(labels) && (is.null(values) || all(classes %in% values))
  switch(if (remembered) labels$type else "",
         factor = factor(names, levels = labels$levels, ordered = labels$ordered),
         logical = as.logical(names),
         character = factor(names, levels = classes),
         {
           values <- numbers_or_texts(classes)
           if (is.character(values)) factor(names, levels = classes) else values[places + 1]
         })
}

# Numbers where all are numbers.
numbers_or_texts <- function(texts) {
  numbers <- suppressWarnings(as.numeric(texts))
  if (anyNA(numbers)) texts else numbers
}

print.coppice_data <- function(x, ...) {
  if (!is_open(x$handle)) {
    cat("coppice data, from another session\n")
    return(invisible(x))
  }
  classes <- dataset_classes(x$handle)
  cat("coppice data: ", nrow(x), " rows x ", ncol(x), " features",
      if (classes > 0) paste0(", ", classes, if (classes == 1) " class" else " classes"), "\n", sep = "")
  invisible(x)
}

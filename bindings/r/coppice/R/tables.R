# What R has of rows of numbers, as the library takes them: matrices as they are, sparse matrices row by
# row, columns of data frames as numbers or categories, and formulas as data frames.

feature_names_of <- function(x) if (is.data.frame(x)) names(x) else colnames(x)

dataset_of <- function(x) {
  if (is.data.frame(x)) return(dataset_of_frame(x))
  handle <- if (is_sparse(x)) dataset_of_sparse(x) else {
    check_matrix(x, "x")
    dataset_create_dense(x, nrow(x), ncol(x), 1, nrow(x))
  }
  if (!is.null(colnames(x))) dataset_set_feature_names(handle, colnames(x))
  handle
}

check_matrix <- function(x, name) {
  if (is.matrix(x) && !isS4(x) && (is.numeric(x) || is.logical(x))) return(invisible())
  refuse(name, " is ", kind_of(x), "; expected a numeric matrix, a sparse matrix, a data.frame or coppice_data",
         if (is.numeric(x)) " (one row is x[i, , drop = FALSE])")
}

is_sparse <- function(x) isS4(x) && requireNamespace("Matrix", quietly = TRUE) && methods::is(x, "sparseMatrix")

# Columns one after another (dgCMatrix) become rows one after another, ascending within.
dataset_of_sparse <- function(x) {
  if (!methods::is(x, "dgCMatrix"))
    x <- methods::as(methods::as(methods::as(x, "dMatrix"), "generalMatrix"), "CsparseMatrix")
  methods::validObject(x)
  order <- order(x@i)
  columns <- rep.int(seq_len(ncol(x)) - 1L, diff(x@p))
  starts <- c(0, cumsum(tabulate(x@i + 1L, nrow(x))))
  dataset_create_csr(starts, columns[order], x@x[order], ncol(x))
}

dataset_of_frame <- function(frame) {
  frame <- with_single_columns(frame)
  values <- matrix(NA_real_, nrow(frame), length(frame))
  levels <- vector("list", length(frame))
  for (d in seq_along(frame)) {
    column <- frame[[d]]
    if (is.character(column)) column <- factor(column, levels = sort(unique(column), method = "radix"))
    if (is.factor(column)) {
      levels[[d]] <- levels(column)
      values[, d] <- as.integer(column) - 1
    } else if ((is.numeric(column) || is.logical(column)) && !is.object(column)) {
      values[, d] <- column
    } else {
      refuse_data("column \"", names(frame)[d], "\" is of class ", class(column)[1],
                  "; expected numbers, logical values, text or a factor")
    }
  }
  handle <- dataset_create_dense(values, nrow(values), ncol(values), 1, nrow(values))
  for (d in seq_along(levels)) if (length(levels[[d]]) > 0) dataset_set_levels(handle, d - 1, levels[[d]])
  dataset_set_feature_names(handle, names(frame))
  handle
}

# Columns that are matrices, such as poly(x, 2), become columns of their own.
with_single_columns <- function(frame) {
  columns <- lapply(names(frame), function(name) {
    column <- frame[[name]]
    if (!is.matrix(column)) {
      if (inherits(column, "AsIs")) class(column) <- setdiff(class(column), "AsIs")
      return(stats::setNames(list(column), name))
    }
    names <- if (is.null(colnames(column))) seq_len(ncol(column)) else colnames(column)
    stats::setNames(lapply(seq_len(ncol(column)), function(k) as.vector(column[, k])), paste0(name, ".", names))
  })
  structure(do.call(c, columns), row.names = attr(frame, "row.names"), class = "data.frame")
}

# The variables of a formula are the features: factors stay categories, and nothing is coded. NAs stay.
tables_of_formula <- function(formula, data) {
  if (!is.null(data) && !is.list(data) && !is.environment(data))
    refuse("data is ", kind_of(data), "; expected a data.frame")
  terms <- stats::terms(formula, data = data)
  crossed <- attr(terms, "term.labels")[attr(terms, "order") > 1]
  if (length(crossed) > 0) refuse("the formula has the interaction ", crossed[1], "; expected variables joined by +")
  if (attr(terms, "intercept") == 0) refuse("the formula takes the intercept away; expected variables joined by +")
  if (!is.null(attr(terms, "offset"))) refuse("the formula has an offset; expected variables joined by +")
  if (length(attr(terms, "term.labels")) == 0) refuse("the formula has no variables on its right")
  frame <- frame_of_terms(terms, data)
  terms <- attr(frame, "terms") # which remember what poly() and its like found in these data
  terms <- structure(terms, needed = intersect(all.vars(stats::delete.response(terms)), names(data)))
  list(x = features_of_terms(terms, frame), y = stats::model.response(frame), terms = terms)
}

# The same variables of other data, which need no response.
frame_of_newdata <- function(terms, newdata) {
  missing <- setdiff(attr(terms, "needed"), names(newdata))
  if (length(missing) > 0) refuse_data("newdata lacks the variable \"", missing[1], "\", which the model has")
  terms <- stats::delete.response(terms)
  features_of_terms(terms, frame_of_terms(terms, newdata))
}

frame_of_terms <- function(terms, data) {
  stats::model.frame(terms, data, na.action = stats::na.pass, drop.unused.levels = FALSE)
}

features_of_terms <- function(terms, frame) {
  used <- attr(terms, "factors")
  frame[apply(used, 2, function(of_term) which(of_term > 0)[1])]
}

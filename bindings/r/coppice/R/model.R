# What a solver learned. A model carries the bytes of its file, from which its handle of the library is made
# again after readRDS() and in other processes.

new_model <- function(handle, call = NULL, labels = NULL, terms = NULL, functions = NULL) {
  structure(list(handle = handle, bytes = model_save_buffer(handle, "cbor"), call = call, labels = labels,
                 terms = terms, functions = functions, state = new.env(parent = emptyenv())), class = "coppice")
}

model_handle <- function(model) {
  if (!inherits(model, "coppice")) refuse("the model is ", kind_of(model), "; expected what coppice() returns")
  handle <- model[["handle"]]
  if (!is_open(handle)) reopen_model(handle, load_model(model[["functions"]], model[["bytes"]]))
  handle
}

# Of bytes or a path. `functions` are the custom learners and kernels that it may have.
load_model <- function(functions, bytes = NULL, path = NULL) {
  if (is.null(functions)) return(if (is.null(path)) model_load_buffer(bytes) else model_load(path))
  solver <- solver_create(functions$method)
  on.exit(close_handle(solver))
  set_pool(solver, functions$pool)
  set_kernels(solver, functions$kernels)
  keep(if (is.null(path)) model_load_buffer_custom(bytes, solver) else model_load_custom(path, solver), solver)
}

coppice_save <- function(model, path) {
  model_save(model_handle(model), path.expand(path))
  invisible(model)
}

coppice_load <- function(path, pool = NULL, kernels = NULL) {
  functions <- NULL
  if (!is.null(pool) || length(kernels) > 0)
    functions <- list(method = method_that_takes(if (is.null(pool)) "kernels" else "pools"), pool = pool,
                      kernels = kernels)
  new_model(load_model(functions, path = path.expand(path)), functions = functions)
}

# Any method that takes them: a solver to load with only has to hold them.
method_that_takes <- function(what) {
  methods <- coppice_methods()
  methods$name[methods$takes == what][1]
}

# Quantities by name: model$gap, model$feature_importance. What the object itself has comes first.
`$.coppice` <- function(x, name) {
  if (name %in% names(x)) x[[name]] else quantity(x, name)
}

.DollarNames.coppice <- function(x, pattern = "") {
  grep(pattern, c("call", names(quantity_types(x))), value = TRUE)
}

as.list.coppice <- function(x, ...) {
  names <- names(quantity_types(x))
  stats::setNames(lapply(names, function(name) quantity(x, name)), names)
}

# What is asked for with every prediction and never changes: computed once.
remembered <- function(model, what, compute) {
  state <- model[["state"]]
  if (is.null(state[[what]])) assign(what, list(compute(model_handle(model))), state)
  state[[what]][[1]]
}

# What each(k) gives for the first `count` places.
texts_of <- function(count, each) vapply(seq_len(count) - 1, each, "")

# The type of every quantity, by name.
quantity_types <- function(model) remembered(model, "types", function(handle) {
  names <- lapply(QUANTITY_TYPE, function(type) {
    texts_of(model_quantity_count(handle, type), function(k) model_quantity_name(handle, type, k))
  })
  stats::setNames(rep(names(names), lengths(names)), unlist(names))
})

quantity <- function(model, name) {
  handle <- model_handle(model)
  type <- quantity_types(model)[name]
  switch(if (is.na(type)) "double" else type,
         int = model_get_int(handle, name),
         double = model_get_double(handle, name), # of an unknown name the error that lists all
         string = shaped_text(name, model_get_string(handle, name)),
         array = shaped_array(model, name, model_get_array(handle, name)))
}

shaped_text <- function(name, text) {
  if (name == "options") return(jsonlite::fromJSON(text))
  if (name %in% c("warnings", "pools", "findings")) return(strsplit(text, "\n", fixed = TRUE)[[1]])
  text
}

# Numbers of features have the features' names; weights of several scores are a matrix.
shaped_array <- function(model, name, values) {
  if (startsWith(name, "feature_") && length(values) > 0) return(stats::setNames(values, feature_labels(model)))
  if (!name %in% c("weights", "coefficients", "code")) return(values)
  columns <- length(model_get_array(model_handle(model), "bias"))
  if (columns > 1) matrix(values, ncol = columns, byrow = TRUE) else values
}

# Names of the features in training, or NULL.
feature_names <- function(model) remembered(model, "features", function(handle) {
  names <- texts_of(model_get_int(handle, "features"), function(d) model_feature_name(handle, d))
  if (any(nzchar(names))) names
})

# Something to call features by: counted from 0, as in messages, where they have no names.
feature_labels <- function(model) {
  names <- feature_names(model)
  if (is.null(names)) paste("feature", seq_len(quantity(model, "features")) - 1) else names
}

# The labels that classes stand for, as text, in the order of scores; with two, the later one is that of
# positive decision values.
levels.coppice <- function(x) remembered(x, "classes", class_names)

class_names <- function(handle) {
  texts_of(model_get_int(handle, "classes"), function(k) model_class_name(handle, k))
}

coppice_learners <- function(model) {
  handle <- model_handle(model)
  count <- if ("learners" %in% names(quantity_types(model))) model_get_int(handle, "learners") else 1
  lapply(seq_len(count) - 1, function(k) jsonlite::fromJSON(model_learner(handle, k)))
}

coppice_shape <- function(model, feature) {
  handle <- model_handle(model)
  if (is.character(feature)) {
    place <- match(feature, feature_names(model))
    if (is.na(place)) refuse("the model has no feature \"", feature, "\"")
  } else place <- feature
  scores <- quantity(model, "scores")
  points <- matrix(model_shape_function(handle, place - 1), ncol = 1 + scores, byrow = TRUE)
  shape <- data.frame(points)
  names(shape) <- c("x", if (scores == 1) "f" else levels(model))
  levels <- texts_of(model_levels(handle, place - 1), function(k) model_level_name(handle, place - 1, k))
  if (length(levels) > 0 && nrow(shape) > 0) shape$x <- factor(levels[shape$x + 1], levels = levels)
  shape
}

# Models, to be read.

print.coppice <- function(x, digits = 4, ...) {
  cat("coppice model of method ", quantity(x, "method"), ": ", quantity(x, "rows"), " rows x ",
      quantity(x, "features"), " features", sep = "")
  classes <- levels(x)
  if (length(classes) > 0) cat(", classes ", paste(utils::head(classes, 10), collapse = ", "),
                               if (length(classes) > 10) ", ..", sep = "")
  cat("\n")
  if (!is.null(x[["call"]])) cat("Call: ", paste(deparse(x[["call"]], nlines = 3), collapse = "\n  "), "\n", sep = "")
  facts <- facts_of(x)
  cat(sprintf("%-20s%s\n", names(facts), vapply(facts, format, "", digits = digits)), sep = "")
  for (warning in quantity(x, "warnings")) cat("warning: ", warning, "\n", sep = "")
  invisible(x)
}

# The quantities to show first, as far as the model has them.
FACTS <- c("learners", "support_vectors", "nonzero_features", "objective", "gap", "price_of_sparsity", "train_error", "best_iteration",
           "stop_reason")

facts_of <- function(model) {
  known <- intersect(FACTS, names(quantity_types(model)))
  facts <- stats::setNames(lapply(known, function(name) quantity(model, name)), known)
  facts[!vapply(facts, function(value) is.numeric(value) && is.nan(value), NA)]
}

summary.coppice <- function(object, ...) {
  types <- quantity_types(object)
  single <- types != "array" & !startsWith(names(types), "option.") & !names(types) %in% c("options", "warnings")
  structure(list(call = object[["call"]], classes = levels(object),
                 quantities = lapply(stats::setNames(nm = names(types)[single]), function(name) quantity(object, name)),
                 options = quantity(object, "options"), warnings = quantity(object, "warnings"),
                 features = features_of(object)), class = "summary.coppice")
}

# How the weak learners look at the features, the most important first; NULL where the model tells nothing.
features_of <- function(model) {
  columns <- c(learners = "feature_counts", weight = "feature_weights", importance = "feature_importance")
  columns <- columns[columns %in% names(quantity_types(model))]
  values <- lapply(columns, function(name) quantity(model, name))
  values <- values[lengths(values) > 0]
  if (length(values) == 0) return(NULL)
  table <- data.frame(values, row.names = make.unique(feature_labels(model)))
  table <- table[table[[1]] > 0, , drop = FALSE]
  table[order(-table[[length(table)]]), , drop = FALSE]
}

print.summary.coppice <- function(x, digits = 4, features = 10, ...) {
  if (!is.null(x$call)) cat("Call: ", paste(deparse(x$call), collapse = "\n  "), "\n\n", sep = "")
  if (length(x$classes) > 0) cat(sprintf("%-20s%s\n", "classes", paste(x$classes, collapse = ", ")))
  told <- x$quantities[!vapply(x$quantities, function(value) {
    length(value) == 0 || identical(value, "") || (is.numeric(value) && is.nan(value))
  }, NA)]
  told$classes <- NULL
  for (name in names(told))
    cat(sprintf("%-20s%s\n", name, paste(format(told[[name]], digits = digits), collapse = ", ")))
  cat("\nOptions:\n", paste(strwrap(option_text(x$options), indent = 2, exdent = 2), collapse = "\n"), "\n", sep = "")
  if (!is.null(x$features) && nrow(x$features) > 0) {
    cat("\nFeatures", if (nrow(x$features) > features) paste(", the first", features, "of", nrow(x$features)), ":\n",
        sep = "")
    print(utils::head(x$features, features), digits = digits)
  }
  for (warning in x$warnings) cat("warning: ", warning, "\n", sep = "")
  invisible(x)
}

# "C=0.01, loss=hinge, pool=(kind=stump, levels=one)"
option_text <- function(options) {
  values <- vapply(options, function(value) {
    if (is.list(value)) paste0("(", option_text(value), ")")
    else if (identical(value, "")) "\"\""
    else paste(value, collapse = ", ")
  }, "")
  paste(paste0(names(options), ifelse(nzchar(names(options)), "=", ""), values), collapse = ", ")
}

# The bias and the weights of weak learners, of features, or of support vectors; a column a score where there are several.
coef.coppice <- function(object, ...) {
  weights <- quantity(object, if ("weights" %in% names(quantity_types(object))) "weights" else "coefficients")
  bias <- quantity(object, "bias")
  names <- switch(quantity(object, "kind"),
                  ensemble = learner_names(object),
                  linear = feature_labels(object),
                  paste("support vector", seq_len(length(weights) / length(bias))))
  if (!is.matrix(weights)) return(stats::setNames(c(bias, weights), c("(bias)", names)))
  coefficients <- rbind(bias, weights)
  dimnames(coefficients) <- list(c("(bias)", names), score_names(object, ncol(coefficients)))
  coefficients
}

# Such as "stump(charDollar, threshold=0.0795, missing=below)".
learner_names <- function(model) {
  vapply(coppice_learners(model), function(learner) {
    if (!is.null(learner$feature_name)) {
      learner$feature <- learner$feature_name
      learner$feature_name <- NULL
    }
    if (!is.null(learner$level_names)) {
      learner$levels <- learner$level_names
      learner$level_names <- NULL
    }
    parts <- vapply(learner[names(learner) != "kind"], function(value) {
      if (length(unlist(value)) > 6) sprintf("%d values", length(unlist(value)))
      else paste(vapply(unlist(value), format, "", digits = 4), collapse = "+")
    }, "")
    paste0(learner$kind, if (length(parts) > 0) paste0("(", paste0(names(parts), "=", parts, collapse = ", "), ")"))
  }, "")
}

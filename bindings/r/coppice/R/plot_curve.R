# The learning curve: the objective with its bound, between which the optimum is, the alignment of a kernel
# that is learned, and the errors.

plot_curve <- function(model, main = NULL, ...) {
  curve <- curve_of(model)
  if (nrow(curve) < 2) refuse("the learning curve has ", nrow(curve), " iterations; expected two at least to draw it")
  panels <- list()
  if (any(is.finite(curve$objective))) panels <- c(panels, function() plot_objective(model, curve))
  if (any(is.finite(curve$alignment))) panels <- c(panels, function() plot_alignment(model, curve))
  else if (any(is.finite(unlist(curve[names(ERRORS)])))) panels <- c(panels, function() plot_errors(model, curve))
  if (length(panels) == 0)
    refuse("the learning curve of method ", quantity(model, "method"), " tells no objective and no error")
  with_margins(c(4, 5, 2.2, 1), rows = length(panels), top = if (is.null(main)) 0 else 1.5, draw = function() {
    for (draw in panels) draw()
    if (!is.null(main)) graphics::mtext(main, outer = length(panels) > 1)
  })
}

# A row an iteration; what the model does not have is NA. `at` is where on the axis: the number of
# learners or, of other models, the iteration.
curve_of <- function(model) {
  names <- grep("^curve\\.", names(quantity_types(model)), value = TRUE)
  columns <- lapply(names, function(name) quantity(model, name))
  rows <- max(0, lengths(columns))
  columns <- lapply(columns, function(column) if (length(column) == rows) column else rep(NA_real_, rows))
  curve <- as.data.frame(stats::setNames(columns, sub("^curve\\.", "", names)))
  rising <- all(diff(curve$learners) > 0)
  curve$at <- if (isTRUE(rising)) curve$learners else curve$iteration
  structure(curve, axis = if (isTRUE(rising)) "weak learners" else "iteration")
}

plot_objective <- function(model, curve) {
  objective <- curve$objective
  bound <- ifelse(curve$dual_objective != 0, curve$dual_objective, NA) # 0: not known yet
  known <- objective[is.finite(objective)]
  # Over more than a factor of 20 the end would be a flat line. The bound begins far below.
  logarithmic <- min(known) > 0 && max(known) > 20 * min(known)
  if (logarithmic) bound[which(bound < min(known) / 5)] <- NA
  shown <- c(known, bound[is.finite(bound)])
  plot_frame(range(curve$at), range(shown), attr(curve, "axis"), "", "Objective", log = if (logarithmic) "y" else "")
  both <- is.finite(objective) & is.finite(bound)
  if (sum(both) > 1)
    graphics::polygon(c(curve$at[both], rev(curve$at[both])), c(objective[both], rev(bound[both])),
                      col = pale(COLOURS[1]), border = NA)
  graphics::lines(curve$at, objective, col = COLOURS[1], lwd = 2)
  graphics::lines(curve$at, bound, col = COLOURS[1], lwd = 2, lty = 3)
  gap <- quantity(model, "gap")
  bounded <- any(both)
  of_bound <- if (bounded) c("lower bound", sprintf("gap of the model: %.2g", gap)) else "no bound is known"
  graphics::legend("topright", c("objective", of_bound), bty = "n", cex = 0.9,
                   lwd = c(2, if (bounded) 2 else NA, NA), lty = c(1, 3, NA), pch = c(NA, NA, 15), pt.cex = 2, col = c(COLOURS[1], COLOURS[1], pale(COLOURS[1])),
                   inset = 0.02)
}

plot_alignment <- function(model, curve) {
  series <- list(curve$alignment, curve$validation_alignment, curve$test_alignment)
  known <- vapply(series, function(values) any(is.finite(values)), NA)
  plot_frame(range(curve$at), c(0, 1), attr(curve, "axis"), "", "Alignment of the kernel with the classes")
  for (k in which(known)) graphics::lines(curve$at, series[[k]], col = COLOURS[k], lwd = 2)
  graphics::legend("bottomright", c("training set", "validation set", "test set")[known], bty = "n", cex = 0.9, lwd = 2,
                   col = COLOURS[which(known)], inset = 0.02)
}

ERRORS <- c(train_error = "training error", validation_error = "validation error", test_error = "test error",
            validation_criterion = "validation criterion")

plot_errors <- function(model, curve) {
  known <- names(ERRORS)[vapply(names(ERRORS), function(name) any(is.finite(curve[[name]])), NA)]
  # Where the criterion is the error, one line is enough.
  if (identical(curve$validation_criterion, curve$validation_error)) known <- setdiff(known, "validation_criterion")
  values <- unlist(curve[known])
  colours <- COLOURS[match(known, names(ERRORS))] # a set has its colour, whatever others there are
  plot_frame(range(curve$at), c(0, max(values[is.finite(values)])), attr(curve, "axis"), "", "Errors")
  for (k in seq_along(known)) graphics::lines(curve$at, curve[[known[k]]], col = colours[k], lwd = 2, type = "s")
  entries <- ERRORS[known]
  best <- match(quantity(model, "best_iteration"), curve$iteration)
  if (any(startsWith(known, "validation")) && !is.na(best)) {
    graphics::abline(v = curve$at[best], col = GREY, lty = 2)
    entries <- c(entries, "the model")
  }
  graphics::legend("topright", entries, bty = "n", cex = 0.9, lwd = c(rep(2, length(known)), 1),
                   lty = c(rep(1, length(known)), 2), col = c(colours, GREY), inset = 0.02,
                   ncol = if (length(entries) > 3) 2 else 1) # a low one leaves the lines alone
}

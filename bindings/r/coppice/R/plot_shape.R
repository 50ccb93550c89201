# Shape functions: what a feature adds to the decision value, wherever it is.

# `features` are names or numbers, or NULL for the most important; `newdata` draws where the rows are.
plot_shape <- function(model, features = NULL, newdata = NULL, count = 6, main = NULL, ...) {
  shapes <- shapes_to_plot(model, features, count)
  if (length(shapes) == 0) refuse("no feature adds anything to the decision values of the model")
  drawn <- unlist(lapply(shapes, function(shape) unlist(shape[-1])))
  ylim <- range(0, drawn[is.finite(drawn)])
  columns <- min(length(shapes), if (length(shapes) == 4) 2 else 3)
  scores <- ncol(shapes[[1]]) - 1
  categories <- vapply(shapes, function(shape) is.factor(shape$x), NA)
  margins <- c(if (any(categories)) 4.4 else 3.2, 4, if (scores > 1 && length(shapes) == 1) 4 else 2.2, 1.5)
  with_margins(margins, rows = ceiling(length(shapes) / columns), columns = columns, top = if (scores > 1) 1.8 else 0, draw = function() {
    for (name in names(shapes)) {
      if (categories[[name]]) plot_levels(shapes[[name]], name, ylim)
      else plot_numbers(shapes[[name]], name, ylim, values_of(newdata, name, model))
      last_above <- match(name, names(shapes)) == min(columns, length(shapes))
      if (scores > 1 && last_above)
        legend_above(names(shapes[[1]])[-1], lines = 1.8, lwd = 2, col = class_colours(scores))
    }
  })
}

# Shapes that are not 0 everywhere, by the label of their feature.
shapes_to_plot <- function(model, features, count) {
  labels <- feature_labels(model)
  if (is.null(features)) {
    shapes <- lapply(seq_along(labels), function(place) coppice_shape(model, place))
    size <- vapply(shapes, function(shape) {
      steps <- unlist(shape[-1])
      if (any(is.finite(steps))) diff(range(0, steps[is.finite(steps)])) else 0
    }, 0)
    importance <- if ("feature_importance" %in% names(quantity_types(model))) quantity(model, "feature_importance")
    places <- order(-(if (length(importance) > 0) importance else size))
    places <- utils::head(places[size[places] > 0], count)
    return(stats::setNames(shapes[places], labels[places]))
  }
  places <- if (is.character(features)) match(features, labels) else features
  if (anyNA(places)) refuse("the model has no feature \"", features[is.na(places)][1], "\"")
  shapes <- stats::setNames(lapply(places, function(place) coppice_shape(model, place)), labels[places])
  shapes[vapply(shapes, nrow, 0L) > 0]
}

# The values of a feature in other rows, NA where they are missing, or NULL.
values_of <- function(newdata, name, model) {
  if (is.null(newdata)) return(NULL)
  if (inherits(newdata, "coppice_data")) newdata <- as.matrix(newdata)
  column <- match(name, feature_names_of(newdata))
  if (is.na(column)) column <- match(name, feature_labels(model))
  values <- if (is.data.frame(newdata)) newdata[[column]] else newdata[, column]
  if (is.numeric(values)) values
}

# Points of the line: where two have the same x it jumps there, and it goes on beyond the outermost. What
# missing values add stands on the right, unless the rows that are known have none.
plot_numbers <- function(shape, name, ylim, values) {
  points <- shape[!is.na(shape$x), , drop = FALSE]
  missing <- if (is.null(values) || anyNA(values)) shape[is.na(shape$x), -1, drop = FALSE]
  values <- values[is.finite(values)]
  xlim <- if (length(values) > 0) shown_range(values, points$x) else stretched(range(points$x))
  plot_frame(xlim + c(0, if (is.null(missing)) 0 else 0.08 * diff(xlim)), ylim, "", "contribution", name)
  graphics::abline(h = 0, col = GREY)
  colours <- class_colours(ncol(points) - 1)
  for (k in seq_along(colours)) {
    steps <- extended(points$x, points[[k + 1]], xlim)
    graphics::lines(steps$x, steps$y, col = colours[k], lwd = 2)
  }
  if (!is.null(missing) && all(is.finite(unlist(missing)))) {
    at <- xlim[2] + 0.08 * diff(xlim)
    graphics::points(rep(at, length(missing)), unlist(missing), pch = 19, col = colours)
    graphics::text(at, max(unlist(missing)), "NA", pos = 3, cex = 0.9, xpd = NA)
  }
  if (length(values) > 0) graphics::rug(values[values >= xlim[1] & values <= xlim[2]], col = pale("black", 0.3),
                                        ticksize = 0.03, quiet = TRUE)
}

# Where 95 of 100 values are, and no less than all jumps: long tails would hide the rest.
shown_range <- function(values, jumps) {
  inner <- stats::quantile(values, c(0.025, 0.975), names = FALSE)
  stretched(range(inner, jumps))
}

stretched <- function(range) {
  if (range[1] == range[2]) range + c(-1, 1) * max(0.5, abs(range[1]) / 2) else range + c(-0.08, 0.08) * diff(range)
}

# Up to the limits: along the line through the two outermost points, or level where they share their x.
extended <- function(x, y, xlim) {
  n <- length(x)
  beyond <- function(from, next_to, limit) {
    if (n < 2 || x[from] == x[next_to]) return(y[from])
    y[from] + (y[from] - y[next_to]) / (x[from] - x[next_to]) * (limit - x[from])
  }
  list(x = c(min(xlim[1], x[1]), x, max(xlim[2], x[n])),
       y = c(beyond(1, min(2, n), min(xlim[1], x[1])), y, beyond(n, max(1, n - 1), max(xlim[2], x[n]))))
}

# Of a category a mark a level, the last one for missing values and unknown levels.
plot_levels <- function(shape, name, ylim) {
  places <- seq_len(nrow(shape))
  labels <- ifelse(is.na(shape$x), "NA", as.character(shape$x))
  plot_frame(c(0.5, nrow(shape) + 0.5), ylim, "", "contribution", name, xaxt = "n")
  graphics::abline(h = 0, col = GREY)
  colours <- class_colours(ncol(shape) - 1)
  for (k in seq_along(colours)) {
    graphics::segments(places, 0, places, shape[[k + 1]], col = colours[k], lwd = 2)
    graphics::points(places, shape[[k + 1]], pch = 19, col = colours[k])
  }
  graphics::text(places, graphics::par("usr")[3], labels, srt = 30, adj = c(1, 1.4), xpd = NA, cex = 0.9)
}

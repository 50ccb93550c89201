# Cross-validation: the criterion with its standard errors along the option of numbers that has most
# values; a line for each combination of the others.

plot.cv_coppice <- function(x, along = NULL, main = NULL, ...) {
  points <- x$points
  options <- setdiff(names(points), c("criterion", "standard_error", x$path))
  if (length(options) == 0) refuse("cross-validation tried one point; expected a grid of several to draw")
  if (is.null(along)) along <- option_to_plot(points, options)
  if (!along %in% options) refuse("along is \"", along, "\"; expected one of ", paste(options, collapse = ", "))
  at <- points[[along]]
  ordered <- is.numeric(at)
  places <- if (ordered) at else match(at, unique(at))
  logarithmic <- ordered && min(places) > 0 && max(places) > 20 * min(places)
  others <- setdiff(options, along)
  line <- if (length(others) == 0) rep("", nrow(points)) else
    do.call(paste, c(lapply(others, function(name) paste(name, points[[name]], sep = " = ")), sep = ", "))
  with_margins(c(4, 5, 2.2, 1), function() {
    lower <- points$criterion - points$standard_error
    upper <- points$criterion + points$standard_error
    plot_frame(if (ordered) range(places) else range(places) + c(-0.5, 0.5), range(lower, upper), along,
               paste(x$criterion, "(mean and standard error)"),
               if (is.null(main)) sprintf("%s, %d folds", x$model$method, x$folds) else main,
               log = if (logarithmic) "x" else "", xaxt = "n")
    if (ordered) graphics::axis(1, sort(unique(places)), format_each(sort(unique(places))))
    else graphics::axis(1, unique(places), unique(at))
    colours <- class_colours(length(unique(line)))
    for (k in seq_along(unique(line))) {
      rows <- which(line == unique(line)[k])
      rows <- rows[order(places[rows])]
      graphics::arrows(places[rows], lower[rows], places[rows], upper[rows], code = 3, angle = 90, length = 0.04,
                       col = pale(colours[k], 0.6))
      graphics::lines(places[rows], points$criterion[rows], col = colours[k], lwd = 2, type = if (ordered) "o" else "p",
                      pch = 19)
    }
    graphics::points(places[x$best], points$criterion[x$best], cex = 2.2, lwd = 2)
    if (length(unique(line)) > 1)
      graphics::legend("topright", unique(line), bty = "n", lwd = 2, col = colours, cex = 0.9, inset = 0.02)
  })
  invisible(x)
}

option_to_plot <- function(points, options) {
  numeric <- options[vapply(points[options], is.numeric, NA)]
  candidates <- if (length(numeric) > 0) numeric else options
  candidates[which.max(vapply(points[candidates], function(values) length(unique(values)), 0L))]
}

format_each <- function(values) vapply(values, format, "", digits = 3)

# As bars: which features a model looks at, by their importance or how many weak learners look at them, and
# which pools its learners come from.

plot_features <- function(model, what = c("importance", "learners", "weight"), features = 20, main = NULL, ...) {
  what <- match.arg(what)
  table <- features_of(model)
  if (is.null(table) || is.null(table[[what]]) || nrow(table) == 0)
    refuse("a model of method ", quantity(model, "method"), " does not tell the ", what, " of features")
  table <- utils::head(table[order(-table[[what]]), , drop = FALSE], features)
  table <- table[rev(seq_len(nrow(table))), , drop = FALSE]
  titles <- c(importance = "standard deviation of the feature's contribution", learners = "weak learners",
              weight = "sum of the weights' magnitudes")
  plot_bars(table[[what]], rownames(table), titles[[what]], if (is.null(main)) "Features" else main)
}

# How the weight of the model, or of the kernel that it has learned, is spread over the pools that its
# learners come from.
plot_pools <- function(model, main = NULL, ...) {
  weights <- if ("pool_weights" %in% names(quantity_types(model))) quantity(model, "pool_weights")
  if (length(weights) == 0) refuse("a model of method ", quantity(model, "method"), " has no pools")
  pools <- quantity(model, "pools")
  plot_bars(rev(weights / max(sum(weights), .Machine$double.xmin)), rev(pools), "share of the squared weights",
            if (is.null(main)) "Pools" else main)
}

plot_bars <- function(values, names, xlab, main) {
  widest <- max(graphics::strwidth(names, units = "inches", cex = 0.9))
  left <- min(widest / graphics::par("csi") + 1.5, 0.45 * graphics::par("din")[1] / graphics::par("csi"))
  with_margins(c(4, left, 2.2, 1.5), function() {
    rows <- seq_along(values)
    plot_frame(c(0, max(values) * 1.02), c(0.5, length(values) + 0.5), xlab, yaxt = "n", main = main)
    graphics::rect(0, rows - 0.35, values, rows + 0.35, col = COLOURS[1], border = NA)
    graphics::axis(2, rows, names, las = 1, tick = FALSE, line = -0.8, cex.axis = 0.9)
  })
}

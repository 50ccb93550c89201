# Which features a model looks at, as bars: their importance, or how many weak learners look at them.

plot_features <- function(model, what = c("importance", "learners", "weight"), features = 20, main = NULL, ...) {
  what <- match.arg(what)
  table <- features_of(model)
  if (is.null(table) || is.null(table[[what]]) || nrow(table) == 0)
    refuse("a model of method ", quantity(model, "method"), " does not tell the ", what, " of features")
  table <- utils::head(table[order(-table[[what]]), , drop = FALSE], features)
  table <- table[rev(seq_len(nrow(table))), , drop = FALSE]
  titles <- c(importance = "standard deviation of the feature's contribution", learners = "weak learners",
              weight = "sum of the weights' magnitudes")
  widest <- max(graphics::strwidth(rownames(table), units = "inches", cex = 0.9))
  left <- min(widest / graphics::par("csi") + 1.5, 0.45 * graphics::par("din")[1] / graphics::par("csi"))
  with_margins(c(4, left, 2.2, 1.5), function() {
    values <- table[[what]]
    rows <- seq_along(values)
    plot_frame(c(0, max(values) * 1.02), c(0.5, length(values) + 0.5), titles[[what]], yaxt = "n",
               main = if (is.null(main)) "Features" else main)
    graphics::rect(0, rows - 0.35, values, rows + 0.35, col = COLOURS[1], border = NA)
    graphics::axis(2, rows, rownames(table), las = 1, tick = FALSE, line = -0.8, cex.axis = 0.9)
  })
}

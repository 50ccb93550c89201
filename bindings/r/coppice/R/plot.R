# What the plots share. Colours are Okabe and Ito's, which the colour-blind tell apart.

COLOURS <- c("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#F0E442", "#000000")
GREY <- "grey45"

plot.coppice <- function(x, type = c("curve", "features", "pools", "shape", "boundary"), ...) {
  switch(match.arg(type),
         curve = plot_curve(x, ...),
         features = plot_features(x, ...),
         pools = plot_pools(x, ...),
         shape = plot_shape(x, ...),
         boundary = plot_boundary(x, ...))
  invisible(x)
}

class_colours <- function(count) rep_len(COLOURS, count)

pale <- function(colours, share = 0.2) grDevices::adjustcolor(colours, share)

# An empty plot with a light grid along the axes that have numbers, and labels that read from left to right.
plot_frame <- function(xlim, ylim, xlab = "", ylab = "", main = "", log = "", yaxt = "s", xaxt = "s", axs = "r") {
  graphics::plot(NA, xlim = xlim, ylim = ylim, xlab = xlab, ylab = "", log = log, bty = "n", las = 1,
                 yaxt = yaxt, xaxt = xaxt, xaxs = axs, yaxs = axs)
  if (yaxt == "s") {
    widest <- max(graphics::strwidth(format(graphics::axTicks(2)), units = "inches")) / graphics::par("csi")
    graphics::title(ylab = ylab, line = min(1.4 + widest, graphics::par("mar")[2] - 1))
  }
  graphics::title(main = main, adj = 0, font.main = 1, cex.main = 1.1)
  graphics::grid(nx = if (xaxt == "s") NULL else NA, ny = if (yaxt == "s") NULL else NA, col = "grey90", lty = 1)
}

# Draws with these margins, in lines, and several plots on one page where they are; what was set before
# comes back.
with_margins <- function(margins, draw, rows = 1, columns = 1, top = 0) {
  settings <- list(mar = margins, mgp = c(2.6, 0.7, 0), tcl = -0.3)
  if (rows * columns > 1) settings <- c(list(mfrow = c(rows, columns), oma = c(0, 0, top, 0)), settings)
  old <- graphics::par(settings)
  on.exit(graphics::par(old))
  draw()
}

# A legend of classes in one line above the plot, on its right; `lines` higher where titles stand there.
legend_above <- function(names, lines = 0, ...) {
  at <- graphics::par("usr")
  graphics::legend(at[2], at[4] + lines * graphics::par("cxy")[2], names, horiz = TRUE, xjust = 1, yjust = 0,
                   bty = "n", xpd = NA, cex = 0.9, ...)
}

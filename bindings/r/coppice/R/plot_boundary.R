# The classes of a plane of two features, and the rows that lie in it.

# `newdata` are rows, `y` their labels; the features that are not drawn have the median of the rows, or
# the most frequent level.
plot_boundary <- function(model, newdata, y = NULL, features = NULL, resolution = 250, xlab = NULL, ylab = NULL,
                          main = NULL, ...) {
  classes <- levels(model)
  if (length(classes) == 0)
    refuse("a model of method ", quantity(model, "method"), " predicts numbers; expected classes")
  rows <- rows_to_draw(model, newdata)
  y <- labels_to_draw(model, newdata, y, nrow(rows))
  features <- plane_of(model, rows, features)
  at <- lapply(features, function(feature) {
    limits <- stretched(range(rows[[feature]], na.rm = TRUE))
    seq(limits[1], limits[2], length.out = resolution)
  })
  plane <- rows[rep(1, resolution^2), , drop = FALSE]
  for (name in names(plane)) plane[[name]] <- typical(rows[[name]])
  grid <- expand.grid(at)
  plane[[features[1]]] <- grid[[1]]
  plane[[features[2]]] <- grid[[2]]
  rownames(plane) <- NULL
  predicted <- match(as.character(predict_plane(model, plane)), classes)
  with_margins(c(4, 4.5, 2.2, 1), function() {
    colours <- class_colours(length(classes))
    plot_frame(range(at[[1]]), range(at[[2]]), if (is.null(xlab)) features[1] else xlab,
               if (is.null(ylab)) features[2] else ylab, if (is.null(main)) "Classes" else main, axs = "i")
    graphics::image(at[[1]], at[[2]], matrix(predicted, resolution), col = pale(colours), add = TRUE,
                    zlim = c(1, length(classes)))
    for (k in seq_along(classes)[-1])
      graphics::contour(at[[1]], at[[2]], matrix(as.numeric(predicted >= k), resolution), levels = 0.5,
                        drawlabels = FALSE, add = TRUE, col = GREY, lwd = 1.5)
    place <- if (is.null(y)) rep(NA, nrow(rows)) else match(as.character(y), classes)
    shapes <- c(21, 24, 22, 23, 25)
    graphics::points(rows[[features[1]]], rows[[features[2]]], cex = 0.9, col = "white", lwd = 0.6,
                     pch = ifelse(is.na(place), 21, rep_len(shapes, length(classes))[place]),
                     bg = ifelse(is.na(place), GREY, colours[place]))
    legend_above(classes, pch = rep_len(shapes, length(classes)), pt.bg = colours, col = "white", pt.cex = 1.2)
  })
}

# The rows as a data frame with the names of the model's features.
rows_to_draw <- function(model, newdata) {
  if (missing(newdata) || is.null(newdata)) refuse("newdata is missing; the plane is drawn around its rows")
  if (inherits(newdata, "coppice_data")) newdata <- as.matrix(newdata)
  rows <- as.data.frame(newdata)
  terms <- model[["terms"]]
  if (!is.null(terms)) return(rows[intersect(attr(terms, "needed"), names(rows))])
  if (is.null(feature_names_of(newdata))) names(rows) <- feature_labels(model)
  known <- feature_names(model)
  if (is.null(known)) rows else rows[known[known %in% names(rows)]]
}

labels_to_draw <- function(model, newdata, y, count) {
  terms <- model[["terms"]]
  if (is.null(y) && inherits(newdata, "coppice_data") && dataset_classes(newdata$handle) > 0) y <- labels(newdata)
  if (is.null(y) && !is.null(terms)) {
    response <- attr(terms, "variables")[[1 + attr(terms, "response")]]
    if (all(all.vars(response) %in% names(newdata))) y <- eval(response, newdata, environment(terms))
  }
  if (!is.null(y) && length(y) != count)
    refuse("y has ", length(y), " labels; expected the ", count, " rows of newdata")
  y
}

# The names of the two features: those given or, of numbers, the two that matter most.
plane_of <- function(model, rows, features) {
  if (is.numeric(features)) features <- names(rows)[features]
  if (is.null(features)) {
    numeric <- names(rows)[vapply(rows, is.numeric, NA)]
    ranked <- rownames(features_of(model))
    features <- utils::head(c(ranked[ranked %in% numeric], setdiff(numeric, ranked)), 2)
  }
  if (length(features) != 2 || anyNA(features) || !all(features %in% names(rows)) ||
      !all(vapply(rows[features], is.numeric, NA)))
    refuse("features are ", paste(features, collapse = ", "), "; expected two features of numbers of newdata")
  features
}

typical <- function(column) {
  if (is.numeric(column)) return(stats::median(column, na.rm = TRUE))
  counts <- table(column)
  level <- names(counts)[which.max(counts)]
  if (is.factor(column)) factor(level, levels(column)) else methods::as(level, class(column)[1])
}

predict_plane <- function(model, plane) {
  if (is.null(model[["terms"]]) && is.null(feature_names(model))) plane <- unname(as.matrix(plane))
  predict.coppice(model, plane)
}

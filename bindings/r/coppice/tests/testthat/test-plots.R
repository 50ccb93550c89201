# Plots draw what the model says, return their object, and leave the device's settings as they were.

on_no_device <- function(code) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  graphics::plot.new()
  settings <- c("mar", "mfrow", "oma", "mgp", "tcl")
  before <- graphics::par(settings)
  value <- withVisible(code)
  expect_identical(graphics::par(settings), before)
  expect_false(value$visible)
  value$value
}

binary <- coppice(Species ~ ., two, learners = 30, validation = two, test = two[c(1:10, 51:70), ])
several <- coppice(Species ~ ., iris, learners = 30)
machine <- coppice(Species ~ ., two, "svm", kernel = "sum(stump,linear)")
numbers <- coppice(dist ~ speed, cars)

kernel <- coppice(Species ~ ., iris, "kernel-boost", validation = iris, test = iris[seq(1, 150, 2), ],
                  views = list(sepal = c("Sepal.Length", "Sepal.Width"), petal = c("Petal.Length", "Petal.Width")))

test_that("every plot of every kind of model can be drawn", {
  for (type in c("curve", "pools"))
    expect_identical(on_no_device(plot(kernel, type)), kernel)
  for (model in list(binary, several)) for (type in c("curve", "features", "pools", "shape"))
    expect_identical(on_no_device(plot(model, type)), model)
  on_no_device(plot(machine, "shape", newdata = two, count = 2))
  on_no_device(plot(numbers))
  on_no_device(plot(numbers, "shape", newdata = cars))
  on_no_device(plot(binary, "features", what = "learners", features = 2, main = "Two"))
  on_no_device(plot(coppice(class ~ ., mixed, learners = 30), "shape", newdata = mixed))
  on_no_device(plot(several, "boundary", newdata = iris, resolution = 20))
  on_no_device(plot(coppice(x, y, learners = 5), "boundary", newdata = x, y = y, features = c(3, 1), resolution = 20))
  on_no_device(plot(coppice(unname(x), y, learners = 5), "boundary", newdata = unname(x), resolution = 20))
  on_no_device(plot(coppice(coppice_data(x, y), learners = 5), "boundary", newdata = coppice_data(x, y),
                    resolution = 20))
  on_no_device(plot(cv_coppice(x, y, grid = list(C = c(0.01, 1), loss = c("hinge", "squared-hinge")), folds = 3,
                               learners = 5)))
  on_no_device(plot(cv_coppice(x, y, grid = list(loss = c("hinge", "squared-hinge")), folds = 3, learners = 5)))
})

test_that("the curve has the numbers of the model", {
  curve <- coppice:::curve_of(binary)
  expect_identical(curve$objective, binary$curve.objective)
  expect_identical(curve$at, curve$learners)
  expect_equal(curve$validation_error[curve$iteration == binary$best_iteration],
               mean(predict(binary, two) != two$Species))
})

# Which of these texts a plot writes.
written_of <- function(texts, code) {
  path <- tempfile(fileext = ".pdf")
  grDevices::pdf(path, compress = FALSE, useKerning = FALSE)
  code
  grDevices::dev.off()
  lines <- readLines(path, warn = FALSE)
  texts[vapply(texts, function(text) any(grepl(paste0("(", text, ")"), lines, fixed = TRUE)), NA)]
}

test_that("the curve has a line for each set that is watched", {
  errors <- c("training error", "validation error", "test error", "the model")
  expect_identical(written_of(errors, plot(binary)), errors)
  tested <- coppice(Species ~ ., two, learners = 10, test = two)
  expect_identical(written_of(errors, plot(tested)), errors[c(1, 3)])
  expect_identical(written_of(errors, plot(coppice(x, y, learners = 10))), errors[1])
  sets <- c("training set", "validation set", "test set")
  expect_identical(written_of(sets, plot(kernel)), sets)
})

test_that("the lines of shape functions go through the contributions", {
  shape <- coppice_shape(machine, "Petal.Width")
  points <- shape[!is.na(shape$x), ]
  limits <- c(0, 4)
  line <- coppice:::extended(points$x, points$f, limits)
  expect_identical(range(line$x), limits)
  at <- c(0.05, 1.1, 1.62, 3.9)
  rows <- two[rep(1, 4), ]
  rows$Petal.Width <- at
  contributed <- predict(machine, rows, "contributions")[, "Petal.Width"]
  expect_equal(approx(line$x, line$y, at, ties = "ordered")$y, contributed, ignore_attr = TRUE)
})

test_that("what cannot be drawn is refused", {
  on_device <- function(code) {
    grDevices::pdf(NULL)
    on.exit(grDevices::dev.off())
    code
  }
  expect_refused(on_device(plot(binary, "boundary")), "invalid_argument", "newdata is missing")
  expect_refused(on_device(plot(numbers, "boundary", newdata = cars)), "invalid_argument", "predicts numbers")
  expect_refused(on_device(plot(binary, "boundary", newdata = two, features = "Petal.Width")), "invalid_argument",
                 "two features")
  expect_refused(on_device(plot(binary, "shape", features = "nothing")), "invalid_argument", "nothing")
  expect_refused(on_device(plot(machine, "features")), "invalid_argument", "svm")
  expect_refused(on_device(plot(machine, "pools")), "invalid_argument", "svm")
  trees <- coppice(x, y, pool = "tree(depth=2)", learners = 5)
  expect_refused(on_device(plot(trees, "shape")), "unavailable", "tree")
  expect_refused(on_device(plot(cv_coppice(x, y, folds = 2, learners = 2))), "invalid_argument", "one point")
})

# Predictions agree with each other, and with what they are defined to be.

binary <- coppice(x, y, learners = 15, keep_stages = TRUE, calibration = "platt")
several <- coppice(Species ~ ., iris, learners = 25, keep_stages = TRUE, calibration = "platt")

test_that("a row is predicted as the batch, bit for bit, however many threads", {
  rows <- as.matrix(spam_test)
  model <- coppice(spam, learners = 40)
  batch <- predict(model, rows, "decision")
  expect_identical(vapply(1:200, function(i) coppice_predict_row(model, rows[i, ]), 0), batch[1:200])
  expect_identical(predict(model, rows, "decision", threads = 2), batch)
  expect_identical(predict(model, spam_test, "decision"), batch)
  expect_identical(coppice_predict_row(model, rows[1, ], "class"), predict(model, rows)[1])
  restored <- unserialize(serialize(model, NULL))
  for (time in 1:2) expect_identical(coppice_predict_row(restored, rows[1, ]), batch[1])
})

test_that("a matrix without names is predicted as one with the model's", {
  for (type in c("class", "decision", "probability", "staged", "contributions", "map", "learners"))
    expect_identical(predict(binary, unname(x), type), predict(binary, x, type))
  of_numbers <- coppice(x[, -4], x[, 4], learners = 15)
  expect_identical(predict(of_numbers, unname(x[, -4])), predict(of_numbers, x[, -4]))
  expect_identical(predict(binary, x[, 4:1], "decision"), predict(binary, x, "decision"))
})

test_that("classes follow decision values and probabilities", {
  plain <- coppice(x, y, learners = 15)
  expect_identical(as.character(predict(plain, x)), levels(plain)[1 + (predict(plain, x, "decision") >= 0)])
  probability <- predict(several, iris, "probability")
  expect_identical(colnames(probability), levels(iris$Species))
  expect_equal(rowSums(probability), rep(1, 150))
  expect_identical(as.character(predict(several, iris)), colnames(probability)[max.col(probability, "first")])
})

test_that("the last stage is the decision", {
  staged <- predict(binary, x, "staged")
  expect_identical(dim(staged), c(100L, as.integer(binary$stages)))
  expect_equal(staged[, ncol(staged)], predict(binary, x, "decision"))
  staged <- predict(several, iris, "staged")
  expect_equal(staged[, dim(staged)[2], ], predict(several, iris, "decision"))
})

test_that("contributions and the intercept add up to the decision", {
  expect_equal(rowSums(predict(binary, x, "contributions")) + binary$intercept, predict(binary, x, "decision"))
  contributions <- predict(several, iris, "contributions")
  expect_identical(dimnames(contributions)[[2]], names(iris)[1:4])
  sums <- sweep(apply(contributions, c(1, 3), sum), 2, several$intercept, "+")
  expect_equal(sums, predict(several, iris, "decision"))
})

test_that("coefficients times the learners' outputs are the decision", {
  outputs <- predict(binary, x, "learners")
  expect_equal(drop(cbind(1, outputs) %*% coef(binary)), predict(binary, x, "decision"))
  expect_equal(cbind(1, predict(several, iris, "learners")) %*% coef(several), predict(several, iris, "decision"),
               ignore_attr = TRUE)
  map <- predict(binary, x, "map")
  expect_equal(tcrossprod(map), tcrossprod(sweep(outputs, 2, binary$weights, "*")))
})

test_that("shape functions are the contributions", {
  shape <- coppice_shape(binary, "Petal.Width")
  points <- shape[!is.na(shape$x), ]
  at <- function(value) points$f[max(which(points$x < value), 1)]
  expect_equal(unname(predict(binary, x, "contributions")[, "Petal.Width"]), vapply(unname(x[, "Petal.Width"]), at, 0))
  expect_identical(coppice_shape(binary, 4), shape)
  levels <- coppice_shape(coppice(class ~ ., mixed, learners = 30), "colour")
  expect_identical(as.character(levels$x), c("blue", "green", "red", NA))
})

test_that("evaluation counts what predict gives", {
  rows <- seq(2, 150, 3)
  model <- coppice(Species ~ ., iris[-rows, ], learners = 10)
  evaluation <- coppice_evaluate(model, iris[rows, ])
  predicted <- predict(model, iris[rows, ])
  expect_equal(evaluation$criteria[["error"]], mean(predicted != iris$Species[rows]))
  expect_equal(unclass(evaluation$confusion), unclass(table(iris$Species[rows], predicted)), ignore_attr = TRUE)
  expect_output(print(evaluation), "balanced_error")
  strange <- transform(iris[rows, ], Species = "other")
  expect_equal(coppice_evaluate(model, strange)$criteria[["error"]], 1)
  weights <- as.numeric(predicted == iris$Species[rows]) + 1e-9
  expect_lt(coppice_evaluate(model, iris[rows, ], weights = weights)$criteria[["error"]], 1e-6)
})

test_that("rows of one class and others are told apart, whatever labels there were", {
  model <- coppice(x, y, "one-class", kernel = "stump")
  expect_setequal(predict(model, as.matrix(iris[1:4])), c(-1, 1))
  expect_identical(predict(model, x), predict(coppice(x, method = "one-class", kernel = "stump"), x))
})

test_that("numbers are predicted as numbers", {
  model <- coppice(dist ~ speed, cars)
  expect_type(predict(model, cars), "double")
  expect_null(coppice_evaluate(model, cars)$confusion)
  expect_equal(coppice_evaluate(model, cars)$criteria[["squared_error"]], mean((predict(model, cars) - cars$dist)^2))
})

# Functions of R that the library calls: what they compute is used, what they raise comes out again.

# All stumps "feature d above t", t one of its values: parameters are d and t.
stumps <- function(fit = NULL, evaluate = NULL) {
  outputs <- function(parameters, x) ifelse(x[, parameters[1]] > parameters[2], 1, -1)
  best <- function(x, residual, chosen) {
    found <- NULL
    most <- 0
    for (d in seq_len(ncol(x))) for (t in unique(x[, d])) {
      if (any(chosen[, 1] == d & chosen[, 2] == t)) next
      worth <- sum(crossprod(residual, outputs(c(d, t), x))^2)
      if (worth > most * (1 + 1e-9)) {
        found <- c(d, t)
        most <- worth
      }
    }
    found
  }
  coppice_custom_pool("step", 2, if (is.null(fit)) best else fit, if (is.null(evaluate)) outputs else evaluate)
}

test_that("custom learners are weak learners as the library's are", {
  small <- x[, 3:4]
  custom <- coppice(small, y, pool = stumps(), learners = 8)
  built_in <- coppice(small, y, pool = "stump", learners = 8)
  # The same problem on the same rows: thresholds differ, outputs on the training rows do not.
  expect_equal(custom$objective, built_in$objective, tolerance = 1e-3)
  expect_equal(predict(custom, small, "decision"), predict(built_in, small, "decision"), tolerance = 0.02)
  outputs <- vapply(coppice_learners(custom), function(learner) {
    ifelse(small[, learner$parameters[1]] > learner$parameters[2], 1, -1)
  }, numeric(100))
  expect_equal(predict(custom, small, "decision"), as.vector(cbind(1, outputs) %*% coef(custom)))
})

test_that("several classes give custom learners a residual each", {
  seen <- NULL
  pool <- stumps(fit = function(x, residual, chosen) {
    seen <<- rbind(seen, c(dim(x), dim(residual), dim(chosen)))
    if (nrow(chosen) == 0) c(3, 2.45) else NULL
  })
  model <- coppice(as.matrix(iris[1:4]), iris$Species, pool = pool)
  # The residuals of three classes change along two directions, which have the same sums of squares.
  expect_identical(seen, rbind(c(150L, 4L, 150L, 2L, 0L, 2L), c(150L, 4L, 150L, 2L, 1L, 2L)))
  expect_identical(model$stop_reason, "exhausted")
})

test_that("unions have custom members, restricted to views", {
  pool <- coppice_pool("union", members = list(petal = stumps(), "stump"))
  expect_identical(as.character(pool), "union(custom(name=step)@petal,stump)")
  model <- coppice(x, y, pool = pool, views = list(petal = 3:4), learners = 6)
  expect_identical(length(model$pools), 2L)
  again <- unserialize(serialize(model, NULL))
  expect_identical(predict(again, x, "decision"), predict(model, x, "decision"))
  path <- tempfile(fileext = ".json")
  coppice_save(model, path)
  expect_refused(coppice_load(path), "unavailable", "step")
  expect_identical(predict(coppice_load(path, pool = stumps()), x, "decision"), predict(model, x, "decision"))
})

test_that("a custom kernel is a kernel as the library's are", {
  linear <- function(x, z) tcrossprod(x, z)
  custom <- coppice(x, y, "svm", kernels = list(plain = linear), kernel = "custom(name=plain)", tolerance = 1e-8)
  built_in <- coppice(x, y, "svm", kernel = "linear", tolerance = 1e-8)
  expect_equal(predict(custom, x, "decision"), predict(built_in, x, "decision"), tolerance = 1e-4)
  again <- unserialize(serialize(custom, NULL))
  expect_identical(predict(again, x, "decision"), predict(custom, x, "decision"))
  path <- tempfile(fileext = ".cbor")
  coppice_save(custom, path)
  expect_refused(coppice_load(path), "unavailable", "plain")
  expect_identical(predict(coppice_load(path, kernels = list(plain = linear)), x, "decision"),
                   predict(custom, x, "decision"))
})

test_that("progress is told what is known, and may stop", {
  told <- list()
  model <- coppice(x, y, learners = 50, progress = function(info) {
    told[[length(told) + 1]] <<- info
    if (info$iteration >= 5) "stop"
  })
  expect_lte(model$iterations, 6)
  expect_identical(model$stop_reason, "stopped")
  expect_identical(names(told[[1]]), c("iteration", "iterations", "objective", "gap", "train_error",
                                       "validation_error", "validation_criterion", "alignment",
                                       "validation_alignment"))
  expect_true(all(diff(vapply(told, `[[`, 0, "iteration")) >= 0))
  expect_equal(told[[1]]$iterations, 50)
  expect_refused(coppice(x, y, progress = function(info) 17), "invalid_argument", "returned an object of class numeric")
  expect_refused(cv_coppice(x, y, grid = list(C = 1), progress = function(info) "stop"), "cancelled", "")
})

raise <- function(...) stop(structure(class = c("mine", "error", "condition"), list(message = "mine", call = NULL)))

test_that("what a function raises comes out as it is, and the session goes on", {
  expected <- predict(coppice(x, y, learners = 5), x, "decision")
  own <- coppice(x, y, pool = stumps(), learners = 2)
  calls <- list(function() coppice(x, y, progress = raise),
                function() coppice(x, y, progress = raise, on_interrupt = "keep"),
                function() coppice(x, y, pool = stumps(fit = raise)),
                function() coppice(x, y, pool = stumps(evaluate = raise)),
                function() coppice(x, y, "svm", kernels = list(k = raise), kernel = "custom(name=k)"),
                function() cv_coppice(x, y, grid = list(C = c(0.1, 1)), progress = raise),
                function() cv_coppice(x, y, grid = list(C = c(0.1, 1)), pool = stumps(fit = raise)))
  for (call in calls) for (again in 1:3) {
    expect_error(call(), "mine", class = "mine")
    expect_identical(predict(coppice(x, y, learners = 5), x, "decision"), expected)
  }
  own$functions$pool$functions[[2]] <- raise
  expect_error(predict(unserialize(serialize(own, NULL)), x), class = "mine")
})

test_that("functions may leave by a restart, a return from outside, or another fit", {
  expect_identical(withRestarts(coppice(x, y, progress = function(info) invokeRestart("out", 7)), out = identity), 7)
  expect_identical(callCC(function(return_from) {
    coppice(x, y, progress = function(info) return_from(8))
  }), 8)
  inner <- NULL
  outer <- coppice(x, y, learners = 4, progress = function(info) {
    inner <<- try(coppice(x, y, learners = 4, progress = raise), silent = TRUE)
    inner <<- coppice(x, y, learners = 4)
    NULL
  })
  expect_identical(predict(inner, x, "decision"), predict(outer, x, "decision"))
})

test_that("wrong answers are refused and say whose they are", {
  expect_error(coppice(x, y, pool = stumps(fit = function(...) 1)), "fit returned .* length 1; expected 2")
  expect_error(coppice(x, y, pool = stumps(fit = function(...) "a")), "type character")
  expect_error(coppice(x, y, pool = stumps(evaluate = function(...) 1)), "evaluate returned .* expected 100")
  expect_refused(coppice(x, y, pool = stumps(evaluate = function(parameters, x) rep(NaN, nrow(x)))),
                 "callback_failed", "finite")
  expect_error(coppice(x, y, "svm", kernels = list(k = function(x, z) 1:3), kernel = "custom(name=k)"),
               "the kernel returned .* length 3")
  expect_refused(coppice_custom_pool("step", 0, identity, identity), "invalid_argument", "parameters")
  expect_refused(coppice_custom_pool("a b", 1, identity, identity), "invalid_argument", "a b")
  expect_refused(coppice_custom_pool("step", 1, identity, 3), "invalid_argument", "expected a function")
})

test_that("what a function is given may be kept", {
  kept <- list()
  coppice(x, y, pool = stumps(evaluate = function(parameters, x) {
    kept[[length(kept) + 1]] <<- list(parameters, x)
    ifelse(x[, parameters[1]] > parameters[2], 1, -1)
  }), learners = 2)
  gc()
  expect_identical(kept[[1]][[2]], unname(x))
})

# Whatever is wrong is a condition that says what, of a class for its status; the session goes on.

model <- coppice(x, y, learners = 3)
data <- coppice_data(x, y)
with_value <- function(i, j, value) {
  x[i, j] <- value
  x
}
long <- 1:(2^31 + 5) # two numbers in memory, until somebody writes it out

test_that("bad rows and labels are refused", {
  expect_refused(coppice(with_value(3, 2, Inf), y), "invalid_data", "row 2, feature 1\\] is inf")
  expect_refused(coppice(x, replace(y, 4, NA)), "invalid_data", "row 3\\] is NA")
  expect_refused(coppice(x, replace(as.character(y), 4, NA)), "invalid_data", "row 3\\] is NA")
  expect_refused(coppice(x, replace(as.numeric(y), 4, NaN)), "invalid_data", "row 3\\] is NA")
  expect_refused(coppice(Species ~ ., replace(two, cbind(4, 5), NA)), "invalid_data", "row 3\\] is NA")
  expect_refused(coppice(x, y[-1]), "invalid_argument", "length 99; expected the 100")
  expect_refused(coppice(x), "invalid_state", "no labels")
  expect_refused(coppice(x, rep("a", 100)), "invalid_data", "a")
  expect_refused(coppice(x[0, ], y[0]), "invalid_argument", "rows")
  expect_refused(coppice(x[, 0], y), "invalid_argument", "features")
  expect_refused(coppice(x[, 1], y), "invalid_argument", "drop = FALSE")
  expect_refused(coppice(letters, y), "invalid_argument", "x is of class character")
  expect_refused(coppice(matrix("a", 100), y), "invalid_argument", "a matrix of type character")
  expect_refused(coppice(x * 1i, y), "invalid_argument", "a matrix of type complex")
  expect_refused(coppice(NULL, y), "invalid_argument", "x is of class NULL")
  expect_refused(coppice(x, list(1)), "invalid_argument", "y is of class list")
  expect_refused(coppice(x, Sys.time() + 1:100), "invalid_argument", "y is of class POSIXct")
  expect_refused(coppice(x, y, weights = -1:98), "invalid_data", "-1")
  expect_refused(coppice(x, y, weights = letters), "invalid_argument", "weights is of type character")
  expect_refused(coppice(x, y, weights = factor(1:100)), "invalid_argument", "factor")
  expect_refused(coppice(data, y), "invalid_argument", "belong to the coppice_data")
  expect_refused(coppice(x, y, data = two), "invalid_argument", "belongs to a formula")
  expect_refused(coppice_data(`colnames<-`(x, c("a", "b", "a", "c"))), "invalid_data", '"a"')
})

test_that("columns that are no numbers and no categories are refused by name", {
  frame <- cbind(two, day = Sys.Date())
  expect_refused(coppice(frame, y), "invalid_data", '"day" is of class Date')
  expect_refused(coppice(Species ~ ., frame), "invalid_data", '"day" is of class Date')
  frame$day <- I(as.list(1:100))
  expect_refused(coppice(frame, y), "invalid_data", '"day" is of class')
  expect_error(coppice(Species ~ nothing, two), "nothing")
})

test_that("names and options are checked by the library's tables", {
  expect_refused(coppice(x, y, "cgen"), "unknown_name", 'did you mean "cgens"')
  expect_refused(coppice(x, y, c = 1), "unknown_name", 'did you mean "C"')
  expect_refused(coppice(x, y, C = -1), "invalid_option", "C .* is -1; expected 1e-50 <= C")
  expect_refused(coppice(x, y, learners = 1.5), "invalid_option", "1.5")
  expect_refused(coppice(x, y, C = "much"), "invalid_option", "much")
  expect_refused(coppice(x, y, learners = TRUE), "invalid_option", "learners")
  expect_refused(coppice(x, y, C = 1:2), "invalid_argument", "C is of class integer and length 2")
  expect_refused(coppice(x, y, C = list(1)), "invalid_argument", "list")
  expect_refused(coppice(x, y, C = NA), "invalid_argument", "C is NA")
  expect_refused(coppice(x, y, "cgens", 1), "invalid_argument", "without a name")
  expect_refused(coppice(x, y, pool = "stmup"), "unknown_name", "stump")
  expect_refused(coppice(x, y, pool = "union(stump,"), "invalid_argument", "expected a name at its end")
  expect_refused(coppice(x, y, pool = 3), "invalid_argument", "pool is of class numeric")
  expect_refused(coppice(x, y, "svm", pool = "stump"), "invalid_argument", "pool")
  expect_refused(coppice(x, y, "svm", kernel = "gausian"), "invalid_option", "gaussian")
  expect_refused(coppice(x, y, kernels = list(k = tcrossprod)), "invalid_argument", "kernel")
  expect_refused(coppice(x, y, "svm", kernels = list(tcrossprod)), "invalid_argument", "by name")
  expect_refused(coppice(x, y, "svm", kernels = list(k = 3)), "invalid_argument", "expected a function")
  expect_refused(coppice(x, y, views = list(v = "nothing")), "invalid_argument", "nothing")
  expect_refused(coppice(x, y, views = list(v = 9)), "invalid_argument", "8")
  expect_refused(coppice(x, y, progress = 3), "invalid_argument", "progress is of class numeric")
  expect_refused(coppice(x, y, validation = 3), "invalid_argument", "validation is of class numeric")
  expect_refused(coppice(x, y, test = 3), "invalid_argument", "test is of class numeric; expected coppice_data")
  expect_refused(coppice(x, y, test = two), "invalid_argument", "test is of class data.frame")
  expect_refused(coppice(x, y, test = list(x = x, y = NULL)), "invalid_state", "label")
  expect_refused(cv_coppice(x, y, grid = 3), "invalid_argument", "grid is of class numeric")
  expect_refused(cv_coppice(x, y, grid = list(C = NULL)), "invalid_argument", "grid\\$C is of class NULL")
  expect_refused(cv_coppice(x, y, grid = list(C = "x")), "invalid_option", "x")
  expect_refused(cv_coppice(x, y, folds = 1), "invalid_argument", "folds")
  expect_refused(cv_coppice(x, y, folds = 2.5), "invalid_argument", "folds is 2.5")
  expect_refused(coppice(x, y, "cgens\u00e9"), "unknown_name", "cgens\u00e9")
})

test_that("predictions of other rows are refused", {
  expect_refused(predict(model), "invalid_argument", "newdata is missing")
  expect_refused(predict(model, x[1, ]), "invalid_argument", "drop = FALSE")
  expect_refused(predict(model, unname(cbind(x, 1))), "invalid_data", "5 features.*4")
  expect_refused(predict(model, with_value(2, 4, -Inf)), "invalid_data", "row 1, feature 3\\] is -inf")
  expect_refused(predict(model, "a"), "invalid_argument", "x is of class character")
  expect_refused(predict(model, x, "probability"), "unavailable", "platt")
  expect_refused(predict(model, x, "staged"), "unavailable", "keep_stages")
  expect_refused(predict(model, x, threads = -1), "invalid_argument", "threads")
  for (type in list("nothing", "c", c("class", "map"), 1))
    expect_refused(predict(model, x, type), "invalid_argument", "expected one of decision, class")
  expect_refused(coppice_predict_row(model, x[1, 1:2]), "invalid_data", "2")
  expect_refused(coppice_predict_row(model, "a"), "invalid_argument", "x is of type character")
  expect_refused(coppice_predict_row(3, x[1, ]), "invalid_argument", "the model is of class numeric")
  for (type in list("nothing", NA_character_, c("class", "map"), 1, NULL))
    expect_refused(coppice_predict_row(model, x[1, ], type), "invalid_argument", "expected one of decision")
  expect_refused(coppice_shape(model, "nothing"), "invalid_argument", "nothing")
  expect_refused(coppice_shape(model, 9), "invalid_argument", "8")
  expect_refused(coppice_evaluate(model, x), "invalid_state", "label")
})

test_that("handles that are closed, foreign or restored are refused", {
  expect_refused(data["1"], "invalid_argument", "i is of class character")
  expect_refused(data[101], "invalid_argument", "100")
  expect_refused(data[1.5], "invalid_argument", "whole")
  expect_refused(data[TRUE], "invalid_argument", "1 logical")
  restored <- unserialize(serialize(data, NULL))
  expect_refused(dim(restored), "invalid_handle", "another session")
  expect_refused(coppice(restored), "invalid_handle", "another session")
  expect_output(print(restored), "another session")
  closed <- coppice:::solver_create("svm")
  coppice:::close_handle(closed)
  coppice:::close_handle(closed)
  expect_refused(coppice:::solver_get_string(closed, "C"), "invalid_handle", "closed")
  expect_refused(coppice:::solver_get_string(data$handle, "C"), "invalid_handle", "")
  expect_refused(coppice:::solver_get_string(NULL, "C"), "invalid_handle", "")
  coppice(data, learners = 1)
  expect_refused(coppice:::set_labels(data$handle, y), "invalid_state", "immutable|used")
  for (handle in list(3, closed, NULL)) {
    changed <- model
    changed["handle"] <- list(handle)
    expect_refused(predict(changed, x), "invalid_argument", "handle")
    expect_refused(coppice_predict_row(changed, x[1, ]), "invalid_argument", "handle")
  }
  damaged <- model
  damaged$bytes <- model[["bytes"]][1:100]
  expect_refused(predict(unserialize(serialize(damaged, NULL)), x), "model_error", "")
})

test_that("very long vectors are refused before they are written out", {
  expect_refused(coppice_data(x, long), "invalid_argument", "length 2147483653; expected less than 2\\^31")
  expect_refused(coppice_data(x, y, weights = long), "invalid_argument", "length 2147483653")
  expect_refused(coppice:::dataset_subset(data$handle, long), "invalid_argument", "length 2147483653")
})

test_that("conditions have a class, a code and a status", {
  error <- tryCatch(coppice(x, y, C = -1), coppice_invalid_option = identity)
  expect_identical(class(error), c("coppice_invalid_option", "coppice_error", "error", "condition"))
  expect_identical(error$status, "COPPICE_INVALID_OPTION")
  expect_equal(error$code, 16)
  # The codes of the header, and no others, are known by name.
  expect_identical(unname(vapply(coppice:::STATUS, coppice:::status_name, "")),
                   paste0("COPPICE_", toupper(names(coppice:::STATUS))))
})

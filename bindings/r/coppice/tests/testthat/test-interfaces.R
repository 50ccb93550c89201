# However rows are given, the model is the same; categories, missing values and names are taken along.

decisions <- function(model, rows) as.vector(predict(model, rows, "decision"))

test_that("matrices, sparse matrices, data frames and formulas give the same model", {
  dense <- coppice(x, y, learners = 15)
  expected <- decisions(dense, x)
  expect_identical(decisions(coppice(two[1:4], y, learners = 15), two), expected)
  expect_identical(decisions(coppice(Species ~ ., two, learners = 15), two), expected)
  expect_identical(decisions(coppice(Species ~ ., data = two, learners = 15), two[5:1]), expected)
  expect_identical(decisions(coppice(coppice_data(x, y), learners = 15), x), expected)
  skip_if_not_installed("Matrix")
  sparse <- as(x, "CsparseMatrix")
  expect_identical(decisions(coppice(sparse, y, learners = 15), sparse), expected)
  expect_identical(decisions(dense, as(sparse, "RsparseMatrix")), expected)
})

test_that("sparse matrices with empty rows and columns are the dense ones", {
  skip_if_not_installed("Matrix")
  numbers <- as.matrix(spam)[seq(1, 2761, 40), ]
  numbers[3, ] <- 0
  sparse <- as(numbers, "CsparseMatrix")
  labels <- labels(spam)[seq(1, 2761, 40)]
  expect_identical(decisions(coppice(sparse, labels, learners = 10), numbers),
                   decisions(coppice(numbers, labels, learners = 10), sparse))
  expect_identical(as.matrix(coppice_data(sparse)), numbers)
})

test_that("factors and text are categories, found by the names of their levels", {
  model <- coppice(class ~ ., mixed, learners = 30)
  expect_equal(model$categories, 2)
  expected <- predict(model, mixed, "decision")
  other <- mixed[sample(nrow(mixed)), sample(ncol(mixed))]
  other$colour <- factor(as.character(other$colour), levels = c("violet", "red", "blue", "green"))
  other$town <- factor(other$town)
  expect_identical(predict(model, other, "decision")[order(as.integer(rownames(other)))], expected)
  expect_lt(mean(predict(model, mixed) != mixed$class), mean(mixed$class == "no") / 2)
})

test_that("a level that was not in training counts as missing", {
  model <- coppice(class ~ ., mixed, learners = 30)
  unknown <- missing <- transform(mixed, town = as.character(town), colour = as.character(colour))
  unknown$colour[] <- "violet"
  missing$colour[] <- NA
  missing$colour <- factor(missing$colour, levels = "violet")
  expect_identical(predict(model, unknown, "decision"), predict(model, missing, "decision"))
})

test_that("columns are found by name, further ones are ignored", {
  model <- coppice(x, y, learners = 15)
  expect_identical(decisions(model, cbind(other = 1, x[, 4:1])), decisions(model, x))
  expect_identical(decisions(model, unname(x)), decisions(model, x))
  expect_refused(predict(model, x[, 1:3]), "invalid_data", "Petal.Width")
  expect_refused(predict(model, unname(x[, 1:3])), "invalid_data", "3 features.*4")
})

test_that("predicted classes are what the labels were", {
  classes <- function(labels) predict(coppice(x, labels, learners = 20), x)
  ordered <- factor(y, levels = rev(levels(y)), ordered = TRUE)
  expect_identical(levels(classes(ordered)), levels(ordered))
  expect_true(is.ordered(classes(ordered)))
  expect_identical(levels(classes(factor(y, levels = c("none", levels(y))))), c("none", levels(y)))
  expect_type(classes(y == "virginica"), "logical")
  expect_identical(sort(unique(classes(ifelse(y == "virginica", 7, -2)))), c(-2, 7))
  expect_s3_class(classes(as.character(y)), "factor")
  expect_identical(as.character(classes(y)), as.character(classes(as.character(y))))
})

test_that("formulas may transform variables, and need them again", {
  model <- coppice(dist ~ poly(speed, 2) + log(speed), cars)
  expect_equal(model$features, 3)
  expect_identical(predict(model, cars[5:6, ]), predict(model, cars)[5:6])
  expect_refused(predict(model, data.frame(dist = 1)), "invalid_data", "speed")
  expect_refused(coppice(dist ~ speed * dist, cars), "invalid_argument", "interaction")
  expect_refused(coppice(dist ~ speed - 1, cars), "invalid_argument", "intercept")
  expect_refused(coppice(dist ~ offset(speed), cars), "invalid_argument", "offset")
  expect_refused(coppice(dist ~ 1, cars), "invalid_argument", "no variables")
})

test_that("weight k is k copies, also where a formula's data have the weights", {
  weights <- rep(c(0, 1, 2, 3), 25)
  copies <- rep(seq_len(100), weights)
  weighted <- coppice(x, y, weights = weights, learners = 15)
  expect_equal(decisions(weighted, x), decisions(coppice(x[copies, ], y[copies], learners = 15), x), tolerance = 1e-3)
  frame <- cbind(two, w = weights)
  by_formula <- coppice(Species ~ . - w, frame, weights = w, learners = 15)
  expect_identical(decisions(by_formula, frame), decisions(weighted, x))
  # Through a function in between, which has variables of its own.
  through <- function(...) coppice(x, y, learners = 15, ...)
  local({
    mine <- weights
    expect_identical(decisions(through(weights = mine), x), decisions(weighted, x))
  })
  expect_identical(decisions(coppice(coppice_data(Species ~ . - w, frame, weights = w), learners = 15), frame),
                   decisions(weighted, x))
})

test_that("views restrict pools, by names and by numbers", {
  by_name <- coppice(x, y, views = list(petal = c("Petal.Length", "Petal.Width")), pool = "stump@petal", learners = 10)
  by_number <- coppice(x, y, views = list(petal = 3:4), pool = "stump@petal", learners = 10)
  expect_identical(decisions(by_name, x), decisions(by_number, x))
  expect_equal(sum(by_name$feature_counts[1:2]), 0)
})

test_that("several numbers a row are learned at once", {
  targets <- cbind(iris$Petal.Length, iris$Petal.Width)
  model <- coppice(as.matrix(iris[1:2]), targets, learners = 40)
  predicted <- predict(model, as.matrix(iris[1:2]))
  expect_identical(dim(predicted), c(150L, 2L))
  error <- coppice_evaluate(model, as.matrix(iris[1:2]), targets)$criteria[["squared_error"]]
  expect_equal(error, mean(rowSums((predicted - targets)^2)))
})

test_that("datasets tell what they hold", {
  data <- coppice_data(x, y)
  expect_identical(dim(data), c(100, 4))
  expect_identical(as.matrix(data), matrix(x, 100, dimnames = list(NULL, colnames(x))))
  expect_identical(labels(data), y)
  expect_identical(labels(data[c(100, 1)]), y[c(100, 1)])
  expect_identical(as.matrix(data[-(1:98)]), as.matrix(data[99:100]))
  expect_identical(as.matrix(data[rep(c(TRUE, FALSE), 50)])[2, ], x[3, ])
  parts <- coppice_split(data, 0.3, seed = 1)
  expect_identical(vapply(parts, nrow, 0), c(first = 30, second = 70))
  expect_output(print(data), "100 rows x 4 features, 2 classes")
  csv <- coppice_read_csv(extdata("labor.csv"), label = "class")
  expect_identical(levels(labels(csv)), c("bad", "good"))
  again <- coppice_read_csv(extdata("labor.csv"), label = "class", like = coppice(csv, learners = 2))
  expect_identical(colnames(again), colnames(csv))
})

TABLE <- c("who,note,a,trust,y,b", "first,\"any, text\",1,0.5,no,2", "second,7,3,2,yes,4", ",,5,1,no,6")
OTHER <- c("trust,b,more,y,a,who", "3,20,x,yes,10,me", "1,21,2,no,11,you")
written <- function(lines) {
  path <- tempfile(fileext = ".csv")
  writeLines(lines, path)
  path
}
read_table <- function(path = written(TABLE), label = "y", id = "who", weight = "trust", ignore = "note", ...) {
  coppice_read_csv(path, label = label, id = id, weight = weight, ignore = ignore, ...)
}
# What a model that knows both classes finds in the rows of each.
weights_of_classes <- function(data) {
  model <- coppice(cbind(a = 0:1, b = 0:1), c("no", "yes"), learners = 1)
  unname(rowSums(coppice_evaluate(model, data)$confusion))
}

test_that("columns of a table have roles", {
  data <- read_table()
  expect_identical(as.matrix(data), matrix(c(1, 3, 5, 2, 4, 6), 3, dimnames = list(c("first", "second", ""),
                                                                                   c("a", "b"))))
  expect_identical(data$feature_columns, c(3, 6))
  expect_identical(data$label_column, "y")
  expect_identical(as.character(labels(data)), c("no", "yes", "no"))
  expect_identical(weights_of_classes(data), c(1.5, 2))
  expect_identical(rownames(data[2:1]), c("second", "first"))
  named <- coppice_split(data[c(1, 2, 1, 2)], 0.5, seed = 1)
  for (part in named) expect_setequal(rownames(part), c("first", "second"))
  by_number <- coppice_read_csv(written(TABLE), label = 5, ignore = c(1, 2, 4), categories = 3)
  expect_identical(as.matrix(by_number)[, "a"], c(0, 1, 2)) # codes of the levels 1, 3, 5
  expect_null(rownames(by_number))
  expect_setequal(utils::.DollarNames(data, ""), c("feature_columns", "label_column"))
})

test_that("what was no table has no columns", {
  data <- coppice_data(x, y)
  expect_null(data$feature_columns)
  expect_null(data$label_column)
  expect_null(rownames(data))
  plain <- coppice_read_csv(written(c("1,-1", "2,1")), label = 2)
  expect_identical(plain$feature_columns, 1)
  expect_identical(plain$label_column, "2")
})

test_that("tables have the roles of other data or of a model", {
  data <- read_table()
  model <- coppice(data, learners = 1)
  expect_identical(c(model$label_column, model$id_column), c("y", "who"))
  again <- coppice_read_csv(written(OTHER), like = data)
  expect_identical(as.matrix(again), matrix(c(20, 21, 10, 11), 2, dimnames = list(c("me", "you"), c("b", "a"))))
  expect_identical(weights_of_classes(again), c(1, 3))
  expect_identical(weights_of_classes(coppice_read_csv(written(OTHER), like = data, weight = FALSE)), c(1, 1))
  expect_identical(rownames(coppice_read_csv(written(OTHER), like = model)), c("me", "you"))
  bare <- coppice_read_csv(written(OTHER), like = model, label = FALSE, id = FALSE)
  expect_null(bare$label_column)
  expect_null(rownames(bare))
  expect_refused(coppice_evaluate(model, bare), "invalid_state", "label")
})

test_that("wrong roles are refused", {
  expect_refused(read_table(ignore = c("note", "y")), "invalid_argument", 'column "y" is the label already')
  expect_refused(read_table(id = c("who", "note")), "invalid_argument", 'column "who" is the id already')
  expect_refused(read_table(ignore = 5), "parse_error", 'column 5 "y" is given two roles')
  expect_refused(read_table(weight = "no such"), "parse_error", 'no cell is "no such", the name of the weight')
  expect_refused(read_table(weight = "b", id = 7), "parse_error", "no column 7 to be the id; expected 1 to 6")
  expect_refused(read_table(weight = "a", id = ""), "invalid_argument", "expected a name, or a number from 1")
  expect_refused(read_table(id = NULL, weight = "who"), "parse_error", 'line 2, column 1 "who": weight "first"')
  expect_refused(read_table()$columns, "invalid_argument", "has no columns; expected one of feature_columns")
})

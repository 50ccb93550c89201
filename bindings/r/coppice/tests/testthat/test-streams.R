# Learning row by row.
signs <- c(-1, 1)
circle <- as.matrix(coppice_generate("circle", 2000, seed = 9))
inside <- ifelse(rowSums(circle^2) < 1, 1, -1)
waves <- coppice_generate("waveform", 600, seed = 3)

online <- function(classes = signs) coppice_stream("online", classes, 2, cutoff = 50, seed = 0)
norma <- function() coppice_stream("norma", signs, 2, kernel = "gaussian(gamma=2)", max_terms = 100, seed = 0)
state <- function(stream) coppice:::solver_save_buffer(stream$handle, "cbor")

test_that("rows and blocks of every kind are the same", {
  one <- online()
  expected <- vapply(1:2000, function(i) coppice_learn_row(one, circle[i, ], inside[i]), 0)
  expect_identical(one$rows, 2000)
  expect_identical(one$features, 2)
  expect_gt(one$learners, 10)
  expect_equal(one$prequential_error, mean((expected >= 0) != (inside > 0)))
  frame <- as.data.frame(circle)
  sparse <- Matrix::Matrix(circle, sparse = TRUE)
  for (x in list(circle, frame, sparse)) for (y in list(inside, as.character(inside), factor(inside))) {
    stream <- online()
    expect_identical(coppice_learn(stream, x, y), expected)
    expect_identical(state(stream), state(one))
  }
  stream <- online(c(1, -1, 1)) # in any order
  data <- coppice_data(circle, inside)
  expect_identical(c(coppice_learn(stream, data[1:700]), coppice_learn(stream, data[701:2000])), expected)
  expect_identical(state(stream), state(one))
  expect_invisible(coppice_learn(stream, data[1:2]))
  expect_invisible(coppice_learn_row(stream, circle[1, ], 1))
})

test_that("labels are what classes are", {
  learned <- function(classes, y) {
    stream <- online(classes)
    coppice_learn(stream, circle[1:150, ], y[1:150])
    for (i in 151:300) coppice_learn_row(stream, circle[i, ], y[i])
    list(stream = stream, model = coppice_snapshot(stream))
  }
  # In the order of bytes, whatever that of the locale or of levels.
  names <- c("ute", "\u00e6rlig inne")
  text <- names[1 + (inside > 0)]
  colours <- factor(text, levels = rev(names))
  of_numbers <- predict(learned(signs, inside)$model, circle)
  of_logicals <- learned(c(TRUE, FALSE), inside > 0)
  of_text <- learned(rev(names), text)
  of_factor <- predict(learned(colours, colours)$model, circle)
  expect_identical(unique(sort(of_numbers)), signs)
  expect_identical(levels(of_logicals$stream), c("FALSE", "TRUE"))
  expect_identical(predict(of_logicals$model, circle), of_numbers > 0)
  expect_identical(levels(of_text$stream), names)
  expect_identical(predict(of_text$model, circle), factor(names[1 + (of_numbers > 0)], levels = names))
  expect_identical(of_factor, factor(names[1 + (of_numbers > 0)], levels = rev(names)))
})

test_that("a snapshot says what the stream says", {
  stream <- coppice_stream("pegasos", 1:3, 21)
  decisions <- coppice_learn(stream, waves)
  expect_identical(dim(decisions), c(600L, 3L))
  expect_identical(colnames(decisions), c("1", "2", "3"))
  model <- coppice_snapshot(stream)
  row <- as.matrix(waves[1])
  said <- predict(model, row, "decision")
  expect_equal(coppice_learn_row(stream, row[1, ], 2, weight = 0.5), said[1, ], tolerance = 1e-12, ignore_attr = TRUE)
  coppice_learn_row(stream, row[1, ], 2, weight = 0) # it is not learned
  coppice_learn(stream, row, 2, weights = 3)
  expect_identical(model$rows, 600)
  expect_identical(coppice_snapshot(stream)$rows, 602)
  expect_identical(predict(unserialize(serialize(model, NULL)), row, "decision"), said)
})

test_that("a saved stream goes on bit for bit", {
  for (begin in list(online, norma)) for (file in c("stream.json", "stream.cbor")) {
    whole <- begin()
    part <- begin()
    coppice_learn(whole, circle, inside)
    coppice_learn(part, circle[1:900, ], inside[1:900])
    path <- file.path(tempdir(), file)
    expect_identical(coppice_save_stream(part, path), part)
    again <- coppice_load_stream(path)
    unlink(path)
    expect_identical(again$rows, 900)
    for (i in 901:2000) coppice_learn_row(again, circle[i, ], inside[i])
    expect_identical(state(again), state(whole))
    expect_identical(predict(coppice_snapshot(again), circle), predict(coppice_snapshot(whole), circle))
  }
  text <- coppice_stream("online", c("a", "b"), 1)
  path <- tempfile(fileext = ".json")
  coppice_save_stream(text, path)
  again <- coppice_load_stream(path)
  coppice_learn_row(again, 1, "b")
  expect_identical(levels(predict(coppice_snapshot(again), matrix(1))), c("a", "b"))
  expect_output(print(again), "method online, 1 rows x 1 features, 2 classes, error so far")
})

test_that("forked processes predict with earlier snapshots while this one learns", {
  skip_on_os("windows")
  stream <- norma()
  workers <- lapply(seq(1, 2000, 250), function(from) {
    rows <- from:(from + 249)
    coppice_learn(stream, circle[rows, ], inside[rows])
    model <- coppice_snapshot(stream)
    now <- predict(model, circle, "decision")
    list(now = now, job = parallel::mcparallel({
      for (k in 1:10) stopifnot(identical(predict(model, circle, "decision"), now))
      list(model$rows, now)
    }))
  })
  expect_identical(stream$rows, 2000)
  for (k in 1:8) {
    answer <- parallel::mccollect(workers[[k]]$job)[[1]]
    expect_identical(answer, list(250 * k, workers[[k]]$now))
  }
  # A fork that learns has a stream of its own.
  learned <- parallel::mclapply(1:2, function(k) {
    coppice_learn_row(stream, circle[k, ], inside[k])
    stream$rows
  }, mc.cores = 2)
  expect_identical(learned, list(2001, 2001))
  expect_identical(stream$rows, 2000)
})

test_that("of a block the rows before a bad one are learned", {
  stream <- online()
  seven <- online()
  damaged <- circle[1:20, ]
  damaged[8, 2] <- NA
  coppice_learn(seven, circle[1:7, ], inside[1:7])
  expect_refused(coppice_learn(stream, damaged, inside[1:20]), "invalid_data", "x\\[row 7, feature 1\\] is nan")
  expect_identical(stream$rows, 7)
  expect_identical(state(stream), state(seven))
  wrong <- inside[8:20]
  wrong[4] <- 5
  expect_refused(coppice_learn(stream, circle[8:20, ], wrong), "invalid_data", "the label of row 3 is \"5\"")
  coppice_learn(seven, circle[8:10, ], inside[8:10])
  expect_identical(state(stream), state(seven))
  # No dataset takes these: no row is learned.
  damaged[8, 2] <- Inf
  expect_refused(coppice_learn(stream, damaged, inside[1:20]), "invalid_data", "x\\[row 7, feature 1\\] is inf")
  wrong[4] <- NA
  expect_refused(coppice_learn(stream, circle[8:20, ], wrong), "invalid_data", "y\\[row 3\\] is NA")
  expect_identical(stream$rows, 10)
})

test_that("what cannot be learned leaves the stream as it was", {
  stream <- online()
  coppice_learn(stream, circle[1:100, ], inside[1:100])
  learned <- state(stream)
  expect_refused(coppice_learn_row(stream, circle[1, ], 2), "invalid_data", "label of the row is \"2\"")
  expect_refused(coppice_learn_row(stream, circle[1, ], NA), "invalid_data", "label of the row is \"NA\"")
  expect_refused(coppice_learn_row(stream, circle[1, ], inside), "invalid_argument", "y has length 2000")
  expect_refused(coppice_learn_row(stream, 1:3, 1), "invalid_data", "has 3 features; the stream was begun with 2")
  expect_refused(coppice_learn_row(stream, c(1, Inf), 1), "invalid_data", "\\[row 0, feature 1\\] is inf")
  expect_refused(coppice_learn_row(stream, "a", 1), "invalid_argument", "x is of type character")
  expect_refused(coppice_learn_row(stream, c(1, 2), 1, -1), "invalid_data", "weight")
  expect_refused(coppice_learn(stream, cbind(circle, 1), inside), "invalid_data",
                 "the block has 3 features; the stream was begun with 2")
  expect_refused(coppice_learn(stream, circle[1, ], 1), "invalid_argument", "one row is x\\[i")
  expect_refused(coppice_learn(stream, circle), "invalid_state", "label")
  expect_refused(coppice_learn(stream, y ~ x, data.frame(y = 1, x = 1)), "invalid_argument", "by position")
  expect_refused(coppice_learn(stream, data.frame(a = 1:2, b = c("u", "v")), c(1, -1)), "invalid_data", "category")
  expect_identical(state(stream), learned)
})

test_that("what cannot begin is refused", {
  expect_refused(coppice_stream("cgens", signs, 2), "unavailable", "whole datasets")
  expect_refused(coppice_stream("onlin", signs, 2), "unknown_name", "online")
  expect_refused(coppice_stream("online", signs, 2, cutof = 3), "unknown_name", "cutoff")
  expect_refused(coppice_stream("online", 1, 2), "invalid_argument", "length is 1")
  expect_refused(coppice_stream("online", c("a", NA), 2), "invalid_argument", "NA")
  expect_refused(coppice_stream("online", list(1, 2), 2), "invalid_argument", "of class list")
  expect_refused(coppice_stream("online", Sys.Date() + 1:2, 2), "invalid_argument", "of class Date")
  expect_refused(coppice_stream("online", signs, 0), "invalid_argument", "features is 0")
  expect_refused(coppice_load_stream("/nowhere.cbor"), "file_error", "nowhere")
  path <- tempfile(fileext = ".json")
  coppice_save(coppice(x, y, learners = 1), path)
  expect_refused(coppice_load_stream(path), "model_error", "")
})

test_that("a stream that is closed, or restored by readRDS(), says what saves it", {
  stream <- online()
  coppice_learn_row(stream, circle[1, ], inside[1])
  model <- coppice_snapshot(stream)
  path <- tempfile(fileext = ".rds")
  saveRDS(stream, path)
  restored <- readRDS(path)
  close(stream)
  close(stream)
  expect_identical(model$rows, 1)
  for (gone in list(stream, restored)) {
    expect_refused(coppice_learn_row(gone, circle[1, ], 1), "invalid_handle", "coppice_save_stream\\(\\) does")
    expect_refused(coppice_learn(gone, circle, inside), "invalid_handle", "saveRDS\\(\\) does not save a stream")
    expect_refused(coppice_snapshot(gone), "invalid_handle", "coppice_save_stream")
    expect_refused(coppice_save_stream(gone, path), "invalid_handle", "coppice_save_stream")
    expect_refused(gone$rows, "invalid_handle", "coppice_load_stream")
    expect_output(print(gone), "closed or from another session")
  }
  expect_refused(coppice_learn_row(model, circle[1, ], 1), "invalid_argument", "the stream is of class coppice")
  expect_refused(coppice_save(stream, path), "invalid_argument", "the model is of class coppice_stream")
})

test_that("kernels of R's are called, and kept by snapshots", {
  kernels <- list(own = function(x, z) 1 + tcrossprod(x, z))
  begin <- function() {
    coppice_stream("norma", signs, 2, kernel = "custom(name=own)", max_terms = 50, seed = 0, kernels = kernels)
  }
  whole <- begin()
  coppice_learn(whole, circle[1:200, ], inside[1:200])
  stream <- begin()
  for (i in 1:100) coppice_learn_row(stream, circle[i, ], inside[i])
  path <- tempfile(fileext = ".cbor")
  coppice_save_stream(stream, path)
  expect_refused(coppice_load_stream(path), "unavailable", "own")
  again <- coppice_load_stream(path, kernels = kernels)
  close(stream)
  rm(stream)
  gc()
  coppice_learn(again, circle[101:200, ], inside[101:200])
  expect_identical(state(again), state(whole))
  model <- coppice_snapshot(again)
  close(again)
  rm(again)
  gc()
  expected <- predict(coppice_snapshot(whole), circle, "decision")
  expect_identical(predict(model, circle, "decision"), expected)
  expect_identical(predict(unserialize(serialize(model, NULL)), circle, "decision"), expected)
  kernels$own <- function(x, z) stop("no kernel")
  faulty <- coppice_load_stream(path, kernels = kernels)
  expect_error(coppice_learn_row(faulty, circle[101, ], inside[101]), "no kernel")
  expect_error(coppice_learn(faulty, circle, inside), "no kernel")
  expect_identical(faulty$rows, 100)
})

# Memory is flat over many predictions, objects and errors, and R's garbage collector finds nothing amiss.
skip_if_not(file.exists("/proc/self/statm"), "memory is measured by /proc")

resident_megabytes <- function() {
  gc()
  as.numeric(strsplit(readLines("/proc/self/statm"), " ")[[1]][2]) * 4096 / 1e6
}

# How often, in thousandths of what the tests do; to measure more by hand.
share <- as.numeric(Sys.getenv("COPPICE_TEST_MEMORY", "1000")) / 1000

# R and testthat take memory of their own now and then; what leaks takes more in every round.
expect_flat <- function(what, work, times, rounds = 5) {
  times <- times * share
  taken <- resident_megabytes()
  for (round in seq_len(rounds)) {
    for (k in seq_len(times / rounds)) work()
    taken <- c(taken, resident_megabytes())
  }
  cat(what, ": ", times, " times, grown by ", paste(sprintf("%.1f", diff(taken)), collapse = ", "), " MB\n", sep = "")
  expect_lt(min(diff(taken)), 0.1)
}

test_that("predictions leave nothing behind", {
  model <- coppice(x, y, learners = 10)
  expect_flat("predictions", function() {
    coppice_predict_row(model, x[1, ])
    predict(model, x[1:2, ])
  }, 5000)
})

test_that("objects and errors leave nothing behind", {
  expect_flat("objects", function() {
    model <- unserialize(serialize(coppice(x, y, learners = 2), NULL))
    predict(model, two)
    for (wrong in list(quote(coppice(x, y, C = -1)), quote(predict(model, unname(x[, 1:2]))),
                       quote(coppice_data(x, y)[101]), quote(coppice(x, y, progress = function(info) stop("no")))))
      tryCatch(eval(wrong), error = identity)
  }, 500)
})

test_that("streams leave nothing behind", {
  circle <- coppice_generate("circle", 50, seed = 1)
  path <- tempfile(fileext = ".cbor")
  expect_flat("streams", function() {
    stream <- coppice_stream("online", c(-1, 1), 2, cutoff = 20)
    coppice_learn(stream, circle)
    coppice_save_stream(stream, path)
    again <- coppice_load_stream(path)
    predict(coppice_snapshot(again), circle)
    tryCatch(coppice_learn_row(again, c(1, NA), 1), error = identity)
    if (runif(1) < 0.5) close(again)
  }, 500)
})

test_that("callbacks leave nothing behind", {
  expect_flat("callbacks", function() {
    pool <- coppice_custom_pool("one", 1, function(x, r, chosen) if (nrow(chosen) == 0) 0,
                                function(p, x) sign(x[, 4] - 1.6))
    coppice(x, y, pool = pool, progress = function(info) NULL)
  }, 500)
  # What the library released is R's garbage again, but for the last call's, which R remembers.
  collected <- 0
  for (k in 1:5) local({
    marked <- new.env()
    reg.finalizer(marked, function(e) collected <<- collected + 1)
    fit <- function(x, r, chosen) if (nrow(chosen) == 0) get("zero", marked)
    assign("zero", 0, marked)
    model <- coppice(x, y, pool = coppice_custom_pool("one", 1, fit, function(p, x) sign(x[, 4] - 1.6)))
    expect_equal(model$learners, 1)
  })
  for (k in 1:4) gc()
  expect_gte(collected, 3)
})

test_that("everything that R may collect at any time is protected", {
  torture <- function(code) {
    gctorture(TRUE)
    on.exit(gctorture(FALSE))
    force(code)
  }
  small <- unname(x[seq(1, 100, 10), 3:4])
  labels <- as.character(y[seq(1, 100, 10)])
  handle <- torture({
    data <- coppice:::dataset_create_dense(small, 10, 2, 1, 10)
    coppice:::dataset_set_label_names(data, labels)
    solver <- coppice:::solver_create("cgens")
    coppice:::solver_set_double(solver, "learners", 3)
    functions <- list(function(x, r, chosen) if (nrow(chosen) == 0) 0, function(p, x) sign(x[, 2] - 1.6))
    pool <- coppice:::pool_create_custom("one", 1, functions)
    coppice:::keep(pool, functions)
    coppice:::solver_set_pool(solver, pool)
    coppice:::keep(solver, pool)
    try(coppice:::solver_fit_watched(solver, data, list(function(told) stop("no"), FALSE)), silent = TRUE)
    coppice:::keep(coppice:::solver_fit_watched(solver, data, list(function(told) 0L, FALSE)), solver)
  })
  told <- function() {
    list(coppice:::model_predict(handle, 1, small, 10, 2, 1, 10, 1, 10), coppice:::model_get_array(handle, "weights"),
         coppice:::model_get_string(handle, "options"), coppice:::model_learner(handle, 0),
         tryCatch(coppice:::model_get_int(handle, "nothing"), error = conditionMessage))
  }
  expect_identical(torture(told()), told())
  learned <- function() {
    stream <- coppice_stream("norma", c("versicolor", "virginica"), 2, kernel = "custom(name=own)", seed = 0,
                             kernels = list(own = function(x, z) tcrossprod(x, z)))
    coppice_learn(stream, small[1:5, ], labels[1:5])
    decisions <- coppice_learn_row(stream, small[6, ], labels[6])
    list(decisions, coppice:::solver_save_buffer(stream$handle, "cbor"), predict(coppice_snapshot(stream), small))
  }
  expect_identical(torture(learned()), learned())
})

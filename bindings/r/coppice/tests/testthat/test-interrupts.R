# Ctrl-C ends a long fit within 100 milliseconds, and the session goes on.
skip_on_os("windows")

large <- coppice_generate("ringnorm", 20000, noise = 0.1, seed = 1)
long_fit <- function(..., train = coppice) {
  train(large, method = "cgens", C = 1e4, learners = 100000, tolerance = 1e-9, epsilon = 0, ...)
}

# The value of a call that gets SIGINT half a second after its start, and how long ago that was then.
interrupted <- function(call) {
  file <- tempfile()
  system(sprintf("(sleep 0.5; date +%%s.%%N >%s; kill -INT %d) &", file, Sys.getpid()))
  value <- tryCatch(call, interrupt = function(condition) condition)
  list(value = value, seconds = as.numeric(Sys.time()) - as.numeric(readLines(file)))
}
# A tenth of a second is what is promised; the machine that tests may be busy.
BUSY <- 1

test_that("an interrupt ends a fit", {
  for (again in 1:3) {
    answer <- interrupted(long_fit())
    expect_s3_class(answer$value, "interrupt")
    expect_lt(answer$seconds, BUSY)
  }
  expect_equal(coppice(large, learners = 2)$learners, 2)
})

test_that("an interrupt may keep the best model so far", {
  answer <- interrupted(long_fit(on_interrupt = "keep"))
  expect_s3_class(answer$value, "coppice")
  expect_identical(answer$value$stop_reason, "stopped")
  expect_lt(answer$seconds, BUSY)
  # Also one that comes while a function of R runs.
  answer <- interrupted(long_fit(on_interrupt = "keep", progress = function(info) Sys.sleep(0.05)))
  expect_identical(answer$value$stop_reason, "stopped")
})

test_that("an interrupt ends cross-validation", {
  answer <- interrupted(long_fit(train = cv_coppice))
  expect_s3_class(answer$value, "interrupt")
  expect_lt(answer$seconds, BUSY)
})

test_that("an interrupt ends a block after a row", {
  circle <- coppice_generate("circle", 400000, seed = 1) # it takes many seconds
  begin <- function() {
    coppice_stream("norma", c(-1, 1), 2, kernel = "gaussian(gamma=2)", max_terms = 3000, seed = 0)
  }
  stream <- begin()
  answer <- interrupted(coppice_learn(stream, circle))
  expect_s3_class(answer$value, "interrupt")
  expect_lt(answer$seconds, BUSY)
  expect_gt(stream$rows, 0)
  expect_lt(stream$rows, 400000)
  again <- begin()
  coppice_learn(again, circle[seq_len(stream$rows)])
  expect_identical(coppice:::solver_save_buffer(again$handle, "cbor"),
                   coppice:::solver_save_buffer(stream$handle, "cbor"))
})

test_that("a time limit of R's is heard too", {
  setTimeLimit(elapsed = 0.5)
  on.exit(setTimeLimit())
  expect_error(long_fit(), "elapsed time limit")
})

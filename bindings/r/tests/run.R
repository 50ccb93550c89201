# Runs one file of tests; a test that is skipped has not passed.
# usage: Rscript run.R FILE
library(testthat)
library(coppice)
results <- as.data.frame(test_file(commandArgs(TRUE)[1], reporter = "check", package = "coppice",
                                   stop_on_failure = TRUE))
stopifnot(nrow(results) > 0, !results$skipped, sum(results$nb) > 0)

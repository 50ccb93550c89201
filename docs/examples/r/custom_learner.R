# Weak learners of one's own: h(x) = +1 where a feature is between two numbers, else -1. The fit tries all
# bands between quartiles of each feature.
#
#     Rscript custom_learner.R FOLDER
library(coppice)

evaluate <- function(band, x) {
  values <- x[, band[1]]
  ifelse(values > band[2] & values <= band[3], 1, -1)
}

# The band whose outputs are closest to the residuals of the rows, of those not chosen yet.
fit <- function(x, residual, chosen) {
  best <- 0
  found <- NULL
  for (feature in seq_len(ncol(x))) {
    column <- sort(x[, feature])
    bounds <- c(column[1] - 1, column[1 + (1:4 * (nrow(x) - 1)) %/% 4])
    for (a in 1:4) for (b in (a + 1):5) {
      band <- c(feature, bounds[a], bounds[b])
      if (any(colSums(t(chosen) == band) == 3)) next
      score <- sum(residual * evaluate(band, x))^2
      if (score > best * (1 + 1e-9)) {
        best <- score
        found <- band
      }
    }
  }
  found
}

folder <- c(commandArgs(TRUE), "capi_tests/data")[1]
echoes <- coppice_read_svmlight(file.path(folder, "ionosphere.svm"))

bands <- coppice_custom_pool("band", 3, fit, evaluate)
model <- coppice(echoes, pool = bands, C = 0.1, learners = 12)

cat(sprintf("%d bands, training error %.2f %%\n", model$learners, 100 * model$train_error))
cat(sprintf("the first weighs %.3f\n", model$weights[1]))

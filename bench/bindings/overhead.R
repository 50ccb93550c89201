# overhead.c in R: overhead.R FOLDER. A matrix of R lies column after column.
library(coppice)

features <- 57
batch <- 10000
# The clock of R counts milliseconds, so quick work is done several times.
least <- function(repeats, times, work) {
  best <- Inf
  for (k in seq_len(repeats)) {
    start <- proc.time()[["elapsed"]]
    for (j in seq_len(times)) work()
    best <- min(best, (proc.time()[["elapsed"]] - start) / times)
  }
  best
}

folder <- commandArgs(trailingOnly = TRUE)[1]
mails <- coppice_read_svmlight(file.path(folder, "spam.train.svm"))
fitted <- least(8, 4, function() coppice(mails, C = 0.01, learners = 60, seed = 0))
model <- coppice(mails, C = 0.01, learners = 60, seed = 0)
x <- matrix(((seq_len(batch * features) - 1) * 7919) %% 1009 / 100, batch, features, byrow = TRUE)
row <- x[1, ]
single <- least(10, 20000, function() coppice_predict_row(model, row))
columns <- least(20, 100, function() predict(model, x, "decision"))
cat(sprintf("fit %.2f row %.1f rows nan columns %.1f\n", 1e3 * fitted, 1e9 * single, 1e6 * columns))

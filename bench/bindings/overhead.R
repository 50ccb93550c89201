# overhead.c in R: overhead.R FOLDER. A matrix of R lies column after column.
library(coppice)

features <- 57
batch <- 10000
least <- function(repeats, times, work) {
  best <- Inf
  for (k in seq_len(repeats)) {
    start <- Sys.time()
    for (j in seq_len(times)) work()
    best <- min(best, as.double(Sys.time() - start, units = "secs") / times)
  }
  best
}

folder <- commandArgs(trailingOnly = TRUE)[1]
mails <- coppice_read_svmlight(file.path(folder, "spam.train.svm"))
long <- least(5, 1, function() coppice(mails, C = 0.01, learners = 500, seed = 0))
fitted <- least(15, 1, function() coppice(mails, C = 0.01, learners = 60, seed = 0))
model <- coppice(mails, C = 0.01, learners = 60, seed = 0)
x <- matrix(((seq_len(batch * features) - 1) * 7919) %% 1009 / 100, batch, features, byrow = TRUE)
row <- x[1, ]
single <- least(100, 1000, function() coppice_predict_row(model, row))
columns <- least(100, 1, function() predict(model, x, "decision"))
cat(sprintf("fit %.2f long %.2f row %.1f rows nan columns %.1f\n", 1e3 * fitted, 1e3 * long, 1e9 * single,
            1e6 * columns))

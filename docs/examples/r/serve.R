# Save a model, load it again, and serve predictions from many processes at once, which share it: R runs on
# one thread, and forks.
#
#     Rscript serve.R FOLDER
library(coppice)

PROCESSES <- 8

folder <- c(commandArgs(TRUE), "capi_tests/data")[1]
mails <- coppice_read_svmlight(file.path(folder, "spam.train.svm"))
others <- coppice_read_svmlight(file.path(folder, "spam.test.svm"))

path <- tempfile(fileext = ".cbor")
coppice_save(coppice(mails, learners = 60), path)
model <- coppice_load(path)
unlink(path)

rows <- as.matrix(others)
answer <- function(process) {
  sum <- 0
  for (i in seq_len(nrow(rows))) sum <- sum + abs(coppice_predict_row(model, rows[i, ]))
  sum
}
sums <- unlist(parallel::mclapply(seq_len(PROCESSES), answer, mc.cores = PROCESSES))

equal <- length(unique(sums)) == 1
# As the example says it in every language.
cat(sprintf("%d threads, %d mails each: %s\n", PROCESSES, nrow(rows), if (equal) "equal" else "different"))
cat(sprintf("the mean magnitude of a score is %.4f\n", sums[1] / nrow(rows)))
quit(status = !equal)

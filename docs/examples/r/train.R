# Train on real mails, and say how good the model is on others.
#
#     Rscript train.R FOLDER
library(coppice)

folder <- c(commandArgs(TRUE), "capi_tests/data")[1]
mails <- coppice_read_svmlight(file.path(folder, "spam.train.svm"))
others <- coppice_read_svmlight(file.path(folder, "spam.test.svm"))

model <- coppice(mails, C = 0.01, learners = 60)

evaluation <- coppice_evaluate(model, others)
cat(sprintf("held-out error %.2f %%\n", 100 * evaluation$criteria["error"]))
cat(sprintf("first mail scores %+.3f\n", predict(model, others[1], "decision")))
cat(sprintf("objective %.4f\n", model$objective))
counts <- model$feature_counts
for (feature in which(counts >= 4))
  cat(sprintf("feature %d is looked at by %d stumps\n", feature - 1, counts[feature]))

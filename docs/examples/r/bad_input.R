# Whatever is wrong is a condition that says what; the program goes on.
#
#     Rscript bad_input.R FOLDER
library(coppice)

x <- matrix(as.numeric(1:8), 4, byrow = TRUE)
labels <- c(1, -1, 1, -1)

say <- function(call) {
  tryCatch(call, coppice_error = function(error) cat(error$status, ": ", conditionMessage(error), "\n", sep = ""))
}

say(coppice_data(matrix(c(1, 3, 2, Inf), 2)))
say(coppice_data(x, labels[1:3]))
say(coppice_read_csv("missing.csv"))

say(coppice(x, labels, "cgen"))
say(coppice(x, labels, "cgens", c = 1))
say(coppice(x, labels, "cgens", C = -1))
say(coppice_pool("union(stump,"))

say(coppice(x, method = "cgens"))
say(coppice(x, c(1, 1, 1, 1), "cgens"))
model <- coppice(x, labels)
say(predict(model, matrix(x, 2), "decision"))
say(predict(model, x, "probability"))
broken <- tempfile()
cat("hello", file = broken)
say(coppice_load(broken))

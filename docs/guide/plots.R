# Draws the plots of this guide into its folder, by the package of R. From the top of the tree:
#
#     R_LIBS=BUILD/bindings/r/library Rscript --vanilla docs/guide/plots.R
library(coppice)

draw <- function(name, plotted) {
  grDevices::png(file.path("docs/guide", name), width = 1200, height = 720, res = 150)
  plotted()
  grDevices::dev.off()
}

settlements <- coppice_read_csv("capi_tests/data/labor.csv", label = "class")
mails <- coppice_read_svmlight("capi_tests/data/spam.train.svm")

chosen <- cv_coppice(mails, grid = list(C = c(0.0001, 0.001, 0.01, 0.1)), learners = 200, folds = 5, seed = 1)
draw("choosing.png", function() plot(chosen))
model <- coppice(mails, C = 0.01, learners = 200, seed = 1, validation = coppice_read_svmlight("capi_tests/data/spam.test.svm"))
draw("curve.png", function() plot(model))
settled <- coppice(settlements, learners = 20, seed = 1)
draw("shape.png", function() plot(settled, "shape", feature = "wage-increase-first-year"))

# ERM as it was published: where it stands after every iteration, beside its optimum.
others <- coppice_read_svmlight("capi_tests/data/spam.test.svm")
erm <- function(...) coppice(mails, method = "erm", ...)
test_error <- function(model) 100 * coppice_evaluate(model, others)$criteria[["error"]]
optimum <- erm(tolerance = 1e-9)
published <- erm(schedule = "paper")
iterations <- seq_len(published$iterations)
errors <- sapply(iterations, function(t) test_error(erm(schedule = "paper", iterations = t)))
draw("erm.png", function() {
  graphics::par(mfrow = c(1, 2), mar = c(4, 5, 1, 1), las = 1, mgp = c(2.5, 0.7, 0))
  beside <- function(values, best, most, label) {
    plot(iterations, values, type = "l", xlab = "iteration of the paper's schedule", ylab = label,
         ylim = c(0.9 * best, most))
    graphics::abline(h = best, lty = 2)
  }
  beside(published$curve.objective / 1000, optimum$objective / 1000, 30, "objective, thousands")
  graphics::legend("right", c("where it stands", "the optimum, an SVM"), lty = 1:2, bty = "n")
  beside(errors, test_error(optimum), 20, "test error, %")
})

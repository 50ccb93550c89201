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

# Choose the cost of an SVM whose kernel embodies all stumps, by cross-validation.
#
#     Rscript cross_validate.R FOLDER
library(coppice)

folder <- c(commandArgs(TRUE), "capi_tests/data")[1]
cells <- coppice_read_svmlight(file.path(folder, "breast-cancer-diagnostic.svm"))

found <- cv_coppice(cells, method = "svm", kernel = "stump", grid = list(C = c(0.0001, 0.001, 0.01, 0.1)), folds = 5,
                    seed = 0)
with(found$points, cat(sprintf("C = %g: error %.2f %% +- %.2f%s\n", C, 100 * criterion, 100 * standard_error,
                               ifelse(seq_along(C) == found$best, ", the best", "")), sep = ""))

model <- found$model # the best, trained on all cells
cat(sprintf("with C = %g: %d support vectors, training error %.2f %%\n", model$option.C, model$support_vectors,
            100 * model$train_error))

# Models tell what is in them, are reproducible, and survive saving and other processes.

model <- coppice(Species ~ ., two, learners = 12)

test_that("set.seed repeats what is drawn, and a seed given draws nothing", {
  fit <- function(...) predict(coppice(x, y, pool = "fourier", learners = 5, ...), x, "decision")
  set.seed(3)
  first <- fit()
  second <- fit()
  set.seed(3)
  expect_identical(fit(), first)
  expect_false(identical(first, second))
  before <- .Random.seed
  expect_identical(fit(seed = 9), fit(seed = 9))
  expect_identical(.Random.seed, before)
})

test_that("a model is restored with all it had", {
  file <- tempfile(fileext = ".rds")
  saveRDS(model, file)
  again <- readRDS(file)
  expect_identical(predict(again, two), predict(model, two))
  expect_identical(predict(unserialize(serialize(model, NULL)), two, "decision"), predict(model, two, "decision"))
  expect_identical(again$gap, model$gap)
})

test_that("files hold the model, for other languages too", {
  for (extension in c(".json", ".cbor")) {
    path <- tempfile(fileext = extension)
    coppice_save(model, path)
    expect_identical(predict(coppice_load(path), two[1:4], "decision"), predict(model, two, "decision"))
  }
  expect_identical(levels(predict(coppice_load(path), two[1:4])), levels(y))
  expect_refused(coppice_save(model, tempfile(fileext = ".txt")), "unknown_name", "txt")
  expect_refused(coppice_load("/nowhere/model.json"), "file_error", "/nowhere")
  writeLines("hello", path)
  expect_refused(coppice_load(path), "model_error", "hello")
})

test_that("other processes predict with a model", {
  skip_on_os("windows")
  expected <- predict(model, two, "decision")
  forked <- parallel::mclapply(1:2, function(k) predict(model, two, "decision", threads = 2), mc.cores = 2)
  expect_identical(forked, list(expected, expected))
  # In a new session, which has nothing of this one's memory.
  file <- tempfile(fileext = ".rds")
  saveRDS(model, file)
  code <- sprintf("library(coppice); saveRDS(predict(readRDS('%s'), iris[51:150, ], 'decision'), '%s.out')", file, file)
  status <- system2(file.path(R.home("bin"), "Rscript"), c("--vanilla", "-e", shQuote(code)),
                    env = paste0("R_LIBS=", paste(.libPaths(), collapse = ":")))
  expect_identical(status, 0L)
  expect_identical(readRDS(paste0(file, ".out")), expected)
})

test_that("quantities have names", {
  expect_equal(model$learners, 12)
  expect_equal(model$train_error, mean(predict(model, two) != two$Species))
  expect_identical(names(model$feature_importance), names(two)[1:4])
  expect_equal(model$options$learners, 12)
  expect_identical(model$stop_reason, "learners")
  expect_true(all(c("objective", "curve.objective", "option.C") %in% names(as.list(model))))
  expect_identical(utils::.DollarNames(model, "^gap"), c("gap", "gap_scope"))
  expect_refused(model$objectve, "unknown_name", "objective")
  expect_identical(model$call[[1]], as.name("coppice"))
  expect_equal(update(model, learners = 3)$learners, 3)
})

test_that("what is printed says what was learned", {
  expect_output(print(model), "method cgens: 100 rows x 4 features, classes versicolor, virginica")
  expect_output(print(summary(model)), "Petal.Width")
  few <- coppice(x, y, learners = 2)
  expect_output(print(summary(few)), "Options:")
  expect_identical(names(coef(few))[1], "(bias)")
  expect_match(names(coef(few))[2], "^stump\\(feature=Petal.Width, threshold=1.")
  expect_length(coppice_learners(few), 2)
  svm <- coppice(x, y, "svm", kernel = "stump")
  expect_length(coef(svm), 1 + svm$support_vectors)
  expect_output(print(svm), "support_vectors")
})

test_that("a fit goes on as if it had run through", {
  first <- coppice(x, y, learners = 5, resumable = TRUE)
  again <- coppice_resume(first, learners = 12)
  single <- coppice(x, y, learners = 5, columns_per_iteration = 1, resumable = TRUE)
  expect_identical(coppice_resume(single, learners = 12)$curve.objective[1:5], single$curve.objective)
  whole <- head(first$curve.objective, -1) # the last iteration was to have more learners
  expect_identical(again$curve.objective[seq_along(whole)], whole)
  expect_identical(predict(again, x, "decision"), predict(coppice(x, y, learners = 12), x, "decision"))
  expect_identical(coppice_resume(again, learners = 15)$learners, 15)
  expect_refused(coppice_resume(model, learners = 20), "invalid_state", "resumable")
  expect_refused(coppice_resume(unserialize(serialize(first, NULL)), learners = 20), "invalid_state", "resumable")
  expect_refused(coppice_resume(3), "invalid_state", "resumable")
})

test_that("a validation set chooses the iteration", {
  rows <- seq(1, 99, 2)
  validated <- coppice(Species ~ ., two[rows, ], validation = two[-rows, ], learners = 40, validation_patience = 5)
  errors <- validated$curve.validation_error
  expect_equal(validated$best_iteration, which.min(errors))
  expect_equal(mean(predict(validated, two[-rows, ]) != y[-rows]), min(errors))
  as_list <- coppice(x[rows, ], y[rows], validation = list(x = x[-rows, ], y = y[-rows]), learners = 40,
                     validation_patience = 5)
  expect_identical(as_list$curve.validation_error, errors)
})

test_that("cross-validation chooses the best point and trains it", {
  set.seed(1)
  grid <- list(C = c(1e-4, 1e-2), loss = c("hinge", "squared-hinge"))
  found <- cv_coppice(x, y, grid = grid, folds = 4, learners = 20)
  expect_identical(nrow(found$points), 4L)
  expect_equal(found$points$criterion, rowMeans(found$fold_criterion))
  expect_equal(found$points$standard_error, apply(found$fold_criterion, 1, sd) / 2, tolerance = 1e-6)
  expect_equal(min(found$points$criterion), found$points$criterion[found$best])
  expect_equal(found$model$option.C, found$points$C[found$best])
  expect_equal(found$model$learners, found$points$learners[found$best])
  expect_identical(predict(found, x), predict(found$model, x))
  expect_output(print(found), "<- best")
  set.seed(1)
  again <- cv_coppice(x, y, grid = grid, folds = 4, learners = 20, threads = 2)
  expect_identical(again$points, found$points)
})

test_that("the catalogue is what options are checked by", {
  methods <- coppice_methods()
  expect_true(all(c("cgens", "svm", "adaboost") %in% methods$name))
  for (name in methods$name) {
    options <- coppice_options(name)
    expect_true(all(options$type %in% c("double", "int", "string")))
    expect_true(all(nzchar(options$help)))
  }
  expect_output(print(coppice_options("cgens")), "C (double, default 0.01): 1e-50 <= C <= 1e50", fixed = TRUE)
  expect_output(print(coppice_pools()), "missing: yes")
  expect_false(identical(coppice_options("stump"), coppice_options("stump", "kernels")))
  expect_match(coppice:::options_page("kernels"), "gaussian")
  expect_refused(coppice_options("nothing"), "unknown_name", "nothing")
  expect_identical(coppice_version(), as.character(packageVersion("coppice")))
})

test_that("test sets are watched in every form, and choose nothing", {
  set.seed(5)
  rows <- split(sample(100), rep(1:4, 25))
  train <- two[c(rows[[1]], rows[[2]]), ]
  fit <- function(...) coppice(Species ~ ., train, "adaboost", learners = 20, ...)
  watched <- fit(test = two[rows[[3]], ])
  errors <- watched$curve.test_error
  expect_equal(errors[length(errors)], mean(predict(watched, two[rows[[3]], ]) != two$Species[rows[[3]]]))
  expect_identical(fit(test = list(x = x[rows[[3]], ], y = y[rows[[3]]]))$curve.test_error, errors)
  expect_identical(fit(test = coppice_data(x[rows[[3]], ], y[rows[[3]]]))$curve.test_error, errors)
  chosen <- fit(validation = two[rows[[4]], ], test = two[rows[[3]], ])
  expect_identical(chosen$curve.test_error[seq_along(errors)], errors)
  expect_equal(chosen$curve.test_error[chosen$best_iteration],
               mean(predict(chosen, two[rows[[3]], ]) != two$Species[rows[[3]]]))
  alone <- fit(validation = two[rows[[4]], ])
  expect_true(all(is.nan(alone$curve.test_error)))
  expect_identical(predict(alone, two, "decision"), predict(chosen, two, "decision"))
})

test_that("the alignment of a learned kernel with the test set is that of its map", {
  views <- list(sepal = 1:2, petal = 3:4)
  kernel <- coppice(x[1:60, ], y[1:60], "kernel-boost", views = views, test = list(x = x[61:100, ], y = y[61:100]))
  expect_length(unique(y[61:100]), 1)
  expect_true(is.nan(kernel$test_alignment)) # all rows are alike
  odd <- seq(1, 100, 2)
  kernel <- coppice(x[odd, ], y[odd], "kernel-boost", views = views, test = list(x = x[-odd, ], y = y[-odd]))
  map <- scale(predict(kernel, x[-odd, ], "map"), scale = FALSE)
  target <- scale(as.integer(y[-odd]), scale = FALSE)
  expected <- sum(crossprod(map, target)^2) / sum(target^2) / norm(crossprod(map), "F")
  expect_equal(kernel$test_alignment, expected)
  expect_equal(kernel$curve.test_alignment[length(kernel$curve.test_alignment)], expected)
})

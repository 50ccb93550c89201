# Mails with their words, and made-up data with everything that a data frame may have.
extdata <- function(name) system.file("extdata", name, package = "coppice", mustWork = TRUE)
spam <- coppice_read_svmlight(extdata("spam.train.svm.gz"))
spam_test <- coppice_read_svmlight(extdata("spam.test.svm.gz"))

two <- droplevels(iris[51:150, ])
x <- as.matrix(two[1:4])
y <- two$Species

mixed <- local({
  set.seed(7)
  n <- 120
  frame <- data.frame(size = rnorm(n), colour = factor(sample(c("red", "green", "blue"), n, TRUE)),
                      town = sample(c("Oslo", "Bergen", "B\u00e6rum"), n, TRUE), open = runif(n) > 0.5,
                      count = rpois(n, 3))
  frame$class <- factor(ifelse(frame$size + (frame$colour == "red") + (frame$town == "Oslo") > 0.6, "yes", "no"))
  frame$size[c(3, 40)] <- NA
  frame$colour[5] <- NA
  frame$town[8] <- NA
  frame
})

expect_refused <- function(call, class, says) {
  error <- expect_error(call, says, class = "coppice_error")
  expect_s3_class(error, paste0("coppice_", class))
}

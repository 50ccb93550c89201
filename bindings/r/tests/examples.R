# Runs the examples of all help pages, each of which has some.
# usage: Rscript examples.R
library(coppice)
pages <- tools::Rd_db("coppice")
grDevices::pdf(NULL)
for (name in setdiff(names(pages), "coppice-package.Rd")) {
  cat("==", name, "\n")
  code <- tempfile(fileext = ".R")
  tools::Rd2ex(pages[[name]], code)
  stopifnot(file.exists(code))
  source(code, local = new.env(), echo = TRUE, max.deparse.length = Inf)
}
stopifnot(length(pages) >= 10)

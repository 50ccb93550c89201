library(testthat)
library(coppice)
test_check("coppice")

# Renders the vignette; an error in its code is an error here. It has the plots that it promises.
# usage: Rscript vignette.R SOURCE WORK
arguments <- commandArgs(TRUE)
unlink(arguments[2], recursive = TRUE)
dir.create(arguments[2], recursive = TRUE)
source <- file.path(arguments[2], basename(arguments[1]))
stopifnot(file.copy(arguments[1], source))
page <- rmarkdown::render(source, output_options = list(self_contained = FALSE), quiet = TRUE)
plots <- list.files(arguments[2], pattern = "\\.png$", recursive = TRUE)
stopifnot(file.exists(page), length(plots) >= 3)

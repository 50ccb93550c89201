# Options by name, each by the setter of its value's type: what an option takes is for the library to say.

# `options` is a list; TRUE and FALSE are "yes" and "no", NULL leaves the default.
set_options <- function(handle, options, set_double, set_string) {
  options <- options[!vapply(options, is.null, NA)]
  if (length(options) > 0 && (is.null(names(options)) || !all(nzchar(names(options)))))
    refuse("an argument without a name is left over; options are given by name, such as C = 0.1")
  for (name in names(options)) {
    value <- options[[name]]
    if (!is.atomic(value) || length(value) != 1)
      refuse("option ", name, " is ", kind_of(value), " and length ", length(value),
             "; expected one number or text")
    if (is.na(value) && !is.nan(value)) refuse("option ", name, " is NA; expected a number or text")
    if (is.logical(value)) value <- if (value) "yes" else "no"
    if (is.numeric(value) && !is.factor(value)) set_double(handle, name, value)
    else set_string(handle, name, as.character(value))
  }
}

set_solver_options <- function(handle, options) {
  set_options(handle, options, solver_set_double, solver_set_string)
}

# Fits draw from R's generator, unless their seed is given: set.seed() repeats them.
seed_or_drawn <- function(seed = NULL) if (is.null(seed)) floor(stats::runif(1) * 2^31) else seed

set_seed <- function(solver, options) {
  if (!is.null(options[["seed"]])) return(invisible())
  has_seed <- tryCatch({
    solver_get_string(solver, "seed")
    TRUE
  }, coppice_error = function(e) FALSE)
  if (has_seed) solver_set_double(solver, "seed", seed_or_drawn())
}

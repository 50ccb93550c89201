# Pools of weak learners. A coppice_pool is what was asked for, and no handle of the library's: it can be
# kept, saved, and used any number of times.

coppice_pool <- function(description, ..., members = NULL) {
  pool <- structure(list(description = description, options = list(...), members = members), class = "coppice_pool")
  close_handle(open_pool(pool))
  pool
}

coppice_custom_pool <- function(name, parameters, fit, evaluate) {
  pool <- structure(list(custom = name, parameters = parameters, functions = list(fit, evaluate)),
                    class = "coppice_pool")
  close_handle(open_pool(pool))
  pool
}

# A handle of the pool: of a coppice_pool, or of its text. Handles keep what they may call: a pool its
# functions and members, a solver its pool and kernels, a model the solver it came from.
open_pool <- function(pool) {
  if (is.character(pool)) return(pool_create(pool))
  if (!inherits(pool, "coppice_pool")) refuse("pool is ", kind_of(pool), "; expected text or a coppice_pool")
  if (!is.null(pool$custom))
    return(keep(pool_create_custom(pool$custom, pool$parameters, pool$functions), pool$functions))
  handle <- pool_create(pool$description)
  views <- names(pool$members)
  for (k in seq_along(pool$members)) {
    view <- if (!is.null(views) && nzchar(views[k])) views[k]
    member <- open_pool(pool$members[[k]])
    pool_add(handle, member, view)
    keep(handle, member)
  }
  set_options(handle, pool$options, pool_set_double, pool_set_string)
  handle
}

# Whether it has functions of R in it, without which a model of its learners cannot predict.
has_functions <- function(pool) {
  inherits(pool, "coppice_pool") && (!is.null(pool$custom) || any(vapply(pool$members, has_functions, NA)))
}

as.character.coppice_pool <- function(x, ...) pool_describe(open_pool(x))

print.coppice_pool <- function(x, ...) {
  cat("coppice pool: ", as.character(x), "\n", sep = "")
  invisible(x)
}

# What there is by name, from the tables of the library that check it.

ATTRIBUTES <- c("tasks", "takes", "pool", "missing", "categories", "better")

# A row an entry; columns for the attributes that any of them has.
catalogue <- function(name) {
  code <- CATALOGUE[[name]]
  size <- catalogue_size(code)
  columns <- lapply(c("name", "help", ATTRIBUTES), function(attribute) {
    texts_of(size, function(k) catalogue_attribute(code, k, attribute))
  })
  names(columns) <- c("name", "help", ATTRIBUTES)
  columns <- columns[vapply(columns, function(column) any(nzchar(column)), NA)]
  structure(as.data.frame(columns), class = c("coppice_catalogue", "data.frame"))
}

coppice_methods <- function() catalogue("methods")
coppice_pools <- function() catalogue("pools")
coppice_kernels <- function() catalogue("kernels")
coppice_generators <- function() catalogue("generators")
coppice_criteria <- function() catalogue("criteria")
coppice_version <- function() version()

print.coppice_catalogue <- function(x, ...) {
  told <- setdiff(names(x), c("name", "help"))
  for (k in seq_len(nrow(x))) {
    cat(x$name[k], "\n", sep = "")
    facts <- vapply(told, function(column) x[[column]][k], "")
    facts <- facts[nzchar(facts)]
    told_too <- if (length(facts) > 0) paste0(names(facts), ": ", gsub("|", ", ", facts, fixed = TRUE))
    cat(strwrap(c(x$help[k], told_too), indent = 4, exdent = 4), sep = "\n")
  }
  invisible(x)
}

# The catalogue that has an entry of this name: "stump" is a pool and a kernel. Where none has it, the
# methods', whose error names the nearest.
catalogue_of <- function(name) {
  for (candidate in c("methods", "pools", "kernels"))
    if (name %in% catalogue(candidate)$name) return(candidate)
  "methods"
}

coppice_options <- function(name, catalogue = NULL) {
  if (is.null(catalogue)) catalogue <- catalogue_of(name)
  code <- CATALOGUE[[match.arg(catalogue, c("methods", "pools", "kernels"))]]
  count <- option_count(code, name)
  attributes <- c("name", "type", "default", "range", "choices", "help")
  columns <- lapply(stats::setNames(nm = attributes), function(attribute) {
    texts_of(count, function(k) option_attribute(code, name, k, attribute))
  })
  structure(as.data.frame(columns), class = c("coppice_options", "data.frame"))
}

# "C (double, default 0.01): 1e-50 <= C <= 1e50"
option_lines <- function(options) {
  values <- ifelse(nzchar(options$choices), gsub("|", ", ", options$choices, fixed = TRUE), options$range)
  default <- ifelse(nzchar(options$default), options$default, "\"\"")
  sprintf("%s (%s, default %s)%s", options$name, options$type, default,
          ifelse(nzchar(values), paste0(": ", values), ""))
}

print.coppice_options <- function(x, ...) {
  lines <- option_lines(x)
  for (k in seq_len(nrow(x))) {
    cat(strwrap(lines[k], exdent = 8), sep = "\n")
    cat(strwrap(x$help[k], indent = 4, exdent = 4), sep = "\n")
  }
  invisible(x)
}

# The sections of the help page "coppice_options", written when the package is built.
options_page <- function(name) {
  escape <- function(text) gsub("([\\\\%{}])", "\\\\\\1", text)
  entries <- catalogue(name)
  sections <- vapply(entries$name, function(entry) {
    options <- coppice_options(entry, name)
    items <- sprintf("\\item{\\code{%s}}{%s.}", escape(option_lines(options)), escape(options$help))
    paste(c(sprintf("\\subsection{%s}{%s.", escape(entry), escape(entries$help[entries$name == entry])),
            if (nrow(options) > 0) c("\\describe{", items, "}"), "}"), collapse = "\n")
  }, "")
  paste(sections, collapse = "\n")
}

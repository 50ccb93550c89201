# Errors are conditions of class "coppice_error", and of a class for their status: "coppice_invalid_data".

# Called from C as well, with what the library reports.
stop_coppice <- function(code, message) {
  class <- paste0("coppice_", names(STATUS)[match(code, STATUS)])
  stop(structure(class = c(class, "coppice_error", "error", "condition"),
                 list(message = message, call = NULL, code = code, status = status_name(code))))
}

# What the library is never shown, because R's own types say that it is wrong.
refuse <- function(...) stop_coppice(STATUS[["invalid_argument"]], paste0(...))
refuse_data <- function(...) stop_coppice(STATUS[["invalid_data"]], paste0(...))

# What it is, for messages: "of class data.frame", "a matrix of type character".
kind_of <- function(x) {
  if (is.matrix(x) && !isS4(x)) paste("a matrix of type", typeof(x)) else paste("of class", class(x)[1])
}

// A fit of a method that learns row by row: passes over the rows of the dataset, in their order or
// in one that is drawn anew for each pass. An iteration is a pass; on the validation set, where
// there is one, the model is watched after each.
#pragma once

#include <cstdint>
#include <memory>

#include "methods/method.hpp"

namespace coppice {

/// A saved stream may say that it has taken so many steps: up to here doubles tell them apart.
inline constexpr std::int64_t most_stream_steps = std::int64_t{1} << 53;

/// A fit of `of`, which has the options of the function below.
std::unique_ptr<model> fit_stream(const fit_request& request, const method& of);

/// The row of a method whose streams are of class Stream, begun and resumed by its constructors.
template <class Stream>
method learned_by_rows(method of) {
  of.begin = [](const stream_request& request) -> std::unique_ptr<stream> {
    return std::make_unique<Stream>(request);
  };
  of.resume = [](const stream_request& request, document& saved) -> std::unique_ptr<stream> {
    return std::make_unique<Stream>(request, saved);
  };
  return of;
}

/// A method's own options, and after them those that the fit and what surrounds it go by.
option_table with_stream_options(option_table own);

}  // namespace coppice

// What a user asks for when asking for a kernel: a kind with options, perhaps restricted to a view
// of the features, or the combination of several such. Its text is an expression
// (core/expression.hpp): "gaussian(gamma=1)@low", "sum(stump,gaussian(gamma=0.1))".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/options.hpp"

namespace coppice {

struct kernel_kind;

struct kernel_specification {
  const kernel_kind* kind;
  option_values options;
  std::string view;                           // "" where all features are looked at
  std::vector<kernel_specification> members;  // of a combination, two or more
};

/// Throws where the text, which messages do not repeat, is not an expression, a kind, an option or
/// a value is unknown, or members cannot be combined so.
kernel_specification parse_kernel(std::string_view text);

/// The canonical text of a kernel, with the options that are not as by default.
std::string text_of(const kernel_specification& kernel);

}  // namespace coppice

#include "kernels/specification.hpp"

#include <utility>

#include "core/error.hpp"
#include "core/expression.hpp"
#include "kernels/registry.hpp"

namespace coppice {
namespace {

void check_members(const expression& from, const kernel_kind& kind) {
  if (!is_combination(kind)) {
    if (!from.members.empty())
      fail(COPPICE_INVALID_ARGUMENT, "kernel ", kind.name, " has no members; got ",
           in_quotes(text_of(from.members.front())));
    return;
  }
  if (from.members.size() < 2)
    fail(COPPICE_INVALID_ARGUMENT, "kernel ", kind.name, " has ",
         from.members.empty() ? "no members" : "one member", "; expected two or more, as in ",
         kind.name, "(stump,gaussian(gamma=0.1))");
}

kernel_specification make_kernel(const expression& from, std::string_view view) {
  const kernel_kind& kind = find_kernel_kind(from.name);
  check_members(from, kind);
  if (!from.view.empty() && !view.empty())
    fail(COPPICE_INVALID_ARGUMENT, "view is ", in_quotes(view), ", but the member ",
         in_quotes(text_of(from)), " has a view already; expected one of the two");
  kernel_specification made = {
      &kind, option_values(kind.options, text("kernel ", kind.name)), "", {}};
  set_options("kernel", from, made.options);
  const std::string_view restricted = from.view.empty() ? view : std::string_view(from.view);
  if (!is_combination(kind)) made.view = restricted;
  for (const expression& member : from.members)
    made.members.push_back(make_kernel(member, restricted));
  return made;
}

expression expression_of(const kernel_specification& kernel) {
  expression result{kernel.kind->name, written_options(kernel.options), {}, kernel.view};
  for (const kernel_specification& member : kernel.members)
    result.members.push_back(expression_of(member));
  return result;
}

}  // namespace

kernel_specification parse_kernel(std::string_view text) {
  return make_kernel(parse_expression(text, "sum"), "");
}

std::string text_of(const kernel_specification& kernel) {
  return text_of(expression_of(kernel));
}

}  // namespace coppice

#include "core/document_builder.hpp"

#include <algorithm>
#include <limits>

#include "core/text.hpp"

namespace coppice {
namespace {

/// CBOR calls text what JSON could not hold; and at a NUL C would end the text.
bool is_text(std::string_view bytes) {
  return is_utf8(bytes) && bytes.find('\0') == std::string_view::npos;
}

std::vector<double> widened(const std::vector<std::int64_t>& wholes, double next) {
  std::vector<double> result;
  result.reserve(wholes.size() + 1);
  for (const std::int64_t whole : wholes) result.push_back(static_cast<double>(whole));
  result.push_back(next);
  return result;
}

bool is_list(const document& value) {
  return !value.holds<document::object_type>();
}

}  // namespace

void document_builder::null() {
  if (!open_.empty() && open_.back() != nullptr && is_list(*open_.back()))
    put_number(std::numeric_limits<double>::quiet_NaN());
  else
    put({});
}

void document_builder::whole(std::int64_t value) {
  put_number(value);
}

void document_builder::real(double value) {
  put_number(value);
}

void document_builder::text(std::string value) {
  if (is_text(value))
    put(std::move(value));
  else
    put(document::opaque{"text that is not UTF-8 without NUL"});
}

void document_builder::name(std::string value) {
  if (skipping()) return;
  if (!is_text(value)) return abandon("an object with a name that is not UTF-8 without NUL");
  name_ = std::move(value);
}

void document_builder::open_opaque(const char* what) {
  open(document::opaque{what});
  open_.back() = nullptr;
}

void document_builder::abandon(const char* what) {
  if (skipping()) return;
  *open_.back() = document::opaque{what};
  open_.back() = nullptr;
}

void document_builder::close() {
  if (const document* closed = open_.back())
    if (const auto* members = closed->get_if<document::object_type>()) check_names(*members);
  open_.pop_back();
}

/// The first number of a list makes it packed; a list of whole numbers becomes one of doubles
/// where a number is not whole.
template <class Number>
void document_builder::put_number(Number value) {
  document* const list = open_.empty() ? nullptr : open_.back();
  if (list == nullptr || !is_list(*list)) {
    put(value);
    return;
  }
  if (auto* reals = list->get_if<std::vector<double>>()) {
    reals->push_back(static_cast<double>(value));
    return;
  }
  if (auto* wholes = list->get_if<std::vector<std::int64_t>>()) {
    if constexpr (std::is_integral_v<Number>)
      wholes->push_back(value);
    else
      *list = widened(*wholes, value);
    return;
  }
  if (list->get_if<document::array_type>()->empty())
    *list = std::vector<Number>{value};
  else
    put(value);
}

/// Puts a value where the parser is, and returns where that is; null where it is skipped.
document* document_builder::put(document value) {
  if (open_.empty()) {
    root_ = std::move(value);
    return &root_;
  }
  document* const in = open_.back();
  if (in == nullptr) return nullptr;
  if (auto* members = in->get_if<document::object_type>())
    return &members->emplace_back(std::move(name_), std::move(value)).second;
  if (auto* values = in->get_if<document::array_type>())
    return &values->emplace_back(std::move(value));
  abandon("a list of numbers and other things");
  return nullptr;
}

/// What is open stays where it is until it is closed: only the innermost one grows.
void document_builder::open(document empty) {
  if (open_.size() >= document::most_depth) fail_damaged("it is nested too deeply");
  open_.push_back(put(std::move(empty)));
}

/// By sorting: an object may have as many members as a file has room for.
void document_builder::check_names(const document::object_type& members) {
  names_.clear();
  for (const auto& [name, value] : members) names_.emplace_back(name);
  std::sort(names_.begin(), names_.end());
  const auto twice = std::adjacent_find(names_.begin(), names_.end());
  if (twice != names_.end())
    fail_damaged(coppice::text("it has a member ", in_quotes(*twice), " twice"));
}

}  // namespace coppice

// Builds a document from what a parser meets, one after another: values, names, beginnings and ends
// of lists and objects. Lists of numbers are packed as their elements arrive.
//
// Throws COPPICE_MODEL_ERROR for what is nested too deeply and for an object that has a member
// twice. What documents do not have becomes opaque, and what is inside of it is skipped.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/document.hpp"

namespace coppice {

class document_builder {
 public:
  /// Whole numbers of a larger magnitude are kept as real ones.
  static constexpr auto largest_whole =
      static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

  void null();
  void whole(std::int64_t value);
  void real(double value);
  void text(std::string value);
  /// A packed list, or another value that has nothing inside.
  void value(document value) { put(std::move(value)); }

  /// The name of the next member of the innermost object.
  void name(std::string value);

  void open_array() { open(document::array_type()); }
  void open_object() { open(document::object_type()); }
  /// Whatever is inside is skipped until it is closed.
  void open_opaque(const char* what);
  /// Makes the innermost open value opaque, whatever it holds so far and until it is closed.
  void abandon(const char* what);
  void close();

  /// Whether what comes next is skipped.
  [[nodiscard]] bool skipping() const { return !open_.empty() && open_.back() == nullptr; }

  [[nodiscard]] document take() { return std::move(root_); }

 private:
  template <class Number>
  void put_number(Number value);
  document* put(document value);
  void open(document empty);
  void check_names(const document::object_type& members);

  document root_;
  std::vector<document*> open_;  // null where it is skipped
  std::string name_;
  std::vector<std::string_view> names_;  // of one object, sorted
};

}  // namespace coppice

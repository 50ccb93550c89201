// A document: a tree of null, whole numbers, doubles, texts, arrays and objects whose members keep
// their order. Model files and descriptions are documents (encoding.hpp reads and writes them).
//
// A tree of our own, because that of the JSON library allocates in its destructor and so ends the
// process when memory runs out. It moves and does not copy: in libstdc++ 12 a variant whose copy
// throws destroys what was never made. Nothing here is nested deeper than `most_depth`, which
// keeps recursion over a tree shallow.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace coppice {

class document {
 public:
  static constexpr int most_depth = 32;
  using member = std::pair<std::string, document>;
  using array_type = std::vector<document>;
  using object_type = std::vector<member>;

  document() = default;  // null
  document(document&&) noexcept = default;
  document& operator=(document&&) noexcept = default;
  document(const document&) = delete;
  document& operator=(const document&) = delete;
  ~document() = default;
  document(std::int64_t number) : value_(number) {}
  document(int number) : value_(std::int64_t{number}) {}
  document(double number) : value_(number) {}
  document(std::string text) : value_(std::move(text)) {}
  document(std::string_view text) : value_(std::string(text)) {}
  document(const char* text) : value_(std::string(text)) {}
  document(array_type values) : value_(std::move(values)) {}
  document(object_type members) : value_(std::move(members)) {}
  template <class Element>
  document(const std::vector<Element>& values) : value_(array_type(values.begin(), values.end())) {}

  [[nodiscard]] bool is_null() const noexcept { return holds<std::monostate>(); }
  template <class Type>
  [[nodiscard]] bool holds() const noexcept {
    return std::holds_alternative<Type>(value_);
  }
  template <class Type>
  [[nodiscard]] const Type* get_if() const noexcept {
    return std::get_if<Type>(&value_);
  }
  template <class Type>
  [[nodiscard]] Type* get_if() noexcept {
    return std::get_if<Type>(&value_);
  }

  /// Appends to an array (null becomes an empty one) or to an object.
  void push_back(document value);
  void add(std::string_view name, document value);
  /// The same in one expression: document().with("kind", "stump").with("feature", 3).
  document&& with(std::string_view name, document value) && {
    add(name, std::move(value));
    return std::move(*this);
  }
  /// Replaces a member, or appends it where there is none of this name.
  void set(std::string_view name, document value);
  /// Appends all members of another object.
  void add_all(document members);

  [[nodiscard]] document copy() const;

  /// Whether this is an object with such a member.
  [[nodiscard]] bool has(const char* name) const noexcept;

  // Members of an object, checked for presence, type and range. What does not fit is
  // COPPICE_MODEL_ERROR and names the member: documents are checked when models are loaded.
  [[nodiscard]] const document& at(const char* name) const;
  [[nodiscard]] const array_type& array(const char* name) const;
  [[nodiscard]] const std::string& string(const char* name) const;
  [[nodiscard]] std::int64_t integer(const char* name, std::int64_t minimum,
                                     std::int64_t maximum) const;
  [[nodiscard]] double number(const char* name) const;  // null is NaN
  [[nodiscard]] std::vector<double> numbers(const char* name) const;
  [[nodiscard]] std::vector<double> finite_numbers(const char* name) const;
  [[nodiscard]] std::vector<std::int64_t> integers(const char* name, std::int64_t minimum,
                                                   std::int64_t maximum) const;
  [[nodiscard]] std::vector<std::string> strings(const char* name) const;

 private:
  std::variant<std::monostate, std::int64_t, double, std::string, array_type, object_type> value_;
};

/// Throws COPPICE_MODEL_ERROR: "the model is damaged: what".
[[noreturn]] void fail_damaged(const std::string& what);

}  // namespace coppice

// A document: a tree of null, whole numbers, doubles, texts, lists and objects whose members keep
// their order. Model files and descriptions are documents (json.hpp and cbor.hpp read and write
// them).
//
// Lists of numbers are packed: a vector of numbers, not of documents. A NaN in such a list is a
// null. What files hold and documents do not have (booleans, bytes, ..) is opaque: it is there, and
// fails where somebody asks for it.
//
// A tree of our own, because that of the JSON library allocates in its destructor and so ends the
// process when memory runs out. It moves and does not copy: in libstdc++ 12 a variant whose copy
// throws destroys what was never made. Nothing here is nested deeper than `most_depth`, which
// keeps recursion over a tree shallow.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
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
  /// Numbers that take half the room where each of them is a float.
  using real_list = std::variant<std::vector<float>, std::vector<double>>;
  struct opaque {
    const char* what;  // "a boolean"
  };

  template <class Number>
  static constexpr bool is_packed =
      std::is_same_v<Number, float> || std::is_same_v<Number, double> ||
      std::is_same_v<Number, std::int32_t> || std::is_same_v<Number, std::int64_t>;

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
  document(opaque value) : value_(value) {}
  document(real_list numbers) {
    std::visit([this](auto& list) { value_ = std::move(list); }, numbers);
  }
  template <class Element>
  document(std::vector<Element> values) {
    if constexpr (is_packed<Element>)
      value_ = std::move(values);
    else
      value_ = array_type(values.begin(), values.end());
  }

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
  /// Calls visitor(value) with the value as the type that it has.
  template <class Visitor>
  decltype(auto) visit(Visitor&& visitor) const {
    return std::visit(std::forward<Visitor>(visitor), value_);
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

  /// A copy without opaque members.
  [[nodiscard]] document copy() const;

  /// Whether this is an object with such a member.
  [[nodiscard]] bool has(const char* name) const noexcept;

  // Members of an object, checked for presence, type and range. What does not fit is
  // COPPICE_MODEL_ERROR and names the member: documents are checked when models are loaded.
  [[nodiscard]] const document& at(const char* name) const;
  [[nodiscard]] document& at(const char* name);
  [[nodiscard]] const document& object(const char* name) const;
  [[nodiscard]] document& object(const char* name);
  [[nodiscard]] const array_type& array(const char* name) const;  // of objects or texts
  [[nodiscard]] array_type& array(const char* name);
  [[nodiscard]] const std::string& string(const char* name) const;
  [[nodiscard]] std::int64_t integer(const char* name, std::int64_t minimum,
                                     std::int64_t maximum) const;
  [[nodiscard]] double number(const char* name) const;  // null is NaN
  [[nodiscard]] double finite_number(const char* name) const;
  [[nodiscard]] std::vector<double> numbers(const char* name) const;
  [[nodiscard]] std::vector<double> finite_numbers(const char* name) const;
  [[nodiscard]] std::vector<std::int64_t> integers(const char* name, std::int64_t minimum,
                                                   std::int64_t maximum) const;
  [[nodiscard]] std::vector<std::string> strings(const char* name) const;

  // The same for lists that their reader keeps: they are moved out of the tree, so that no number
  // is in memory twice. The member is null afterwards.
  [[nodiscard]] std::vector<double> take_finite_numbers(const char* name);
  [[nodiscard]] real_list take_finite_reals(const char* name);  // floats where all of them are
  template <class Integer>  // int32_t or int64_t, which holds minimum and maximum
  [[nodiscard]] std::vector<Integer> take_integers(const char* name, std::int64_t minimum,
                                                   std::int64_t maximum);

 private:
  std::variant<std::monostate, std::int64_t, double, std::string, array_type, object_type, opaque,
               std::vector<float>, std::vector<double>, std::vector<std::int32_t>,
               std::vector<std::int64_t>>
      value_;
};

/// Throws COPPICE_MODEL_ERROR: "the model is damaged: what".
[[noreturn]] void fail_damaged(const std::string& what);

}  // namespace coppice

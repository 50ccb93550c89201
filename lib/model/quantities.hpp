// The quantities of a model: whole numbers, doubles, texts and arrays, each with a name. A list of
// them holds how each is computed, and computes it when it is asked for.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <coppice/coppice.h>

namespace coppice {

class quantity_list {
 public:
  /// `get` computes the quantity; what it returns is the type. No name may be given twice.
  template <class Get>
  void add(std::string name, Get get) {
    using value = std::invoke_result_t<Get>;
    quantities_.push_back({std::move(name), std::function<value()>(std::move(get))});
  }

  /// The names of one type, in the order in which they were added.
  [[nodiscard]] std::vector<std::string_view> names(coppice_quantity_type type) const;

  /// Whether no two of any type have the same name.
  [[nodiscard]] bool are_distinct() const;

  /// Throw COPPICE_UNKNOWN_NAME: there is no quantity of this name and type; the message lists the
  /// names of the type, or says which type the name has.
  [[nodiscard]] std::int64_t integer(std::string_view name) const;
  [[nodiscard]] double real(std::string_view name) const;
  [[nodiscard]] std::string text(std::string_view name) const;
  [[nodiscard]] std::vector<double> array(std::string_view name) const;

 private:
  template <class Value>
  using computation = std::function<Value()>;
  /// In the order of coppice_quantity_type.
  using any_computation = std::variant<computation<std::int64_t>, computation<double>,
                                       computation<std::string>, computation<std::vector<double>>>;
  struct quantity {
    std::string name;
    any_computation compute;
    [[nodiscard]] coppice_quantity_type type() const {
      return static_cast<coppice_quantity_type>(compute.index() + 1);
    }
  };

  template <class Value>
  [[nodiscard]] Value get(std::string_view name, coppice_quantity_type type) const;
  [[noreturn]] void fail_unknown(std::string_view name, coppice_quantity_type type) const;

  std::vector<quantity> quantities_;
};

}  // namespace coppice

// Options by name. A method and a pool declare one table each; the table checks what is set, and
// is what --help, the bindings and the reference page show.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace coppice {

enum class option_type { real, integer, choice, text };

/// Takes a value that is text, or throws an error whose message says what was expected instead:
/// "expected a whole number". The option's name and the value are put before it. In a pool or a
/// kernel, only what can stand in an expression may be taken.
using text_check = void (*)(std::string_view value);

/// One row of a table. All pointers are to static text.
struct option {
  const char* name;
  option_type type;
  const char* default_text;
  double minimum;       // real and integer: smallest value; itself allowed unless `above_minimum`
  bool above_minimum;   // the value must be greater than the minimum
  double maximum;       // largest value, allowed; infinity for none
  const char* choices;  // choice: the values, separated by '|'
  const char* range;    // the same range in words, for people: "0 < C"
  const char* help;     // one line
  text_check check = nullptr;  // text: what finds out whether a value will do
};

option real_option(const char* name, const char* default_text, double minimum, bool above_minimum,
                   double maximum, const char* range, const char* help);
option integer_option(const char* name, const char* default_text, double minimum, const char* range,
                      const char* help);
option integer_option(const char* name, const char* default_text, double minimum, double maximum,
                      const char* range, const char* help);
option choice_option(const char* name, const char* default_text, const char* choices,
                     const char* help);
option text_option(const char* name, const char* default_text, text_check check, const char* range,
                   const char* help);

using option_table = std::vector<option>;

/// The name of an option's type in the public interface: double, int, string.
const char* type_name(option_type type);

/// The values of a table's options. Every value is kept as checked text and as a number.
class option_values {
 public:
  /// `owner` is how messages call whose options these are: "method cgens".
  option_values(const option_table& table, std::string owner);

  void set_real(std::string_view name, double number);
  void set_integer(std::string_view name, std::int64_t number);
  void set_text(std::string_view name, std::string_view given);

  [[nodiscard]] bool has(std::string_view name) const noexcept;
  [[nodiscard]] std::vector<std::string_view> names() const;

  /// The number of an option of either type of numbers, or of whole numbers; throws where it is of
  /// another type.
  [[nodiscard]] double real(std::string_view name) const;
  [[nodiscard]] std::int64_t integer(std::string_view name) const;
  /// The text of any option, of a number its shortest form.
  [[nodiscard]] const std::string& text(std::string_view name) const { return find(name).text; }
  [[nodiscard]] const std::string& choice(std::string_view name) const { return find(name).text; }
  [[nodiscard]] bool flag(std::string_view name) const { return find(name).text == "yes"; }

  struct value {
    const option* declared;
    std::string text;
    double number;
  };
  [[nodiscard]] const std::vector<value>& all() const noexcept { return values_; }

 private:
  value& find(std::string_view name);
  [[nodiscard]] const value& find(std::string_view name) const;
  [[noreturn]] void fail_type(const option& row, const char* wanted) const;
  void assign(value& to, double number);

  std::string owner_;
  std::vector<value> values_;
};

}  // namespace coppice

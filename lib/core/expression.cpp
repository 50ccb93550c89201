#include "core/expression.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/error.hpp"

namespace coppice {
namespace {

constexpr int most_depth = 32;  // of parentheses, and so of the parser's recursion
constexpr std::string_view signs = "(),=:;@\"'\\";
constexpr std::string_view blanks = " \t\r\n";

/// White space and control characters of Unicode.
bool is_blank_or_control(std::uint32_t code) {
  return code <= 0x20 || (code >= 0x7f && code <= 0xa0) || code == 0x1680 ||
         (code >= 0x2000 && code <= 0x200a) || code == 0x2028 || code == 0x2029 || code == 0x202f ||
         code == 0x205f || code == 0x3000;
}

bool stands_in_name(std::uint32_t code) {
  return !is_blank_or_control(code) &&
         (code >= 0x80 || signs.find(static_cast<char>(code)) == std::string_view::npos);
}

/// How many bytes at the beginning of the text are characters that may stand in a name.
std::size_t name_size(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size()) {
    const character next = first_character(text.substr(size));
    if (next.size == 0 || !stands_in_name(next.code)) break;
    size += next.size;
  }
  return size;
}

/// The place of byte `at` among the characters, from 1.
std::int64_t place_of(std::string_view text, std::size_t at) {
  return 1 + std::count_if(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at),
                           [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
}

class parser {
 public:
  explicit parser(std::string_view text) : text_(text) {}

  expression whole(std::string_view joint) {
    expression first = outermost();
    skip_blanks();
    if (at_ == text_.size()) return first;
    expression all{std::string(joint), {}, {}, ""};
    all.members.push_back(std::move(first));
    while (take(';')) all.members.push_back(outermost());
    if (at_ < text_.size()) fail_here("';' or nothing more");
    return all;
  }

 private:
  expression outermost() {
    expression result{word("a name"), {}, {}, ""};
    if (take(':')) {
      do {
        std::string name = word("name=value");
        if (!take('=')) fail_here("'='");
        result.options.push_back({std::move(name), word("a value")});
      } while (take(','));
    } else {
      read_arguments(result, 1);
    }
    read_view(result);
    return result;
  }

  void read_arguments(expression& of, int depth) {
    if (!take('(')) return;
    if (depth > most_depth) fail_here(text("parentheses at most ", most_depth, " deep"));
    do {
      std::string name = word("a name");
      if (take('='))
        of.options.push_back({std::move(name), word("a value")});
      else
        of.members.push_back(member(std::move(name), depth));
    } while (take(','));
    if (!take(')')) fail_here("',' or ')'");
  }

  expression member(std::string name, int depth) {
    expression result{std::move(name), {}, {}, ""};
    read_arguments(result, depth + 1);
    read_view(result);
    return result;
  }

  void read_view(expression& of) {
    if (take('@')) of.view = word("the name of a view");
  }

  std::string word(std::string_view expected) {
    skip_blanks();
    const std::string_view rest = text_.substr(at_);
    const std::size_t size = name_size(rest);
    if (size == 0) fail_here(expected);
    at_ += size;
    return std::string(rest.substr(0, size));
  }

  bool take(char sign) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != sign) return false;
    ++at_;
    return true;
  }

  void skip_blanks() { at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size()); }

  [[noreturn]] void fail_here(std::string_view expected) {
    skip_blanks();
    if (at_ == text_.size()) fail(COPPICE_INVALID_ARGUMENT, "expected ", expected, " at its end");
    fail(COPPICE_INVALID_ARGUMENT, "expected ", expected, " at character ", place_of(text_, at_),
         ", where \"", printable(text_.substr(at_), 20), "\" begins");
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

void write(const expression& from, std::string& to) {
  to += from.name;
  char before = '(';
  for (const expression::option& option : from.options) {
    to += before;
    to += text(option.name, "=", option.value);
    before = ',';
  }
  for (const expression& member : from.members) {
    to += before;
    write(member, to);
    before = ',';
  }
  if (before == ',') to += ')';
  if (!from.view.empty()) to += text("@", from.view);
}

/// A character in a message: itself where it can be seen, else its number.
std::string shown(character one) {
  if (one.code > 0x20 && one.code < 0x7f)
    return text("'", std::string(1, static_cast<char>(one.code)), "'");
  constexpr std::string_view hex = "0123456789ABCDEF";
  std::string digits;
  for (int shift = 12; shift >= 0; shift -= 4) digits += hex[one.code >> shift & 15];
  return text("U+", digits);
}

}  // namespace

expression parse_expression(std::string_view text, std::string_view joint) {
  return parser(text).whole(joint);
}

void set_options(const char* what, const expression& from, option_values& to) {
  std::vector<std::string_view> given;
  for (const expression::option& one : from.options) {
    to.set_text(one.name, one.value);
    if (std::find(given.begin(), given.end(), one.name) != given.end())
      fail(COPPICE_INVALID_ARGUMENT, "the ", what, " is ", in_quotes(text_of(from)),
           " with the option ", one.name, " twice; expected one value");
    given.push_back(one.name);
  }
}

std::vector<expression::option> written_options(const option_values& options) {
  std::vector<expression::option> written;
  for (const option_values::value& value : options.all()) {
    const option_values alone({*value.declared}, "");
    if (value.text != alone.all().front().text)
      written.push_back({value.declared->name, value.text});
  }
  return written;
}

std::string text_of(const expression& written) {
  std::string result;
  write(written, result);
  return result;
}

void check_name(const char* argument, std::string_view name) {
  const std::size_t size = name_size(name);
  if (size == name.size() && size > 0) return;
  const character wrong = first_character(name.substr(size));
  fail(COPPICE_INVALID_ARGUMENT, argument, " is ", in_quotes(name),
       "; expected a name in UTF-8 without blanks, control characters and ( ) , = : ; @ \" ' \\",
       wrong.size == 0 ? "" : text("; character ", place_of(name, size), " is ", shown(wrong)));
}

std::vector<std::string_view> split_values(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t first = 0;
  int depth = 0;
  for (std::size_t k = 0; k <= text.size() && !text.empty(); ++k) {
    const char c = k < text.size() ? text[k] : ',';
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c != ',' || (depth > 0 && k < text.size())) continue;
    parts.push_back(text.substr(first, k - first));
    first = k + 1;
  }
  return parts;
}

}  // namespace coppice

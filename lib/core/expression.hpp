// The one way to write a pool or a kernel as text: a name, in parentheses its options and members,
// and the view of the features that it is restricted to.
//
//     expression = name [ "(" argument { "," argument } ")" ] [ "@" view ]
//     argument   = name "=" value | expression
//
// such as union(fourier(gamma=1)@low, stump). The outermost expression also has a short form, which
// needs no quotes at a shell; several expressions in either form may be joined with ';':
//
//     short      = name ":" name "=" value { "," name "=" value } [ "@" view ]
//
// Names, values and views are one or more characters of UTF-8 that are neither blanks nor control
// characters nor any of ( ) , = : ; @ " ' \ . Blanks between them do not count.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/options.hpp"

namespace coppice {

struct expression {
  struct option {
    std::string name;
    std::string value;
  };

  std::string name;
  std::vector<option> options;
  std::vector<expression> members;
  std::string view;  // "" for all features
};

/// Reads all of `text`. Expressions joined with ';' are the members of one that is called `joint`.
/// Throws COPPICE_INVALID_ARGUMENT with a message that says what was expected and where, such as
/// "expected ',' or ')' at its end", before which the caller puts whose text it was.
expression parse_expression(std::string_view text, std::string_view joint);

/// The canonical text, which reads back as the same expression: options before members, no blanks.
std::string text_of(const expression& written);

/// Sets the options that are written of a `what`, "pool"; throws where one is not as it should be
/// or stands twice.
void set_options(const char* what, const expression& from, option_values& to);

/// The options that are not as by default, as they are written.
std::vector<expression::option> written_options(const option_values& options);

/// Throws COPPICE_INVALID_ARGUMENT where `name`, the value of an argument, cannot stand in an
/// expression; the message names the first character that cannot.
void check_name(const char* argument, std::string_view name);

/// What stands between commas, of which those within parentheses separate nothing; none for "".
std::vector<std::string_view> split_values(std::string_view text);

}  // namespace coppice

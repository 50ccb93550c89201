// Text from parts: how every message and name is put together, whatever the locale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>

namespace coppice {

/// The shortest decimal form that reads back to the same double; "nan" (of either sign), "inf",
/// "-inf".
std::string shortest(double value);

/// How a value of the caller's stands in a message: cut to `most` bytes, and with what cannot be
/// printed written as \xHH. In quotes, unless it is a name that needs none.
std::string printable(std::string_view value, std::size_t most);
inline std::string in_quotes(std::string_view value) {
  return '"' + printable(value, 60) + '"';
}

inline void append(std::string& to, std::string_view part) {
  to.append(part);
}
inline void append(std::string& to, double part) {
  to.append(shortest(part));
}
template <class Integer, std::enable_if_t<std::is_integral_v<Integer>, int> = 0>
void append(std::string& to, Integer part) {
  to.append(std::to_string(part));
}

/// The parts one after another: text("row ", 3, " is ", 0.5).
template <class... Parts>
std::string text(const Parts&... parts) {
  std::string result;
  (append(result, parts), ...);
  return result;
}

/// A character and how many bytes it takes; 0 where the bytes are not UTF-8.
struct character {
  std::uint32_t code;
  std::size_t size;
};

/// The character that the bytes begin with (no overlong forms, no surrogates).
character first_character(std::string_view bytes);

/// Whether the bytes are UTF-8.
bool is_utf8(std::string_view bytes);

std::int64_t edit_distance(std::string_view a, std::string_view b);

/// How many bytes both begin with.
std::size_t shared_beginning(std::string_view a, std::string_view b);

/// The candidate that is nearest to `name`: one that a single edit makes of it, or the only one
/// that begins with it, or else that of the least edit distance, and of equals the one that begins
/// alike for longer; "" when none is near enough to be worth suggesting. `candidates` is any range
/// of things that convert to string_view.
template <class Range>
std::string_view nearest(std::string_view name, const Range& candidates) {
  constexpr std::size_t longest = 60;  // that a message shows; comparing takes length by length
  std::string_view best;
  if (name.empty() || name.size() > longest) return best;
  std::string_view longer;
  std::size_t begin_so = 0;
  std::int64_t best_distance = static_cast<std::int64_t>(name.size() / 3) + 2;
  for (std::string_view candidate : candidates) {
    if (candidate.substr(0, name.size()) == name) {
      longer = candidate;
      ++begin_so;
    }
    if (candidate.size() > name.size() + static_cast<std::size_t>(best_distance)) continue;
    const std::int64_t distance = edit_distance(name, candidate);
    const bool nearer = best.empty() || distance != best_distance
                            ? distance < best_distance
                            : shared_beginning(name, candidate) > shared_beginning(name, best);
    if (nearer) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best_distance > 1 && begin_so == 1 ? longer : best;
}

/// "; did you mean X?", to end a message about an unknown name; "" when nothing is near enough.
template <class Range>
std::string did_you_mean(std::string_view name, const Range& candidates) {
  const std::string_view best = nearest(name, candidates);
  return best.empty() ? std::string() : text("; did you mean ", in_quotes(best), "?");
}

/// "A, B": the candidates, as they stand in a message; of very many, as the columns of a wide table
/// are, the first and how many there are.
template <class Range>
std::string listed(const Range& candidates) {
  constexpr std::size_t many = 30;
  constexpr std::size_t shown_of_many = 8;
  std::string all;
  const auto count = static_cast<std::size_t>(std::distance(candidates.begin(), candidates.end()));
  std::size_t shown = 0;
  for (std::string_view candidate : candidates) {
    if (count > many && shown == shown_of_many) return text(all, ", ... (", count, " in all)");
    all += text(shown++ == 0 ? "" : ", ", printable(candidate, 60));
  }
  return all;
}

/// "; did you mean X?" or "; expected one of: A, B".
template <class Range>
std::string suggestion(std::string_view name, const Range& candidates) {
  std::string result = did_you_mean(name, candidates);
  return result.empty() ? text("; expected one of: ", listed(candidates)) : result;
}

}  // namespace coppice

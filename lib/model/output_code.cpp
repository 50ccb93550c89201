#include "model/output_code.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/error.hpp"

namespace coppice {
namespace {

constexpr const char* kind_of_codes = "output-code";

/// Beyond this exp() of a value, or the sum of many, may not be finite or not be positive.
constexpr double largest_exponent = 600;

const char* name_of(code_distance by) {
  return by == code_distance::hamming ? "hamming" : "exponential";
}

code_distance distance_of(const std::string& name) {
  for (const code_distance by : {code_distance::exponential, code_distance::hamming})
    if (name == name_of(by)) return by;
  fail(COPPICE_MODEL_ERROR, "the model decodes its scores by the distance ", in_quotes(name),
       ", which this version does not know; expected exponential or hamming");
}

}  // namespace

output_code::output_code(const std::vector<std::string>& words, code_distance by)
    : classes_(static_cast<std::int64_t>(words.size())),
      bits_(static_cast<std::int64_t>(words.front().size())),
      by_(by) {
  for (std::int64_t b = 0; b < bits_; ++b)
    for (const std::string& word : words) signs_.push_back(word[b] == '+' ? 1 : -1);
}

std::vector<double> output_code::signs() const {
  std::vector<double> all;
  for (std::int64_t k = 0; k < classes_; ++k)
    for (std::int64_t b = 0; b < bits_; ++b) all.push_back(sign(k, b));
  return all;
}

void output_code::decode(const double* values, double* scores) const {
  if (by_ == code_distance::exponential) return decode_by_loss(values, scores);
  std::fill(scores, scores + classes_, 0.0);
  for (std::int64_t b = 0; b < bits_; ++b)
    for (std::int64_t k = 0; k < classes_; ++k)
      scores[k] += values[b] >= 0 ? sign(k, b) : -sign(k, b);
}

/// A value has two losses, whatever the number of classes.
void output_code::decode_by_loss(const double* values, double* scores) const {
  double largest = 0;
  for (std::int64_t b = 0; b < bits_; ++b) largest = std::max(largest, std::abs(values[b]));
  if (largest > largest_exponent) {
    for (std::int64_t k = 0; k < classes_; ++k) scores[k] = score_of_large(values, k);
    return;
  }
  std::fill(scores, scores + classes_, 0.0);
  for (std::int64_t b = 0; b < bits_; ++b) {
    const double of_plus = std::exp(-values[b]);
    const double of_minus = std::exp(values[b]);
    for (std::int64_t k = 0; k < classes_; ++k) scores[k] += sign(k, b) > 0 ? of_plus : of_minus;
  }
  for (std::int64_t k = 0; k < classes_; ++k)
    scores[k] = -std::log(scores[k] / static_cast<double>(bits_));
}

/// The same with the largest loss taken out of the sum.
double output_code::score_of_large(const double* values, std::int64_t of_class) const {
  double largest = -std::numeric_limits<double>::infinity();
  for (std::int64_t b = 0; b < bits_; ++b)
    largest = std::max(largest, -sign(of_class, b) * values[b]);
  double sum = 0;
  for (std::int64_t b = 0; b < bits_; ++b)
    sum += std::exp(-sign(of_class, b) * values[b] - largest);
  return -(largest + std::log(sum / static_cast<double>(bits_)));
}

/// A score by loss moves by no more than the value that moves most, and by its own rounding. One by
/// the Hamming distance moves where a value changes its sign.
bool output_code::is_sure(const double* values, const double* scores, double unsure) const {
  double largest = 0;
  double smallest = std::numeric_limits<double>::infinity();
  for (std::int64_t b = 0; b < bits_; ++b) {
    largest = std::max(largest, std::abs(values[b]));
    smallest = std::min(smallest, std::abs(values[b]));
  }
  if (by_ == code_distance::hamming) return smallest > unsure;
  const double to_beat = *std::max_element(scores, scores + classes_);
  const double rounding = 1e-15 * static_cast<double>(bits_ + 8) * (1 + largest);
  return std::count_if(scores, scores + classes_, [&](double score) {
           return to_beat - score <= 2 * (unsure + rounding);
         }) == 1;
}

document output_code::save() const {
  std::vector<std::string> words(static_cast<std::size_t>(classes_));
  for (std::int64_t k = 0; k < classes_; ++k)
    for (std::int64_t b = 0; b < bits_; ++b) words[k] += sign(k, b) > 0 ? '+' : '-';
  return document()
      .with("kind", kind_of_codes)
      .with("distance", name_of(by_))
      .with("words", std::move(words));
}

output_code output_code::load(const document& saved, std::int64_t classes) {
  if (const std::string& kind = saved.string("kind"); kind != kind_of_codes)
    fail(COPPICE_MODEL_ERROR, "the model decodes its scores by ", in_quotes(kind),
         ", which this version does not know; expected ", kind_of_codes);
  if (classes < 3)
    fail_damaged(text("it has an output code, but ", classes, " classes; expected at least 3"));
  const code_distance by = distance_of(saved.string("distance"));
  const std::vector<std::string> words = saved.strings("words");
  if (words.size() != static_cast<std::size_t>(classes))
    fail_damaged(
        text("its output code has ", words.size(), " words; expected ", classes, ", one a class"));
  const std::size_t bits = words.front().size();
  if (bits == 0) fail_damaged("the words of its output code are empty; expected at least a bit");
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (words[k].size() != bits)
      fail_damaged(text("word ", k, " of its output code has ", words[k].size(), " bits; expected ",
                        bits, ", as many as word 0"));
    if (const std::size_t at = words[k].find_first_not_of("+-"); at != std::string::npos)
      fail_damaged(text("bit ", at, " of word ", k, " of its output code is ",
                        in_quotes(words[k].substr(at, 1)), "; expected + or -"));
  }
  return {words, by};
}

}  // namespace coppice

// AdaBoost.MO (Schapire & Singer, "Improved boosting algorithms using confidence-rated
// predictions", 1999): AdaBoost.MH on the bits of an output code, so that the questions are not "is
// it this class" but "is it one of these"; a row's class is the one whose word is nearest to the
// answers (masters/hamming_master.hpp, model/output_code.hpp).
//
// The code is drawn: every bit says + to half of the classes, or of an odd number to one fewer or
// one more. Of many such codes the one is taken whose two most similar words differ most, of
// ceil(10 log2 K) bits by default (Allwein, Schapire & Singer, "Reducing multiclass to
// binary", JMLR 2000). Two classes need no code: there is one question, and this is AdaBoost.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/random.hpp"
#include "masters/hamming_master.hpp"
#include "methods/ensemble_fit.hpp"

namespace coppice {

const method& adaboost_mo_method();

namespace {

using words = std::vector<std::string>;  // one a class

/// Fewer of longer words and more classes, so that comparing the words takes about as long.
std::int64_t codes_to_draw(std::int64_t classes, std::int64_t bits) {
  constexpr double most_comparisons = 1e8;
  const double comparisons =
      0.5 * static_cast<double>(classes * classes) * static_cast<double>(bits);
  return static_cast<std::int64_t>(std::clamp(most_comparisons / comparisons, 1.0, 1e4));
}

/// Into words of the right length, which thousands of codes can take turns in.
void draw_words(words& drawn, random_numbers& random, const progress& report) {
  const std::size_t classes = drawn.size();
  for (std::string& word : drawn) std::fill(word.begin(), word.end(), '-');
  for (std::size_t b = 0; b < drawn.front().size(); ++b) {
    report.poll();
    std::uint64_t wanted = classes / 2 + random.below(classes % 2 + 1);
    while (wanted > 0) {
      char& sign = drawn[random.below(classes)][b];
      if (sign == '+') continue;
      sign = '+';
      --wanted;
    }
  }
}

/// In how many bits the two words differ that differ in the fewest.
std::int64_t distance_of(const words& of, const progress& report) {
  std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
  for (std::size_t k = 0; k < of.size(); ++k) {
    report.poll();
    for (std::size_t l = 0; l < k; ++l) {
      std::int64_t differ = 0;
      for (std::size_t b = 0; b < of[k].size(); ++b) differ += of[k][b] != of[l][b] ? 1 : 0;
      smallest = std::min(smallest, differ);
    }
  }
  return smallest;
}

/// The words of a code do not all differ in more bits than this: it is in how many two of them
/// differ on average, as every bit parts the classes in halves.
std::int64_t largest_distance(std::int64_t classes, std::int64_t bits) {
  const std::int64_t half = classes / 2;
  return bits * half * (classes - half) / (classes * (classes - 1) / 2);
}

output_code draw_code(std::int64_t classes, const fit_request& request) {
  std::int64_t bits = request.options.integer("bits");
  if (bits == 0)
    bits = static_cast<std::int64_t>(std::ceil(10 * std::log2(static_cast<double>(classes))));
  random_numbers random(seed_of(request.options));
  words best(static_cast<std::size_t>(classes), std::string(static_cast<std::size_t>(bits), '-'));
  words drawn = best;
  std::int64_t largest = 0;
  const std::int64_t most = largest_distance(classes, bits);
  for (std::int64_t k = codes_to_draw(classes, bits); k > 0 && largest < most; --k) {
    draw_words(drawn, random, request.report);
    const std::int64_t distance = distance_of(drawn, request.report);
    if (distance <= largest) continue;
    largest = distance;
    std::swap(best, drawn);
  }
  if (largest == 0)
    fail(COPPICE_INVALID_OPTION, "option bits is ", bits,
         "; expected more bits: no code of so few was found that tells ", classes,
         " classes apart");
  return {best, request.options.choice("decoding") == "hamming" ? code_distance::hamming
                                                                : code_distance::exponential};
}

master_at_start start_adaboost_mo(const training_set& training, const fit_request& request) {
  classified_rows rows = classified_rows_of(training, 1, request.report);
  if (rows.classes > 2)
    rows.code = std::make_shared<const output_code>(draw_code(rows.classes, request));
  master_at_start made;
  made.code = rows.code;
  made.restricted = make_hamming_master(std::move(rows), 1, request.team, request.report);
  return made;
}

}  // namespace

const method& adaboost_mo_method() {
  static const method method = {
      "adaboost-mo",
      "AdaBoost.MO: AdaBoost.MH on the bits of an output code, drawn at random",
      {task::classes},
      building_blocks::pools,
      with_stagewise_options(
          {integer_option("bits", "0", 0, 10000, "0 <= bits <= 10000",
                          "length of the code's words; 0: 10 log2 of the number of classes, "
                          "rounded up"),
           choice_option("decoding", "exponential", "exponential|hamming",
                         "by which the word nearest to the answers is found: exponential loss, or "
                         "the number of wrong bits")}),
      [](const fit_request& request) {
        return fit_ensemble(request, adaboost_mo_method(), start_adaboost_mo);
      },
      path_of_learners(),
      {},
      stumps_and_constant};
  return method;
}

}  // namespace coppice

#include "learners/level_stumps.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/text.hpp"

namespace coppice {
namespace {

constexpr std::int64_t word_bits = 64;

}  // namespace

void level_stumps::add(std::int32_t feature, const std::int32_t* first, const std::int32_t* last) {
  const std::int64_t length = std::int64_t{*(last - 1)} - *first + 1;
  const auto word = static_cast<std::int64_t>(words_.size());
  words_.resize(words_.size() + static_cast<std::size_t>(length / word_bits + 1), 0);
  for (const std::int32_t* level = first; level != last; ++level) {
    const std::int64_t place = std::int64_t{*level} - *first;
    words_[word + place / word_bits] |= std::uint64_t{1} << (place % word_bits);
  }
  stretches_.push_back({static_cast<double>(*first + length), static_cast<std::uint32_t>(*first),
                        static_cast<std::uint32_t>(length), word});
  features_.push_back(feature);
}

void level_stumps::append(const weak_learners& other, std::int64_t first, std::int64_t count) {
  const auto& more = static_cast<const level_stumps&>(other);
  const auto begin_of = [&more](std::int64_t j) {
    return j < more.size() ? more.stretches_[j].word
                           : static_cast<std::int64_t>(more.words_.size());
  };
  const std::int64_t moved = static_cast<std::int64_t>(words_.size()) - begin_of(first);
  append_some(more.features_, first, count, features_);
  append_some(more.words_, begin_of(first), begin_of(first + count) - begin_of(first), words_);
  for (std::int64_t j = first; j < first + count; ++j) {
    stretches_.push_back(more.stretches_[j]);
    stretches_.back().word += moved;
  }
}

void level_stumps::levels_of(std::int64_t j, std::vector<std::int32_t>& out) const {
  const stretch& in = stretches_[j];
  for (std::uint32_t place = 0; place < in.length; ++place)
    if ((words_[in.word + place / word_bits] >> (place % word_bits) & 1U) != 0)
      out.push_back(static_cast<std::int32_t>(in.first + place));
}

bool level_stumps::find_steps(std::int64_t j, step_function& out) const {
  out = {sides[0], sides[0], {}, true};
  std::vector<std::int32_t> levels;
  levels_of(j, levels);
  for (const std::int32_t level : levels)
    out.steps.push_back({static_cast<double>(level), sides[1] - sides[0]});
  return true;
}

document level_stumps::save() const {
  std::vector<std::int32_t> counts;
  std::vector<std::int32_t> levels;
  for (std::int64_t j = 0; j < size(); ++j) {
    const std::size_t before = levels.size();
    levels_of(j, levels);
    counts.push_back(static_cast<std::int32_t>(levels.size() - before));
  }
  return document()
      .with("feature", features_)
      .with("count", std::move(counts))
      .with("level", std::move(levels));
}

document level_stumps::describe(std::int64_t j) const {
  std::vector<std::int32_t> levels;
  levels_of(j, levels);
  return document().with("feature", features_[j]).with("levels", std::move(levels));
}

namespace {

std::unique_ptr<weak_learners> load_level_stumps(document& saved, const learner_loading& loading) {
  const auto features = saved.take_integers<std::int32_t>("feature", 0, loading.features - 1);
  const auto counts = saved.take_integers<std::int32_t>("count", 1, most_levels);
  const auto levels = saved.take_integers<std::int32_t>("level", 0, most_levels - 1);
  const std::int64_t listed = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  if (counts.size() != features.size() || listed != static_cast<std::int64_t>(levels.size()))
    fail_damaged(text("it has level stumps with ", features.size(), " features, ", counts.size(),
                      " counts of ", listed, " levels and ", levels.size(), " levels"));
  auto loaded = std::make_unique<level_stumps>();
  const std::int32_t* first = levels.data();
  for (std::size_t j = 0; j < features.size(); ++j) {
    const std::int32_t* const last = first + counts[j];
    const std::int64_t known = loading.levels.count(features[j]);
    if (known == 0)
      fail_damaged(
          text("level stump ", j, " looks at feature ", features[j], ", which has no levels"));
    if (std::adjacent_find(first, last, std::greater_equal<>()) != last)
      fail_damaged(text("the levels of level stump ", j, " do not ascend"));
    if (*(last - 1) >= known)
      fail_damaged(text("level stump ", j, " has level ", *(last - 1), " of feature ", features[j],
                        "; expected 0 to ", known - 1));
    loaded->add(features[j], first, last);
    first = last;
  }
  return loaded;
}

}  // namespace

const learner_kind& level_stump_learners() {
  static const learner_kind kind = {"level-stump", load_level_stumps};
  return kind;
}

}  // namespace coppice

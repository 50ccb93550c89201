// The features themselves: h(x) = x_d, one learner for each feature, rounded to float and cut at
// the largest float there is. A linear model is an ensemble of all of them.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/random.hpp"
#include "data/column_reader.hpp"
#include "learners/learners_one_by_one.hpp"
#include "learners/outputs.hpp"
#include "pools/pool.hpp"

namespace coppice {

const pool_kind& linear_pool();

namespace {

float output_of(double value) {
  constexpr auto most = static_cast<double>(std::numeric_limits<float>::max());
  return static_cast<float>(std::clamp(value, -most, most));
}

class linear_learners final : public learners_one_by_one<linear_learners> {
 public:
  linear_learners() = default;
  explicit linear_learners(std::vector<std::int32_t> features) : features_(std::move(features)) {}

  [[nodiscard]] const char* kind() const noexcept override { return "linear"; }
  [[nodiscard]] std::int64_t size() const noexcept override {
    return static_cast<std::int64_t>(features_.size());
  }
  [[nodiscard]] bool takes_missing() const noexcept override { return false; }
  using weak_learners::append;
  void append(const weak_learners& other, std::int64_t first, std::int64_t count) override {
    append_some(static_cast<const linear_learners&>(other).features_, first, count, features_);
  }
  [[nodiscard]] double output(std::int64_t j, const double* x, std::int64_t stride) const {
    return static_cast<double>(output_of(x[features_[j] * stride]));
  }
  void features_of(std::int64_t j, std::vector<std::int64_t>& out) const override {
    out.push_back(features_[j]);
  }
  [[nodiscard]] document save() const override { return document().with("feature", features_); }
  [[nodiscard]] document describe(std::int64_t j) const override {
    return document().with("feature", std::int64_t{features_[j]});
  }

 private:
  std::vector<std::int32_t> features_;
};

std::unique_ptr<weak_learners> load_learners(document& saved, const learner_loading& loading) {
  return std::make_unique<linear_learners>(
      saved.take_integers<std::int32_t>("feature", 0, loading.features - 1));
}

class features_themselves final : public pool {
 public:
  explicit features_themselves(const pool_setting& setting)
      : setting_(setting),
        reader_(setting.examples.values(), setting.report),
        random_(setting.seed),
        features_(setting.features == nullptr ? all_of(setting.examples) : *setting.features),
        is_excluded_(features_.size(), 0) {}

  pricing price(const residual_rows& residual, double /*least*/) override {
    std::vector<learner_worth> worths(features_.size());
    setting_.team.run(
        static_cast<std::int64_t>(features_.size()),
        [&](std::int64_t k) {
          if (is_excluded_[k] != 0) return;
          const std::vector<float> column = column_of(k);
          worths[k] = worth_of(column.data(), setting_.examples.rows(), residual, setting_.report);
        },
        [this] { setting_.report.poll(); });
    pricing best;
    best.squared_outside = 0;
    for (std::size_t k = 0; k < features_.size(); ++k) {
      if (is_excluded_[k] != 0) continue;
      pricing one;
      one.candidate = static_cast<std::int64_t>(k);
      one.merit = worths[k].merit;
      one.squared_outside = worths[k].squares;
      best.take_in(one);
    }
    return best;
  }

  std::unique_ptr<weak_learners> choose(std::int64_t candidate, float* column) override {
    const std::vector<float> outputs = column_of(candidate);
    std::copy(outputs.begin(), outputs.end(), column);
    return learner_of(candidate);
  }

  void exclude(std::int64_t candidate) override { is_excluded_[candidate] = 1; }

  std::vector<std::unique_ptr<weak_learners>> draw(std::int64_t count) override {
    std::vector<std::unique_ptr<weak_learners>> drawn;
    for (std::int64_t k = 0; k < count; ++k)
      drawn.push_back(learner_of(static_cast<std::int64_t>(random_.below(features_.size()))));
    return drawn;
  }

  [[nodiscard]] std::vector<std::unique_ptr<weak_learners>> listed() const override {
    std::vector<std::unique_ptr<weak_learners>> all;
    for (std::size_t k = 0; k < features_.size(); ++k)
      all.push_back(learner_of(static_cast<std::int64_t>(k)));
    return all;
  }

 private:
  static std::vector<std::int64_t> all_of(const dataset& examples) {
    std::vector<std::int64_t> features(static_cast<std::size_t>(examples.features()));
    std::iota(features.begin(), features.end(), 0);
    return features;
  }

  [[nodiscard]] std::unique_ptr<weak_learners> learner_of(std::int64_t k) const {
    return std::make_unique<linear_learners>(
        std::vector<std::int32_t>{static_cast<std::int32_t>(features_[k])});
  }

  [[nodiscard]] std::vector<float> column_of(std::int64_t k) const {
    column_entries entries;
    reader_.read(features_[k], entries);
    std::vector<float> column(static_cast<std::size_t>(setting_.examples.rows()), 0.0F);
    for (std::size_t e = 0; e < entries.rows.size(); ++e)
      column[entries.rows[e]] = output_of(entries.values[e]);
    return column;
  }

  pool_setting setting_;
  column_reader reader_;
  random_numbers random_;
  std::vector<std::int64_t> features_;
  std::vector<char> is_excluded_;
};

}  // namespace

const pool_kind& linear_pool() {
  static const learner_kind learners = {"linear", load_learners};
  static const pool_kind kind = {"linear",
                                 "the features themselves, x_d; erm takes all of them as they are",
                                 {},
                                 [](const pool_setting& setting) -> std::unique_ptr<pool> {
                                   return std::make_unique<features_themselves>(setting);
                                 },
                                 {&learners},
                                 false,
                                 false,
                                 1,
                                 true,
                                 nullptr,
                                 true};
  return kind;
}

}  // namespace coppice

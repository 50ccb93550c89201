// The constant hypothesis h(x) = 1, alone: what a union gives methods that have no bias, such as
// discrete AdaBoost and LPBoost. (Lin & Li, section 3.2, whose sets of hypotheses contain it: its
// weight is the intercept.)
#include <algorithm>

#include "pools/pool.hpp"

namespace coppice {

const pool_kind& constant_pool();

namespace {

class constants final : public weak_learners {
 public:
  explicit constants(std::int64_t count) : count_(count) {}
  [[nodiscard]] const char* kind() const noexcept override { return "constant"; }
  [[nodiscard]] std::int64_t size() const noexcept override { return count_; }
  [[nodiscard]] bool takes_missing() const noexcept override { return true; }
  [[nodiscard]] std::unique_ptr<weak_learners> make_empty() const override {
    return std::make_unique<constants>(0);
  }
  using weak_learners::append;
  void append(const weak_learners& /*other*/, std::int64_t /*first*/, std::int64_t count) override {
    count_ += count;
  }
  void outputs(const double* /*x*/, double* out) const override { std::fill_n(out, count_, 1.0); }
  void add_weighted(const double* /*x*/, const double* weights, std::int64_t scores,
                    double* sums) const override {
    for (std::int64_t j = 0; j < count_; ++j)
      for (std::int64_t s = 0; s < scores; ++s) sums[s] += *weights++;
  }
  void features_of(std::int64_t /*j*/, std::vector<std::int64_t>& /*out*/) const override {}
  [[nodiscard]] bool find_steps(std::int64_t /*j*/, step_function& out) const override {
    out = {1, 1, {}};
    return true;
  }
  [[nodiscard]] document save() const override { return document().with("count", count_); }
  [[nodiscard]] document describe(std::int64_t /*j*/) const override {
    return document::object_type();
  }

 private:
  std::int64_t count_;
};

std::unique_ptr<weak_learners> load_constants(document& saved, const learner_loading& /*loading*/) {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  return std::make_unique<constants>(saved.integer("count", 0, most));
}

class constant_hypothesis final : public pool {
 public:
  explicit constant_hypothesis(const pool_setting& setting)
      : report_(setting.report), rows_(setting.examples.rows()) {
    report_.resize(ones_, rows_);
    std::fill(ones_.begin(), ones_.end(), 1.0F);
  }
  pricing price(const residual_rows& residual, double /*least*/) override {
    pricing found;
    found.squared_outside = 0;
    if (is_excluded_) return found;
    const learner_worth of = worth_of(ones_.data(), rows_, residual, report_);
    found.candidate = 0;
    found.merit = of.merit;
    found.squared_outside = of.squares;
    return found;
  }
  std::unique_ptr<weak_learners> choose(std::int64_t /*candidate*/, float* column) override {
    std::copy(ones_.begin(), ones_.end(), column);
    return std::make_unique<constants>(1);
  }
  void exclude(std::int64_t /*candidate*/) override { is_excluded_ = true; }
  std::vector<std::unique_ptr<weak_learners>> draw(std::int64_t count) override {
    std::vector<std::unique_ptr<weak_learners>> drawn;
    for (std::int64_t k = 0; k < count; ++k) drawn.push_back(std::make_unique<constants>(1));
    return drawn;
  }

 private:
  const progress& report_;
  std::int64_t rows_;
  std::vector<float> ones_;
  bool is_excluded_ = false;
};

}  // namespace

const pool_kind& constant_pool() {
  static const learner_kind learners = {"constant", load_constants};
  static const pool_kind kind = {"constant",
                                 "the constant 1, for unions: the bias of methods that have none",
                                 {},
                                 [](const pool_setting& setting) -> std::unique_ptr<pool> {
                                   return std::make_unique<constant_hypothesis>(setting);
                                 },
                                 {&learners},
                                 true,
                                 true,
                                 1,
                                 false};
  return kind;
}

}  // namespace coppice

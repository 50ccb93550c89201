// Perceptrons by random coordinate descent (Li & Lin 2007, RCD-bias): h(x) = sign(v . z + b), z
// being x on the scale of spread.hpp, from v = 0 and b = 0 by `updates` steps. Step r goes along
// the bias where r mod (D + 1) is 0, else along a direction drawn from [-1, 1]^D, and to where
//
//     sum_i u_i sign(v . z_i + b)
//
// is largest on that line, exactly: it changes only where a row's projection is 0. It never falls,
// and with it the 0/1 error of sign(u_i) weighted by |u_i| never rises. With several residuals a
// perceptron is made for each, and the one of the largest merit is offered. A constant is one of
// them: it is the intercept of methods that have no bias.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/random.hpp"
#include "core/sort.hpp"
#include "learners/outputs.hpp"
#include "learners/projections.hpp"
#include "pools/pool.hpp"
#include "pools/row_reader.hpp"
#include "pools/spread.hpp"

namespace coppice {

const pool_kind& perceptron_descent_pool();

namespace {

constexpr const char* perceptron_descent_name = "perceptron-descent";

class descended_perceptrons final : public pool {
 public:
  explicit descended_perceptrons(const pool_setting& setting)
      : setting_(setting), centre_(spread_of(setting)) {
    const row_reader reader(setting);
    width_ = reader.width();
    setting.report.resize(rows_, setting.examples.rows() * width_);
    std::vector<double> row(static_cast<std::size_t>(width_));
    for (std::int64_t i = 0; i < setting.examples.rows(); ++i) {
      reader.read(i, row.data());
      for (std::int64_t d = 0; d < width_; ++d)
        rows_[i * width_ + d] = static_cast<float>((row[d] - centre_.mean[d]) * centre_.scale[d]);
      setting.report.poll();
    }
  }

  pricing price(const residual_rows& residual, double /*least*/) override {
    const std::int64_t rows = setting_.examples.rows();
    pricing best;
    std::vector<double> one(static_cast<std::size_t>(rows));
    std::vector<float> outputs(static_cast<std::size_t>(rows));
    for (std::int64_t s = 0; s < residual.responses(); ++s) {
      for (std::int64_t i = 0; i < rows; ++i) one[i] = residual.values[i * residual.scores + s];
      setting_.report.poll();
      random_numbers random(stream_seed(setting_.seed, draws_++));
      std::unique_ptr<projections> found = learner(descend(one, random));
      compute_outputs(*found, setting_.examples, setting_.team, setting_.report, outputs.data());
      const double merit = worth_of(outputs.data(), rows, residual, setting_.report).merit;
      if (is_useless(outputs, one, merit) || !best.offer(0, merit)) continue;
      best_ = std::move(found);
      column_ = outputs;
    }
    return best;
  }

  std::unique_ptr<weak_learners> choose(std::int64_t /*candidate*/, float* column) override {
    std::copy(column_.begin(), column_.end(), column);
    auto chosen = best_->make_empty();
    chosen->append(*best_);
    return chosen;
  }

  /// Any direction, at any distance from the mean as far as there are rows.
  std::vector<std::unique_ptr<weak_learners>> draw(std::int64_t count) override {
    std::vector<std::unique_ptr<weak_learners>> drawn;
    random_numbers random(stream_seed(setting_.seed, draws_++));
    for (std::int64_t k = 0; k < count; ++k) {
      setting_.report.poll();
      hyperplane plane = {std::vector<double>(static_cast<std::size_t>(width_)), 0};
      double squares = 0;
      for (double& v : plane.v) squares += std::pow(v = random.normal(), 2);
      plane.b = std::sqrt(squares) * centre_.radius * (2 * random.uniform() - 1);
      drawn.push_back(learner(plane));
    }
    return drawn;
  }

 private:
  struct hyperplane {
    std::vector<double> v;
    double b;
  };
  /// Where a row changes sides along a line, and what the sum rises by there.
  struct crossing {
    double at;
    double rise;
  };

  /// A constant, unless it is worth something to a method that has no bias.
  static bool is_useless(const std::vector<float>& outputs, const std::vector<double>& residual,
                         double merit) {
    constexpr double rounding = 1e-9;
    double size = 0;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      if (outputs[i] != outputs[0]) return false;
      size += std::abs(residual[i]);
    }
    return merit <= rounding * size;
  }

  [[nodiscard]] hyperplane descend(const std::vector<double>& residual,
                                   random_numbers& random) const {
    const std::int64_t rows = setting_.examples.rows();
    hyperplane plane = {std::vector<double>(static_cast<std::size_t>(width_), 0.0), 0};
    std::vector<double> f(residual.size(), 0.0);
    std::vector<double> along(residual.size());
    std::vector<float> direction(static_cast<std::size_t>(width_));
    const std::int64_t updates = setting_.wanted.options.integer("updates");
    for (std::int64_t r = 0; r < updates; ++r) {
      const bool of_bias = r % (width_ + 1) == 0;
      for (float& d : direction) d = of_bias ? 0 : static_cast<float>(2 * random.uniform() - 1);
      for (std::int64_t i = 0; i < rows; ++i) {
        setting_.report.poll_at(i);
        double sum = of_bias ? 1 : 0;
        const float* z = &rows_[i * width_];
        for (std::int64_t d = 0; !of_bias && d < width_; ++d)
          sum += static_cast<double>(direction[d]) * static_cast<double>(z[d]);
        along[i] = sum;
      }
      setting_.report.poll();
      const double step = best_step(residual, f, along, r == 0);
      if (step == 0) continue;
      for (std::int64_t d = 0; d < width_; ++d)
        plane.v[d] += step * static_cast<double>(direction[d]);
      if (of_bias) plane.b += step;
      for (std::int64_t i = 0; i < rows; ++i) f[i] += step * along[i];
      setting_.report.poll();
    }
    return plane;
  }

  /// To the middle of the best stretch between two crossings; 0 where none is better than here. The
  /// first step leaves the zero vector in any case: there every line crosses all rows at once, so
  /// that what is best of those through zero would be all to choose from.
  [[nodiscard]] double best_step(const std::vector<double>& residual, const std::vector<double>& f,
                                 const std::vector<double>& along, bool is_first) const {
    std::vector<crossing> crossings;
    double sum = 0;  // before all crossings
    double here = 0;
    crossings.reserve(residual.size());
    for (std::size_t i = 0; i < residual.size(); ++i) {
      setting_.report.poll_at(static_cast<std::int64_t>(i));
      if (residual[i] == 0) continue;
      const double side = f[i] >= 0 ? residual[i] : -residual[i];
      here += side;
      const double at = -f[i] / along[i];
      if (along[i] == 0 || !std::isfinite(at)) {
        sum += side;
        continue;
      }
      const double rise = along[i] > 0 ? residual[i] : -residual[i];
      sum -= rise;
      crossings.push_back({at, 2 * rise});
    }
    setting_.report.poll();
    sort(
        crossings, [](const crossing& a, const crossing& b) { return a.at < b.at; },
        setting_.report);
    double best =
        is_first ? -std::numeric_limits<double>::infinity() : here + 1e-12 * std::abs(here);
    double step = 0;
    for (std::size_t k = 0; k <= crossings.size(); ++k) {
      setting_.report.poll_at(static_cast<std::int64_t>(k));
      const bool apart = k == 0 || k == crossings.size() || crossings[k - 1].at < crossings[k].at;
      if (apart && sum > best && !crossings.empty()) {
        best = sum;
        if (k == 0)
          step = crossings.front().at - 1;
        else if (k == crossings.size())
          step = crossings.back().at + 1;
        else
          step = crossings[k - 1].at + (crossings[k].at - crossings[k - 1].at) / 2;
      }
      if (k < crossings.size()) sum += crossings[k].rise;
    }
    return step;
  }

  [[nodiscard]] std::unique_ptr<projections> learner(const hyperplane& plane) const {
    constexpr double most = std::numeric_limits<double>::max();
    std::vector<double> theta(plane.v.size());
    double kappa = -plane.b;
    for (std::size_t d = 0; d < theta.size(); ++d) {
      theta[d] = std::clamp(plane.v[d] * centre_.scale[d], -most, most);
      kappa += theta[d] * centre_.mean[d];
    }
    return std::make_unique<projections>(perceptron_learners().name, projection_shape::sign, width_,
                                         setting_.features, std::move(theta),
                                         std::vector<double>{kappa}, std::vector<double>{1});
  }

  pool_setting setting_;
  spread centre_;
  std::int64_t width_ = 0;
  std::vector<float> rows_;  // z, rows x width
  std::unique_ptr<projections> best_;
  std::vector<float> column_;  // its outputs
  std::uint64_t draws_ = 0;
};

}  // namespace

const pool_kind& perceptron_descent_pool() {
  static const pool_kind kind = {
      perceptron_descent_name,
      "perceptrons that random coordinate descent fits to the residual",
      {scale_option(),
       integer_option("updates", "200", 1, "updates >= 1", "steps along random directions")},
      [](const pool_setting& setting) -> std::unique_ptr<pool> {
        return std::make_unique<descended_perceptrons>(setting);
      },
      {&perceptron_learners()}};
  return kind;
}

}  // namespace coppice

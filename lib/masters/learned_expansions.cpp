// Functions of any kernel, f_s = scale_s sum_j v_js (k(z_j, .) + constant): expansions in rows z_j
// of the stream, those that some function was changed by. Only the newest are kept where their
// number is limited.
#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "data/saved_rows.hpp"
#include "kernels/growing_points.hpp"
#include "masters/learned_functions.hpp"
#include "masters/scaled_weights.hpp"
#include "model/kernel_expansion.hpp"

namespace coppice {
namespace {

constexpr std::int64_t most_saved_rows = std::int64_t{1} << 53;

class learned_expansions final : public learned_functions {
 public:
  learned_expansions(const learned_setting& setting, std::shared_ptr<const kernel> by,
                     const feature_matrix& rows)
      : setting_(setting),
        points_(std::move(by), rows),
        functions_(static_cast<std::size_t>(setting.scores)) {}

  learned_expansions(const learned_setting& setting, document& saved,
                     const custom_kernels& callbacks)
      : learned_expansions(
            setting,
            std::make_shared<const kernel>(saved.at("kernel"), setting.features, callbacks),
            load_rows(saved.at("rows"), setting.features, most_saved_rows)) {
    document::array_type& all = saved.array("functions");
    if (all.size() != functions_.size()) fail_damaged("its functions do not fit its classes");
    for (std::size_t s = 0; s < all.size(); ++s) {
      function& f = functions_[s];
      f.scale = all[s].finite_number("scale");
      f.squared_norm = all[s].finite_number("squared_norm");
      f.v = all[s].take_finite_numbers("coefficients");
      if (static_cast<std::int64_t>(f.v.size()) != terms() || !(f.scale > 0 && f.scale <= 1) ||
          f.squared_norm < 0)
        fail_damaged("its coefficients do not fit its rows");
    }
    if (setting.most_terms > 0 && terms() > setting.most_terms)
      fail_damaged("it has more rows than it may keep");
  }

  void decide(const listed_row& x, double /*squared_norm*/, double* out) override {
    const double* const k = points_.compare(x);
    for (std::size_t s = 0; s < functions_.size(); ++s) {
      function& f = functions_[s];
      double sum = 0;
      for (std::int64_t j = 0; j < terms(); ++j) sum += f.v[j] * (k[j] + setting_.constant);
      out[s] = f.value = f.scale * sum;
      if (!std::isfinite(f.value))
        fail(COPPICE_INVALID_DATA,
             "the kernel of the row with those before makes the decision value ", f.value,
             "; expected rows for which kernel ", points_.by()->text(), " is finite");
    }
  }

  void step(const listed_row& x, const std::vector<change>& changes, double radius) override {
    const bool adds = std::any_of(changes.begin(), changes.end(),
                                  [](const change& one) { return one.amount != 0; });
    double itself = 0;
    if (adds) {
      if (std::isfinite(radius)) itself = checked_with_itself(x);
      points_.prepare(x);
      for (function& f : functions_)
        if (f.v.size() == f.v.capacity()) f.v.reserve(2 * f.v.size() + 1);
      points_.commit();
    }
    for (std::size_t s = 0; s < functions_.size(); ++s)
      functions_[s].take(changes[s], adds, itself, radius);
    while (setting_.most_terms > 0 && terms() > setting_.most_terms) {
      points_.drop_oldest();
      for (function& f : functions_) f.v.erase(f.v.begin());
    }
  }

  [[nodiscard]] std::unique_ptr<model> snapshot(training_report report,
                                                std::vector<double> bias) const override {
    std::vector<double> coefficients;
    for (std::int64_t j = 0; j < terms(); ++j)
      for (std::size_t s = 0; s < functions_.size(); ++s) {
        const double a = functions_[s].scale * functions_[s].v[j];
        coefficients.push_back(a);
        bias[s] += a * setting_.constant;
      }
    return std::make_unique<kernel_expansion>(
        kernel_expansion_parts{points_.by(), points_.rows(), std::move(coefficients),
                               std::move(bias)},
        std::move(report), progress());
  }

  [[nodiscard]] document save() const override {
    document all = document::array_type();
    for (const function& f : functions_)
      all.push_back(document()
                        .with("scale", f.scale)
                        .with("squared_norm", f.squared_norm)
                        .with("coefficients", f.v));
    return document()
        .with("kernel", points_.by()->save())
        .with("rows", save_rows(points_.rows()))
        .with("functions", std::move(all));
  }

  [[nodiscard]] std::int64_t terms() const noexcept override { return points_.size(); }

 private:
  struct function {
    double scale = 1;
    double squared_norm = 0;  // where there is a ball
    std::vector<double> v;
    double value = 0;  // of the row that was decided last

    /// Needs no memory beyond what was reserved.
    void take(const change& by, bool adds, double itself, double radius) noexcept {
      shrink(by.factor);
      if (adds) v.push_back(by.amount / scale);
      if (!std::isfinite(radius)) return;
      squared_norm =
          std::max(0.0, squared_norm + by.amount * (2 * by.factor * value + by.amount * itself));
      const double most = radius * radius;
      if (squared_norm <= most) return;
      shrink(radius / std::sqrt(squared_norm));
      squared_norm = most;
    }

    void shrink(double factor) noexcept {
      squared_norm *= factor * factor;
      const double next = scale * factor;
      const bool folds = next < least_scale;
      for (std::size_t j = 0; folds && j < v.size(); ++j) v[j] *= next;
      scale = folds ? 1 : next;
    }
  };

  [[nodiscard]] double checked_with_itself(const listed_row& x) {
    const double itself = points_.compare_with_itself(x) + setting_.constant;
    if (std::isfinite(itself)) return itself;
    fail(COPPICE_INVALID_DATA, "the kernel of the row with itself is ", itself,
         "; expected rows for which kernel ", points_.by()->text(), " is finite");
  }

  learned_setting setting_;
  growing_points points_;
  std::vector<function> functions_;  // one a score
};

}  // namespace

std::unique_ptr<learned_functions> make_learned_expansions(const learned_setting& setting,
                                                           std::shared_ptr<const kernel> by) {
  return std::make_unique<learned_expansions>(setting, std::move(by),
                                              feature_matrix(sparse_rows(), setting.features));
}

std::unique_ptr<learned_functions> load_learned_expansions(const learned_setting& setting,
                                                           document& saved,
                                                           const custom_kernels& callbacks) {
  return std::make_unique<learned_expansions>(setting, saved, callbacks);
}

}  // namespace coppice

#include "model/map_classifiers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/error.hpp"
#include "core/numbers.hpp"

namespace coppice {
namespace {

// ------------------------------------------------------------------------------------- linear

class linear_classifier final : public map_classifier {
 public:
  explicit linear_classifier(linear_decision by) : by_(std::move(by)) {}
  static constexpr const char* name = "linear";
  [[nodiscard]] const char* kind() const noexcept override { return name; }
  [[nodiscard]] std::int64_t width() const noexcept override {
    return static_cast<std::int64_t>(by_.weights.size() / by_.bias.size());
  }
  [[nodiscard]] std::int64_t scores() const noexcept override {
    return static_cast<std::int64_t>(by_.bias.size());
  }
  void decide(const double* mapped, std::int64_t rows, double* out) const override {
    const std::int64_t wide = width();
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t s = 0; s < scores(); ++s)
        *out++ = by_.bias[s] + dot(by_.weights.data() + s * wide, mapped + i * wide, wide);
  }
  [[nodiscard]] double row_cost() const noexcept override {
    return static_cast<double>(by_.weights.size());
  }
  [[nodiscard]] std::vector<double> weights() const override {
    std::vector<double> turned;
    turned.reserve(by_.weights.size());
    for (std::int64_t j = 0; j < width(); ++j)
      for (std::int64_t s = 0; s < scores(); ++s) turned.push_back(by_.weights[s * width() + j]);
    return turned;
  }
  [[nodiscard]] std::vector<double> bias() const override { return by_.bias; }
  [[nodiscard]] document save() const override {
    return document().with("weights", by_.weights).with("bias", by_.bias);
  }

 private:
  linear_decision by_;
};

// --------------------------------------------------------------------------------- neighbours

/// |a - b|^2 in the eight partial sums of dot().
double squared_distance(const double* a, const double* b, std::int64_t n) {
  constexpr std::int64_t lanes = 8;
  std::array<double, lanes> partial{};
  std::int64_t i = 0;
  for (; i + lanes <= n; i += lanes)
    for (std::int64_t k = 0; k < lanes; ++k) {
      const double apart = a[i + k] - b[i + k];
      partial[k] += apart * apart;
    }
  for (std::int64_t k = 0; i < n; ++i, ++k) {
    const double apart = a[i] - b[i];
    partial[k] += apart * apart;
  }
  return added_up(partial);
}

/// The nearest rows so far: a heap, the farthest of them on top.
class nearest_rows {
 public:
  explicit nearest_rows(std::int64_t most) : most_(static_cast<std::size_t>(most)) {
    found_.reserve(most_);
  }
  void offer(double distance, std::int64_t row) {
    if (std::isnan(distance)) distance = std::numeric_limits<double>::infinity();
    if (found_.size() == most_) {
      if (!(distance < found_.front().first)) return;  // rows come in their order
      std::pop_heap(found_.begin(), found_.end());
      found_.pop_back();
    }
    found_.emplace_back(distance, row);
    std::push_heap(found_.begin(), found_.end());
  }
  /// In the order of the rows, so that sums over them have one order.
  [[nodiscard]] std::vector<std::int64_t> rows() const {
    std::vector<std::int64_t> rows;
    for (const auto& [distance, row] : found_) rows.push_back(row);
    std::sort(rows.begin(), rows.end());
    return rows;
  }

 private:
  std::size_t most_;
  std::vector<std::pair<double, std::int64_t>> found_;
};

class neighbour_classifier final : public map_classifier {
 public:
  neighbour_classifier(neighbouring_rows by, std::int64_t scores)
      : by_(std::move(by)),
        scores_(scores),
        rows_(static_cast<std::int64_t>(by_.expected.size()) / scores) {}
  static constexpr const char* name = "neighbours";
  [[nodiscard]] const char* kind() const noexcept override { return name; }
  [[nodiscard]] std::int64_t width() const noexcept override { return by_.width; }
  [[nodiscard]] std::int64_t scores() const noexcept override { return scores_; }

  /// Every row of the training set is compared with all that are to be decided while it is at hand.
  void decide(const double* mapped, std::int64_t rows, double* out) const override {
    std::vector<nearest_rows> nearest(static_cast<std::size_t>(rows), nearest_rows(by_.neighbours));
    for (std::int64_t k = 0; k < rows_; ++k) {
      const double* const other = by_.mapped.data() + k * by_.width;
      for (std::int64_t i = 0; i < rows; ++i)
        nearest[i].offer(squared_distance(mapped + i * by_.width, other, by_.width), k);
    }
    for (const nearest_rows& of_row : nearest) {
      const std::vector<std::int64_t> found = of_row.rows();
      for (std::int64_t s = 0; s < scores_; ++s) {
        double sum = 0;
        double total = 0;
        for (const std::int64_t k : found) {
          const double weight = by_.weights.empty() ? 1 : by_.weights[k];
          sum += weight * static_cast<double>(by_.expected[k * scores_ + s]);
          total += weight;
        }
        *out++ = sum / total;
      }
    }
  }
  [[nodiscard]] double row_cost() const noexcept override {
    return static_cast<double>(by_.mapped.size());
  }
  [[nodiscard]] document save() const override {
    document saved = document()
                         .with("neighbours", by_.neighbours)
                         .with("mapped", by_.mapped)
                         .with("expected", by_.expected);
    if (!by_.weights.empty()) saved.add("row_weights", by_.weights);
    return saved;
  }

 private:
  neighbouring_rows by_;
  std::int64_t scores_;
  std::int64_t rows_;
};

std::unique_ptr<const map_classifier> load_linear(document& saved, std::int64_t width,
                                                  std::int64_t scores) {
  linear_decision by = {saved.take_finite_numbers("weights"), saved.take_finite_numbers("bias")};
  if (static_cast<std::int64_t>(by.bias.size()) != scores ||
      static_cast<std::int64_t>(by.weights.size()) != scores * width)
    fail_damaged(text("a map of ", width, " numbers and ", scores, " scores do not fit ",
                      by.weights.size(), " weights and ", by.bias.size(), " biases"));
  return make_linear_classifier(std::move(by));
}

std::unique_ptr<const map_classifier> load_neighbours(document& saved, std::int64_t width,
                                                      std::int64_t scores) {
  neighbouring_rows by;
  by.width = width;
  by.mapped = saved.take_finite_numbers("mapped");
  const std::vector<double> expected = saved.take_finite_numbers("expected");
  const auto rows = static_cast<std::int64_t>(expected.size()) / scores;
  if (rows < 1 || rows * scores != static_cast<std::int64_t>(expected.size()) ||
      static_cast<std::int64_t>(by.mapped.size()) != rows * width)
    fail_damaged(text("a map of ", width, " numbers and ", scores, " scores do not fit ",
                      by.mapped.size(), " numbers of its mapped rows and ", expected.size(),
                      " that are expected of them"));
  for (const double one : expected) {
    if (one != -1 && one != 1) fail_damaged(text("a row is expected to be ", one, "; -1 or 1"));
    by.expected.push_back(static_cast<float>(one));
  }
  by.neighbours = saved.integer("neighbours", 1, rows);
  if (saved.has("row_weights")) {
    by.weights = saved.take_finite_numbers("row_weights");
    if (static_cast<std::int64_t>(by.weights.size()) != rows ||
        *std::min_element(by.weights.begin(), by.weights.end()) <= 0)
      fail_damaged(text("it has ", by.weights.size(), " row_weights; expected ", rows,
                        ", all of them positive"));
  }
  return make_neighbour_classifier(std::move(by), scores);
}

}  // namespace

std::unique_ptr<const map_classifier> make_linear_classifier(linear_decision by) {
  return std::make_unique<linear_classifier>(std::move(by));
}

std::unique_ptr<const map_classifier> make_neighbour_classifier(neighbouring_rows by,
                                                                std::int64_t scores) {
  return std::make_unique<neighbour_classifier>(std::move(by), scores);
}

std::unique_ptr<const map_classifier> load_map_classifier(document& saved, std::int64_t width,
                                                          std::int64_t scores) {
  const std::string kind = saved.string("kind");
  if (kind == linear_classifier::name) return load_linear(saved, width, scores);
  if (kind == neighbour_classifier::name) return load_neighbours(saved, width, scores);
  fail_damaged(text("its classifier is of kind ", in_quotes(kind),
                    ", which this version does not know; expected linear or neighbours"));
}

}  // namespace coppice

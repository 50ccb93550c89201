#include "pools/tree_pruning.hpp"

#include <array>
#include <cmath>

namespace coppice {
namespace {

/// z that a standard normal number exceeds with this probability, by Quinlan's table.
double normal_deviation(double probability) {
  struct entry {
    double probability;
    double z;
  };
  static constexpr std::array<entry, 9> table = {{{0, 4},
                                                  {0.001, 3.09},
                                                  {0.005, 2.58},
                                                  {0.01, 2.33},
                                                  {0.05, 1.65},
                                                  {0.1, 1.28},
                                                  {0.2, 0.84},
                                                  {0.4, 0.25},
                                                  {1, 0}}};
  std::size_t k = 1;
  while (probability > table[k].probability) ++k;
  const entry& left = table[k - 1];
  const entry& right = table[k];
  const double share = (probability - left.probability) / (right.probability - left.probability);
  return left.z + share * (right.z - left.z);
}

class error_limit {
 public:
  explicit error_limit(double confidence)
      : log_confidence_(std::log(confidence)), z_(normal_deviation(confidence)) {}

  /// N U(E, N).
  [[nodiscard]] double expected_errors(double cases, double errors) const {
    constexpr double almost_one = 0.9999;
    if (errors >= almost_one) return from_one_on(cases, errors);
    const double of_none = -cases * std::expm1(log_confidence_ / cases);
    if (errors < 1e-6) return of_none;
    return of_none + errors * (from_one_on(cases, 1) - of_none);
  }

 private:
  [[nodiscard]] double from_one_on(double cases, double errors) const {
    if (errors + 0.5 >= cases) return errors + 0.67 * (cases - errors);
    const double e = errors + 0.5;
    const double squared = z_ * z_;
    const double spread = z_ * std::sqrt(e * (1 - e / cases) + squared / 4);
    return cases * (e + squared / 2 + spread) / (cases + squared);
  }

  double log_confidence_;
  double z_;
};

}  // namespace

std::vector<std::int32_t> prune(const std::vector<prunable_node>& nodes, double confidence,
                                const progress& report) {
  constexpr double margin = 0.1;
  const error_limit limit(confidence);
  const auto count = static_cast<std::int64_t>(nodes.size());
  std::vector<double> errors(nodes.size());  // expected of the subtree of each
  std::vector<char> becomes_leaf(nodes.size(), 0);
  for (std::int64_t n = count - 1; n >= 0; --n) {
    report.poll_at(n);
    const prunable_node& node = nodes[n];
    errors[n] = limit.expected_errors(node.cases, node.errors);
    if (node.below < 0) continue;
    const double of_leaves = errors[node.below] + errors[node.above];
    becomes_leaf[n] = n > 0 && errors[n] <= of_leaves + margin ? 1 : 0;
    if (becomes_leaf[n] == 0) errors[n] = of_leaves;
  }
  std::vector<std::int32_t> stands_for(nodes.size(), 0);
  for (std::int64_t n = 0; n < count; ++n) {
    report.poll_at(n);
    const prunable_node& node = nodes[n];
    if (node.below < 0) continue;
    const bool stays = stands_for[n] == n && becomes_leaf[n] == 0;
    stands_for[node.below] = stays ? node.below : stands_for[n];
    stands_for[node.above] = stays ? node.above : stands_for[n];
  }
  return stands_for;
}

}  // namespace coppice

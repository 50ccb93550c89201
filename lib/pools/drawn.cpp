#include "pools/drawn.hpp"

#include <limits>

#include "learners/outputs.hpp"

namespace coppice {
namespace {

class drawn_learners final : public pool {
 public:
  drawn_learners(std::unique_ptr<pool> from, const dataset& examples, thread_team& team,
                 progress& report)
      : from_(std::move(from)), examples_(examples), team_(team), report_(report) {}

  pricing price(const residual_rows& /*residual*/, double /*least*/) override {
    pricing offered;
    if (next_.empty()) next_ = from_->draw(1);
    if (next_.empty()) return offered;
    offered.candidate = 0;
    offered.merit = std::numeric_limits<double>::infinity();  // whatever it is worth
    return offered;
  }

  std::unique_ptr<weak_learners> choose(std::int64_t /*candidate*/, float* column) override {
    std::unique_ptr<weak_learners> chosen = std::move(next_.front());
    next_.clear();
    compute_outputs(*chosen, examples_, team_, report_, column);
    return chosen;
  }

  std::vector<std::unique_ptr<weak_learners>> draw(std::int64_t count) override {
    return from_->draw(count);
  }

 private:
  std::unique_ptr<pool> from_;
  const dataset& examples_;
  thread_team& team_;
  progress& report_;
  std::vector<std::unique_ptr<weak_learners>> next_;  // one, or none
};

}  // namespace

std::unique_ptr<pool> make_drawn(std::unique_ptr<pool> from, const dataset& examples,
                                 thread_team& team, progress& report) {
  return std::make_unique<drawn_learners>(std::move(from), examples, team, report);
}

}  // namespace coppice

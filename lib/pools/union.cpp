// A union of pools: the best learner of all members is offered. Members are disjoint by definition:
// a stump that two of them have is two learners, as in the sum of the members' kernels it counts
// twice. So the squared scores outside add up, and are finite where every member's are.
#include <algorithm>

#include "core/error.hpp"
#include "core/random.hpp"
#include "pools/pool.hpp"

namespace coppice {

const pool_kind& union_pool();

namespace {

class pool_union final : public pool {
 public:
  explicit pool_union(const pool_setting& setting) {
    if (setting.wanted.members.empty())
      fail(COPPICE_INVALID_STATE,
           "pool union has no members; add them with coppice_pool_add before the fit");
    for (pool_specification& member : setting.wanted.members)
      members_.push_back(create_pool(setting.examples, member, setting.team, setting.report,
                                     stream_seed(setting.seed, members_.size())));
  }

  pricing price(const residual_rows& residual, double least) override {
    excluded_of_.clear();
    return best_of([&](pool& member) { return member.price(residual, least); });
  }

  pricing price_another(const residual_rows& residual, double least) override {
    return best_of([&](pool& member) { return member.price_another(residual, least); });
  }

  [[nodiscard]] bool offers_unlike() const override {
    return std::all_of(members_.begin(), members_.end(),
                       [](const auto& member) { return member->offers_unlike(); });
  }

  std::unique_ptr<weak_learners> choose(std::int64_t candidate, float* column) override {
    auto chosen = members_[best_member_]->choose(candidate, column);
    chosen->set_member(static_cast<std::int64_t>(best_member_));
    return chosen;
  }

  void exclude(std::int64_t candidate) override {
    members_[best_member_]->exclude(candidate);
    excluded_of_.push_back(best_member_);
  }

  [[nodiscard]] bool readmits() const override {
    return std::all_of(members_.begin(), members_.end(),
                       [](const auto& member) { return member->readmits(); });
  }
  void readmit(const std::vector<std::int64_t>& numbers) override {
    for (std::size_t m = 0; m < members_.size(); ++m) {
      std::vector<std::int64_t> of_member;
      for (const std::int64_t k : numbers)
        if (excluded_of_[k] == m)
          of_member.push_back(std::count(excluded_of_.begin(), excluded_of_.begin() + k, m));
      members_[m]->readmit(of_member);
    }
  }

  /// From the members in turn, and on from call to call.
  std::vector<std::unique_ptr<weak_learners>> draw(std::int64_t count) override {
    const auto members = static_cast<std::int64_t>(members_.size());
    std::vector<std::int64_t> wanted(members_.size(), count / members);
    for (std::int64_t k = 0; k < count % members; ++k) ++wanted[(next_member_ + k) % members];
    next_member_ = (next_member_ + count) % members;
    std::vector<std::unique_ptr<weak_learners>> drawn;
    for (std::int64_t k = 0; k < members; ++k) {
      for (auto& learner : members_[k]->draw(wanted[k])) {
        learner->set_member(k);
        drawn.push_back(std::move(learner));
      }
    }
    return drawn;
  }

 private:
  template <class Price>
  pricing best_of(const Price& price_member) {
    pricing best;
    best.squared_outside = 0;
    for (std::size_t k = 0; k < members_.size(); ++k) {
      const pricing of_member = price_member(*members_[k]);
      best.squared_outside += of_member.squared_outside;
      if (of_member.candidate == pricing::none) continue;
      if (best.offer(of_member.candidate, of_member.merit)) best_member_ = k;
    }
    return best;
  }

  std::vector<std::unique_ptr<pool>> members_;
  std::int64_t next_member_ = 0;          // to draw from
  std::size_t best_member_ = 0;           // whose candidate the last pricing offered
  std::vector<std::size_t> excluded_of_;  // members, since the last pricing
};

}  // namespace

const pool_kind& union_pool() {
  static const pool_kind kind = {
      "union",
      "the best learner of several pools, each on all features or on a view of them",
      {},
      [](const pool_setting& setting) -> std::unique_ptr<pool> {
        return std::make_unique<pool_union>(setting);
      },
      {},
      true,  // each member says for itself
      true};
  return kind;
}

bool is_union(const pool_kind& kind) {
  return &kind == &union_pool();
}

}  // namespace coppice

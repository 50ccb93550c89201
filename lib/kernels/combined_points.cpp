#include "kernels/combined_points.hpp"

#include <algorithm>
#include <utility>

#include "core/few_numbers.hpp"

namespace coppice {
namespace {

class combined_points final : public kernel_points {
 public:
  combined_points(const combination& by, std::vector<combined_member> members)
      : by_(by), members_(std::move(members)) {}

  [[nodiscard]] std::int64_t size() const noexcept override {
    return members_.front().points->size();
  }

  [[nodiscard]] bool calls_back() const noexcept override {
    return std::any_of(members_.begin(), members_.end(),
                       [](const combined_member& member) { return member.points->calls_back(); });
  }

  void compare(const few_rows& x, std::int64_t first, std::int64_t count,
               double* out) const override {
    combine(count * places_of_rows(x.count()), out, [&](std::size_t m, double* values) {
      members_[m].points->compare(x, first, count, values);
    });
  }

  [[nodiscard]] std::unique_ptr<const ready_rows> ready(const few_rows& x) const override {
    return std::make_unique<const ready_members>(*this, x);
  }

 private:
  class ready_members final : public ready_rows {
   public:
    ready_members(const combined_points& points, const few_rows& x)
        : points_(points), places_(places_of_rows(x.count())) {
      for (const combined_member& member : points.members_)
        members_.push_back(member.points->ready(x));
    }

    void compare(std::int64_t first, std::int64_t count, double* out) const override {
      points_.combine(count * places_, out, [&](std::size_t m, double* values) {
        members_[m]->compare(first, count, values);
      });
    }

   private:
    const combined_points& points_;
    std::int64_t places_;
    std::vector<std::unique_ptr<const ready_rows>> members_;
  };

  /// compare(m, values) writes those of a member. What comes next is on the heap: combinations may
  /// be nested 32 deep, and stacks be small.
  template <class Compare>
  void combine(std::int64_t values, double* out, const Compare& compare) const {
    few_numbers next(values);
    compare(0, out);
    double diagonal = members_.front().diagonal;
    for (std::size_t m = 1; m < members_.size(); ++m) {
      compare(m, next.data());
      by_.combine(out, next.data(), values, diagonal, members_[m].diagonal);
      diagonal = by_.diagonal(diagonal, members_[m].diagonal);
    }
  }

  const combination& by_;
  std::vector<combined_member> members_;
};

}  // namespace

std::unique_ptr<kernel_points> make_combined_points(const combination& by,
                                                    std::vector<combined_member> members) {
  return std::make_unique<combined_points>(by, std::move(members));
}

}  // namespace coppice

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

  void compare(const row_block& x, std::int64_t first, std::int64_t count,
               double* out) const override {
    const std::int64_t values = count * places_of(x);
    few_numbers next(values);
    members_.front().points->compare(x, first, count, out);
    double diagonal = members_.front().diagonal;
    for (std::size_t m = 1; m < members_.size(); ++m) {
      members_[m].points->compare(x, first, count, next.data());
      by_.combine(out, next.data(), values, diagonal, members_[m].diagonal);
      diagonal = by_.diagonal(diagonal, members_[m].diagonal);
    }
  }

 private:
  const combination& by_;
  std::vector<combined_member> members_;
};

}  // namespace

std::unique_ptr<kernel_points> make_combined_points(const combination& by,
                                                    std::vector<combined_member> members) {
  return std::make_unique<combined_points>(by, std::move(members));
}

}  // namespace coppice

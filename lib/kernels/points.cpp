#include "kernels/points.hpp"

#include <vector>

namespace coppice {
namespace {

class ready_block final : public ready_rows {
 public:
  ready_block(const kernel_points& points, const few_rows& x)
      : points_(points), x_(x.block(room_)) {}

  void compare(std::int64_t first, std::int64_t count, double* out) const override {
    points_.compare(x_, first, count, out);
  }

 private:
  const kernel_points& points_;
  std::vector<double> room_;
  few_rows x_;
};

}  // namespace

std::unique_ptr<const ready_rows> kernel_points::ready(const few_rows& x) const {
  return std::make_unique<const ready_block>(*this, x);
}

}  // namespace coppice

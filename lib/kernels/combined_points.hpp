// Rows that a combination of kernels compares: those of every member.
#pragma once

#include <memory>
#include <vector>

#include "kernels/kernel.hpp"

namespace coppice {

struct combined_member {
  std::unique_ptr<kernel_points> points;
  double diagonal;  // K(x, x), where the combination needs it
};

std::unique_ptr<kernel_points> make_combined_points(const combination& by,
                                                    std::vector<combined_member> members);

}  // namespace coppice

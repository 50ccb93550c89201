#include "data/missing_values.hpp"

#include "core/error.hpp"

namespace coppice {

void needed_features::refuse(const std::string& place, std::int64_t feature) const {
  fail(COPPICE_INVALID_DATA, place, " is nan; ", what, by[feature], " cannot take missing values; ",
       remedy);
}

void check_present(const char* argument, const strided_matrix<double>& x,
                   const needed_features& needed) {
  if (needed.by.empty()) return;
  for (std::int64_t i = 0; i < x.rows; ++i)
    for (std::int64_t d = 0; d < x.features; ++d)
      if (needed.by[d] != nullptr && std::isnan(x.row(i)[d * x.column_stride]))
        needed.refuse(text(argument, "[row ", i, ", feature ", d, "]"), d);
}

}  // namespace coppice

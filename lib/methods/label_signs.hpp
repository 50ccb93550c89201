// Labels as signs, L of kernel combination: -1 or +1 for every row and score. Of two classes there
// is one score, +1 for the later; of more there is one for each class. Several numbers a row are
// labels of which a row may have any: all are -1 and +1, or 0 and 1.
#pragma once

#include "core/linear_algebra.hpp"
#include "data/dataset.hpp"
#include "model/training_report.hpp"

namespace coppice {

/// Rows x scores, of a dataset that messages call `who`, by the classes or outputs that the report
/// has. A row of a class that it does not have is -1 throughout.
matrix label_signs(const dataset& examples, const training_report& to, const char* who,
                   const progress& report);

/// Throws COPPICE_INVALID_DATA where a label is the same in all rows.
void check_labels_differ(const matrix& signs);

}  // namespace coppice

#include "pools/offered_columns.hpp"

#include "core/error.hpp"

namespace coppice {

option max_bins_option() {
  return integer_option(
      "max_bins", "0", 0, "max_bins = 0 or max_bins >= 2",
      "most bins a feature of numbers is cut into, of about equal weight; 0 for exact");
}

std::shared_ptr<const binned_columns> bins_by_option(const pool_setting& setting) {
  const std::int64_t max_bins = setting.wanted.options.integer("max_bins");
  if (max_bins == 1)
    fail(COPPICE_INVALID_OPTION, "option max_bins of pool ", setting.wanted.kind->name,
         " is 1, which leaves nothing to cut; expected 0 for exact, or max_bins >= 2");
  return setting.examples.bins(max_bins, setting.team, setting.report);
}

std::vector<std::int64_t> offered_columns(const binned_columns& bins, const pool_setting& setting) {
  std::vector<char> named;  // only with names: sparse sets may be very wide
  if (setting.features != nullptr) {
    setting.report.resize(named, setting.examples.features());
    for (const std::int64_t feature : *setting.features) named[feature] = 1;
  }
  std::vector<std::int64_t> offered;
  for (std::int64_t c = 0; c < static_cast<std::int64_t>(bins.columns().size()); ++c) {
    setting.report.poll_at(c);
    if (setting.features == nullptr || named[bins.columns()[c].feature] != 0) offered.push_back(c);
  }
  return offered;
}

}  // namespace coppice

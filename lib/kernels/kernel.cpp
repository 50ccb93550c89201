#include "kernels/kernel.hpp"

#include <algorithm>
#include <utility>

#include "core/error.hpp"
#include "kernels/combined_points.hpp"
#include "kernels/pair_points.hpp"
#include "kernels/precomputed.hpp"
#include "kernels/range_options.hpp"
#include "kernels/registry.hpp"

namespace coppice {

kernel::kernel(const kernel_specification& wanted, const kernel_setting& setting)
    : kernel(wanted, setting, false) {
  check_matrices(setting.examples.features());
}

kernel::kernel(const kernel_specification& wanted, const kernel_setting& setting, bool full)
    : specification_{wanted.kind, wanted.options, wanted.view, {}} {
  const bool of_members = members_are_full(full);
  for (const kernel_specification& member : wanted.members)
    members_.push_back(kernel(member, setting, of_members));
  if (!is_combination(*wanted.kind)) {
    const dataset& examples = setting.examples;
    dataset::feature_list features = wanted.view.empty() ? nullptr : examples.view(wanted.view);
    feature_extent extent =
        extent_of(examples, std::move(features), wanted.kind->extent, setting.team, setting.report);
    if (wanted.options.has("lower")) widen_range(wanted.options, extent);
    extent_ = std::make_shared<const feature_extent>(std::move(extent));
  }
  settle(full, setting.callbacks);
  if (given_ != nullptr) given_->check(setting.examples, setting.report);
}

bool kernel::members_are_full(bool full) const {
  return full ||
         (is_combination(*specification_.kind) && specification_.kind->of_members->needs_full);
}

/// What the kernel is, from the extent or the members.
void kernel::settle(bool full, const custom_kernels& callbacks) {
  const kernel_kind& kind = *specification_.kind;
  if (kind.of_given != nullptr) {
    given_ = kind.of_given({specification_.options, extent_, callbacks});
    return;
  }
  if (!is_combination(kind)) {
    function_ = kind.of_pairs({specification_.options, *extent_, full});
    diagonal_ = function_.diagonal;
    return;
  }
  const combination& by = *kind.of_members;
  diagonal_ = members_.front().diagonal_;
  for (const kernel& member : members_) {
    if (by.needs_diagonal && !member.diagonal_)
      fail(COPPICE_INVALID_ARGUMENT, "kernel ", kind.name, " has the member ",
           in_quotes(member.text()),
           "; expected kernels whose K(x, x) is the same for all rows, such as stump");
    if (&member == &members_.front()) continue;
    const bool known = diagonal_ && member.diagonal_;
    diagonal_ = known ? std::optional(by.diagonal(*diagonal_, *member.diagonal_)) : std::nullopt;
  }
}

void kernel::add_leaves(std::vector<const kernel*>& to) const {
  if (!is_combination(*specification_.kind)) to.push_back(this);
  for (const kernel& member : members_) member.add_leaves(to);
}

/// Features that are a kernel's values are not values of rows for other members.
void kernel::check_matrices(std::int64_t features) const {
  std::vector<const kernel*> leaves;
  add_leaves(leaves);
  std::vector<const kernel*> looks_at(static_cast<std::size_t>(features), nullptr);
  for (const kernel* leaf : leaves)
    for (std::int64_t d = 0; d < leaf->extent_->width; ++d) {
      const std::int64_t feature =
          leaf->extent_->features == nullptr ? d : (*leaf->extent_->features)[d];
      const kernel*& other = looks_at[feature];
      if (other == nullptr) other = leaf;
      if ((leaf->given_ != nullptr && leaf->given_->are_columns()) ==
          (other->given_ != nullptr && other->given_->are_columns()))
        continue;
      fail(COPPICE_INVALID_ARGUMENT, "kernels ", in_quotes(other->text()), " and ",
           in_quotes(leaf->text()), " both look at feature ", feature,
           "; expected views that keep the columns of a precomputed kernel apart");
    }
}

std::string kernel::text() const {
  return text_of(whole_specification());
}

kernel_specification kernel::whole_specification() const {
  kernel_specification whole = specification_;
  for (const kernel& member : members_) whole.members.push_back(member.whole_specification());
  return whole;
}

feature_matrix kernel::support_vectors_of(const feature_matrix& rows,
                                          const progress& report) const {
  std::vector<const kernel*> leaves;
  add_leaves(leaves);
  std::vector<const feature_extent*> matrices;
  for (const kernel* leaf : leaves)
    if (leaf->given_ != nullptr && leaf->given_->are_columns())
      matrices.push_back(leaf->extent_.get());
  return matrices.empty() ? rows : as_columns(rows, matrices, report);
}

std::unique_ptr<kernel_points> kernel::points_of(const feature_matrix& rows,
                                                 const progress& report) const {
  if (given_ != nullptr) return given_->points_of(rows, report);
  if (!is_combination(*specification_.kind))
    return make_pair_points(rows, extent_, function_, report);
  std::vector<combined_member> combined;
  for (const kernel& member : members_)
    combined.push_back({member.points_of(rows, report), member.diagonal_.value_or(0)});
  return make_combined_points(*specification_.kind->of_members, std::move(combined));
}

bool kernel::compares_alike(const kernel& other) const {
  if (text() != other.text()) return false;
  std::vector<const kernel*> leaves;
  std::vector<const kernel*> others;
  add_leaves(leaves);
  other.add_leaves(others);
  const auto alike = [](const kernel* one, const kernel* another) {
    if (one->given_ != nullptr) return !one->given_->are_columns();
    return one->function_.numbers == another->function_.numbers &&
           one->diagonal_ == another->diagonal_ &&
           (one->function_.mapping == row_mapping::none ||
            one->extent_->maps_alike(*another->extent_));
  };
  return std::equal(leaves.begin(), leaves.end(), others.begin(), others.end(), alike);
}

std::vector<additive_part> kernel::additive_parts() const {
  if (!is_combination(*specification_.kind)) {
    if (!function_.additive) return {};
    return {{extent_.get(), function_.mapping, *function_.additive}};
  }
  std::vector<additive_part> all;
  if (!specification_.kind->of_members->is_sum) return all;
  for (const kernel& member : members_) {
    const std::vector<additive_part> parts = member.additive_parts();
    if (parts.empty()) return {};
    all.insert(all.end(), parts.begin(), parts.end());
  }
  return all;
}

std::vector<std::string> kernel::warnings() const {
  std::vector<std::string> all = function_.warnings;
  for (const kernel& member : members_)
    for (std::string& warning : member.warnings()) all.push_back(std::move(warning));
  return all;
}

document kernel::save() const {
  if (!is_combination(*specification_.kind))
    return document().with("kernel", text()).with("extent", extent_->save());
  document members = document::array_type();
  for (const kernel& member : members_) members.push_back(member.save());
  return document().with("kernel", specification_.kind->name).with("members", std::move(members));
}

namespace {

/// Of a kernel without its members, which stand beside it.
kernel_specification load_specification(document& saved) {
  const std::string& written = saved.string("kernel");
  if (saved.has("members")) {
    const kernel_kind& kind = find_kernel_kind(written);
    if (is_combination(kind)) return {&kind, option_values(kind.options, ""), "", {}};
    fail_damaged(text("its kernel ", kind.name, " has members"));
  }
  return parse_kernel(written);
}

kernel_specification loaded_specification(document& saved) {
  try {
    return load_specification(saved);
  } catch (const error& wrong) {
    if (wrong.status() == COPPICE_MODEL_ERROR) throw;
    fail_damaged(wrong.what());
  }
}

}  // namespace

kernel::kernel(document& saved, std::int64_t features, const custom_kernels& callbacks)
    : kernel(saved, features, callbacks, false) {}

kernel::kernel(document& saved, std::int64_t features, const custom_kernels& callbacks, bool full)
    : specification_(loaded_specification(saved)) {
  if (is_combination(*specification_.kind)) {
    document::array_type& members = saved.array("members");
    if (members.size() < 2) fail_damaged("its kernel combines fewer than two members");
    for (document& member : members)
      members_.push_back(kernel(member, features, callbacks, members_are_full(full)));
  } else {
    extent_ = std::make_shared<const feature_extent>(
        load_extent(saved.object("extent"), specification_.kind->extent, features));
  }
  try {
    settle(full, callbacks);
  } catch (const error& wrong) {
    if (wrong.status() == COPPICE_UNAVAILABLE) throw;
    fail_damaged(wrong.what());
  }
}

}  // namespace coppice

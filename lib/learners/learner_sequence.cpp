#include "learners/learner_sequence.hpp"

#include <algorithm>

#include "core/error.hpp"

namespace coppice {

void learner_sequence::append(std::unique_ptr<weak_learners> learners) {
  if (parts_.empty() || std::string_view(parts_.back()->kind()) != learners->kind() ||
      parts_.back()->member() != learners->member())
    return append_part(std::move(learners));
  parts_.back()->append(*learners);
  size_ += learners->size();
}

void learner_sequence::append_part(std::unique_ptr<weak_learners> learners) {
  const std::int64_t added = learners->size();
  parts_.push_back(std::move(learners));
  size_ += added;
}

void learner_sequence::append_copy(const weak_learners& learners, std::int64_t first,
                                   std::int64_t count) {
  std::unique_ptr<weak_learners> copy = learners.make_empty();
  copy->set_member(learners.member());
  copy->append(learners, first, count);
  append(std::move(copy));
}

const weak_learners& learner_sequence::find(std::int64_t& j) const {
  auto part = parts_.begin();
  for (; j >= (*part)->size(); ++part) j -= (*part)->size();
  return **part;
}

void learner_sequence::outputs(const double* x, double* out) const {
  for (const auto& part : parts_) {
    part->outputs(x, out);
    out += part->size();
  }
}

bool learner_sequence::calls_back() const noexcept {
  return std::any_of(parts_.begin(), parts_.end(),
                     [](const auto& part) { return part->calls_back(); });
}

needed_features learner_sequence::needed(std::int64_t features) const {
  needed_features needed{{}, "learners of kind ", "those of kind stump can"};
  std::vector<std::int64_t> looked_at;
  for (const auto& part : parts_) {
    if (part->takes_missing()) continue;
    needed.by.resize(static_cast<std::size_t>(features), nullptr);
    for (std::int64_t j = 0; j < part->size(); ++j) {
      looked_at.clear();
      part->features_of(j, looked_at);
      for (const std::int64_t feature : looked_at) needed.by[feature] = part->kind();
    }
  }
  return needed;
}

/// A part's learners look at as many features each, as far as a rough number goes.
double learner_sequence::row_cost(std::int64_t features, double values) const {
  auto cost = static_cast<double>(features);
  std::vector<std::int64_t> looked_at;
  for (const auto& part : parts_) {
    if (part->size() == 0) continue;
    looked_at.clear();
    part->features_of(0, looked_at);
    cost += static_cast<double>(part->size()) * (static_cast<double>(looked_at.size()) + values);
  }
  return cost;
}

namespace {

/// The description of a learner, or of a node of one: names stand behind the numbers that they
/// belong to.
document with_names(document described, const name_list& names, const feature_levels& all_levels) {
  document result = document::object_type();
  const name_list* levels = nullptr;  // of the feature
  for (auto& [name, value] : *described.get_if<document::object_type>()) {
    document called;
    if (const auto* feature = value.get_if<std::int64_t>();
        name == "feature" && feature != nullptr) {
      levels = all_levels.find(*feature);
      if (!names.empty()) called = document().with("feature_name", names.of(*feature));
    } else if (const auto* codes = value.get_if<std::vector<std::int32_t>>();
               name == "levels" && codes != nullptr && levels != nullptr) {
      std::vector<std::string> level_names;
      for (const std::int32_t code : *codes) level_names.emplace_back(levels->of(code));
      called = document().with("level_names", std::move(level_names));
    } else if (value.get_if<document::object_type>() != nullptr) {
      value = with_names(std::move(value), names, all_levels);
    }
    result.add(name, std::move(value));
    if (!called.is_null()) result.add_all(std::move(called));
  }
  return result;
}

}  // namespace

document learner_sequence::describe(std::int64_t j, const name_list& names,
                                    const feature_levels& levels) const {
  const weak_learners& part = find(j);
  document result = document().with("kind", part.kind());
  result.add_all(with_names(part.describe(j), names, levels));
  return result;
}

document learner_sequence::save() const {
  document parts = document::array_type();
  for (const auto& part : parts_) {
    document saved = document().with("kind", part->kind());
    if (part->member() > 0) saved.add("member", part->member());
    saved.add_all(part->save());
    parts.push_back(std::move(saved));
  }
  return parts;
}

learner_sequence load_learners(document& saved, std::int64_t pools, std::int64_t features,
                               const feature_levels& levels, const learner_loader& by) {
  learner_sequence loaded;
  if (pools == 0 && !saved.array("learners").empty()) fail_damaged("\"pools\" is empty");
  for (document& group : saved.array("learners")) {
    auto learners = by.load(group.string("kind"), group, features, levels);
    if (group.has("member")) learners->set_member(group.integer("member", 0, pools - 1));
    loaded.append_part(std::move(learners));
  }
  return loaded;
}

}  // namespace coppice

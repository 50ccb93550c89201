// What a user asks for when asking for a pool: a kind with options, perhaps restricted to a view of
// the features, or the union of several such. As text: "kind:name=value,name=value@view", and a ';'
// between the members of a union.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/options.hpp"
#include "learners/learner_kind.hpp"

namespace coppice {

struct pool_kind;

struct pool_specification {
  const pool_kind* kind;
  option_values options;
  std::string view;                                // "" where all features are looked at
  std::vector<pool_specification> members;         // of a union; none is a union itself
  std::shared_ptr<const custom_functions> custom;  // of a custom pool
};

/// Throws where a kind, an option or a value is none.
pool_specification parse_pool(std::string_view text);

/// The text of a pool with the options that are not as by default; for a union, of its members.
std::string text_of(const pool_specification& pool);
std::vector<std::string> texts_of_members(const pool_specification& pool);

/// Adds a copy of `member` to a union; of a union, its members. `view` restricts them unless "".
void add_member(pool_specification& to, const pool_specification& member, std::string_view view);

/// Whether the pool, or a member of a union, has an option of this name.
bool has_option(const pool_specification& pool, std::string_view name);

/// Whether drawing from it runs callbacks of the caller's, which must be on the caller's thread.
bool calls_back(const pool_specification& pool);

/// The callbacks of the pool, or of the members of a union.
custom_evaluators evaluators_of(const pool_specification& pool);

/// Sets the option `name` of the pool; of a union, of every member that has it.
void set_option(pool_specification& pool, std::string_view name,
                const std::function<void(option_values&)>& set);

}  // namespace coppice

// What a user asks for when asking for a pool: a kind with options, perhaps restricted to a view of
// the features, or the union of several such. Its text is an expression (core/expression.hpp):
// "fourier(gamma=1)@low", "union(fourier(gamma=1)@low,stump)".
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

/// Throws where the text is not an expression, or a kind, an option or a value is unknown. A union
/// within a union adds its members, and the view of a union restricts each of them.
pool_specification parse_pool(std::string_view text);

/// The canonical text of a pool, with the options that are not as by default. It reads back as the
/// same pool, but for custom pools: custom(name=wavelet).
std::string text_of(const pool_specification& pool);

/// The texts of a union's members; of another pool, its own.
std::vector<std::string> texts_of_members(const pool_specification& pool);

/// Adds a copy of `member` to a union; of a union, its members. `view` restricts them unless "".
void add_member(pool_specification& to, const pool_specification& member, std::string_view view);

/// Whether the pool, or a member of a union, has an option of this name.
bool has_option(const pool_specification& pool, std::string_view name);

/// The options that say what the value of `name` is: the pool's or, where they agree, those of the
/// first member of a union that has it. Throws where members differ.
const option_values& options_with(const pool_specification& pool, std::string_view name);

/// Whether drawing from it runs callbacks of the caller's, which must be on the caller's thread.
bool calls_back(const pool_specification& pool);

/// The callbacks of the pool, or of the members of a union.
custom_evaluators evaluators_of(const pool_specification& pool);

/// Sets the option `name` of the pool; of a union, of every member that has it.
void set_option(pool_specification& pool, std::string_view name,
                const std::function<void(option_values&)>& set);

}  // namespace coppice

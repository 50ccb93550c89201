// Pessimistic pruning of C4.5: Quinlan, C4.5: Programs for Machine Learning (1993), chapter 4. A
// leaf that is wrong about E of its N cases is expected to be wrong about N U(E, N) of N others, U
// being the upper limit, at some confidence, of an error rate of which E errors in N were seen. A
// subtree becomes a leaf where the leaf is expected to make no more errors than its leaves do
// together, and a tenth of an error.
//
// The limit is that of Quinlan's program: for E = 0 that of the binomial distribution,
//
//     U(0, N) = 1 - confidence^(1 / N),
//
// from E = 1 on its approximation by the normal distribution with the correction for continuity,
//
//     U(E, N) = (e + z^2 / 2 + z sqrt(e (1 - e / N) + z^2 / 4)) / (N + z^2),    e = E + 1/2,
//
// with z from a table of the normal distribution, and a straight line in between. Where E + 1/2 >=
// N, it is that of E + 0.67 (N - E) errors. Subtrees are not raised: none of them takes the place
// of the node above it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/progress.hpp"

namespace coppice {

/// A node of a tree, behind the one that it is a child of.
struct prunable_node {
  double cases;
  double errors;       // of these, where it is a leaf
  std::int32_t below;  // children, by their place; negative in a leaf
  std::int32_t above;
};

/// For every node the one that rows in it belong to: itself, or the leaf that a node above it has
/// become. The root, the first, never becomes a leaf: a constant is nothing to learn with.
std::vector<std::int32_t> prune(const std::vector<prunable_node>& nodes, double confidence,
                                const progress& report);

}  // namespace coppice

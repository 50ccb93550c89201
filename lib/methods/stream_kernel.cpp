#include "methods/stream_kernel.hpp"

#include "core/error.hpp"
#include "core/thread_team.hpp"

namespace coppice {

const kernel_kind& precomputed_kernel();

namespace {

learned_setting setting_of(const stream_request& request, double constant,
                           std::int64_t most_terms) {
  return {request.features, request.scores(), constant, most_terms};
}

bool are_weights(const stream_request& request, std::int64_t most_terms) {
  return request.options.text("kernel") == "linear" && most_terms == 0;
}

void check_kernel(const kernel_specification& wanted, bool knows_rows) {
  for (const kernel_specification& member : wanted.members) check_kernel(member, knows_rows);
  const kernel_kind& kind = *wanted.kind;
  const bool is_of_pairs =
      kind.extent == extent_wanted::nothing || kind.extent == extent_wanted::scatter;
  if (!is_of_pairs || &kind == &precomputed_kernel())
    fail(COPPICE_UNAVAILABLE, "kernel ", kind.name,
         " is made of all training rows, or known but for a constant, and cannot be learned row by "
         "row; gaussian, laplacian, linear, histogram-intersection and custom can");
  if (!knows_rows && wanted.options.has("gamma") && wanted.options.real("gamma") == 0)
    fail(COPPICE_UNAVAILABLE, "kernel ", kind.name,
         " has gamma=0, which asks for the scatter of the training rows, and these are yet to "
         "come; expected gamma > 0, such as ",
         kind.name, "(gamma=0.1)");
}

/// A stream whose rows are not known stands on one without values.
std::shared_ptr<const kernel> settled_kernel(const stream_request& request) {
  const kernel_specification wanted = parse_kernel(request.options.text("kernel"));
  check_kernel(wanted, request.examples != nullptr);
  thread_team alone(1);
  const progress unheard;
  const auto settled_on = [&](const dataset& rows) {
    return std::make_shared<const kernel>(wanted,
                                          kernel_setting{rows, request.kernels, alone, unheard});
  };
  if (request.examples != nullptr) return settled_on(*request.examples);
  sparse_rows empty;
  empty.starts.push_back(0);
  return settled_on(dataset(feature_matrix(std::move(empty), request.features)));
}

}  // namespace

std::unique_ptr<learned_functions> begin_functions(const stream_request& request, double constant,
                                                   std::int64_t most_terms) {
  const learned_setting setting = setting_of(request, constant, most_terms);
  if (are_weights(request, most_terms)) return make_learned_weights(setting, nullptr);
  return make_learned_expansions(setting, settled_kernel(request));
}

std::unique_ptr<learned_functions> resume_functions(const stream_request& request, double constant,
                                                    std::int64_t most_terms, document& saved) {
  const learned_setting setting = setting_of(request, constant, most_terms);
  if (are_weights(request, most_terms)) return make_learned_weights(setting, &saved);
  return load_learned_expansions(setting, saved, request.kernels);
}

}  // namespace coppice

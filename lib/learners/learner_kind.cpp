#include "learners/learner_kind.hpp"

#include "core/error.hpp"

namespace coppice {

std::unique_ptr<weak_learners> learner_loader::load(const std::string& kind, document& saved,
                                                    std::int64_t features,
                                                    const feature_levels& levels) const {
  for (const learner_kind* known : kinds_)
    if (kind == known->name) return known->load(saved, {features, levels, evaluators_, *this});
  fail(COPPICE_MODEL_ERROR, "the model has weak learners of kind ", in_quotes(kind),
       ", which this version does not know");
}

}  // namespace coppice

#pragma once

#include <memory>
#include <span>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/constraints/constraint.h"
#include "core/model/model.h"

namespace texeleton::constraints {

/// Treatment of a constraint that cannot act: a node or a clip that the model does not have, a parent below its own
/// child, a scale of 0 in the way.
enum class BadConstraint : std::uint8_t {
  Fail,  ///< An Error: a pipeline must not bake something else than was asked for.
  Skip,  ///< An Issue, and it is left out: the editor shows what is left.
};

/// The model with what constraints do written into its clips: each node that one moves gets keys of its translation,
/// rotation and (where it is not that of the rest pose) scale, close enough together that between them nothing is off
/// by more than 0.02 mm or 0.006°, and no closer than 1/480 s. In each clip constraints act in their order: one sees
/// what those before it have done, and nothing of those after it. Everything else in the model stays.
/// Errors: NotFound (a node or a clip; names similar ones), InvalidArgument (settings; see mistakeIn), Limit (a clip
/// over an hour), Cancelled.
Result<std::shared_ptr<const model::Model>> applyConstraints(std::shared_ptr<const model::Model> model,
                                                             std::span<const Constraint> constraints, BadConstraint bad,
                                                             JobContext& job);

}  // namespace texeleton::constraints

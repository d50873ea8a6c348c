#pragma once

#include <memory>
#include <span>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/constraints/constraint.h"
#include "core/model/model.h"

namespace texeleton::constraints {

/// Treatment of a constraint that cannot act: a node or a clip that the model lacks, a parent below its own child, a
/// scale of 0 in the chain.
enum class BadConstraint : std::uint8_t {
  Fail,  ///< An Error: a pipeline must bake exactly what was requested.
  Skip,  ///< Left out with an Issue: the editor shows the rest.
};

/// The model with the effects of constraints written into its clips: each moved node gets keys of its translation,
/// rotation and (if it differs from the rest pose) scale, close enough that the error between them is at most 0.02 mm
/// or 0.006°, but no closer than 1/480 s. In each clip constraints are applied in order, each to the results of those
/// before it. Recorded clips, which already include constraints, are constrained only if named. The rest of the model
/// is unchanged. Errors: NotFound (a node or a clip; names similar ones), InvalidArgument (settings; see mistakeIn),
/// Limit (a clip over an hour), Cancelled.
Result<std::shared_ptr<const model::Model>> applyConstraints(std::shared_ptr<const model::Model> model,
                                                             std::span<const Constraint> constraints, BadConstraint bad,
                                                             JobContext& job);

}  // namespace texeleton::constraints

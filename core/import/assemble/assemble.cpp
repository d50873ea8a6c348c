#include <algorithm>
#include <cmath>
#include <functional>
#include <new>
#include <stdexcept>

#include "core/import/assemble/assemble_context.h"
#include "core/import/source_scene.h"
#include "core/model/model.h"
#include "core/model/names.h"

namespace texeleton::importing {

namespace {

using assemble::Context;

Result<void> setUnits(Context& context, const ImportOptions& options) {
  const SourceScene& scene = context.scene;
  double scale = scene.unitMetres;
  if (options.scale) {
    if (!std::isfinite(*options.scale) || *options.scale <= 0.0) {
      return fail(ErrorCode::InvalidArgument, "the scale must be a positive number of metres a unit");
    }
    scale = *options.scale;
  } else if (!std::isfinite(scale) || scale <= 0.0) {
    context.warn("the file's unit is not a positive number of metres: 1 unit is taken as 1 m");
    scale = 1.0;
  }
  context.scale = scale;
  context.model.unitMetres = scale;
  return {};
}

Result<void> setAxes(Context& context, const ImportOptions& options) {
  const SourceScene& scene = context.scene;
  context.axes = scene.axes;
  context.model.upAxis = model::harmlessName(scene.upAxis);
  if (options.up) {
    // Z up: file +Z becomes +Y, file −Y becomes +Z.
    const glm::dmat3 fromZ(glm::dvec3(1, 0, 0), glm::dvec3(0, 0, -1), glm::dvec3(0, 1, 0));
    context.axes = *options.up == UpAxis::Z ? fromZ : glm::dmat3(1.0);
    context.model.upAxis = *options.up == UpAxis::Z ? "+Z" : "+Y";
  }
  if (!assemble::isFinite(glm::dmat4(context.axes)) || glm::determinant(context.axes) == 0.0) {
    return fail(ErrorCode::BadFile, "the file's axes do not span space");
  }
  // Rounding must not add a node if there is nothing to rotate.
  const glm::dmat3 rest = context.axes - glm::dmat3(1.0);
  if (glm::length(rest[0]) + glm::length(rest[1]) + glm::length(rest[2]) < 1e-9) {
    context.axes = glm::dmat3(1.0);
  }
  return {};
}

/// Removes meshes of hidden nodes, also from the bounds.
void leaveOutHidden(Context& context, const ImportOptions& options) {
  SourceScene& scene = context.scene;
  assemble::Tally hidden;
  const auto isHidden = [&](const SourceInstance& instance) {
    const bool leftOut = !options.hidden && instance.node < scene.nodes.size() && scene.nodes[instance.node].hidden;
    if (leftOut) {
      hidden.add(model::harmlessName(assemble::shownName(scene.nodes[instance.node].name, "Node", instance.node)));
    }
    return leftOut;
  };
  scene.instances.erase(std::remove_if(scene.instances.begin(), scene.instances.end(), isHidden),
                        scene.instances.end());
  if (!hidden.isEmpty()) {
    context.warn(message(hidden.count() == 1 ? "%1 mesh of a hidden node is left out (%2); %3 takes it"
                                             : "%1 meshes of hidden nodes are left out (%2); %3 takes them",
                         hidden.count(), hidden.subjects(), Remedy{RemedyKind::ShowHidden}),
                 hidden.onlySubject());
  }
}

Result<model::Model> assembleOrThrow(SourceScene& scene, const ImportOptions& options, JobContext& job) {
  model::Model model;
  Context context{scene, model, job};
  model.format = model::harmlessName(scene.format);
  model.generator = model::harmlessName(scene.generator);
  if (scene.nodes.empty()) {
    return fail(ErrorCode::BadFile, "empty scene: the file has no nodes");
  }
  leaveOutHidden(context, options);
  const auto materials = [](Context& c) -> Result<void> {
    assemble::assembleMaterials(c);
    return {};
  };
  const auto bounds = [](Context& c) -> Result<void> {
    assemble::assembleBounds(c);
    return {};
  };
  const auto units = [&](Context& c) { return setUnits(c, options); };
  const auto axes = [&](Context& c) { return setAxes(c, options); };
  const std::function<Result<void>(Context&)> steps[] = {
      units, axes, assemble::assembleNodes, assemble::assembleMeshes, materials, assemble::assembleClips, bounds};
  for (const auto& step : steps) {
    if (job.isCancelled()) {
      return fail(ErrorCode::Cancelled, "the import was cancelled");
    }
    TRY(step(context));
  }
  return model;
}

}  // namespace

Result<model::Model> assembleModel(SourceScene scene, const ImportOptions& options, JobContext& job) {
  try {
    Result<model::Model> model = assembleOrThrow(scene, options, job);
    if (model) {
      for (const Issue& issue : model->issues) {
        job.addIssue(issue);
      }
    }
    return model;
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, "not enough memory for the model");
  } catch (const std::length_error&) {
    return fail(ErrorCode::Limit, "not enough memory for the model");
  }
}

}  // namespace texeleton::importing

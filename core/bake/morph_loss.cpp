#include "core/bake/morph_loss.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "core/animation/pose.h"
#include "core/bake/clip_plan.h"
#include "core/base/mapped.h"

namespace texeleton::bake {

namespace {

/// The parts of one name: the subject of an Issue.
struct Mesh {
  std::vector<const model::MeshPart*> parts;
  double lostMetres = 0.0;
  std::string clip;
};

std::vector<Mesh> morphedMeshes(const model::Model& model) {
  std::vector<Mesh> meshes;
  for (const model::MeshPart& part : model.parts) {
    if (part.morphTargets.empty() || !part.morphSet.isValid()) {
      continue;
    }
    const auto same = std::ranges::find_if(meshes, [&](const Mesh& m) { return m.parts.front()->name == part.name; });
    (same != meshes.end() ? *same : meshes.emplace_back()).parts.push_back(&part);
  }
  return meshes;
}

/// An upper bound of the matrices' stretch of any vector, exact for rotations with uniform scale: the root of the
/// largest row sum of AᵀA.
double largestStretch(std::span<const glm::dmat4> matrices) {
  double largest = 0.0;
  for (const glm::dmat4& matrix : matrices) {
    const glm::dmat3 a(matrix);
    for (int i = 0; i < 3; ++i) {
      largest = std::max(
          largest, std::abs(glm::dot(a[i], a[0])) + std::abs(glm::dot(a[i], a[1])) + std::abs(glm::dot(a[i], a[2])));
    }
  }
  return std::sqrt(largest);
}

/// The longest offset of each target.
std::vector<double> reaches(const model::MeshPart& part) {
  std::vector<double> result;
  for (const model::MorphTarget& target : part.morphTargets) {
    double longest = 0.0;
    for (const glm::vec3& delta : target.positionDeltas) {
      longest = std::max(longest, glm::length(glm::dvec3(delta)));
    }
    result.push_back(longest);
  }
  return result;
}

double largestDisplacement(const model::Model& model, const model::MeshPart& part, std::span<const double> weights,
                           const animation::SourcePose& pose) {
  const model::VertexData& vertices = model.vertices;
  double largest = 0.0;
  for (std::uint32_t i = 0; i < part.vertexCount; ++i) {
    glm::dvec3 offset(0.0);
    for (std::size_t k = 0; k < weights.size(); ++k) {
      offset += weights[k] * glm::dvec3(part.morphTargets[k].positionDeltas[i]);
    }
    if (offset == glm::dvec3(0.0)) {
      continue;
    }
    const std::uint32_t v = part.firstVertex + i;
    glm::dvec3 moved(0.0);
    for (std::uint32_t at = vertices.influenceBegin[v]; at < vertices.influenceBegin[v + 1]; ++at) {
      const model::Influence& influence = vertices.influences[at];
      moved += static_cast<double>(influence.weight) * (glm::dmat3(pose.skinMatrices()[influence.joint]) * offset);
    }
    largest = std::max(largest, glm::length(moved));
  }
  return largest;
}

void measureFrame(const model::Model& model, const animation::SourcePose& pose, const std::string& clip,
                  std::span<const std::vector<double>> reach, std::span<Mesh> meshes) {
  const double stretch = largestStretch(pose.skinMatrices());
  for (Mesh& mesh : meshes) {
    for (const model::MeshPart* part : mesh.parts) {
      const std::span<const double> weights = pose.morphWeights(part->morphSet);
      const std::vector<double>& longest = reach[static_cast<std::size_t>(part - model.parts.data())];
      double bound = 0.0;
      for (std::size_t k = 0; k < weights.size(); ++k) {
        bound += std::abs(weights[k]) * longest[k];
      }
      if (bound * stretch <= mesh.lostMetres) {
        continue;  // usual for most frames: no vertex needs to be evaluated
      }
      const double lost = largestDisplacement(model, *part, weights, pose);
      if (lost > mesh.lostMetres) {
        mesh.lostMetres = lost;
        mesh.clip = clip;
      }
    }
  }
}

}  // namespace

void reportMorphLoss(const model::Model& model, std::span<const vat::BakedClip> clips, JobContext& job) {
  std::vector<Mesh> meshes = morphedMeshes(model);
  if (meshes.empty()) {
    return;
  }
  const std::vector<std::vector<double>> reach = mapped(model.parts, reaches);
  for (const vat::BakedClip& clip : clips) {
    animation::SourcePose pose(model, clip.source.clip);
    for (std::uint32_t frame = 0; frame < clip.frameCount && !job.isCancelled(); ++frame) {
      pose.evaluate(sourceSeconds(clip, frame));
      measureFrame(model, pose, clip.name, reach, meshes);
    }
  }
  for (const Mesh& mesh : meshes) {
    const std::size_t count = mesh.parts.front()->morphTargets.size();
    const Message lost =
        mesh.lostMetres > 0.0
            ? message(count == 1
                          ? "%1 morph target of the mesh are left out in bone mode: its vertices lie up to %2 mm "
                            "off (clip \"%3\")"
                          : "%1 morph targets of the mesh are left out in bone mode: its vertices lie up to %2 "
                            "mm off (clip \"%3\")",
                      count, shortNumber(std::round(mesh.lostMetres * 1e6) / 1e3), mesh.clip)
            : message(count == 1 ? "%1 morph target of the mesh are left out in bone mode; no clip uses them"
                                 : "%1 morph targets of the mesh are left out in bone mode; no clip uses them",
                      count);
    job.warn(message("%1. Vertex mode keeps them", lost, Remedy{RemedyKind::VertexMode}), mesh.parts.front()->name);
  }
}

}  // namespace texeleton::bake

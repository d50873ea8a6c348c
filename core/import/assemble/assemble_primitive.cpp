#include "core/import/assemble/assemble_primitive.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/import/assemble/assemble_names.h"
#include "core/model/names.h"

namespace texeleton::importing::assemble {

namespace {

template <class Vector>
bool isFiniteVector(const Vector& v) {
  float sum = 0.0f;
  for (int c = 0; c < Vector::length(); ++c) {
    sum += v[c] * 0.0f;
  }
  return sum == 0.0f;
}

template <class Vector>
std::size_t firstBad(const std::vector<Vector>& values) {
  return static_cast<std::size_t>(
      std::find_if(values.begin(), values.end(), [](const Vector& v) { return !isFiniteVector(v); }) - values.begin());
}

Message meshError(const std::string& mesh, const Message& what) { return message("mesh \"%1\": %2", mesh, what); }

/// Converts positions or offsets to metres; false if one is not finite before or after scaling.
bool scaleInto(const std::vector<glm::vec3>& source, double scale, std::vector<glm::vec3>& result) {
  result.resize(source.size());
  for (std::size_t i = 0; i < source.size(); ++i) {
    result[i] = scale == 1.0 ? source[i] : glm::vec3(glm::dvec3(source[i]) * scale);
  }
  return firstBad(result) == result.size();
}

/// Replaces values that are not finite by `fallback` and returns their number.
template <class Vector>
std::size_t mend(std::vector<Vector>& values, const Vector& fallback) {
  std::size_t count = 0;
  for (Vector& v : values) {
    if (!isFiniteVector(v)) {
      v = fallback;
      ++count;
    }
  }
  return count;
}

Result<void> checkCounts(const SourcePrimitive& source, const std::string& mesh) {
  const std::size_t count = source.positions.size();
  const std::pair<std::size_t, const char*> sizes[] = {
      {source.normals.size(), said("there are %1 normals for %2")},
      {source.tangents.size(), said("there are %1 tangents for %2")},
      {source.uv0.size(), said("there are %1 texture coordinates for %2")},
      {source.uv1.size(), said("there are %1 texture coordinates for %2")},
      {source.colors.size(), said("there are %1 colours for %2")}};
  for (const auto& [size, name] : sizes) {
    if (size != 0 && size != count) {
      return fail(ErrorCode::BadFile,
                  meshError(mesh, message(name, withCommas(size), counted(count, "%1 vertex", "%1 vertices"))));
    }
  }
  for (const SourceMorphTarget& target : source.morphTargets) {
    const bool positions = target.positionDeltas.empty() || target.positionDeltas.size() == count;
    const bool normals = target.normalDeltas.empty() || target.normalDeltas.size() == count;
    if (!positions || !normals) {
      return fail(ErrorCode::BadFile,
                  meshError(mesh, message("a morph target has not as many offsets as there are vertices")));
    }
  }
  return {};
}

Result<void> takeTriangles(const SourcePrimitive& source, const std::string& mesh, Primitive& primitive,
                           PrimitiveFindings& findings) {
  primitive.indices = source.indices;
  findings.looseIndices.add(mesh, primitive.indices.size() % 3);
  primitive.indices.resize(primitive.indices.size() / 3 * 3);
  const auto bad = std::find_if(primitive.indices.begin(), primitive.indices.end(),
                                [&](std::uint32_t index) { return index >= source.positions.size(); });
  if (bad != primitive.indices.end()) {
    return fail(ErrorCode::BadFile, meshError(mesh, message("index out of range: a triangle uses vertex %1 of %2",
                                                            withCommas(*bad), withCommas(source.positions.size()))));
  }
  return {};
}

/// Computes normals, or normalises those of the file and replaces unusable ones.
void finishNormals(bool flat, const std::string& mesh, Primitive& primitive, PrimitiveFindings& findings) {
  if (primitive.normals.empty()) {
    // glTF: without normals, tangents and the offsets of normals are ignored.
    primitive.tangents.clear();
    for (model::MorphTarget& target : primitive.morphTargets) {
      target.normalDeltas.clear();
    }
    if (flat) {
      makeFlatNormals(primitive);
    } else {
      primitive.normals = smoothNormals(primitive);
    }
    findings.normalsMade.add(mesh);
    return;
  }
  std::vector<std::size_t> bad;
  for (std::size_t i = 0; i < primitive.normals.size(); ++i) {
    const glm::dvec3 normal(primitive.normals[i]);
    const double length = glm::length(normal);
    if (std::isfinite(length) && length > 1e-10) {
      primitive.normals[i] = glm::vec3(normal / length);
    } else {
      bad.push_back(i);
    }
  }
  if (!bad.empty()) {
    const std::vector<glm::vec3> smooth = smoothNormals(primitive);
    for (const std::size_t i : bad) {
      primitive.normals[i] = smooth[i];
    }
    findings.normalsRemade.add(mesh, bad.size());
  }
}

void finishTangents(const std::string& mesh, Primitive& primitive, PrimitiveFindings& findings) {
  std::size_t remade = 0;
  for (std::size_t i = 0; i < primitive.tangents.size(); ++i) {
    glm::vec4& tangent = primitive.tangents[i];
    glm::dvec3 direction(tangent);
    double length = glm::length(direction);
    if (!std::isfinite(length) || length < 1e-10) {
      const glm::dvec3 n(primitive.normals[i]);
      direction = std::abs(n.x) < 0.8 ? glm::cross(n, glm::dvec3(1, 0, 0)) : glm::cross(n, glm::dvec3(0, 1, 0));
      length = glm::length(direction);
      ++remade;
    }
    tangent = glm::vec4(glm::vec3(direction / length), tangent.w < 0.0f ? -1.0f : 1.0f);
  }
  findings.tangentsRemade.add(mesh, remade);
}

Result<void> takeMorphTargets(const SourcePrimitive& source, const std::string& mesh, double scale,
                              Primitive& primitive, PrimitiveFindings& findings) {
  for (const SourceMorphTarget& given : source.morphTargets) {
    model::MorphTarget target;
    target.name = model::harmlessName(given.name);
    if (!scaleInto(given.positionDeltas, scale, target.positionDeltas)) {
      return fail(ErrorCode::BadFile, meshError(mesh, message("a morph target holds positions that are not finite")));
    }
    target.positionDeltas.resize(primitive.positions.size(), glm::vec3(0.0f));
    target.normalDeltas = given.normalDeltas;
    findings.normalDeltasMended.add(mesh, mend(target.normalDeltas, glm::vec3(0.0f)));
    primitive.morphTargets.push_back(std::move(target));
  }
  return {};
}

/// The texture coordinates of the normal map; null if the material has none, or the primitive lacks the set.
const std::vector<glm::vec2>* uvsOfNormalMap(const SourceScene& scene, const Primitive& primitive) {
  if (!primitive.material) {
    return nullptr;
  }
  const model::TextureSlot& slot = scene.materials[primitive.material.value].normalTexture;
  const std::vector<glm::vec2>& uvs = slot.uvSet == 1 ? primitive.uv1 : primitive.uv0;
  return slot.image && slot.image.value < scene.images.size() && !uvs.empty() ? &uvs : nullptr;
}

}  // namespace

Result<std::optional<Primitive>> makePrimitive(const Context& context, const SourcePrimitive& source,
                                               const std::string& meshName, const SourceSkin* skin,
                                               PrimitiveFindings& findings) {
  TRY(checkCounts(source, meshName));
  Primitive primitive;
  TRY(takeTriangles(source, meshName, primitive, findings));
  if (const std::size_t bad = firstBad(source.positions); bad != source.positions.size()) {
    return fail(ErrorCode::BadFile,
                meshError(meshName, message("the position of vertex %1 is not finite", withCommas(bad))));
  }
  if (primitive.indices.empty()) {
    findings.noTriangles.add(meshName);
    return std::optional<Primitive>();
  }
  if (!scaleInto(source.positions, context.scale, primitive.positions)) {
    return fail(ErrorCode::BadFile,
                meshError(meshName, message("positions in metres lie beyond what 32-bit floats hold")));
  }
  if (source.material && *source.material < context.scene.materials.size()) {
    primitive.material = MaterialIndex(*source.material);
  } else if (source.material) {
    findings.materialMissing.add(meshName);
  }
  primitive.normals = source.normals;
  primitive.tangents = source.tangents;
  primitive.uv0 = source.uv0;
  primitive.uv1 = source.uv1;
  primitive.colors = source.colors;
  const auto beyond = [&](std::uint32_t point) { return point >= source.pointCount; };
  if (source.points.size() == source.positions.size() && std::ranges::none_of(source.points, beyond)) {
    primitive.points = std::vector<glm::uvec1>(source.points.begin(), source.points.end());
    primitive.pointCount = source.pointCount;
    primitive.dualQuaternionShares = source.dualQuaternionShares;
  }
  const std::size_t uvs = mend(primitive.uv0, glm::vec2(0.0f)) + mend(primitive.uv1, glm::vec2(0.0f));
  findings.uvsMended.add(meshName, uvs);
  findings.colorsMended.add(meshName, mend(primitive.colors, glm::vec4(1.0f)));
  TRY(takeMorphTargets(source, meshName, context.scale, primitive, findings));

  const bool hasWeights = !source.influenceBegin.empty();
  if (skin != nullptr && hasWeights) {
    primitive.skinned = true;
    TRY(makeInfluences(source, meshName, *skin, primitive, findings));
  } else if (skin != nullptr) {
    findings.skinWithoutWeights.add(meshName);
  } else if (hasWeights) {
    findings.weightsWithoutSkin.add(meshName);
  }
  finishNormals(context.scene.flatNormals, meshName, primitive, findings);
  finishTangents(meshName, primitive, findings);
  const std::vector<glm::vec2>* mapped = uvsOfNormalMap(context.scene, primitive);
  if (mapped != nullptr && primitive.tangents.empty()) {
    makeTangents(primitive, *mapped);
  }
  if (context.scene.weld) {
    weld(primitive);
  }
  return std::optional<Primitive>(std::move(primitive));
}

void PrimitiveFindings::report(Context& context) const {
  const auto warn = [&](const Tally& tally, const char* one, const char* many) { warnOf(context, tally, one, many); };
  if (!normalsMade.isEmpty()) {
    context.inform(message(context.scene.flatNormals ? "%1 without normals: flat ones were made (%2)"
                                                     : "%1 without normals: smooth ones were made (%2)",
                           counted(normalsMade.count(), "%1 mesh part", "%1 mesh parts"), normalsMade.subjects()),
                   normalsMade.onlySubject());
  }
  if (!weightsWithoutSkin.isEmpty()) {
    context.inform(
        message("%1 with skin weights but no skin: rigid on the node (%2)",
                counted(weightsWithoutSkin.count(), "%1 mesh part", "%1 mesh parts"), weightsWithoutSkin.subjects()),
        weightsWithoutSkin.onlySubject());
  }
  warn(normalsRemade, said("%1 normal of no length or not finite: made from the triangles (%2)"),
       said("%1 normals of no length or not finite: made from the triangles (%2)"));
  warn(tangentsRemade, said("%1 tangent of no length or not finite: replaced (%2)"),
       said("%1 tangents of no length or not finite: replaced (%2)"));
  warn(uvsMended, said("%1 texture coordinate not finite: set to 0 (%2)"),
       said("%1 texture coordinates not finite: set to 0 (%2)"));
  warn(colorsMended, said("%1 vertex colour not finite: set to white (%2)"),
       said("%1 vertex colours not finite: set to white (%2)"));
  warn(normalDeltasMended, said("%1 normal offset of morph targets not finite: set to 0 (%2)"),
       said("%1 normal offsets of morph targets not finite: set to 0 (%2)"));
  warn(looseIndices, said("%1 index left over after the last whole triangle: ignored (%2)"),
       said("%1 indices left over after the last whole triangle: ignored (%2)"));
  warn(noTriangles, said("%1 mesh part without triangles: left out (%2)"),
       said("%1 mesh parts without triangles: left out (%2)"));
  warn(materialMissing, said("%1 mesh part with a material that is not in the file: left without one (%2)"),
       said("%1 mesh parts with a material that is not in the file: left without one (%2)"));
  warn(skinWithoutWeights,
       said("%1 mesh part of a skinned mesh without skin weights: rigid on the node of the mesh (%2)"),
       said("%1 mesh parts of a skinned mesh without skin weights: rigid on the node of the mesh (%2)"));
  warn(badWeights, said("%1 vertex with negative or not finite skin weights: those were dropped (%2)"),
       said("%1 vertices with negative or not finite skin weights: those were dropped (%2)"));
  warn(jointsBeyond,
       said("%1 vertex with skin weights for joints beyond the skin (joint out of range): those were dropped (%2)"),
       said("%1 vertices with skin weights for joints beyond the skin (joint out of range): those were dropped (%2)"));
  warn(sumsOff, said("%1 vertex whose skin weights do not sum to 1: normalised (%2)"),
       said("%1 vertices whose skin weights do not sum to 1: normalised (%2)"));
  warn(unweighted,
       said("%1 vertex without any skin weight: bound to the nearest joint, or to the node of the mesh where there is "
            "none (%2)"),
       said("%1 vertices without any skin weight: bound to the nearest joint, or to the node of the mesh where there "
            "is none (%2)"));
  warn(loose, said("%1 vertex without any skin weight: it follows the node of the mesh, not the skeleton (%2)"),
       said("%1 vertices without any skin weight: they follow the node of the mesh, not the skeleton (%2)"));
}

}  // namespace texeleton::importing::assemble

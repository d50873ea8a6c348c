#include "core/import/assemble_primitive.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/model/names.h"

namespace texeleton::assemble {

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

std::string meshError(const std::string& mesh, const std::string& what) { return "mesh \"" + mesh + "\": " + what; }

/// Positions or offsets in metres; false when one is not finite, before or after scaling.
bool scaleInto(const std::vector<glm::vec3>& source, double scale, std::vector<glm::vec3>& result) {
  result.resize(source.size());
  for (std::size_t i = 0; i < source.size(); ++i) {
    result[i] = scale == 1.0 ? source[i] : glm::vec3(glm::dvec3(source[i]) * scale);
  }
  return firstBad(result) == result.size();
}

/// Values that are not finite become `fallback`; how many there were.
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
  const std::pair<std::size_t, const char*> sizes[] = {{source.normals.size(), "normals"},
                                                       {source.tangents.size(), "tangents"},
                                                       {source.uv0.size(), "texture coordinates"},
                                                       {source.uv1.size(), "texture coordinates"},
                                                       {source.colors.size(), "colours"}};
  for (const auto& [size, name] : sizes) {
    if (size != 0 && size != count) {
      return fail(ErrorCode::BadFile, meshError(mesh, "there are " + withCommas(size) + " " + name + " for " +
                                                          counted(count, "vertex", "vertices")));
    }
  }
  for (const SourceMorphTarget& target : source.morphTargets) {
    const bool positions = target.positionDeltas.empty() || target.positionDeltas.size() == count;
    const bool normals = target.normalDeltas.empty() || target.normalDeltas.size() == count;
    if (!positions || !normals) {
      return fail(ErrorCode::BadFile, meshError(mesh, "a morph target has not as many offsets as there are vertices"));
    }
  }
  return {};
}

Result<void> takeTriangles(const SourcePrimitive& source, const std::string& mesh, Primitive& primitive,
                           PrimitiveFindings& findings) {
  primitive.indices = source.indices;
  if (primitive.indices.size() % 3 != 0) {
    findings.looseIndices.add(mesh, primitive.indices.size() % 3);
    primitive.indices.resize(primitive.indices.size() / 3 * 3);
  }
  const auto bad = std::find_if(primitive.indices.begin(), primitive.indices.end(),
                                [&](std::uint32_t index) { return index >= source.positions.size(); });
  if (bad != primitive.indices.end()) {
    return fail(ErrorCode::BadFile, meshError(mesh, "index out of range: a triangle uses vertex " + withCommas(*bad) +
                                                        " of " + withCommas(source.positions.size())));
  }
  return {};
}

/// Normals made, or those of the file made unit length and the hopeless ones remade.
void finishNormals(bool flat, const std::string& mesh, Primitive& primitive, PrimitiveFindings& findings) {
  if (primitive.normals.empty()) {
    // glTF: with normals left out, tangents and the offsets of normals are to be ignored.
    primitive.tangents.clear();
    for (MorphTarget& target : primitive.morphTargets) {
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
  if (remade != 0) {
    findings.tangentsRemade.add(mesh, remade);
  }
}

Result<void> takeMorphTargets(const SourcePrimitive& source, const std::string& mesh, double scale,
                              Primitive& primitive, PrimitiveFindings& findings) {
  for (const SourceMorphTarget& given : source.morphTargets) {
    MorphTarget target;
    target.name = harmlessName(given.name);
    if (!scaleInto(given.positionDeltas, scale, target.positionDeltas)) {
      return fail(ErrorCode::BadFile, meshError(mesh, "a morph target holds positions that are not finite"));
    }
    target.positionDeltas.resize(primitive.positions.size(), glm::vec3(0.0f));
    target.normalDeltas = given.normalDeltas;
    if (const std::size_t mended = mend(target.normalDeltas, glm::vec3(0.0f)); mended != 0) {
      findings.normalDeltasMended.add(mesh, mended);
    }
    primitive.morphTargets.push_back(std::move(target));
  }
  return {};
}

}  // namespace

Result<std::optional<Primitive>> makePrimitive(const Context& context, const SourcePrimitive& source,
                                               const std::string& meshName, const SourceSkin* skin,
                                               PrimitiveFindings& findings) {
  if (Result<void> checked = checkCounts(source, meshName); !checked) {
    return fail(checked.error());
  }
  Primitive primitive;
  if (Result<void> taken = takeTriangles(source, meshName, primitive, findings); !taken) {
    return fail(taken.error());
  }
  if (const std::size_t bad = firstBad(source.positions); bad != source.positions.size()) {
    return fail(ErrorCode::BadFile,
                meshError(meshName, "the position of vertex " + withCommas(bad) + " is not finite"));
  }
  if (primitive.indices.empty()) {
    findings.noTriangles.add(meshName);
    return std::optional<Primitive>();
  }
  if (!scaleInto(source.positions, context.scale, primitive.positions)) {
    return fail(ErrorCode::BadFile, meshError(meshName, "positions in metres lie beyond what 32-bit floats hold"));
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
  const std::size_t uvs = mend(primitive.uv0, glm::vec2(0.0f)) + mend(primitive.uv1, glm::vec2(0.0f));
  if (uvs != 0) {
    findings.uvsMended.add(meshName, uvs);
  }
  if (const std::size_t colors = mend(primitive.colors, glm::vec4(1.0f)); colors != 0) {
    findings.colorsMended.add(meshName, colors);
  }
  if (Result<void> taken = takeMorphTargets(source, meshName, context.scale, primitive, findings); !taken) {
    return fail(taken.error());
  }

  const bool hasWeights = !source.influenceBegin.empty();
  if (skin != nullptr && hasWeights) {
    primitive.skinned = true;
    if (Result<void> made = makeInfluences(source, meshName, *skin, primitive, findings); !made) {
      return fail(made.error());
    }
  } else if (skin != nullptr) {
    findings.skinWithoutWeights.add(meshName);
  } else if (hasWeights) {
    findings.weightsWithoutSkin.add(meshName);
  }
  finishNormals(context.scene.flatNormals, meshName, primitive, findings);
  finishTangents(meshName, primitive, findings);
  if (context.scene.weld) {
    weld(primitive);
  }
  return std::optional<Primitive>(std::move(primitive));
}

void PrimitiveFindings::report(Context& context) const {
  const auto warn = [&](const Tally& tally, const char* one, const char* many, const std::string& what) {
    if (!tally.isEmpty()) {
      context.warn(counted(tally.count(), one, many) + " " + what + " (" + tally.subjects() + ")", tally.onlySubject());
    }
  };
  if (!normalsMade.isEmpty()) {
    context.inform(counted(normalsMade.count(), "mesh part", "mesh parts") +
                       " without normals: " + (context.scene.flatNormals ? "flat" : "smooth") + " ones were made (" +
                       normalsMade.subjects() + ")",
                   normalsMade.onlySubject());
  }
  if (!weightsWithoutSkin.isEmpty()) {
    context.inform(counted(weightsWithoutSkin.count(), "mesh part", "mesh parts") +
                       " with skin weights but no skin: rigid on the node (" + weightsWithoutSkin.subjects() + ")",
                   weightsWithoutSkin.onlySubject());
  }
  warn(normalsRemade, "normal", "normals", "of no length or not finite: made from the triangles");
  warn(tangentsRemade, "tangent", "tangents", "of no length or not finite: replaced");
  warn(uvsMended, "texture coordinate", "texture coordinates", "not finite: set to 0");
  warn(colorsMended, "vertex colour", "vertex colours", "not finite: set to white");
  warn(normalDeltasMended, "normal offset of morph targets", "normal offsets of morph targets", "not finite: set to 0");
  warn(looseIndices, "index", "indices", "left over after the last whole triangle: ignored");
  warn(noTriangles, "mesh part", "mesh parts", "without triangles: left out");
  warn(materialMissing, "mesh part", "mesh parts", "with a material that is not in the file: left without one");
  warn(skinWithoutWeights, "mesh part", "mesh parts",
       "of a skinned mesh without skin weights: rigid on the node of the mesh");
  warn(badWeights, "vertex", "vertices", "with negative or not finite skin weights: those were dropped");
  warn(jointsBeyond, "vertex", "vertices",
       "with skin weights for joints beyond the skin (joint out of range): those were dropped");
  warn(sumsOff, "vertex", "vertices", "whose skin weights do not sum to 1: normalised");
  warn(unweighted, "vertex", "vertices",
       "without any skin weight: bound to the nearest joint, or to the node of the mesh where there is none");
}

}  // namespace texeleton::assemble

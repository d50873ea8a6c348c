#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "core/model/check_detail.h"
#include "core/model/model.h"
#include "core/model/names.h"

namespace texeleton::model {

namespace check {

namespace {

/// Tolerance of lengths and sums of weights for rounding to float.
constexpr double kUnitVectorTolerance = 1e-4;

bool isUnit(double squaredLength) { return std::abs(squaredLength - 1.0) < 2.0 * kUnitVectorTolerance; }

bool isFinite(const transform::Transform& t) {
  return std::isfinite(t.translation.x + t.translation.y + t.translation.z) &&
         std::isfinite(t.scale.x + t.scale.y + t.scale.z) &&
         std::isfinite(t.rotation.x + t.rotation.y + t.rotation.z + t.rotation.w);
}

bool isHarmless(const Message& message) {
  bool harmless = isHarmlessText(message.text());
  const auto look = [&harmless](const std::string& text) {
    harmless = harmless && isHarmlessText(text);
    return std::string();
  };
  static_cast<void>(message.withTexts(look));
  return harmless;
}

Violation header(const Model& model) {
  if (!isHarmlessName(model.format) || !isHarmlessName(model.generator) || !isHarmlessName(model.upAxis)) {
    return message("the format, generator or up axis is not a harmless text");
  }
  if (!std::isfinite(model.unitMetres) || model.unitMetres <= 0.0) {
    return message("the unit is not a positive number of metres");
  }
  for (const Issue& issue : model.issues) {
    if (!isHarmless(issue.text) || !isHarmlessText(issue.subject)) {
      return message("an issue holds text that is not harmless");
    }
    if (issue.severity != Severity::Info && issue.severity != Severity::Warning) {
      return message("an issue has an unknown severity");
    }
  }
  return {};
}

Violation nodes(const Model& model) {
  std::unordered_set<std::string_view> names;
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const Node& node = model.nodes[i];
    if (node.name.empty() || !isHarmlessName(node.name)) {
      return message("the name of node %1 is empty, too long or not harmless", i);
    }
    if (!names.insert(node.name).second) {
      return message("two nodes are named \"%1\"", node.name);
    }
    if (node.parent && node.parent.value >= i) {
      return message("%1 does not come after its parent", quoted("node", node.name));
    }
    if (!isFinite(node.rest) || (node.restMatrix && !isAffine(*node.restMatrix))) {
      return message("%1 has a rest transform that is not finite and affine", quoted("node", node.name));
    }
    if (!isUnit(glm::dot(node.rest.rotation, node.rest.rotation))) {
      return message("%1 has a rest rotation that is not of unit length", quoted("node", node.name));
    }
  }
  if (model.boneCount > model.nodes.size()) {
    return message("more bones than nodes");
  }
  NodeIndex before(0);
  for (const PaletteEntry& entry : model.palette) {
    if (entry.node.value >= model.nodes.size()) {
      return message("a palette entry names a node that is not there");
    }
    if (entry.node < before) {
      return message("the palette is not in the order of its nodes");
    }
    before = entry.node;
    if (!isAffine(entry.inverseBind)) {
      return message("%1 has an inverse bind matrix that is not finite and affine",
                     quoted("node", model.nodes[entry.node.value].name));
    }
  }
  return {};
}

Violation slot(const TextureSlot& slot, const Model& model) {
  if (slot.image && slot.image.value >= model.images.size()) {
    return message("uses an image that is not there");
  }
  if (slot.uvSet > 1 || slot.wrapU > TextureWrap::MirroredRepeat || slot.wrapV > TextureWrap::MirroredRepeat) {
    return message("has a texture slot out of range");
  }
  return {};
}

Violation materials(const Model& model) {
  for (const Image& image : model.images) {
    if (!isHarmlessName(image.name)) {
      return message("an image has a name that is not harmless");
    }
    if ((image.mimeType != "image/png" && image.mimeType != "image/jpeg") || image.bytes.empty()) {
      return message("%1 is neither PNG nor JPEG", quoted("image", image.name));
    }
  }
  for (const Material& m : model.materials) {
    if (!isHarmlessName(m.name)) {
      return message("a material has a name that is not harmless");
    }
    const std::string subject = quoted("material", m.name);
    for (const TextureSlot* s : slotsOf(m)) {
      if (const Violation bad = slot(*s, model)) {
        return message("%1 %2", subject, *bad);
      }
    }
    const float numbers[] = {m.metallicFactor,    m.roughnessFactor,   m.normalScale,       m.occlusionStrength,
                             m.alphaCutoff,       m.emissiveFactor.x,  m.emissiveFactor.y,  m.emissiveFactor.z,
                             m.baseColorFactor.x, m.baseColorFactor.y, m.baseColorFactor.z, m.baseColorFactor.w};
    if (!allFinite(numbers) || m.alphaMode > AlphaMode::Blend) {
      return message("%1 holds a number that is not finite or an unknown alpha mode", subject);
    }
  }
  return {};
}

Violation arrays(const Model& model) {
  const VertexData& v = model.vertices;
  const std::size_t count = v.positions.size();
  if (v.normals.size() != count) {
    return message("there are not as many normals as positions");
  }
  bool any[4] = {};
  for (const MeshPart& part : model.parts) {
    any[0] |= part.hasTangents;
    any[1] |= part.hasUv0;
    any[2] |= part.hasUv1;
    any[3] |= part.hasColor;
  }
  const std::size_t sizes[4] = {v.tangents.size(), v.uv0.size(), v.uv1.size(), v.colors.size()};
  for (int i = 0; i < 4; ++i) {
    if (sizes[i] != (any[i] ? count : 0)) {
      return message("a vertex attribute is there for some vertices only, or without a part that has it");
    }
  }
  if (!allFinite<3>(v.positions) || !allFinite<3>(v.normals) || !allFinite<4>(v.tangents) || !allFinite<2>(v.uv0) ||
      !allFinite<2>(v.uv1) || !allFinite<4>(v.colors)) {
    return message("a vertex attribute is not finite");
  }
  Box box;
  for (std::size_t i = 0; i < count; ++i) {
    box.add(v.positions[i]);
    if (!isUnit(glm::dot(v.normals[i], v.normals[i]))) {
      return message("the normal of vertex %1 is not of unit length", i);
    }
  }
  for (const glm::vec4& t : v.tangents) {
    if (!isUnit(glm::dot(glm::vec3(t), glm::vec3(t))) || std::abs(t.w) != 1.0f) {
      return message("a tangent is not of unit length or its sign is not 1 or -1");
    }
  }
  if (!(box == model.bindBounds)) {
    return message("the bind bounds are not those of the positions");
  }
  return {};
}

Violation influences(const Model& model) {
  const VertexData& v = model.vertices;
  const std::size_t count = v.positions.size();
  if (count == 0 && v.influenceBegin.empty()) {
    return v.influences.empty() ? Violation() : message("influences without vertices");
  }
  if (v.influenceBegin.size() != count + 1 || v.influenceBegin.front() != 0 ||
      v.influenceBegin.back() != v.influences.size()) {
    return message("the table of influences does not fit its vertices");
  }
  for (std::size_t i = 0; i < count; ++i) {  // all before any is followed
    if (v.influenceBegin[i] >= v.influenceBegin[i + 1]) {
      return message("vertex %1 has no influence", i);
    }
  }
  std::vector<std::size_t> lastUser(model.palette.size(), count);
  for (std::size_t i = 0; i < count; ++i) {
    double sum = 0.0;
    float before = 2.0f;
    for (std::uint32_t k = v.influenceBegin[i]; k < v.influenceBegin[i + 1]; ++k) {
      const Influence& influence = v.influences[k];
      if (influence.joint >= model.palette.size()) {
        return message("vertex %1 follows palette entry %2 of %3", i, influence.joint, model.palette.size());
      }
      if (lastUser[influence.joint] == i) {
        return message("vertex %1 names a palette entry twice", i);
      }
      lastUser[influence.joint] = i;
      if (!(influence.weight > 0.0f && influence.weight <= before)) {
        return message("the weights of vertex %1 are not positive and in descending order", i);
      }
      before = influence.weight;
      sum += influence.weight;
    }
    if (!(std::abs(sum - 1.0) < kUnitVectorTolerance)) {
      return message("the weights of vertex %1 do not sum to 1", i);
    }
  }
  return {};
}

Violation morphTargets(const Model& model, const MeshPart& part) {
  if (part.morphSet.isValid() == part.morphTargets.empty()) {
    return message("has morph targets without a set, or a set without targets");
  }
  if (!part.morphSet) {
    return {};
  }
  if (part.morphSet.value >= model.morphSets.size() ||
      model.morphSets[part.morphSet.value].restWeights.size() != part.morphTargets.size()) {
    return message("has not as many morph targets as its set has weights");
  }
  for (const MorphTarget& target : part.morphTargets) {
    if (!isHarmlessName(target.name)) {
      return message("has a morph target whose name is not harmless");
    }
    if (target.positionDeltas.size() != part.vertexCount ||
        (!target.normalDeltas.empty() && target.normalDeltas.size() != part.vertexCount)) {
      return message("has a morph target without an offset for each vertex");
    }
    if (!allFinite<3>(target.positionDeltas) || !allFinite<3>(target.normalDeltas)) {
      return message("has a morph target that is not finite");
    }
  }
  return {};
}

Violation points(const Model& model, const MeshPart& part) {
  if (!part.points.empty() && part.points.size() != part.vertexCount) {
    return message("has points for some of its vertices only");
  }
  if (std::ranges::any_of(part.points, [&](std::uint32_t p) { return p >= part.pointCount; })) {
    return message("has a vertex at a point that is not there");
  }
  const std::vector<float>& shares = part.dualQuaternionShares;
  if ((!shares.empty() && (part.points.empty() || shares.size() != part.pointCount)) ||
      !std::ranges::all_of(shares, [](float share) { return share >= 0.0f && share <= 1.0f; })) {
    return message("has bad shares of dual quaternion skinning");
  }
  if (part.pointSet && (part.points.empty() || part.pointSet.value >= model.pointSets.size() ||
                        model.pointSets[part.pointSet.value].pointCount != part.pointCount)) {
    return message("names points that are not there");
  }
  return transform::isFinite(part.fromMesh) ? Violation() : message("has a placement that is not finite");
}

/// Checks one part, whose ranges are known to be within the arrays.
Violation part(const Model& model, const MeshPart& part) {
  const VertexData& v = model.vertices;
  if (!isHarmlessName(part.name)) {
    return message("has a name that is not harmless");
  }
  if (part.node.value >= model.nodes.size() || (part.material && part.material.value >= model.materials.size())) {
    return message("names a node or a material that is not there");
  }
  for (std::uint32_t i = part.firstIndex; i < part.firstIndex + part.indexCount; ++i) {
    if (v.indices[i] - part.firstVertex >= part.vertexCount) {  // wraps when smaller
      return message("has an index that is not of its own vertices");
    }
  }
  std::uint32_t most = 0;
  for (std::uint32_t i = part.firstVertex; i < part.firstVertex + part.vertexCount; ++i) {
    const std::uint32_t first = v.influenceBegin[i];
    most = std::max(most, v.influenceBegin[i + 1] - first);
    if (!part.skinned && model.palette[v.influences[first].joint].node != part.node) {
      return message("is rigid but follows another node than its own");
    }
  }
  if (most != part.maxInfluences || (!part.skinned && most != 1)) {
    return message("has another number of influences than it says");
  }
  if (Violation bad = points(model, part)) {
    return bad;
  }
  return morphTargets(model, part);
}

Violation parts(const Model& model) {
  std::uint64_t vertex = 0;
  std::uint64_t index = 0;
  for (const MeshPart& p : model.parts) {
    if (p.firstVertex != vertex || p.firstIndex != index || p.vertexCount == 0 || p.indexCount == 0 ||
        p.indexCount % 3 != 0) {
      return message("the parts do not follow one another");
    }
    vertex += p.vertexCount;
    index += p.indexCount;
    if (vertex > model.vertices.positions.size() || index > model.vertices.indices.size()) {
      return message("the parts reach beyond the vertices or indices");
    }
    if (const Violation bad = part(model, p)) {
      return message("%1 %2", quoted("mesh", p.name), *bad);
    }
  }
  if (vertex != model.vertices.positions.size() || index != model.vertices.indices.size()) {
    return message("the parts do not cover all vertices and indices");
  }
  return {};
}

Violation pointSets(const Model& model) {
  for (const PointSet& set : model.pointSets) {
    if (set.entry >= model.palette.size() || set.pointCount == 0) {
      return message("a point set has no points, or follows a palette entry that is not there");
    }
  }
  for (const Piece& piece : model.pieces) {
    if (piece.node.value >= model.nodes.size() || !std::isfinite(piece.residualMetres)) {
      return message("a piece follows a node that is not there, or its residual is not finite");
    }
  }
  return {};
}

Violation morphSets(const Model& model) {
  for (const MorphSet& set : model.morphSets) {
    if (!isHarmlessName(set.name) || set.restWeights.empty() || !allFinite(set.restWeights)) {
      return message("%1 has no weights, weights that are not finite or a bad name", quoted("morph set", set.name));
    }
  }
  return {};
}

}  // namespace

}  // namespace check

std::optional<Message> checkModel(const Model& model) {
  // Later checks rely on the ranges checked by earlier ones.
  for (const auto test : {check::header, check::nodes, check::materials, check::arrays, check::influences,
                          check::morphSets, check::pointSets, check::parts, check::clips}) {
    if (check::Violation bad = test(model)) {
      return bad;
    }
  }
  return {};
}

}  // namespace texeleton::model

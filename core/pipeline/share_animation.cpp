#include "core/pipeline/share_animation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/base/listed_names.h"
#include "core/base/units.h"
#include "core/bone_names/match_bones.h"
#include "core/pipeline/append_model.h"

namespace texeleton::pipeline {

namespace {

constexpr double kSameDistance = 1e-4;  ///< Relative to the model's size.
constexpr double kSameDegrees = 0.1;
constexpr double kSameScale = 1e-3;
constexpr double kTiny = 1e-12;
constexpr std::size_t kMostNamed = 8;
constexpr double kFarFromOrigin = 0.05;  ///< Relative to the model's size: far enough for a ratio.
constexpr double kSameRatio = 0.01;
constexpr double kOtherUnit = 0.05;
constexpr std::size_t kBonesThatTellUnit = 3;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

/// The difference between two bind poses, as part of a sentence; nullopt if they agree.
std::optional<Message> difference(const glm::dmat4& a, const glm::dmat4& b, double size) {
  const double metres = glm::distance(glm::dvec3(a[3]), glm::dvec3(b[3]));
  if (!(metres <= kSameDistance * size)) {
    return message("%1 mm away", number(metres * 1000.0));
  }
  double degrees = 0.0;
  double scale = 0.0;
  for (int i = 0; i < 3; ++i) {
    const glm::dvec3 x(a[i]);
    const glm::dvec3 y(b[i]);
    const double lengths = glm::length(x) * glm::length(y);
    scale = std::max(scale, std::abs(glm::length(y) / std::max(glm::length(x), kTiny) - 1.0));
    degrees = std::max(degrees,
                       kDegreesPerRadian * std::atan2(glm::length(glm::cross(x, y)), glm::dot(x, y) + kTiny * lengths));
  }
  if (!(degrees <= kSameDegrees)) {
    return message("turned by %1 degrees", number(degrees));
  }
  return scale <= kSameScale ? std::nullopt : std::optional(message("scaled by %1", number(1.0 + scale)));
}

class Sharing {
 public:
  explicit Sharing(const SharingCharacter& first) {
    m_shared.model = *first.model;
    const model::Box& bounds = first.model->bindBounds;
    m_size = bounds.isEmpty() ? 1.0 : glm::distance(glm::dvec3(bounds.min), glm::dvec3(bounds.max));
    for (const model::Node& node : m_shared.model.nodes) {
      m_names.insert(node.name);
    }
    for (const model::MeshPart& part : m_shared.model.parts) {
      m_names.insert(part.name);
    }
    m_shared.meshNodes.emplace_back();
    renameParts(first, 0, std::vector<NodeIndex>());
  }

  Result<void> add(const SharingCharacter& character, const model::Model& first, JobContext& job) {
    const model::Model& model = *character.model;
    const bone_names::BoneMatch match = bone_names::matchBones(first, model, {});
    auto entries = paletteOf(character, first, match);
    TRY(entries);
    const std::size_t firstPart = m_shared.model.parts.size();
    appendVertices(model, *entries);
    appendParts(model);
    m_shared.meshNodes.emplace_back();
    renameParts(character, firstPart, m_nodeOf);
    if (!model.clips.empty()) {
      job.inform(model.clips.size() == 1
                     ? message("The clip of this character is left out: all of them move by the first one's.")
                     : message("The %1 clips of this character are left out: all of them move by the first one's.",
                               model.clips.size()),
                 character.name);
    }
    return {};
  }

  SharedCharacters finish() && {
    sortPalette(m_shared.model);
    return std::move(m_shared);
  }

 private:
  /// The shared palette entry of each of the character's; adds those of its props.
  Result<std::vector<std::uint32_t>> paletteOf(const SharingCharacter& character, const model::Model& first,
                                               const bone_names::BoneMatch& match) {
    const model::Model& model = *character.model;
    std::vector<bool> isBone(model.palette.size(), false);
    std::vector<bool> isUsed(model.palette.size(), false);
    for (const model::MeshPart& part : model.parts) {
      for (std::uint32_t v = part.firstVertex; v < part.firstVertex + part.vertexCount; ++v) {
        for (std::uint32_t i = model.vertices.influenceBegin[v]; i < model.vertices.influenceBegin[v + 1]; ++i) {
          const std::uint32_t joint = model.vertices.influences[i].joint;
          isUsed[joint] = true;
          isBone[joint] = isBone[joint] || part.skinned;
        }
      }
    }
    m_nodeOf.assign(match.modelNode.begin(), match.modelNode.end());
    std::vector<Message> different;
    std::vector<double> ratios;  // Ratios of bind positions' distances from the origin in the two files.
    std::vector<std::uint32_t> entries(model.palette.size(), 0);
    for (std::size_t i = 0; i < model.palette.size(); ++i) {
      const model::PaletteEntry& entry = model.palette[i];
      if (!isUsed[i]) {
        continue;
      }
      const std::string& name = model.nodes[entry.node.value].name;
      if (isBone[i] && !m_nodeOf[entry.node.value].isValid()) {
        different.push_back(message("\"%1\" (the first has no such bone)", name));
        continue;
      }
      const NodeIndex node = sharedNode(model, entry.node);
      const auto [place, why] = findEntry(node, entry);
      if (isBone[i] && why) {
        addRatio(node, entry, ratios);
        different.push_back(message("\"%1\" (%2)", name, *why));
      } else if (isBone[i] && !sameParent(model, entry.node, first, node)) {
        different.push_back(message("\"%1\" (it has another parent)", name));
      }
      entries[i] = !why ? place : addEntry(node, entry.inverseBind);
    }
    if (different.empty()) {
      return entries;
    }
    return fail(ErrorCode::InvalidArgument, message("%1%2", refusal(different), unitHint(character, std::move(ratios))),
                character.name);
  }

  void addRatio(NodeIndex node, const model::PaletteEntry& wanted, std::vector<double>& ratios) const {
    for (const model::PaletteEntry& entry : m_shared.model.palette) {
      const double ours = glm::length(glm::dvec3(glm::inverse(entry.inverseBind)[3]));
      if (entry.node == node && ours > kFarFromOrigin * m_size) {
        ratios.push_back(glm::length(glm::dvec3(glm::inverse(wanted.inverseBind)[3])) / ours);
        return;
      }
    }
  }

  /// A hint if all ratios are equal: the character uses another unit.
  static Message unitHint(const SharingCharacter& character, std::vector<double> ratios) {
    if (ratios.size() < kBonesThatTellUnit) {
      return {};
    }
    std::sort(ratios.begin(), ratios.end());
    const double ratio = ratios[ratios.size() / 2];
    if (!(ratio > 0.0) || ratios.back() - ratios.front() > kSameRatio * ratio || std::abs(ratio - 1.0) < kOtherUnit) {
      return {};
    }
    return message(
        "; it is %1 times as large: if its unit is another, give it with %2", number(ratio),
        Remedy{RemedyKind::CharacterUnit, shownNumber(number(character.model->unitMetres / ratio)), character.name});
  }

  static Message refusal(const std::vector<Message>& different) {
    const std::size_t shown = std::min(different.size(), kMostNamed);
    const Message list = listedMessages({different.begin(), different.begin() + static_cast<std::ptrdiff_t>(shown)});
    const Message bones = different.size() > shown ? message("%1 and %2 more", list, different.size() - shown) : list;
    return different.size() == 1
               ? message("cannot share the animation: 1 bone is not that of the first character: %1", bones)
               : message("cannot share the animation: %1 bones are not those of the first character: %2",
                         different.size(), bones);
  }

  /// The entry of a node with an equal bind pose, or the reason why there is none. A bone that moves no vertex of the
  /// first character has no entry, so nothing disagrees.
  std::pair<std::uint32_t, std::optional<Message>> findEntry(NodeIndex node, const model::PaletteEntry& wanted) const {
    std::optional<Message> why;
    const glm::dmat4 bind = glm::inverse(wanted.inverseBind);
    for (std::uint32_t i = 0; i < m_shared.model.palette.size(); ++i) {
      if (m_shared.model.palette[i].node == node) {
        const auto apart = m_shared.model.palette[i].inverseBind == wanted.inverseBind
                               ? std::nullopt
                               : difference(glm::inverse(m_shared.model.palette[i].inverseBind), bind, m_size);
        if (!apart) {
          return {i, std::nullopt};
        }
        why = why ? why : apart;
      }
    }
    return {0, why ? why : std::optional<Message>(message("the first moves nothing with it"))};
  }

  std::uint32_t addEntry(NodeIndex node, const glm::dmat4& inverseBind) {
    m_shared.model.palette.push_back({node, inverseBind});
    return static_cast<std::uint32_t>(m_shared.model.palette.size() - 1);
  }

  /// Whether a bone has the same nearest bone above it in both.
  bool sameParent(const model::Model& model, NodeIndex node, const model::Model& first, NodeIndex sharedBone) const {
    const NodeIndex parent = boneAbove(model, node);
    const NodeIndex sharedParent = boneAbove(first, sharedBone);
    if (!parent.isValid() || !sharedParent.isValid()) {
      return true;  // Roots may differ: exporters add various nodes above the first bone.
    }
    return !m_nodeOf[parent.value].isValid() || m_nodeOf[parent.value] == sharedParent;
  }

  static NodeIndex boneAbove(const model::Model& model, NodeIndex node) {
    for (NodeIndex up = model.nodes[node.value].parent; up.isValid(); up = model.nodes[up.value].parent) {
      if (std::any_of(model.palette.begin(), model.palette.end(),
                      [up](const model::PaletteEntry& entry) { return entry.node == up; })) {
        return up;
      }
    }
    return {};
  }

  /// The shared node for a node of the character, which is added at its place in the tree if the first character lacks
  /// it.
  NodeIndex sharedNode(const model::Model& model, NodeIndex node) {
    if (m_nodeOf[node.value].isValid()) {
      return m_nodeOf[node.value];
    }
    model::Node copy = model.nodes[node.value];
    if (copy.parent.isValid()) {
      copy.parent = sharedNode(model, copy.parent);
    }
    copy.name = uniqueName(copy.name);
    m_shared.model.nodes.push_back(std::move(copy));
    m_nodeOf[node.value] = NodeIndex(m_shared.model.nodes.size() - 1);
    return m_nodeOf[node.value];
  }

  std::string uniqueName(const std::string& wanted) {
    std::string name = wanted;
    for (int i = 2; !m_names.insert(name).second; ++i) {
      name = wanted + "_" + std::to_string(i);
    }
    return name;
  }

  void appendVertices(const model::Model& model, const std::vector<std::uint32_t>& entries) {
    model::VertexData& to = m_shared.model.vertices;
    const model::VertexData& from = model.vertices;
    const std::size_t before = to.positions.size();
    const std::size_t count = from.positions.size();
    to.positions.insert(to.positions.end(), from.positions.begin(), from.positions.end());
    to.normals.insert(to.normals.end(), from.normals.begin(), from.normals.end());
    appendFilled(to.tangents, before, from.tangents, count, glm::vec4(1.0f, 0.0f, 0.0f, 1.0f));
    appendFilled(to.uv0, before, from.uv0, count, glm::vec2(0.0f));
    appendFilled(to.uv1, before, from.uv1, count, glm::vec2(0.0f));
    appendFilled(to.colors, before, from.colors, count, glm::vec4(1.0f));
    if (to.influenceBegin.empty()) {
      to.influenceBegin.push_back(0);
    }
    for (std::size_t v = 0; v < count; ++v) {
      appendInfluences(from, v, entries);
      to.influenceBegin.push_back(static_cast<std::uint32_t>(to.influences.size()));
    }
    for (const std::uint32_t index : from.indices) {
      to.indices.push_back(index + static_cast<std::uint32_t>(before));
    }
    m_shared.model.bindBounds.add(model.bindBounds);
  }

  /// Two entries of the character may become one; their weights are then added.
  void appendInfluences(const model::VertexData& from, std::size_t vertex, const std::vector<std::uint32_t>& entries) {
    std::vector<model::Influence> all;
    for (std::uint32_t i = from.influenceBegin[vertex]; i < from.influenceBegin[vertex + 1]; ++i) {
      const model::Influence influence{entries[from.influences[i].joint], from.influences[i].weight};
      const auto same = std::find_if(all.begin(), all.end(),
                                     [&](const model::Influence& known) { return known.joint == influence.joint; });
      if (same == all.end()) {
        all.push_back(influence);
      } else {
        same->weight += influence.weight;
      }
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const model::Influence& a, const model::Influence& b) { return a.weight > b.weight; });
    std::vector<model::Influence>& to = m_shared.model.vertices.influences;
    to.insert(to.end(), all.begin(), all.end());
  }

  void appendParts(const model::Model& model) {
    model::Model& to = m_shared.model;
    const auto vertexShift = static_cast<std::uint32_t>(to.vertices.positions.size() - model.vertices.positions.size());
    const auto indexShift = static_cast<std::uint32_t>(to.vertices.indices.size() - model.vertices.indices.size());
    const std::size_t materialShift = to.materials.size();
    const std::size_t setShift = to.morphSets.size();
    appendMaterials(to, model);
    to.morphSets.insert(to.morphSets.end(), model.morphSets.begin(), model.morphSets.end());
    for (model::MeshPart part : model.parts) {
      part.firstVertex += vertexShift;
      part.firstIndex += indexShift;
      if (part.material.isValid()) {
        part.material = MaterialIndex(part.material.value + materialShift);
      }
      if (part.morphSet.isValid()) {
        part.morphSet = MorphSetIndex(part.morphSet.value + setShift);
      }
      part.maxInfluences = mostInfluences(part);
      to.parts.push_back(std::move(part));
    }
  }

  std::uint32_t mostInfluences(const model::MeshPart& part) const {
    const std::vector<std::uint32_t>& begin = m_shared.model.vertices.influenceBegin;
    std::uint32_t most = 0;
    for (std::uint32_t v = part.firstVertex; v < part.firstVertex + part.vertexCount; ++v) {
      most = std::max(most, begin[v + 1] - begin[v]);
    }
    return most;
  }

  /// Gives each node with meshes of a character a child NAME.NODE for them, so that a mesh's node identifies its
  /// character. `nodeOf`: the shared node for each of the character's; empty: identical.
  void renameParts(const SharingCharacter& character, std::size_t firstPart, const std::vector<NodeIndex>& nodeOf) {
    model::Model& model = m_shared.model;
    std::map<std::uint32_t, NodeIndex> known;
    for (std::size_t i = firstPart; i < model.parts.size(); ++i) {
      model::MeshPart& part = model.parts[i];
      part.skinned = true;  // Even a rigid mesh no longer follows its node.
      NodeIndex& shown = known[part.node.value];
      if (!shown.isValid()) {
        model::Node node;
        node.parent = nodeOf.empty() ? part.node : nodeOf[part.node.value];
        node.name = uniqueName(character.name + "." + character.model->nodes[part.node.value].name);
        m_shared.meshNodes.back().push_back(node.name);
        model.nodes.push_back(std::move(node));
        shown = NodeIndex(model.nodes.size() - 1);
      }
      part.node = shown;
    }
  }

  SharedCharacters m_shared;
  double m_size = 1.0;
  std::set<std::string> m_names;
  std::vector<NodeIndex> m_nodeOf;  ///< For the character being added.
};

}  // namespace

Result<SharedCharacters> shareAnimation(const std::vector<SharingCharacter>& characters, JobContext& job) {
  if (characters.empty()) {
    return fail(ErrorCode::InvalidArgument, "there are no characters that could share an animation");
  }
  Sharing sharing(characters.front());
  for (std::size_t i = 1; i < characters.size(); ++i) {
    TRY(sharing.add(characters[i], *characters.front().model, job));
  }
  return std::move(sharing).finish();
}

}  // namespace texeleton::pipeline

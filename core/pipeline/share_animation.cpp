#include "core/pipeline/share_animation.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/animation/pose.h"
#include "core/base/listed_names.h"
#include "core/base/remedy.h"
#include "core/base/rounded_text.h"
#include "core/bone_names/match_bones.h"
#include "core/pipeline/append_model.h"
#include "core/transform/transform.h"

namespace texeleton::pipeline {

namespace {

constexpr double kSameDistance = 1e-4;  ///< Relative to the skeleton's size.
constexpr double kSameAxes = 1e-3;      ///< Relative to the length of an axis.
constexpr std::size_t kMostNamed = 8;
constexpr double kFarFromOrigin = 0.05;  ///< Relative to the skeleton's size: far enough for a ratio.
constexpr double kSameRatio = 0.01;
constexpr double kOtherUnit = 0.05;
constexpr double kRoundedUnit = 0.005;
constexpr std::size_t kBonesThatTellUnit = 3;

std::string number(double value) { return roundedText(value, 3); }

glm::dvec3 placeOf(const glm::dmat4& bind) { return glm::dvec3(bind[3]); }

/// A product of affine matrices, without rounding in its last row.
glm::dmat4 affine(glm::dmat4 matrix) {
  for (int c = 0; c < 4; ++c) {
    matrix[c].w = c == 3 ? 1.0 : 0.0;
  }
  return matrix;
}

/// Whether two bind poses have equal axes and places.
bool isSame(const glm::dmat4& a, const glm::dmat4& b, double size) {
  bool same = glm::distance(placeOf(a), placeOf(b)) <= kSameDistance * size;
  for (int i = 0; i < 3; ++i) {
    same = same && glm::distance(glm::dvec3(a[i]), glm::dvec3(b[i])) <= kSameAxes * glm::length(glm::dvec3(a[i]));
  }
  return same;
}

/// The entries of a palette that move vertices, and those that move skinned ones.
struct EntryUse {
  std::vector<bool> isUsed;
  std::vector<bool> isBone;
};

EntryUse useOf(const model::Model& model) {
  EntryUse use{std::vector<bool>(model.palette.size(), false), std::vector<bool>(model.palette.size(), false)};
  for (const model::MeshPart& part : model.parts) {
    for (std::uint32_t v = part.firstVertex; v < part.firstVertex + part.vertexCount; ++v) {
      for (std::uint32_t i = model.vertices.influenceBegin[v]; i < model.vertices.influenceBegin[v + 1]; ++i) {
        const std::uint32_t joint = model.vertices.influences[i].joint;
        use.isUsed[joint] = true;
        use.isBone[joint] = use.isBone[joint] || part.skinned;
      }
    }
  }
  return use;
}

/// World matrices of all nodes in the bind pose: of bones by their palette entries, of others by the rest pose below
/// the nearest bone.
std::vector<glm::dmat4> bindWorlds(const model::Model& model, const EntryUse& use) {
  std::vector<const model::PaletteEntry*> entryOf(model.nodes.size(), nullptr);
  for (std::size_t i = model.palette.size(); i-- > 0;) {
    if (use.isBone[i] && transform::isFinite(glm::inverse(model.palette[i].inverseBind))) {
      entryOf[model.palette[i].node.value] = &model.palette[i];
    }
  }
  std::vector<glm::dmat4> worlds;
  worlds.reserve(model.nodes.size());
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const model::Node& node = model.nodes[i];
    const glm::dmat4 local = node.restMatrix ? *node.restMatrix : toMatrix(node.rest);
    worlds.push_back(entryOf[i] != nullptr   ? glm::inverse(entryOf[i]->inverseBind)
                     : node.parent.isValid() ? worlds[node.parent.value] * local
                                             : local);
  }
  return worlds;
}

/// Largest extent of the places of a model's bones in the bind pose.
double skeletonSize(const model::Model& model, const EntryUse& use) {
  model::Box box;
  for (std::size_t i = 0; i < model.palette.size(); ++i) {
    if (const glm::dmat4 bind = glm::inverse(model.palette[i].inverseBind);
        use.isBone[i] && transform::isFinite(bind)) {
      box.add(glm::vec3(placeOf(bind)));
    }
  }
  const double size = box.isEmpty() ? 0.0 : glm::distance(glm::dvec3(box.min), glm::dvec3(box.max));
  const model::Box& mesh = model.bindBounds;
  return size > 0.0 ? size : mesh.isEmpty() ? 1.0 : glm::distance(glm::dvec3(mesh.min), glm::dvec3(mesh.max));
}

/// The map from the bind pose to the rest pose if it is the same for all bones, e.g. if the node above the skeleton has
/// a scale or a turn that the bind pose lacks.
std::optional<glm::dmat4> restOfBind(const model::Model& model, const EntryUse& use, double size) {
  const animation::SourcePose rest(model, ClipIndex());
  std::optional<glm::dmat4> common;
  for (std::size_t i = 0; i < model.palette.size(); ++i) {
    if (!use.isBone[i]) {
      continue;
    }
    const glm::dmat4& skin = rest.skinMatrices()[i];
    if (!transform::isFinite(glm::inverse(skin)) || (common && !isSame(*common, skin, size))) {
      return std::nullopt;
    }
    common = common.value_or(skin);
  }
  return common;
}

/// The model in another space: its bind pose and its rest pose, each transformed by `matrix`. Without clips.
std::shared_ptr<const model::Model> inSpace(const model::Model& from, const glm::dmat4& matrix) {
  model::Model model = from;
  model.clips.clear();  // They would move its roots back.
  for (model::Node& node : model.nodes) {
    if (!node.parent.isValid()) {
      node.restMatrix = affine(matrix * (node.restMatrix ? *node.restMatrix : toMatrix(node.rest)));
    }
  }
  for (model::PaletteEntry& entry : model.palette) {
    entry.inverseBind = affine(entry.inverseBind * glm::inverse(matrix));
  }
  transformVertices(model.vertices, matrix);
  const glm::dmat3 deltas(matrix);
  const double scale = std::cbrt(std::abs(glm::determinant(deltas)));
  for (model::MeshPart& part : model.parts) {
    part.fromMesh = affine(matrix * part.fromMesh);
    for (model::MorphTarget& target : part.morphTargets) {
      for (glm::vec3& delta : target.positionDeltas) {
        delta = glm::vec3(deltas * glm::dvec3(delta));
      }
      for (glm::vec3& delta : target.normalDeltas) {
        delta = glm::vec3(deltas * glm::dvec3(delta) / scale);
      }
    }
  }
  model.bindBounds = {};
  for (const glm::vec3& position : model.vertices.positions) {
    model.bindBounds.add(position);
  }
  return std::make_shared<const model::Model>(std::move(model));
}

class Sharing {
 public:
  explicit Sharing(const SharingCharacter& first)
      : m_first(first.model),
        m_firstUse(useOf(*m_first)),
        m_size(skeletonSize(*m_first, m_firstUse)),
        m_firstBinds(bindWorlds(*m_first, m_firstUse)) {
    m_shared.model = *m_first;
    for (const model::Node& node : m_shared.model.nodes) {
      m_names.insert(node.name);
    }
    for (const model::MeshPart& part : m_shared.model.parts) {
      m_names.insert(part.name);
    }
    m_shared.meshNodes.emplace_back();
    renameParts(first, 0, std::vector<NodeIndex>());
  }

  Result<void> add(const SharingCharacter& character, JobContext& job) {
    const std::size_t clips = character.model->clips.size();
    auto fitted = fittedTo(character, job);
    TRY(fitted);
    const model::Model& model = **fitted;
    const std::vector<std::uint32_t> entries = paletteOf(model);
    const std::size_t firstPart = m_shared.model.parts.size();
    appendVertices(model, entries);
    appendParts(model);
    m_shared.meshNodes.emplace_back();
    renameParts(character, firstPart, m_nodeOf);
    if (clips > 0) {
      job.inform(
          clips == 1
              ? message("The clip of this character is left out: all of them move by the first one's.")
              : message("The %1 clips of this character are left out: all of them move by the first one's.", clips),
          character.name);
    }
    return {};
  }

  SharedCharacters finish() && {
    sortPalette(m_shared.model);
    return std::move(m_shared);
  }

 private:
  /// The character in the space in which its bones match the first's: unchanged, in that of its rest pose, or in a
  /// usual unit.
  Result<std::shared_ptr<const model::Model>> fittedTo(const SharingCharacter& character, JobContext& job) {
    const model::Model& model = *character.model;
    m_nodeOf = bone_names::matchBones(*m_first, model, {}).modelNode;
    const EntryUse use = useOf(model);
    const Comparison asItIs = compare(model, use);
    if (asItIs.different.empty()) {
      return character.model;
    }
    const auto fits = [&](const std::shared_ptr<const model::Model>& moved) {
      return compare(*moved, use).different.empty();
    };
    const auto firstRest = restOfBind(*m_first, m_firstUse, m_size);
    const auto rest = restOfBind(model, use, skeletonSize(model, use));
    if (firstRest && rest && !isSame(*firstRest, *rest, m_size)) {
      if (auto moved = inSpace(model, glm::inverse(*firstRest) * *rest); fits(moved)) {
        return moved;
      }
    }
    const double ratio = asItIs.ratio();
    for (const double unit : {1.0, 0.01, 0.001, 0.0254, 0.3048, 0.9144}) {
      if (ratio == 0.0 || character.isUnitGiven || std::abs(model.unitMetres / ratio / unit - 1.0) > kRoundedUnit) {
        continue;
      }
      if (auto moved = inSpace(model, glm::scale(glm::dmat4(1.0), glm::dvec3(unit / model.unitMetres))); fits(moved)) {
        job.inform(
            message("One unit of this file is taken as %1 m, with which its bones are those of the first character.",
                    roundedText(unit, 4)),
            character.name);
        return moved;
      }
    }
    return fail(ErrorCode::InvalidArgument, message("%1%2", refusal(asItIs.different), hint(character, ratio)),
                character.name);
  }

  /// The differences of a character's bones from the first's.
  struct Comparison {
    std::vector<Message> different;
    std::vector<double> ratios;  ///< Distances from the origin compared, for bones at other places.

    /// The ratio of all bones; 0: there is no such ratio, or it is 1.
    double ratio() const {
      if (ratios.size() < kBonesThatTellUnit) {
        return 0.0;
      }
      std::vector<double> sorted = ratios;
      std::ranges::sort(sorted);
      const double middle = sorted[sorted.size() / 2];
      const bool agree = sorted.back() - sorted.front() <= kSameRatio * middle;
      return middle > 0.0 && agree && std::abs(middle - 1.0) >= kOtherUnit ? middle : 0.0;
    }
  };

  /// A skin matrix is a change of the bind pose in pack space, independent of its bone's axes. Bones are therefore
  /// equal if they are at the same places and have the same parents.
  Comparison compare(const model::Model& model, const EntryUse& use) const {
    Comparison result;
    for (std::size_t i = 0; i < model.palette.size(); ++i) {
      if (!use.isBone[i]) {
        continue;
      }
      const model::PaletteEntry& entry = model.palette[i];
      const std::string& name = model.nodes[entry.node.value].name;
      const NodeIndex node = m_nodeOf[entry.node.value];
      const auto nearest = node.isValid() ? nearestEntry(node, entry) : std::nullopt;
      if (!node.isValid()) {
        result.different.push_back(message("\"%1\" (the first has no such bone)", name));
      } else if (!nearest) {
        result.different.push_back(message("\"%1\" (%2)", name, message("the first moves nothing with it")));
      } else if (!(nearest->metres <= kSameDistance * m_size)) {
        result.different.push_back(
            message("\"%1\" (%2)", name, message("%1 mm away", number(nearest->metres * 1000.0))));
        const double ours = glm::length(placeOf(glm::inverse(m_first->palette[nearest->entry].inverseBind)));
        if (ours > kFarFromOrigin * m_size) {
          result.ratios.push_back(glm::length(placeOf(glm::inverse(entry.inverseBind))) / ours);
        }
      } else if (!hasSameParent(model, entry.node, node)) {
        result.different.push_back(message("\"%1\" (it has another parent)", name));
      }
    }
    return result;
  }

  struct NearestEntry {
    std::uint32_t entry = 0;
    double metres = 0.0;
  };

  /// The first character's entry of a node that is nearest in the bind pose; of equally near ones that of a bone.
  std::optional<NearestEntry> nearestEntry(NodeIndex node, const model::PaletteEntry& wanted) const {
    std::optional<NearestEntry> nearest;
    for (const bool bones : {true, false}) {
      for (std::uint32_t i = 0; i < m_first->palette.size(); ++i) {
        const model::PaletteEntry& entry = m_first->palette[i];
        if (entry.node == node && m_firstUse.isBone[i] == bones) {
          const double metres =
              entry.inverseBind == wanted.inverseBind
                  ? 0.0
                  : glm::distance(placeOf(glm::inverse(entry.inverseBind)), placeOf(glm::inverse(wanted.inverseBind)));
          if (!nearest || metres + kSameDistance * m_size < nearest->metres) {
            nearest = {i, metres};
          }
        }
      }
    }
    return nearest;
  }

  /// The shared palette entry of each of the character's; adds those of its props.
  std::vector<std::uint32_t> paletteOf(const model::Model& model) {
    const EntryUse use = useOf(model);
    const std::vector<glm::dmat4> binds = bindWorlds(model, use);
    m_turns.assign(model.nodes.size(), glm::dmat4(1.0));
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
      if (m_nodeOf[i].isValid() && !isSame(m_firstBinds[m_nodeOf[i].value], binds[i], m_size)) {
        const glm::dmat4 turn = glm::inverse(m_firstBinds[m_nodeOf[i].value]) * binds[i];
        m_turns[i] = transform::isFinite(turn) ? turn : m_turns[i];
      }
    }
    std::vector<std::uint32_t> entries(model.palette.size(), 0);
    for (std::size_t i = 0; i < model.palette.size(); ++i) {
      const model::PaletteEntry& entry = model.palette[i];
      if (use.isBone[i]) {
        entries[i] = nearestEntry(m_nodeOf[entry.node.value], entry)->entry;
      } else if (use.isUsed[i]) {
        const glm::dmat4 turn = m_turns[entry.node.value];
        entries[i] = entryFor(sharedNode(model, entry.node), affine(turn * entry.inverseBind));
      }
    }
    return entries;
  }

  static Message hint(const SharingCharacter& character, double ratio) {
    if (ratio == 0.0) {
      return message("; export both from one rig in one bind pose, or bake this character by itself");
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

  /// The entry of a node with this inverse bind, which is added if there is none.
  std::uint32_t entryFor(NodeIndex node, const glm::dmat4& inverseBind) {
    std::vector<model::PaletteEntry>& palette = m_shared.model.palette;
    const auto same = std::ranges::find_if(palette, [&](const model::PaletteEntry& entry) {
      return entry.node == node && (entry.inverseBind == inverseBind ||
                                    isSame(glm::inverse(entry.inverseBind), glm::inverse(inverseBind), m_size));
    });
    const auto place = static_cast<std::uint32_t>(same - palette.begin());
    if (same == palette.end()) {
      palette.push_back({node, inverseBind});
    }
    return place;
  }

  /// Whether a bone has the same nearest bone above it in both.
  bool hasSameParent(const model::Model& model, NodeIndex node, NodeIndex sharedBone) const {
    const NodeIndex parent = boneAbove(model, node);
    const NodeIndex sharedParent = boneAbove(*m_first, sharedBone);
    if (!parent.isValid() || !sharedParent.isValid()) {
      return true;  // Roots may differ: exporters add various nodes above the first bone.
    }
    return !m_nodeOf[parent.value].isValid() || m_nodeOf[parent.value] == sharedParent;
  }

  static NodeIndex boneAbove(const model::Model& model, NodeIndex node) {
    for (NodeIndex up = model.nodes[node.value].parent; up.isValid(); up = model.nodes[up.value].parent) {
      if (std::ranges::any_of(model.palette, [up](const model::PaletteEntry& entry) { return entry.node == up; })) {
        return up;
      }
    }
    return {};
  }

  /// The shared node for a node of the character, which is added at its place in the tree if the first character lacks
  /// it. Below a bone with other axes than the first's, it keeps its place in the bind pose.
  NodeIndex sharedNode(const model::Model& model, NodeIndex node) {
    if (m_nodeOf[node.value].isValid()) {
      return m_nodeOf[node.value];
    }
    model::Node copy = model.nodes[node.value];
    if (copy.parent.isValid()) {
      if (const glm::dmat4& turn = m_turns[copy.parent.value]; turn != glm::dmat4(1.0)) {
        copy.restMatrix = affine(turn * (copy.restMatrix ? *copy.restMatrix : toMatrix(copy.rest)));
      }
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
    pipeline::appendVertices(to, from);
    if (to.influenceBegin.empty()) {
      to.influenceBegin.push_back(0);
    }
    for (std::size_t v = 0; v < from.positions.size(); ++v) {
      appendInfluences(from, v, entries);
      to.influenceBegin.push_back(static_cast<std::uint32_t>(to.influences.size()));
    }
    m_shared.model.bindBounds.add(model.bindBounds);
  }

  /// Two entries of the character may become one; their weights are then added.
  void appendInfluences(const model::VertexData& from, std::size_t vertex, const std::vector<std::uint32_t>& entries) {
    std::vector<model::Influence> all;
    for (std::uint32_t i = from.influenceBegin[vertex]; i < from.influenceBegin[vertex + 1]; ++i) {
      const model::Influence influence{entries[from.influences[i].joint], from.influences[i].weight};
      const auto same = std::ranges::find(all, influence.joint, &model::Influence::joint);
      if (same == all.end()) {
        all.push_back(influence);
      } else {
        same->weight += influence.weight;
      }
    }
    std::ranges::stable_sort(all, std::ranges::greater{}, &model::Influence::weight);
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

  std::shared_ptr<const model::Model> m_first;
  EntryUse m_firstUse;
  double m_size = 1.0;  ///< The size of the skeleton.
  std::vector<glm::dmat4> m_firstBinds;
  SharedCharacters m_shared;
  std::set<std::string> m_names;
  // For the nodes of the character being added:
  std::vector<NodeIndex> m_nodeOf;
  std::vector<glm::dmat4> m_turns;  ///< From its axes in the bind pose to those of the first character's node.
};

}  // namespace

Result<SharedCharacters> shareAnimation(const std::vector<SharingCharacter>& characters, JobContext& job) {
  if (characters.empty()) {
    return fail(ErrorCode::InvalidArgument, "there are no characters that could share an animation");
  }
  Sharing sharing(characters.front());
  for (std::size_t i = 1; i < characters.size(); ++i) {
    TRY(sharing.add(characters[i], job));
  }
  return std::move(sharing).finish();
}

}  // namespace texeleton::pipeline

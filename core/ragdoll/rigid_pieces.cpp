#include "core/ragdoll/rigid_pieces.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>

#include "core/animator/animator_setup.h"
#include "core/base/name_words.h"

namespace texeleton::ragdoll {

namespace {

constexpr double kTurned = 2.0;   // Degrees within a clip: less is not an animated joint.
constexpr float kShared = 0.02f;  // Smaller weights are ignored.
constexpr std::string_view kPropWords[] = {
    "sword", "swords",    "blade",    "axe",    "shield",   "shields", "buckler",  "weapon",  "weapons", "gun",
    "rifle", "pistol",    "bow",      "bows",   "crossbow", "arrow",   "arrows",   "quiver",  "staff",   "wand",
    "spear", "lance",     "dagger",   "knife",  "hammer",   "mace",    "club",     "helmet",  "helm",    "hat",
    "cap",   "hood",      "crown",    "mask",   "cape",     "cloak",   "lantern",  "torch",   "lamp",    "backpack",
    "bag",   "pouch",     "scabbard", "sheath", "holster",  "prop",    "props",    "glasses", "goggles", "visor",
    "mug",   "spellbook", "book",     "banner", "flag",     "badge",   "pauldron", "armor"};
constexpr std::string_view kBodyWords[] = {
    "head",  "neck",     "spine", "chest",    "torso",    "abdomen", "pelvis", "hip",   "hips", "waist",
    "body",  "shoulder", "arm",   "upperarm", "lowerarm", "forearm", "elbow",  "wrist", "hand", "leg",
    "upleg", "upperleg", "thigh", "lowerleg", "shin",     "calf",    "knee",   "ankle", "foot", "tail"};

/// The nodes that a clip turns relative to their parents.
std::vector<bool> turnedNodes(const model::Model& model) {
  std::vector<bool> turned(model.nodes.size(), false);
  for (const model::Clip& clip : model.clips) {
    for (const model::Track& track : clip.tracks) {
      if (track.target != model::TrackTarget::Rotation || turned[track.node.value]) {
        continue;
      }
      const bool isCubic = track.interpolation == model::Interpolation::CubicSpline;
      const std::size_t stride = isCubic ? 12 : 4;
      const std::size_t first = isCubic ? 4 : 0;
      const double least = std::cos(0.5 * glm::radians(kTurned));
      for (std::size_t at = first; at + 4 <= track.values.size(); at += stride) {
        double cosine = 0.0;
        for (std::size_t c = 0; c < 4; ++c) {
          cosine += static_cast<double>(track.values[first + c]) * static_cast<double>(track.values[at + c]);
        }
        turned[track.node.value] = turned[track.node.value] || std::abs(cosine) < least;
      }
    }
  }
  return turned;
}

class PieceFinder {
 public:
  PieceFinder(const model::Model& model, const std::vector<bool>& movesVertices)
      : m_model(model), m_count(model.nodes.size()), m_moves(movesVertices) {}

  std::vector<bool> find() {
    measureDepths();
    const std::vector<std::size_t> highest = highestShared();
    const std::vector<bool> turned = turnedNodes(m_model);
    const std::vector<bool> props = propNodes();
    std::vector<bool> movesBelow = m_moves;
    std::vector<bool> turnedBelow = turned;
    std::vector<bool> keptBelow = keptNodes(props);
    for (std::size_t i = m_count; i-- > 0;) {
      if (hasParent(i)) {
        const std::size_t parent = above(i);
        movesBelow[parent] = movesBelow[parent] || movesBelow[i];
        turnedBelow[parent] = turnedBelow[parent] || (turnedBelow[i] && movesBelow[i]);
        keptBelow[parent] = keptBelow[parent] || keptBelow[i];
      }
    }
    std::vector<bool> turnedAbove(m_count, false);
    std::vector<bool> rigid(m_count, false);
    for (std::size_t i = 0; i < m_count; ++i) {
      if (!hasParent(i)) {
        continue;
      }
      const std::size_t parent = above(i);
      turnedAbove[i] = turnedAbove[parent] || (turned[parent] && hasParent(parent));
      const bool isStill = highest[i] >= m_depths[i] && !turnedBelow[i] && turnedAbove[i];
      rigid[i] = rigid[parent] || (movesBelow[i] && !keptBelow[i] && (props[i] || isStill));
    }
    return rigid;
  }

 private:
  bool hasParent(std::size_t node) const { return m_model.nodes[node].parent.isValid(); }
  std::size_t above(std::size_t node) const { return m_model.nodes[node].parent.value; }

  void measureDepths() {
    m_depths.assign(m_count, 0);
    for (std::size_t i = 0; i < m_count; ++i) {
      m_depths[i] = hasParent(i) ? m_depths[above(i)] + 1 : 0;
    }
  }

  std::size_t commonAncestorDepth(std::size_t a, std::size_t b) const {
    while (a != b) {
      std::size_t& deeper = m_depths[a] >= m_depths[b] ? a : b;
      if (!hasParent(deeper)) {
        return 0;
      }
      deeper = above(deeper);
    }
    return m_depths[a];
  }

  // For each node, the minimum depth of the common ancestor of the nodes that move a vertex together, over the vertices
  // of its subtree: at least the node's own depth if no vertex is shared with the rest of the body.
  std::vector<std::size_t> highestShared() const {
    std::vector<std::size_t> highest(m_count, m_count);
    const model::VertexData& vertices = m_model.vertices;
    for (std::size_t v = 0; v < vertices.positions.size(); ++v) {
      const std::size_t begin = vertices.influenceBegin[v];
      const std::size_t first = m_model.palette[vertices.influences[begin].joint].node.value;
      std::size_t depth = m_depths[first];
      for (std::size_t i = begin; i < vertices.influenceBegin[v + 1]; ++i) {
        if (vertices.influences[i].weight >= kShared) {
          depth = std::min(depth, commonAncestorDepth(first, m_model.palette[vertices.influences[i].joint].node.value));
        }
      }
      for (std::size_t i = begin; i < vertices.influenceBegin[v + 1]; ++i) {
        if (vertices.influences[i].weight >= kShared) {
          std::size_t& least = highest[m_model.palette[vertices.influences[i].joint].node.value];
          least = std::min(least, depth);
        }
      }
    }
    for (std::size_t i = m_count; i-- > 0;) {
      if (hasParent(i)) {
        highest[above(i)] = std::min(highest[above(i)], highest[i]);
      }
    }
    return highest;
  }

  // Props by name, and nodes that carry only props, like sockets.
  std::vector<bool> propNodes() const {
    std::vector<bool> props(m_count, false);
    std::vector<bool> others = m_moves;
    std::vector<bool> some(m_count, false);
    for (std::size_t i = 0; i < m_count; ++i) {
      props[i] = hasWordOf(nameWords(m_model.nodes[i].name), kPropWords) || (hasParent(i) && props[above(i)]);
    }
    for (std::size_t i = m_count; i-- > 0;) {
      props[i] = props[i] || (some[i] && !others[i]);
      if (hasParent(i) && (some[i] || others[i])) {
        some[above(i)] = some[above(i)] || props[i];
        others[above(i)] = others[above(i)] || !props[i];
      }
    }
    return props;
  }

  std::vector<bool> keptNodes(const std::vector<bool>& props) const {
    std::vector<bool> kept(m_count, false);
    for (std::size_t i = 0; i < m_count; ++i) {
      const std::vector<std::string> words = nameWords(m_model.nodes[i].name);
      const std::vector<std::string> before =
          hasParent(i) ? nameWords(m_model.nodes[above(i)].name) : std::vector<std::string>();
      // A mesh named after its bone, such as "Knight_Head" on "head", is a part of that bone.
      const auto isNew = [&before](const std::string& word) {
        return std::ranges::find(kBodyWords, word) != std::end(kBodyWords) &&
               std::ranges::find(before, word) == before.end();
      };
      kept[i] = std::ranges::any_of(words, isNew) &&
                !(props[i] && (hasWordOf(words, kPropWords) || (hasParent(i) && props[above(i)])));
    }
    for (const animator::SetupLimb& limb : animator::proposedLimbs(m_model)) {
      for (std::size_t i = 0; i < m_count; ++i) {
        const std::string& name = m_model.nodes[i].name;
        kept[i] = kept[i] || name == limb.root || name == limb.middle || name == limb.end;
      }
    }
    return kept;
  }

  const model::Model& m_model;
  std::size_t m_count;
  const std::vector<bool>& m_moves;
  std::vector<std::size_t> m_depths;
};

}  // namespace

std::vector<bool> rigidPieces(const model::Model& model, const std::vector<bool>& movesVertices) {
  return PieceFinder(model, movesVertices).find();
}

}  // namespace texeleton::ragdoll

// Finds arms and legs by the names of their ends and the chains of bones above them.

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "core/animator/animator_setup.h"
#include "core/base/name_words.h"
#include "core/contacts/feet.h"
#include "core/transform/transform.h"

namespace texeleton::animator {

namespace {

constexpr std::string_view kHelperWords[] = {"ik",     "fk",     "ctrl",   "ctl",      "control", "controller",
                                             "pole",   "target", "tgt",    "end",      "nub",     "helper",
                                             "handle", "slot",   "socket", "effector", "pivot",   "mch",
                                             "twist",  "roll",   "driver", "grp",      "offset"};
constexpr std::string_view kHandWords[] = {"hand",   "wrist",    "lhand",     "rhand",     "handl",
                                           "handr",  "lefthand", "righthand", "handleft",  "handright",
                                           "lwrist", "rwrist",   "leftwrist", "rightwrist"};
constexpr std::string_view kFingerWords[] = {"thumb", "index",  "middle", "ring",
                                             "pinky", "little", "finger", "fingers"};

double hundredths(double value) { return std::round(value * 100.0) / 100.0; }

class LimbFinder {
 public:
  explicit LimbFinder(const model::Model& model) : m_model(model) {
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
      const model::Node& node = model.nodes[i];
      const glm::dmat4 local = node.restMatrix ? *node.restMatrix : toMatrix(node.rest);
      m_places.push_back(node.parent.isValid() ? transform::multiplyAffine(m_places[node.parent.value], local) : local);
      m_words.push_back(nameWords(node.name));
    }
    noteMoving();
  }

  std::vector<SetupLimb> find() const {
    std::vector<SetupLimb> limbs;
    for (const NodeIndex end : ends()) {
      NodeIndex middle = above(end, true);
      NodeIndex root = middle.isValid() ? above(middle, true) : NodeIndex();
      if (!root.isValid()) {
        middle = above(end, false);
        root = middle.isValid() ? above(middle, false) : NodeIndex();
      }
      if (root.isValid() && glm::distance(placeOf(root), placeOf(middle)) > 0.0 &&
          glm::distance(placeOf(middle), placeOf(end)) > 0.0) {
        limbs.push_back(limbOf(root, middle, end));
      }
    }
    return limbs;
  }

 private:
  glm::dvec3 placeOf(NodeIndex node) const { return glm::dvec3(m_places[node.value][3]); }

  // Marks nodes that move vertices, including those with a rigid mesh, and all nodes above them.
  void noteMoving() {
    m_moves.assign(m_model.nodes.size(), false);
    for (const model::Influence& influence : m_model.vertices.influences) {
      m_moves[m_model.palette[influence.joint].node.value] = true;
    }
    for (const model::MeshPart& part : m_model.parts) {
      const NodeIndex parent = m_model.nodes[part.node.value].parent;
      if (!part.skinned && parent.isValid()) {
        m_moves[parent.value] = true;
      }
    }
    m_movesBelow = m_moves;
    for (std::size_t i = m_model.nodes.size(); i-- > 0;) {
      const NodeIndex parent = m_model.nodes[i].parent;
      if (parent.isValid() && m_movesBelow[i]) {
        m_movesBelow[parent.value] = true;
      }
    }
  }

  bool isBelow(NodeIndex node, const std::vector<NodeIndex>& others) const {
    NodeIndex at = m_model.nodes[node.value].parent;
    while (at.isValid() && std::find(others.begin(), others.end(), at) == others.end()) {
      at = m_model.nodes[at.value].parent;
    }
    return at.isValid();
  }

  std::vector<NodeIndex> ends() const {
    std::vector<NodeIndex> ends;
    if (const auto feet = contacts::findFeet(m_model)) {
      for (const contacts::Foot& foot : *feet) {
        ends.push_back(foot.node);
      }
    }
    std::vector<NodeIndex> hands;
    for (std::size_t i = 0; i < m_words.size(); ++i) {
      if (hasWordOf(m_words[i], kHandWords) && !hasWordOf(m_words[i], kHelperWords) &&
          !hasWordOf(m_words[i], kFingerWords)) {
        hands.emplace_back(i);
      }
    }
    const auto isStill = [this](NodeIndex hand) { return !m_movesBelow[hand.value]; };
    if (!std::all_of(hands.begin(), hands.end(), isStill)) {
      std::erase_if(hands, isStill);
    }
    for (const NodeIndex hand : hands) {
      if (!isBelow(hand, hands)) {
        ends.push_back(hand);
      }
    }
    return ends;
  }

  /// Whether a bone is a further part of the one above it: "forearm.L.001" below "forearm.L".
  bool isSegment(NodeIndex node) const {
    const NodeIndex parent = m_model.nodes[node.value].parent;
    if (!parent.isValid()) {
      return false;
    }
    const std::string& name = m_model.nodes[node.value].name;
    const std::string& before = m_model.nodes[parent.value].name;
    return name.size() > before.size() + 1 && name.starts_with(before) && name[before.size()] == '.' &&
           name.find_first_not_of("0123456789", before.size() + 1) == std::string::npos;
  }

  /// The joint above a node in its chain: no helper or twist bone, and with `moving` one that moves vertices.
  NodeIndex above(NodeIndex node, bool moving) const {
    do {
      node = m_model.nodes[node.value].parent;
    } while (node.isValid() &&
             (hasWordOf(m_words[node.value], kHelperWords) || isSegment(node) || (moving && !m_moves[node.value])));
    return node;
  }

  SetupLimb limbOf(NodeIndex root, NodeIndex middle, NodeIndex end) const {
    SetupLimb limb;
    limb.name = limb.end = m_model.nodes[end.value].name;
    limb.root = m_model.nodes[root.value].name;
    limb.middle = m_model.nodes[middle.value].name;
    const glm::dvec3 place = placeOf(end);
    limb.target = {hundredths(place.x), hundredths(place.y), hundredths(place.z)};
    return limb;
  }

  const model::Model& m_model;
  std::vector<glm::dmat4> m_places;
  std::vector<std::vector<std::string>> m_words;
  std::vector<bool> m_moves;
  std::vector<bool> m_movesBelow;
};

}  // namespace

std::vector<SetupLimb> proposedLimbs(const model::Model& model) { return LimbFinder(model).find(); }

}  // namespace texeleton::animator

#include "core/motion/bone_frames.h"

#include <algorithm>
#include <cmath>

#include "core/transform/transform.h"

namespace texeleton {

namespace {

constexpr double kAlike = 0.02;      ///< Relative difference of offsets that counts as none.
constexpr double kShortest = 1e-3;   ///< Of the longest bone: shorter ones say nothing about unit and axes.
constexpr double kIdentical = 1e-6;  ///< Turns and offsets below this are rounding of files.

/// The rest pose of a model: of each node, the world matrix, its rotation and its scale, which is taken as uniform.
struct RestPose {
  glm::dquat base;  ///< What the whole model is turned by.
  std::vector<glm::dmat4> world;
  std::vector<glm::dquat> rotation;
  std::vector<double> scale;

  explicit RestPose(const Model& model, const glm::dquat& whole = glm::dquat(1.0, 0.0, 0.0, 0.0)) : base(whole) {
    for (const Node& node : model.nodes) {
      const glm::dmat4 local = node.restMatrix ? *node.restMatrix : toMatrix(node.rest);
      const glm::dquat turn = node.restMatrix ? decompose(*node.restMatrix).rotation : node.rest.rotation;
      const bool root = !node.parent.isValid();
      world.push_back(multiplyAffine(root ? glm::mat4_cast(base) : world[node.parent.value], local));
      rotation.push_back(glm::normalize((root ? base : rotation[node.parent.value]) * turn));
      scale.push_back(std::cbrt(std::abs(glm::determinant(glm::dmat3(world.back())))));
    }
  }
  double scaleOf(NodeIndex node) const { return node.isValid() ? scale[node.value] : 1.0; }
  glm::dvec3 position(NodeIndex node) const { return glm::dvec3(world[node.value][3]); }
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// A bone and its nearest matched ancestor, in both skeletons.
struct Pair {
  NodeIndex motion, model;
  NodeIndex motionAbove, modelAbove;  ///< Invalid: none, or the two have different ones.
  glm::dvec3 motionOffset{0.0};       ///< From the one above, in its axes, metres.
  glm::dvec3 modelOffset{0.0};
};

NodeIndex nearestMatched(const Model& model, NodeIndex node, const std::vector<bool>& matched) {
  do {
    node = model.nodes[node.value].parent;
  } while (node.isValid() && !matched[node.value]);
  return node;
}

/// From one node to another, in the axes of the first, metres.
glm::dvec3 offsetIn(const RestPose& rest, NodeIndex above, NodeIndex node) {
  return glm::inverse(rest.rotation[above.value]) * (rest.position(node) - rest.position(above));
}

/// The 24 turns that take axes to axes.
std::vector<glm::dquat> axisTurns() {
  std::vector<glm::dquat> turns;
  for (int first = 0; first < 3; ++first) {
    for (int second = 0; second < 3; ++second) {
      for (int signs = 0; first != second && signs < 4; ++signs) {
        glm::dmat3 m(0.0);
        m[0][first] = (signs & 1) != 0 ? -1.0 : 1.0;
        m[1][second] = (signs & 2) != 0 ? -1.0 : 1.0;
        m[2] = glm::cross(m[0], m[1]);
        turns.push_back(glm::quat_cast(m));
      }
    }
  }
  return turns;
}

double snapped(double unit) {
  for (const double round : {1.0, 0.01, 100.0, 0.001, 1000.0, 0.1, 10.0, 0.0254, 1.0 / 0.0254}) {
    if (std::abs(unit / round - 1.0) < 1e-3) {
      return round;
    }
  }
  return unit;
}

/// What is 1 but for rounding is 1.
double rounded(double factor) { return std::abs(factor - 1.0) < kIdentical ? 1.0 : factor; }

class Fitter {
 public:
  Fitter(const Model& model, const Model& motion, const BoneMatch& match)
      : m_model(model), m_motion(motion), m_match(match), m_modelRest(model), m_motionRest(motion) {
    std::vector<bool> modelMatched(model.nodes.size(), false);
    std::vector<bool> motionMatched(motion.nodes.size(), false);
    for (std::size_t i = 0; i < motion.nodes.size(); ++i) {
      if (match.modelNode[i].isValid()) {
        motionMatched[i] = true;
        modelMatched[match.modelNode[i].value] = true;
      }
    }
    for (std::size_t i = 0; i < motion.nodes.size(); ++i) {
      if (!motionMatched[i]) {
        continue;
      }
      Pair pair{NodeIndex(i), match.modelNode[i], {}, {}, {}, {}};
      const NodeIndex motionAbove = nearestMatched(motion, pair.motion, motionMatched);
      const NodeIndex modelAbove = nearestMatched(model, pair.model, modelMatched);
      if (motionAbove.isValid() && match.modelNode[motionAbove.value] == modelAbove) {
        pair.motionAbove = motionAbove;
        pair.modelAbove = modelAbove;
        pair.motionOffset = offsetIn(m_motionRest, motionAbove, pair.motion);
        pair.modelOffset = offsetIn(m_modelRest, modelAbove, pair.model);
      }
      m_pairs.push_back(pair);
    }
  }

  SkeletonFit fit() {
    double longest = 0.0;
    for (const Pair& pair : m_pairs) {
      longest = std::max(longest, glm::length(pair.modelOffset));
    }
    m_shortest = kShortest * longest;
    findUnit();
    findAxes();
    findDifferences();
    m_fit.frames.resize(m_motion.nodes.size());
    for (const Pair& pair : m_pairs) {
      m_fit.frames[pair.motion.value] = frameOf(pair);
    }
    return std::move(m_fit);
  }

 private:
  bool tells(const Pair& pair) const {
    return pair.motionAbove.isValid() && glm::length(pair.modelOffset) > m_shortest &&
           glm::length(pair.motionOffset) > 0.0;
  }

  void findUnit() {
    std::vector<double> ratios;
    for (const Pair& pair : m_pairs) {
      if (tells(pair)) {
        ratios.push_back(glm::length(pair.modelOffset) / glm::length(pair.motionOffset));
      }
    }
    if (ratios.empty()) {
      return;
    }
    m_metres = snapped(median(std::move(ratios)));
    std::vector<double> units;
    for (const Pair& pair : m_pairs) {
      if (tells(pair)) {
        units.push_back(unitOf(pair));
      }
    }
    m_fit.unit = snapped(median(std::move(units)));
  }

  /// What a translation of the bone is multiplied by.
  double unitOf(const Pair& pair) const {
    const double model = m_modelRest.scaleOf(m_model.nodes[pair.model.value].parent);
    return model > 0.0 ? m_metres * m_motionRest.scaleOf(m_motion.nodes[pair.motion.value].parent) / model : 1.0;
  }

  void findAxes() {
    std::vector<double> own;
    for (const Pair& pair : m_pairs) {
      if (tells(pair)) {
        own.push_back(glm::distance(pair.modelOffset, m_metres * pair.motionOffset) / glm::length(pair.modelOffset));
      }
    }
    if (own.empty()) {
      return;
    }
    const double ownMedian = median(std::move(own));
    if (ownMedian <= kAlike) {
      return;
    }
    double best = inPackSpace(glm::dquat(1.0, 0.0, 0.0, 0.0));
    glm::dquat turn(1.0, 0.0, 0.0, 0.0);
    for (const glm::dquat& candidate : axisTurns()) {  // Formats without an up axis may lie on their back.
      const double difference = inPackSpace(candidate);
      if (difference < 0.5 * best - kIdentical) {
        best = difference;
        turn = candidate;
      }
    }
    m_fit.otherAxes = best < ownMedian;
    if (m_fit.otherAxes && glm::length(glm::dvec3(turn.x, turn.y, turn.z)) > kIdentical) {
      m_fit.turnedWhole = true;
      m_motionRest = RestPose(m_motion, turn);
    }
  }

  /// How far the bones' offsets differ in pack space once the motion is turned: the median, relative.
  double inPackSpace(const glm::dquat& turn) const {
    std::vector<double> differences;
    for (const Pair& pair : m_pairs) {
      if (tells(pair)) {
        differences.push_back(
            glm::distance(m_modelRest.rotation[pair.modelAbove.value] * pair.modelOffset,
                          turn * (m_motionRest.rotation[pair.motionAbove.value] * (m_metres * pair.motionOffset))) /
            glm::length(pair.modelOffset));
      }
    }
    return median(std::move(differences));
  }

  /// What turns the motion's axes of a bone into the model's.
  glm::dquat axes(NodeIndex motionNode) const {
    if (!m_fit.otherAxes) {
      return {1.0, 0.0, 0.0, 0.0};
    }
    const NodeIndex modelNode = m_match.modelNode[motionNode.value];
    return glm::inverse(m_motionRest.rotation[motionNode.value]) * m_modelRest.rotation[modelNode.value];
  }

  /// The rest rotation from the matched bone above down to the node's parent.
  static glm::dquat chain(const RestPose& rest, const Model& model, NodeIndex node, NodeIndex above) {
    const NodeIndex parent = model.nodes[node.value].parent;
    const glm::dquat down = parent.isValid() ? rest.rotation[parent.value] : rest.base;
    return above.isValid() ? glm::inverse(rest.rotation[above.value]) * down : down;
  }

  BoneFrame frameOf(const Pair& pair) const {
    BoneFrame frame;
    const glm::dquat modelChain = chain(m_modelRest, m_model, pair.model, pair.modelAbove);
    const glm::dquat motionChain = chain(m_motionRest, m_motion, pair.motion, pair.motionAbove);
    const glm::dquat above =
        pair.motionAbove.isValid() ? glm::inverse(axes(pair.motionAbove)) : glm::dquat(1.0, 0.0, 0.0, 0.0);
    frame.left = glm::normalize(glm::inverse(modelChain) * above * motionChain);
    frame.right = axes(pair.motion);
    // Where the parents of the two stand: unmatched nodes between may move a bone's origin.
    const NodeIndex modelParent = m_model.nodes[pair.model.value].parent;
    const NodeIndex motionParent = m_motion.nodes[pair.motion.value].parent;
    const auto origin = [](const RestPose& rest, NodeIndex parent, NodeIndex top) {
      return !parent.isValid() || parent == top ? glm::dvec3(0.0)
             : top.isValid()                    ? offsetIn(rest, top, parent)
                                                : rest.position(parent);
    };
    const glm::dvec3 difference = above * (m_metres * origin(m_motionRest, motionParent, pair.motionAbove)) -
                                  origin(m_modelRest, modelParent, pair.modelAbove);
    const double parentScale = m_modelRest.scaleOf(modelParent);
    frame.offset = parentScale > 0.0 ? glm::inverse(modelChain) * difference / parentScale : glm::dvec3(0.0);
    frame.unit = rounded(unitOf(pair));
    const auto relative = [this](NodeIndex model, NodeIndex motion) {
      const double scale = m_motionRest.scaleOf(motion);
      return scale > 0.0 ? m_modelRest.scaleOf(model) / scale : 1.0;
    };
    const double aboveRatio = relative(modelParent, motionParent);
    frame.scale = aboveRatio > 0.0 ? rounded(relative(pair.model, pair.motion) / aboveRatio) : 1.0;
    const auto isTurned = [](const glm::dquat& q) { return glm::length(glm::dvec3(q.x, q.y, q.z)) > kIdentical; };
    if (glm::length(frame.offset) <= kIdentical) {
      frame.offset = glm::dvec3(0.0);
    }
    if (!isTurned(frame.left)) {
      frame.left = glm::dquat(1.0, 0.0, 0.0, 0.0);
    }
    if (!isTurned(frame.right)) {
      frame.right = glm::dquat(1.0, 0.0, 0.0, 0.0);
    }
    frame.turns = isTurned(frame.left) || isTurned(frame.right);
    frame.moves = isTurned(frame.left) || frame.offset != glm::dvec3(0.0) || frame.unit != 1.0;
    return frame;
  }

  void findDifferences() {
    for (const Pair& pair : m_pairs) {
      if (!pair.motionAbove.isValid()) {
        continue;
      }
      const auto local = [](const RestPose& rest, NodeIndex above, NodeIndex node) {
        return glm::inverse(rest.rotation[above.value]) * rest.rotation[node.value];
      };
      const glm::dquat motionTurn =
          glm::inverse(axes(pair.motionAbove)) * local(m_motionRest, pair.motionAbove, pair.motion) * axes(pair.motion);
      const glm::dquat between = glm::inverse(motionTurn) * local(m_modelRest, pair.modelAbove, pair.model);
      const double degrees =
          glm::degrees(2.0 * std::atan2(glm::length(glm::dvec3(between.x, between.y, between.z)), std::abs(between.w)));
      if (degrees > m_fit.turnDegrees) {
        m_fit.turnDegrees = degrees;
        m_fit.turnBone = m_model.nodes[pair.model.value].name;
      }
      if (tells(pair)) {
        const double stretch =
            std::abs(m_metres * glm::length(pair.motionOffset) / glm::length(pair.modelOffset) - 1.0);
        if (stretch > m_fit.stretch) {
          m_fit.stretch = stretch;
          m_fit.stretchBone = m_model.nodes[pair.model.value].name;
        }
      }
    }
  }

  const Model& m_model;
  const Model& m_motion;
  const BoneMatch& m_match;
  const RestPose m_modelRest;
  RestPose m_motionRest;
  std::vector<Pair> m_pairs;
  double m_shortest = 0.0;
  double m_metres = 1.0;  ///< Model's length per motion's length, both in what their files call metres.
  SkeletonFit m_fit;
};

}  // namespace

SkeletonFit fitSkeletons(const Model& model, const Model& motion, const BoneMatch& match) {
  return Fitter(model, motion, match).fit();
}

}  // namespace texeleton

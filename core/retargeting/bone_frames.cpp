#include "core/retargeting/bone_frames.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/median.h"
#include "core/model/nodes.h"
#include "core/retargeting/align_rests.h"
#include "core/retargeting/fit_rotation.h"
#include "core/retargeting/rest_pose.h"

namespace texeleton::retargeting {

namespace {

constexpr double kShortestBone = 1e-3;  ///< Relative to the longest bone: shorter ones do not determine unit and axes.
constexpr double kIdentical = 1e-6;     ///< Smaller rotations and offsets are rounding of files …
constexpr double kSameTurn = 1e-5;      ///< … and smaller rotations of inverse bind matrices.
constexpr double kSameLength = 0.01;
constexpr double kMostLengths = 0.7;  ///< Share of bones with equal lengths from which two skeletons count as the same.
constexpr double kNearlyAllLengths = 0.9;  ///< The same, without bones that the motion itself moves.
constexpr double kPointsAlike = 0.5;       ///< Degrees.
constexpr double kAxesAlike = 3.0;         ///< Degrees.
constexpr double kTrulyOther = 15.0;       ///< Degrees.
constexpr double kTold = 1.0;              ///< Degrees.
constexpr double kHeldDegrees = 0.1;
constexpr double kHeldShare = 1e-3;  ///< Relative to the model's size.
constexpr double kHipsShare = 0.2;   ///< Relative to the skeleton's height: minimum height of the hips.
constexpr double kSamePlace = 0.02;  ///< Relative to the model's size.

constexpr std::size_t kNoPair = static_cast<std::size_t>(-1);
const glm::dquat kIdentity(1.0, 0.0, 0.0, 0.0);

/// The information on a bone's axes from the positions of its children in the two files.
enum class Axes {
  Untold,
  Same,
  Along,  ///< The same direction; the roll about it is undetermined.
  Other
};

struct Pair {
  NodeIndex motion, model;
  /// Index of the nearest matched bone above; kNoPair: none, or a different one in the two files.
  std::size_t above = kNoPair;
  std::vector<std::size_t> children;  ///< Pairs directly below this one that determine its axes.
  glm::dvec3 motionOffset{0.0};       ///< From the bone above, in its axes, metres, rest pose.
  glm::dvec3 modelOffset{0.0};
  bool live = false;            ///< The motion moves it or a bone above it.
  bool wanders = false;         ///< The motion itself moves it against the bone above.
  Axes told = Axes::Untold;     ///< As determined by its children.
  bool copied = false;          ///< It is posed as in the motion file.
  bool redirected = false;      ///< Its axes are not those of the rest poses.
  glm::dquat axes = kIdentity;  ///< Rotates the motion's axes of the bone to the model's.
};

double snapped(double unit) {
  for (const double round : {1.0, 0.01, 100.0, 0.001, 1000.0, 0.1, 10.0, 0.0254, 1.0 / 0.0254}) {
    if (std::abs(unit / round - 1.0) < 1e-3) {
      return round;
    }
  }
  return unit;
}

/// A factor that differs from 1 only by rounding becomes 1.
double rounded(double factor) { return std::abs(factor - 1.0) < kIdentical ? 1.0 : factor; }

glm::dquat rounded(const glm::dquat& turn, double tolerance) {
  return glm::length(glm::dvec3(turn.x, turn.y, turn.z)) <= tolerance ? kIdentity : glm::normalize(turn);
}

/// The motion's nodes. A node whose animated scale passes through that of the model's node gets that scale: the file
/// may be exported at any frame of a bone that grows, and lengths below it are compared without the growth.
std::vector<model::Node> withoutGrowth(const model::Model& model, const model::Model& motion,
                                       const bone_names::BoneMatch& match) {
  std::vector<model::Node> nodes = motion.nodes;
  for (const model::Clip& clip : motion.clips) {
    for (const model::Track& track : clip.tracks) {
      const NodeIndex other = match.modelNode[track.node.value];
      if (track.target != model::TrackTarget::Scale || !other.isValid() || model.nodes[other.value].restMatrix) {
        continue;
      }
      const glm::dvec3 scale = model.nodes[other.value].rest.scale;
      glm::dvec3 low(std::numeric_limits<double>::infinity());
      glm::dvec3 high = -low;
      const bool cubic = track.interpolation == model::Interpolation::CubicSpline;
      for (std::size_t i = cubic ? 3 : 0; i + 2 < track.values.size(); i += cubic ? 9 : 3) {
        const glm::dvec3 key(track.values[i], track.values[i + 1], track.values[i + 2]);
        low = glm::min(low, key);
        high = glm::max(high, key);
      }
      if (glm::all(glm::lessThanEqual(low, scale * (1.0 + kSameTurn))) &&
          glm::all(glm::greaterThanEqual(high, scale * (1.0 - kSameTurn)))) {
        nodes[track.node.value].rest.scale = scale;
      }
    }
  }
  return nodes;
}

class Fitter {
 public:
  Fitter(const model::Model& model, const model::Model& motion, const bone_names::BoneMatch& match, Retarget retarget)
      : m_model(model),
        m_motion(motion),
        m_match(match),
        m_retarget(retarget),
        m_modelRest(model),
        m_motionRest(motion, withoutGrowth(model, motion, match)) {
    pairUp();
    findWanderers();
    for (const Pair& pair : m_pairs) {
      m_shortest = std::max(m_shortest, kShortestBone * glm::length(pair.modelOffset));
    }
    for (std::size_t i = 0; i < m_pairs.size(); ++i) {
      if (tells(m_pairs[i])) {
        m_pairs[m_pairs[i].above].children.push_back(i);
      }
    }
  }

  SkeletonFit fit() {
    findUnit();
    findSameAxes();
    findAlignment();
    for (Pair& pair : m_pairs) {
      pair.redirected = isBound(pair) && followsAbove(pair);
      pair.axes = restAxes(pair);
      pair.copied = isCopied(pair) && (m_retarget == Retarget::Copy || !isBetter(pair, pair.axes));
      const glm::dquat axes = axesOf(pair);
      pair.redirected = pair.redirected || axes != pair.axes;
      pair.axes = axes;
      m_fit.otherAxes = m_fit.otherAxes || (pair.live && angleDegrees(pair.axes) > kTold);
      m_fit.moved += pair.live ? 1 : 0;
      m_fit.copied += pair.copied ? 1 : 0;
    }
    findHeights();
    findDifferences();
    m_fit.frames.resize(m_motion.nodes.size());
    for (const Pair& pair : m_pairs) {
      m_fit.frames[pair.motion.value] = frameOf(pair);
    }
    return std::move(m_fit);
  }

 private:
  static NodeIndex nearestMatched(const model::Model& model, NodeIndex node, const std::vector<std::size_t>& pairOf) {
    do {
      node = model.nodes[node.value].parent;
    } while (node.isValid() && pairOf[node.value] == kNoPair);
    return node;
  }

  void pairUp() {
    std::vector<std::size_t> ofModel(m_model.nodes.size(), kNoPair);
    std::vector<std::size_t> ofMotion(m_motion.nodes.size(), kNoPair);
    for (std::size_t i = 0; i < m_motion.nodes.size(); ++i) {
      if (const NodeIndex node = m_match.modelNode[i]; node.isValid()) {
        ofMotion[i] = ofModel[node.value] = m_pairs.size();
        m_pairs.push_back({});
        m_pairs.back().motion = NodeIndex(i);
        m_pairs.back().model = node;
      }
    }
    const std::vector<bool> animated = model::animatedNodes(m_motion);
    for (Pair& pair : m_pairs) {
      const bool posed = m_motionRest.posed[pair.motion.value] || m_modelRest.posed[pair.model.value];
      pair.live = animated[pair.motion.value] || posed;
      const NodeIndex motionAbove = nearestMatched(m_motion, pair.motion, ofMotion);
      const NodeIndex modelAbove = nearestMatched(m_model, pair.model, ofModel);
      if (motionAbove.isValid() && m_match.modelNode[motionAbove.value] == modelAbove) {
        pair.above = ofMotion[motionAbove.value];
        pair.live = pair.live || m_pairs[pair.above].live;
        pair.motionOffset = offsetIn(m_motionRest, motionAbove, pair.motion);
        pair.modelOffset = offsetIn(m_modelRest, modelAbove, pair.model);
      }
    }
  }

  /// The offset between two nodes in the rest pose, in the axes of the first, metres.
  static glm::dvec3 offsetIn(const RestPose& rest, NodeIndex above, NodeIndex node) {
    return glm::inverse(rest.rotation[above.value]) * (rest.position[node.value] - rest.position[above.value]);
  }

  bool tells(const Pair& pair) const {
    return pair.above != kNoPair && glm::length(pair.modelOffset) > m_shortest &&
           glm::length(pair.motionOffset) > 0.0 && isOfOnePose(m_motionRest, pair.motion, m_pairs[pair.above].motion) &&
           isOfOnePose(m_modelRest, pair.model, m_pairs[pair.above].model);
  }
  /// Whether the positions of two nodes belong to the same pose. If a file was exported while posed, nodes without a
  /// skin are in that pose.
  static bool isOfOnePose(const RestPose& rest, NodeIndex a, NodeIndex b) {
    return !rest.isPosed || (rest.bound[a.value] && rest.bound[b.value]);
  }
  /// Whether skins define the bone's rest pose in both files (a sword in the motion's hand has none).
  bool isBound(const Pair& pair) const {
    return m_motionRest.bound[pair.motion.value] && m_modelRest.bound[pair.model.value] &&
           (m_motionRest.skinned[pair.motion.value] || !m_modelRest.skinned[pair.model.value]);
  }
  const glm::dquat& motionTurn(const Pair& pair) const { return m_motionRest.rotation[pair.motion.value]; }
  const glm::dquat& modelTurn(const Pair& pair) const { return m_modelRest.rotation[pair.model.value]; }

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
    m_metres = snapped(median(ratios));
    std::size_t same = 0;
    std::size_t moved = 0;  // Moved by the motion, so not a property of the skeleton.
    for (const Pair& pair : m_pairs) {
      if (tells(pair)) {
        same += hasSameLength(pair) ? 1 : 0;
        moved += pair.wanders && !hasSameLength(pair) ? 1 : 0;
      }
    }
    m_sameSkeleton =
        static_cast<double>(same) >= kMostLengths * static_cast<double>(ratios.size()) ||
        (same != 0 && static_cast<double>(same) >= kNearlyAllLengths * static_cast<double>(ratios.size() - moved));
    std::vector<double> units;
    for (const Pair& pair : m_pairs) {
      if (tells(pair)) {
        units.push_back(m_metres * unitOf(pair));
      }
    }
    m_fit.unit = snapped(median(std::move(units)));
  }

  bool hasSameLength(const Pair& pair) const {
    return std::abs(m_metres * glm::length(pair.motionOffset) / glm::length(pair.modelOffset) - 1.0) < kSameLength;
  }

  /// Finds bones with translation keys that differ from their rest position.
  void findWanderers() {
    std::vector<bool> wanders(m_motion.nodes.size(), false);
    for (const model::Clip& clip : m_motion.clips) {
      for (const model::Track& track : clip.tracks) {
        if (track.target == model::TrackTarget::Translation && !wanders[track.node.value]) {
          wanders[track.node.value] = leavesRest(track);
        }
      }
    }
    for (Pair& pair : m_pairs) {
      pair.wanders = wanders[pair.motion.value];
    }
  }
  bool leavesRest(const model::Track& track) const {
    const model::Node& node = m_motion.nodes[track.node.value];
    const glm::dvec3 rest = node.restMatrix ? glm::dvec3((*node.restMatrix)[3]) : node.rest.translation;
    const bool cubic = track.interpolation == model::Interpolation::CubicSpline;
    for (std::size_t i = cubic ? 3 : 0; i + 2 < track.values.size(); i += cubic ? 9 : 3) {
      const glm::dvec3 key(track.values[i], track.values[i + 1], track.values[i + 2]);
      if (glm::distance(key, rest) > kSameLength * glm::length(rest)) {
        return true;
      }
    }
    return false;
  }

  /// The ratio of the scales above the bone, where files store their unit.
  double unitOf(const Pair& pair) const {
    const double model = m_modelRest.scaleOf(m_model.nodes[pair.model.value].parent);
    return model > 0.0 ? m_motionRest.scaleOf(m_motion.nodes[pair.motion.value].parent) / model : 1.0;
  }

  void findAlignment() {
    std::vector<RotationPair> bones;
    std::vector<std::size_t> below(m_pairs.size(), 0);
    for (std::size_t i = m_pairs.size(); i-- > 0;) {
      const Pair& pair = m_pairs[i];
      if (tells(pair)) {
        bones.push_back({glm::normalize(motionTurn(m_pairs[pair.above]) * pair.motionOffset),
                         glm::normalize(modelTurn(m_pairs[pair.above]) * pair.modelOffset), 1.0});
      }
      if (pair.above != kNoPair) {
        below[pair.above] += below[i] + 1;
      }
    }
    // The uppermost bone that moves most of the body; nodes above it carry the skeleton.
    const Pair* top = nullptr;
    std::size_t most = 0;
    for (std::size_t i = 0; i < m_pairs.size(); ++i) {
      if (isTop(m_pairs[i]) && (top == nullptr || below[i] > most)) {
        top = &m_pairs[i];
        most = below[i];
      }
    }
    const auto carrier = [](const RestPose& rest, const model::Model& model, NodeIndex node) {
      const NodeIndex parent = model.nodes[node.value].parent;
      return parent.isValid() ? rest.nodeRotation[parent.value] : kIdentity;
    };
    m_align = top == nullptr ? Alignment()
                             : alignRests(bones, carrier(m_motionRest, m_motion, top->motion),
                                          carrier(m_modelRest, m_model, top->model), isCopied(*top));
    m_fit.turnedWhole = angleDegrees(m_align.motion) > kTold;
  }

  /// Whether the bone moves and no matched bone above it does.
  bool isTop(const Pair& pair) const { return pair.live && (pair.above == kNoPair || !m_pairs[pair.above].live); }

  /// The largest angle (degrees) between the bone and the directions of its children if it gets these axes.
  double pointsAside(const Pair& pair, const glm::dquat& axes) const {
    double largest = 0.0;
    for (const std::size_t child : pair.children) {
      largest =
          std::max(largest, angleDegrees(swingBetween(axes * m_pairs[child].modelOffset, m_pairs[child].motionOffset)));
    }
    return largest;
  }

  /// Whether the children of a bone are on one line with it, which leaves its roll undetermined.
  bool leavesRollOpen(const std::vector<std::size_t>& children) const {
    const glm::dvec3 first = glm::normalize(m_pairs[children.front()].modelOffset);
    return std::ranges::all_of(children, [&](std::size_t child) {
      return glm::length(glm::cross(first, glm::normalize(m_pairs[child].modelOffset))) < 0.1;
    });
  }

  bool isAlike(const Pair& child) const {
    return angleDegrees(swingBetween(child.modelOffset, child.motionOffset)) < kAxesAlike;
  }

  /// The information from these children on the axes. In identical skeletons a few bones may have been moved: two
  /// children at the model's positions suffice, and another child is used only if all agree on a rotation.
  Axes toldBy(const std::vector<std::size_t>& children) const {
    std::vector<std::size_t> alike;
    std::vector<std::size_t> still;
    for (const std::size_t child : children) {
      if (isAlike(m_pairs[child])) {
        alike.push_back(child);
      }
      if (isAlike(m_pairs[child]) || (!m_pairs[child].wanders && hasSameLength(m_pairs[child]))) {
        still.push_back(child);
      }
    }
    const std::vector<std::size_t>& witnesses = m_sameSkeleton ? still : children;
    if (witnesses.empty()) {
      return Axes::Untold;
    }
    const bool all = alike.size() == witnesses.size();
    if (all || (m_sameSkeleton && !alike.empty() && !leavesRollOpen(alike))) {
      return leavesRollOpen(alike) ? Axes::Along : Axes::Same;
    }
    std::vector<RotationPair> pairs;
    pairs.reserve(witnesses.size());
    for (const std::size_t child : witnesses) {
      pairs.push_back({glm::normalize(m_pairs[child].modelOffset), glm::normalize(m_pairs[child].motionOffset), 1.0});
    }
    const glm::dquat turn = fitRotation(pairs);
    const bool agreed = std::ranges::all_of(pairs, [&](const RotationPair& pair) {
      return angleDegrees(swingBetween(turn * pair.from, pair.to)) < kAxesAlike;
    });
    return agreed || !m_sameSkeleton ? Axes::Other : Axes::Untold;
  }

  void findSameAxes() {
    std::size_t rolled = 0;
    std::size_t rolledAlike = 0;
    std::size_t open = 0;
    std::size_t openAlike = 0;
    for (Pair& pair : m_pairs) {
      if (!pair.live || pair.children.empty()) {
        continue;
      }
      pair.told = toldBy(pair.children);
      if (pair.told == Axes::Untold) {
        continue;
      }
      const std::size_t alike = pair.told == Axes::Other ? 0 : 1;
      (leavesRollOpen(pair.children) ? open : rolled) += 1;
      (leavesRollOpen(pair.children) ? openAlike : rolledAlike) += alike;
    }
    m_sameAxes = rolled != 0 ? 3 * rolledAlike >= 2 * rolled : openAlike == open;
    if (m_retarget != Retarget::Auto) {
      m_sameAxes = m_retarget == Retarget::Copy;
    }
  }

  /// Whether the bone is to be posed as in the motion file. The pose of a skeleton without a skin is unknown, but if it
  /// is the model's skeleton, it has the model's axes.
  bool isCopied(const Pair& pair) const {
    if (m_retarget != Retarget::Auto) {
      return m_retarget == Retarget::Copy && pair.live;
    }
    if (isBound(pair) || !pair.live || !m_sameSkeleton) {
      return false;
    }
    if (pair.told == Axes::Untold) {
      const bool follows = pair.above != kNoPair && m_pairs[pair.above].live;
      return follows ? m_pairs[pair.above].copied : m_sameAxes;
    }
    return pair.told == Axes::Same || (pair.told == Axes::Along && m_sameAxes);
  }

  /// Whether the bone keeps its rest pose relative to the bone above: its own is unknown, or its direction is
  /// undetermined and the bone above takes its direction from the motion (a hand below a hanging arm).
  bool followsAbove(const Pair& pair) const {
    return pair.above != kNoPair && m_pairs[pair.above].live &&
           (!isBound(pair) || (pair.children.empty() && m_pairs[pair.above].redirected));
  }

  /// The rotation from the motion's axes of the bone to the model's, assuming that the rest poses are the same pose.
  glm::dquat restAxes(const Pair& pair) const {
    const bool bound = isBound(pair);
    glm::dquat axes = glm::inverse(motionTurn(pair)) * glm::inverse(m_align.rest) * modelTurn(pair);
    if (followsAbove(pair)) {
      const Pair& above = m_pairs[pair.above];
      axes = glm::inverse(motionTurn(pair)) * motionTurn(above) * above.axes * glm::inverse(modelTurn(above)) *
             modelTurn(pair);
    }
    return rounded(axes, bound ? kSameTurn : kIdentical);
  }

  /// Whether the bone points to its children better with these axes than with the motion's. Children that the motion
  /// moves are ignored.
  bool isBetter(const Pair& pair, const glm::dquat& axes) const {
    double same = 0.0;
    double turned = 0.0;
    for (const std::size_t child : pair.children) {
      const Pair& other = m_pairs[child];
      if (isAlike(other)) {
        same = std::max(same, angleDegrees(swingBetween(other.modelOffset, other.motionOffset)));
        turned = std::max(turned, angleDegrees(swingBetween(axes * other.modelOffset, other.motionOffset)));
      }
    }
    return same > std::max(turned, kPointsAlike);
  }

  /// The axes of the bone; `pair.axes` assumes equal rest poses.
  glm::dquat axesOf(const Pair& pair) const {
    const bool bound = isBound(pair);
    const glm::dquat& axes = pair.axes;
    if (!pair.live) {
      return axes;
    }
    if (pair.copied) {
      return kIdentity;
    }
    if (pair.children.empty()) {
      return axes;
    }
    const double aside = pointsAside(pair, axes);
    if (aside <= (bound || !m_sameSkeleton ? kTrulyOther : kPointsAlike)) {
      return axes;
    }
    if (m_sameAxes && pointsAside(pair, kIdentity) < 0.5 * aside) {
      return kIdentity;
    }
    if (bound) {
      return axes;
    }
    std::vector<RotationPair> pairs;
    for (const std::size_t child : pair.children) {
      pairs.push_back({axes * m_pairs[child].modelOffset, m_pairs[child].motionOffset, 1.0});
    }
    return glm::normalize(fitRotation(pairs) * axes);
  }

  /// Finds the heights of the hips above the lowest bone, which scale the movement of the body.
  void findHeights() {
    const bool weighs = std::ranges::any_of(m_modelRest.weight, [](double w) { return w > 0.0; });
    const auto modelHeight = [this](const Pair& pair) { return m_modelRest.position[pair.model.value].y; };
    const auto motionHeight = [this](const Pair& pair) {
      return (m_align.rest * m_motionRest.position[pair.motion.value]).y;
    };
    m_carrying.assign(m_pairs.size(), false);
    glm::dvec2 modelSpan(1.0, -1.0);
    glm::dvec2 motionSpan(1.0, -1.0);
    const auto add = [](glm::dvec2& span, double height) {
      span = span.x > span.y ? glm::dvec2(height) : glm::dvec2(std::min(span.x, height), std::max(span.y, height));
    };
    for (const Pair& pair : m_pairs) {
      if (pair.live && (!weighs || m_modelRest.weight[pair.model.value] > 0.0)) {
        add(modelSpan, modelHeight(pair));
        add(motionSpan, motionHeight(pair));
      }
    }
    m_carried = m_metres;
    for (std::size_t i = 0; i < m_pairs.size(); ++i) {
      const double model = modelHeight(m_pairs[i]) - modelSpan.x;
      const double motion = motionHeight(m_pairs[i]) - motionSpan.x;
      if (!m_pairs[i].live || model <= kHipsShare * (modelSpan.y - modelSpan.x) ||
          motion <= kHipsShare * (motionSpan.y - motionSpan.x)) {
        continue;
      }
      m_carried = m_sameSkeleton ? m_metres : model / motion;
      for (std::size_t k = i; k != kNoPair; k = m_pairs[k].above) {
        m_carrying[k] = true;
      }
      return;
    }
  }

  /// The rotation from the bone above (kNoPair: from pack space) to the node's parent, in the nodes' own pose.
  static glm::dquat chain(const RestPose& rest, const model::Model& model, NodeIndex node, NodeIndex above) {
    const NodeIndex parent = model.nodes[node.value].parent;
    const glm::dquat down = parent.isValid() ? rest.nodeRotation[parent.value] : kIdentity;
    return above.isValid() ? glm::inverse(rest.nodeRotation[above.value]) * down : down;
  }
  /// The position of the node's parent in the axes of the bone above, in the nodes' own pose, metres.
  static glm::dvec3 origin(const RestPose& rest, const model::Model& model, NodeIndex node, NodeIndex above) {
    const NodeIndex parent = model.nodes[node.value].parent;
    if (!parent.isValid() || parent == above) {
      return glm::dvec3(0.0);
    }
    return above.isValid() ? glm::inverse(rest.nodeRotation[above.value]) *
                                 (rest.nodePosition[parent.value] - rest.nodePosition[above.value])
                           : rest.nodePosition[parent.value];
  }

  /// The offset, in the axes of the bone above, to add to the bone's position in the motion, times `metres` and rotated
  /// by `turn`.
  glm::dvec3 baseOf(const Pair& pair, bool top, const glm::dquat& turn, double metres) const {
    if (!top) {
      const glm::dvec3 rest = pair.modelOffset - turn * (metres * pair.motionOffset);
      const double length = std::max(glm::length(pair.modelOffset), m_shortest);
      const bool known = isBound(pair) && isBound(m_pairs[pair.above]);
      const bool same = glm::length(rest) <= kSameLength * length || (m_sameSkeleton && !known);
      return same ? glm::dvec3(0.0) : rest;
    }
    const bool aligned = m_align.motion == m_align.rest;
    // The uppermost bone with a bind pose is the most reliable.
    const auto bound =
        std::ranges::find_if(m_pairs, [this](const Pair& other) { return other.live && isBound(other); });
    const Pair& sure = bound == m_pairs.end() ? pair : *bound;
    const glm::dvec3 rest =
        m_modelRest.position[sure.model.value] - m_align.rest * (metres * m_motionRest.position[sure.motion.value]);
    if (glm::length(rest) <= kSameTurn * m_modelRest.size) {
      return glm::dvec3(0.0);
    }
    if (aligned && (isBound(sure) || !m_sameSkeleton)) {
      return rest;
    }
    // The motion's rest pose may be any pose: only the nodes above the skeletons give positions.
    const glm::dvec3 stage = origin(m_modelRest, m_model, pair.model, {}) -
                             turn * (metres * origin(m_motionRest, m_motion, pair.motion, {}));
    return glm::length(rest) <= kSamePlace * m_modelRest.size ? glm::dvec3(0.0) : stage;
  }

  BoneFrame frameOf(const Pair& pair) const {
    BoneFrame frame;
    const bool top = pair.above == kNoPair || !m_pairs[pair.above].live;
    const NodeIndex motionAbove = top ? NodeIndex() : m_pairs[pair.above].motion;
    const NodeIndex modelAbove = top ? NodeIndex() : m_pairs[pair.above].model;
    const glm::dquat turn = top ? m_align.motion : glm::inverse(m_pairs[pair.above].axes);
    const glm::dquat modelChain = chain(m_modelRest, m_model, pair.model, modelAbove);
    const glm::dquat left = glm::inverse(modelChain) * turn * chain(m_motionRest, m_motion, pair.motion, motionAbove);
    frame.left = rounded(left, isBound(pair) ? kSameTurn : kIdentical);
    frame.right = pair.axes;
    const bool carrying = m_carrying[static_cast<std::size_t>(&pair - m_pairs.data())];
    const double metres = carrying ? m_carried : m_metres;
    frame.unit = rounded(metres * unitOf(pair));
    const NodeIndex modelParent = m_model.nodes[pair.model.value].parent;
    const NodeIndex motionParent = m_motion.nodes[pair.motion.value].parent;
    const glm::dvec3 difference = baseOf(pair, top, turn, metres) +
                                  turn * (metres * origin(m_motionRest, m_motion, pair.motion, motionAbove)) -
                                  origin(m_modelRest, m_model, pair.model, modelAbove);
    const double parentScale = m_modelRest.scaleOf(modelParent);
    frame.offset = parentScale > 0.0 ? glm::inverse(modelChain) * difference / parentScale : glm::dvec3(0.0);
    if (glm::length(frame.offset) * parentScale <= kIdentical * std::max(m_modelRest.size, 1e-3)) {
      frame.offset = glm::dvec3(0.0);
    }
    const auto relative = [this](NodeIndex model, NodeIndex motion) {
      const double scale = m_motionRest.scaleOf(motion);
      return scale > 0.0 ? m_modelRest.scaleOf(model) / scale : 1.0;
    };
    const double aboveRatio = relative(modelParent, motionParent);
    frame.scale = aboveRatio > 0.0 ? rounded(relative(pair.model, pair.motion) / aboveRatio) : 1.0;
    frame.turns = frame.left != kIdentity || frame.right != kIdentity;
    frame.moves = frame.left != kIdentity || frame.offset != glm::dvec3(0.0) || frame.unit != 1.0;
    hold(pair, frame);
    return frame;
  }

  /// Sets the pose of the model's bone for clips in which the motion's bone has no keys.
  void hold(const Pair& pair, BoneFrame& frame) const {
    const model::Node& own = m_model.nodes[pair.model.value];
    const model::Node& other = m_motion.nodes[pair.motion.value];
    if (!pair.live || !m_modelRest.isBone[pair.model.value] || own.restMatrix || other.restMatrix) {
      return;
    }
    const glm::dquat turn = frame.left * other.rest.rotation * frame.right;
    if (angleDegrees(glm::inverse(own.rest.rotation) * turn) > kHeldDegrees) {
      frame.heldRotation = glm::normalize(turn);
    }
    const glm::dvec3 place = frame.left * (frame.unit * other.rest.translation) + frame.offset;
    if (glm::distance(place, own.rest.translation) * m_modelRest.scaleOf(own.parent) > kHeldShare * m_modelRest.size) {
      frame.heldTranslation = place;
    }
  }

  /// The rotation of the bone's children in pack space, without that of the whole body; if undetermined, that of the
  /// bone above.
  glm::dquat swingOf(const Pair& pair, const glm::dquat& above) const {
    const auto isUnknown = [](const RestPose& rest, NodeIndex node) { return rest.isPosed && !rest.bound[node.value]; };
    if (isUnknown(m_motionRest, pair.motion) || isUnknown(m_modelRest, pair.model)) {
      return above;
    }
    std::vector<RotationPair> pairs;
    for (const std::size_t child : pair.children) {
      pairs.push_back({m_align.rest * (motionTurn(pair) * m_pairs[child].motionOffset),
                       modelTurn(pair) * m_pairs[child].modelOffset, 1.0});
    }
    return pairs.empty() ? above : fitRotation(pairs);
  }

  double differenceOf(const Pair& pair, const glm::dquat& swing, const glm::dquat& above) const {
    const double swung = angleDegrees(glm::inverse(above) * swing);
    const bool tellsAll =
        pair.copied || pair.children.empty() || (swung >= kTold && pointsAside(pair, kIdentity) < kAxesAlike);
    if (!(m_sameAxes || pair.copied) || !tellsAll) {
      return swung;
    }
    const Pair& upper = m_pairs[pair.above];
    return angleDegrees(glm::inverse(glm::inverse(motionTurn(upper)) * motionTurn(pair)) *
                        (glm::inverse(modelTurn(upper)) * modelTurn(pair)));
  }

  void findDifferences() {
    const bool weighs = std::ranges::any_of(m_modelRest.weight, [](double w) { return w > 0.0; });
    std::vector<glm::dquat> swings;
    for (const Pair& pair : m_pairs) {
      const glm::dquat above = pair.above == kNoPair ? kIdentity : swings[pair.above];
      swings.push_back(swingOf(pair, above));
      if (!tells(pair) || (weighs && !(m_modelRest.weight[pair.model.value] > 0.0))) {
        continue;
      }
      if (const double degrees = differenceOf(pair, swings.back(), above); degrees > kTold) {
        m_fit.differences.push_back({m_model.nodes[pair.model.value].name, degrees, pair.copied});
      }
      const double stretch = std::abs(m_metres * glm::length(pair.motionOffset) / glm::length(pair.modelOffset) - 1.0);
      if (stretch > m_fit.stretch) {
        m_fit.stretch = stretch;
        m_fit.stretchBone = m_model.nodes[pair.model.value].name;
      }
    }
    std::ranges::stable_sort(m_fit.differences, std::ranges::greater{}, &RestDifference::degrees);
  }

  const model::Model& m_model;
  const model::Model& m_motion;
  const bone_names::BoneMatch& m_match;
  const Retarget m_retarget;
  const RestPose m_modelRest;
  const RestPose m_motionRest;
  std::vector<Pair> m_pairs;     ///< Parents first.
  std::vector<bool> m_carrying;  ///< The hips and the bones above them.
  Alignment m_align;
  double m_shortest = 0.0;
  double m_metres = 1.0;   ///< Ratio of the model's lengths to the motion's, in the metres of each file.
  double m_carried = 1.0;  ///< The same for the bones that carry the body.
  bool m_sameSkeleton = false;
  bool m_sameAxes = false;
  SkeletonFit m_fit;
};

}  // namespace

SkeletonFit fitSkeletons(const model::Model& model, const model::Model& motion, const bone_names::BoneMatch& match,
                         Retarget retarget) {
  return Fitter(model, motion, match, retarget).fit();
}

}  // namespace texeleton::retargeting

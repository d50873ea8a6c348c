#include "core/ragdoll/fit_ragdoll.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "core/animator/animator_setup.h"
#include "core/base/mapped.h"
#include "core/base/name_words.h"
#include "core/base/one_line.h"
#include "core/base/similar_names.h"
#include "core/contacts/body_points.h"
#include "core/model/nodes.h"
#include "core/ragdoll/rest_worlds.h"
#include "core/ragdoll/rigid_pieces.h"

namespace texeleton::ragdoll {

namespace {

constexpr double kSmallestPiece = 0.09;  // In heights of the character: a smaller piece is part of its parent.
constexpr double kThinnest = 0.015;      // Minimum radius in heights of the character.
constexpr double kThickestPiece = 0.16;  // Maximum radius.
constexpr double kInside = 0.7;          // Share of the vertices nearer to the axis than the radius.
constexpr double kEnds = 0.03;           // Share of the vertices beyond each end of the axis.
constexpr double kMostPieces = 0.8;      // Share of the pieces that make a whole character.
constexpr std::size_t kMostBodies = 32;
constexpr std::size_t kFewestPoints = 4;

constexpr double kShoulderSwing = 75.0;  // Degrees.
constexpr double kShoulderTwist = 45.0;
constexpr double kHipSwing = 50.0;
constexpr double kHipTwist = 25.0;

/// Ranges of joints whose bones have one of these words in their names.
struct JointRange {
  std::span<const std::string_view> words;
  double swing = 0.0;
  double twist = 0.0;
};
constexpr std::string_view kSpineWords[] = {"spine", "chest", "torso", "abdomen", "waist", "pelvis", "hips"};
constexpr std::string_view kHeadWords[] = {"head", "neck"};
constexpr std::string_view kArmWords[] = {"upperarm", "shoulder"};
constexpr std::string_view kLegWords[] = {"thigh", "upleg", "upperleg"};
constexpr std::string_view kArmChainWords[] = {"hand", "wrist", "arm", "forearm", "lowerarm", "upperarm", "elbow"};
constexpr std::string_view kLegChainWords[] = {"foot", "ankle", "leg", "shin", "calf", "lowerleg", "thigh", "knee"};
constexpr JointRange kRanges[] = {{kSpineWords, 18.0, 12.0},
                                  {kHeadWords, 30.0, 25.0},
                                  {kArmWords, kShoulderSwing, kShoulderTwist},
                                  {kLegWords, kHipSwing, kHipTwist}};

using Points = std::vector<glm::dvec3>;

/// For each node, the vertices on which it has the largest weight, at rest.
std::vector<Points> pointsOfNodes(const model::Model& model, const std::vector<glm::dmat4>& worlds) {
  std::vector<Points> points(model.nodes.size());
  const model::VertexData& vertices = model.vertices;
  for (std::size_t v = 0; v < vertices.positions.size(); ++v) {
    const model::Influence& most = vertices.influences[vertices.influenceBegin[v]];
    const model::PaletteEntry& entry = model.palette[most.joint];
    const glm::dmat4 skin = worlds[entry.node.value] * entry.inverseBind;
    points[entry.node.value].push_back(glm::dvec3(skin * glm::dvec4(glm::dvec3(vertices.positions[v]), 1.0)));
  }
  return points;
}

double extentOf(const Points& points) {
  glm::dvec3 least(1e300);
  glm::dvec3 most(-1e300);
  for (const glm::dvec3& point : points) {
    least = glm::min(least, point);
    most = glm::max(most, point);
  }
  return points.empty() ? 0.0 : glm::length(most - least);
}

double quantile(std::vector<double>& values, double share) {
  const auto at = static_cast<std::ptrdiff_t>(std::lround(share * (static_cast<double>(values.size()) - 1.0)));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

/// The direction in which points spread most (power iteration on their covariance).
glm::dvec3 mainAxis(const Points& points, const glm::dvec3& centre) {
  glm::dmat3 covariance(0.0);
  for (const glm::dvec3& point : points) {
    covariance += glm::outerProduct(point - centre, point - centre);
  }
  glm::dvec3 axis(0.3, 1.0, 0.2);
  for (int i = 0; i < 40; ++i) {
    const glm::dvec3 next = covariance * axis;
    const double length = glm::length(next);
    if (!(length > 0.0)) {
      break;
    }
    axis = next / length;
  }
  return glm::normalize(axis);
}

class Fitter {
 public:
  Fitter(const model::Model& model, std::span<const RagdollBone> bones)
      : m_model(model), m_worlds(restWorlds(model)), m_set(model.nodes.size(), nullptr) {
    for (const RagdollBone& bone : bones) {
      if (const NodeIndex node = model::nodeCalled(m_model, bone.bone); node.isValid()) {
        m_set[node.value] = &bone;
      } else if (m_missing.empty()) {
        m_missing = bone.bone;
      }
    }
    m_shape.heightMetres = contacts::bodyHeight(model);
    m_points = pointsOfNodes(model, m_worlds);
  }

  Result<RagdollShape> fit() {
    if (!m_missing.empty()) {
      return fail(ErrorCode::NotFound, message("the ragdoll names the bone %1, which the model does not have%2",
                                               inQuotes(m_missing), didYouMean(m_missing, model::nodeNames(m_model))));
    }
    weld();
    gather();
    joinTrees();
    m_bodyOf.assign(m_model.nodes.size(), std::nullopt);
    for (std::size_t i = 0; i < m_model.nodes.size(); ++i) {
      const NodeIndex parent = m_model.nodes[i].parent;
      const std::optional<std::size_t> above = parent.isValid() ? m_bodyOf[parent.value] : std::nullopt;
      const bool isFirst = m_shape.bodies.empty();
      // One tree: pieces without a parent body (a second root) keep their pose.
      const bool fits =
          !isPart(i) && m_shape.bodies.size() < kMostBodies && (isFirst ? i >= m_first : above.has_value());
      m_bodyOf[i] = above;
      if (fits) {
        m_bodyOf[i] = m_shape.bodies.size();
        m_shape.bodies.push_back(bodyOf(NodeIndex(i), above));
      }
    }
    if (m_shape.bodies.empty()) {
      return fail(ErrorCode::InvalidArgument, "no bone moves enough of the mesh to fall as a body");
    }
    addHinges();
    applySet();
    return std::move(m_shape);
  }

 private:
  bool isSmall(const Points& points) const {
    return extentOf(points) < kSmallestPiece * m_shape.heightMetres || points.size() < kFewestPoints;
  }

  bool wants(std::size_t node, bool body) const { return m_set[node] != nullptr && m_set[node]->body == body; }

  /// Whether a node is a part of its parent's body.
  bool isPart(std::size_t node) const {
    return m_points[node].size() < kFewestPoints || wants(node, false) ||
           (isSmall(m_points[node]) && !wants(node, true));
  }

  void giveToParent(std::size_t node) {
    const std::size_t parent = m_model.nodes[node].parent.value;
    m_points[parent].insert(m_points[parent].end(), m_points[node].begin(), m_points[node].end());
    m_points[node].clear();
    passWelded(node);
  }

  void passWelded(std::size_t node) {
    std::vector<Points>& above = m_welded[m_model.nodes[node].parent.value];
    above.insert(above.end(), m_welded[node].begin(), m_welded[node].end());
    m_welded[node].clear();
  }

  // From the leaves up: rigid pieces are kept separate from the vertices of the bone that carries them, or replace them
  // if it has none.
  void weld() {
    m_welded.resize(m_points.size());
    std::vector<bool> moves = mapped(m_points, [&](const Points& points) { return !points.empty(); });
    const std::vector<bool> rigid = rigidPieces(m_model, moves);
    for (std::size_t i = m_points.size(); i-- > 0;) {
      const NodeIndex parent = m_model.nodes[i].parent;
      if (!rigid[i] || wants(i, true)) {
        continue;
      }
      if (m_points[parent.value].empty() || isSmall(m_points[i])) {
        giveToParent(i);
      } else {
        m_welded[parent.value].push_back(std::exchange(m_points[i], {}));
        passWelded(i);
      }
    }
  }

  // From the leaves up: merges the vertices of small pieces into their parents.
  void gather() {
    for (std::size_t i = m_model.nodes.size(); i-- > 0;) {
      if (isPart(i) && m_model.nodes[i].parent.isValid()) {
        giveToParent(i);
      }
    }
  }

  // Parts connected only by a node without vertices, such as torso and legs of rigid meshes, belong to that node, which
  // gets the largest part as its body. A stray part beside a whole character is ignored.
  void joinTrees() {
    const std::size_t count = m_points.size();
    std::vector<std::size_t> top(count, count);  // The uppermost node with vertices.
    std::vector<std::size_t> pieces(count, 0);
    std::size_t total = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const NodeIndex parent = m_model.nodes[i].parent;
      top[i] = parent.isValid() ? top[parent.value] : count;
      top[i] = top[i] == count && !m_points[i].empty() ? i : top[i];
      if (!m_points[i].empty()) {
        ++pieces[top[i]];
        ++total;
      }
    }
    std::vector<std::size_t> under(count, 0);
    for (std::size_t i = count; i-- > 0;) {
      under[i] += top[i] == i ? pieces[i] : 0;
      if (kMostPieces * static_cast<double>(total) <= static_cast<double>(under[i])) {
        m_first = i;
        if (top[i] == count) {
          takeLargest(i, top);
        }
        return;
      }
      if (m_model.nodes[i].parent.isValid()) {
        under[m_model.nodes[i].parent.value] += under[i];
      }
    }
  }

  void takeLargest(std::size_t node, const std::vector<std::size_t>& top) {
    std::size_t largest = node;
    double size = 0.0;
    for (std::size_t i = node + 1; i < m_points.size(); ++i) {
      const double extent = top[i] == i && isBelow(i, node) ? extentOf(m_points[i]) : 0.0;
      if (extent > size) {
        largest = i;
        size = extent;
      }
    }
    std::swap(m_points[node], m_points[largest]);
    std::swap(m_welded[node], m_welded[largest]);
  }

  bool isBelow(std::size_t node, std::size_t above) const {
    NodeIndex at = m_model.nodes[node].parent;
    while (at.isValid() && at.value != above) {
      at = m_model.nodes[at.value].parent;
    }
    return at.isValid();
  }

  glm::dvec3 placeOf(NodeIndex node) const { return glm::dvec3(m_worlds[node.value][3]); }

  RagdollBody bodyOf(NodeIndex node, std::optional<std::size_t> parent) const {
    RagdollBody body;
    static_cast<Capsule&>(body) = capsuleAround(m_points[node.value], kThickestPiece * m_shape.heightMetres);
    body.node = node;
    body.parent = parent;
    for (const Points& points : m_welded[node.value]) {
      body.welded.push_back(capsuleAround(points, kThinnest * m_shape.heightMetres));
    }
    return body;
  }

  Capsule capsuleAround(const Points& points, double thickest) const {
    Capsule capsule;
    glm::dvec3 centre(0.0);
    for (const glm::dvec3& point : points) {
      centre += point / static_cast<double>(points.size());
    }
    const glm::dvec3 axis = mainAxis(points, centre);
    std::vector<double> along;
    std::vector<double> beside;
    for (const glm::dvec3& point : points) {
      along.push_back(glm::dot(point - centre, axis));
      beside.push_back(glm::length(point - centre - axis * along.back()));
    }
    const double low = quantile(along, kEnds);
    const double high = quantile(along, 1.0 - kEnds);
    const double thinnest = kThinnest * m_shape.heightMetres;
    capsule.radius =
        std::clamp(quantile(beside, kInside), thinnest, std::min(thickest, std::max(0.5 * (high - low), thinnest)));
    // The extent includes the round ends.
    const double middle = 0.5 * (low + high);
    const double half = std::max(0.0, 0.5 * (high - low) - capsule.radius);
    capsule.from = centre + axis * (middle - half);
    capsule.to = centre + axis * (middle + half);
    return capsule;
  }

  RagdollBody* bodyAt(NodeIndex node) {
    const auto body = std::ranges::find(m_shape.bodies, node, &RagdollBody::node);
    return body == m_shape.bodies.end() || !body->parent ? nullptr : &*body;
  }

  // Ranges of joints by name; knees and elbows are hinges: knees fold backward, elbows forward.
  void addHinges() {
    for (RagdollBody& body : m_shape.bodies) {
      const std::vector<std::string> words = nameWords(m_model.nodes[body.node.value].name);
      for (const JointRange& range : kRanges) {
        if (hasWordOf(words, range.words)) {
          body.swing = range.swing;
          body.twist = range.twist;
          break;
        }
      }
    }
    for (const animator::SetupLimb& limb : animator::proposedLimbs(m_model)) {
      const NodeIndex middle = model::nodeCalled(m_model, limb.middle);
      const NodeIndex top = model::nodeCalled(m_model, limb.root);
      const glm::dvec3 root = placeOf(top);
      const glm::dvec3 end = placeOf(model::nodeCalled(m_model, limb.end));
      const glm::dvec3 lower = end - placeOf(middle);
      std::vector<std::string> words;
      for (const std::string& name : {limb.root, limb.middle, limb.end}) {
        const std::vector<std::string> more = nameWords(name);
        words.insert(words.end(), more.begin(), more.end());
      }
      // Without a name, a chain that begins low and hangs down at rest is a leg.
      const bool isLow = root.y < 0.62 * m_shape.heightMetres && lower.y < 0.0;
      const bool isLeg = hasWordOf(words, kLegChainWords) || (isLow && !hasWordOf(words, kArmChainWords));
      if (RagdollBody* const body = bodyAt(top)) {
        body->swing = isLeg ? kHipSwing : kShoulderSwing;
        body->twist = isLeg ? kHipTwist : kShoulderTwist;
      }
      RagdollBody* const body = bodyAt(middle);
      const glm::dvec3 hinge = glm::cross(lower, glm::dvec3(0.0, 0.0, isLeg ? -1.0 : 1.0));
      if (body != nullptr && glm::length(hinge) > 0.2 * glm::length(lower)) {
        body->isHinge = true;
        body->hinge = glm::normalize(hinge);
      }
    }
  }

  void applySet() {
    for (RagdollBody& body : m_shape.bodies) {
      const RagdollBone* const set = m_set[body.node.value];
      if (set == nullptr) {
        continue;
      }
      body.mass = set->mass;
      body.isHinge = (body.isHinge && !set->swing && !set->twist) || set->bendFrom || set->bendTo;
      body.swing = set->swing.value_or(body.swing);
      body.twist = set->twist.value_or(body.twist);
      body.bendFrom = set->bendFrom.value_or(body.bendFrom);
      body.bendTo = std::max(set->bendTo.value_or(body.bendTo), body.bendFrom);
    }
  }

  const model::Model& m_model;
  std::vector<glm::dmat4> m_worlds;
  std::vector<Points> m_points;
  std::vector<std::vector<Points>> m_welded;  // Rigid pieces of each node, separate from its points.
  std::vector<std::optional<std::size_t>> m_bodyOf;
  std::vector<const RagdollBone*> m_set;  // The settings of each node.
  std::string m_missing;
  std::size_t m_first = 0;  // No body before this node.
  RagdollShape m_shape;
};

}  // namespace

Result<RagdollShape> fitRagdoll(const model::Model& model, std::span<const RagdollBone> bones) {
  return Fitter(model, bones).fit();
}

}  // namespace texeleton::ragdoll

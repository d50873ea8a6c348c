#include "core/contacts/feet.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "core/animation/pose.h"
#include "core/base/mapped.h"
#include "core/base/name_expression.h"
#include "core/base/similar_names.h"
#include "core/model/names.h"
#include "core/model/nodes.h"

namespace texeleton::contacts {

namespace {

constexpr double kRestGroundBand = 0.06;  ///< In heights of the body: the ends of standing feet lie within this band at
                                          ///< rest.
constexpr double kStandsBand =
    0.06;  ///< Relative to the body's height, about y = 0: a model with its lowest point there stands.
constexpr double kMiddleBand = 0.01;     ///< In heights of the body: a foot this near the centre has no side.
constexpr std::size_t kMostGuessed = 8;  ///< Like a spider; more ends near the ground are not feet.
constexpr std::size_t kLeastGuessed = 2;

using NodePoints = std::vector<std::vector<BodyPoint>>;

/// Data that the search for feet uses repeatedly.
struct Body {
  const model::Model& model;
  NodePoints points = bodyPoints(model, PointDensity::Corners);
  animation::SourcePose rest = animation::SourcePose(model, ClipIndex());
  double height = bodyHeight(model);

  bool isBelow(NodeIndex node, const std::vector<bool>& marked) const {
    for (NodeIndex n = model.nodes[node.value].parent; n.isValid(); n = model.nodes[n.value].parent) {
      if (marked[n.value]) {
        return true;
      }
    }
    return false;
  }

  /// The nodes that are not descendants of others in `nodes`.
  std::vector<NodeIndex> uppermost(const std::vector<NodeIndex>& nodes) const {
    std::vector<bool> marked(model.nodes.size(), false);
    for (const NodeIndex node : nodes) {
      marked[node.value] = true;
    }
    std::vector<NodeIndex> result;
    std::ranges::copy_if(nodes, std::back_inserter(result), [&](NodeIndex node) { return !isBelow(node, marked); });
    return result;
  }

  /// `node` and all below it.
  std::vector<NodeIndex> subtree(NodeIndex node) const {
    std::vector<bool> inside(model.nodes.size(), false);
    std::vector<NodeIndex> result;
    for (std::size_t i = node.value; i < model.nodes.size(); ++i) {
      const NodeIndex parent = model.nodes[i].parent;
      inside[i] = i == node.value || (parent.isValid() && inside[parent.value]);
      if (inside[i]) {
        result.emplace_back(i);
      }
    }
    return result;
  }

  bool movesMesh(NodeIndex node) const {
    const std::vector<NodeIndex> nodes = subtree(node);
    return std::ranges::any_of(nodes, [&](NodeIndex n) { return !points[n.value].empty(); });
  }
};

/// Keeps those for which `isGood` holds, unless it holds for none.
template <class F>
void prefer(std::vector<NodeIndex>& nodes, const F& isGood) {
  std::vector<NodeIndex> good;
  std::ranges::copy_if(nodes, std::back_inserter(good), isGood);
  if (!good.empty()) {
    nodes = std::move(good);
  }
}

std::vector<NodeIndex> feetByName(const Body& body) {
  const model::Model& model = body.model;
  FootWord surest = FootWord::None;
  std::vector<FootName> names = mapped(model.nodes, [&](const model::Node& node) { return readFootName(node.name); });
  auto nodes = placesWhere<NodeIndex>(names.size(), [&](std::size_t i) { return names[i].word != FootWord::None; });
  prefer(nodes, [&](NodeIndex node) { return !names[node.value].isHelper; });
  prefer(nodes, [&](NodeIndex node) { return body.movesMesh(node); });
  for (const NodeIndex node : nodes) {
    surest = std::min(surest, names[node.value].word);
  }
  prefer(nodes, [&](NodeIndex node) { return names[node.value].word == surest; });
  return body.uppermost(nodes);
}

/// Nodes that a clip moves, by their own tracks or those of ancestors.
std::vector<bool> movedNodes(const model::Model& model) {
  std::vector<bool> moved = model::animatedNodes(model);
  for (std::size_t i = 0; i < moved.size(); ++i) {
    const NodeIndex parent = model.nodes[i].parent;
    moved[i] = moved[i] || (parent.isValid() && moved[parent.value]);
  }
  return moved;
}

std::vector<NodeIndex> feetOnTheGround(const Body& body) {
  const model::Model& model = body.model;
  const bool noMesh = model.vertices.positions.empty();
  std::vector<double> lowest(model.nodes.size(), std::numeric_limits<double>::max());
  for (std::size_t i = 0; i < lowest.size(); ++i) {
    if (noMesh) {
      lowest[i] = body.rest.worlds()[i][3].y;
    }
    for (const BodyPoint& point : body.points[i]) {
      lowest[i] = std::min(lowest[i], point.at(body.rest.worlds()).y);
    }
  }
  const double ground = lowest.empty() ? 0.0 : *std::ranges::min_element(lowest);
  const std::vector<bool> moved = movedNodes(model);
  std::vector<bool> ends(model.nodes.size(), true);
  std::vector<NodeIndex> feet;
  for (std::size_t i = model.nodes.size(); i-- > 0;) {
    const bool stands = lowest[i] <= ground + kRestGroundBand * body.height;
    if (stands && ends[i] && moved[i]) {
      feet.emplace_back(i);
    }
    if (model.nodes[i].parent.isValid() && (stands || !ends[i])) {
      ends[model.nodes[i].parent.value] = false;
    }
  }
  std::ranges::reverse(feet);
  return feet.size() >= kLeastGuessed && feet.size() <= kMostGuessed ? feet : std::vector<NodeIndex>();
}

Side sideOf(const Body& body, NodeIndex node) {
  const model::Model& model = body.model;
  for (NodeIndex n = node; n.isValid(); n = model.nodes[n.value].parent) {
    if (const Side side = readFootName(model.nodes[n.value].name).side; side != Side::Unknown) {
      return side;
    }
  }
  const double x = body.rest.worlds()[node.value][3].x;
  return x > kMiddleBand * body.height ? Side::Left : x < -kMiddleBand * body.height ? Side::Right : Side::Unknown;
}

void noteRestHeights(const Body& body, std::vector<Foot>& feet) {
  std::vector<double> heights;
  for (const Foot& foot : feet) {
    double lowest = std::numeric_limits<double>::max();
    for (const BodyPoint& point : foot.points) {
      lowest = std::min(lowest, point.at(body.rest.worlds()).y);
    }
    heights.push_back(lowest);
  }
  if (feet.empty() || std::abs(*std::ranges::min_element(heights)) > kStandsBand * body.height) {
    return;
  }
  for (std::size_t i = 0; i < feet.size(); ++i) {
    feet[i].restHeight = heights[i];
  }
}

std::vector<Foot> makeFeet(const Body& body, const std::vector<NodeIndex>& nodes) {
  std::vector<Foot> feet;
  bool anyMesh = false;
  for (const NodeIndex node : nodes) {
    Foot foot;
    foot.node = node;
    foot.side = sideOf(body, node);
    for (const NodeIndex below : body.subtree(node)) {
      const std::vector<BodyPoint>& points = body.points[below.value];
      foot.points.insert(foot.points.end(), points.begin(), points.end());
    }
    anyMesh = anyMesh || !foot.points.empty();
    feet.push_back(std::move(foot));
  }
  for (Foot& foot : feet) {
    if (foot.points.empty()) {
      const std::vector<NodeIndex> below = anyMesh ? std::vector<NodeIndex>{foot.node} : body.subtree(foot.node);
      for (const NodeIndex node : below) {
        foot.points.push_back({node, glm::dvec3(0.0)});
      }
    }
    const auto sameSide = [&](const Foot& other) { return other.side == foot.side; };
    const bool alone = foot.side != Side::Unknown && std::ranges::count_if(feet, sameSide) == 1;
    foot.eventName = !alone
                         ? model::cutToBytes("footstep_" + body.model.nodes[foot.node.value].name, model::kMaxNameBytes)
                     : foot.side == Side::Left ? "footstep_l"
                                               : "footstep_r";
  }
  noteRestHeights(body, feet);
  return feet;
}

Result<std::vector<NodeIndex>> matchingNodes(const model::Model& model, std::span<const std::string> patterns) {
  std::vector<NodeIndex> nodes;
  for (const std::string& pattern : patterns) {
    const auto expression = NameExpression::compile(pattern, true);
    TRY(expression);
    bool any = false;
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
      const Result<bool> matches = expression->matches(model.nodes[i].name);
      TRY(matches);
      if (*matches) {
        nodes.emplace_back(i);
        any = true;
      }
    }
    if (!any) {
      return fail(ErrorCode::InvalidArgument,
                  message("no node is called \"%1\" (whole names count; \".*foot.*\" finds a part)%2", pattern,
                          didYouMean(pattern, model::nodeNames(model))));
    }
  }
  std::ranges::sort(nodes);
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

}  // namespace

Result<std::vector<Foot>> findFeet(const model::Model& model, std::span<const std::string> patterns) {
  const Body body{model};
  if (!patterns.empty()) {
    const auto nodes = matchingNodes(model, patterns);
    TRY(nodes);
    return makeFeet(body, body.uppermost(*nodes));
  }
  std::vector<NodeIndex> nodes = feetByName(body);
  return makeFeet(body, nodes.empty() ? feetOnTheGround(body) : nodes);
}

}  // namespace texeleton::contacts

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/import/assemble/assemble_context.h"
#include "core/import/assemble/assemble_names.h"
#include "core/transform/transform.h"

namespace texeleton::importing::assemble {

namespace {

constexpr std::size_t kMaxNodeDepth = 4096;
/// Relative; a smaller shear is rounding of the file's floats.
constexpr double kShear = 2e-6;
/// A larger lost shear is an Issue.
constexpr double kVisibleShear = 1e-4;

struct Animation {
  std::vector<char> moved;                      ///< Any track moves it.
  std::vector<std::optional<glm::dquat>> turn;  ///< Its first rotation key.
};

Animation findAnimated(const SourceScene& scene) {
  Animation animation{std::vector<char>(scene.nodes.size(), 0),
                      std::vector<std::optional<glm::dquat>>(scene.nodes.size())};
  for (const SourceClip& clip : scene.clips) {
    for (const SourceTrack& track : clip.tracks) {
      if (track.target == model::TrackTarget::MorphWeights || track.node >= scene.nodes.size()) {
        continue;
      }
      animation.moved[track.node] = 1;
      const std::size_t at = track.interpolation == model::Interpolation::CubicSpline ? 4 : 0;
      if (track.target == model::TrackTarget::Rotation && track.values.size() >= at + 4 &&
          !animation.turn[track.node]) {
        const float* q = &track.values[at];
        const glm::dquat turn(q[3], q[0], q[1], q[2]);
        const double length = glm::length(turn);
        if (std::isfinite(length) && length > 1e-6) {
          animation.turn[track.node] = turn / length;
        }
      }
    }
  }
  return animation;
}

std::string nameOf(const SourceScene& scene, std::size_t node) {
  std::string text(1, '"');
  text += shownName(scene.nodes[node].name, "Node", node);
  return text + '"';
}

Error cycleError(const SourceScene& scene, std::size_t node) {
  // From any node below the cycle, as many steps up as there are nodes end on it.
  for (std::size_t step = 0; step < scene.nodes.size(); ++step) {
    node = *scene.nodes[node].parent;
  }
  return {ErrorCode::BadFile, message("cycle in the nodes: %1 is its own ancestor", nameOf(scene, node)), {}};
}

/// Source nodes depth first, children in the order of the file; roots in `firstRoots` come first.
Result<std::vector<std::size_t>> depthFirst(const SourceScene& scene, const std::vector<char>& firstRoots) {
  const std::size_t count = scene.nodes.size();
  std::vector<std::size_t> childBegin(count + 2, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const std::optional<std::size_t> parent = scene.nodes[i].parent;
    if (parent && *parent >= count) {
      return fail(ErrorCode::BadFile, message("node %1 has parent %2 of %3", nameOf(scene, i), *parent,
                                              counted(count, "%1 node", "%1 nodes")));
    }
    if (parent) {
      ++childBegin[*parent + 2];
    }
  }
  for (std::size_t i = 2; i < childBegin.size(); ++i) {
    childBegin[i] += childBegin[i - 1];
  }
  std::vector<std::size_t> children(childBegin[count + 1]);
  for (std::size_t i = 0; i < count; ++i) {
    if (scene.nodes[i].parent) {
      children[childBegin[*scene.nodes[i].parent + 1]++] = i;
    }
  }

  struct Visit {
    std::size_t node;
    std::size_t depth;
  };
  std::vector<Visit> stack;
  for (const char wanted : {char(0), char(1)}) {  // the stack reverses the order
    for (std::size_t i = count; i-- > 0;) {
      if (!scene.nodes[i].parent && firstRoots[i] == wanted) {
        stack.push_back({i, 1});
      }
    }
  }
  std::vector<std::size_t> order;
  order.reserve(count);
  while (!stack.empty()) {
    const Visit visit = stack.back();
    stack.pop_back();
    if (visit.depth > kMaxNodeDepth) {
      return fail(ErrorCode::Limit, message("hierarchy too deep: node %1 lies more than %2 nodes deep",
                                            nameOf(scene, visit.node), withCommas(kMaxNodeDepth)));
    }
    order.push_back(visit.node);
    for (std::size_t c = childBegin[visit.node + 1]; c-- > childBegin[visit.node];) {
      stack.push_back({children[c], visit.depth + 1});
    }
  }
  if (order.size() < count) {
    std::vector<char> reached(count, 0);
    for (const std::size_t node : order) {
      reached[node] = 1;
    }
    const auto lost = std::find(reached.begin(), reached.end(), char(0)) - reached.begin();
    return fail(cycleError(scene, static_cast<std::size_t>(lost)));
  }
  return order;
}

/// Converts rest transforms to pack space and records changes.
class RestMaker {
 public:
  RestMaker(Context& context, const Animation& animation) : m_context(context), m_animation(animation) {}

  /// `turn`: the axes are multiplied from the left.
  Result<void> make(std::size_t index, bool turn, model::Node& node) {
    const SourceNode& source = m_context.scene.nodes[index];
    transform::Transform rest = source.rest;
    if (source.restMatrix ? !isFinite(*source.restMatrix) : !isFinite(allNumbers(rest))) {
      return fail(ErrorCode::BadFile, message("node %1: its transform is not finite", nameOf(m_context.scene, index)));
    }
    if (source.restMatrix) {
      glm::dmat4 matrix = m_context.inMetres(*source.restMatrix);
      for (int c = 0; c < 4; ++c) {
        matrix[c].w = c == 3 ? 1.0 : 0.0;
      }
      setMatrix(index, turn ? glm::dmat4(m_context.axes) * matrix : matrix, node);
      return {};
    }
    const double length = glm::length(rest.rotation);
    if (length < 1e-12) {
      m_noRotation.add(node.name);
    }
    rest.rotation = length < 1e-12 ? glm::dquat(1.0, 0.0, 0.0, 0.0) : rest.rotation / length;
    rest.translation *= m_context.scale;
    if (turn) {
      setMatrix(index, glm::dmat4(m_context.axes) * toMatrix(rest), node);
    } else {
      node.rest = rest;
    }
    return {};
  }

  void report() {
    warnOf(m_context, m_noRotation, said("%1 with a rotation of length 0: read as no rotation (%2)"), said("%1 node"),
           said("%1 nodes"));
    warnOf(m_context, m_shear,
           said("the rest transform of %1 is sheared, which translation, rotation and scale cannot express: the shear "
                "was left out (%2)"),
           said("%1 animated node"), said("%1 animated nodes"));
  }

 private:
  /// All numbers of a transform, for a single check.
  static glm::dmat4 allNumbers(const transform::Transform& t) {
    glm::dmat4 m(0.0);
    m[0] = glm::dvec4(t.translation, t.rotation.w);
    m[1] = glm::dvec4(t.scale, t.rotation.x);
    m[2] = glm::dvec4(t.rotation.y, t.rotation.z, 0.0, 0.0);
    return m;
  }

  void setMatrix(std::size_t index, const glm::dmat4& matrix, model::Node& node) {
    const bool moved = m_animation.moved[index] != 0;
    double shear = 0.0;
    node.rest = transform::decompose(matrix, &shear, m_animation.turn[index].value_or(glm::dquat(1.0, 0.0, 0.0, 0.0)));
    if (!moved && shear > kShear) {
      node.restMatrix = matrix;
    } else if (moved && shear > kVisibleShear) {
      m_shear.add(node.name);
    }
  }

  Context& m_context;
  const Animation& m_animation;
  Tally m_noRotation;
  Tally m_shear;
};

void computeRestWorlds(Context& context) {
  const std::vector<model::Node>& nodes = context.model.nodes;
  context.restWorlds.resize(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const glm::dmat4 local = nodes[i].restMatrix ? *nodes[i].restMatrix : toMatrix(nodes[i].rest);
    context.restWorlds[i] = nodes[i].parent ? context.restWorlds[nodes[i].parent.value] * local : local;
  }
}

}  // namespace

Result<void> assembleNodes(Context& context) {
  SourceScene& scene = context.scene;
  model::Model& model = context.model;
  const std::size_t count = scene.nodes.size();
  const Animation animation = findAnimated(scene);
  const bool turned = context.axes != glm::dmat3(1.0);
  std::vector<char> hung(count, 0);  // animated roots, which get a rotating parent node
  bool anyHung = false;
  for (std::size_t i = 0; i < count; ++i) {
    hung[i] = turned && !scene.nodes[i].parent && animation.moved[i] != 0;
    anyHung |= hung[i] != 0;
  }
  const Result<std::vector<std::size_t>> order = depthFirst(scene, hung);
  TRY(order);

  std::vector<std::string> given;
  given.reserve(count + 1);
  for (const SourceNode& node : scene.nodes) {
    given.push_back(node.name);
  }
  if (anyHung) {
    given.emplace_back("Axes");
  }
  std::vector<std::string> names = makeNames(context,
                                             {"Node", said("%1 node"), said("%1 nodes"),
                                              said("%1 with a name that another node has: a number was added (%2)")},
                                             given);

  model.nodes.reserve(given.size());
  if (anyHung) {
    model::Node axes;
    axes.name = std::move(names[count]);
    axes.rest = transform::decompose(glm::dmat4(context.axes));
    model.nodes.push_back(std::move(axes));
  }
  context.nodes.resize(count);
  RestMaker rest(context, animation);
  for (const std::size_t source : *order) {
    model::Node node;
    node.name = std::move(names[source]);
    const std::optional<std::size_t> parent = scene.nodes[source].parent;
    node.parent = parent ? context.nodes[*parent] : hung[source] != 0 ? NodeIndex(0) : NodeIndex();
    TRY(rest.make(source, turned && !parent && hung[source] == 0, node));
    context.nodes[source] = NodeIndex(model.nodes.size());
    model.nodes.push_back(std::move(node));
  }
  rest.report();
  computeRestWorlds(context);
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    if (!isFinite(context.restWorlds[i])) {
      return fail(ErrorCode::BadFile,
                  message("node \"%1\": its place in the world is not finite", model.nodes[i].name));
    }
  }
  return {};
}

}  // namespace texeleton::importing::assemble

#include "core/bake/sockets.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/animation/pose.h"
#include "core/bake/bake.h"
#include "core/base/mapped.h"
#include "core/base/name_expression.h"
#include "core/base/similar_names.h"
#include "core/model/nodes.h"
#include "core/transform/transform.h"

namespace texeleton::bake {

namespace {

constexpr double kZeroAxis = 1e-20;  ///< Squared length.

/// A unit vector perpendicular to the unit vector `v`.
glm::dvec3 perpendicular(const glm::dvec3& v) {
  const glm::dvec3 other = std::abs(v.y) < 0.9 ? glm::dvec3(0.0, 1.0, 0.0) : glm::dvec3(1.0, 0.0, 0.0);
  return glm::normalize(other - v * glm::dot(v, other));
}

/// Reports filters that match no node, an Issue each.
void tellUnmatched(const model::Model& model, const BakeSettings& settings, JobContext& job) {
  const std::vector<std::string> names = model::nodeNames(model);
  for (const ExposeFilter& filter : settings.expose) {
    const auto matching = exposedNodes(model, {filter}, job);
    if (!matching || !matching->empty()) {
      continue;
    }
    const std::string similar = didYouMean(filter.pattern, names);
    job.warn(message("no bone matches this expression%1", similar), filter.pattern);
  }
}

/// Names sockets as the settings specify for their nodes.
void nameSockets(std::vector<vat::Socket>& sockets, const std::vector<SocketName>& names, JobContext& job) {
  std::set<std::string> taken;
  for (const vat::Socket& socket : sockets) {
    taken.insert(socket.name);
  }
  for (vat::Socket& socket : sockets) {
    const auto wanted =
        std::ranges::find_if(names, [&socket](const SocketName& name) { return name.node == socket.name; });
    if (wanted == names.end() || wanted->name.empty() || wanted->name == socket.name) {
      continue;
    }
    if (!taken.insert(wanted->name).second) {
      job.warn(message("the socket is to be called \"%1\", as another one is: it keeps its node's name", wanted->name),
               socket.name);
      continue;
    }
    socket.name = wanted->name;
  }
}

}  // namespace

Result<std::vector<NodeIndex>> exposedNodes(const model::Model& model, const std::vector<ExposeFilter>& filters) {
  return exposedNodes(model, filters, JobContext());
}

Result<std::vector<NodeIndex>> exposedNodes(const model::Model& model, const std::vector<ExposeFilter>& filters,
                                            const JobContext& job) {
  std::vector<bool> exposed(model.nodes.size(), false);
  for (const ExposeFilter& filter : filters) {
    const Result<NameExpression> expression = NameExpression::compile(filter.pattern, filter.caseSensitive);
    TRY(expression);
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
      if (exposed[i]) {
        continue;
      }
      if (job.isCancelled()) {
        return fail(ErrorCode::Cancelled, "cancelled");
      }
      const Result<bool> matches = expression->matches(model.nodes[i].name);
      TRY(matches);
      exposed[i] = *matches;
    }
  }
  return placesWhere<NodeIndex>(exposed.size(), [&](std::size_t i) { return exposed[i]; });
}

bool socketFrame(const glm::dmat4& inverseBind, vat::Socket& socket, const glm::dmat4& local) {
  const glm::dmat4 frame = glm::inverse(inverseBind) * local;
  if (!transform::isFinite(frame)) {
    return false;
  }
  const glm::dvec3 x(frame[0]);
  const glm::dvec3 y(frame[1]);
  const glm::dvec3 z(frame[2]);
  glm::dmat3 axes(1.0);
  axes[2] = glm::dot(z, z) < kZeroAxis ? glm::dvec3(0.0, 0.0, 1.0) : glm::normalize(z);
  const glm::dvec3 across = y - axes[2] * glm::dot(axes[2], y);
  axes[1] = glm::dot(across, across) < kZeroAxis ? perpendicular(axes[2]) : glm::normalize(across);
  axes[0] = glm::cross(axes[1], axes[2]);
  const double mirrored = glm::determinant(glm::dmat3(frame)) < 0.0 ? -1.0 : 1.0;
  socket.position = glm::dvec3(frame[3]);
  socket.rotation = glm::normalize(glm::quat_cast(axes));
  socket.scale = {mirrored * glm::length(x), glm::length(y), glm::length(z)};
  socket.direction = axes[2];
  return true;
}

namespace {

/// The shear of a frame: the largest cosine between two of its axes.
double leanOf(const glm::dmat4& frame) {
  double most = 0.0;
  for (int i = 0; i < 3; ++i) {
    const glm::dvec3 a(frame[i]);
    const glm::dvec3 b(frame[(i + 1) % 3]);
    const double lengths = glm::length(a) * glm::length(b);
    most = std::max(most, lengths > 0.0 ? std::abs(glm::dot(a, b)) / lengths : 0.0);
  }
  return most;
}

/// Creates sockets: finds or adds the palette entry that each follows.
class SocketMaker {
 public:
  SocketMaker(const model::Model& model, const BakeSettings& settings, SocketPlan& plan)
      : m_model(model), m_settings(settings), m_plan(plan), m_firstEntry(model.nodes.size(), -1), m_rest(model, {}) {
    for (std::size_t i = model.palette.size(); i-- > 0;) {
      m_firstEntry[model.palette[i].node.value] = static_cast<std::int64_t>(i);
    }
  }

  void add(NodeIndex node, vat::Socket socket, const glm::dmat4& local, JobContext& job) {
    std::int64_t entry = m_firstEntry[node.value];
    if (entry < 0 || !socketFrame(m_plan.entries[static_cast<std::size_t>(entry)].inverseBind, socket, local)) {
      entry = static_cast<std::int64_t>(m_plan.entries.size());
      m_plan.entries.push_back({node, glm::inverse(m_rest.worlds()[node.value])});
      if (!socketFrame(m_plan.entries.back().inverseBind, socket, local)) {
        // Without a scale at rest there is no socket frame: the socket follows the node's own matrix.
        m_plan.entries.back().inverseBind = glm::dmat4(1.0);
        socketFrame(m_plan.entries.back().inverseBind, socket, local);
        job.warn("the node has no size at rest: its socket's frame is the origin of pack space", socket.name);
      }
      m_firstEntry[node.value] = m_firstEntry[node.value] < 0 ? entry : m_firstEntry[node.value];
    }
    socket.bone = m_settings.mode == vat::BakeMode::Bone ? static_cast<std::int32_t>(entry) : -1;
    m_plan.sockets.push_back(std::move(socket));
    m_plan.socketEntries.push_back(static_cast<std::uint32_t>(entry));
  }

  /// Adds sockets for models attached to nodes.
  void addAttached(JobContext& job) {
    std::set<std::string> taken;
    for (const vat::Socket& socket : m_plan.sockets) {
      taken.insert(socket.name);
    }
    for (const AttachedFrame& frame : m_settings.attachments) {
      const auto node = std::ranges::find(m_model.nodes, frame.node, &model::Node::name);
      if (node == m_model.nodes.end()) {
        job.warn(message("the model has no node \"%1\" to attach this to: it is left out", frame.node), frame.name);
        continue;
      }
      vat::Socket socket;
      socket.name = frame.name;
      for (int i = 2; !taken.insert(socket.name).second; ++i) {
        socket.name = frame.name + "_" + std::to_string(i);
      }
      socket.attached = frame.attached;
      const NodeIndex index(static_cast<std::size_t>(node - m_model.nodes.begin()));
      add(index, std::move(socket), frame.local, job);
      const model::PaletteEntry& entry = m_plan.entries[m_plan.socketEntries.back()];
      constexpr double kLean = 1e-3;
      if (leanOf(glm::inverse(entry.inverseBind) * frame.local) > kLean) {
        job.warn(
            "an uneven scale above it makes it lean (shear), which a socket cannot do: its socket stands upright; "
            "merge it into the mesh to keep the shear",
            frame.name);
      }
    }
  }

 private:
  const model::Model& m_model;
  const BakeSettings& m_settings;
  SocketPlan& m_plan;
  std::vector<std::int64_t> m_firstEntry;  // by node; -1: none
  animation::SourcePose m_rest;
};

}  // namespace

Result<SocketPlan> planSockets(const model::Model& model, const BakeSettings& settings, JobContext& job) {
  SocketPlan plan;
  plan.entries = model.palette;
  const Result<std::vector<NodeIndex>> nodes = exposedNodes(model, settings.expose, job);
  TRY(nodes);
  tellUnmatched(model, settings, job);
  if (nodes->empty() && settings.attachments.empty()) {
    return plan;
  }
  SocketMaker maker(model, settings, plan);
  for (const NodeIndex node : *nodes) {
    vat::Socket socket;
    socket.name = model.nodes[node.value].name;
    const auto own = std::ranges::find_if(settings.socketNames,
                                          [&socket](const SocketName& name) { return name.node == socket.name; });
    const bool moved = own != settings.socketNames.end() && own->offset;
    maker.add(node, std::move(socket), moved ? toMatrix(*own->offset) : glm::dmat4(1.0), job);
  }
  nameSockets(plan.sockets, settings.socketNames, job);
  maker.addAttached(job);
  return plan;
}

std::vector<model::PaletteEntry> socketEntries(const model::Model& model, const BakeSettings& settings) {
  JobContext quiet;  // The bake reports the issues.
  std::vector<model::PaletteEntry> entries;
  if (const Result<SocketPlan> plan = planSockets(model, settings, quiet)) {
    for (const std::uint32_t entry : plan->socketEntries) {
      entries.push_back(plan->entries[entry]);
    }
  }
  return entries;
}

}  // namespace texeleton::bake

#include "app/editor/document/source_value.h"

#include <cmath>
#include <utility>

#include "core/base/mapped.h"
#include "core/cycles/model_as_baked.h"
#include "core/model/nodes.h"

namespace texeleton::editor {

namespace {

glm::dvec4 rowOf(const glm::dmat4& matrix, std::uint32_t row) {
  const auto r = static_cast<glm::length_t>(row);
  return {matrix[0][r], matrix[1][r], matrix[2][r], matrix[3][r]};
}

}  // namespace

SourceValues::SourceValues(std::shared_ptr<const model::Model> model,
                           std::shared_ptr<const vat::BakedAnimation> animation,
                           std::vector<model::PaletteEntry> sockets)
    : m_model(std::move(model)), m_animation(std::move(animation)), m_sockets(std::move(sockets)) {}

const root_motion::InPlacePose& SourceValues::at(std::size_t clip, double clipSeconds) {
  const vat::BakedClip& baked = m_animation->clips[clip];
  if (!m_pose || clip != m_clip) {
    m_pose.emplace(*m_model, baked.source.clip, cycles::rootTaking(*m_model, baked), baked.source.fromSeconds);
    m_clip = clip;
    m_seconds.reset();
  }
  const double seconds = baked.source.fromSeconds + clipSeconds;
  if (m_seconds != seconds) {
    m_pose->evaluate(seconds);
    m_seconds = seconds;
  }
  return *m_pose;
}

glm::dmat4 SourceValues::nodeWorld(std::size_t clip, double clipSeconds, NodeIndex node) {
  return at(clip, clipSeconds).worlds()[node.value];
}

std::optional<glm::dmat4> SourceValues::skinMatrix(const root_motion::InPlacePose& pose, std::uint32_t bone) {
  const std::string& name = m_animation->bones[bone].name;
  // The index among the entries of its node is the same here and in the model.
  std::size_t before = 0;
  std::size_t baked = 0;
  for (std::uint32_t i = 0; i < m_animation->bones.size(); ++i) {
    if (m_animation->bones[i].name == name) {
      before += i < bone ? 1u : 0u;
      ++baked;
    }
  }
  const std::vector<std::size_t> entries = placesWhere(m_model->palette.size(), [&](std::size_t i) {
    return m_model->nodes[m_model->palette[i].node.value].name == name;
  });
  if (entries.size() == baked) {
    return pose.skinMatrices()[entries[before]];
  }
  if (!entries.empty() || baked != 1) {
    return std::nullopt;
  }
  // An exposed node without a palette entry: its inverse bind matrix is the inverse of its rest world matrix.
  const NodeIndex node = model::nodeCalled(*m_model, name);
  if (!node.isValid()) {
    return std::nullopt;
  }
  const animation::SourcePose rest(*m_model, ClipIndex());
  return pose.worlds()[node.value] * glm::inverse(rest.worlds()[node.value]);
}

std::optional<glm::dvec4> SourceValues::matrixRow(std::size_t clip, double clipSeconds, std::uint32_t bone,
                                                  std::uint32_t row) {
  const auto matrix = skinMatrix(at(clip, clipSeconds), bone);
  return matrix ? std::optional(rowOf(*matrix, row)) : std::nullopt;
}

std::optional<glm::dvec4> SourceValues::socketRow(std::size_t clip, double clipSeconds, std::uint32_t socket,
                                                  std::uint32_t row) {
  if (socket >= m_sockets.size()) {
    return std::nullopt;
  }
  const model::PaletteEntry& entry = m_sockets[socket];
  return rowOf(nodeWorld(clip, clipSeconds, entry.node) * entry.inverseBind, row);
}

std::optional<SourceValues::Vertex> SourceValues::vertexOf(std::uint32_t element) {
  if (m_element.empty()) {
    const std::vector<std::uint32_t>& elements = m_animation->mesh.elements;
    for (std::uint32_t v = 0; v < elements.size() && v < m_model->vertexCount(); ++v) {
      m_element.emplace(elements[v], v);
    }
  }
  const auto found = m_element.find(element);
  if (found == m_element.end()) {
    return std::nullopt;
  }
  std::uint32_t part = 0;
  while (part + 1 < m_model->parts.size() && m_model->parts[part + 1].firstVertex <= found->second) {
    ++part;
  }
  return Vertex{found->second, part};
}

std::optional<SourceValues::Bind> SourceValues::bindOf(const root_motion::InPlacePose& pose, std::uint32_t element) {
  const auto found = vertexOf(element);
  if (!found) {
    return std::nullopt;
  }
  const Vertex& vertex = *found;
  const model::VertexData& data = m_model->vertices;
  const model::MeshPart& part = m_model->parts[vertex.part];
  Bind bind;
  bind.position = glm::dvec3(data.positions[vertex.vertex]);
  bind.normal = glm::dvec3(data.normals[vertex.vertex]);
  if (part.morphSet.isValid()) {
    const auto weights = pose.morphWeights(part.morphSet);
    const std::uint32_t local = vertex.vertex - part.firstVertex;
    for (std::size_t t = 0; t < part.morphTargets.size() && t < weights.size(); ++t) {
      bind.position += weights[t] * glm::dvec3(part.morphTargets[t].positionDeltas[local]);
      if (!part.morphTargets[t].normalDeltas.empty()) {
        bind.normal += weights[t] * glm::dvec3(part.morphTargets[t].normalDeltas[local]);
      }
    }
  }
  for (std::uint32_t i = data.influenceBegin[vertex.vertex]; i < data.influenceBegin[vertex.vertex + 1]; ++i) {
    const model::Influence& influence = data.influences[i];
    bind.matrix += static_cast<double>(influence.weight) * pose.skinMatrices()[influence.joint];
  }
  return bind;
}

std::optional<glm::dvec4> SourceValues::position(std::size_t clip, double clipSeconds, std::uint32_t element) {
  const std::optional<Bind> bind = bindOf(at(clip, clipSeconds), element);
  return bind ? std::optional(glm::dvec4(glm::dvec3(bind->matrix * glm::dvec4(bind->position, 1.0)), 1.0))
              : std::nullopt;
}

std::optional<glm::dvec4> SourceValues::normal(std::size_t clip, double clipSeconds, std::uint32_t element) {
  const std::optional<Bind> bind = bindOf(at(clip, clipSeconds), element);
  if (!bind) {
    return std::nullopt;
  }
  // sign(det M)·cof(M)·n, as in the bake.
  const glm::dvec3 x(bind->matrix[0]);
  const glm::dvec3 y(bind->matrix[1]);
  const glm::dvec3 z(bind->matrix[2]);
  glm::dvec3 turned =
      bind->normal.x * glm::cross(y, z) + bind->normal.y * glm::cross(z, x) + bind->normal.z * glm::cross(x, y);
  if (glm::dot(x, glm::cross(y, z)) < 0.0) {
    turned = -turned;
  }
  constexpr double kHidden = 1e-20;
  const double squared = glm::dot(turned, turned);
  return glm::dvec4(squared < kHidden ? bind->normal : turned / std::sqrt(squared), 1.0);
}

}  // namespace texeleton::editor

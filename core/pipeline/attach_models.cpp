#include "core/pipeline/attach_models.h"

#include <algorithm>
#include <utility>

#include "core/animation/bind_frame.h"
#include "core/animation/pose.h"
#include "core/base/mapped.h"
#include "core/base/one_line.h"
#include "core/base/similar_names.h"
#include "core/model/names.h"
#include "core/model/nodes.h"
#include "core/pipeline/append_model.h"

namespace texeleton::pipeline {

namespace fs = std::filesystem;

namespace {

class Placing {
 public:
  Placing(const std::vector<recipe::AttachmentOrder>& orders, const AttachmentModels& models,
          const model::Model& character, const std::vector<recipe::RecipeSocketName>& sockets, JobContext& job)
      : m_orders(orders), m_models(models), m_character(character), m_sockets(sockets), m_job(job) {
    m_placed.resize(orders.size());
    m_state.resize(orders.size(), State::Unknown);
  }

  std::vector<model::PlacedAttachment> all() {
    std::vector<model::PlacedAttachment> result;
    result.reserve(m_orders.size());
    for (std::size_t i = 0; i < m_orders.size(); ++i) {
      if (place(i)) {
        result.push_back(m_placed[i]);
      }
    }
    return result;
  }

 private:
  enum class State : std::uint8_t { Unknown, Open, Placed, Nowhere };

  static Remedy rootInstead(const recipe::RecipeAttachment& attachment) {
    return {RemedyKind::AttachToRoot, 0.0, attachment.name};
  }

  /// Places one attachment; returns whether its parent exists.
  bool place(std::size_t i) {
    if (m_state[i] == State::Open) {
      const recipe::RecipeAttachment& attachment = m_orders[i].attachment;
      m_job.warn(attachment.attachment == attachment.name
                     ? message("attached to itself: it is left out", rootInstead(attachment))
                     : message("%1 and %2 are attached to each other: they are left out", inQuotes(attachment.name),
                               inQuotes(attachment.attachment), rootInstead(attachment)),
                 attachment.name);
      m_state[i] = State::Nowhere;
    }
    if (m_state[i] != State::Unknown) {
      return m_state[i] == State::Placed;
    }
    m_state[i] = State::Open;
    model::PlacedAttachment& placed = m_placed[i];
    const recipe::RecipeAttachment& wanted = m_orders[i].attachment;
    placed.order = static_cast<std::uint32_t>(i);
    placed.name = wanted.name;
    placed.file = m_orders[i].file;
    placed.merge = wanted.merge;
    if (const auto model = m_models.find(placed.file); model != m_models.end()) {
      placed.model = model->second.frozen;
    }
    const bool hangs = wanted.attachment.empty() ? onCharacter(wanted, placed) : onOther(i, placed);
    placed.local = placed.parent * toMatrix(wanted.local);
    m_state[i] = hangs && m_state[i] == State::Open ? State::Placed : State::Nowhere;
    return m_state[i] == State::Placed;
  }

  bool onCharacter(const recipe::RecipeAttachment& wanted, model::PlacedAttachment& placed) {
    std::string node = wanted.node;
    if (!wanted.socket.empty()) {
      node = wanted.socket;
      auto own = std::ranges::find(m_sockets, wanted.socket, &recipe::RecipeSocketName::name);
      if (own == m_sockets.end()) {
        own = std::ranges::find(m_sockets, wanted.socket, &recipe::RecipeSocketName::node);
      }
      if (own != m_sockets.end()) {
        node = own->node;
        placed.parent = own->offset ? toMatrix(*own->offset) : glm::dmat4(1.0);
      }
    }
    placed.node = model::nodeCalled(m_character, node);
    if (!placed.node.isValid()) {
      m_job.warn(message("the model has no node %1 to attach this to: it is left out%2", inQuotes(node),
                         didYouMean(node, model::nodeNames(m_character)), rootInstead(wanted)),
                 wanted.name);
    }
    return placed.node.isValid();
  }

  bool onOther(std::size_t i, model::PlacedAttachment& placed) {
    const recipe::RecipeAttachment& wanted = m_orders[i].attachment;
    const auto other = std::ranges::find_if(
        m_orders, [&](const recipe::AttachmentOrder& each) { return each.attachment.name == wanted.attachment; });
    if (other == m_orders.end()) {
      m_job.warn(message("there is no attachment %1 to attach this to: it is left out", inQuotes(wanted.attachment),
                         rootInstead(wanted)),
                 wanted.name);
      return false;
    }
    const auto at = static_cast<std::size_t>(other - m_orders.begin());
    if (!place(at)) {
      if (m_state[i] == State::Open) {  // Otherwise it is attached to itself, which was reported.
        m_job.warn(message("is attached to %1, which is left out", inQuotes(wanted.attachment), rootInstead(wanted)),
                   wanted.name);
      }
      return false;
    }
    placed.node = m_placed[at].node;
    placed.parent = m_placed[at].local;
    if (wanted.node.empty()) {
      return true;
    }
    const auto model = m_models.find(other->file);
    if (model == m_models.end() || !model->second.model) {
      m_job.warn(
          message("attached to a node of %1, whose file could not be read: it is at the origin of that attachment",
                  inQuotes(wanted.attachment)),
          wanted.name);
      return true;
    }
    const NodeIndex node = model::nodeCalled(*model->second.model, wanted.node);
    if (!node.isValid()) {
      m_job.warn(message("the model of %1 has no node %2 to attach this to: it is left out%3",
                         inQuotes(wanted.attachment), inQuotes(wanted.node),
                         didYouMean(wanted.node, model::nodeNames(*model->second.model)), rootInstead(wanted)),
                 wanted.name);
      return false;
    }
    const animation::SourcePose rest(*model->second.model, ClipIndex());
    placed.parent *= rest.worlds()[node.value];
    return true;
  }

  const std::vector<recipe::AttachmentOrder>& m_orders;
  const AttachmentModels& m_models;
  const model::Model& m_character;
  const std::vector<recipe::RecipeSocketName>& m_sockets;
  JobContext& m_job;
  std::vector<model::PlacedAttachment> m_placed;
  std::vector<State> m_state;
};

/// The palette entry of a node whose inverse bind is invertible; added if there is none.
std::uint32_t entryOf(model::Model& model, NodeIndex node) {
  for (std::uint32_t i = 0; i < model.palette.size(); ++i) {
    if (model.palette[i].node == node && transform::isInvertible(model.palette[i].inverseBind)) {
      return i;
    }
  }
  const animation::SourcePose rest(model, ClipIndex());
  const glm::dmat4& world = rest.worlds()[node.value];
  model.palette.push_back({node, transform::isInvertible(world) ? glm::inverse(world) : glm::dmat4(1.0)});
  return static_cast<std::uint32_t>(model.palette.size() - 1);
}

std::string freeMeshName(const model::Model& model, NodeIndex node, const std::string& wanted) {
  std::string name = wanted;
  const auto isTaken = [&](const model::MeshPart& part) { return part.node == node && part.name == name; };
  for (int i = 2; std::ranges::any_of(model.parts, isTaken); ++i) {
    name = wanted + "_" + std::to_string(i);
  }
  return name;
}

void mergeOne(model::Model& to, const model::PlacedAttachment& attachment) {
  const model::Model& from = *attachment.model;
  const std::uint32_t entry = entryOf(to, attachment.node);
  model::VertexData moved = from.vertices;
  transformVertices(moved, glm::inverse(to.palette[entry].inverseBind) * attachment.local);
  model::VertexData& vertices = to.vertices;
  const std::size_t before = vertices.positions.size();
  const std::size_t count = moved.positions.size();
  const std::size_t firstIndex = vertices.indices.size();
  const std::size_t materialShift = to.materials.size();
  appendVertices(vertices, moved);
  if (vertices.influenceBegin.empty()) {
    vertices.influenceBegin.push_back(0);
  }
  for (std::size_t v = 0; v < count; ++v) {
    vertices.influences.push_back({entry, 1.0f});
    vertices.influenceBegin.push_back(static_cast<std::uint32_t>(vertices.influences.size()));
    to.bindBounds.add(moved.positions[v]);
  }
  appendMaterials(to, from);
  const std::string name = freeMeshName(to, attachment.node, attachment.name);
  for (model::MeshPart part : from.parts) {
    part.name = name;
    part.node = attachment.node;
    part.firstVertex += static_cast<std::uint32_t>(before);
    part.firstIndex += static_cast<std::uint32_t>(firstIndex);
    if (part.material.isValid()) {
      part.material = MaterialIndex(part.material.value + materialShift);
    }
    to.parts.push_back(std::move(part));
  }
}

}  // namespace

model::Model frozenAtRest(const model::Model& model) {
  model::Model frozen;
  frozen.format = model.format;
  frozen.generator = model.generator;
  frozen.unitMetres = model.unitMetres;
  frozen.upAxis = model.upAxis;
  frozen.nodes.push_back({"root", NodeIndex(), transform::Transform(), std::nullopt});
  frozen.palette.push_back({NodeIndex(0), glm::dmat4(1.0)});
  frozen.materials = model.materials;
  frozen.images = model.images;
  frozen.vertices = model.vertices;
  const animation::SourcePose rest(model, ClipIndex());
  model::VertexData& vertices = frozen.vertices;
  for (model::MeshPart part : model.parts) {
    std::vector<std::pair<double, const model::MorphTarget*>> morphs;
    for (std::size_t i = 0; i < part.morphTargets.size(); ++i) {
      if (const double weight = rest.morphWeights(part.morphSet)[i]; weight != 0.0) {
        morphs.emplace_back(weight, &part.morphTargets[i]);
      }
    }
    std::size_t mirrored = 0;
    for (std::uint32_t i = 0; i < part.vertexCount; ++i) {
      const std::uint32_t v = part.firstVertex + i;
      glm::dvec3 position(vertices.positions[v]);
      glm::dvec3 normal(vertices.normals[v]);
      for (const auto& [weight, target] : morphs) {
        position += weight * glm::dvec3(target->positionDeltas[i]);
        normal += target->normalDeltas.empty() ? glm::dvec3(0.0) : weight * glm::dvec3(target->normalDeltas[i]);
      }
      glm::dmat4 skin(0.0);
      for (std::uint32_t k = vertices.influenceBegin[v]; k < vertices.influenceBegin[v + 1]; ++k) {
        const model::Influence& influence = vertices.influences[k];
        skin += static_cast<double>(influence.weight) * rest.skinMatrices()[influence.joint];
      }
      const bool mirrors = glm::determinant(glm::dmat3(skin)) < 0.0;
      mirrored += mirrors ? 1 : 0;
      vertices.positions[v] = glm::vec3(skin * glm::dvec4(position, 1.0));
      vertices.normals[v] = unitOr(transform::normalMatrix(skin) * normal, vertices.normals[v]);
      if (!vertices.tangents.empty()) {
        const glm::vec4 tangent = vertices.tangents[v];
        vertices.tangents[v] = glm::vec4(unitOr(glm::dmat3(skin) * glm::dvec3(tangent), glm::vec3(tangent)),
                                         mirrors ? -tangent.w : tangent.w);
      }
      frozen.bindBounds.add(vertices.positions[v]);
    }
    if (mirrored * 2 > part.vertexCount) {
      for (std::uint32_t i = part.firstIndex; i + 2 < part.firstIndex + part.indexCount; i += 3) {
        std::swap(vertices.indices[i + 1], vertices.indices[i + 2]);
      }
    }
    part.node = NodeIndex(0);
    part.skinned = false;
    part.maxInfluences = 1;
    part.morphSet = MorphSetIndex();
    part.morphTargets.clear();
    frozen.parts.push_back(std::move(part));
  }
  vertices.influences.assign(vertices.positions.size(), {0, 1.0f});
  vertices.influenceBegin.resize(vertices.positions.size() + 1);
  for (std::size_t v = 0; v < vertices.influenceBegin.size(); ++v) {
    vertices.influenceBegin[v] = static_cast<std::uint32_t>(v);
  }
  return frozen;
}

Result<AttachmentModels> loadAttachments(const std::vector<recipe::AttachmentOrder>& orders,
                                         const importing::ImportRequest& import, JobContext& job,
                                         std::vector<ModelReference>* references, std::uint32_t firstFile) {
  AttachmentModels models;
  std::uint32_t number = firstFile;
  for (const fs::path& file : recipe::filesOf(orders)) {
    importing::ImportRequest request = import;
    request.options.scale.reset();
    request.options.up.reset();
    for (const recipe::AttachmentOrder& order : orders) {
      request.options.scale = order.file == file && order.scale ? order.scale : request.options.scale;
    }
    std::vector<importing::ImportReference> found;
    auto model = importing::importModel(file, request, job, &found);
    if (references != nullptr) {
      for (importing::ImportReference& reference : found) {
        references->push_back({number, std::move(reference)});
      }
    }
    ++number;
    AttachmentModel& loaded = models[file];
    if (!model) {
      if (model.error().code == ErrorCode::Cancelled) {
        return fail(std::move(model.error()));
      }
      job.warn(message("The attachment is not shown: %1. Put the file back, or correct its path in the recipe.",
                       model.error().message),
               file.filename().string());
      loaded.error = std::move(model.error());
      continue;
    }
    loaded.model = std::move(*model);
    loaded.frozen = std::make_shared<const model::Model>(frozenAtRest(*loaded.model));
    if (loaded.model->parts.empty()) {
      job.warn("The attachment's file has no mesh: there is nothing to see.", file.filename().string());
    }
  }
  return models;
}

std::vector<model::PlacedAttachment> placeAttachments(const std::vector<recipe::AttachmentOrder>& orders,
                                                      const AttachmentModels& models, const model::Model& character,
                                                      const std::vector<recipe::RecipeSocketName>& sockets,
                                                      JobContext& job) {
  return Placing(orders, models, character, sockets, job).all();
}

std::shared_ptr<const model::Model> withMerged(std::shared_ptr<const model::Model> character,
                                               const std::vector<model::PlacedAttachment>& attachments) {
  const auto isMerged = [](const model::PlacedAttachment& each) {
    return each.merge && each.model && !each.model->parts.empty();
  };
  if (std::ranges::none_of(attachments, isMerged)) {
    return character;
  }
  model::Model merged = *character;
  for (const model::PlacedAttachment& attachment : attachments) {
    if (isMerged(attachment)) {
      mergeOne(merged, attachment);
    }
  }
  sortPalette(merged);
  return std::make_shared<const model::Model>(std::move(merged));
}

void addAttachmentSockets(const std::vector<model::PlacedAttachment>& attachments, const model::Model& character,
                          bake::BakeSettings& settings) {
  for (const model::PlacedAttachment& attachment : attachments) {
    if (!attachment.merge) {
      settings.attachments.push_back({attachment.name, character.nodes[attachment.node.value].name, attachment.local,
                                      model::harmlessName(attachment.file.filename().string())});
    }
  }
}

std::optional<Error> missingForBake(const std::vector<recipe::AttachmentOrder>& orders,
                                    const AttachmentModels& models) {
  const std::vector<recipe::RecipeAttachment> all = mapped(orders, &recipe::AttachmentOrder::attachment);
  for (const recipe::RecipeAttachment& each : all) {
    if (recipe::hangsOn(all, each.name, each.name)) {
      const Remedy remedy{RemedyKind::AttachToRoot, 0.0, each.name};
      return Error{ErrorCode::InvalidArgument,
                   each.attachment == each.name
                       ? message("the attachment %1 is attached to itself", inQuotes(each.name), remedy)
                       : message("the attachments %1 and %2 are attached to each other", inQuotes(each.name),
                                 inQuotes(each.attachment), remedy),
                   {}};
    }
  }
  for (const recipe::AttachmentOrder& order : orders) {
    const auto model = models.find(order.file);
    if (!order.attachment.merge || (model != models.end() && model->second.model)) {
      continue;
    }
    Error error = model != models.end() && model->second.error
                      ? *model->second.error
                      : Error{ErrorCode::InvalidArgument, message("is no source of role \"attachment\""), {}};
    error.message = message("the attachment %1 is to be merged into the mesh, but its file cannot be read: %2",
                            inQuotes(order.attachment.name), error.message);
    return error;
  }
  return std::nullopt;
}

transform::Transform unscaledOn(const model::Model& character, NodeIndex node, const glm::dmat4& parent) {
  const glm::dmat4 frame = animation::bindFrame(character, node) * parent;
  transform::Transform local;
  for (int i = 0; i < 3; ++i) {
    const double length = glm::length(glm::dvec3(frame[i]));
    constexpr double kNoAxisLength = 1e-9;
    local.scale[i] = length > kNoAxisLength ? 1.0 / length : 1.0;
  }
  constexpr double kUnitScaleRounding = 1e-5;  // Rounding of a scale of 1 in files.
  if (glm::length(local.scale - glm::dvec3(1.0)) < kUnitScaleRounding) {
    local.scale = glm::dvec3(1.0);
  }
  return local;
}

}  // namespace texeleton::pipeline

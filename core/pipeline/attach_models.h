#pragma once

#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/bake/bake_settings.h"
#include "core/base/error.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/import/import.h"
#include "core/model/model.h"
#include "core/pipeline/load_model.h"
#include "core/recipe/attachment_orders.h"

namespace texeleton::pipeline {

/// The model of an attachment as it hangs: rigid, in the pose that its file has at rest.
struct AttachmentModel {
  std::shared_ptr<const model::Model> model;   ///< As imported; null: the file could not be read.
  std::shared_ptr<const model::Model> frozen;  ///< See frozenAtRest(); null with `model`.
  std::optional<Error> error;                  ///< Why not.
};

/// Models of attachments by their files.
using AttachmentModels = std::map<std::filesystem::path, AttachmentModel>;

/// An attachment in its place on the character.
struct PlacedAttachment {
  std::uint32_t order = 0;  ///< Number of the order.
  std::string name;
  std::filesystem::path file;
  std::shared_ptr<const model::Model> model;  ///< Frozen; null: its file could not be read.
  NodeIndex node;                             ///< Parent node in the character's model.
  glm::dmat4 parent{1.0};                     ///< Its parent, in the node's space.
  glm::dmat4 local{1.0};                      ///< Itself, in the node's space: `parent` times its own transform.
  bool merge = false;
};

/// A model with one node and one bone that holds all its vertices where they are at rest: skinned by the rest pose,
/// with the rest weights of its morph targets. Clips are gone.
model::Model frozenAtRest(const model::Model& model);

/// Imports the files of these orders, each once, in their own units and axes. An unreadable one is kept with its error,
/// and gives a warning. `references`, if given, receives the files that they depend on, numbered from `firstFile`.
/// Errors: Cancelled.
Result<AttachmentModels> loadAttachments(const std::vector<recipe::AttachmentOrder>& orders,
                                         const importing::ImportRequest& import, JobContext& job,
                                         std::vector<ModelReference>* references = nullptr,
                                         std::uint32_t firstFile = 0);

/// Resolves the parent of each attachment, in the order of `orders`. Attachments whose parent does not exist or is the
/// attachment itself are skipped with a warning.
std::vector<PlacedAttachment> placeAttachments(const std::vector<recipe::AttachmentOrder>& orders,
                                               const AttachmentModels& models, const model::Model& character,
                                               const std::vector<recipe::RecipeSocketName>& sockets, JobContext& job);

/// The character with merged attachments as rigid geometry: each becomes a mesh with the attachment's name on its
/// parent node; `character` itself if there are none. Attachments whose file could not be read are skipped.
std::shared_ptr<const model::Model> withMerged(std::shared_ptr<const model::Model> character,
                                               const std::vector<PlacedAttachment>& attachments);

/// Gives the others a socket each.
void addAttachmentSockets(const std::vector<PlacedAttachment>& attachments, const model::Model& character,
                          bake::BakeSettings& settings);

/// The first error of those that a bake cannot do without: files of merged ones.
std::optional<Error> missingForBake(const std::vector<recipe::AttachmentOrder>& orders, const AttachmentModels& models);

/// The local transform with which a model that is hung on a node of the character (a place in its space) is as large as
/// in its file, whatever the node is scaled by.
transform::Transform unscaledOn(const model::Model& character, NodeIndex node,
                                const glm::dmat4& parent = glm::dmat4(1.0));

/// The matrix of a node in the bind pose, or at rest where it moves no vertex, in pack space.
glm::dmat4 bindFrame(const model::Model& model, NodeIndex node);

}  // namespace texeleton::pipeline

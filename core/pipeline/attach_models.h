#pragma once

#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/bake/settings/bake_settings.h"
#include "core/base/error.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/import/import.h"
#include "core/model/model.h"
#include "core/model/placed_attachment.h"
#include "core/pipeline/load_model.h"
#include "core/recipe/attachment_orders.h"

namespace texeleton::pipeline {

/// An attachment's model, and its rigid form in the file's rest pose.
struct AttachmentModel {
  std::shared_ptr<const model::Model> model;   ///< As imported; null: the file could not be read.
  std::shared_ptr<const model::Model> frozen;  ///< See frozenAtRest(); null with `model`.
  std::optional<Error> error;                  ///< The error of reading it.
};

using AttachmentModels = std::map<std::filesystem::path, AttachmentModel>;

/// A model with one node and one bone that moves all vertices, in their rest pose: skinned, with the rest weights of
/// morph targets. It has no clips.
model::Model frozenAtRest(const model::Model& model);

/// Imports the files of these orders, without duplicates, in their own units and axes. An unreadable file is kept with
/// its error and causes a warning. `references`, if given, receives the files that they depend on, numbered from
/// `firstFile`. Errors: Cancelled.
Result<AttachmentModels> loadAttachments(const std::vector<recipe::AttachmentOrder>& orders,
                                         const importing::ImportRequest& import, JobContext& job,
                                         std::vector<ModelReference>* references = nullptr,
                                         std::uint32_t firstFile = 0);

/// Finds the parent of each attachment, in the order of `orders`. Attachments whose parent does not exist or is the
/// attachment itself are skipped with a warning.
std::vector<model::PlacedAttachment> placeAttachments(const std::vector<recipe::AttachmentOrder>& orders,
                                                      const AttachmentModels& models, const model::Model& character,
                                                      const std::vector<recipe::RecipeSocketName>& sockets,
                                                      JobContext& job);

/// The character with merged attachments as rigid meshes, each with the attachment's name on its parent node;
/// `character` itself if there are none. Unreadable attachments are skipped.
std::shared_ptr<const model::Model> withMerged(std::shared_ptr<const model::Model> character,
                                               const std::vector<model::PlacedAttachment>& attachments);

/// Adds a socket for each attachment that is not merged.
void addAttachmentSockets(const std::vector<model::PlacedAttachment>& attachments, const model::Model& character,
                          bake::BakeSettings& settings);

/// The first error that prevents a bake: attachments that are attached to each other, or an unreadable file of a merged
/// attachment.
std::optional<Error> missingForBake(const std::vector<recipe::AttachmentOrder>& orders, const AttachmentModels& models);

/// The local transform that keeps a model's size in the file when attached to a node of the character (or to `parent`
/// in its space), at any scale of the node.
transform::Transform unscaledOn(const model::Model& character, NodeIndex node,
                                const glm::dmat4& parent = glm::dmat4(1.0));

}  // namespace texeleton::pipeline

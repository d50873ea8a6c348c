#pragma once

#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <memory>
#include <string>

#include "core/base/index.h"
#include "core/model/model.h"

namespace texeleton::model {

/// A model that is attached to a node of a character.
struct PlacedAttachment {
  std::uint32_t order = 0;  ///< Index of the order (recipe::AttachmentOrder).
  std::string name;
  std::filesystem::path file;
  std::shared_ptr<const Model> model;  ///< Frozen; null: its file could not be read.
  NodeIndex node;                      ///< Parent node in the character.
  glm::dmat4 parent{1.0};              ///< The parent, in the node's space.
  glm::dmat4 local{1.0};               ///< The attachment, in the node's space: `parent` times its own transform.
  bool merge = false;
};

}  // namespace texeleton::model

#pragma once

#include <array>
#include <glm/glm.hpp>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/model/model.h"
#include "core/root_motion/in_place_pose.h"
#include "core/vat/baked_animation.h"

namespace texeleton::editor {

/// Values of the source in float64 at times of the clips baked from it. Caches the last clip's pose.
class SourceValues {
 public:
  /// `animation` was baked from the whole `model` (see modelAsBaked). `sockets`: the palette entry that each of its
  /// sockets follows.
  SourceValues(std::shared_ptr<const model::Model> model, std::shared_ptr<const vat::BakedAnimation> animation,
               std::vector<model::PaletteEntry> sockets);

  /// World matrix of a node in pack space, without the root motion that the bake extracted. `clipSeconds`: from the
  /// start of the cut.
  glm::dmat4 nodeWorld(std::size_t clip, double clipSeconds, NodeIndex node);
  /// Row 0 … 2 of the skin matrix of a bone of the texture (an entry of BakedAnimation::bones). Unset: its palette
  /// entry is ambiguous among those of its node.
  std::optional<glm::dvec4> matrixRow(std::size_t clip, double clipSeconds, std::uint32_t bone, std::uint32_t row);
  /// Row 0 … 2 of the matrix that maps a socket's frame to its pose. Unset: it is unknown what the socket follows.
  std::optional<glm::dvec4> socketRow(std::size_t clip, double clipSeconds, std::uint32_t socket, std::uint32_t row);
  /// Position of an element (vertex mode) with all influences and morph targets; w is 1. Unset: no vertex has that
  /// element.
  std::optional<glm::dvec4> position(std::size_t clip, double clipSeconds, std::uint32_t element);
  std::optional<glm::dvec4> normal(std::size_t clip, double clipSeconds, std::uint32_t element);

  const std::shared_ptr<const vat::BakedAnimation>& animation() const { return m_animation; }

 private:
  struct Vertex {
    std::uint32_t vertex = 0;  ///< Vertex of the model.
    std::uint32_t part = 0;
  };
  const root_motion::InPlacePose& at(std::size_t clip, double clipSeconds);
  std::optional<glm::dmat4> skinMatrix(const root_motion::InPlacePose& pose, std::uint32_t bone);
  std::optional<Vertex> vertexOf(std::uint32_t element);
  /// Blended matrix, and position and normal in the bind pose.
  struct Bind {
    glm::dmat4 matrix{0.0};
    glm::dvec3 position{0.0};
    glm::dvec3 normal{0.0};
  };
  std::optional<Bind> bindOf(const root_motion::InPlacePose& pose, std::uint32_t element);

  std::shared_ptr<const model::Model> m_model;
  std::shared_ptr<const vat::BakedAnimation> m_animation;
  std::vector<model::PaletteEntry> m_sockets;
  std::optional<root_motion::InPlacePose> m_pose;
  std::size_t m_clip = 0;
  std::optional<double> m_seconds;
  std::map<std::uint32_t, std::uint32_t> m_element;  ///< First vertex of each element; built on demand.
};

}  // namespace texeleton::editor

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <memory>
#include <vector>

#include "core/import/fbx/fbx_curve.h"

namespace texeleton::importing::fbx {

/// An animation layer (FbxAnimLayer) and how it blends with the layers below.
struct Layer {
  enum class Blend : std::uint8_t { Additive, Override, OverridePassthrough };

  bool isBase = false;  ///< The first layer; its values replace the rest values of the nodes.
  Blend blend = Blend::Additive;
  bool composesRotations = true;  ///< True: rotations are combined as rotations; false: their angles are added.
  bool multipliesScales = true;   ///< False: they are added.
  double percent = 100.0;
  Curve percentCurve;  ///< Without keys `percent` is used.

  /// 0 to 1.
  double weight(double time) const;
};

/// A property of one or three components with its curves in all layers of a take. Times are FBX ticks.
class AnimatedProperty {
 public:
  enum class Kind : std::uint8_t { Number, Rotation, Scale };

  struct Part {
    std::shared_ptr<const Layer> layer;
    std::array<Curve, 3> curves;
    glm::dvec3 still{0.0};  ///< Value of the components without keys.

    bool hasKeys() const;
    glm::dvec3 at(double time) const;
  };

  /// `rest`: the node's value. `rotationOrder`: order of the angles of a rotation.
  explicit AnimatedProperty(const glm::dvec3& rest = glm::dvec3(0.0), Kind kind = Kind::Number, int rotationOrder = 0)
      : m_rest(rest), m_kind(kind), m_rotationOrder(rotationOrder) {}

  /// Adds the part of the next layer. False: that layer has a part already; the new one is ignored.
  bool add(Part part);

  const glm::dvec3& rest() const { return m_rest; }
  /// Whether it has keys, or values without keys that differ from the node's.
  bool isAnimated() const;
  glm::dvec3 at(double time) const;
  /// Appends the value of each layer, unblended.
  void appendParts(double time, std::vector<double>& out) const;
  /// Visits all curves that the value depends on, including those of the layers' weights.
  void forCurves(const std::function<void(const Curve&)>& visit) const;

 private:
  glm::dvec3 blended(const glm::dvec3& below, const glm::dvec3& value, const Layer& layer, double time) const;

  glm::dvec3 m_rest;
  Kind m_kind;
  int m_rotationOrder;
  std::vector<Part> m_parts;
};

}  // namespace texeleton::importing::fbx

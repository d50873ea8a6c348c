#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <memory>
#include <vector>

#include "core/import/fbx/fbx_curve.h"

namespace texeleton::importing::fbx {

/// A layer of a take: how its values meet those of the layers before it (FbxAnimLayer).
struct Layer {
  enum class Blend : std::uint8_t { Additive, Override, OverridePassthrough };

  bool isBase = false;  ///< The first one: its values stand in for those of the nodes.
  Blend blend = Blend::Additive;
  bool composesRotations =
      true;  ///< Rotations are multiplied or interpolated as rotations; else their angles are added.
  bool multipliesScales = true;  ///< Else they are added.
  double percent = 100.0;
  Curve percentCurve;  ///< Without keys: `percent` holds.

  /// 0 to 1.
  double weight(double time) const;
};

/// An animated property of one or three components in all the layers of a take. Times are FBX ticks.
class AnimatedProperty {
 public:
  enum class Kind : std::uint8_t { Number, Rotation, Scale };

  struct Part {
    std::shared_ptr<const Layer> layer;
    std::array<Curve, 3> curves;
    glm::dvec3 still{0.0};  ///< Of the components without keys.

    bool hasKeys() const;
    glm::dvec3 at(double time) const;
  };

  /// `rest`: what the node says. `rotationOrder`: that of the angles of a rotation.
  explicit AnimatedProperty(const glm::dvec3& rest = glm::dvec3(0.0), Kind kind = Kind::Number, int rotationOrder = 0)
      : m_rest(rest), m_kind(kind), m_rotationOrder(rotationOrder) {}

  /// Adds what the next layer says; false: that layer has a part already, and this one is left out.
  bool add(Part part);

  const glm::dvec3& rest() const { return m_rest; }
  /// Whether it has keys, or values without keys that are not what the node says.
  bool isAnimated() const;
  glm::dvec3 at(double time) const;
  /// The values of each layer by itself, one after the other.
  void appendParts(double time, std::vector<double>& out) const;
  /// All curves on which the value depends, those of the layers' weights included.
  void forCurves(const std::function<void(const Curve&)>& visit) const;

 private:
  glm::dvec3 blended(const glm::dvec3& below, const glm::dvec3& value, const Layer& layer, double time) const;

  glm::dvec3 m_rest;
  Kind m_kind;
  int m_rotationOrder;
  std::vector<Part> m_parts;
};

}  // namespace texeleton::importing::fbx

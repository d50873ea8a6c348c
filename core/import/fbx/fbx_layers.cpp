#include "core/import/fbx/fbx_layers.h"

#include <algorithm>
#include <cmath>

#include "core/import/fbx/fbx_scene.h"
#include "core/transform/transform.h"

namespace texeleton::importing::fbx {

namespace {

glm::dvec3 powers(const glm::dvec3& base, double exponent) {
  glm::dvec3 result(0.0);
  for (int i = 0; i < 3; ++i) {
    result[i] = exponent <= 0.0 ? 1.0 : std::copysign(std::pow(std::abs(base[i]), exponent), base[i]);
  }
  return result;
}

}  // namespace

double Layer::weight(double time) const {
  return std::clamp((percentCurve.keys.empty() ? percent : percentCurve.evaluate(time)) / 100.0, 0.0, 1.0);
}

bool AnimatedProperty::Part::hasKeys() const {
  return std::any_of(curves.begin(), curves.end(), [](const Curve& curve) { return !curve.keys.empty(); });
}

glm::dvec3 AnimatedProperty::Part::at(double time) const {
  glm::dvec3 value = still;
  for (int i = 0; i < 3; ++i) {
    const Curve& curve = curves[static_cast<std::size_t>(i)];
    value[i] = curve.keys.empty() ? still[i] : curve.evaluate(time);
  }
  return value;
}

bool AnimatedProperty::add(Part part) {
  if (!m_parts.empty() && m_parts.back().layer == part.layer) {
    return false;
  }
  m_parts.push_back(std::move(part));
  return true;
}

bool AnimatedProperty::isAnimated() const {
  bool hasKeys = false;
  forCurves([&](const Curve& curve) { hasKeys = hasKeys || !curve.keys.empty(); });
  const glm::dvec3 change = at(0.0) - m_rest;
  return hasKeys || glm::length(change) > 1e-6 * (1.0 + glm::length(m_rest));
}

glm::dvec3 AnimatedProperty::at(double time) const {
  glm::dvec3 value = m_rest;
  for (const Part& part : m_parts) {
    value = part.layer->isBase ? part.at(time) : blended(value, part.at(time), *part.layer, time);
  }
  return value;
}

glm::dvec3 AnimatedProperty::blended(const glm::dvec3& below, const glm::dvec3& value, const Layer& layer,
                                     double time) const {
  if (layer.blend == Layer::Blend::Override) {
    return value;
  }
  const bool isAdded = layer.blend == Layer::Blend::Additive;
  const double weight = layer.weight(time);
  if (m_kind == Kind::Scale && layer.multipliesScales) {
    return powers(below, isAdded ? 1.0 : 1.0 - weight) * powers(value, weight);
  }
  if (m_kind == Kind::Rotation && layer.composesRotations) {
    const glm::dquat from = eulerRotation(below, m_rotationOrder);
    const glm::dquat to = eulerRotation(value, m_rotationOrder);
    const glm::dquat identity(1.0, 0.0, 0.0, 0.0);
    return eulerAngles(
        isAdded ? from * transform::slerpShortest(identity, to, weight) : transform::slerpShortest(from, to, weight),
        m_rotationOrder);
  }
  return below * (isAdded ? 1.0 : 1.0 - weight) + value * weight;
}

void AnimatedProperty::appendParts(double time, std::vector<double>& out) const {
  for (const Part& part : m_parts) {
    const glm::dvec3 value = part.at(time);
    out.insert(out.end(), {value.x, value.y, value.z});
  }
}

void AnimatedProperty::forCurves(const std::function<void(const Curve&)>& visit) const {
  for (const Part& part : m_parts) {
    std::for_each(part.curves.begin(), part.curves.end(), visit);
    if (!part.layer->isBase && part.layer->blend != Layer::Blend::Override) {
      visit(part.layer->percentCurve);
    }
  }
}

}  // namespace texeleton::importing::fbx

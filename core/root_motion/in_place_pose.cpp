#include "core/root_motion/in_place_pose.h"

#include <algorithm>

#include "core/transform/transform.h"

namespace texeleton::root_motion {

InPlacePose::InPlacePose(const model::Model& model, ClipIndex clip, const RootTaking& taking, double startSeconds)
    : m_pose(model, clip), m_taking(taking) {
  if (takes()) {
    m_pose.evaluate(startSeconds);
    m_start = m_pose.worlds()[taking.node.value];
    m_worlds.assign(m_pose.worlds().begin(), m_pose.worlds().end());
    m_skin.assign(m_pose.skinMatrices().begin(), m_pose.skinMatrices().end());
  }
}

void InPlacePose::evaluate(double seconds) {
  m_pose.evaluate(seconds);
  if (!takes()) {
    return;
  }
  m_placement = placementOf(m_taking, m_start, m_pose.worlds()[m_taking.node.value]);
  const glm::dmat4 inverse = inverseMatrix(m_placement);
  const auto move = [&inverse](const glm::dmat4& matrix) { return transform::multiplyAffine(inverse, matrix); };
  std::transform(m_pose.worlds().begin(), m_pose.worlds().end(), m_worlds.begin(), move);
  std::transform(m_pose.skinMatrices().begin(), m_pose.skinMatrices().end(), m_skin.begin(), move);
}

}  // namespace texeleton::root_motion

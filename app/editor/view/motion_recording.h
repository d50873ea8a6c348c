#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/model.h"
#include "core/ragdoll/recording.h"

namespace texeleton::editor {

/// Records the motion of a character at even times while it plays.
class MotionRecording {
 public:
  static constexpr double kRateHz = 30.0;

  /// `first`: world matrices of all nodes of the model, pack space.
  MotionRecording(std::shared_ptr<const model::Model> model, std::span<const glm::dmat4> first);

  const model::Model& model() const { return *m_model; }
  double lengthSeconds() const { return m_poses.lengthSeconds(); }
  /// Plays `seconds` in steps that end at the recorded times, since a frame may be longer than the interval. `step`
  /// advances the character; `pose` returns its world matrices `left` seconds before the end, or none while it is not
  /// posed, for example too far away: the last pose is kept.
  void advance(double seconds, const std::function<void(double)>& step,
               const std::function<std::vector<glm::dmat4>(double left)>& pose);

  /// The motion as a file (core/ragdoll/motion_file.h); empty: there are fewer than two poses.
  Result<std::string> file(const std::string& name) const;

 private:
  std::shared_ptr<const model::Model> m_model;
  ragdoll::Recording m_poses;
  std::vector<glm::dmat4> m_last;
  double m_owed = 0.0;  ///< Time since the last recorded pose.
};

}  // namespace texeleton::editor

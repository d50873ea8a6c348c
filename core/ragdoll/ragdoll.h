#pragma once

#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/model/model.h"
#include "core/ragdoll/fit_ragdoll.h"

namespace texeleton::ragdoll {

/// One character that falls on the plane y = 0: capsules with the model's proportions, connected by its joints, with
/// limits. Characters of any size fall like a person of 1.8 m, so that small and large ones look alike; gravity is 9.81
/// m/s² at that height. Uses fixed steps: the same calls give the same motion on the same machine. Not thread-safe;
/// ragdolls are independent and do not collide with one another.
class Ragdoll {
 public:
  static constexpr double kStepSeconds = 1.0 / 240.0;

  /// Starts in a pose: world matrices of all nodes, pack space, as from an Animator or SourcePose. `before`, if not
  /// empty, is the pose `beforeSeconds` earlier, which determines the bodies' velocities. Errors: InvalidArgument (no
  /// shape, a pose of another model).
  static Result<Ragdoll> create(std::shared_ptr<const model::Model> model, const RagdollShape& shape,
                                std::span<const glm::dmat4> pose, std::span<const glm::dmat4> before = {},
                                double beforeSeconds = 0.0);
  ~Ragdoll();
  Ragdoll(Ragdoll&&) noexcept;
  Ragdoll& operator=(Ragdoll&&) noexcept;

  /// Takes whole steps of kStepSeconds and keeps the remainder for the next call; catches up at most a quarter of a
  /// second. Returns false, without a change, for a time that is negative or not finite.
  bool advance(double seconds);

  /// World matrices of all nodes and skin matrices. Bones keep their lengths: joint positions come from the skeleton,
  /// rotations from the bodies.
  std::span<const glm::dmat4> worlds() const;
  std::span<const glm::dmat4> skinMatrices() const;

  /// The first body that a ray from `origin` along `direction` (pack space) hits, and the place.
  struct Hit {
    std::size_t body = 0;
    glm::dvec3 place{0.0};
  };
  std::optional<Hit> hit(const glm::dvec3& origin, const glm::dvec3& direction) const;
  /// Pulls the point of a body that is now at `place` towards the target of dragTo(), until release().
  void grab(std::size_t body, const glm::dvec3& place);
  void dragTo(const glm::dvec3& place);
  void release();
  /// Adds a velocity to the first body, and half of it to all others: metres per second.
  void push(const glm::dvec3& velocity);

  /// The largest distance between the two ends of a joint, as a share of the length of the bone above it.
  double largestStretch() const;
  /// Speed of the fastest body, metres per second: 0 at rest.
  double speed() const;
  const RagdollShape& shape() const;

 private:
  struct World;
  explicit Ragdoll(std::unique_ptr<World> world);
  std::unique_ptr<World> m_world;
};

}  // namespace texeleton::ragdoll

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

/// One character that falls on the plane y = 0: capsules with the model's proportions, joined where its bones are, each
/// joint within limits. It falls as a person of 1.8 m would, whatever its size, so that small and large characters look
/// alike; for one of that height this is 9.81 m/s². Goes in fixed steps: the same calls give the same motion on the
/// same machine. Not thread-safe; ragdolls are independent of one another, and do not meet.
class Ragdoll {
 public:
  static constexpr double kStepSeconds = 1.0 / 240.0;

  /// Begins in a pose: world matrices of all nodes, pack space, as an Animator or SourcePose gives them. `before`,
  /// where not empty, is the pose `beforeSeconds` earlier, from which the bodies have their speed. Errors:
  /// InvalidArgument (no shape, a pose of another model).
  static Result<Ragdoll> create(std::shared_ptr<const model::Model> model, const RagdollShape& shape,
                                std::span<const glm::dmat4> pose, std::span<const glm::dmat4> before = {},
                                double beforeSeconds = 0.0);
  ~Ragdoll();
  Ragdoll(Ragdoll&&) noexcept;
  Ragdoll& operator=(Ragdoll&&) noexcept;

  /// Takes whole steps of kStepSeconds and keeps the remainder for the next call; catches up at most a quarter of a
  /// second. Returns false, without a change, for a time that is negative or not finite.
  bool advance(double seconds);

  /// World matrices of all nodes and skin matrices. Bones keep their lengths: joints are taken from the skeleton, turns
  /// from the bodies.
  std::span<const glm::dmat4> worlds() const;
  std::span<const glm::dmat4> skinMatrices() const;

  /// The body that a ray from `origin` along `direction` (pack space) meets first, and where.
  struct Hit {
    std::size_t body = 0;
    glm::dvec3 place{0.0};
  };
  std::optional<Hit> hit(const glm::dvec3& origin, const glm::dvec3& direction) const;
  /// Pulls the point of a body that is at `place` now towards where dragTo() says, until release().
  void grab(std::size_t body, const glm::dvec3& place);
  void dragTo(const glm::dvec3& place);
  void release();
  /// Gives the first body, and half as much all others, another velocity on top: metres a second.
  void push(const glm::dvec3& velocity);

  /// The largest distance between the two ends of a joint, as a share of the length of the bone above it.
  double largestStretch() const;
  /// Speed of the fastest body, metres a second: 0 at rest.
  double speed() const;
  const RagdollShape& shape() const;

 private:
  struct World;
  explicit Ragdoll(std::unique_ptr<World> world);
  std::unique_ptr<World> m_world;
};

/// A pose between two of a model: each node's turn and scale towards its parent along the shorter way, its place
/// towards its parent in a line. `toB` in [0, 1]. All are world matrices of all nodes; `out` may be one of the others.
void mixPoses(const model::Model& model, std::span<const glm::dmat4> a, std::span<const glm::dmat4> b, double toB,
              std::vector<glm::dmat4>& out);

/// The share that the animation has in a pose while a ragdoll takes over from it, `seconds` after the fall began: 1 at
/// the start, 0 from `blendSeconds` on, even between; 0 where it takes no time.
double animationShare(double seconds, double blendSeconds);

/// Skin matrices of a pose.
void skinOf(const model::Model& model, std::span<const glm::dmat4> worlds, std::vector<glm::dmat4>& skin);

}  // namespace texeleton::ragdoll

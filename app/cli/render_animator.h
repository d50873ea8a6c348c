#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/animator/animator_setup.h"
#include "core/base/result.h"
#include "viewport/scene/crowd/animated_crowd.h"

namespace texeleton::cli {

/// The options of `render` that let characters play an animator.
struct AnimatorArguments {
  bool on = false;
  std::vector<std::string> values;  ///< NAME=VALUE or NAME=VALUE@SECONDS

  void addTo(CLI::App& command);
};

/// Plays an animator up to the time of a picture, in steps of 1/60 s, so that the same options give the same picture.
class RenderedAnimator {
 public:
  /// `setup`, `masks`: the recipe's; no set-up: one made from the clips. Errors: those of resolveSetup; InvalidArgument
  /// (an invalid value, or an unknown parameter).
  static Result<RenderedAnimator> create(const AnimatorArguments& arguments,
                                         std::shared_ptr<const viewport::Skeleton> skeleton,
                                         const std::optional<animator::AnimatorSetup>& setup,
                                         std::span<const vat::MaskChoice> masks);

  /// Advances to `seconds` since the start and poses the scene's characters nearer than `withinMetres` (0: all).
  void apply(viewport::Scene& scene, float withinMetres, double seconds);
  /// The states of the base and of the layers, the parameters, and the events that the first character has passed.
  nlohmann::ordered_json toJson() const;

 private:
  struct Change {
    std::string parameter;
    double value = 0.0;
    double seconds = 0.0;
  };
  struct Heard {
    double seconds = 0.0;
    std::string state;
    std::string event;
  };
  explicit RenderedAnimator(viewport::AnimatedCrowd crowd) : m_crowd(std::move(crowd)) {}
  static Result<Change> parse(const std::string& text, const animator::AnimatorController& controller);
  void step(viewport::Scene& scene, float withinMetres, double seconds);

  viewport::AnimatedCrowd m_crowd;
  std::vector<Change> m_changes;  ///< Ascending in time.
  std::size_t m_changed = 0;      ///< Number of those applied.
  std::uint64_t m_steps = 0;
  double m_seconds = 0.0;
  std::vector<Heard> m_heard;
};

}  // namespace texeleton::cli

#include "tests/core/contacts/made_walker.h"

#include <cmath>
#include <numbers>

#include "tests/support/made_models.h"

namespace texeleton::test {

model::Model makeWalker(const FootMotion& left, const FootMotion& right, double startSeconds, double lengthSeconds,
                        double keyRateHz) {
  model::Model model;
  model.format = "made";
  const auto add = [&](const char* name, NodeIndex parent, const glm::dvec3& place) {
    model::Node node;
    node.name = name;
    node.parent = parent;
    node.rest.translation = place;
    model.nodes.push_back(node);
  };
  add("root", NodeIndex(), {0.0, 0.0, 0.0});
  add("head", NodeIndex(0), {0.0, 1.8, 0.0});
  add("foot.l", NodeIndex(0), {0.1, 0.0, 0.0});
  add("toe.l", NodeIndex(2), {0.0, 0.0, 0.2});
  add("foot.r", NodeIndex(0), {-0.1, 0.0, 0.0});
  add("toe.r", NodeIndex(4), {0.0, 0.0, 0.2});

  model::Clip clip;
  clip.name = "Move";
  clip.startSeconds = startSeconds;
  clip.lengthSeconds = lengthSeconds;
  const auto steps = static_cast<int>(std::floor(lengthSeconds * keyRateHz + 0.5));
  std::vector<double> times;
  for (int i = 0; i <= steps; ++i) {
    times.push_back(startSeconds + lengthSeconds * i / steps);
  }
  const auto track = [&](std::size_t node, const FootMotion& motion) {
    std::vector<float> values;
    for (const double time : times) {
      const glm::dvec3 place = motion(time);
      for (int c = 0; c < 3; ++c) {
        values.push_back(static_cast<float>(place[c]));
      }
    }
    addTrack(clip, model::TrackTarget::Translation, model::Interpolation::Linear, NodeIndex(node), times,
             std::move(values));
  };
  track(2, left);
  track(4, right);
  model.clips.push_back(std::move(clip));
  return model;
}

FootMotion stepping(const Gait& gait, double x) {
  return [gait, x](double seconds) {
    const double turns = (seconds - gait.touchDown) / gait.period;
    const double phase = turns - std::floor(turns);
    glm::dvec3 place(x, 0.0, 0.0);
    if (phase < gait.duty) {
      place.z = gait.stride * (0.5 - phase / gait.duty);
    } else {
      const double u = (phase - gait.duty) / (1.0 - gait.duty);
      place.y = gait.lift * std::sin(std::numbers::pi * u);
      place.z = gait.stride * (-0.5 + u * u * (3.0 - 2.0 * u));
    }
    if (gait.travels) {
      place.z += gait.stride / (gait.duty * gait.period) * seconds;
    }
    return place;
  };
}

void carry(model::Model& walker, double metresPerSecond, double degreesPerSecond, bool facesOneWay) {
  model::Clip& clip = walker.clips[0];
  const std::vector<double> times = clip.timelines[0];
  std::vector<float> places;
  std::vector<float> turns;
  for (const double time : times) {
    const double t = time - clip.startSeconds;
    const double rate = degreesPerSecond * std::numbers::pi / 180.0;
    const double turn = rate * t;
    const bool straight = std::abs(rate) < 1e-9;
    const glm::dvec3 place = straight ? glm::dvec3(0.0, 0.0, metresPerSecond * t)
                                      : metresPerSecond / rate * glm::dvec3(1.0 - std::cos(turn), 0.0, std::sin(turn));
    for (int c = 0; c < 3; ++c) {
      places.push_back(static_cast<float>(place[c]));
    }
    const double facing = facesOneWay ? 0.0 : turn;
    for (const double v : {0.0, std::sin(0.5 * facing), 0.0, std::cos(0.5 * facing)}) {
      turns.push_back(static_cast<float>(v));
    }
  }
  addTrack(clip, model::TrackTarget::Translation, model::Interpolation::Linear, NodeIndex(0), times, std::move(places));
  addTrack(clip, model::TrackTarget::Rotation, model::Interpolation::Linear, NodeIndex(0), times, std::move(turns));
}

}  // namespace texeleton::test

#include <array>

#include "core/runtime/root_motion_track.h"
#include "tests/vectors/vectors.h"

namespace texeleton::vectors {

namespace {

Json sample(const vat::RootSample& s) { return {s.position.x, s.position.y, s.position.z, s.yawRadians}; }

vat::BakedClip travelling(bool loop, bool turns, bool climbs) {
  vat::BakedClip clip;
  clip.name = loop ? "loop" : "once";
  clip.frameCount = 4;
  clip.lengthSeconds = 1.5;
  clip.loop = loop;
  vat::BakedRootMotion motion;
  motion.yaw = turns;
  motion.height = climbs;
  const std::size_t count = loop ? clip.frameCount + 1 : clip.frameCount;
  for (std::size_t j = 0; j < count; ++j) {
    const auto t = static_cast<double>(j);
    vat::RootSample s;
    s.position = {0.11 * t * t, climbs ? 0.05 * t : 0.0, 0.4 * t};
    s.yawRadians = turns ? 0.2 * t * (j % 2 == 0 ? 1.0 : 0.8) : 0.0;
    motion.samples.push_back(s);
  }
  clip.rootMotion = motion;
  return clip;
}

}  // namespace

Json rootMotionVectors() {
  constexpr std::array kTimes = {0.0, 0.1, 0.375, 0.75, 1.5, 1.6, 4.5, 100.0, -0.2, -3.0, 259200.25};
  Json cases = Json::array();
  for (const bool loop : {true, false}) {
    for (const bool turns : {true, false}) {
      const vat::BakedClip clip = travelling(loop, turns, turns != loop);
      Json track = Json::array();
      for (const vat::RootSample& s : clip.rootMotion->samples) {
        track.push_back(sample(s));
      }
      Json at = Json::array();
      double before = 0.7;
      for (const double seconds : kTimes) {
        at.push_back({{"seconds", seconds},
                      {"sample", sample(runtime::rootMotionAt(clip, seconds))},
                      {"fromSeconds", before},
                      {"step", sample(runtime::rootMotionBetween(clip, before, seconds))}});
        before = seconds;
      }
      cases.push_back({{"lengthSeconds", clip.lengthSeconds},
                       {"frameCount", clip.frameCount},
                       {"loop", loop},
                       {"track", track},
                       {"at", at}});
    }
  }
  return {{"sample", "x, y, z in metres, yaw in radians"}, {"cases", cases}};
}

}  // namespace texeleton::vectors

// Runs TexeletonQueue.h with stand-ins of the engine's types: ends are reported once, queued clips begin at the time of
// the end, for any division of time. The custom data of instances is the input of materials. Exit code 1 if something
// differs.
#include <cstdio>
#include <sstream>

#include "unreal_types.h"

#include "TexeletonQueue.h"

namespace {

int failures = 0;

void check(bool right, const std::string& what) {
  if (!right) {
    std::printf("%s\n", what.c_str());
    ++failures;
  }
}

FTexeletonClipRow row(int32 number, double length, bool loop) {
  FTexeletonClipRow clip;
  clip.Clip = number;
  clip.LengthSeconds = length;
  clip.bLoop = loop;
  return clip;
}

struct Scene {
  FTexeletonClipRow idle = row(0, 0.5, true), hit = row(1, 0.5, false), jump = row(2, 0.75, false),
                    pose = row(3, 0.0, false);
  UDataTable table{{{"idle", &idle}, {"hit", &hit}, {"jump", &jump}, {"pose", &pose}}};
  UInstancedStaticMeshComponent crowd;
  UTexeletonQueue queue;
  std::ostringstream told;

  explicit Scene(int instances = 3) {
    crowd.NumCustomDataFloats = 13;
    crowd.PerInstanceSMCustomData.assign(static_cast<std::size_t>(13 * instances), 0.0f);
    queue.Crowd = &crowd;
    queue.Clips = &table;
    queue.OnFinished.heard = [this](int32 instance, const FName& clip) {
      told << instance << " " << clip << " ended; ";
    };
  }
  /// Clip and start of an instance.
  std::string shown(int32 instance) const {
    std::ostringstream text;
    const auto at = static_cast<std::size_t>(13 * instance);
    text << crowd.PerInstanceSMCustomData[at] << " from " << crowd.PerInstanceSMCustomData[at + 1];
    return text.str();
  }
};

}  // namespace

int main() {
  for (const double step : {1.0 / 64, 1.0 / 8, 4.0}) {
    Scene s;
    s.queue.Play(0, "hit", 0.0);
    s.queue.Queue(0, "jump", 0.0);
    s.queue.Queue(0, "idle", 0.0, 0.25f);
    s.queue.Play(1, "idle", -0.125);
    s.queue.Queue(1, "hit", 0.0, 0.0f, -1.0f);
    s.queue.Play(2, "hit", 0.0, 0.0f, 0.0f);
    s.queue.Queue(2, "jump", 0.0);
    for (double now = step; now <= 4.0; now += step) {
      s.queue.Advance(now);
    }
    const std::string told = s.told.str();
    check(s.shown(0) == "0 from 1.25" && s.shown(1) == "1 from 0.375" && s.shown(2) == "1 from 0",
          "each clip begins when the one before has ended: " + s.shown(0) + ", " + s.shown(1) + ", " + s.shown(2));
    check(s.crowd.PerInstanceSMCustomData[3] == 2.0f && s.crowd.PerInstanceSMCustomData[6] == 1.25f &&
              s.crowd.PerInstanceSMCustomData[7] == 0.25f,
          "its fade begins there");
    for (const char* end : {"0 hit ended; ", "0 jump ended; ", "1 hit ended; "}) {
      const std::size_t first = told.find(end);
      check(first != std::string::npos && told.find(end, first + 1) == std::string::npos,
            std::string("told once: ") + end + "in " + told);
    }
    check(told.find("2 ") == std::string::npos && told.find("idle") == std::string::npos,
          "what stands still, or loops, never ends: " + told);
    check(s.queue.IsFinished(1) && !s.queue.IsFinished(0) && !s.queue.IsFinished(2), "finished");
  }
  Scene s;
  s.queue.Play(0, "hit", 0.0);
  s.queue.Queue(0, "jump", 0.0);
  s.queue.ClearQueue(0);
  s.queue.Play(1, "hit", 0.0);
  s.queue.Queue(1, "jump", 0.0);
  s.queue.Play(1, "hit", 0.0);
  s.queue.Play(2, "pose", 0.0);
  s.queue.Queue(2, "hit", 0.0);
  s.queue.Advance(0.75);
  check(s.shown(0) == "1 from 0" && s.queue.IsFinished(0) && s.shown(1) == "1 from 0",
        "clearing a queue, and another Play, forget it");
  check(s.shown(2) == "1 from 0" && s.queue.IsFinished(2),
        "a clip without length ends at once, and what follows as well: " + s.shown(2));
  s.queue.Queue(0, "idle", 0.75);
  check(s.shown(0) == "0 from 0.75" && !s.queue.IsFinished(0),
        "behind a clip that has ended, one begins now: " + s.shown(0));
  check(!s.queue.Play(0, "no", 1.0) && !s.queue.Queue(0, "no", 1.0) && !s.queue.Queue(9, "hit", 1.0),
        "what is not there");

  // An interrupted fade continues to its end, where the last requested clip begins.
  Scene fades;
  fades.queue.Play(0, "idle", 0.0);
  fades.queue.Play(0, "jump", 0.0, 0.5f);
  fades.queue.Play(0, "idle", 0.125, 0.25f);
  fades.queue.Play(0, "hit", 0.25, 0.25f);
  check(fades.shown(0) == "2 from 0", "it waits: " + fades.shown(0));
  fades.queue.Advance(0.4);
  check(fades.shown(0) == "2 from 0", "it still waits: " + fades.shown(0));
  fades.queue.Advance(0.6);
  check(fades.shown(0) == "1 from 0.5" && fades.crowd.PerInstanceSMCustomData[6] == 0.5f,
        "it begins at the end: " + fades.shown(0));
  fades.queue.Play(0, "idle", 0.7);
  check(fades.shown(0).rfind("0 from 0.7", 0) == 0, "without a fade it cuts: " + fades.shown(0));

  // A call-back that plays another clip each time, and on a new instance, does not stall the frame.
  Scene busy(64);
  int32 calls = 0;
  busy.queue.OnFinished.heard = [&](int32 instance, const FName&) {
    ++calls;
    busy.queue.Play(instance, "pose", 1.0);
    busy.queue.Play(40 + calls, "hit", 1.0);
  };
  busy.queue.Play(0, "pose", 0.0);
  busy.queue.Advance(1.0);
  check(calls == 1, "what a call-back plays ends in the next frame: " + std::to_string(calls));
  std::printf("%d failed\n", failures);
  return failures == 0 ? 0 : 1;
}

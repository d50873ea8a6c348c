#include "tests/vectors/vectors.h"

namespace texeleton::vectors {

namespace {

model::ClipEvent at(double seconds, const char* name, const char* parameter = "") {
  model::ClipEvent event;
  event.timeSeconds = seconds;
  event.name = name;
  event.parameter = parameter;
  return event;
}

}  // namespace

const std::vector<TimedClip>& timedClips() {
  static const std::vector<TimedClip> clips = {
      {"walk",
       {0, 28, 28.0 / 24.0, true},
       {at(0.0, "start"), at(0.25, "left"), at(0.75, "right", "0.8"), at(28.0 / 24.0, "end")}},
      {"attack", {28, 31, 1.0, false}, {at(0.0, "start"), at(0.5, "swing"), at(0.5, "hit", "sword"), at(1.0, "end")}},
      {"pose", {59, 1, 0.0, false}, {at(0.0, "posed")}},
      {"still loop", {60, 1, 2.0, true}, {at(1.0, "blink")}},
      {"odd", {61, 37, 1.2345678901234567, true}, {at(0.1, "a"), at(0.1, "b"), at(1.2, "c")}},
      {"once, two frames", {98, 2, 0.3, false}, {at(0.3, "end")}},
      {"long", {100, 65535, 2184.5, true}, {at(2184.0, "late")}},
      {"quick", {65635, 3, 0.01, true}, {at(0.004, "flap")}},
      {"held, once", {65638, 1, 1.5, false}, {at(0.75, "blink"), at(1.5, "end")}},
  };
  return clips;
}

Json clipTable() {
  Json table = Json::array();
  for (const TimedClip& clip : timedClips()) {
    Json events = Json::array();
    for (const model::ClipEvent& event : clip.events) {
      events.push_back({{"name", event.name}, {"timeSeconds", event.timeSeconds}, {"parameter", event.parameter}});
    }
    table.push_back({{"name", clip.name},
                     {"frameBegin", clip.timing.frameBegin},
                     {"frameCount", clip.timing.frameCount},
                     {"lengthSeconds", clip.timing.lengthSeconds},
                     {"loop", clip.timing.loop},
                     {"events", events}});
  }
  return table;
}

}  // namespace texeleton::vectors

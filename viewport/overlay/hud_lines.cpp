#include "viewport/overlay/hud_lines.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

namespace texeleton::viewport {

namespace {

// Formats 1234567 as "1,234,567".
std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) {
    at -= 3;
    text.insert(at, 1, ',');
  }
  return text;
}

std::string milliseconds(double seconds) { return readableNumber(seconds * 1e3) + " ms"; }

std::string secondsText(double value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.2f s", value);
  return text.data();
}

std::string inMegabytes(std::uint64_t bytes) { return readableNumber(static_cast<double>(bytes) * 1e-6) + " MB"; }

}  // namespace

std::vector<PanelLine> hudLines(const FrameStatistics& s) {
  const Message impostors = s.impostors > 0 ? message(", %1 impostors", grouped(s.impostors)) : Message();
  return {{worded(message("Instances")),
           worded(message("%1 of %2%3", grouped(s.instancesDrawn), grouped(s.instances), impostors))},
          {worded(message("Draw calls")), grouped(s.drawCalls)},
          {worded(s.isTessellated ? message("Patches") : message("Triangles")), grouped(s.triangles)},
          {"CPU", milliseconds(s.cpuSeconds)},
          {"GPU", s.gpuSeconds ? milliseconds(*s.gpuSeconds) : worded(message("n/a"))},
          {worded(message("GPU memory")), inMegabytes(s.textureBytes + s.bufferBytes + s.imageBytes)}};
}

std::vector<PanelLine> eventLines(const CrowdEvents& events, std::size_t count) {
  std::vector<PanelLine> lines;
  const auto& log = events.log();
  for (std::size_t i = log.size() - std::min(log.size(), count); i < log.size(); ++i) {
    const LoggedEvent& event = log[i];
    const std::string what = event.parameter.empty() ? event.name : event.name + " (" + event.parameter + ")";
    lines.push_back({secondsText(event.crowdSeconds) + "  #" + std::to_string(event.instance) + "  " + what,
                     events.animation()->clips[event.clip].name + "  " + secondsText(event.clipSeconds)});
  }
  return lines;
}

}  // namespace texeleton::viewport

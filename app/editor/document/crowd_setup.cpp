#include "app/editor/document/crowd_setup.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/take_values.h"

namespace texeleton::editor {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kCountKey = "count";
constexpr const char* kLayout = "layout";
constexpr const char* kSpread = "spread";
constexpr const char* kSeed = "seed";
constexpr std::array<const char*, 3> kLayouts = {"grid", "disc", "scatter"};

struct Amount {
  const char* key;
  double CrowdSpread::*member;
  double most;
};
constexpr std::array<Amount, 5> kAmounts = {{{"phase", &CrowdSpread::phase, 1.0},
                                             {"speed", &CrowdSpread::speed, 1.0},
                                             {"turnDegrees", &CrowdSpread::turnDegrees, 180.0},
                                             {"size", &CrowdSpread::size, 1.0},
                                             {"tint", &CrowdSpread::tint, 1.0}}};

}  // namespace

void writeCrowd(const CrowdSetup& crowd, Json& notes) {
  const CrowdSetup usual;
  if (crowd.count != usual.count) {
    notes[kCountKey] = crowd.count;
  }
  if (crowd.layout != usual.layout) {
    notes[kLayout] = kLayouts[static_cast<std::size_t>(crowd.layout)];
  }
  if (crowd.spread == usual.spread) {
    return;
  }
  Json spread = notes.contains(kSpread) && notes[kSpread].is_object() ? notes[kSpread] : Json::object();
  for (const Amount& amount : kAmounts) {
    if (crowd.spread.*amount.member != usual.spread.*amount.member) {
      spread[amount.key] = crowd.spread.*amount.member;
    }
  }
  if (crowd.spread.seed != usual.spread.seed) {
    spread[kSeed] = crowd.spread.seed;
  }
  notes[kSpread] = std::move(spread);
}

CrowdSetup takeCrowd(Json& notes) {
  CrowdSetup crowd;
  takeWhole(notes, kCountKey, CrowdSetup::kFewest, CrowdSetup::kMost, crowd.count);
  if (const auto layout = notes.find(kLayout); layout != notes.end() && layout->is_string()) {
    const auto word = std::find(kLayouts.begin(), kLayouts.end(), layout->get<std::string>());
    if (word != kLayouts.end()) {
      crowd.layout = static_cast<viewport::CrowdLayout>(word - kLayouts.begin());
      notes.erase(layout);
    }
  }
  const auto found = notes.find(kSpread);
  if (found != notes.end() && found->is_object()) {
    Json& spread = *found;
    for (const Amount& amount : kAmounts) {
      takeNumber(spread, amount.key, 0.0, amount.most, crowd.spread.*amount.member);
    }
    takeWhole(spread, kSeed, 0, std::numeric_limits<std::uint32_t>::max(), crowd.spread.seed);
    if (spread.empty()) {
      notes.erase(kSpread);
    }
  }
  return crowd;
}

}  // namespace texeleton::editor

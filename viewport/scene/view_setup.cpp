#include "viewport/scene/view_setup.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "core/base/one_line.h"
#include "core/base/similar_names.h"

namespace texeleton::viewport {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kView = "view";
constexpr const char* kHybrid = "hybridMetres";
constexpr const char* kGaze = "gaze";
constexpr const char* kImpostors = "impostorPixels";
constexpr const char* kLight = "light";
constexpr const char* kPlace = "characterPosition";
constexpr const char* kCharacterRotationKey = "characterRotation";
constexpr const char* kLayerClip = "layerClip";
constexpr const char* kLayerMask = "layerMask";
constexpr const char* kLayerBone = "layerBone";
constexpr const char* kLayerSoftness = "layerSoftness";

void takeText(Json& notes, const char* key, std::string& to) {
  if (const auto found = notes.find(key); found != notes.end() && found->is_string()) {
    to = found->get<std::string>();
    notes.erase(found);
  }
}

/// Takes a list of so many numbers; leaves what cannot be used.
std::optional<std::vector<double>> takeNumbers(Json& notes, const char* key, std::size_t count) {
  const auto found = notes.find(key);
  if (found == notes.end() || !found->is_array() || found->size() != count) {
    return std::nullopt;
  }
  std::vector<double> numbers;
  for (const auto& each : *found) {
    const double number = each.is_number() ? each.get<double>() : std::nan("");
    if (!(std::abs(number) <= ViewSetup::kFarthest)) {
      return std::nullopt;
    }
    numbers.push_back(number);
  }
  notes.erase(found);
  return numbers;
}

/// Takes a positive number; leaves what cannot be used.
void takePositive(Json& notes, const char* key, double most, double& to) {
  const auto found = notes.find(key);
  if (found == notes.end() || !found->is_number()) {
    return;
  }
  const auto number = found->get<double>();
  if (!std::isfinite(number) || number <= 0.0 || number > most) {
    return;
  }
  to = number;
  notes.erase(found);
}

void writeKeys(const ViewSetup& view, Json& notes) {
  const ViewSetup usual;
  if (view.hybridMetres != usual.hybridMetres) {
    notes[kHybrid] = view.hybridMetres;
  }
  if (view.impostorPixels != usual.impostorPixels) {
    notes[kImpostors] = view.impostorPixels;
  }
  if (view.layerClip != usual.layerClip) {
    notes[kLayerClip] = view.layerClip;
  }
  if (view.layerMask != usual.layerMask) {
    notes[kLayerMask] = view.layerMask;
  }
  if (view.layerBone != usual.layerBone) {
    notes[kLayerBone] = view.layerBone;
  }
  if (view.layerSoftness != usual.layerSoftness) {
    notes[kLayerSoftness] = view.layerSoftness;
  }
  if (view.light) {
    notes[kLight] = {view.light->x, view.light->y, view.light->z};
  }
  const glm::dvec3& place = view.character.translation;
  const glm::dquat& turn = view.character.rotation;
  if (place != usual.character.translation) {
    notes[kPlace] = {place.x, place.y, place.z};
  }
  if (turn != usual.character.rotation) {
    notes[kCharacterRotationKey] = {turn.x, turn.y, turn.z, turn.w};
  }
  if (view.gaze != usual.gaze) {
    notes[kGaze] = view.gaze;
  }
}

ViewSetup takeKeys(Json& notes) {
  ViewSetup view;
  takePositive(notes, kHybrid, ViewSetup::kFarthest, view.hybridMetres);
  takePositive(notes, kImpostors, ViewSetup::kMostImpostorPixels, view.impostorPixels);
  if (const auto light = takeNumbers(notes, kLight, 3)) {
    const glm::dvec3 place((*light)[0], (*light)[1], (*light)[2]);
    view.light = glm::length(place) > 1e-6 ? std::optional(place) : std::nullopt;
  }
  if (const auto place = takeNumbers(notes, kPlace, 3)) {
    view.character.translation = {(*place)[0], (*place)[1], (*place)[2]};
  }
  if (const auto turn = takeNumbers(notes, kCharacterRotationKey, 4)) {
    const glm::dquat rotation((*turn)[3], (*turn)[0], (*turn)[1], (*turn)[2]);
    view.character.rotation = glm::length(rotation) > 1e-6 ? glm::normalize(rotation) : glm::dquat(1.0, 0.0, 0.0, 0.0);
  }
  takeText(notes, kGaze, view.gaze);
  takeText(notes, kLayerClip, view.layerClip);
  takeText(notes, kLayerMask, view.layerMask);
  takeText(notes, kLayerBone, view.layerBone);
  if (const auto soft = notes.find(kLayerSoftness); soft != notes.end() && soft->is_number_unsigned() &&
                                                    soft->get<std::uint64_t>() <= ViewSetup::kMostLayerSoftness) {
    view.layerSoftness = soft->get<std::uint32_t>();
    notes.erase(soft);
  }
  return view;
}

}  // namespace

void writeView(const ViewSetup& view, Json& notes) {
  Json keys = notes.contains(kView) && notes[kView].is_object() ? notes[kView] : Json::object();
  writeKeys(view, keys);
  if (!keys.empty()) {
    notes[kView] = std::move(keys);
  }
}

ViewSetup takeView(Json& notes) {
  const auto found = notes.find(kView);
  if (found == notes.end() || !found->is_object()) {
    return {};
  }
  ViewSetup view = takeKeys(*found);
  if (found->empty()) {
    notes.erase(found);
  }
  return view;
}

ViewSetup viewSetupOf(std::string_view editorText) {
  Json notes = Json::parse(editorText, nullptr, false);
  return notes.is_object() ? takeView(notes) : ViewSetup();
}

Result<CrowdLayer> layerOf(const ViewSetup& view, const bake::BakedAnimation& animation, bool isCrowd) {
  const auto clip = std::find_if(animation.clips.begin(), animation.clips.end(),
                                 [&view](const bake::BakedClip& each) { return each.name == view.layerClip; });
  if (clip == animation.clips.end()) {
    std::vector<std::string> names;
    names.reserve(animation.clips.size());
    for (const bake::BakedClip& known : animation.clips) {
      names.push_back(known.name);
    }
    return fail(ErrorCode::NotFound, message("the bake has no clip %1 for the layer%2", inQuotes(view.layerClip),
                                             namesInstead(view.layerClip, names)));
  }
  auto mask = view.layerMask.empty()
                  ? runtime::layerMask(animation, bake::MaskChoice{{}, {view.layerBone}, view.layerSoftness, {}})
                  : runtime::layerMask(animation, view.layerMask);
  TRY(mask);
  return CrowdLayer{static_cast<std::uint32_t>(clip - animation.clips.begin()), 1.0, isCrowd, 1.0f, std::move(*mask)};
}

}  // namespace texeleton::viewport

#include "viewport/scene/view_setup.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "core/base/json_reader.h"
#include "core/base/one_line.h"
#include "core/base/similar_names.h"
#include "core/base/take_values.h"
#include "core/transform/rotation.h"
#include "core/vat/mask_choice.h"

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
constexpr const char* kTypedRotation = "characterRotationDegrees";
constexpr const char* kLayerClip = "layerClip";
constexpr const char* kLayerMask = "layerMask";
constexpr const char* kLayerBone = "layerBone";
constexpr const char* kLayerSoftness = "layerSoftness";
constexpr const char* kTessellate = "tessellate";
constexpr const char* kSegments = "tessellationSegments";
constexpr const char* kDisplacement = "displacement";
constexpr const char* kNormals = "normals";
constexpr const char* kTangents = "tangents";
constexpr const char* kNormalLength = "normalLength";
constexpr const char* kBlendIn = "ragdollBlendIn";
constexpr const char* kBlendBack = "ragdollBlendBack";
constexpr const char* kFadeFrom = "fadeFrom";
constexpr const char* kFadeTo = "fadeTo";
constexpr const char* kFadeSeconds = "fadeSeconds";

/// Removes and returns a list of `count` numbers; leaves it if it is invalid.
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

void writeKeys(const ViewSetup& view, Json& notes) {
  const ViewSetup usual;
  const auto write = [&notes](const char* key, const auto& value, const auto& usually) {
    if (value != usually) {
      notes[key] = value;
    }
  };
  write(kHybrid, view.hybridMetres, usual.hybridMetres);
  write(kImpostors, view.impostorPixels, usual.impostorPixels);
  write(kLayerClip, view.layerClip, usual.layerClip);
  write(kLayerMask, view.layerMask, usual.layerMask);
  write(kLayerBone, view.layerBone, usual.layerBone);
  write(kLayerSoftness, view.layerSoftness, usual.layerSoftness);
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
  if (transform::givesRotation(view.characterDegrees, turn)) {
    notes[kTypedRotation] = view.characterDegrees;
  }
  write(kGaze, view.gaze, usual.gaze);
  write(kTessellate, view.tessellate, usual.tessellate);
  write(kSegments, view.segments, usual.segments);
  write(kDisplacement, view.displacement, usual.displacement);
  write(kNormals, view.normals, usual.normals);
  write(kTangents, view.tangents, usual.tangents);
  write(kNormalLength, view.normalLength, usual.normalLength);
  write(kBlendIn, view.ragdollBlendIn, usual.ragdollBlendIn);
  write(kBlendBack, view.ragdollBlendBack, usual.ragdollBlendBack);
  write(kFadeFrom, view.fade.from, usual.fade.from);
  write(kFadeTo, view.fade.to, usual.fade.to);
  write(kFadeSeconds, view.fade.seconds, usual.fade.seconds);
}

ViewSetup takeKeys(Json& notes) {
  ViewSetup view;
  takeNumber(notes, kHybrid, 0.0, ViewSetup::kFarthest, view.hybridMetres);
  takeNumber(notes, kImpostors, 0.0, ViewSetup::kMostImpostorPixels, view.impostorPixels);
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
  for (const std::size_t count : {3, 4}) {
    const auto typed = takeNumbers(notes, kTypedRotation, count);
    if (typed && transform::givesRotation(*typed, view.character.rotation)) {
      view.characterDegrees = *typed;
    }
  }
  takeText(notes, kGaze, view.gaze);
  takeText(notes, kLayerClip, view.layerClip);
  takeText(notes, kLayerMask, view.layerMask);
  takeText(notes, kLayerBone, view.layerBone);
  takeWhole(notes, kLayerSoftness, 0, ViewSetup::kMostLayerSoftness, view.layerSoftness);
  takeSwitch(notes, kTessellate, view.tessellate);
  takeWhole(notes, kSegments, 1, ViewSetup::kMostSegments, view.segments);
  takeNumber(notes, kDisplacement, 0.0, 1.0, view.displacement);
  takeSwitch(notes, kNormals, view.normals);
  takeSwitch(notes, kTangents, view.tangents);
  takeNumber(notes, kNormalLength, ViewSetup::kLeastNormalLength, 1.0, view.normalLength);
  takeNumber(notes, kBlendIn, 0.0, ViewSetup::kMostBlendSeconds, view.ragdollBlendIn);
  takeNumber(notes, kBlendBack, 0.0, ViewSetup::kMostBlendSeconds, view.ragdollBlendBack);
  takeText(notes, kFadeFrom, view.fade.from);
  takeText(notes, kFadeTo, view.fade.to);
  takeNumber(notes, kFadeSeconds, 0.0, ViewSetup::kMostBlendSeconds, view.fade.seconds);
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
  auto notes = parseJson(editorText, "");
  return notes && notes->is_object() ? takeView(*notes) : ViewSetup();
}

Result<CrowdLayer> layerOf(const ViewSetup& view, const vat::BakedAnimation& animation, bool isCrowd) {
  const auto clip = std::find_if(animation.clips.begin(), animation.clips.end(),
                                 [&view](const vat::BakedClip& each) { return each.name == view.layerClip; });
  if (clip == animation.clips.end()) {
    std::vector<std::string> names;
    names.reserve(animation.clips.size());
    for (const vat::BakedClip& known : animation.clips) {
      names.push_back(known.name);
    }
    return fail(ErrorCode::NotFound, message("the bake has no clip %1 for the layer%2", inQuotes(view.layerClip),
                                             namesInstead(view.layerClip, names)));
  }
  auto mask = view.layerMask.empty()
                  ? runtime::layerMask(animation, vat::MaskChoice{{}, {view.layerBone}, view.layerSoftness, {}})
                  : runtime::layerMask(animation, view.layerMask);
  TRY(mask);
  return CrowdLayer{static_cast<std::uint32_t>(clip - animation.clips.begin()), 1.0, isCrowd, 1.0f, std::move(*mask)};
}

}  // namespace texeleton::viewport

#include "viewport/scene/view_setup.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/json_reader.h"
#include "core/base/mapped.h"
#include "core/base/one_line.h"
#include "core/base/similar_names.h"
#include "core/settings/setting_io.h"
#include "core/transform/rotation.h"
#include "core/vat/mask_choice.h"

namespace texeleton::viewport {

namespace {

constexpr const char* kView = "view";
constexpr NumberRange kPlaceRange{-ViewSetup::kFarthest, ViewSetup::kFarthest};
constexpr NumberRange kBlendRange{0.0, ViewSetup::kMostBlendSeconds};

void dropOtherDegrees(ViewSetup& view) {
  if (!transform::givesRotation(view.characterDegrees, view.character.rotation)) {
    view.characterDegrees.clear();
  }
}

}  // namespace

constexpr auto settingsOf(Of<ViewSetup> /*of*/) {
  constexpr SettingAbout kName{.maxBytes = kMaxSettingBytes};
  return std::tuple(
      setting("hybridMetres", &ViewSetup::hybridMetres, {.range = {0.0, ViewSetup::kFarthest}}),
      setting("impostorPixels", &ViewSetup::impostorPixels, {.range = {0.0, ViewSetup::kMostImpostorPixels}}),
      setting("layerClip", &ViewSetup::layerClip, kName), setting("layerMask", &ViewSetup::layerMask, kName),
      setting("layerBone", &ViewSetup::layerBone, kName),
      setting("layerSoftness", &ViewSetup::layerSoftness, {.range = {0, ViewSetup::kMostLayerSoftness}}),
      setting("light", &ViewSetup::light, {.range = kPlaceRange}),
      setting("characterPosition", &ViewSetup::character, &transform::Transform::translation, {.range = kPlaceRange}),
      setting("characterRotation", &ViewSetup::character, &transform::Transform::rotation, {.range = kPlaceRange}),
      setting("characterRotationDegrees", &ViewSetup::characterDegrees, {.range = kPlaceRange}),
      setting("gaze", &ViewSetup::gaze, kName), setting("tessellate", &ViewSetup::tessellate, {}),
      setting("tessellationSegments", &ViewSetup::segments, {.range = {1, ViewSetup::kMostSegments}}),
      setting("displacement", &ViewSetup::displacement, {.range = kShareRange}),
      setting("normals", &ViewSetup::normals, {}), setting("tangents", &ViewSetup::tangents, {}),
      setting("normalLength", &ViewSetup::normalLength, {.range = {ViewSetup::kLeastNormalLength, 1.0}}),
      setting("ragdollBlendIn", &ViewSetup::ragdollBlendIn, {.range = kBlendRange}),
      setting("ragdollBlendBack", &ViewSetup::ragdollBlendBack, {.range = kBlendRange}),
      setting("fadeFrom", &ViewSetup::fade, &FadeSetup::from, kName),
      setting("fadeTo", &ViewSetup::fade, &FadeSetup::to, kName),
      setting("fadeSeconds", &ViewSetup::fade, &FadeSetup::seconds, {.range = kBlendRange}));
}

void writeView(ViewSetup view, Json& notes) {
  dropOtherDegrees(view);
  JsonWriting writing;
  if (const Json keys = writeSettings(view, writing); !keys.empty()) {
    notes[kView].update(keys);
  }
}

ViewSetup takeView(Json& notes) {
  ViewSetup view;
  const auto found = notes.find(kView);
  if (found == notes.end() || !found->is_object()) {
    return view;
  }
  takeSettings(*found, view);
  if (found->empty()) {
    notes.erase(found);
  }
  constexpr double kShortest = 1e-6;
  if (view.light && !(glm::length(*view.light) > kShortest)) {
    view.light.reset();
  }
  glm::dquat& rotation = view.character.rotation;
  rotation = glm::length(rotation) > kShortest ? glm::normalize(rotation) : glm::dquat(1.0, 0.0, 0.0, 0.0);
  dropOtherDegrees(view);
  return view;
}

ViewSetup viewSetupOf(std::string_view editorText) {
  auto notes = parseJson(editorText, "");
  return notes && notes->is_object() ? takeView(*notes) : ViewSetup();
}

Result<CrowdLayer> layerOf(const ViewSetup& view, const vat::BakedAnimation& animation, bool isCrowd) {
  const auto clip = std::ranges::find(animation.clips, view.layerClip, &vat::BakedClip::name);
  if (clip == animation.clips.end()) {
    return fail(ErrorCode::NotFound,
                message("the bake has no clip %1 for the layer%2", inQuotes(view.layerClip),
                        namesInstead(view.layerClip, mapped(animation.clips, &vat::BakedClip::name))));
  }
  auto mask = view.layerMask.empty()
                  ? runtime::layerMask(animation, vat::MaskChoice{{}, {view.layerBone}, view.layerSoftness, {}})
                  : runtime::layerMask(animation, view.layerMask);
  TRY(mask);
  return CrowdLayer{static_cast<std::uint32_t>(clip - animation.clips.begin()), 1.0, isCrowd, 1.0f, std::move(*mask)};
}

}  // namespace texeleton::viewport

#include "viewport/scene/saved_view.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/base/json_reader.h"
#include "core/base/units.h"
#include "core/settings/setting_io.h"

namespace texeleton::viewport {

namespace {

/// The part of an editor's notes that has the views.
struct SavedViews {
  std::vector<SavedView> views;
};

}  // namespace

constexpr auto settingsOf(Of<SavedView> /*of*/) {
  constexpr double kFarthest = SavedView::kFarthest;
  return std::tuple(
      setting("name", &SavedView::name,
              {.required = "must be the name of the view", .maxBytes = kMaxSettingBytes, .isAlwaysWritten = true}),
      setting("target", &SavedView::target,
              {.range = {-kFarthest, kFarthest}, .required = "must be a position", .isAlwaysWritten = true}),
      setting("yaw", &SavedView::yawDegrees, {.range = {-3600.0, 3600.0}, .isAlwaysWritten = true}),
      setting("pitch", &SavedView::pitchDegrees, {.range = {-89.0, 89.0}, .isAlwaysWritten = true}),
      setting("distance", &SavedView::distance, {.range = {0.99e-4, kFarthest}, .isAlwaysWritten = true}),
      setting("fieldOfView", &SavedView::fieldOfViewDegrees,
              {.range = {SavedView::kNarrowest, SavedView::kWidest}, .isAlwaysWritten = true}),
      setting("orthographic", &SavedView::orthographic, {}));
}

namespace {

constexpr auto settingsOf(Of<SavedViews> /*of*/) { return std::tuple(setting("views", &SavedViews::views, {})); }

}  // namespace

SavedView SavedView::of(std::string name, const Camera& camera) {
  SavedView view;
  view.name = std::move(name);
  view.target = camera.target;
  view.yawDegrees = camera.yaw * static_cast<float>(kDegreesPerRadian);
  view.pitchDegrees = std::clamp(camera.pitch * static_cast<float>(kDegreesPerRadian), -89.0f, 89.0f);
  view.distance = std::clamp(camera.distance, kNearest, kFarthest);
  view.fieldOfViewDegrees = std::clamp(camera.fieldOfView * static_cast<float>(kDegreesPerRadian), kNarrowest, kWidest);
  view.orthographic = camera.orthographic;
  return view;
}

Camera SavedView::camera() const {
  Camera camera;
  camera.target = target;
  camera.yaw = yawDegrees / static_cast<float>(kDegreesPerRadian);
  camera.pitch = pitchDegrees / static_cast<float>(kDegreesPerRadian);
  camera.distance = distance;
  camera.fieldOfView = fieldOfViewDegrees / static_cast<float>(kDegreesPerRadian);
  camera.orthographic = orthographic;
  return camera;
}

void writeSavedViews(const std::vector<SavedView>& views, Json& notes) {
  JsonWriting writing;
  notes.update(writeSettings(SavedViews{views}, writing));
}

std::vector<SavedView> takeSavedViews(Json& notes) {
  SavedViews saved;
  takeSettings(notes, saved);
  return saved.views;
}

std::vector<SavedView> savedViewsOf(std::string_view editorText) {
  auto notes = parseJson(editorText, "");
  return notes && notes->is_object() ? takeSavedViews(*notes) : std::vector<SavedView>();
}

}  // namespace texeleton::viewport

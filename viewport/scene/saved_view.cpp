#include "viewport/scene/saved_view.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/base/json_reader.h"
#include "core/base/units.h"

namespace texeleton::viewport {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kViews = "views";

/// The double with the shortest decimal form that rounds to this float.
double shortest(float value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
  double number = 0.0;
  std::from_chars(text.data(), end.ptr, number);
  return number;
}

bool readNumber(const Json& from, const char* key, double least, double most, float& to) {
  const auto found = from.find(key);
  if (found == from.end()) {
    return true;
  }
  if (!found->is_number()) {
    return false;
  }
  const auto number = found->get<double>();
  to = static_cast<float>(number);
  return number >= least && number <= most;  // False for NaN too.
}

std::optional<SavedView> viewOf(const Json& json) {
  if (!json.is_object() || !json.contains("name") || !json["name"].is_string()) {
    return std::nullopt;
  }
  SavedView view;
  view.name = json["name"].get<std::string>();
  const auto target = json.find("target");
  if (target == json.end() || !target->is_array() || target->size() != 3) {
    return std::nullopt;
  }
  for (int axis = 0; axis < 3; ++axis) {
    const Json& number = (*target)[static_cast<std::size_t>(axis)];
    const double metres = number.is_number() ? number.get<double>() : std::nan("");
    if (!(std::abs(metres) <= static_cast<double>(SavedView::kFarthest))) {
      return std::nullopt;
    }
    view.target[axis] = static_cast<float>(metres);
  }
  const bool good = readNumber(json, "yaw", -3600.0, 3600.0, view.yawDegrees) &&
                    readNumber(json, "pitch", -89.0, 89.0, view.pitchDegrees) &&
                    readNumber(json, "distance", 0.99e-4, SavedView::kFarthest, view.distance) &&
                    readNumber(json, "fieldOfView", SavedView::kNarrowest, SavedView::kWidest, view.fieldOfViewDegrees);
  if (!good) {
    return std::nullopt;
  }
  if (const auto lens = json.find("orthographic"); lens != json.end() && lens->is_boolean()) {
    view.orthographic = lens->get<bool>();
  }
  return view;
}

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
  if (views.empty()) {
    return;
  }
  Json& all = notes[kViews] = Json::array();
  for (const SavedView& view : views) {
    Json json = {{"name", view.name},
                 {"target", {shortest(view.target.x), shortest(view.target.y), shortest(view.target.z)}},
                 {"yaw", shortest(view.yawDegrees)},
                 {"pitch", shortest(view.pitchDegrees)},
                 {"distance", shortest(view.distance)},
                 {"fieldOfView", shortest(view.fieldOfViewDegrees)}};
    if (view.orthographic) {
      json["orthographic"] = true;
    }
    all.push_back(std::move(json));
  }
}

std::vector<SavedView> takeSavedViews(Json& notes) {
  std::vector<SavedView> views;
  const auto found = notes.find(kViews);
  if (found == notes.end() || !found->is_array()) {
    return views;
  }
  views.reserve(found->size());
  for (const Json& json : *found) {
    auto view = viewOf(json);
    if (!view) {
      return {};
    }
    views.push_back(std::move(*view));
  }
  notes.erase(kViews);
  return views;
}

std::vector<SavedView> savedViewsOf(std::string_view editorText) {
  auto notes = parseJson(editorText, "");
  return notes && notes->is_object() ? takeSavedViews(*notes) : std::vector<SavedView>();
}

}  // namespace texeleton::viewport

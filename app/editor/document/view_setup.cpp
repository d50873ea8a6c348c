#include "app/editor/document/view_setup.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace texeleton::editor {

namespace {

constexpr const char* kHybrid = "hybridMetres";
constexpr const char* kGaze = "gaze";
constexpr const char* kImpostors = "impostorPixels";
constexpr const char* kLayerClip = "layerClip";
constexpr const char* kLayerBone = "layerBone";
constexpr const char* kLayerSoftness = "layerSoftness";

void takeText(nlohmann::ordered_json& notes, const char* key, std::string& to) {
  if (const auto found = notes.find(key); found != notes.end() && found->is_string()) {
    to = found->get<std::string>();
    notes.erase(found);
  }
}

/// Takes a positive number; leaves what cannot be used.
void takePositive(nlohmann::ordered_json& notes, const char* key, double most, double& to) {
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

}  // namespace

void writeView(const ViewSetup& view, nlohmann::ordered_json& notes) {
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
  if (view.layerBone != usual.layerBone) {
    notes[kLayerBone] = view.layerBone;
  }
  if (view.layerSoftness != usual.layerSoftness) {
    notes[kLayerSoftness] = view.layerSoftness;
  }
  if (view.gaze != usual.gaze) {
    notes[kGaze] = view.gaze;
  }
}

ViewSetup takeView(nlohmann::ordered_json& notes) {
  ViewSetup view;
  takePositive(notes, kHybrid, ViewSetup::kFarthest, view.hybridMetres);
  takePositive(notes, kImpostors, ViewSetup::kMostImpostorPixels, view.impostorPixels);
  takeText(notes, kGaze, view.gaze);
  takeText(notes, kLayerClip, view.layerClip);
  takeText(notes, kLayerBone, view.layerBone);
  if (const auto soft = notes.find(kLayerSoftness); soft != notes.end() && soft->is_number_unsigned() &&
                                                    soft->get<std::uint64_t>() <= ViewSetup::kMostLayerSoftness) {
    view.layerSoftness = soft->get<std::uint32_t>();
    notes.erase(soft);
  }
  return view;
}

}  // namespace texeleton::editor

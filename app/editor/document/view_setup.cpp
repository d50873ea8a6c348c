#include "app/editor/document/view_setup.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace texeleton::editor {

namespace {

constexpr const char* kHybrid = "hybridMetres";
constexpr const char* kGaze = "gaze";

}  // namespace

void writeView(const ViewSetup& view, nlohmann::ordered_json& notes) {
  const ViewSetup usual;
  if (view.hybridMetres != usual.hybridMetres) {
    notes[kHybrid] = view.hybridMetres;
  }
  if (view.gaze != usual.gaze) {
    notes[kGaze] = view.gaze;
  }
}

ViewSetup takeView(nlohmann::ordered_json& notes) {
  ViewSetup view;
  if (const auto metres = notes.find(kHybrid); metres != notes.end() && metres->is_number()) {
    const auto number = metres->get<double>();
    if (std::isfinite(number) && number > 0.0 && number <= ViewSetup::kFarthest) {
      view.hybridMetres = number;
      notes.erase(metres);
    }
  }
  if (const auto gaze = notes.find(kGaze); gaze != notes.end() && gaze->is_string()) {
    view.gaze = gaze->get<std::string>();
    notes.erase(gaze);
  }
  return view;
}

}  // namespace texeleton::editor

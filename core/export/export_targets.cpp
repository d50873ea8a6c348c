#include "core/export/export_targets.h"

#include <algorithm>

#include "core/recipe/recipe.h"

namespace texeleton::exporting {

namespace {

ExportTarget packTarget() {
  ExportTarget target{};
  target.name = recipe::kPackTarget;
  target.title = said("Texeleton pack");
  target.summary = said("The pack itself: texture, mesh and manifest, for your own reader.");
  target.tested = said("Readers that share no code with the writer, in C++ and Python, read and play it.");
  target.isPackFolder = true;
  target.abilities = {{said("Bone and vertex mode"), Plays::Yes, ""},
                      {said("Clips, events, sockets, root motion"), Plays::Yes, said("described in FORMAT.md")}};
  return target;
}

}  // namespace

std::span<const ExportTarget> exportTargets() {
  static const std::vector<ExportTarget> targets = {
      packTarget(),  threeTarget(), babylonTarget(), babylonLiteTarget(), playcanvasTarget(), godotTarget(),
      unityTarget(), rawTarget(),   blenderTarget(), unrealTarget(),      openVatTarget(),
  };
  return targets;
}

const ExportTarget* exportTargetNamed(std::string_view name) {
  const auto targets = exportTargets();
  const auto it =
      std::find_if(targets.begin(), targets.end(), [name](const ExportTarget& t) { return t.name == name; });
  return it == targets.end() ? nullptr : &*it;
}

std::vector<std::string> exportTargetNames() {
  std::vector<std::string> names;
  for (const ExportTarget& target : exportTargets()) {
    names.emplace_back(target.name);
  }
  return names;
}

}  // namespace texeleton::exporting

#include "app/editor/jobs/event_files.h"

#include <QLocale>

#include "app/editor/document/paths.h"
#include "app/editor/jobs/recipe_job.h"
#include "core/base/save_file.h"
#include "core/contacts/footsteps.h"
#include "core/import/import.h"
#include "core/recipe/events_file.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

// The model's takes, with the events that the settings define.
Result<std::vector<recipe::ClipEvents>> unityEvents(const fs::path& file, const recipe::Recipe& recipe,
                                                    const model::Model& model, JobContext& job) {
  const pipeline::ModelRequest request = planOf(recipe).model;
  importing::ImportRequest plain = request.import;
  plain.unityMeta.use = importing::UnityMetaUse::Off;
  const auto takes = importing::importModel(request.model, plain, job);
  TRY(takes);
  importing::ImportRequest with = plain;
  with.unityMeta = {importing::UnityMetaUse::Events, file};
  const auto marked = importing::importModel(request.model, with, job);
  TRY(marked);
  std::vector<recipe::ClipEvents> result;
  for (std::size_t i = 0; i < (*marked)->clips.size() && i < (*takes)->clips.size(); ++i) {
    const model::Clip& take = (*marked)->clips[i];
    const auto own = static_cast<std::ptrdiff_t>((*takes)->clips[i].events.size());
    const std::vector<model::ClipEvent> events(take.events.begin() + own, take.events.end());
    // A take may be cut into several clips.
    for (std::size_t c = 0; c < model.clips.size() && !events.empty(); ++c) {
      const model::Clip& clip = model.clips[c];
      if (clip.name == take.name || (!clip.sourceName.empty() && clip.sourceName == take.sourceName)) {
        result.push_back({ClipIndex(c), events});
      }
    }
  }
  return result;
}

QString quoted(const std::string& text) {
  QString field = QString::fromStdString(text);
  if (field.contains(',') || field.contains('"') || field.contains('\n') || field.contains('\r')) {
    field.replace("\"", "\"\"");
    field = '"' + field + '"';
  }
  return field;
}

Result<void> exportTable(const fs::path& file, std::span<const recipe::ClipEvents> events, const model::Model& model) {
  QString text = "clip,event,time,parameter\n";
  for (const recipe::ClipEvents& ofClip : events) {
    for (const model::ClipEvent& event : ofClip.events) {
      text += quoted(model.clips[ofClip.clip.value].name) + ',' + quoted(event.name) + ',' +
              QString::number(event.timeSeconds, 'g', QLocale::FloatingPointShortest) + ',' + quoted(event.parameter) +
              '\n';
    }
  }
  return saveFile(file, text.toStdString());
}

}  // namespace

Result<std::vector<recipe::ClipEvents>> importEvents(const fs::path& file, const recipe::Recipe& recipe,
                                                     const model::Model& model, JobContext& job) {
  return file.extension() == ".meta" ? unityEvents(file, recipe, model, job) : recipe::readEventsFile(file, model, job);
}

Result<void> exportEvents(const fs::path& file, std::span<const recipe::ClipEvents> events, const model::Model& model) {
  return file.extension() == ".csv" ? exportTable(file, events, model) : recipe::replaceEventsFile(file, events, model);
}

Result<std::vector<recipe::ClipEvents>> proposeFootsteps(const model::Model& model, std::span<const ClipIndex> clips,
                                                         JobContext& job) {
  const auto feet = contacts::findFeet(model);
  TRY(feet);
  if (feet->empty()) {
    return fail(ErrorCode::NotFound, "no feet were found: no bone is called foot, ankle, paw, toe or the like");
  }
  std::vector<recipe::ClipEvents> result;
  for (std::size_t i = 0; i < clips.size() && !job.isCancelled(); ++i) {
    job.progress(static_cast<double>(i) / static_cast<double>(clips.size()), "Looking for footsteps");
    result.push_back({clips[i], contacts::findFootsteps(model, clips[i], *feet, {}, job)});
  }
  return result;
}

}  // namespace texeleton::editor

#include "core/pipeline/import_sources.h"

#include <utility>

#include "core/pipeline/pack_job.h"
#include "core/pipeline/share_animation.h"

namespace texeleton::pipeline {

namespace fs = std::filesystem;

Result<void> importSources(const SourcePlan& plan, JobContext& job, ImportedSources& result) {
  auto model = loadModel(plan.model, job, nullptr, &result.references);
  TRY(model);
  result.model = std::move(*model);
  if (!plan.characters.empty()) {
    auto together =
        addCharacters(plan.model, result.model, plan.characters, job, &result.references, plan.characterScales);
    TRY(together);
    result.model = std::move(together->model);
    result.variants = std::move(together->variants);
  }
  const auto firstFile = static_cast<std::uint32_t>(1 + plan.model.motions.size() + plan.characters.size());
  auto attached = loadAttachments(plan.attachments, plan.model.import, job, &result.references, firstFile);
  TRY(attached);
  result.attachments = std::move(*attached);
  return {};
}

std::vector<model::PlacedAttachment> placeAttachments(const SourcePlan& plan, const ImportedSources& sources,
                                                      JobContext& job) {
  return placeAttachments(plan.attachments, sources.attachments, *sources.model, plan.socketNames, job);
}

Result<void> addFromSources(bake::BakeSettings& settings, const ImportedSources& sources,
                            const std::vector<model::PlacedAttachment>& placed) {
  addAttachmentSockets(placed, *sources.model, settings);
  return addVariants(sources.variants, settings);
}

Result<std::vector<pack::PackSource>> furtherSources(const SourcePlan& plan, const ImportedSources& sources) {
  std::vector<std::pair<fs::path, pack::SourceRole>> files;
  for (const fs::path& character : plan.characters) {
    files.emplace_back(character, pack::SourceRole::Character);
  }
  for (const auto& [file, attached] : sources.attachments) {
    if (attached.model) {
      files.emplace_back(file, pack::SourceRole::Attachment);
    }
  }
  if (!plan.events.empty()) {
    files.emplace_back(plan.events, pack::SourceRole::Events);
  }
  std::vector<pack::PackSource> described;
  described.reserve(files.size());
  for (const auto& [file, role] : files) {
    auto source = packSourceOf(file, role);
    TRY(source);
    if (const auto scale = plan.characterScales.find(file);
        role == pack::SourceRole::Character && scale != plan.characterScales.end()) {
      source->scale = scale->second;
    }
    described.push_back(std::move(*source));
  }
  return described;
}

}  // namespace texeleton::pipeline

#include "app/cli/bake_report.h"

#include <string>

#include "app/cli/console.h"
#include "app/cli/result_json.h"
#include "core/bake/settings/bake_words.h"
#include "core/model/names.h"
#include "core/vat/encoding.h"
#include "core/vat/vat_words.h"

namespace texeleton::cli {

Json bakeJson(const pipeline::PackJob& job, const pipeline::PackJobResult& result,
              const std::vector<pack::PackFileSize>& sizes, const std::vector<Issue>& issues) {
  const vat::BakedAnimation& animation = result.pack.animation;
  Json json = {{"pack", job.output.string()},
               {"result", "baked"},
               {"mode", wordOf(animation.mode)},
               {"encoding", vat::encodingOf(animation).name},
               {"pixelFormat", wordOf(animation.pixelFormat)},
               {"width", animation.layout.width},
               {"height", animation.layout.height},
               {"frames", animation.layout.frameCount},
               {"clips", Json::array()},
               {"files", Json::array()},
               {"seconds",
                {{"import", result.seconds.import},
                 {"bake", result.seconds.bake},
                 {"measure", result.seconds.measure},
                 {"write", result.seconds.write}}},
               {"issues", nullptr}};
  for (const vat::BakedClip& clip : animation.clips) {
    json["clips"].push_back({{"name", clip.name},
                             {"frames", clip.frameCount},
                             {"loop", clip.loop},
                             {"maxMillimetres", clip.error ? Json(clip.error->maxMillimetres) : Json(nullptr)}});
  }
  for (const pack::PackFileSize& size : sizes) {
    json["files"].push_back({{"file", size.file}, {"bytes", size.bytes}});
  }
  json["issues"] = issuesJson(issues);
  return json;
}

std::string bakeSummary(const pipeline::PackJob& job, const pipeline::PackJobResult& result,
                        const std::vector<pack::PackFileSize>& sizes) {
  const vat::BakedAnimation& animation = result.pack.animation;
  double bytes = 0.0;
  for (const pack::PackFileSize& size : sizes) {
    bytes += static_cast<double>(size.bytes);
  }
  std::string text =
      formatted("%s: %s mode, %u x %u %s, %s, %s, %s, %s\n", printable(job.output.string()).c_str(),
                wordOf(animation.mode), animation.layout.width, animation.layout.height, wordOf(animation.pixelFormat),
                counted(animation.layout.frameCount, "frame").c_str(), counted(animation.clips.size(), "clip").c_str(),
                counted(animation.sockets.size(), "socket").c_str(), formatBytes(bytes).c_str());
  std::vector<std::vector<std::string>> rows = {{"clip", "frames", "seconds", "loop", "events", "max mm", "rms mm"}};
  for (const vat::BakedClip& clip : animation.clips) {
    rows.push_back({printable(clip.name), std::to_string(clip.frameCount), formatted("%.4g", clip.lengthSeconds),
                    clip.loop ? "yes" : "no", std::to_string(clip.events.size()),
                    clip.error ? formatted("%.3g", clip.error->maxMillimetres) : "-",
                    clip.error ? formatted("%.3g", clip.error->rmsMillimetres) : "-"});
  }
  return text + formatTable(rows, {false, true, true, false, true, true, true});
}

Json sizeJson(const pipeline::PackJob& job, const bake::BakeSize& size, const std::vector<Issue>& issues) {
  Json json = {{"pack", job.output.string()},
               {"result", "planned"},
               {"mode", wordOf(size.mode)},
               {"encoding", size.encoding->name},
               {"pixelFormat", wordOf(size.pixelFormat)},
               {"width", size.layout.width},
               {"height", size.layout.height},
               {"frames", size.layout.frameCount},
               {"elements", size.layout.elementCount},
               {"textureBytes", size.textureBytes()},
               {"vertices", size.vertexCount},
               {"triangles", size.triangleCount},
               {"clips", Json::array()},
               {"sockets", Json::array()},
               {"issues", issuesJson(issues)}};
  for (const vat::BakedClip& clip : size.clips) {
    json["clips"].push_back(
        {{"name", clip.name}, {"frames", clip.frameCount}, {"rate", clip.frameRate}, {"loop", clip.loop}});
  }
  for (const vat::Socket& socket : size.sockets) {
    json["sockets"].push_back(socket.name);
  }
  return json;
}

std::string sizeSummary(const pipeline::PackJob& job, const bake::BakeSize& size) {
  std::string text =
      formatted("%s would be: %s mode, %u x %u %s, %s, %s, %s, %s of texture; nothing was written\n",
                printable(job.output.string()).c_str(), wordOf(size.mode), size.layout.width, size.layout.height,
                wordOf(size.pixelFormat), counted(size.layout.frameCount, "frame").c_str(),
                counted(size.clips.size(), "clip").c_str(), counted(size.sockets.size(), "socket").c_str(),
                formatBytes(static_cast<double>(size.textureBytes())).c_str());
  std::vector<std::vector<std::string>> rows = {{"clip", "frames", "seconds", "rate", "loop", "events"}};
  for (const vat::BakedClip& clip : size.clips) {
    rows.push_back({printable(clip.name), std::to_string(clip.frameCount), formatted("%.4g", clip.lengthSeconds),
                    formatted("%.4g", clip.frameRate), clip.loop ? "yes" : "no", std::to_string(clip.events.size())});
  }
  return text + formatTable(rows, {false, true, true, true, false, true});
}

Json fitJson(const pipeline::FitResult& fit, const pipeline::FitLimits& limits) {
  Json json = {{"maxMillimetres", limits.maxMillimetres},
               {"maxNormalDegrees", limits.maxNormalDegrees ? Json(*limits.maxNormalDegrees) : Json(nullptr)},
               {"chosen", fit.chosen},
               {"candidates", Json::array()}};
  for (const pipeline::FitCandidate& candidate : fit.candidates) {
    Json one = {{"encoding", candidate.encoding},
                {"pixelFormat", wordOf(candidate.pixelFormat)},
                {"rows", wordOf(candidate.rows)},
                {"keeps", candidate.keeps},
                {"fitted", candidate.isFitted},
                {"bytes", candidate.bytes},
                {"millimetres", candidate.millimetres},
                {"reason", candidate.reason},
                {"clips", Json::array()}};
    for (const pipeline::FitClip& clip : candidate.clips) {
      one["clips"].push_back({{"name", clip.name},
                              {"rate", clip.rateHz},
                              {"frames", clip.frames},
                              {"millimetres", clip.millimetres},
                              {"normalDegrees", clip.normalDegrees}});
    }
    json["candidates"].push_back(std::move(one));
  }
  return json;
}

std::string fitSummary(const pipeline::FitResult& fit) {
  std::vector<std::vector<std::string>> rows = {{"tried", "format", "texels", "max mm", ""}};
  for (std::size_t i = 0; i < fit.candidates.size(); ++i) {
    const pipeline::FitCandidate& candidate = fit.candidates[i];
    const bool isLast = i + 1 == fit.candidates.size() || fit.candidates[i + 1].encoding != candidate.encoding ||
                        fit.candidates[i + 1].pixelFormat != candidate.pixelFormat ||
                        fit.candidates[i + 1].rows != candidate.rows;
    if (!isLast && i != fit.chosen) {
      continue;  // Steps of the search; --json has them.
    }
    const bool wasBaked = !candidate.clips.empty();
    const bool isUneven = candidate.rows == bake::RowSpacing::Uneven;
    rows.push_back({isUneven ? candidate.encoding + ", uneven rows" : candidate.encoding, wordOf(candidate.pixelFormat),
                    wasBaked ? formatBytes(static_cast<double>(candidate.bytes)) : "-",
                    wasBaked ? formatted("%.3g", candidate.millimetres) : "-",
                    i == fit.chosen ? "chosen" : printable(candidate.reason)});
  }
  return formatTable(rows, {false, false, true, true, false});
}

Json outcomeJson(const BakeOutcome& outcome) {
  return {{"input", outcome.input.string()},
          {"pack", outcome.output.string()},
          {"result", wordOf(outcome.end)},
          {"reason", outcome.reason.empty() ? Json(nullptr) : Json(outcome.reason)},
          {"error", outcome.error ? Json(model::shortenedText(describe(*outcome.error))) : Json(nullptr)},
          {"bytes", outcome.bytes},
          {"maxMillimetres", outcome.millimetres ? Json(*outcome.millimetres) : Json(nullptr)},
          {"seconds", outcome.seconds},
          {"issues", issuesJson(outcome.issues)}};
}

std::string outcomeLine(const BakeOutcome& outcome) {
  const std::string error = outcome.millimetres ? formatted(", %.3g mm", *outcome.millimetres) : std::string();
  const std::string reason = outcome.reason.empty() ? std::string() : " (" + outcome.reason + ")";
  return formatted("%s %s in %.2f s, %s%s%s", outcome.output.string().c_str(), wordOf(outcome.end), outcome.seconds,
                   formatBytes(static_cast<double>(outcome.bytes)).c_str(), error.c_str(), reason.c_str());
}

}  // namespace texeleton::cli

#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/bake/bake_size.h"
#include "core/base/issue.h"
#include "core/pack/pack.h"
#include "core/pipeline/fit.h"
#include "core/pipeline/pack_job.h"

namespace texeleton::cli {

/// What `bake --json` prints of one bake (docs/cli.md).
nlohmann::ordered_json bakeJson(const PackJob& job, const PackJobResult& result, const std::vector<PackFileSize>& sizes,
                                const std::vector<Issue>& issues);

/// The summary of one bake for people: a line for the pack, a table of its clips.
std::string bakeSummary(const PackJob& job, const PackJobResult& result, const std::vector<PackFileSize>& sizes);

/// The same of a bake that was not made (--dry-run).
nlohmann::ordered_json sizeJson(const PackJob& job, const BakeSize& size, const std::vector<Issue>& issues);
std::string sizeSummary(const PackJob& job, const BakeSize& size);

/// What a fit tried: every candidate, with its clips.
nlohmann::ordered_json fitJson(const FitResult& fit, const FitLimits& limits);
/// The same as a table: the last of each encoding.
std::string fitSummary(const FitResult& fit);

}  // namespace texeleton::cli

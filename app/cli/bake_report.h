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

/// The output of `bake --json` for one bake (docs/cli.md).
nlohmann::ordered_json bakeJson(const pipeline::PackJob& job, const pipeline::PackJobResult& result,
                                const std::vector<pack::PackFileSize>& sizes, const std::vector<Issue>& issues);

/// The summary of one bake for people: a line for the pack, a table of its clips.
std::string bakeSummary(const pipeline::PackJob& job, const pipeline::PackJobResult& result,
                        const std::vector<pack::PackFileSize>& sizes);

/// The same for a bake that was not made (--dry-run).
nlohmann::ordered_json sizeJson(const pipeline::PackJob& job, const bake::BakeSize& size,
                                const std::vector<Issue>& issues);
std::string sizeSummary(const pipeline::PackJob& job, const bake::BakeSize& size);

/// The candidates of a fit, with their clips.
nlohmann::ordered_json fitJson(const pipeline::FitResult& fit, const pipeline::FitLimits& limits);
/// The same as a table: the last of each encoding.
std::string fitSummary(const pipeline::FitResult& fit);

}  // namespace texeleton::cli

#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/import/import_options.h"
#include "core/model/model.h"

namespace texeleton::pipeline {

/// A point cache that moves a mesh of the model.
struct CacheRequest {
  std::filesystem::path file;
  std::string mesh = {};                       ///< Mesh or node. Empty: found by name, by points, or the only one.
  std::optional<double> fps = std::nullopt;    ///< Frames per second; overrides the file's.
  std::optional<double> scale = std::nullopt;  ///< Metres per unit of the cache; default: the mesh's.
  std::optional<importing::UpAxis> up = std::nullopt;  ///< Up axis of the cache; default: found by comparison.
  /// Splits the mesh into pieces whose points may deviate from a rigid motion by this many millimetres; see
  /// makePieces().
  std::optional<double> pieces = std::nullopt;

  friend bool operator==(const CacheRequest&, const CacheRequest&) = default;
};

/// Returns the model with point caches (see model::PointTrack) and the point of each vertex.
///
/// Clips: a cache with a clip's name (`flag@storm.pc2`) moves its mesh in that clip. Of the others, the first of each
/// mesh play together, then the second of each, and so on; if no mesh has several and the model has one clip, they join
/// it. Otherwise they form new clips, whose Clip::motionFile is the number of the first cache's file, counted from
/// `firstFile`.
///
/// Points: numbered as in the model file if its importer knows the order (ImportOptions::points); else a vertex gets
/// the point of the first sample at its position.
///
/// Space: that of the mesh in its file or of the scene, with either axis up; the first one in which the first sample
/// shows the mesh at rest is used.
///
/// Reads every sample once to validate it. Errors: those of PointCache, NotFound (mesh), InvalidArgument (mesh or
/// points ambiguous; gives counts, the first such point and a remedy), Cancelled.
Result<model::Model> addCaches(const model::Model& model, std::span<const CacheRequest> caches, std::uint32_t firstFile,
                               JobContext& job);

}  // namespace texeleton::pipeline

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
  std::string mesh = {};                       ///< Mesh or node; empty: found by name, by points, or the only one.
  std::optional<double> fps = std::nullopt;    ///< Frames a second, overruling the file's.
  std::optional<double> scale = std::nullopt;  ///< Metres per unit of the cache; unset: as the mesh's.
  std::optional<importing::UpAxis> up = std::nullopt;  ///< What is up in the cache; unset: found by the mesh.
  /// Takes the mesh apart into pieces whose points may leave a rigid motion by this many millimetres; see makePieces().
  std::optional<double> pieces = std::nullopt;

  friend bool operator==(const CacheRequest&, const CacheRequest&) = default;
};

/// A model with point caches (see model::PointTrack), with the points that its vertices are at.
///
/// Clips: caches with a clip's name (`flag@storm.pc2`) move their meshes in the clip of that name. Of those without
/// one, the first of each mesh move together, then the second of each, and so on; where there are only first ones and
/// the model has one clip, they join it. What has no clip makes one, with the number of its first cache's file, counted
/// from `firstFile`, as Clip::motionFile.
///
/// Points: by the order of the model file's points where its importer knows it (ImportOptions::points); else a vertex
/// is at the point of the first sample that is at its place.
///
/// Space: that of the mesh in its file or of the scene, with either axis up, the first in which the first sample has
/// the mesh as it stands.
///
/// Reads every sample once, so that later reading finds none that is not finite; keeps none. Errors: those of
/// PointCache, NotFound (mesh), InvalidArgument (which mesh or which point is not decided; names counts, the first such
/// point and what to do), Cancelled.
Result<model::Model> addCaches(const model::Model& model, std::span<const CacheRequest> caches, std::uint32_t firstFile,
                               JobContext& job);

}  // namespace texeleton::pipeline

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/vat/baked_animation.h"

namespace texeleton::pack {

/// mesh.glb of a checked animation. Values that glTF cannot represent (a factor beyond its range) are clamped, with an
/// Issue. Errors: InvalidArgument (an image that is neither PNG nor JPEG), Limit.
Result<std::vector<std::byte>> glbBytes(const vat::BakedAnimation& animation, JobContext& job);

/// Reads the mesh from a hostile mesh.glb. `mode` determines the required attributes; `lodCount` is the number of
/// levels beside lod0. Indices into bones and elements are not checked here (checkMesh does). Errors: BadFile,
/// Unsupported.
Result<vat::BakedMesh> readGlb(std::span<const std::byte> bytes, vat::BakeMode mode, std::size_t lodCount,
                               const std::string& shownPath);

}  // namespace texeleton::pack

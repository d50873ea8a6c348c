#pragma once

#include <string_view>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/import/gltf/gltf_document.h"

namespace texeleton::importing {

/// Refuses a file that requires an extension which changes geometry or motion and is not read, or an unknown one that
/// may do so. Tells the other extensions that are not read, once each. `json` is the text of the whole document: for an
/// unknown extension, the places that use it tell what it can change. Errors: Unsupported.
Result<void> checkGltfExtensions(const GltfDocument& document, std::string_view json, JobContext& job);

}  // namespace texeleton::importing

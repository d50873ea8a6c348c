#pragma once

#include <string_view>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/import/gltf/gltf_document.h"

namespace texeleton::importing {

/// Refuses files that require an unread extension which changes geometry or motion, or an unknown one that may. Reports
/// each other unread extension once. `json`: text of the whole document; the places that use an unknown extension show
/// what it can change. Errors: Unsupported.
Result<void> checkGltfExtensions(const GltfDocument& document, std::string_view json, JobContext& job);

}  // namespace texeleton::importing

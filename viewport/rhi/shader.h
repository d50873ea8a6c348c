#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "viewport/rhi/qrhi.h"

namespace texeleton::viewport {

/// Loads a shader embedded by the build, by its name in shaders/CMakeLists.txt ("crowd_bone.vert"). Errors: NotFound (a
/// fault of the build).
Result<QShader> loadShader(const std::string& name);

/// The stages of a pipeline. Errors: NotFound.
Result<std::vector<QRhiShaderStage>> loadStages(const std::string& vertexName, const std::string& fragmentName);

}  // namespace texeleton::viewport

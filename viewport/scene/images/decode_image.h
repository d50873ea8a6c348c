#pragma once

#include <QImage>
#include <QString>
#include <cstdint>

#include "core/base/job_context.h"
#include "core/base/message.h"
#include "core/model/model.h"

namespace texeleton::viewport {

/// Decodes an image to at most `texels` texels (RGBA8888). Large PNGs are reduced row by row while they are read, so
/// that neither size nor compression ratio determines memory use. Null, with a reason in `error`: it does not decode,
/// it needs too much memory, or `job` was cancelled. Thread-safe.
QImage decodeImage(const model::Image& image, std::uint64_t texels, const JobContext& job, Message& error);

}  // namespace texeleton::viewport

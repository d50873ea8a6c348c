#pragma once

#include <QImage>
#include <QString>
#include <cstdint>

#include "core/base/job_context.h"
#include "core/base/message.h"
#include "core/model/model.h"

namespace texeleton::viewport {

/// The picture, with at most `texels` texels (RGBA8888). A large PNG is made smaller row by row while it is read, so
/// that neither its size nor how well it was packed decides what it takes. Null, and why in `error`: it does not
/// decode, it would take too much memory, or `job` was cancelled. Any number of threads may decode at once.
QImage decodeImage(const model::Image& image, std::uint64_t texels, const JobContext& job, Message& error);

}  // namespace texeleton::viewport

#pragma once

#include <QImage>
#include <QSize>
#include <QString>
#include <cstdint>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/message.h"
#include "core/model/model.h"

namespace texeleton::viewport {

/// Decodes an image to at most `texels` texels (RGBA8888). Large PNGs are reduced row by row while they are read, so
/// that neither size nor compression ratio determines memory use. Null, with a reason in `error`: it does not decode,
/// it needs too much memory, or `job` was cancelled. Thread-safe.
QImage decodeImage(const model::Image& image, std::uint64_t texels, const JobContext& job, Message& error);

/// Limit of decoded texels of all images of a pack: six of 4,096 × 4,096. Beyond it, the largest are reduced, because a
/// few megabytes of PNG can decode to gigabytes. With mipmaps, upload and a software renderer it amounts to 1.5 GiB.
inline constexpr std::uint64_t kMaxImageTexels = std::uint64_t{96} << 20;

/// The limit of texels for one image that keeps the sum within `budget`: images up to it keep their size, larger ones
/// are reduced to it. 0 only if there are more images than texels.
std::uint64_t texelsForEach(std::vector<std::uint64_t> texels, std::uint64_t budget);

/// `size` reduced proportionally to at most `texels`; unchanged if it has no more.
QSize sizeWithin(QSize size, std::uint64_t texels);

/// An image (RGBA8888) and its mipmaps down to one texel; each texel averages those that it covers. Colours are
/// averaged in linear light, weighted by alpha, and stored as sRGB. The same bytes on every machine and backend.
std::vector<QImage> mipLevels(const QImage& image, bool isColor);

}  // namespace texeleton::viewport

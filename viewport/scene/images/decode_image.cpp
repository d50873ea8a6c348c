#include "viewport/scene/images/decode_image.h"

#include <QIODevice>
#include <QImageReader>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <mutex>
#include <span>
#include <vector>

#include "viewport/scene/images/png_rows.h"
#include "viewport/scene/images/shrink_rows.h"

namespace texeleton::viewport {

namespace {

/// Memory limit for an image that cannot be reduced while it is decoded (interlaced PNG, progressive JPEG).
constexpr int kMaxImageMegabytes = 768;
/// Larger images that are decoded as wholes are decoded one at a time.
constexpr std::uint64_t kManyTexels = std::uint64_t{32} << 20;

/// A device over an image's bytes that ends when the job is cancelled.
class ImageDevice : public QIODevice {
 public:
  ImageDevice(std::span<const std::byte> bytes, std::size_t mostAtOnce, const JobContext& job)
      : m_bytes(bytes), m_mostAtOnce(mostAtOnce), m_job(job) {
    open(QIODevice::ReadOnly | QIODevice::Unbuffered);
  }
  qint64 size() const override { return static_cast<qint64>(m_bytes.size()); }
  bool seek(qint64 place) override {
    m_at = static_cast<std::size_t>(std::clamp<qint64>(place, 0, size()));
    return QIODevice::seek(place);
  }

 protected:
  qint64 readData(char* data, qint64 most) override {
    if (m_job.isCancelled()) {
      return -1;
    }
    const std::size_t count = std::min({static_cast<std::size_t>(most), m_bytes.size() - m_at, m_mostAtOnce});
    if (count > 0) {  // An empty image has no bytes to point at.
      std::memcpy(data, m_bytes.data() + m_at, count);
    }
    m_at += count;
    return static_cast<qint64>(count);
  }
  qint64 writeData(const char* /*data*/, qint64 /*count*/) override { return -1; }

 private:
  std::span<const std::byte> m_bytes;
  std::size_t m_mostAtOnce;
  std::size_t m_at = 0;  // Tracked here because pos() does not advance while one read is made of several.
  const JobContext& m_job;
};

/// Progressive JPEGs keep all coefficients in memory.
bool isProgressiveJpeg(std::span<const std::byte> bytes) {
  for (std::size_t at = 2; at + 4 <= bytes.size();) {
    const auto marker = std::to_integer<unsigned>(bytes[at + 1]);
    if (std::to_integer<unsigned>(bytes[at]) != 0xFF || marker == 0xDA) {
      return false;
    }
    if (marker == 0xFF) {  // A fill byte.
      ++at;
      continue;
    }
    if (marker == 0xC2 || marker == 0xC6 || marker == 0xCA || marker == 0xCE) {
      return true;
    }
    at += 2 + (std::to_integer<std::size_t>(bytes[at + 2]) << 8 | std::to_integer<std::size_t>(bytes[at + 3]));
  }
  return false;
}

QImage shrunk(PngRows& rows, const QSize& to, const JobContext& job, Message& error) {
  ShrinkRows shrink({rows.width(), rows.height()}, to, rows.channels());
  if (!shrink.hasRoom()) {
    error = message("not enough memory");
    return {};
  }
  std::vector<unsigned char> row(static_cast<std::size_t>(rows.width()) * static_cast<std::size_t>(rows.channels()));
  for (int y = 0; y < rows.height(); ++y) {
    if (job.isCancelled()) {
      error = message("cancelled");
      return {};
    }
    if (!rows.read(row.data())) {
      error = rows.error();
      return {};
    }
    shrink.add(row.data());
  }
  return shrink.take();
}

/// Decodes with Qt, at full size or, for JPEG, at half, a quarter or an eighth of it.
QImage readByQt(const model::Image& image, std::uint64_t most, const JobContext& job, Message& error) {
  const bool isJpeg = image.mimeType == "image/jpeg";
  const std::uint64_t texels = std::uint64_t{image.width} * image.height;
  if (isJpeg && texels * 6 > (std::uint64_t{kMaxImageMegabytes} << 20) && isProgressiveJpeg(image.bytes)) {
    error = message("it is progressive and too large to be decoded; save it as a baseline JPEG or as PNG");
    return {};
  }
  static std::mutex large;
  const std::unique_lock lock = texels > kManyTexels ? std::unique_lock(large) : std::unique_lock<std::mutex>();
  // A few bytes of a JPEG can hold many blocks. (Qt's PNG reader requires complete reads, which are small.)
  constexpr std::size_t kOfJpeg = 1024;
  ImageDevice device(image.bytes, isJpeg ? kOfJpeg : image.bytes.size(), job);
  QImageReader reader(&device, isJpeg ? "jpg" : "png");
  QImageReader::setAllocationLimit(kMaxImageMegabytes);
  const QSize size = reader.size();
  if (const QSize to = sizeWithin(size, most); to != size) {
    reader.setScaledSize(to);
  }
  QImage read = reader.read();
  error = job.isCancelled() ? message("cancelled") : verbatim(reader.errorString().toStdString());
  return job.isCancelled() ? QImage() : read.convertToFormat(QImage::Format_RGBA8888);
}

}  // namespace

QImage decodeImage(const model::Image& image, std::uint64_t texels, const JobContext& job, Message& error) {
  if (image.mimeType != "image/jpeg") {
    PngRows rows(image.bytes);
    const QSize size(rows.width(), rows.height());
    if (const QSize to = sizeWithin(size, texels); rows.isOpen() && to != size) {
      return shrunk(rows, to, job, error);
    }
  }
  return readByQt(image, texels, job, error);
}

std::uint64_t texelsForEach(std::vector<std::uint64_t> texels, std::uint64_t budget) {
  std::ranges::sort(texels);
  for (std::size_t i = 0; i < texels.size(); ++i) {
    const std::uint64_t share = budget / (texels.size() - i);
    if (texels[i] > share) {
      return share;  // Images from here on share what smaller ones left.
    }
    budget -= texels[i];
  }
  return texels.empty() ? budget : texels.back();
}

QSize sizeWithin(QSize size, std::uint64_t texels) {
  const double all = static_cast<double>(size.width()) * size.height();
  if (all <= static_cast<double>(texels)) {
    return size;
  }
  const double scale = std::sqrt(static_cast<double>(texels) / all);
  int width = std::max(1, static_cast<int>(size.width() * scale));
  int height = std::max(1, static_cast<int>(size.height() * scale));
  // A strip: one side cannot become smaller.
  width = static_cast<int>(std::min<std::uint64_t>(
      static_cast<std::uint64_t>(width), std::max<std::uint64_t>(texels / static_cast<std::uint64_t>(height), 1)));
  height = static_cast<int>(std::min<std::uint64_t>(
      static_cast<std::uint64_t>(height), std::max<std::uint64_t>(texels / static_cast<std::uint64_t>(width), 1)));
  return {width, height};
}

}  // namespace texeleton::viewport

#include "viewport/scene/images/decode_image.h"

#include <QIODevice>
#include <QImageReader>
#include <algorithm>
#include <array>
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

namespace {

constexpr int kEncodeSteps = 4096;

std::array<float, 256> decodeTable(bool isColor) {
  std::array<float, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const float c = static_cast<float>(i) / 255.0f;
    table[i] = !isColor ? c : c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
  }
  return table;
}

std::array<uchar, kEncodeSteps + 1> encodeTable(bool isColor) {
  std::array<uchar, kEncodeSteps + 1> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const float c = static_cast<float>(i) / float{kEncodeSteps};
    const float e = !isColor ? c : c <= 0.0031308f ? c * 12.92f : 1.055f * std::pow(c, 1.0f / 2.4f) - 0.055f;
    table[i] = static_cast<uchar>(std::lround(std::clamp(e, 0.0f, 1.0f) * 255.0f));
  }
  return table;
}

class Halver {
 public:
  explicit Halver(bool isColor) : m_isColor(isColor), m_decode(decodeTable(isColor)), m_encode(encodeTable(isColor)) {}

  QImage half(const QImage& image) const {
    QImage small(std::max(image.width() / 2, 1), std::max(image.height() / 2, 1), QImage::Format_RGBA8888);
    for (int y = 0; y < small.height(); ++y) {
      const uchar* above = image.constScanLine(std::min(2 * y, image.height() - 1));
      const uchar* below = image.constScanLine(std::min(2 * y + 1, image.height() - 1));
      uchar* out = small.scanLine(y);
      for (int x = 0; x < small.width(); ++x) {
        const int left = 4 * std::min(2 * x, image.width() - 1);
        const int right = 4 * std::min(2 * x + 1, image.width() - 1);
        mean({above + left, above + right, below + left, below + right}, out + 4 * x);
      }
    }
    return small;
  }

 private:
  void mean(const std::array<const uchar*, 4>& texels, uchar* out) const {
    float alpha = 0.0f;
    for (const uchar* texel : texels) {
      alpha += static_cast<float>(texel[3]);
    }
    for (int c = 0; c < 3; ++c) {
      float sum = 0.0f;
      float weight = 0.0f;
      for (const uchar* texel : texels) {
        // Without alpha, and for data that is not colour, all texels have equal weight.
        const float share = m_isColor && alpha > 0.0f ? static_cast<float>(texel[3]) : 1.0f;
        sum += share * m_decode[texel[c]];
        weight += share;
      }
      // Not negative, so truncation works; std::lround would be a call per byte.
      // NOLINTNEXTLINE(bugprone-incorrect-roundings)
      out[c] = m_encode[static_cast<std::size_t>(sum / weight * float{kEncodeSteps} + 0.5f)];
    }
    // NOLINTNEXTLINE(bugprone-incorrect-roundings)
    out[3] = static_cast<uchar>(alpha / 4.0f + 0.5f);
  }

  bool m_isColor;
  std::array<float, 256> m_decode;
  std::array<uchar, kEncodeSteps + 1> m_encode;
};

}  // namespace

std::vector<QImage> mipLevels(const QImage& image, bool isColor) {
  const Halver halver(isColor);
  std::vector<QImage> levels = {image};
  while (levels.back().width() > 1 || levels.back().height() > 1) {
    levels.push_back(halver.half(levels.back()));
  }
  return levels;
}

}  // namespace texeleton::viewport

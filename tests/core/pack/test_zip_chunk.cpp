// ZIP chunks of EXR, for every way of packing their lower bytes, against zlib and a textbook implementation of the
// filter; the whole file against OpenEXR's own reader.

#include <ImfChannelList.h>
#include <ImfCompression.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfInputFile.h>
#include <zlib.h>

#include <QTemporaryDir>
#include <QTest>
#include <cstring>
#include <functional>
#include <random>

#include "core/pack/exr_texture.h"
#include "core/pack/output_file.h"
#include "core/pack/zip_chunk.h"
#include "tests/support/suite.h"

#include <fcntl.h>
#include <unistd.h>

using namespace texeleton;

namespace {

/// A texel's four channels at a place, as bits.
using Channels = std::function<void(std::uint32_t x, std::uint32_t y, std::uint32_t* channels)>;

vat::TexelBuffer bufferOf(vat::PixelFormat format, std::uint32_t width, std::uint32_t height,
                          const Channels& channelsAt) {
  vat::TexelBuffer texels(format, width, height);
  const std::size_t size = vat::texelBytes(format) / 4;
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      std::uint32_t channels[4] = {};
      channelsAt(x, y, channels);
      for (std::size_t c = 0; c < 4; ++c) {
        std::memcpy(texels.row(y) + (x * 4 + c) * size, &channels[c], size);
      }
    }
  }
  return texels;
}

/// Upper bytes that change slowly, lower ones without a pattern; every fourth channel is constant.
Channels moving(std::mt19937& random) {
  return [&random](std::uint32_t x, std::uint32_t y, std::uint32_t* channels) {
    for (std::uint32_t c = 0; c < 3; ++c) {
      channels[c] = (0x38u + (x + y) / 512u + c) << 8 | (random() & 0xffu);
    }
    channels[3] = 0x3c00;
  };
}

/// Each line equals the one above.
void still(std::uint32_t x, std::uint32_t /*y*/, std::uint32_t* channels) {
  for (std::uint32_t c = 0; c < 4; ++c) {
    channels[c] = (x * 2654435761u + c * 40503u) >> 16 & 0x3bffu;
  }
}

/// The lines of a chunk in EXR's order, A, B, G, R separately.
std::vector<std::uint8_t> linesOf(const vat::TexelBuffer& texels, std::uint32_t first, std::uint32_t end) {
  std::vector<std::uint8_t> lines;
  const std::size_t size = vat::texelBytes(texels.format()) / 4;
  for (std::uint32_t y = first; y < end; ++y) {
    for (int c = 3; c >= 0; --c) {
      for (std::uint32_t x = 0; x < texels.width(); ++x) {
        const auto* const at =
            reinterpret_cast<const std::uint8_t*>(texels.row(y)) + (x * 4 + static_cast<std::size_t>(c)) * size;
        lines.insert(lines.end(), at, at + size);
      }
    }
  }
  return lines;
}

/// A chunk unpacked by zlib, with its filter undone; empty if it is damaged.
std::vector<std::uint8_t> unpacked(const std::vector<std::byte>& packed, std::size_t size) {
  std::vector<std::uint8_t> bytes(size);
  uLongf got = size;
  if (uncompress(bytes.data(), &got, reinterpret_cast<const Bytef*>(packed.data()), packed.size()) != Z_OK ||
      got != size) {
    return {};
  }
  for (std::size_t i = 1; i < size; ++i) {
    bytes[i] = static_cast<std::uint8_t>(bytes[i - 1] + bytes[i] - 128);
  }
  std::vector<std::uint8_t> lines(size);
  for (std::size_t i = 0; i < size; ++i) {
    lines[i] = bytes[i % 2 == 0 ? i / 2 : (size + 1) / 2 + i / 2];
  }
  return lines;
}

}  // namespace

class TestZipChunk : public QObject {
  Q_OBJECT

 private slots:
  void readableByZlib() {
    std::mt19937 random(1);
    pack::ZipChunk zip;
    for (const vat::PixelFormat format : {vat::PixelFormat::Rgba16F, vat::PixelFormat::Rgba32F}) {
      for (const std::uint32_t width : {1u, 5u, 64u, 200u, 3000u}) {
        for (const bool moves : {false, true}) {
          const vat::TexelBuffer texels = bufferOf(format, width, 21, moves ? moving(random) : still);
          for (const pack::LowerBytes lower : {pack::LowerBytes::Repetitions, pack::LowerBytes::Noise}) {
            for (const std::uint32_t first : {0u, 16u}) {
              const std::uint32_t end = std::min(first + pack::kZipLines, texels.height());
              std::vector<std::byte> out(3, std::byte{7});
              QVERIFY(zip.append(texels, first, end, lower, out));
              QVERIFY(out[2] == std::byte{7});
              out.erase(out.begin(), out.begin() + 3);
              const std::vector<std::uint8_t> lines = linesOf(texels, first, end);
              QVERIFY(out.size() <= lines.size());
              const bool isPacked = out.size() < lines.size();
              const std::vector<std::uint8_t> got =
                  isPacked ? unpacked(out, lines.size())
                           : std::vector(reinterpret_cast<const std::uint8_t*>(out.data()),
                                         reinterpret_cast<const std::uint8_t*>(out.data()) + out.size());
              QVERIFY2(got == lines, qPrintable(QString("%1 texels").arg(width)));
              QVERIFY(isPacked || width < 64);
            }
          }
        }
      }
    }
  }

  void incompressibleChunksAreStored() {
    std::mt19937 random(2);
    const vat::TexelBuffer noise =
        bufferOf(vat::PixelFormat::Rgba16F, 800, 16, [&](std::uint32_t, std::uint32_t, std::uint32_t* channels) {
          std::generate_n(channels, 4, [&] { return random() & 0xffffu; });
        });
    for (const pack::LowerBytes lower : {pack::LowerBytes::Repetitions, pack::LowerBytes::Noise}) {
      std::vector<std::byte> out;
      QVERIFY(pack::ZipChunk().append(noise, 0, 16, lower, out));
      const std::vector<std::uint8_t> lines = linesOf(noise, 0, 16);
      QVERIFY(out.size() == lines.size() && std::memcmp(out.data(), lines.data(), lines.size()) == 0);
    }
  }

  void noiseIsStored() {
    std::mt19937 random(3);
    const vat::TexelBuffer motion = bufferOf(vat::PixelFormat::Rgba16F, 2000, 200, moving(random));
    const vat::TexelBuffer rest = bufferOf(vat::PixelFormat::Rgba16F, 2000, 200, still);
    QCOMPARE(pack::ZipChunk().suiting(motion), pack::LowerBytes::Noise);
    QCOMPARE(pack::ZipChunk().suiting(rest), pack::LowerBytes::Repetitions);
    // They are not much larger.
    std::vector<std::byte> noise;
    std::vector<std::byte> repetitions;
    pack::ZipChunk zip;
    QVERIFY(zip.append(motion, 0, 16, pack::LowerBytes::Noise, noise));
    QVERIFY(zip.append(motion, 0, 16, pack::LowerBytes::Repetitions, repetitions));
    QVERIFY(noise != repetitions);
    QVERIFY(static_cast<double>(noise.size()) < 1.03 * static_cast<double>(repetitions.size()));
  }

  void openExrReadsIt() {
    std::mt19937 random(4);
    const vat::TexelBuffer texels = bufferOf(vat::PixelFormat::Rgba16F, 1500, 100, moving(random));
    QCOMPARE(pack::ZipChunk().suiting(texels), pack::LowerBytes::Noise);
    const QTemporaryDir folder;
    const std::string path = folder.filePath("a.exr").toStdString();
    const int parent = open(folder.path().toUtf8().constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    auto file = pack::OutputFile::create(parent, "a.exr", path, false);
    close(parent);
    QVERIFY(file);
    JobContext job;
    QVERIFY(pack::writeExr(*file, texels, pack::TextureCompression::Zip, job));
    QVERIFY(file->finish(false));

    Imf::InputFile read(path.c_str());
    QCOMPARE(read.header().compression(), Imf::ZIP_COMPRESSION);
    std::vector<std::uint16_t> pixels(std::size_t{1500} * 100 * 4);
    Imf::FrameBuffer frame;
    constexpr const char* kNames[] = {"R", "G", "B", "A"};
    for (std::size_t c = 0; c < 4; ++c) {
      frame.insert(kNames[c],
                   Imf::Slice(Imf::HALF, reinterpret_cast<char*>(pixels.data() + c), 8, std::size_t{8} * 1500));
    }
    read.setFrameBuffer(frame);
    read.readPixels(0, 99);
    QVERIFY(std::memcmp(pixels.data(), texels.bytes().data(), texels.byteCount()) == 0);
  }
};

TEXELETON_PLAIN_SUITE(TestZipChunk)
#include "test_zip_chunk.moc"

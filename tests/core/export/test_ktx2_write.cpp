#include <zstd.h>

#include <bit>
#include <cstring>
#include <string>

#include "core/export/ktx2_write.h"
#include "tests/core/pack/made_packs.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

std::uint32_t number32(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) {
    value = value << 8U | static_cast<unsigned char>(bytes.at(at + i));
  }
  return value;
}

std::uint64_t number64(const std::string& bytes, std::size_t at) {
  return number32(bytes, at) | static_cast<std::uint64_t>(number32(bytes, at + 4)) << 32U;
}

/// The content of a file, read at the offsets of the KTX 2.0 specification.
struct ReadKtx2 {
  std::string descriptor;
  std::string keys;
  std::uint64_t levelAt = 0;
  std::string level;
  std::uint64_t plainBytes = 0;
};

ReadKtx2 readKtx2(const std::string& bytes) {
  ReadKtx2 read;
  read.descriptor = bytes.substr(number32(bytes, 48), number32(bytes, 52));
  read.keys = bytes.substr(number32(bytes, 56), number32(bytes, 60));
  read.levelAt = number64(bytes, 80);
  read.level = bytes.substr(read.levelAt, number64(bytes, 88));
  read.plainBytes = number64(bytes, 96);
  return read;
}

std::string texelText(const vat::TexelBuffer& texels) {
  std::string text(texels.byteCount(), '\0');
  std::memcpy(text.data(), texels.bytes().data(), text.size());
  return text;
}

}  // namespace

class TestKtx2Write : public QObject {
  Q_OBJECT

 private slots:
  void fileMatchesSpecification_data() {
    QTest::addColumn<bool>("half");
    QTest::addColumn<bool>("packed");
    for (const bool half : {true, false}) {
      for (const bool packed : {true, false}) {
        QTest::addRow("%s, %s", half ? "half" : "float", packed ? "Zstandard" : "raw") << half << packed;
      }
    }
  }

  void fileMatchesSpecification() {
    QFETCH(const bool, half);
    QFETCH(const bool, packed);
    MadePackSpec spec;
    spec.pixelFormat = half ? vat::PixelFormat::Rgba16F : vat::PixelFormat::Rgba32F;
    const pack::Pack pack = madePack(spec);
    const vat::TexelBuffer& texels = pack.animation.texels;
    JobContext job;
    const auto kind = packed ? exporting::Ktx2Compression::Zstandard : exporting::Ktx2Compression::None;
    const auto bytes = exporting::ktx2Bytes(texels, kind, job);
    QVERIFY(bytes.has_value());
    QVERIFY(*bytes == exporting::ktx2Bytes(texels, kind, job).value());

    QVERIFY(bytes->starts_with(std::string("\xABKTX 20\xBB\r\n\x1A\n")));
    const std::uint32_t expected[] = {half ? 97U : 109U, half ? 2U : 4U, texels.width(), texels.height(), 0, 0, 1, 1,
                                      packed ? 2U : 0U};
    for (std::size_t i = 0; i < std::size(expected); ++i) {
      QCOMPARE(number32(*bytes, 12 + 4 * i), expected[i]);
    }
    QCOMPARE(number64(*bytes, 64), std::uint64_t{0});
    QCOMPARE(number64(*bytes, 72), std::uint64_t{0});

    const ReadKtx2 read = readKtx2(*bytes);
    QCOMPARE(number32(*bytes, 48) % 4, 0U);
    QCOMPARE(number32(*bytes, 56) % 4, 0U);
    QVERIFY(packed || read.levelAt % vat::texelBytes(spec.pixelFormat) == 0);
    QCOMPARE(read.levelAt + read.level.size(), bytes->size());
    QCOMPARE(read.plainBytes, texels.byteCount());
    std::string plain = read.level;
    if (packed) {
      QCOMPARE(ZSTD_getFrameContentSize(read.level.data(), read.level.size()), read.plainBytes);
      plain.assign(read.plainBytes, '\0');
      QCOMPARE(ZSTD_decompress(plain.data(), plain.size(), read.level.data(), read.level.size()), plain.size());
    }
    QVERIFY(plain == texelText(texels));

    QCOMPARE(read.descriptor.size(), std::size_t{92});
    QCOMPARE(number32(read.descriptor, 0), 92U);
    QCOMPARE(number32(read.descriptor, 8), 2U | 88U << 16U);
    QCOMPARE(number32(read.descriptor, 12), 0x00010101U);  // Straight alpha, linear, BT.709, RGBSDA.
    QCOMPARE(number32(read.descriptor, 20), half ? 8U : 16U);
    const std::uint32_t bits = half ? 16 : 32;
    for (std::uint32_t i = 0; i < 4; ++i) {
      const std::uint32_t channel = i == 3 ? 15 : i;
      QCOMPARE(number32(read.descriptor, 28 + 16 * i), i * bits | (bits - 1) << 16U | (0xC0U | channel) << 24U);
      QCOMPARE(std::bit_cast<float>(number32(read.descriptor, 36 + 16 * i)), -1.0F);
      QCOMPARE(std::bit_cast<float>(number32(read.descriptor, 40 + 16 * i)), 1.0F);
    }
    QVERIFY(read.keys.find(std::string("KTXorientation\0rd\0", 18)) != std::string::npos);
  }

  /// Several pieces of rows, which tests streaming.
  void largeTextures() {
    vat::TexelBuffer texels(vat::PixelFormat::Rgba32F, 4096, 300);
    for (std::uint32_t y = 0; y < texels.height(); ++y) {
      for (std::uint32_t x = 0; x < texels.width(); x += 7) {
        texels.setTexel(x, y, {static_cast<float>(x), static_cast<float>(y), static_cast<float>(x ^ y), 1.0F});
      }
    }
    JobContext job;
    const std::string raw = exporting::ktx2Bytes(texels, exporting::Ktx2Compression::None, job).value();
    const std::string packed = exporting::ktx2Bytes(texels, exporting::Ktx2Compression::Zstandard, job).value();
    QVERIFY(packed.size() < raw.size() / 2);
    QVERIFY(readKtx2(raw).level == texelText(texels));
    std::string plain(texels.byteCount(), '\0');
    const std::string level = readKtx2(packed).level;
    QCOMPARE(ZSTD_decompress(plain.data(), plain.size(), level.data(), level.size()), plain.size());
    QVERIFY(plain == texelText(texels));
    job.cancel();
    QCOMPARE(exporting::ktx2Bytes(texels, exporting::Ktx2Compression::None, job).error().code, ErrorCode::Cancelled);
  }

  void rejectsEmptyTexture() {
    JobContext job;
    QCOMPARE(exporting::ktx2Bytes(vat::TexelBuffer(), exporting::Ktx2Compression::None, job).error().code,
             ErrorCode::InvalidArgument);
  }
};

TEXELETON_SUITE(TestKtx2Write)
#include "test_ktx2_write.moc"

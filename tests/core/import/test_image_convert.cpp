#include <stb/stb_image.h>

#include <QObject>
#include <QTest>
#include <string>
#include <string_view>
#include <vector>

#include "core/import/parsers.h"
#include "tests/support/suite.h"

using namespace texeleton;

namespace {

std::vector<std::byte> toBytes(std::string_view text) {
  const auto* begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

std::string big(std::uint32_t value, int bytes) {
  std::string out;
  for (int i = bytes - 1; i >= 0; --i) {
    out.push_back(static_cast<char>((value >> (8 * i)) & 0xFF));
  }
  return out;
}

std::string little(std::uint32_t value, int bytes) {
  const std::string reversed = big(value, bytes);
  return {reversed.rbegin(), reversed.rend()};
}

std::string png(std::uint32_t width, std::uint32_t height) {
  return "\x89PNG\r\n\x1A\n" + big(13, 4) + "IHDR" + big(width, 4) + big(height, 4) + std::string("\x08\x02\0\0\0", 5) +
         "crc.";
}

/// APP0, a fill byte, then the frame header selected by `marker`.
std::string jpeg(char marker, std::uint32_t width, std::uint32_t height) {
  return std::string("\xFF\xD8\xFF\xE0") + big(6, 2) + "JFIF" + "\xFF\xFF" + marker + big(17, 2) + "\x08" +
         big(height, 2) + big(width, 2) + "\x03" + std::string(9, '\x11') + "\xFF\xDA";
}

/// Uncompressed true colour, 24 bits, origin lower left: 2 × 1, blue then red.
std::string tga(std::uint32_t width = 2, std::uint32_t height = 1) {
  return std::string("\0\0\2\0\0\0\0\0\0\0\0\0", 12) + little(width, 2) + little(height, 2) + std::string("\x18\0", 2) +
         std::string("\xFF\0\0\0\0\xFF", 6);
}

/// 24 bits, 2 × 1 texels: blue, red; rows padded to 4 bytes.
std::string bmp() {
  return "BM" + little(62, 4) + little(0, 4) + little(54, 4) + little(40, 4) + little(2, 4) + little(1, 4) +
         little(1, 2) + little(24, 2) + little(0, 4) + little(8, 4) + std::string(16, '\0') +
         std::string("\xFF\0\0\0\0\xFF\0\0", 8);
}

}  // namespace

/// makeImage: images that are kept, converted to PNG, or rejected.
class TestImageConvert : public QObject {
  Q_OBJECT

 private:
  static void expectError(const std::string& bytes, ErrorCode code, const std::string& part) {
    const auto image = importing::makeImage(toBytes(bytes), "x");
    QVERIFY2(!image, part.c_str());
    QVERIFY2(image.error().message.find(part) != std::string::npos, image.error().message.c_str());
    QCOMPARE(static_cast<int>(image.error().code), static_cast<int>(code));
  }

 private slots:
  void keepsPngAndJpeg() {
    const auto kept = importing::makeImage(toBytes(png(300, 20)), "wood");
    QVERIFY(kept.has_value());
    QCOMPARE(kept->name, std::string("wood"));
    QCOMPARE(kept->mimeType, std::string("image/png"));
    QCOMPARE(kept->width, 300u);
    QCOMPARE(kept->height, 20u);
    QVERIFY(kept->bytes == toBytes(png(300, 20)));
    for (const char marker : {'\xC0', '\xC1', '\xC2'}) {
      const auto photo = importing::makeImage(toBytes(jpeg(marker, 640, 480)), "photo");
      QVERIFY2(photo.has_value(), photo ? "" : photo.error().message.c_str());
      QCOMPARE(photo->mimeType, std::string("image/jpeg"));
      QCOMPARE(photo->width, 640u);
      QCOMPARE(photo->height, 480u);
    }
  }

  void convertsToPng() {
    for (const std::string& source : {tga(), bmp()}) {
      const auto image = importing::makeImage(toBytes(source), "old");
      QVERIFY2(image.has_value(), image ? "" : image.error().message.c_str());
      QCOMPARE(image->mimeType, std::string("image/png"));
      QCOMPARE(image->width, 2u);
      QCOMPARE(image->height, 1u);
      int width = 0;
      int height = 0;
      int channels = 0;
      stbi_uc* texels = stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(image->bytes.data()),
                                              static_cast<int>(image->bytes.size()), &width, &height, &channels, 3);
      QVERIFY(texels != nullptr);
      const std::vector<int> rgb(texels, texels + 6);
      stbi_image_free(texels);
      QCOMPARE(rgb, (std::vector<int>{0, 0, 255, 255, 0, 0}));
    }
  }

  void refusesBrokenAndLargeOnes() {
    expectError("", ErrorCode::Unsupported, "no format");
    expectError("hello, I am not an image", ErrorCode::Unsupported, "no format");
    expectError(png(16384, 16384).substr(0, 20), ErrorCode::BadFile, "header");
    QVERIFY(importing::makeImage(toBytes(png(16384, 1)), "x").has_value());
    expectError(png(16385, 1), ErrorCode::Limit, "16385");
    expectError(png(1, 0xFFFFFFFF), ErrorCode::Limit, "16384");
    expectError(png(0, 1), ErrorCode::BadFile, "no texels");
    expectError(jpeg('\xC0', 0, 480), ErrorCode::BadFile, "no texels");
    expectError(jpeg('\xC0', 640, 20000), ErrorCode::Limit, "20000");
    expectError(jpeg('\xDA', 640, 480), ErrorCode::BadFile, "header");
    for (std::size_t size = 3; size < 30; ++size) {
      expectError(jpeg('\xC0', 640, 480).substr(0, size), ErrorCode::BadFile, "header");
    }
    expectError(tga(20000, 20000), ErrorCode::Limit, "20000");
    for (const std::size_t size : {40, 54, 61}) {
      expectError(bmp().substr(0, size), ErrorCode::BadFile, "cannot be decoded");
    }
  }

  void reportsUnsupportedFormats() {
    expectError("DDS |   and more", ErrorCode::Unsupported, "DDS");
    expectError("\xABKTX 20\xBB\r\n\x1A\n", ErrorCode::Unsupported, "KTX2");
    expectError("RIFF\x10\x20\x30\x40WEBPVP8 ", ErrorCode::Unsupported, "WebP");
    expectError("#?RADIANCE\n", ErrorCode::Unsupported, "Radiance");
    expectError(std::string("\x76\x2F\x31\x01\2\0\0\0", 8), ErrorCode::Unsupported, "OpenEXR");
    expectError(std::string("MM\0*\0\0\0\x08", 8), ErrorCode::Unsupported, "TIFF");
  }
};

TEXELETON_PLAIN_SUITE(TestImageConvert)
#include "test_image_convert.moc"

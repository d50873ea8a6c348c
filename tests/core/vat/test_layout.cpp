#include <QObject>
#include <QTest>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <string>

#include "core/vat/texel_buffer.h"
#include "core/vat/texture_layout.h"
#include "tests/support/suite.h"

namespace texeleton {

class TestLayout : public QObject {
  Q_OBJECT

 private slots:
  void texelsHaveUniquePlaces() {
    std::mt19937 random(5);
    for (int run = 0; run < 300; ++run) {
      const auto mode = random() % 2 == 0 ? vat::BakeMode::Bone : vat::BakeMode::Vertex;
      const auto rule = random() % 2 == 0 ? vat::SizeRule::PowerOfTwo : vat::SizeRule::Exact;
      const std::uint32_t maxSize = 1 + random() % 300;
      const std::uint32_t elements = 1 + random() % 200;
      const std::uint32_t sockets = random() % 4;
      const std::uint32_t frames = 1 + random() % 60;
      const auto layout = vat::layOutTexture(mode, elements, sockets, frames, rule, maxSize);
      const std::uint32_t limit = rule == vat::SizeRule::PowerOfTwo ? std::bit_floor(maxSize) : maxSize;
      const std::uint32_t texels = mode == vat::BakeMode::Bone ? 3 * elements : 2 * elements + 3 * sockets;
      const std::uint32_t rows = (texels + limit - 1) / limit;
      if (!layout) {
        QCOMPARE(layout.error().code, ErrorCode::Limit);
        QVERIFY(frames * rows > limit);
        continue;
      }
      QCOMPARE(layout->texelsPerFrame, texels);
      QCOMPARE(layout->rowsPerFrame, rows);
      QVERIFY(layout->width <= limit && layout->height <= limit);
      if (rule == vat::SizeRule::PowerOfTwo) {
        QVERIFY(std::has_single_bit(layout->width) && std::has_single_bit(layout->height));
      } else {
        QCOMPARE(layout->width, (texels + rows - 1) / rows);
        QCOMPARE(layout->height, frames * rows);
      }
      std::set<std::pair<std::uint32_t, std::uint32_t>> taken;
      for (std::uint32_t frame = 0; frame < frames; ++frame) {
        const auto take = [&](std::uint32_t t) {
          QVERIFY(t < layout->texelsPerFrame);
          const vat::TexelAddress at = vat::texelAddress(*layout, frame, t);
          QVERIFY(at.x < layout->width && at.y < layout->height);
          QVERIFY(taken.insert({at.x, at.y}).second);
          // Texels of a frame are also consecutive in memory, as written by the bake.
          QCOMPARE(std::uint64_t{at.y} * layout->width + at.x,
                   std::uint64_t{frame} * layout->rowsPerFrame * layout->width + t);
        };
        for (std::uint32_t e = 0; e < elements; ++e) {
          for (std::uint32_t k = 0; k < layout->texelsPerElement; ++k) {
            take(vat::elementTexel(*layout, e, k));
          }
        }
        for (std::uint32_t s = 0; mode == vat::BakeMode::Vertex && s < sockets; ++s) {
          for (std::uint32_t row = 0; row < 3; ++row) {
            take(vat::socketTexel(*layout, s, row));
          }
        }
      }
      QCOMPARE(taken.size(), std::size_t{frames} * texels);
    }
  }

  void classicLayoutIsOneRowPerFrame() {
    const auto layout = vat::layOutTexture(vat::BakeMode::Bone, 24, 7, 127, vat::SizeRule::PowerOfTwo, 8192).value();
    QVERIFY((layout == vat::TextureLayout{128, 128, 3, 24, 72, 1, 127}));
  }

  void rejectsHugeRequestsWithoutOverflow() {
    for (const std::uint64_t frames :
         {std::uint64_t{1} << 32, std::uint64_t{1} << 62, std::numeric_limits<std::uint64_t>::max()}) {
      QCOMPARE(vat::layOutTexture(vat::BakeMode::Bone, 1, 0, frames, vat::SizeRule::Exact, 8192).error().code,
               ErrorCode::Limit);
    }
    const auto wide = vat::layOutTexture(vat::BakeMode::Vertex, UINT32_MAX, UINT32_MAX, 1, vat::SizeRule::Exact, 32768);
    QCOMPARE(wide.error().code, ErrorCode::Limit);
    QVERIFY(wide.error().message.find("21474836475 texels") != std::string::npos);
    QCOMPARE(vat::layOutTexture(vat::BakeMode::Bone, 1, 0, 1, vat::SizeRule::Exact, 0).error().code,
             ErrorCode::InvalidArgument);
    QCOMPARE(vat::layOutTexture(vat::BakeMode::Bone, 0, 0, 1, vat::SizeRule::Exact, 64).error().code,
             ErrorCode::InvalidArgument);
    // 20,002 joints, as in the shared hostile file: eight rows per frame.
    QCOMPARE(
        vat::layOutTexture(vat::BakeMode::Bone, 20002, 0, 31, vat::SizeRule::PowerOfTwo, 8192).value().rowsPerFrame,
        8u);
    const auto high = vat::layOutTexture(vat::BakeMode::Bone, 20002, 0, 1100, vat::SizeRule::PowerOfTwo, 8192);
    QVERIFY(high.error().message.find("1024 frames fit") != std::string::npos);
  }

  void halfsRoundTripThroughFloat() {
    for (std::uint32_t h = 0; h <= 0xffff; ++h) {
      const auto half = static_cast<std::uint16_t>(h);
      const float value = vat::halfToFloat(half);
      if ((h & 0x7fffu) > 0x7c00u) {
        QVERIFY(std::isnan(value));
        QVERIFY(std::isnan(vat::halfToFloat(vat::floatToHalf(value))));
        continue;
      }
      // The value by definition: (−1)^s · 2^(e−15) · 1.m, or 2⁻²⁴ · m.
      const int exponent = static_cast<int>(h >> 10 & 31u);
      const double mantissa = h & 1023u;
      const double magnitude = exponent == 31  ? std::numeric_limits<double>::infinity()
                               : exponent == 0 ? std::ldexp(mantissa, -24)
                                               : std::ldexp(1024.0 + mantissa, exponent - 25);
      QCOMPARE(static_cast<double>(value), (h & 0x8000u) != 0 ? -magnitude : magnitude);
      QCOMPARE(vat::floatToHalf(value), half);
    }
  }

  void roundsToTheNearestHalfTiesToEven() {
    std::mt19937 random(9);
    for (int i = 0; i < 300000; ++i) {
      // Any float, and floats half-way between two halves and their neighbours.
      auto bits = static_cast<std::uint32_t>(random());
      if (i % 2 == 0) {
        bits = (bits & 0xffffe000u) + 0x1000u + (random() % 3 - 1);
      }
      const float value = std::bit_cast<float>(bits);
      if (std::isnan(value)) {
        continue;
      }
      const double exact = static_cast<double>(value);
      const std::uint16_t got = vat::floatToHalf(value);
      if (std::abs(exact) >= 65520.0) {
        QCOMPARE(got & 0x7fff, 0x7c00);
        continue;
      }
      const double error = std::abs(static_cast<double>(vat::halfToFloat(got)) - exact);
      for (const int step : {-1, 1}) {
        const std::uint32_t magnitude = (got & 0x7fffu) + static_cast<std::uint32_t>(step);
        if (magnitude > 0x7bffu) {  // Also below zero.
          continue;
        }
        const auto other = static_cast<std::uint16_t>((got & 0x8000u) | magnitude);
        const double otherError = std::abs(static_cast<double>(vat::halfToFloat(other)) - exact);
        QVERIFY(error < otherError || (error == otherError && got % 2 == 0));
      }
    }
  }

  void buffersAreZeroAlignedAndKeepTexels() {
    for (const vat::PixelFormat format : {vat::PixelFormat::Rgba16F, vat::PixelFormat::Rgba32F}) {
      for (const std::uint32_t side : {1u, 37u, 1024u}) {  // Also large enough to be mapped directly from the system.
        vat::TexelBuffer buffer(format, side, side);
        QCOMPARE(buffer.bytes().size(), std::size_t{side} * side * vat::texelBytes(format));
        QCOMPARE(reinterpret_cast<std::uintptr_t>(buffer.row(0)) % 64, std::uintptr_t{0});
        for (const std::byte b : buffer.bytes()) {
          if (b != std::byte{0}) {
            QFAIL("not zero");
          }
        }
        buffer.setTexel(side - 1, side - 1, {1.0f, -0.5f, 1024.0f, 0.25f});
        QVERIFY(buffer.texel(side - 1, side - 1) == glm::vec4(1.0f, -0.5f, 1024.0f, 0.25f));
        const vat::TexelBuffer moved = std::move(buffer);
        QVERIFY(moved.texel(side - 1, side - 1).x == 1.0f);
      }
    }
    QCOMPARE(vat::TexelBuffer().bytes().size(), std::size_t{0});
  }
};

TEXELETON_PLAIN_SUITE(TestLayout)

}  // namespace texeleton

#include "test_layout.moc"

#include <QObject>
#include <QTest>
#include <cmath>
#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/packing.hpp>
#include <random>

#include "core/runtime/crowd_clock.h"
#include "core/vat/basis.h"
#include "core/vat/encoding.h"
#include "core/vat/texel_buffer.h"
#include "core/vat/texture_layout.h"
#include "tests/support/suite.h"

// The shaders' functions as C++: the part of GLSL that they use has the same meaning there.
namespace glsl {
using uint = std::uint32_t;
struct uvec2 {
  uint x, y;
  uvec2(uint a, uint b) : x(a), y(b) {}
};
// Built in in GLSL.
inline void umulExtended(uint a, uint b, uint& high, uint& low) {
  const std::uint64_t product = std::uint64_t{a} * b;
  high = static_cast<uint>(product >> 32);
  low = static_cast<uint>(product);
}
#include "shaders/crowd_clock.glsl"
#include "shaders/texel_address.glsl"
}  // namespace glsl

// Functions that calculate with vectors.
namespace glslv {
using glm::abs;
using glm::dot;
using glm::normalize;
using glm::packHalf2x16;
using glm::vec2;
using glm::vec3;
using glm::vec4;
using uint = std::uint32_t;
inline float inversesqrt(float x) { return 1.0f / std::sqrt(x); }
#include "shaders/offset16.glsl"
// After its dependencies.
#include "shaders/basis.glsl"
#include "shaders/quaternion.glsl"
}  // namespace glslv

using namespace texeleton;

class TestShaderTwins : public QObject {
  Q_OBJECT
 private slots:
  void addresses() {
    std::mt19937 random(1);
    for (int i = 0; i < 20000; ++i) {
      vat::TextureLayout layout;
      layout.width = 1 + random() % 32768;
      layout.elementCount = 1 + random() % 20000;
      layout.texelsPerElement = 2 + random() % 2;
      layout.rowsPerFrame = 1 + random() % 8;
      const std::uint32_t frame = random() % 4096;
      const std::uint32_t element = random() % layout.elementCount;
      const std::uint32_t k = random() % layout.texelsPerElement;
      const std::uint32_t t = vat::elementTexel(layout, element, k);
      QCOMPARE(glsl::elementTexel(layout.texelsPerElement, element, k), t);
      QCOMPARE(glsl::socketTexel(layout.elementCount, layout.texelsPerElement, element, k),
               vat::socketTexel(layout, element, k));
      const vat::TexelAddress here = vat::texelAddress(layout, frame, t);
      const glsl::uvec2 there = glsl::texelAddress(layout.width, layout.rowsPerFrame, frame, t);
      QVERIFY(here.x == there.x && here.y == there.y);
      // In two steps, and the next texel; frames are as wide as their texels need.
      const std::uint32_t width = layout.rowsPerFrame == 1 ? std::max(layout.width, t + 2) : layout.width;
      const glsl::uvec2 place = glsl::texelInFrame(width, layout.rowsPerFrame, t);
      QVERIFY(place.x == t % width && place.y == t / width);
      const glsl::uvec2 after = glsl::texelAfter(width, place);
      QVERIFY(after.x == (t + 1) % width && after.y == (t + 1) / width);
    }
  }

  void codes() {
    for (std::uint32_t code = 0; code < vat::kHalfCodes; ++code) {
      const std::uint16_t half = vat::halfOfCode(code);
      const float value = vat::halfToFloat(half);
      QVERIFY(std::isfinite(value) && std::abs(value) >= 0x1p-14f);
      QCOMPARE(vat::codeOfHalf(half), code);
      QCOMPARE(glslv::codeOfHalf(half), code);
      QVERIFY(code == 0 || value > vat::halfToFloat(vat::halfOfCode(code - 1)));
    }
    for (std::uint32_t half = 0; half < 65536; ++half) {  // Any content.
      QCOMPARE(glslv::codeOfHalf(half), vat::codeOfHalf(static_cast<std::uint16_t>(half)));
    }
  }

  void offsets() {
    const vat::Encoding& encoding = *vat::findEncoding("offset16");
    std::mt19937 random(5);
    std::uniform_real_distribution<float> any(-1.0f, 1.0f);
    double widest = 0.0;
    for (int i = 0; i < 20000; ++i) {
      const glm::vec4 ranges[2] = {glm::vec4(-2.0f, -0.5f, 0.25f, 0.0f),
                                   glm::vec4(4.0f, 3.0f, i % 3 == 0 ? 0.0f : 1.0f, 0.0f)};
      const glm::vec3 position =
          glm::vec3(ranges[0]) +
          glm::vec3(ranges[1]) * (0.5f + 0.5f * glm::vec3(any(random), any(random), any(random)));
      const glm::vec3 normal = glm::normalize(glm::vec3(any(random), any(random), any(random)));
      glm::vec4 texel;
      encoding.encodeElement(position, normal, ranges, &texel);
      const vat::ElementPose here = encoding.decodeElement(&texel, ranges);
      QVERIFY(glm::length(here.position - glm::dvec3(position)) <= 0.51 / 61439.0 * 5.1);
      widest = std::max(widest, std::acos(std::min(1.0, glm::dot(here.normal, glm::dvec3(normal)))));
      QVERIFY(glm::length(glslv::offsetPosition(texel, glm::vec3(ranges[0]), glm::vec3(ranges[1])) -
                          glm::vec3(here.position)) < 1e-5f);
      QVERIFY(glm::length(glslv::offsetNormal(texel) - glm::vec3(here.normal)) < 1e-5f);
    }
    QVERIFY2(glm::degrees(widest) < 0.7, std::to_string(glm::degrees(widest)).c_str());
  }

  void shapes() {
    std::mt19937 random(9);
    std::uniform_real_distribution<float> any(-1.0f, 1.0f);
    const auto three = [&] { return glm::vec3(any(random), any(random), any(random)); };
    for (int i = 0; i < 20000; ++i) {
      const vat::ShapeRange range{-0.75f, 1.5f, i % 5 == 0 ? 0.0f : 0.5f, i % 7 == 0 ? 0.0f : 2.0f};
      const glm::vec3 position = range.reach * three();
      const glm::vec3 normal = range.normalReach * three();
      const glm::vec4 texel = vat::encodeShapeOffset(position, normal, range);
      const glm::vec3 place = range.reach * glslv::shapeOffset(texel);
      const glm::vec3 turn = range.normalReach * glslv::shapeNormal(texel);
      const vat::ElementPose here = vat::decodeShapeOffset(texel, range);
      QVERIFY(glm::length(place - glm::vec3(here.position)) < 1e-6f);
      QVERIFY(glm::length(turn - glm::vec3(here.normal)) < 1e-6f);
      // The input, within half a step of each axis.
      for (int c = 0; c < 3; ++c) {
        QVERIFY(std::abs(place[c] - position[c]) <= 0.5001f * range.reach / 30719.0f + 1e-9f);
        QVERIFY(std::abs(turn[c] - normal[c]) <= 0.5001f * range.normalReach / 19.0f + 1e-6f);
      }
      glm::vec4 weights;
      glm::vec4 halves;
      for (int c = 0; c < 4; ++c) {
        weights[c] = 0.75f * any(random);
        halves[c] = vat::encodeWeight(weights[c], range);
      }
      const glm::vec4 shares = glslv::weightShares(halves);
      for (int c = 0; c < 4; ++c) {
        QVERIFY(std::abs(range.lowest + shares[c] * range.extent - weights[c]) <=
                0.51f * range.extent / 61439.0f + 1e-7f);
      }
    }
    const glm::vec4 none = vat::encodeShapeOffset(glm::vec3(0.0f), glm::vec3(0.0f), {0.0f, 1.0f, 0.5f, 2.0f});
    QVERIFY(glslv::shapeOffset(none) == glm::vec3(0.0f) && glslv::shapeNormal(none) == glm::vec3(0.0f));
  }

  void turns() {
    const vat::Encoding& encoding = *vat::findEncoding("quaternion");
    std::mt19937 random(6);
    std::uniform_real_distribution<float> any(-1.0f, 1.0f);
    const auto four = [&] { return glm::vec4(any(random), any(random), any(random), any(random)); };
    for (int i = 0; i < 20000; ++i) {
      const glm::vec3 pivot = glm::vec3(four());
      const glm::vec4 a[2] = {glm::normalize(four()), four()};
      glm::vec4 b[2] = {i % 5 == 0 ? a[0] : glm::normalize(four()), four()};
      if (i % 7 == 0) {  // Half a turn away.
        b[0] = glm::vec4(a[0].y, -a[0].x, a[0].w, -a[0].z);
      }
      const float f = i % 11 == 0 ? 0.0f : 0.5f + 0.5f * any(random);
      const vat::BonePose blended = encoding.blendBones(encoding.decodeBone(a, glm::dvec3(pivot)),
                                                        encoding.decodeBone(b, glm::dvec3(pivot)), double{f});
      const vat::BoneMatrix here = vat::rowsOf(blended);
      const glslv::BoneTurn turn = glslv::blendTurns({a[0], a[1]}, {b[0], b[1]}, f);
      const glm::vec4 there[3] = {glslv::turnRowX(turn, pivot), glslv::turnRowY(turn, pivot),
                                  glslv::turnRowZ(turn, pivot)};
      // If both arcs are equally short, rounding decides which is taken.
      if (std::abs(glm::dot(a[0], b[0])) > 1e-6f) {
        for (int r = 0; r < 3; ++r) {
          QVERIFY2(glm::length(there[r] - glm::vec4(here.row[r])) < 1e-5f, std::to_string(i).c_str());
        }
      }
      QVERIFY(std::isfinite(glm::dot(there[0], there[1])));
    }
  }

  void crowdTime() {
    std::mt19937 random(2);
    for (int i = 0; i < 200000; ++i) {
      runtime::CrowdClip clip{static_cast<std::uint32_t>(random() % 10000),
                              static_cast<std::uint32_t>(1 + random() % 65535), random() % 2 == 0};
      runtime::CrowdPhase record{static_cast<std::uint32_t>(random()), static_cast<std::int32_t>(random()),
                                 static_cast<std::uint32_t>(random() & 0xffff)};
      record.stepHigh >>= random() % 32;  // From many turns per tick to none.
      record.stepLow = random() % 4 == 0 ? 0 : record.stepLow;
      const runtime::CrowdClock clock{static_cast<std::uint32_t>(random()) >> random() % 32,
                                      static_cast<std::uint32_t>(random() & 0xffff)};
      const runtime::AnimationTickOutput here = runtime::crowdOutput(clip, record, clock);
      glsl::uvec2 phase(glsl::crowdLoopPhase(record.phase, record.stepHigh, record.stepLow, clock.ticks, clock.rest),
                        0);
      if (!clip.loop) {
        phase = glsl::crowdOncePhase(record.phase, record.stepHigh, record.stepLow, clock.ticks, clock.rest);
      }
      const glsl::CrowdFrames there =
          glsl::crowdFrames(clip.frameBegin, clip.frameCount, clip.loop, phase.x, phase.y != 0);
      QCOMPARE(there.current, here.current);
      QCOMPARE(there.next, here.next);
      QCOMPARE(there.fraction, here.interpolate);
    }
  }

  void fades() {
    std::mt19937 random(3);
    for (int i = 0; i < 200000; ++i) {
      const auto start = static_cast<std::uint32_t>(random());
      const std::uint32_t duration = static_cast<std::uint32_t>(random()) >> random() % 32;
      const runtime::CrowdClock clock{
          start + static_cast<std::uint32_t>(static_cast<std::int32_t>(random()) >> random() % 32),
          static_cast<std::uint32_t>(random() & 0xffff)};
      QCOMPARE(glsl::crowdFadeWeight(start, duration, clock.ticks, clock.rest),
               runtime::crowdFadeWeight(start, duration, clock));
    }
  }
};

TEXELETON_PLAIN_SUITE(TestShaderTwins)
#include "test_shader_twins.moc"

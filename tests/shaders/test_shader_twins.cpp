#include <QObject>
#include <QTest>
#include <cstdint>
#include <random>

#include "core/bake/texture_layout.h"
#include "core/runtime/crowd_clock.h"
#include "tests/support/suite.h"

// The shaders' functions as C++: the part of GLSL that they use means the same there.
namespace glsl {
using uint = std::uint32_t;
struct uvec2 {
  uint x, y;
  uvec2(uint a, uint b) : x(a), y(b) {}
};
// Built in there.
inline void umulExtended(uint a, uint b, uint& high, uint& low) {
  const std::uint64_t product = std::uint64_t{a} * b;
  high = static_cast<uint>(product >> 32);
  low = static_cast<uint>(product);
}
#include "shaders/crowd_clock.glsl"
#include "shaders/texel_address.glsl"
}  // namespace glsl

using namespace texeleton;

class TestShaderTwins : public QObject {
  Q_OBJECT
 private slots:
  void addresses() {
    std::mt19937 random(1);
    for (int i = 0; i < 20000; ++i) {
      TextureLayout layout;
      layout.width = 1 + random() % 32768;
      layout.elementCount = 1 + random() % 20000;
      layout.texelsPerElement = 2 + random() % 2;
      layout.rowsPerFrame = 1 + random() % 8;
      const std::uint32_t frame = random() % 4096;
      const std::uint32_t element = random() % layout.elementCount;
      const std::uint32_t k = random() % layout.texelsPerElement;
      const std::uint32_t t = elementTexel(layout, element, k);
      QCOMPARE(glsl::elementTexel(layout.texelsPerElement, element, k), t);
      QCOMPARE(glsl::socketTexel(layout.elementCount, layout.texelsPerElement, element, k),
               socketTexel(layout, element, k));
      const TexelAddress here = texelAddress(layout, frame, t);
      const glsl::uvec2 there = glsl::texelAddress(layout.width, layout.rowsPerFrame, frame, t);
      QVERIFY(here.x == there.x && here.y == there.y);
      // In two steps, and the texel after it; frames are as wide as their texels need.
      const std::uint32_t width = layout.rowsPerFrame == 1 ? std::max(layout.width, t + 2) : layout.width;
      const glsl::uvec2 place = glsl::texelInFrame(width, layout.rowsPerFrame, t);
      QVERIFY(place.x == t % width && place.y == t / width);
      const glsl::uvec2 after = glsl::texelAfter(width, place);
      QVERIFY(after.x == (t + 1) % width && after.y == (t + 1) / width);
    }
  }

  void crowdTime() {
    std::mt19937 random(2);
    for (int i = 0; i < 200000; ++i) {
      CrowdClip clip{static_cast<std::uint32_t>(random() % 10000), static_cast<std::uint32_t>(1 + random() % 65535),
                     random() % 2 == 0};
      CrowdPhase record{static_cast<std::uint32_t>(random()), static_cast<std::int32_t>(random()),
                        static_cast<std::uint32_t>(random() & 0xffff)};
      record.stepHigh >>= random() % 32;  // From many turns a tick to none.
      record.stepLow = random() % 4 == 0 ? 0 : record.stepLow;
      const CrowdClock clock{static_cast<std::uint32_t>(random()) >> random() % 32,
                             static_cast<std::uint32_t>(random() & 0xffff)};
      const AnimationTickOutput here = crowdOutput(clip, record, clock);
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
      const CrowdClock clock{start + static_cast<std::uint32_t>(static_cast<std::int32_t>(random()) >> random() % 32),
                             static_cast<std::uint32_t>(random() & 0xffff)};
      QCOMPARE(glsl::crowdFadeWeight(start, duration, clock.ticks, clock.rest),
               crowdFadeWeight(start, duration, clock));
    }
  }
};

TEXELETON_PLAIN_SUITE(TestShaderTwins)
#include "test_shader_twins.moc"

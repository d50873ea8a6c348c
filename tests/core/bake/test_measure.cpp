#include "core/bake/measure/measure.h"

#include <hwy/targets.h>

#include <QObject>
#include <QTest>
#include <cmath>
#include <functional>
#include <limits>

#include "core/animation/pose.h"
#include "tests/core/bake/test_measure_naive.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

std::vector<vat::ClipError> measured(const model::Model& model, const vat::BakedAnimation& baked,
                                     unsigned threads = 0) {
  JobContext job;
  job.threadCount = threads;
  const auto errors = bake::measureError(model, baked, job);
  if (!errors) {
    qWarning("%s", errors.error().message.c_str());
    return std::vector<vat::ClipError>(baked.clips.size(), vat::ClipError{-1.0});
  }
  return *errors;
}

bool isNear(double a, double b, double absolute, double relative) {
  return std::abs(a - b) <= absolute + relative * std::max(std::abs(a), std::abs(b));
}

/// A triangle on a node that turns evenly about Z by `degreesInAll` in `seconds`; its vertices are at radius 1, 0.5 and
/// 0.
model::Model turningTriangle(double degreesInAll, double seconds) {
  model::Model model;
  model.nodes.push_back({"Wheel", {}, {}, {}});
  model.palette.push_back({NodeIndex(0), glm::dmat4(1.0)});
  model.vertices.positions = {{1, 0, 0}, {0, 0.5f, 0}, {0, 0, 0}};
  model.vertices.normals = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
  model.vertices.influenceBegin = {0, 1, 2, 3};
  model.vertices.influences = {{0, 1.0f}, {0, 1.0f}, {0, 1.0f}};
  model.vertices.indices = {0, 1, 2};
  model::MeshPart part;
  part.node = NodeIndex(0);
  part.vertexCount = 3;
  part.indexCount = 3;
  model.parts.push_back(part);
  model::Clip clip;
  clip.name = "Turn";
  clip.lengthSeconds = seconds;
  std::vector<double> times;
  std::vector<float> values;
  for (int i = 0; i <= 8; ++i) {
    const double half = glm::radians(degreesInAll * i / 8.0) / 2.0;
    times.push_back(seconds * i / 8.0);
    values.insert(values.end(), {0.0f, 0.0f, static_cast<float>(std::sin(half)), static_cast<float>(std::cos(half))});
  }
  addTrack(clip, model::TrackTarget::Rotation, model::Interpolation::Linear, NodeIndex(0), times, values);
  model.clips.push_back(clip);
  return model;
}

}  // namespace

class TestMeasure : public QObject {
  Q_OBJECT

 private slots:
  void turningWheel_data();
  void turningWheel();
  void agreesWithNaive_data();
  void agreesWithNaive();
  void exactBakeHasNoError();
  void findsMovedTexel_data();
  void findsMovedTexel();
  void findsTurnedNormal();
  void wronglySharedElement();
  void halfEncodingIsBounded();
  void droppedInfluences();
  void loopGap();
  void hiddenNormalsAreNotCounted();
  void droppedMorphsCount();
  void keysBetweenFramesCount();
  void justBeforeAStepCounts();
  void easeThatMatchesHalfWay();
  void farClustersOnly();
  void brokenTexelsHaveLargeErrors();
  void sameResultForAnyThreadsAndLanes();
  void rejectsMismatchedInput();
  void measuresSomeClipsLikeAll();
  void canBeCancelled();
};

void TestMeasure::turningWheel_data() {
  QTest::addColumn<int>("mode");
  QTest::addColumn<bool>("loop");
  QTest::newRow("bone, loop") << 0 << true;
  QTest::newRow("bone, once") << 0 << false;
  QTest::newRow("vertex, loop") << 1 << true;
  QTest::newRow("vertex, once") << 1 << false;
}

void TestMeasure::turningWheel() {
  QFETCH(int, mode);
  QFETCH(bool, loop);
  const model::Model model = turningTriangle(360.0, 2.0);
  for (const std::uint32_t frames : {8u, 24u, 100u}) {
    NaiveBakeSettings settings;
    settings.mode = mode == 0 ? vat::BakeMode::Bone : vat::BakeMode::Vertex;
    settings.pixelFormat = vat::PixelFormat::Rgba32F;
    settings.clips = {{ClipIndex(0), frames, loop, {}, {}}};
    const vat::ClipError error = measured(model, naiveBake(model, settings))[0];
    // Halfway along a chord of the circle: r·(1 − cos(θ/2)) inside.
    const double angle = glm::two_pi<double>() / (loop ? frames : frames - 1);
    const double sagitta = 1000.0 * (1.0 - std::cos(angle / 2.0));
    QVERIFY(isNear(error.foundMillimetres, sagitta, 3e-4, 0.0));
    QVERIFY(isNear(error.interpolationMillimetres, sagitta, 3e-4, 0.0));
    QVERIFY(error.encodingMillimetres < 3e-4);
    QCOMPARE(error.influencesMillimetres, 0.0);
    QVERIFY(error.loopGapMillimetres < 1e-3);
    QCOMPARE(error.worstVertex, 0u);
    QCOMPARE(error.worstFrame - std::floor(error.worstFrame), 0.5);
    // The first of three vertices has the full weight, the second half of it, the third none.
    const double halves = loop ? frames : frames - 1;
    const double rms = sagitta * std::sqrt(1.25 * halves / (3.0 * (frames + halves)));
    QVERIFY(isNear(error.rmsMillimetres, rms, 2e-4, 0.0));
    // The chord of two normals is ahead of the true one in the first half and behind it in the second.
    const auto ahead = [&](double f) {
      return glm::degrees(f * angle - std::atan2(f * std::sin(angle), 1.0 - f + f * std::cos(angle)));
    };
    QVERIFY(error.maxNormalDegrees >= ahead(0.25) - 3e-5);
    QVERIFY(error.maxNormalDegrees <= std::max(ahead(3.0 / 16.0), ahead(0.25)) + 3e-5);
  }
}

void TestMeasure::agreesWithNaive_data() {
  QTest::addColumn<int>("which");
  QTest::addColumn<int>("mode");
  QTest::addColumn<bool>("half");
  QTest::addColumn<bool>("folded");
  const char* const names[] = {"strip", "rigid", "morph", "character", "seven influences", "mirrored and uneven"};
  for (int which = 0; which < 6; ++which) {
    for (int mode = 0; mode < 2; ++mode) {
      for (const bool half : {true, false}) {
        const bool folded = (which + mode) % 2 == 0;
        QTest::addRow("%s, %s, %s%s", names[which], mode == 0 ? "bone" : "vertex", half ? "half" : "float",
                      folded ? ", folded" : "")
            << which << mode << half << folded;
      }
    }
  }
}

void TestMeasure::agreesWithNaive() {
  QFETCH(int, which);
  QFETCH(int, mode);
  QFETCH(bool, half);
  QFETCH(bool, folded);
  CharacterSpec spec;
  spec.vertices = 60;
  spec.maxInfluences = which == 4 ? 7 : 3;
  spec.allInterpolations = which >= 4;
  spec.sharedTimelines = which == 3;
  spec.scales = which == 5;
  const std::function<model::Model()> makers[] = {twoBoneStrip, animatedRigidNode, morphingMesh};
  const model::Model model = which < 3 ? makers[which]() : makeCharacter(spec);

  NaiveBakeSettings settings;
  settings.mode = mode == 0 ? vat::BakeMode::Bone : vat::BakeMode::Vertex;
  settings.pixelFormat = half ? vat::PixelFormat::Rgba16F : vat::PixelFormat::Rgba32F;
  settings.size = folded ? vat::SizeRule::PowerOfTwo : vat::SizeRule::Exact;
  settings.maxSize = folded ? 256 : 8192;
  settings.shareElements = half && which != 2;
  settings.socketBones = true;
  // Lengths around those of tiles and lanes; cuts; one frame.
  const std::uint32_t counts[] = {1, 2, 7, 31, 32, 33};
  for (std::size_t i = 0; i < 6; ++i) {
    const ClipIndex clip(i % model.clips.size());
    const model::Clip& from = model.clips[clip.value];
    NaiveClip wanted{clip, counts[i], i % 2 == 1, {}, {}};
    if (i % 3 == 2) {
      wanted.fromSeconds = from.startSeconds + 0.21 * from.lengthSeconds;
      wanted.toSeconds = from.startSeconds + 0.87 * from.lengthSeconds;
    }
    settings.clips.push_back(wanted);
  }
  const vat::BakedAnimation baked = naiveBake(model, settings);
  QCOMPARE(baked.layout.rowsPerFrame > 1, folded && baked.layout.texelsPerFrame > 256);

  const std::vector<vat::ClipError> errors = measured(model, baked);
  QCOMPARE(errors.size(), settings.clips.size());
  for (std::size_t i = 0; i < errors.size(); ++i) {
    const vat::ClipError& is = errors[i];
    std::vector<NaiveMoment> moments;
    const vat::ClipError should = naiveMeasure(model, baked, i, &moments);
    const double tiny = 1e-9;  // millimetres
    // A clip of one frame is a single interval, in which some keys are too close to others to be measured.
    const double near = baked.clips[i].frameCount == 1 ? 1e-3 : 1e-9;
    QVERIFY(isNear(is.foundMillimetres, should.maxMillimetres, tiny, near));
    QVERIFY(isNear(is.rmsMillimetres, should.rmsMillimetres, tiny, 1e-9));
    QVERIFY(isNear(is.maxMillimetres, 1.02 * should.maxMillimetres, tiny, near));
    QVERIFY(isNear(is.maxRelative, 1.02 * should.maxRelative, 1e-12, near));
    QVERIFY(isNear(is.interpolationMillimetres, should.interpolationMillimetres, tiny, near));
    QVERIFY(isNear(is.morphsMillimetres, should.morphsMillimetres, tiny, 1e-9));
    QVERIFY(isNear(is.loopGapMillimetres, should.loopGapMillimetres, tiny, 1e-9));
    // Weights that differ only by rounding count as encoding here, as dropped influences there.
    QVERIFY(isNear(is.encodingMillimetres, should.encodingMillimetres, 2e-3, 1e-9));
    QVERIFY(isNear(is.influencesMillimetres, should.influencesMillimetres, 2e-3, 1e-2));
    QVERIFY(is.influencesMillimetres <= should.influencesMillimetres + 2e-3);
    // Normals are not measured at every sixteenth.
    QVERIFY(is.maxNormalDegrees <= should.maxNormalDegrees + 5e-6);
    QVERIFY(is.maxNormalDegrees >= 0.95 * should.maxNormalDegrees - 5e-6 || baked.clips[i].frameCount <= 2);
    // Any of several equally large ones may be reported.
    QVERIFY(isNear(naiveDistance(moments, is.worstFrame, is.worstVertex), should.maxMillimetres, tiny, near));
  }
}

void TestMeasure::exactBakeHasNoError() {
  // Values that floats represent exactly, frames on keys, and a linear pose in between: nothing is lost.
  model::Model model = twoBoneStrip();
  for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
    NaiveBakeSettings settings;
    settings.mode = mode;
    settings.pixelFormat = vat::PixelFormat::Rgba32F;
    settings.clips = {{ClipIndex(1), 25, false, {}, {}}};
    const vat::ClipError error = measured(model, naiveBake(model, settings))[0];
    QVERIFY(error.foundMillimetres < 3e-4);
    QVERIFY(error.maxMillimetres < 3.1e-4);
    QVERIFY(error.maxRelative < 1e-7);
    QVERIFY(error.interpolationMillimetres < 1e-9);
    QCOMPARE(error.influencesMillimetres, 0.0);
    QVERIFY(error.maxNormalDegrees < 1e-5);
    QVERIFY(isNear(error.loopGapMillimetres, 2000.0, 1e-3, 0.0));
  }
}

void TestMeasure::findsMovedTexel_data() {
  QTest::addColumn<bool>("loop");
  QTest::addColumn<int>("frame");
  for (const bool loop : {true, false}) {
    for (const int frame : {0, 1, 30, 31, 61, 69}) {
      QTest::addRow("%s, frame %d", loop ? "loop" : "once", frame) << loop << frame;
    }
  }
}

void TestMeasure::findsMovedTexel() {
  QFETCH(bool, loop);
  QFETCH(int, frame);
  model::Model model = twoBoneStrip();
  // A static clip after a moving one.
  NaiveBakeSettings settings;
  settings.pixelFormat = vat::PixelFormat::Rgba32F;
  settings.clips = {{ClipIndex(1), 9, false, {}, {}}, {ClipIndex(1), 70, loop, 2.0, 3.0}};
  vat::BakedAnimation baked = naiveBake(model, settings);
  const std::uint32_t vertex = 13;
  const vat::TexelAddress at = vat::texelAddress(baked.layout, 9 + static_cast<std::uint32_t>(frame),
                                                 vat::elementTexel(baked.layout, baked.mesh.elements[vertex], 0));
  baked.texels.setTexel(at.x, at.y, baked.texels.texel(at.x, at.y) + glm::vec4(0.0f, 0.0f, 0.005f, 0.0f));
  const std::vector<vat::ClipError> errors = measured(model, baked);
  QVERIFY(errors[0].foundMillimetres < 3e-4);
  QVERIFY(isNear(errors[1].foundMillimetres, 5.0, 1e-3, 0.0));
  QVERIFY(isNear(errors[1].encodingMillimetres, 5.0, 1e-3, 0.0));
  QVERIFY(errors[1].interpolationMillimetres < 1e-6);
  QCOMPARE(errors[1].worstFrame, static_cast<double>(frame));
  QCOMPARE(errors[1].worstVertex, vertex);
  // Half of it on each side: 5² + 2·2.5² (one side at the ends of a clip that does not loop).
  const bool atEnd = !loop && (frame == 0 || frame == 69);
  const double samples = 18.0 * (loop ? 140.0 : 139.0);
  QVERIFY(isNear(errors[1].rmsMillimetres, std::sqrt((25.0 + (atEnd ? 6.25 : 12.5)) / samples), 1e-3, 0.0));
}

void TestMeasure::findsTurnedNormal() {
  model::Model model = twoBoneStrip();
  NaiveBakeSettings settings;
  settings.pixelFormat = vat::PixelFormat::Rgba32F;
  settings.clips = {{ClipIndex(1), 40, false, 2.0, 3.0}};
  const vat::BakedAnimation still = naiveBake(model, settings);
  for (const double degrees : {0.01, 10.0, 90.0, 135.0, 180.0}) {
    vat::BakedAnimation baked = naiveBake(model, settings);
    const vat::TexelAddress at =
        vat::texelAddress(baked.layout, 35, vat::elementTexel(baked.layout, baked.mesh.elements[4], 1));
    const double angle = glm::radians(degrees);
    baked.texels.setTexel(at.x, at.y, glm::vec4(std::sin(angle), 0.0, std::cos(angle), 1.0));
    const vat::ClipError error = measured(model, baked)[0];
    QVERIFY(isNear(error.maxNormalDegrees, degrees, 1e-5, 0.0));
    QVERIFY(error.foundMillimetres < 3e-4);
  }
  QVERIFY(measured(model, still)[0].maxNormalDegrees < 1e-5);
}

void TestMeasure::wronglySharedElement() {
  // Two vertices 0.2 m apart on one element: whatever the bake shares, every vertex is compared with its own source.
  model::Model model = twoBoneStrip();
  NaiveBakeSettings settings;
  settings.pixelFormat = vat::PixelFormat::Rgba32F;
  settings.clips = {{ClipIndex(1), 5, false, {}, {}}};
  vat::BakedAnimation baked = naiveBake(model, settings);
  baked.mesh.elements[7] = baked.mesh.elements[6];
  const vat::ClipError error = measured(model, baked)[0];
  QVERIFY(isNear(error.foundMillimetres, 200.0, 1e-3, 0.0));
  QCOMPARE(error.worstVertex, 7u);
}

void TestMeasure::halfEncodingIsBounded() {
  // Positions up to 4 m in half floats: at most half a step of 2⁻⁹ (from 2 m on) per coordinate, 2⁻⁸ from 4 m on.
  model::Model model = animatedRigidNode();
  NaiveBakeSettings settings;
  settings.clips = {{ClipIndex(0), 61, false, {}, {}}};
  const vat::ClipError error = measured(model, naiveBake(model, settings))[0];
  QVERIFY(error.encodingMillimetres > 0.3);
  QVERIFY(error.encodingMillimetres <= 1000.0 * std::sqrt(3.0) * std::exp2(-9.0));
}

void TestMeasure::droppedInfluences() {
  // A vertex at the origin with five entries that move by 1, 2, 4, 8 and 16 m along X, a fifth each: the full source
  // moves 6.2 m; without the last it moves 3.75 m.
  model::Model model = turningTriangle(0.0, 1.0);
  model.clips[0].tracks.clear();
  model.clips[0].timelines.clear();
  model.palette.clear();
  model.nodes.clear();
  for (int i = 0; i < 5; ++i) {
    model.nodes.push_back({"bone " + std::to_string(i), {}, {}, {}});
    model.palette.push_back({NodeIndex(static_cast<std::size_t>(i)), glm::dmat4(1.0)});
    addTrack(model.clips[0], model::TrackTarget::Translation, model::Interpolation::Linear,
             NodeIndex(static_cast<std::size_t>(i)), {0.0, 1.0}, {0, 0, 0, static_cast<float>(1 << i), 0, 0});
  }
  model.vertices.influenceBegin = {0, 1, 2, 7};
  model.vertices.influences.resize(2);
  for (std::uint32_t i = 0; i < 5; ++i) {
    model.vertices.influences.push_back({i, 0.2f});
  }
  NaiveBakeSettings settings;
  settings.mode = vat::BakeMode::Bone;
  settings.pixelFormat = vat::PixelFormat::Rgba32F;
  settings.clips = {{ClipIndex(0), 11, false, {}, {}}};
  const vat::ClipError bone = measured(model, naiveBake(model, settings))[0];
  QVERIFY(isNear(bone.influencesMillimetres, 6200.0 - 3750.0, 1e-2, 0.0));
  QVERIFY(isNear(bone.foundMillimetres, 6200.0 - 3750.0, 1e-2, 0.0));
  QVERIFY(bone.encodingMillimetres < 1e-2);
  QVERIFY(bone.interpolationMillimetres < 1e-6);
  QCOMPARE(bone.worstVertex, 2u);
  QCOMPARE(bone.worstFrame, 10.0);
  settings.mode = vat::BakeMode::Vertex;
  const vat::ClipError vertex = measured(model, naiveBake(model, settings))[0];
  QCOMPARE(vertex.influencesMillimetres, 0.0);
  QVERIFY(vertex.foundMillimetres < 1e-2);
}

void TestMeasure::loopGap() {
  model::Model model = twoBoneStrip();
  NaiveBakeSettings settings;
  settings.pixelFormat = vat::PixelFormat::Rgba32F;
  settings.clips = {
      {ClipIndex(1), 20, true, {}, {}}, {ClipIndex(0), 20, true, {}, {}}, {ClipIndex(2), 1, false, {}, {}}};
  const std::vector<vat::ClipError> errors = measured(model, naiveBake(model, settings));
  QVERIFY(isNear(errors[0].loopGapMillimetres, 2000.0, 1e-3, 0.0));
  // Frame 19 is at 1.9 m, frame 0 at 0: just before the end a decoder shows nothing of the source's 2 m.
  QVERIFY(isNear(errors[0].foundMillimetres, 2000.0, 1e-3, 0.0));
  QVERIFY(isNear(errors[0].interpolationMillimetres, 2000.0, 1e-3, 0.0));
  QVERIFY(errors[0].worstFrame < 20.0 && errors[0].worstFrame > 19.999);
  QVERIFY(errors[1].loopGapMillimetres < 1e-3);
  QCOMPARE(errors[2].loopGapMillimetres, 0.0);
  QCOMPARE(errors[2].interpolationMillimetres, 0.0);
}

void TestMeasure::hiddenNormalsAreNotCounted() {
  // Scaled to zero for half the time; flattened in another clip, along its normals and across them.
  model::Model model = turningTriangle(0.0, 1.0);
  for (const std::vector<float>& scale : {std::vector<float>{0, 0, 0}, {1, 1, 0}, {0, 1, 1}}) {
    model::Clip& clip = model.clips[0];
    clip.tracks.clear();
    clip.timelines.clear();
    std::vector<float> values = {1, 1, 1, 1, 1, 1};
    values.insert(values.end(), scale.begin(), scale.end());
    addTrack(clip, model::TrackTarget::Scale, model::Interpolation::Step, NodeIndex(0), {0.0, 0.25, 0.5}, values);
    for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
      NaiveBakeSettings settings;
      settings.mode = mode;
      settings.clips = {{ClipIndex(0), 4, false, {}, {}}};
      vat::BakedAnimation baked = naiveBake(model, settings);
      const vat::ClipError error = measured(model, baked)[0];
      QVERIFY(error.maxNormalDegrees < 0.1);
      if (mode == vat::BakeMode::Vertex) {
        // The content of such a normal's texel has no effect.
        for (std::uint32_t v = 0; v < 3; ++v) {
          const vat::TexelAddress at = vat::texelAddress(baked.layout, 3, vat::elementTexel(baked.layout, v, 1));
          baked.texels.setTexel(at.x, at.y, -baked.texels.texel(at.x, at.y));
        }
        QCOMPARE(measured(model, baked)[0].maxNormalDegrees, error.maxNormalDegrees);
      }
    }
  }
}

void TestMeasure::droppedMorphsCount() {
  const model::Model model = morphingMesh();
  NaiveBakeSettings settings;
  settings.pixelFormat = vat::PixelFormat::Rgba32F;
  settings.clips = {{ClipIndex(0), 11, false, {}, {}}};
  vat::BakedAnimation vertex = naiveBake(model, settings);
  const vat::ClipError keeps = measured(model, vertex)[0];
  QVERIFY(keeps.foundMillimetres < 1e-3);
  QCOMPARE(keeps.morphsMillimetres, 0.0);
  // The morph target moves the vertices by a metre, which is the error of a texture without it.
  settings.mode = vat::BakeMode::Bone;
  const vat::ClipError bone = measured(model, naiveBake(model, settings))[0];
  QVERIFY(isNear(bone.foundMillimetres, 1000.0, 1e-3, 0.0));
  QVERIFY(isNear(bone.morphsMillimetres, 1000.0, 1e-3, 0.0));
  QVERIFY(std::max({bone.encodingMillimetres, bone.interpolationMillimetres, bone.influencesMillimetres}) < 1e-3);
  for (std::uint32_t frame = 0; frame < 11; ++frame) {
    for (std::uint32_t v = 0; v < 4; ++v) {
      const vat::TexelAddress at = vat::texelAddress(vertex.layout, frame, vat::elementTexel(vertex.layout, v, 0));
      vertex.texels.setTexel(at.x, at.y, glm::vec4(model.vertices.positions[v], 1.0f));
    }
  }
  QVERIFY(isNear(measured(model, vertex)[0].foundMillimetres, 1000.0, 1e-3, 0.0));
}

namespace {

/// A triangle on a node that moves along X by these keys.
model::Model movingTriangle(model::Interpolation interpolation, const std::vector<double>& times,
                            const std::vector<float>& x) {
  model::Model model = turningTriangle(0.0, times.back());
  model.clips[0].tracks.clear();
  model.clips[0].timelines.clear();
  std::vector<float> values;
  for (const float value : x) {
    values.insert(values.end(), {value, 0.0f, 0.0f});
  }
  addTrack(model.clips[0], model::TrackTarget::Translation, interpolation, NodeIndex(0), times, values);
  return model;
}

vat::ClipError baked(const model::Model& model, vat::BakeMode mode, std::uint32_t frames) {
  NaiveBakeSettings settings;
  settings.mode = mode;
  settings.pixelFormat = vat::PixelFormat::Rgba32F;
  settings.clips = {{ClipIndex(0), frames, false, {}, {}}};
  return measured(model, naiveBake(model, settings))[0];
}

}  // namespace

void TestMeasure::keysBetweenFramesCount() {
  // Back and forth by a metre per key, 24 keys per second, 30 frames: key k is at frame 1.25 k. Between frames of
  // heights a and b, the key at a fraction f is off by (1 - f)·a + f·b; the largest at f = 0.5: k = 2, 6, …
  std::vector<double> times;
  std::vector<float> x;
  for (int k = 0; k <= 24; ++k) {
    times.push_back(k / 24.0);
    x.push_back(k % 2 == 0 ? 0.0f : 1.0f);
  }
  // Its neighbours are 0.5 frames = 0.4 keys away: both are 0.4 from it. At f = 0.25 (k = 1): 0.2 and 0.6 off.
  for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
    const vat::ClipError half = baked(movingTriangle(model::Interpolation::Linear, times, x), mode, 31);
    QVERIFY(isNear(half.foundMillimetres, 400.0, 1e-3, 0.0));
    QVERIFY(isNear(half.interpolationMillimetres, 400.0, 1e-3, 0.0));
  }
  // A single key at a third of a frame: the chord is 0 there, the key a metre.
  for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
    const vat::ClipError third = baked(
        movingTriangle(model::Interpolation::Linear, {0.0, 1.31, 4.0 / 3.0, 1.36, 3.0}, {0, 0, 1, 0, 0}), mode, 4);
    QVERIFY(isNear(third.foundMillimetres, 1000.0, 1e-3, 0.0));
    QVERIFY(isNear(third.worstFrame, 4.0 / 3.0, 1e-9, 0.0));
  }
}

void TestMeasure::justBeforeAStepCounts() {
  // A step of a metre at the second frame: a decoder has arrived when the source starts.
  for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
    const vat::ClipError onFrame =
        baked(movingTriangle(model::Interpolation::Step, {0.0, 1.0, 2.0}, {0, 1, 1}), mode, 3);
    QVERIFY(isNear(onFrame.foundMillimetres, 1000.0, 1e-3, 0.0));
    QVERIFY(onFrame.worstFrame < 1.0 && onFrame.worstFrame > 0.999);
    QVERIFY(onFrame.isAtJump);
    // At 0.9 of a frame: 900 mm before it, 100 mm after it. At 0.1: 100 and 900.
    for (const double at : {0.9, 0.1}) {
      const vat::ClipError error =
          baked(movingTriangle(model::Interpolation::Step, {0.0, at, 2.0}, {0, 1, 1}), mode, 3);
      QVERIFY(isNear(error.foundMillimetres, 900.0, 1e-3, 0.0));
      QVERIFY(isNear(error.interpolationMillimetres, 900.0, 1e-3, 0.0));
      QVERIFY(error.isAtJump);
    }
  }
}

void TestMeasure::easeThatMatchesHalfWay() {
  // A spline with zero slopes at its ends, between two frames: 3t² − 2t³ equals t half-way, and deviates most, by
  // √3/18, at (3 − √3)/6.
  const model::Model model = movingTriangle(model::Interpolation::CubicSpline, {0.0, 1.0}, {0, 0, 0, 0, 1, 0});
  for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
    const double largest = 1000.0 * std::sqrt(3.0) / 18.0;
    const vat::ClipError error = baked(model, mode, 2);
    QVERIFY(error.foundMillimetres <= largest + 1e-3 && !error.isAtJump);
    QVERIFY(error.maxMillimetres >= largest);  // It is between two of the sampled moments.
    QVERIFY(error.maxMillimetres <= 1.05 * largest);
  }
}

void TestMeasure::farClustersOnly() {
  // So many vertices that not all of them are evaluated: the same figures as when all are.
  for (const std::uint32_t seed : {1u, 2u, 3u}) {
    CharacterSpec spec;
    spec.seed = seed;
    spec.joints = 6;
    spec.vertices = 1800;
    spec.maxInfluences = seed == 3 ? 6 : 2;
    spec.clips = 1;
    spec.sharedTimelines = seed == 1;
    spec.scales = seed == 2;
    const model::Model model = makeCharacter(spec);
    for (const bool half : {true, false}) {
      NaiveBakeSettings settings;
      settings.mode = vat::BakeMode::Bone;
      settings.pixelFormat = half ? vat::PixelFormat::Rgba16F : vat::PixelFormat::Rgba32F;
      settings.clips = {{ClipIndex(0), 20, seed == 1, {}, {}}};
      const vat::BakedAnimation animation = naiveBake(model, settings);
      const vat::ClipError is = measured(model, animation)[0];
      const vat::ClipError should = naiveMeasure(model, animation, 0);
      QVERIFY(isNear(is.foundMillimetres, should.maxMillimetres, 1e-9, 1e-9));
      QVERIFY(isNear(is.rmsMillimetres, should.rmsMillimetres, 1e-8, 1e-8));
      QVERIFY(isNear(is.interpolationMillimetres, should.interpolationMillimetres, 1e-9, 1e-9));
      QVERIFY(isNear(is.encodingMillimetres, should.encodingMillimetres, 2e-3, 1e-9));
      QVERIFY(isNear(is.influencesMillimetres, should.influencesMillimetres, 2e-3, 2e-2));
      QVERIFY(is.maxNormalDegrees <= should.maxNormalDegrees + 5e-6);
      QVERIFY(is.maxNormalDegrees >= 0.95 * should.maxNormalDegrees - 5e-6);
      QVERIFY(measured(model, animation, 1)[0] == is);
      QVERIFY(measured(model, animation, 5)[0] == is);
    }
  }
}

void TestMeasure::brokenTexelsHaveLargeErrors() {
  const model::Model model = twoBoneStrip();
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
      NaiveBakeSettings settings;
      settings.mode = mode;
      settings.pixelFormat = vat::PixelFormat::Rgba32F;
      settings.clips = {{ClipIndex(0), 10, true, {}, {}}};
      vat::BakedAnimation baked = naiveBake(model, settings);
      const vat::TexelAddress at = vat::texelAddress(baked.layout, 4, 0);
      baked.texels.setTexel(at.x, at.y, glm::vec4(bad, 0.0f, 0.0f, 1.0f));
      const vat::ClipError error = measured(model, baked)[0];
      QVERIFY(std::isinf(error.maxMillimetres));
      QVERIFY(std::isinf(error.rmsMillimetres));
      QCOMPARE(error.worstFrame, 4.0);
    }
  }
}

void TestMeasure::sameResultForAnyThreadsAndLanes() {
  CharacterSpec spec;
  spec.vertices = 240;
  spec.maxInfluences = 6;
  spec.allInterpolations = true;
  spec.scales = true;
  const model::Model model = makeCharacter(spec);
  for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
    for (const vat::PixelFormat format : {vat::PixelFormat::Rgba16F, vat::PixelFormat::Rgba32F}) {
      NaiveBakeSettings settings;
      settings.mode = mode;
      settings.pixelFormat = format;
      settings.clips = {{ClipIndex(0), 45, true, {}, {}}, {ClipIndex(1), 70, false, {}, {}}};
      const vat::BakedAnimation baked = naiveBake(model, settings);
      const std::vector<vat::ClipError> one = measured(model, baked, 1);
      QVERIFY(one[0].maxMillimetres > 0.0 && one[1].maxNormalDegrees > 0.0);
      QVERIFY(measured(model, baked, 2) == one);
      QVERIFY(measured(model, baked, 5) == one);
      int targets = 0;
      for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1) {
        hwy::SetSupportedTargetsForTest(left & -left);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
        const bool same = measured(model, baked) == one;
        hwy::SetSupportedTargetsForTest(0);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
        QVERIFY2(same, hwy::TargetName(left & -left));
        ++targets;
      }
      QVERIFY(targets >= 1);
    }
  }
}

void TestMeasure::rejectsMismatchedInput() {
  const model::Model model = twoBoneStrip();
  NaiveBakeSettings settings;
  settings.clips = {{ClipIndex(0), 10, true, {}, {}}};
  NaiveBakeSettings boneSettings = settings;
  boneSettings.mode = vat::BakeMode::Bone;
  const auto refusal = [&](const NaiveBakeSettings& how, const std::function<void(vat::BakedAnimation&)>& spoil) {
    vat::BakedAnimation baked = naiveBake(model, how);
    spoil(baked);
    JobContext job;
    const auto result = bake::measureError(model, baked, job);
    return result || result.error().code != ErrorCode::InvalidArgument ? std::string() : result.error().message.text();
  };
  const auto says = [](const std::string& message, const char* part) {
    const bool found = message.find(part) != std::string::npos && message.find('\n') == std::string::npos;
    if (!found) {
      qWarning("'%s' does not say '%s'", message.c_str(), part);
    }
    return found;
  };
  QVERIFY(says(refusal(settings, [](vat::BakedAnimation& b) { b.mesh.positions.pop_back(); }), "17 vertices"));
  QVERIFY(says(refusal(settings, [](vat::BakedAnimation& b) { b.mesh.normals.clear(); }), "0 normals"));
  QVERIFY(says(refusal(settings, [](vat::BakedAnimation& b) { b.mesh.elements.clear(); }), "0 elements"));
  QVERIFY(says(refusal(settings, [](vat::BakedAnimation& b) { b.mesh.elements[3] = 18; }), "vertex 3"));
  QVERIFY(says(refusal(settings, [](vat::BakedAnimation& b) { b.clips[0].source.clip = ClipIndex(9); }), "'Bend'"));
  QVERIFY(says(refusal(settings, [](vat::BakedAnimation& b) { b.clips[0].source.clip = {}; }), "'Bend'"));
  QVERIFY(says(refusal(settings, [](vat::BakedAnimation& b) { b.clips[0].source.name = "Gone"; }), "'Gone'"));
  QVERIFY(says(refusal(settings, [](vat::BakedAnimation& b) { b.clips[0].source.toSeconds = -1.0; }), "seconds"));
  QVERIFY(
      says(refusal(settings, [](vat::BakedAnimation& b) { b.clips[0].source.toSeconds = std::nan(""); }), "seconds"));
  QVERIFY(says(refusal(settings, [](vat::BakedAnimation& b) { b.clips[0].lengthSeconds = 3.0; }), "lasts"));
  QVERIFY(says(refusal(settings, [](vat::BakedAnimation& b) { b.clips[0].frameCount = 11; }), "frames"));
  QVERIFY(says(refusal(settings, [](vat::BakedAnimation& b) { b.clips[0].frameCount = 0; }), "frames"));
  QVERIFY(says(refusal(settings, [](vat::BakedAnimation& b) { b.clips[0].frameBegin = 0xffffffffu; }), "frames"));
  QVERIFY(says(refusal(settings, [](vat::BakedAnimation& b) { b.layout.frameCount = 1000; }), "fit into"));
  QVERIFY(says(refusal(settings, [](vat::BakedAnimation& b) { b.layout.width *= 2; }), "large"));
  QVERIFY(says(refusal(settings, [](vat::BakedAnimation& b) { b.mode = vat::BakeMode::Bone; }), "layout"));
  QVERIFY(says(refusal(boneSettings, [](vat::BakedAnimation& b) { b.mesh.boneWeights.clear(); }), "bone"));
  QVERIFY(says(refusal(boneSettings, [](vat::BakedAnimation& b) { b.mesh.boneIndices[5].x = 2; }), "vertex 5"));
  QVERIFY(says(refusal(boneSettings, [](vat::BakedAnimation& b) { b.bones.pop_back(); }), "1 bones"));
  QVERIFY(says(refusal(boneSettings, [](vat::BakedAnimation& b) { b.bones[1].name = "Other"; }), "'Other'"));
}

void TestMeasure::measuresSomeClipsLikeAll() {
  const model::Model model = twoBoneStrip();
  NaiveBakeSettings settings;
  settings.clips = {
      {ClipIndex(0), 10, true, {}, {}}, {ClipIndex(0), 4, false, {}, {}}, {ClipIndex(0), 7, true, {}, {}}};
  for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
    settings.mode = mode;
    const vat::BakedAnimation baked = naiveBake(model, settings);
    const std::vector<vat::ClipError> all = measured(model, baked);
    QVERIFY(all[0].maxMillimetres != all[1].maxMillimetres);
    JobContext job;
    const std::vector<std::size_t> asked = {2, 0};
    const auto some = bake::measureError(model, baked, asked, job);
    QVERIFY(some);
    QCOMPARE(some->size(), std::size_t{2});
    QVERIFY((*some)[0] == all[2] && (*some)[1] == all[0]);
    const auto none = bake::measureError(model, baked, std::vector<std::size_t>(), job);
    QVERIFY(none && none->empty());
  }
}

void TestMeasure::canBeCancelled() {
  const model::Model model = twoBoneStrip();
  NaiveBakeSettings settings;
  settings.clips = {{ClipIndex(0), 10, true, {}, {}}};
  const vat::BakedAnimation baked = naiveBake(model, settings);
  JobContext cancelled;
  cancelled.cancel();
  const auto result = bake::measureError(model, baked, cancelled);
  QVERIFY(!result.has_value());
  QCOMPARE(result.error().code, ErrorCode::Cancelled);
  // Progress ends at 1, and a job can be cancelled from it.
  double last = 0.0;
  JobContext watched([&](double fraction, const char*) { last = std::max(last, fraction); });
  QVERIFY(bake::measureError(model, baked, watched).has_value());
  QCOMPARE(last, 1.0);
}

TEXELETON_PLAIN_SUITE(TestMeasure)
#include "test_measure.moc"

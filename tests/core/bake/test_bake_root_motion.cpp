#include <QObject>
#include <QTest>
#include <cmath>
#include <cstring>
#include <numbers>

#include "core/bake/measure/measure.h"
#include "core/runtime/pack_player.h"
#include "core/runtime/root_motion_track.h"
#include "core/vat/texture_settings.h"
#include "tests/core/bake/bake_oracle.h"
#include "tests/support/made_models.h"
#include "tests/support/made_walk.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr int kLoops = 100;

bake::BakeSettings settingsFor(vat::BakeMode mode, vat::RootMotionMode root) {
  bake::BakeSettings settings;
  settings.mode = mode;
  settings.pixelFormat = vat::PixelFormat::Rgba32F;
  settings.rootMotion.mode = root;
  settings.clips.resize(1);
  settings.clips[0].clip = ClipIndex(0u);
  return settings;
}

glm::dmat4 matrixOf(const vat::RootSample& sample) {
  glm::dmat4 matrix = glm::mat4_cast(glm::angleAxis(sample.yawRadians, glm::dvec3(0, 1, 0)));
  matrix[3] = glm::dvec4(sample.position, 1.0);
  return matrix;
}

/// The root of the source at unrolled seconds: the motion of one cycle multiplied repeatedly, in float64, without the
/// extraction code. `yawOnly`: the heading is the direction of the root's axis `forward` seen from above.
class UnrolledRoot {
 public:
  UnrolledRoot(const model::Model& model, const vat::BakedClip& clip, NodeIndex node)
      : m_pose(model, clip.source.clip), m_clip(clip), m_node(node), m_start(heading(clip.source.fromSeconds)) {
    m_cycle = way(clip.source.toSeconds);
  }

  glm::dmat4 at(double seconds) {
    const double whole = std::floor(seconds / m_clip.lengthSeconds);
    glm::dmat4 result(1.0);
    for (int i = 0; i < static_cast<int>(std::abs(whole)); ++i) {
      result = result * (whole > 0 ? m_cycle : glm::inverse(m_cycle));
    }
    return result * way(m_clip.source.fromSeconds + seconds - whole * m_clip.lengthSeconds);
  }

 private:
  /// Position on the ground and rotation about +Y (the twist, not Y's Euler angle, which may differ if there is a
  /// swing).
  glm::dmat4 heading(double seconds) {
    m_pose.evaluate(seconds);
    const glm::dmat4& world = m_pose.worlds()[m_node.value];
    const glm::dquat q = glm::quat_cast(glm::dmat3(world));
    glm::dmat4 matrix = glm::mat4_cast(glm::normalize(glm::dquat(q.w, 0.0, q.y, 0.0)));
    matrix[3] = glm::dvec4(world[3].x, 0.0, world[3].z, 1.0);
    return matrix;
  }
  glm::dmat4 way(double seconds) { return heading(seconds) * glm::inverse(m_start); }

  animation::SourcePose m_pose;
  const vat::BakedClip& m_clip;
  NodeIndex m_node;
  glm::dmat4 m_start;
  glm::dmat4 m_cycle{1.0};
};

double largest(const glm::dmat4& a, const glm::dmat4& b) {
  double result = 0.0;
  for (int c = 0; c < 4; ++c) {
    result = std::max(result, glm::length(glm::dvec4(a[c] - b[c])));
  }
  return result;
}

}  // namespace

class TestBakeRootMotion : public QObject {
  Q_OBJECT

 private slots:
  /// Proof point 3 of the issue, on a walk around a corner.
  void trackIntegratesToSource_data() {
    QTest::addColumn<double>("turnDegrees");
    QTest::newRow("straight") << 0.0;
    QTest::newRow("left") << 40.0;
    QTest::newRow("right, and round more than once") << -170.0;
    QTest::newRow("a hair's turn") << 1e-7;
  }
  void trackIntegratesToSource() {
    QFETCH(double, turnDegrees);
    const model::Model model = makeWalk({1.2, 1.5, turnDegrees, true, 30.0});
    const vat::BakedAnimation baked = bakeOrDie(model, settingsFor(vat::BakeMode::Bone, vat::RootMotionMode::Extract));
    const vat::BakedClip& clip = baked.clips.at(0);
    QVERIFY(clip.loop);
    QCOMPARE(clip.rootMotion->node, std::string("Root"));
    QCOMPARE(clip.rootMotion->samples.size(), std::size_t{clip.frameCount} + 1);
    QCOMPARE(clip.rootMotion->samples[0], vat::RootSample{});
    UnrolledRoot source(model, clip, NodeIndex(0));
    const double path = kLoops * 1.5;
    double worst = 0.0;
    for (int loop = -kLoops; loop <= kLoops; loop += 7) {
      for (std::uint32_t frame = 0; frame < clip.frameCount; frame += 5) {
        const double seconds = (loop + static_cast<double>(frame) / clip.frameCount) * clip.lengthSeconds;
        worst = std::max(worst, largest(matrixOf(runtime::rootMotionAt(clip, seconds)), source.at(seconds)));
      }
    }
    const double end = kLoops * clip.lengthSeconds;
    worst = std::max(worst, largest(matrixOf(runtime::rootMotionAt(clip, end)), source.at(end)));
    QVERIFY2(worst < 1e-4 * path, qPrintable(QString("off by %1 m after %2 m").arg(worst).arg(path)));

    // Accumulating steps as a game does gives the same.
    glm::dmat4 actor(1.0);
    double at = 0.0;
    while (at < end) {
      const double next = std::min(at + 1.0 / 59.0, end);
      actor = actor * matrixOf(runtime::rootMotionBetween(clip, at, next));
      at = next;
    }
    QVERIFY(largest(actor, source.at(end)) < 1e-4 * path);
    QVERIFY(largest(matrixOf(runtime::rootMotionBetween(clip, end, 0.0)), glm::inverse(source.at(end))) < 1e-4 * path);
  }

  /// The texels hold the pose in place: with the track they equal the source, vertex by vertex.
  void texelsTimesTrackEqualSource_data() {
    QTest::addColumn<vat::BakeMode>("mode");
    QTest::addColumn<bool>("rootBone");
    QTest::newRow("bone, root bone") << vat::BakeMode::Bone << true;
    QTest::newRow("vertex, root bone") << vat::BakeMode::Vertex << true;
    QTest::newRow("bone, hips") << vat::BakeMode::Bone << false;
    QTest::newRow("vertex, hips") << vat::BakeMode::Vertex << false;
  }
  void texelsTimesTrackEqualSource() {
    QFETCH(vat::BakeMode, mode);
    QFETCH(bool, rootBone);
    const model::Model model = makeWalk({1.2, 1.5, 40.0, rootBone, 30.0});
    bake::BakeSettings settings = settingsFor(mode, vat::RootMotionMode::Extract);
    settings.expose = {{rootBone ? "Root" : "Hips", true}};
    const vat::BakedAnimation baked = bakeOrDie(model, settings);
    const vat::BakedClip& clip = baked.clips.at(0);
    animation::SourcePose pose(model, ClipIndex(0u));
    glm::dvec3 start(0.0);
    for (std::uint32_t frame = 0; frame < clip.frameCount; ++frame) {
      pose.evaluate(clip.lengthSeconds * frame / clip.frameCount);
      const glm::dmat4 track = matrixOf(clip.rootMotion->samples[frame]);
      for (std::uint32_t v = 0; v < model.vertexCount(); ++v) {
        const OracleVertex expected = sourceVertex(model, pose, v, 4, true);
        const OracleVertex got = texelVertex(baked, v, clip.frameBegin + frame);
        QVERIFY(glm::distance(glm::dvec3(track * glm::dvec4(got.position, 1.0)), expected.position) < 3e-6);
        QVERIFY(glm::distance(glm::dmat3(track) * glm::normalize(got.normal), expected.normal) < 3e-6);
        QVERIFY(got.position.x >= clip.bounds.min.x && got.position.z <= clip.bounds.max.z);
      }
      const runtime::SocketPose socket = runtime::decodeSocket(baked, SocketIndex(0u), {frame, frame, 0.0f});
      const glm::dvec3 root(socket.position);
      start = frame == 0 ? root : start;
      QVERIFY(std::hypot(root.x - start.x, root.z - start.z) < 1e-3);
    }
    QVERIFY(clip.bounds.max.z - clip.bounds.min.z < 2.2f);  // Less than the distance of the walk.
  }

  /// The pose in place is compared with the texels, at half-frames too; without extraction the error would be metres.
  void errorComparesLikeWithLike() {
    const model::Model model = makeWalk();
    for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
      bake::BakeSettings settings = settingsFor(mode, vat::RootMotionMode::Extract);
      settings.sampleRateHz = 240.0;
      vat::BakedAnimation baked = bakeOrDie(model, settings);
      JobContext job;
      auto errors = bake::measureError(model, baked, job);
      QVERIFY(errors);
      QVERIFY2(errors->at(0).maxMillimetres < 1.0, qPrintable(QString::number(errors->at(0).maxMillimetres)));
      QVERIFY(errors->at(0).loopGapMillimetres < 1e-3);
      baked.clips[0].rootMotion.reset();
      errors = bake::measureError(model, baked, job);
      QVERIFY(errors && errors->at(0).maxMillimetres > 1000.0);
      baked.clips[0].rootMotion = vat::BakedRootMotion{vat::RootMotionMode::Remove, "Nobody", false, false, {}};
      errors = bake::measureError(model, baked, job);
      QVERIFY(!errors && errors.error().message.find("'Nobody'") != std::string::npos);
    }
  }

  /// In place the root stays within a millimetre of its start, with half floats too, and its path is not stored.
  void removedClipsStayInPlace() {
    for (const double turn : {0.0, 40.0}) {
      const model::Model model = makeWalk({1.2, 1.5, turn, true, 30.0});
      for (const vat::PixelFormat format : {vat::PixelFormat::Rgba16F, vat::PixelFormat::Rgba32F}) {
        bake::BakeSettings settings = settingsFor(vat::BakeMode::Bone, vat::RootMotionMode::Remove);
        settings.pixelFormat = format;
        settings.clips.push_back(settings.clips[0]);
        settings.clips[1].clip = ClipIndex(1u);
        settings.expose = {{"Root", true}};
        const vat::BakedAnimation baked = bakeOrDie(model, settings);
        for (const vat::BakedClip& clip : baked.clips) {
          QCOMPARE(clip.rootMotion->mode, vat::RootMotionMode::Remove);
          QVERIFY(clip.rootMotion->samples.empty());
          glm::vec3 start(0.0f);
          for (std::uint32_t i = 0; i < clip.frameCount; ++i) {
            const std::uint32_t frame = clip.frameBegin + i;
            const glm::vec3 at = runtime::decodeSocket(baked, SocketIndex(0u), {frame, frame, 0.0f}).position;
            start = i == 0 ? at : start;
            QVERIFY(std::hypot(at.x - start.x, at.z - start.z) < 1e-3f);
          }
          QVERIFY(runtime::rootMotionAt(clip, 5.0) == vat::RootSample{});
        }
      }
    }
  }

  /// Loops are decided after extraction: a travelling walk closes in place only; one that turns closes only if its
  /// rotation is extracted too.
  void loopsAreDecidedInPlace() {
    const auto loops = [](double turn, vat::RootMotionMode root, std::optional<bool> yaw) {
      const model::Model model = makeWalk({1.2, 1.5, turn, true, 30.0});
      bake::BakeSettings settings = settingsFor(vat::BakeMode::Bone, root);
      settings.rootMotion.yaw = yaw;
      return bakeOrDie(model, settings).clips.at(0).loop;
    };
    QVERIFY(!loops(0.0, vat::RootMotionMode::Keep, {}));
    QVERIFY(loops(0.0, vat::RootMotionMode::Remove, {}));
    QVERIFY(loops(0.0, vat::RootMotionMode::Extract, {}));
    QVERIFY(!loops(40.0, vat::RootMotionMode::Remove, {}));
    QVERIFY(loops(40.0, vat::RootMotionMode::Remove, true));
    QVERIFY(loops(40.0, vat::RootMotionMode::Extract, {}));
    QVERIFY(!loops(40.0, vat::RootMotionMode::Extract, false));
  }

  void clipsMayDifferAndBeCut() {
    const model::Model model = makeWalk();
    bake::BakeSettings settings = settingsFor(vat::BakeMode::Bone, vat::RootMotionMode::Keep);
    settings.clips.push_back(settings.clips[0]);
    settings.clips[1].rootMotion = vat::RootMotionMode::Extract;
    settings.clips[1].fromSeconds = 0.5;
    settings.clips[1].toSeconds = 0.9;
    settings.rootMotion.height = true;
    const vat::BakedAnimation baked = bakeOrDie(model, settings);
    QVERIFY(!baked.clips[0].rootMotion);
    QCOMPARE(runtime::rootMotionAt(baked.clips[0], 0.5), vat::RootSample{});
    const vat::BakedClip& cut = baked.clips[1];
    QVERIFY(!cut.loop);
    QCOMPARE(cut.rootMotion->samples.size(), std::size_t{cut.frameCount});
    QCOMPARE(cut.rootMotion->samples[0], vat::RootSample{});
    animation::SourcePose pose(model, ClipIndex(0u));
    pose.evaluate(0.5);
    const double low = pose.worlds()[0][3].y;
    pose.evaluate(0.9);
    QVERIFY(std::abs(cut.rootMotion->samples.back().position.y - (pose.worlds()[0][3].y - low)) < 1e-6);
    // It plays once: the ends hold.
    QCOMPARE(runtime::rootMotionAt(cut, 7.0), cut.rootMotion->samples.back());
    QCOMPARE(runtime::rootMotionAt(cut, -7.0), vat::RootSample{});
    QCOMPARE(runtime::rootMotionAt(cut, std::nan("")), vat::RootSample{});
    QVERIFY(runtime::rootMotionAt(cut, 0.2).position.z > 0.0);
  }

  void rootCanBeNamed() {
    const model::Model model = makeWalk();
    bake::BakeSettings settings = settingsFor(vat::BakeMode::Bone, vat::RootMotionMode::Extract);
    settings.rootMotion.node = "Tip";
    QCOMPARE(bakeOrDie(model, settings).clips[0].rootMotion->node, std::string("Tip"));
    settings.rootMotion.node = "Tipp";
    const std::string mistyped = bakeError(model, settings);
    QVERIFY2(mistyped.find("no node \"Tipp\"") != std::string::npos &&
                 mistyped.find("did you mean \"Tip\"?") != std::string::npos,
             mistyped.c_str());
    settings.rootMotion.node = "Sternum";  // No similar name: the topmost nodes are listed.
    const std::string unlike = bakeError(model, settings);
    QVERIFY2(unlike.find("no node \"Sternum\"") != std::string::npos && unlike.find("\"Root\"") != std::string::npos,
             unlike.c_str());
  }

  /// Morph targets and rigid parts move along.
  void rigidPartsAndMorphs() {
    model::Model model = animatedRigidNode();  // rolls 4 m along X
    bake::BakeSettings settings = settingsFor(vat::BakeMode::Vertex, vat::RootMotionMode::Extract);
    settings.rootMotion.node = "Cart";
    const vat::BakedAnimation cart = bakeOrDie(model, settings);
    QVERIFY(std::abs(cart.clips[0].rootMotion->samples.back().position.x - 4.0) < 1e-6);
    QVERIFY(cart.bounds.max.x < 1.5f);

    model::Model face = morphingMesh();
    addTrack(face.clips[0], model::TrackTarget::Translation, model::Interpolation::Linear, NodeIndex(0), {0.0, 1.0},
             {0, 0, 0, 0, 0, 3});
    bake::BakeSettings removed = settingsFor(vat::BakeMode::Vertex, vat::RootMotionMode::Remove);
    bake::BakeSettings kept = settingsFor(vat::BakeMode::Vertex, vat::RootMotionMode::Keep);
    removed.loop = kept.loop = bake::LoopMode::Off;
    const vat::BakedAnimation a = bakeOrDie(face, removed);
    const vat::BakedAnimation b = bakeOrDie(face, kept);
    for (std::uint32_t frame = 0; frame < a.clips[0].frameCount; ++frame) {
      const double z = 3.0 * frame / (a.clips[0].frameCount - 1.0);
      for (std::uint32_t v = 0; v < face.vertexCount(); ++v) {
        const glm::dvec3 moved = texelVertex(a, v, frame).position + glm::dvec3(0, 0, z);
        QVERIFY(glm::distance(moved, texelVertex(b, v, frame).position) < 1e-6);
      }
    }
  }

  void sameBytesForAnyNumberOfThreads() {
    const model::Model model = makeWalk({3.0, 4.0, 40.0, false, 30.0});
    const bake::BakeSettings settings = settingsFor(vat::BakeMode::Bone, vat::RootMotionMode::Extract);
    JobContext one;
    one.threadCount = 1;
    JobContext three;
    three.threadCount = 3;
    const vat::BakedAnimation a = bakeOrDie(model, settings, one);
    const vat::BakedAnimation b = bakeOrDie(model, settings, three);
    QCOMPARE(a.clips[0].rootMotion, b.clips[0].rootMotion);
    QCOMPARE(std::memcmp(a.texels.bytes().data(), b.texels.bytes().data(), a.texels.bytes().size()), 0);
  }
};

TEXELETON_PLAIN_SUITE(TestBakeRootMotion)
#include "test_bake_root_motion.moc"

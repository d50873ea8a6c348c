#include <QObject>
#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/animation/pose.h"
#include "core/bake/bake.h"
#include "core/bake/measure/measure.h"
#include "core/pipeline/load_model.h"
#include "core/root_motion/find_root.h"
#include "core/runtime/pack_player.h"
#include "core/runtime/root_motion_track.h"
#include "core/vat/texture_settings.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::test;
namespace fs = std::filesystem;

namespace {

constexpr int kLoops = 100;

std::shared_ptr<const model::Model> load(const fs::path& file, const std::vector<fs::path>& motions = {}) {
  pipeline::ModelRequest request;
  request.model = file;
  request.motions = motions;
  request.import.cache.enabled = false;
  JobContext job;
  auto model = pipeline::loadModel(request, job);
  return model ? *model : nullptr;
}

/// The root's position on the ground and its twist about +Y, by quaternions, without the code under test.
glm::dmat4 heading(animation::SourcePose& pose, NodeIndex root, double seconds) {
  pose.evaluate(seconds);
  const glm::dmat4& world = pose.worlds()[root.value];
  glm::dmat3 axes(world);
  for (int c = 0; c < 3; ++c) {
    axes[c] /= glm::length(axes[c]);
  }
  if (glm::determinant(axes) < 0.0) {
    axes[0] = -axes[0];
  }
  const glm::dquat q = glm::quat_cast(axes);
  glm::dmat4 matrix = glm::mat4_cast(q);
  matrix[3] = glm::dvec4(world[3].x, 0.0, world[3].z, 1.0);
  return matrix;
}

/// The motion between two headings that keeps +Y up: the twist of the rotation between them.
glm::dmat4 way(const glm::dmat4& from, const glm::dmat4& to) {
  const glm::dquat between = glm::quat_cast(glm::dmat3(to) * glm::transpose(glm::dmat3(from)));
  const glm::dquat twist = glm::normalize(glm::dquat(between.w, 0.0, between.y, 0.0));
  glm::dmat4 matrix = glm::mat4_cast(twist);
  const glm::dvec3 place = glm::dvec3(to[3]) - twist * glm::dvec3(from[3]);
  matrix[3] = glm::dvec4(place, 1.0);
  return matrix;
}

glm::dmat4 matrixOf(const vat::RootSample& sample) {
  glm::dmat4 matrix = glm::mat4_cast(glm::angleAxis(sample.yawRadians, glm::dvec3(0, 1, 0)));
  matrix[3] = glm::dvec4(sample.position, 1.0);
  return matrix;
}

/// Clips of a model, ordered by distance travelled.
std::vector<ClipIndex> travellers(const model::Model& model, std::size_t most) {
  const root_motion::RootFinder roots(model);
  std::vector<ClipIndex> clips;
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    if (roots.rootOf(ClipIndex(i)).isValid() && model.clips[i].lengthSeconds > 0.0) {
      clips.emplace_back(i);
    }
  }
  std::stable_sort(clips.begin(), clips.end(),
                   [&](ClipIndex a, ClipIndex b) { return roots.travelMetres(a) > roots.travelMetres(b); });
  clips.resize(std::min(clips.size(), most));
  return clips;
}

}  // namespace

/// Proof point 3 on models made by artists.
class TestRootMotionModels : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    if (!sharedModels()) {
      TEXELETON_SKIP("the shared models are absent: nothing was tried");
    }
  }

  void tracksMatchSource_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("motion");
    QTest::addColumn<bool>("vertex");
    for (const bool vertex : {false, true}) {
      for (const char* file : {"kaykit-knight.glb", "fox.glb", "robot.dae", "maya-slime.fbx", "max-skin-zup.fbx",
                               "maya-sausage-ascii.fbx", "kaykit-barbarian/kaykit-barbarian.fbx"}) {
        QTest::newRow(qPrintable(QString(file) + (vertex ? " vertex" : " bone"))) << file << "" << vertex;
      }
      QTest::newRow(vertex ? "knight by BVH vertex" : "knight by BVH bone") << "kaykit-knight.glb"
                                                                            << "kaykit-walk.bvh" << vertex;
    }
  }
  void tracksMatchSource() {
    QFETCH(QString, file);
    QFETCH(QString, motion);
    QFETCH(bool, vertex);
    std::vector<fs::path> motions;
    if (!motion.isEmpty()) {
      motions.push_back(*sharedModels() / motion.toStdString());
    }
    const auto model = load(*sharedModels() / file.toStdString(), motions);
    QVERIFY(model);
    std::vector<ClipIndex> clips = motions.empty() ? travellers(*model, 3) : std::vector<ClipIndex>();
    if (!motions.empty()) {
      clips.emplace_back(model->clips.size() - 1);
    }
    QVERIFY(!clips.empty());
    const root_motion::RootFinder roots(*model);
    for (const ClipIndex index : clips) {
      bake::BakeSettings settings;
      settings.mode = vertex ? vat::BakeMode::Vertex : vat::BakeMode::Bone;
      settings.pixelFormat = vat::PixelFormat::Rgba32F;
      settings.loop = bake::LoopMode::On;
      settings.rootMotion.mode = vat::RootMotionMode::Extract;
      settings.clips.resize(1);
      settings.clips[0].clip = index;
      const NodeIndex root = roots.rootOf(index);
      settings.expose = {
          {QRegularExpression::escape(QString::fromStdString(model->nodes[root.value].name)).toStdString(), true}};
      JobContext job;
      auto baked = bake::bake(*model, settings, job);
      QVERIFY2(baked, baked ? "" : baked.error().message.c_str());
      const vat::BakedClip& clip = baked->clips.at(0);
      QCOMPARE(clip.rootMotion->node, model->nodes[root.value].name);
      animation::SourcePose pose(*model, index);
      const glm::dmat4 start = heading(pose, root, clip.source.fromSeconds);
      const glm::dmat4 cycle = way(start, heading(pose, root, clip.source.toSeconds));

      // The path of one cycle, and the source after 0 … 100 of them.
      double path = 0.0;
      glm::dvec3 before(0.0);
      for (std::uint32_t frame = 0; frame <= clip.frameCount; ++frame) {
        const glm::dvec3 at = clip.rootMotion->samples[frame].position;
        path += glm::length(at - before);
        before = at;
      }
      const double tolerance = std::max(1e-4 * kLoops * path, 1e-6);
      glm::dmat4 loops(1.0);
      double worst = 0.0;
      for (int loop = 0; loop <= kLoops; ++loop) {
        for (std::uint32_t frame = 0; frame < clip.frameCount; frame += loop % 10 == 0 ? 3 : clip.frameCount) {
          const double share = static_cast<double>(frame) / clip.frameCount;
          const double seconds = clip.source.fromSeconds + clip.lengthSeconds * share;
          const glm::dmat4 expected = loops * way(start, heading(pose, root, seconds));
          const glm::dmat4 got = matrixOf(runtime::rootMotionAt(clip, (loop + share) * clip.lengthSeconds));
          worst = std::max(worst, glm::length(glm::dvec3(got[3] - expected[3])));
        }
        loops = loops * cycle;
      }
      QVERIFY2(
          worst <= tolerance,
          qPrintable(
              QString("clip %1: %2 m off on a path of %3 m").arg(clip.name.c_str()).arg(worst).arg(kLoops * path)));

      // In place the root is stationary.
      glm::vec3 first(0.0f);
      for (std::uint32_t frame = 0; frame < clip.frameCount; ++frame) {
        const glm::vec3 at = runtime::decodeSocket(*baked, SocketIndex(0u), {frame, frame, 0.0f}).position;
        first = frame == 0 ? at : first;
        QVERIFY2(std::hypot(at.x - first.x, at.z - first.z) < 1e-3f, clip.name.c_str());
      }
    }
  }

  /// The knight's clips, which walk in place, lose nothing: the measured error is unchanged.
  void errorsStaySmall() {
    const auto model = load(*sharedModels() / "kaykit-knight.glb");
    QVERIFY(model);
    bake::BakeSettings settings;
    for (const ClipIndex clip : travellers(*model, 4)) {
      settings.clips.emplace_back().clip = clip;
    }
    JobContext job;
    const auto kept = bake::bake(*model, settings, job);
    settings.rootMotion.mode = vat::RootMotionMode::Extract;
    const auto taken = bake::bake(*model, settings, job);
    QVERIFY(kept && taken);
    const auto before = bake::measureError(*model, *kept, job);
    const auto after = bake::measureError(*model, *taken, job);
    QVERIFY(before && after);
    for (std::size_t i = 0; i < settings.clips.size(); ++i) {
      QVERIFY2(after->at(i).maxMillimetres < 1.5 * before->at(i).maxMillimetres + 1.0,
               qPrintable(QString("%1: %2 mm, %3 mm before")
                              .arg(taken->clips[i].name.c_str())
                              .arg(after->at(i).maxMillimetres)
                              .arg(before->at(i).maxMillimetres)));
    }
  }
};

TEXELETON_SUITE(TestRootMotionModels)
#include "test_root_motion_models.moc"

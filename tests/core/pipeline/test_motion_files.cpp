#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cstring>

#include "core/animation/pose.h"
#include "core/bake/bake.h"
#include "core/pipeline/load_model.h"
#include "tests/support/split_glb.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::test;
namespace fs = std::filesystem;

namespace {

std::shared_ptr<const model::Model> load(const fs::path& model, const std::vector<fs::path>& motions, JobContext& job) {
  pipeline::ModelRequest request;
  request.model = model;
  request.motions = motions;
  request.import.cache.enabled = false;
  auto loaded = pipeline::loadModel(request, job);
  if (!loaded) {
    qWarning("%s", loaded.error().message.c_str());
    return nullptr;
  }
  return *loaded;
}

/// The clip with this name in a file; an empty name: the first.
ClipIndex clipNamed(const model::Model& model, const std::string& name, std::uint32_t file) {
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    if (model.clips[i].motionFile == file && (name.empty() || model.clips[i].name == name)) {
      return ClipIndex(i);
    }
  }
  return {};
}

vat::BakedAnimation bakeClips(const model::Model& model, const std::vector<ClipIndex>& clips, vat::PixelFormat format) {
  bake::BakeSettings settings;
  settings.pixelFormat = format;
  settings.size = vat::SizeRule::Exact;
  settings.sampleRateHz = 30.0;
  for (const ClipIndex clip : clips) {
    bake::ClipSelection selection;
    selection.clip = clip;
    settings.clips.push_back(selection);
  }
  JobContext job;
  auto baked = bake::bake(model, settings, job);
  return baked ? std::move(*baked) : vat::BakedAnimation{};
}

double diagonal(const model::Model& model) {
  return glm::distance(glm::dvec3(model.bindBounds.min), glm::dvec3(model.bindBounds.max));
}

}  // namespace

class TestMotionFiles : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    if (!sharedModels()) {
      TEXELETON_SKIP("the shared models are absent: nothing was tried");
    }
    m_knight = *sharedModels() / "kaykit-knight.glb";
  }

  /// From a report: motions of the model's own skeleton, exported while posed or from the T-pose, with moving shoulders
  /// or not. Every bone is placed as in the motion file.
  void posedMotionsOfTheSameSkeleton_data() {
    QTest::addColumn<QString>("file");
    for (const char* file : {"motion_tpose_shrug.glb", "motion_posed_plain.glb", "motion_posed_shrug.glb"}) {
      QTest::newRow(file) << file;
    }
  }
  void posedMotionsOfTheSameSkeleton() {
    QFETCH(QString, file);
    const fs::path folder = *sharedModels() / "reports" / "5-motion-same-skeleton-posed";
    JobContext job;
    const auto alone = load(folder / file.toStdString(), {}, job);
    const auto model = load(folder / "motion_model.glb", {folder / file.toStdString()}, job);
    QVERIFY(alone && model);
    animation::SourcePose truth(*alone, ClipIndex(0u));
    animation::SourcePose pose(*model, ClipIndex(0u));
    std::size_t compared = 0;
    double largest = 0.0;
    for (double t = 0.0; t <= 1.0; t += 0.05) {
      truth.evaluate(t);
      pose.evaluate(t);
      for (std::size_t i = 0; i < alone->nodes.size(); ++i) {
        for (std::size_t k = 0; k < model->nodes.size(); ++k) {
          for (int c = 0; c < 4 && alone->nodes[i].name == model->nodes[k].name; ++c) {
            largest = std::max(largest, glm::distance(truth.worlds()[i][c], pose.worlds()[k][c]));
            ++compared;
          }
        }
      }
    }
    QVERIFY(compared >= std::size_t{15 * 4 * 20});
    QVERIFY2(largest < 1e-6, qPrintable(QString::number(largest)));
  }

  /// A skin and three motions in separate files bake to the texels of the whole file.
  void splitKnightBakesLikeWhole() {
    const std::vector<std::string> names = {"Walking_A", "Running_A", "1H_Melee_Attack_Chop"};
    const QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    const Glb glb = readGlb(m_knight);
    writeGlb(root / "skin.glb", withoutAnimations(glb));
    writeGlb(root / "walk.glb", onlyAnimation(glb, names[0]));
    writeGlb(root / "run.glb", withPrefix(onlyAnimation(glb, names[1]), "mixamorig1:"));
    writeGlb(root / "attack.glb", inAnotherUnit(onlyAnimation(glb, names[2]), 100.0, "upperarm.l"));

    JobContext job;
    const auto whole = load(m_knight, {}, job);
    const auto split = load(root / "skin.glb", {root / "walk.glb", root / "run.glb", root / "attack.glb"}, job);
    QVERIFY(whole && split);
    std::vector<ClipIndex> ofWhole;
    std::vector<ClipIndex> ofSplit;
    for (std::size_t i = 0; i < names.size(); ++i) {
      ofWhole.push_back(clipNamed(*whole, names[i], 0));
      ofSplit.push_back(clipNamed(*split, names[i], static_cast<std::uint32_t>(i + 1)));
      QVERIFY(ofWhole.back().isValid() && ofSplit.back().isValid());
    }
    const std::vector<Issue> issues = job.takeIssues();
    const auto said = [&](const char* file, const char* text) {
      return std::any_of(issues.begin(), issues.end(), [&](const Issue& issue) {
        return issue.subject == file && issue.text.find(text) != std::string::npos;
      });
    };
    QVERIFY(said("attack.glb", "multiplied by 0.01"));
    QVERIFY(said("attack.glb", "\"upperarm.l\" by"));
    QVERIFY(!said("run.glb", ""));

    // As half floats: walk and run bit by bit. As floats: the attack within the error of ·100·0.01.
    const vat::BakedAnimation wholeHalf = bakeClips(*whole, ofWhole, vat::PixelFormat::Rgba16F);
    const vat::BakedAnimation splitHalf = bakeClips(*split, ofSplit, vat::PixelFormat::Rgba16F);
    QVERIFY(wholeHalf.layout.frameCount > 60);
    QCOMPARE(splitHalf.layout.frameCount, wholeHalf.layout.frameCount);
    const std::uint32_t exactRows = wholeHalf.clips[2].frameBegin;
    QCOMPARE(std::memcmp(wholeHalf.texels.row(0), splitHalf.texels.row(0), wholeHalf.texels.rowBytes() * exactRows), 0);
    const vat::BakedAnimation wholeFloat = bakeClips(*whole, ofWhole, vat::PixelFormat::Rgba32F);
    const vat::BakedAnimation splitFloat = bakeClips(*split, ofSplit, vat::PixelFormat::Rgba32F);
    float largest = 0.0f;
    for (std::uint32_t y = 0; y < wholeFloat.texels.height(); ++y) {
      for (std::uint32_t x = 0; x < wholeFloat.texels.width(); ++x) {
        const glm::vec4 difference = glm::abs(wholeFloat.texels.texel(x, y) - splitFloat.texels.texel(x, y));
        largest = std::max({largest, difference.x, difference.y, difference.z, difference.w});
      }
    }
    QVERIFY2(largest < 2e-6f, qPrintable(QString::number(static_cast<double>(largest))));
  }

  /// The FBX of another character on the same rig, in centimetres, by another exporter, holds the same walk.
  void fbxMotionEqualsGlb() {
    JobContext job;
    const auto model = load(m_knight, {*sharedModels() / "kaykit-barbarian" / "kaykit-barbarian.fbx"}, job);
    QVERIFY(model);
    for (const char* name : {"Walking_A", "Idle", "Running_A", "Cheer"}) {
      const ClipIndex own = clipNamed(*model, name, 0);
      const ClipIndex taken = clipNamed(*model, std::string("Rig|") + name + "_Rig", 1);
      QVERIFY(own.isValid() && taken.isValid());
      animation::SourcePose ownPose(*model, own);
      animation::SourcePose takenPose(*model, taken);
      const model::Clip& clip = model->clips[own.value];
      double largest = 0.0;
      // At the frames: between them the FBX file has its curves, the glTF file is linear.
      for (int k = 0; k / 30.0 <= clip.lengthSeconds + 1e-6; ++k) {
        const double t = std::min(k / 30.0, clip.lengthSeconds);
        ownPose.evaluate(clip.startSeconds + t);
        takenPose.evaluate(model->clips[taken.value].startSeconds + t);
        for (const model::PaletteEntry& entry : model->palette) {
          for (int column = 0; column < 4; ++column) {
            largest = std::max(largest, glm::distance(ownPose.worlds()[entry.node.value][column],
                                                      takenPose.worlds()[entry.node.value][column]));
          }
        }
      }
      QVERIFY2(largest < 1e-3 * diagonal(*model), qPrintable(QString("%1: %2").arg(name).arg(largest)));
    }
  }

  /// BVH has bones without axes, and here it is lying on its back: every joint still moves as in the file.
  void bvhMovesEveryJoint() {
    JobContext job;
    const fs::path file = *sharedModels() / "kaykit-walk.bvh";
    const auto model = load(m_knight, {file}, job);
    const auto motion = load(file, {}, job);
    QVERIFY(model && motion);
    animation::SourcePose taken(*model, clipNamed(*model, "", 1));
    animation::SourcePose truth(*motion, ClipIndex(0u));
    std::size_t compared = 0;
    double largest = 0.0;
    for (int k = 0; k <= 24; ++k) {
      const double t = motion->clips[0].startSeconds + motion->clips[0].lengthSeconds * k / 24.0;
      taken.evaluate(t);
      truth.evaluate(t);
      for (std::size_t i = 0; i < model->nodes.size(); ++i) {
        for (std::size_t j = 0; j < motion->nodes.size(); ++j) {
          const std::string& name = model->nodes[i].name;
          const bool body = name == "hips" || name == "chest" || name == "head" || name.starts_with("hand.") ||
                            name.starts_with("foot.") || name.starts_with("lowerleg.");
          if (body && name == motion->nodes[j].name) {
            const glm::dvec3 p(truth.worlds()[j][3]);
            largest = std::max(largest, glm::distance(glm::dvec3(taken.worlds()[i][3]), glm::dvec3(p.x, p.z, -p.y)));
            ++compared;
          }
        }
      }
    }
    QCOMPARE(compared, std::size_t{25 * 9});
    QVERIFY2(largest < 1e-3 * diagonal(*model), qPrintable(QString::number(largest)));
  }

  void patternsNameFiles() {
    const auto files = pipeline::filesMatching(*sharedModels() / "kaykit-*");
    QVERIFY(files.has_value());
    QCOMPARE(files->size(), std::size_t{2});  // The folder is not a file.
    QVERIFY(pipeline::filesMatching("no-such-*.fbx").error().code == ErrorCode::NotFound);
    QCOMPARE(pipeline::filesMatching("absent.fbx")->size(), std::size_t{1});
  }

 private:
  fs::path m_knight;
};

TEXELETON_SUITE(TestMotionFiles)
#include "test_motion_files.moc"

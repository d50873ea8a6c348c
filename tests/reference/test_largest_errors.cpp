// Every shared model, in both modes, at its own rate (0 Hz), at 30 Hz, and so slowly that keys are between frames: the
// largest error of a bake must not be below the one found by a search at sixteen times the rate, nor more than 5 %
// above. The search uses the naive float64 evaluation, which reads and poses the file itself, so it also checks the
// import of curves. TEXELETON_ALL_CLIPS=1 tests all clips, not only the first three.

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <set>

#include "core/pipeline/load_model.h"
#include "core/pipeline/pack_job.h"
#include "tests/reference/search_errors.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

namespace fs = std::filesystem;
using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr int kTimesPerFrame = 16;
constexpr double kSlowHertz = 7.0;
constexpr double kRounding = 1e-6;  // In sizes of the model: precision of float positions.
constexpr double kMostAbove = 1.05;
constexpr double kMillimetresAbove = 0.01;
constexpr std::size_t kClips = 3;

/// A file, read by the program and by the reference; shared by all of its rows.
struct Searched {
  QString file;
  pipeline::PackJob job;
  std::shared_ptr<const model::Model> model;
  ReferenceScene scene;
  std::vector<ReferencePart> parts;
  std::vector<std::size_t> matches;
};

/// The matched file; otherwise `failed` has the reason.
struct SearchedOrWhy {
  Searched searched;
  std::string failed;
};

SearchedOrWhy searched(const QString& file) {
  Searched s;
  s.file = file;
  const fs::path path = file.toStdString();
  s.job.source.model = path;
  s.job.source.import.cache.enabled = false;
  s.job.settings.mode = vat::BakeMode::Vertex;
  s.job.settings.pixelFormat = vat::PixelFormat::Rgba32F;
  s.job.settings.size = vat::SizeRule::Exact;
  s.job.measure = false;
  JobContext context;
  const auto model = pipeline::loadModel(s.job.source, context);
  if (!model) {
    return {{}, describe(model.error())};
  }
  s.model = *model;
  s.scene = readReference(path);
  if (s.model->clips.size() != s.scene.clips.size()) {
    return {{}, "the reference has another number of clips"};
  }
  for (std::size_t i = 0; i < s.model->clips.size(); ++i) {
    if (i < kClips || qEnvironmentVariableIsSet("TEXELETON_ALL_CLIPS")) {
      s.job.settings.clips.emplace_back().clip = ClipIndex(i);
    }
  }
  s.parts = partsOfVertices(s.scene);
  const auto exact = pipeline::runPackJob(s.job, s.model, context);
  if (!exact) {
    return {{}, describe(exact.error())};
  }
  s.matches = matchVertices(exact->pack.animation, s.scene, s.parts);
  std::set<std::array<float, 3>> unmatched;
  for (std::size_t v = 0; v < s.matches.size(); ++v) {
    if (s.matches[v] == kNoMatch) {
      const glm::vec3& p = exact->pack.animation.mesh.positions[v];
      unmatched.insert({p.x, p.y, p.z});
    }
  }
  if (unmatched.size() > verticesOfNoJoint(s.scene, s.parts)) {
    return {{}, "vertices go a way that no vertex of the file goes"};
  }
  return {std::move(s), {}};
}

}  // namespace

class TestLargestErrors : public QObject {
  Q_OBJECT

  Searched m_searched;

 private slots:
  static void notBelowSearch_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("bone");
    QTest::addColumn<double>("hertz");
    std::vector<fs::path> files = sharedModelFiles();
    if (files.empty()) {
      QVERIFY2(!modelsAreRequired(), "the shared test models are absent (TEXELETON_MODELS)");
    }
    for (const char* sample : {"lantern-knight.glb", "banner.glb"}) {
      files.push_back(sourceFolder() / "resources" / "samples" / sample);
    }
    for (const fs::path& file : files) {
      for (const bool bone : {true, false}) {
        std::vector<double> rates = {0.0, 30.0, kSlowHertz};
        if (file.filename() == "maya-sausage-ascii.fbx") {
          rates.push_back(144.0);  // So high that it shows how closely an import follows fast curves.
        }
        for (const double hertz : rates) {
          if (file.extension() != ".bvh") {
            QTest::addRow("%s, %s, %g Hz", file.filename().c_str(), bone ? "bone" : "vertex", hertz)
                << QString::fromStdString(file.string()) << bone << hertz;
          }
        }
      }
    }
  }

  void notBelowSearch() {
    QFETCH(const QString, file);
    QFETCH(const bool, bone);
    QFETCH(const double, hertz);
#ifdef TEXELETON_SANITIZED
    QSKIP("too slow with sanitizers; nothing of it touches memory that other tests do not");
#endif
    if (m_searched.file != file) {
      SearchedOrWhy read = searched(file);
      QVERIFY2(read.failed.empty(), read.failed.c_str());
      m_searched = std::move(read.searched);
    }
    const auto& [name, fileJob, model, scene, parts, matches] = m_searched;
    pipeline::PackJob job = fileJob;
    JobContext context;
    job.settings.mode = bone ? vat::BakeMode::Bone : vat::BakeMode::Vertex;
    job.settings.pixelFormat = vat::PixelFormat::Rgba16F;
    job.measure = true;
    if (hertz > 0.0) {
      job.settings.sampleRateHz = hertz;
    }
    const auto result = pipeline::runPackJob(job, model, context);
    QVERIFY2(result, result ? "" : describe(result.error()).c_str());
    const vat::BakedAnimation& baked = result->pack.animation;
    for (const vat::BakedClip& clip : baked.clips) {
      const model::Clip& source = model->clips[clip.source.clip.value];
      if (clip.source.toSeconds > source.startSeconds + source.lengthSeconds + 1e-6) {
        continue;  // The bake closed this cycle: the file does not define the step from its last frame to the first.
      }
      const double times = kTimesPerFrame * std::max(1.0, source.sourceRateHz / clip.frameRate);
      const FoundError found = searchErrors(baked, clip, scene, parts, matches, static_cast<int>(std::ceil(times)));
      const double claimed = clip.error->maxMillimetres;
      qInfo("| %s | %s | %.4g Hz | %.40s | %.5g | %.5g | %.3f |", fs::path(file.toStdString()).filename().c_str(),
            bone ? "bone" : "vertex", clip.sampleRateHz, clip.name.c_str(), claimed, found.millimetres,
            found.millimetres > 0.0 ? claimed / found.millimetres : 1.0);
      const QString told = QString("clip %1: %2 mm claimed, %3 mm found at frame %4")
                               .arg(clip.name.c_str())
                               .arg(claimed)
                               .arg(found.millimetres)
                               .arg(found.atFrame);
      QVERIFY2(claimed >= found.millimetres - 1000.0 * kRounding * baked.sizeMetres, qPrintable(told));
      // The search finds only a part of a jump between two positions.
      QVERIFY2(claimed <= kMostAbove * (found.millimetres + found.stepMillimetres) + kMillimetresAbove,
               qPrintable(told));
    }
  }
};

TEXELETON_SUITE(TestLargestErrors)
#include "test_largest_errors.moc"

// Every shared and bundled model, in both modes: the positions that a reader of the written pack decodes must be those
// of the naive float64 evaluation, which reads and poses the file by itself.

#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <limits>
#include <optional>

#include "core/pipeline/pack_job.h"
#include "tests/reference/reference_scene.h"
#include "tests/support/test_models.h"

namespace fs = std::filesystem;
using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr double kTolerance = 1e-4;  // of the model's size

// Reads a texel as FORMAT.md says: x = t mod width, y = frame·rowsPerFrame + t div width.
glm::dvec4 texelOf(const BakedAnimation& baked, std::uint32_t frame, std::uint32_t t) {
  const TextureLayout& layout = baked.layout;
  return glm::dvec4(baked.texels.texel(t % layout.width, frame * layout.rowsPerFrame + t / layout.width));
}

glm::dvec3 decode(const BakedAnimation& baked, std::uint32_t vertex, std::uint32_t frame) {
  if (baked.mode == BakeMode::Vertex) {
    return glm::dvec3(texelOf(baked, frame, baked.mesh.elements[vertex] * 2));
  }
  const glm::dvec4 p(glm::dvec3(baked.mesh.positions[vertex]), 1.0);
  glm::dvec3 sum(0.0);
  for (int i = 0; i < 4; ++i) {
    const double weight = static_cast<double>(baked.mesh.boneWeights[vertex][i]);
    const std::uint32_t bone = baked.mesh.boneIndices[vertex][i];
    for (std::uint32_t row = 0; row < 3 && weight > 0.0; ++row) {
      sum[static_cast<int>(row)] += weight * glm::dot(texelOf(baked, frame, bone * 3 + row), p);
    }
  }
  return sum;
}

std::vector<std::uint32_t> cornersOf(const Model& model, const MeshPart& part) {
  const auto begin = model.vertices.indices.begin() + part.firstIndex;
  return {begin, begin + part.indexCount};
}

// Largest distance between corners; infinite when their numbers differ. A mirrored instance has its triangles turned
// round (first corner kept or not), so corners are compared as sets of three.
double distance(const std::vector<glm::dvec3>& a, const std::vector<glm::dvec3>& b, const std::vector<bool>& ambiguous,
                const std::vector<std::size_t>& corners) {
  if (a.size() != b.size()) {
    return std::numeric_limits<double>::infinity();
  }
  static constexpr int kOrders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  double worst = 0.0;
  for (std::size_t t = 0; t < a.size(); t += 3) {
    double best = std::numeric_limits<double>::infinity();
    for (const auto& order : kOrders) {
      double here = 0.0;
      for (std::size_t k = 0; k < 3; ++k) {
        if (!ambiguous[corners[t + k]]) {
          here = std::max(here, glm::distance(a[t + k], b[t + static_cast<std::size_t>(order[k])]));
        }
      }
      best = std::min(best, here);
    }
    worst = std::max(worst, best);
  }
  return worst;
}

std::vector<std::uint32_t> framesToTry(const BakedClip& clip) {
  std::vector<std::uint32_t> frames = {0};
  for (const std::uint32_t f : {clip.frameCount / 3, clip.frameCount / 2, clip.frameCount - 1}) {
    if (f > frames.back()) {
      frames.push_back(f);
    }
  }
  return frames;
}

double secondsOf(const BakedClip& clip, std::uint32_t frame) {
  const double length = clip.source.toSeconds - clip.source.fromSeconds;
  const double steps = clip.loop ? clip.frameCount : std::max(1.0, clip.frameCount - 1.0);
  return clip.source.fromSeconds + length * frame / steps;
}

// Which reference part a part of the model is: of those with as many corners, the nearest in the first pose.
std::vector<std::size_t> matchParts(const Model& model, const std::vector<std::vector<glm::dvec3>>& decoded,
                                    const std::vector<std::vector<glm::dvec3>>& reference,
                                    const std::vector<std::vector<bool>>& ambiguous, const ReferenceScene& scene) {
  std::vector<std::size_t> matches;
  std::vector<bool> used(scene.parts.size(), false);
  for (std::size_t p = 0; p < model.parts.size(); ++p) {
    double best = std::numeric_limits<double>::infinity();
    std::size_t match = scene.parts.size();
    for (std::size_t r = 0; r < scene.parts.size(); ++r) {
      const double d = used[r] ? best : distance(reference[r], decoded[p], ambiguous[r], scene.parts[r].corners);
      if (!used[r] && d < best) {
        best = d;
        match = r;
      }
    }
    matches.push_back(match);
    if (match < used.size()) {
      used[match] = true;
    }
  }
  return matches;
}

struct Comparison {
  double worst = 0.0;
  std::string where;
};

Comparison compare(const Model& model, const BakedAnimation& baked, const ReferenceScene& scene, bool fromZero) {
  Comparison result;
  const bool bone = baked.mode == BakeMode::Bone;
  std::vector<std::size_t> matches;
  for (const BakedClip& clip : baked.clips) {
    const ReferenceClip& source = scene.clips[clip.source.clip.value];
    for (const std::uint32_t frame : framesToTry(clip)) {
      // Assimp moves a take that starts late to 0
      const double seconds =
          secondsOf(clip, frame) - (fromZero ? model.clips[clip.source.clip.value].startSeconds : 0.0);
      const auto worlds = scene.worlds(source, seconds);
      std::vector<std::vector<bool>> ambiguous(scene.parts.size());
      std::vector<std::vector<glm::dvec3>> reference;
      for (std::size_t r = 0; r < scene.parts.size(); ++r) {
        reference.push_back(scene.corners(scene.parts[r], source, seconds, worlds, bone, !bone, &ambiguous[r]));
      }
      std::vector<std::vector<glm::dvec3>> decoded;
      for (const MeshPart& part : model.parts) {
        std::vector<glm::dvec3> corners;
        for (const std::uint32_t corner : cornersOf(model, part)) {
          corners.push_back(decode(baked, corner, clip.frameBegin + frame));
        }
        decoded.push_back(std::move(corners));
      }
      if (matches.empty()) {
        matches = matchParts(model, decoded, reference, ambiguous, scene);
      }
      for (std::size_t p = 0; p < model.parts.size(); ++p) {
        const double d =
            matches[p] == scene.parts.size()
                ? std::numeric_limits<double>::infinity()
                : distance(reference[matches[p]], decoded[p], ambiguous[matches[p]], scene.parts[matches[p]].corners);
        if (d > result.worst) {
          result = {d, "part " + model.parts[p].name + ", clip " + clip.name + ", frame " + std::to_string(frame)};
        }
      }
    }
  }
  return result;
}

// Open: Assimp and our reader pose these three FBX files of Maya and 3ds Max differently, and which one is right is not
// settled for each (segment scale compensation, pre-rotations, geometric transforms).
bool isDisputed(const fs::path& file) {
  const std::string name = file.filename().string();
  return name == "maya-sausage-ascii.fbx" || name == "maya-slime.fbx" || name == "max-skin-zup.fbx";
}

bool isGltf(const fs::path& file) { return file.extension() == ".glb" || file.extension() == ".gltf"; }

}  // namespace

class TestReference : public QObject {
  Q_OBJECT

 private slots:
  static void decodedPositions_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("bone");
    std::vector<fs::path> files = sharedModelFiles();
    if (files.empty()) {
      qWarning("the shared test models are absent (TEXELETON_MODELS): only the bundled samples are tried");
    }
    for (const char* sample : {"lantern-knight.glb", "banner.glb"}) {
      files.push_back(sourceFolder() / "resources" / "samples" / sample);
    }
    for (const fs::path& file : files) {
      for (const bool bone : {true, false}) {
        QTest::addRow("%s, %s", file.filename().c_str(), bone ? "bone" : "vertex")
            << QString::fromStdString(file.string()) << bone;
      }
    }
  }

  static void decodedPositions() {
    QFETCH(const QString, file);
    QFETCH(const bool, bone);
    const fs::path path = file.toStdString();
    QTemporaryDir folder;

    PackJob job;
    job.model = path;
    job.import.cache.folder = fs::path(folder.path().toStdString()) / "cache";
    job.settings.mode = bone ? BakeMode::Bone : BakeMode::Vertex;
    job.settings.pixelFormat = PixelFormat::Rgba32F;
    job.settings.size = SizeRule::Exact;
    job.write.compression = TextureCompression::None;
    job.measure = false;
    job.output = fs::path(folder.path().toStdString()) / "test.texpack";
    JobContext context;
    const auto result = runPackJob(job, context);
    if (path.extension() == ".bvh") {
      QVERIFY2(!result, "a motion without a mesh must be refused");
      QVERIFY2(QString::fromStdString(result.error().message).contains("nothing to bake"),
               result.error().message.c_str());
      return;
    }
    QVERIFY2(result, result ? "" : describe(result.error()).c_str());
    const auto pack = readPack(job.output, context);
    QVERIFY2(pack, pack ? "" : describe(pack.error()).c_str());
    const auto problems = verifyPack(*pack, context);
    QVERIFY2(problems.empty(), problems.empty() ? "" : problems.front().c_str());

    const ReferenceScene scene = isGltf(path) ? readReferenceGltf(path) : readReferenceAssimp(path);
    QCOMPARE(result->model->parts.size(), scene.parts.size());
    QCOMPARE(result->model->clips.size(), scene.clips.size());
    const Comparison comparison = compare(*result->model, pack->animation, scene, !isGltf(path));
    const double relative = comparison.worst / pack->animation.sizeMetres;
    qInfo("%.3g of the size (%.4g m); worst: %s", relative, pack->animation.sizeMetres, comparison.where.c_str());
    if (isDisputed(path)) {
      qWarning("not judged: the peer library poses this file otherwise (see isDisputed)");
      return;
    }
    QVERIFY2(relative <= kTolerance,
             qPrintable(QString("%1 of the size at %2").arg(relative).arg(comparison.where.c_str())));
  }
};

QTEST_GUILESS_MAIN(TestReference)
#include "test_reference.moc"

// Every shared model, in both modes, at its own rate and at 30 Hz: the largest error that a bake claims must not be
// below what a search at sixteen times the rate finds by more than 2 %. What is searched is the naive float64
// evaluation, which reads and poses the file by itself, so that it also tells what an import made of the curves.
// TEXELETON_ALL_CLIPS=1 looks at all clips, not at the first three.

#include <QTemporaryDir>
#include <QtTest>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "core/base/parallel.h"
#include "core/pipeline/load_model.h"
#include "core/pipeline/pack_job.h"
#include "tests/reference/reference_scene.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

namespace fs = std::filesystem;
using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr int kTimesPerFrame = 16;
constexpr double kShare = 0.02;
constexpr double kMillimetres = 1e-3;  // Rounding.
constexpr double kCurveShare = 5e-5;   // Of the size: how closely an import follows the curves of an FBX file.
constexpr std::size_t kClips = 3;
constexpr double kSameWay = 1e-3;  // Of the size: how far apart vertices of one way may be.
constexpr auto kNone = std::numeric_limits<std::size_t>::max();
constexpr std::size_t kSignature = 9;  // Times, over all of these clips, by which vertices are told apart.

glm::dvec4 texelOf(const BakedAnimation& baked, std::uint32_t frame, std::uint32_t t) {
  const TextureLayout& layout = baked.layout;
  return glm::dvec4(baked.texels.texel(t % layout.width, frame * layout.rowsPerFrame + t / layout.width));
}

/// Positions of all vertices at a frame of the texture.
std::vector<glm::dvec3> decode(const BakedAnimation& baked, std::uint32_t frame) {
  std::vector<glm::dvec3> positions(baked.mesh.vertexCount());
  for (std::uint32_t v = 0; v < positions.size(); ++v) {
    if (baked.mode == BakeMode::Vertex) {
      positions[v] = glm::dvec3(texelOf(baked, frame, baked.mesh.elements[v] * 2));
      continue;
    }
    const glm::dvec4 p(glm::dvec3(baked.mesh.positions[v]), 1.0);
    for (int i = 0; i < 4; ++i) {
      const double weight = static_cast<double>(baked.mesh.boneWeights[v][i]);
      for (std::uint32_t row = 0; row < 3 && weight > 0.0; ++row) {
        const std::uint32_t texel = baked.mesh.boneIndices[v][i] * 3u + row;
        positions[v][static_cast<int>(row)] += weight * glm::dot(texelOf(baked, frame, texel), p);
      }
    }
  }
  return positions;
}

ReferenceScene readReference(const fs::path& file) {
  if (file.extension() == ".glb" || file.extension() == ".gltf") {
    return readReferenceGltf(file);
  }
  return file.extension() == ".fbx" ? readReferenceFbx(file) : readReferenceAssimp(file);
}

/// All vertices of all parts, part after part.
std::vector<glm::dvec3> pose(const ReferenceScene& scene, const std::vector<ReferencePart>& parts,
                             const ReferenceClip& clip, double seconds) {
  std::vector<glm::dvec3> positions;
  const auto worlds = scene.worlds(clip, seconds);
  for (const ReferencePart& part : parts) {
    const auto some = scene.corners(part, clip, seconds, worlds, false, true, nullptr);
    positions.insert(positions.end(), some.begin(), some.end());
  }
  return positions;
}

double secondsOf(const BakedClip& clip, double frame) {
  const double steps = clip.loop ? clip.frameCount : std::max(1.0, clip.frameCount - 1.0);
  return clip.source.fromSeconds + (clip.source.toSeconds - clip.source.fromSeconds) * frame / steps;
}

/// Skinned vertices without a weight: the file does not say what they follow, and readers differ.
std::size_t verticesOfNoJoint(const ReferenceScene& scene, const std::vector<ReferencePart>& parts) {
  std::size_t count = 0;
  const auto worlds = scene.worlds(scene.clips.front(), 0.0);
  for (const ReferencePart& part : parts) {
    std::vector<bool> ambiguous;
    (void)scene.corners(part, scene.clips.front(), 0.0, worlds, false, true, &ambiguous);
    count += static_cast<std::size_t>(std::count(ambiguous.begin(), ambiguous.end(), true));
  }
  return count;
}

/// Which vertex of the reference each vertex of the mesh is: the one that goes the same way. kNone: none does.
std::vector<std::size_t> matchVertices(const BakedAnimation& vertexBake, const ReferenceScene& scene,
                                       const std::vector<ReferencePart>& parts) {
  using Way = std::array<glm::dvec3, kSignature>;
  const std::size_t count = vertexBake.mesh.vertexCount();
  std::vector<Way> ways(count);
  std::vector<Way> referenceWays;
  for (std::size_t k = 0; k < kSignature; ++k) {
    const BakedClip& clip = vertexBake.clips[k % std::min(vertexBake.clips.size(), kClips)];
    const auto frame = static_cast<std::uint32_t>(k * (clip.frameCount - 1) / kSignature);
    const auto decoded = decode(vertexBake, clip.frameBegin + frame);
    const auto positions = pose(scene, parts, scene.clips[clip.source.clip.value], secondsOf(clip, frame));
    referenceWays.resize(positions.size());
    for (std::size_t v = 0; v < count; ++v) {
      ways[v][k] = decoded[v];
    }
    for (std::size_t r = 0; r < positions.size(); ++r) {
      referenceWays[r][k] = positions[r];
    }
  }
  std::vector<std::size_t> matches(count, 0);
  const auto matchOne = [&](std::size_t v) {
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t r = 0; r < referenceWays.size(); ++r) {
      double distance = 0.0;
      for (std::size_t k = 0; k < kSignature && distance < best; ++k) {
        const glm::dvec3 d = ways[v][k] - referenceWays[r][k];
        distance += glm::dot(d, d);
      }
      if (distance < best) {
        best = distance;
        matches[v] = r;
      }
    }
    if (std::sqrt(best / kSignature) > kSameWay * vertexBake.sizeMetres) {
      matches[v] = kNone;
    }
  };
  JobContext job;
  parallelFor(count, 64, 0, job, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      matchOne(v);
    }
  });
  return matches;
}

struct Found {
  double millimetres = 0.0;
  double atFrame = 0.0;
};

Found search(const BakedAnimation& baked, const BakedClip& clip, const ReferenceScene& scene,
             const std::vector<ReferencePart>& parts, const std::vector<std::size_t>& matches) {
  const std::uint32_t intervals = clip.frameCount == 1 ? 0 : clip.loop ? clip.frameCount : clip.frameCount - 1;
  std::vector<Found> found(std::max(intervals, 1u));
  const auto searchOne = [&](std::uint32_t j) {
    const auto a = decode(baked, clip.frameBegin + j);
    const auto b = decode(baked, clip.frameBegin + (j + 1) % clip.frameCount);
    for (int i = 0; i <= (intervals == 0 ? 0 : kTimesPerFrame); ++i) {
      const double f = static_cast<double>(i) / kTimesPerFrame;
      if (i == kTimesPerFrame && clip.loop && j + 1 == intervals) {
        break;  // The start of the next round.
      }
      const auto positions = pose(scene, parts, scene.clips[clip.source.clip.value], secondsOf(clip, j + f));
      for (std::size_t v = 0; v < matches.size(); ++v) {
        if (matches[v] == kNone) {
          continue;
        }
        const double distance = 1000.0 * glm::distance(a[v] * (1.0 - f) + b[v] * f, positions[matches[v]]);
        if (distance > found[j].millimetres) {
          found[j] = {distance, j + f};
        }
      }
    }
  };
  JobContext job;
  parallelFor(found.size(), 1, 0, job, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) {
      searchOne(static_cast<std::uint32_t>(j));
    }
  });
  return *std::max_element(found.begin(), found.end(),
                           [](const Found& x, const Found& y) { return x.millimetres < y.millimetres; });
}

}  // namespace

class TestLargestErrors : public QObject {
  Q_OBJECT

 private slots:
  static void neverFarBelowASearch_data() {
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
        for (const double hertz : {0.0, 30.0}) {
          if (file.extension() != ".bvh") {
            QTest::addRow("%s, %s, %s", file.filename().c_str(), bone ? "bone" : "vertex",
                          hertz > 0 ? "30 Hz" : "own rate")
                << QString::fromStdString(file.string()) << bone << hertz;
          }
        }
      }
    }
  }

  static void neverFarBelowASearch() {
    QFETCH(const QString, file);
    QFETCH(const bool, bone);
    QFETCH(const double, hertz);
#ifdef TEXELETON_SANITIZED
    QSKIP("too slow with sanitizers; nothing of it touches memory that other tests do not");
#endif
    const fs::path path = file.toStdString();
    PackJob job;
    job.source.model = path;
    job.source.import.cache.enabled = false;
    job.settings.mode = BakeMode::Vertex;
    job.settings.pixelFormat = PixelFormat::Rgba32F;
    job.settings.size = SizeRule::Exact;
    job.measure = false;
    JobContext context;
    const auto model = loadModel(job.source, context);
    QVERIFY2(model, model ? "" : describe(model.error()).c_str());
    const ReferenceScene scene = readReference(path);
    QCOMPARE((*model)->clips.size(), scene.clips.size());
    for (std::size_t i = 0; i < (*model)->clips.size(); ++i) {
      if (i < kClips || qEnvironmentVariableIsSet("TEXELETON_ALL_CLIPS")) {
        job.settings.clips.emplace_back().clip = ClipIndex(i);
      }
    }
    std::vector<ReferencePart> parts = scene.parts;
    for (ReferencePart& part : parts) {
      part.corners.resize(part.positions.size());
      std::iota(part.corners.begin(), part.corners.end(), std::size_t{0});
      part.polygons.clear();
    }
    const auto exact = runPackJob(job, *model, context);
    QVERIFY2(exact, exact ? "" : describe(exact.error()).c_str());
    const auto matches = matchVertices(exact->pack.animation, scene, parts);
    std::set<std::array<float, 3>> unmatched;
    for (std::size_t v = 0; v < matches.size(); ++v) {
      if (matches[v] == kNone) {
        const glm::vec3& p = exact->pack.animation.mesh.positions[v];
        unmatched.insert({p.x, p.y, p.z});
      }
    }
    QVERIFY2(unmatched.size() <= verticesOfNoJoint(scene, parts), "vertices go a way that no vertex of the file goes");

    job.settings.mode = bone ? BakeMode::Bone : BakeMode::Vertex;
    job.settings.pixelFormat = PixelFormat::Rgba16F;
    job.measure = true;
    if (hertz > 0.0) {
      job.settings.sampleRateHz = hertz;
    }
    const auto result = runPackJob(job, *model, context);
    QVERIFY2(result, result ? "" : describe(result.error()).c_str());
    const BakedAnimation& baked = result->pack.animation;
    const double curves = path.extension() == ".fbx" ? 1000.0 * kCurveShare * baked.sizeMetres : 0.0;
    for (const BakedClip& clip : baked.clips) {
      const Clip& source = (*model)->clips[clip.source.clip.value];
      if (clip.source.toSeconds > source.startSeconds + source.lengthSeconds + 1e-6) {
        continue;  // A cycle that the bake closed: the file does not say how its last frame goes over into the first.
      }
      const Found found = search(baked, clip, scene, parts, matches);
      const double claimed = clip.error->maxMillimetres;
      qInfo("| %s | %s | %.4g Hz | %.40s | %.5g | %.5g | %.3f |", path.filename().c_str(), bone ? "bone" : "vertex",
            clip.sampleRateHz, clip.name.c_str(), claimed, found.millimetres,
            found.millimetres > 0.0 ? claimed / found.millimetres : 1.0);
      QVERIFY2(claimed >= found.millimetres * (1.0 - kShare) - kMillimetres - curves,
               qPrintable(QString("clip %1: %2 mm claimed, %3 mm found at frame %4")
                              .arg(clip.name.c_str())
                              .arg(claimed)
                              .arg(found.millimetres)
                              .arg(found.atFrame)));
    }
  }
};

TEXELETON_SUITE(TestLargestErrors)
#include "test_largest_errors.moc"

// Meshes of point caches divided into pieces, against the motions that the caches were written with.

#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <glm/gtc/matrix_transform.hpp>
#include <memory>
#include <numbers>
#include <sstream>

#include "core/animation/pose.h"
#include "core/bake/bake.h"
#include "core/model/point_cache.h"
#include "core/pipeline/load_model.h"
#include "core/pipeline/make_pieces.h"
#include "tests/core/import/gltf_builder.h"
#include "tests/support/cache_files.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;
namespace fs = std::filesystem;

namespace {

constexpr int kWallColumns = 25;
constexpr int kWallRows = 20;
constexpr int kPieces = kWallColumns * kWallRows;
constexpr double kWallRate = 30.0;
constexpr int kWallSamples = 24;
constexpr double kSizeMetres = 2.5;

/// The corners of a brick of the wall, Y up.
std::vector<glm::dvec3> brick(int piece) {
  const glm::dvec3 least(0.1 * (piece % kWallColumns), 0.05 * static_cast<double>(piece / kWallColumns), 0.0);
  const glm::dvec3 size(0.098, 0.048, 0.03 + 0.001 * (piece % 7));
  std::vector<glm::dvec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.push_back(least + size * glm::dvec3(i & 1, i >> 1 & 1, i >> 2 & 1));
  }
  return corners;
}

/// The motion of a brick: thrown, and rotating about its centre, some by more than a full turn.
glm::dmat4 motion(int piece, double seconds) {
  const glm::dvec3 middle = 0.5 * (brick(piece).front() + brick(piece).back());
  const glm::dvec3 axis =
      glm::normalize(glm::dvec3(std::sin(1.0 + piece), std::cos(2.0 * piece), 0.3 + std::sin(0.7 * piece)));
  const glm::dvec3 way(0.3 * std::sin(piece) * seconds, 1.2 * seconds - 4.9 * seconds * seconds,
                       (1.0 + 0.5 * std::cos(piece)) * seconds);
  const double angle = (piece % 11) * 1.3 * seconds;
  return glm::translate(glm::dmat4(1.0), middle + way) * glm::rotate(glm::dmat4(1.0), angle, axis) *
         glm::translate(glm::dmat4(1.0), -middle);
}

std::string wallObj() {
  std::ostringstream out;
  out.precision(9);
  out << "o Wall\n";
  for (int piece = 0; piece < kPieces; ++piece) {
    for (const glm::dvec3& p : brick(piece)) {
      out << "v " << p.x << ' ' << p.y << ' ' << p.z << '\n';
    }
  }
  for (int piece = 0; piece < kPieces; ++piece) {
    for (const char* face : {"1342", "5687", "1265", "3487", "1573", "2486"}) {
      out << 'f';
      for (int i = 0; i < 4; ++i) {
        out << ' ' << 8 * piece + face[i] - '0';
      }
      out << '\n';
    }
  }
  return out.str();
}

CacheSamples wallSamples() {
  CacheSamples samples;
  for (int s = 0; s < kWallSamples; ++s) {
    auto& points = samples.emplace_back();
    for (int piece = 0; piece < kPieces; ++piece) {
      for (const glm::dvec3& p : brick(piece)) {
        points.emplace_back(glm::dvec3(motion(piece, s / kWallRate) * glm::dvec4(p, 1.0)));
      }
    }
  }
  return samples;
}

}  // namespace

class TestPieces : public QObject {
  Q_OBJECT

 private slots:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void piecesHaveTheirMotions() {
    const auto loaded = load(write("wall.obj", wallObj()), write("wall.pc2", pc2(wallSamples())), 0.05);
    QVERIFY2(loaded, loaded ? "" : describe(loaded.error()).c_str());
    const model::Model& wall = **loaded;
    QVERIFY(wall.clips.size() == 1 && wall.clips[0].pointTracks.empty());
    const std::vector<std::uint32_t> entries = entriesOf(wall);
    QCOMPARE(entries.size(), std::size_t{kPieces});
    animation::SourcePose pose(wall, ClipIndex(std::size_t{0}));
    double worst = 0.0;
    for (int s = 0; s < kWallSamples; ++s) {
      pose.evaluate(wall.clips[0].startSeconds + s / kWallRate);
      for (int piece = 0; piece < kPieces; ++piece) {
        const glm::dmat4& is = pose.skinMatrices()[entries[static_cast<std::size_t>(piece)]];
        const glm::dmat4 expected = motion(piece, s / kWallRate);
        for (int c = 0; c < 3; ++c) {
          worst = std::max(worst, glm::length(is[c] - expected[c]));
        }
        for (const glm::dvec3& p : brick(piece)) {
          worst = std::max(worst, glm::length((is - expected) * glm::dvec4(p, 1.0)) / kSizeMetres);
        }
      }
    }
    QVERIFY2(worst < 1e-5, std::to_string(worst).c_str());

    bake::BakeSettings settings;
    settings.mode = vat::BakeMode::Bone;
    JobContext job;
    const auto baked = bake::bake(wall, settings, job);
    QVERIFY(baked);
    QCOMPARE(baked->bones.size(), std::size_t{kPieces});
    QCOMPARE(baked->clips[0].frameCount, std::uint32_t{kWallSamples});
  }

  /// In the space of a mesh below nodes that rotate, mirror and scale it.
  void nodesAboveTheMesh_data() {
    QTest::addColumn<double>("mirror");
    QTest::newRow("scaled") << 1.0;
    QTest::newRow("mirrored") << -1.0;
  }
  void nodesAboveTheMesh() {
    QFETCH(double, mirror);
    std::vector<float> positions;
    std::vector<std::uint16_t> indices;
    CacheSamples samples(kWallSamples);
    for (int piece = 0; piece < 4; ++piece) {
      const auto first = static_cast<std::uint16_t>(positions.size() / 3);
      for (const glm::dvec3& p : brick(piece)) {
        for (int c = 0; c < 3; ++c) {
          positions.push_back(static_cast<float>(p[c]));
        }
        for (int s = 0; s < kWallSamples; ++s) {
          samples[static_cast<std::size_t>(s)].emplace_back(
              glm::dvec3(motion(piece, s / kWallRate) * glm::dvec4(p, 1.0)));
        }
      }
      for (const int corner : {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 4, 6, 0, 6, 2}) {
        indices.push_back(static_cast<std::uint16_t>(first + corner));
      }
    }
    GltfBuilder gltf;
    const int node = gltf.addMeshNode({{"attributes", {{"POSITION", gltf.add(positions, kFloat, "VEC3")}}},
                                       {"indices", gltf.add(indices, kUnsignedShort, "SCALAR")}});
    auto& json = gltf.json["nodes"][static_cast<std::size_t>(node)];
    json["name"] = "Wall";
    json["scale"] = {100.0 * mirror, 100.0, 100.0};
    json["rotation"] = {0.0, std::sin(0.4), 0.0, std::cos(0.4)};
    json["translation"] = {3.0, -1.0, 2.0};
    const glm::dmat4 world = glm::translate(glm::dmat4(1.0), glm::dvec3(3.0, -1.0, 2.0)) *
                             glm::rotate(glm::dmat4(1.0), 0.8, glm::dvec3(0.0, 1.0, 0.0)) *
                             glm::scale(glm::dmat4(1.0), glm::dvec3(100.0 * mirror, 100.0, 100.0));
    const auto loaded = load(write("wall.glb", gltf.glb()), write("wall.pc2", pc2(samples)), 5.0);
    QVERIFY2(loaded, loaded ? "" : describe(loaded.error()).c_str());
    const model::Model& wall = **loaded;
    const std::vector<std::uint32_t> entries = entriesOf(wall);
    QCOMPARE(entries.size(), std::size_t{4});
    QCOMPARE(wall.parts.size(), std::size_t{1});
    animation::SourcePose pose(wall, ClipIndex(std::size_t{0}));
    double worst = 0.0;
    for (int s = 0; s < kWallSamples; ++s) {
      pose.evaluate(wall.clips[0].startSeconds + s / kWallRate);
      for (std::uint32_t v = 0; v < wall.vertexCount(); ++v) {
        const std::uint32_t point = wall.parts[0].points[v];  // Vertices are split where faces meet.
        const int piece = static_cast<int>(point) / 8;
        const std::uint32_t entry = wall.vertices.influences[wall.vertices.influenceBegin[v]].joint;
        const glm::dvec3 is(pose.skinMatrices()[entry] * glm::dvec4(glm::dvec3(wall.vertices.positions[v]), 1.0));
        const glm::dvec4 local(brick(piece)[point % 8], 1.0);
        worst = std::max(worst, glm::distance(is, glm::dvec3(world * motion(piece, s / kWallRate) * local)));
      }
    }
    QVERIFY2(worst < 1e-5 * 100.0 * kSizeMetres, std::to_string(worst).c_str());
  }

  /// A brick that swells about its centre has the same nearest rigid motion, and its corners deviate by a known amount.
  void swellingIsReportedOrRejected() {
    constexpr int kPiece = 117;
    constexpr double kSwelling = 0.01;
    CacheSamples samples = wallSamples();
    const std::vector<glm::dvec3> corners = brick(kPiece);
    const glm::dvec3 middle = 0.5 * (corners.front() + corners.back());
    const glm::dmat4 matrix = motion(kPiece, 5.0 / kWallRate);
    for (std::size_t i = 0; i < 8; ++i) {
      samples[5][8 * kPiece + i] =
          glm::dvec3(matrix * glm::dvec4(middle + (1.0 + kSwelling) * (corners[i] - middle), 1.0));
    }
    const double expected = 1e3 * kSwelling * glm::distance(corners.front(), middle);
    const fs::path obj = write("wall.obj", wallObj());
    const fs::path cache = write("wall.pc2", pc2(samples));
    std::string told;
    const auto loaded = load(obj, cache, 2.0 * expected, &told);
    QVERIFY(loaded);
    QVERIFY2(told.find("has 500 pieces") != std::string::npos && told.find("Wall_piece_118 ") != std::string::npos,
             told.c_str());
    const auto by = told.rfind("by ");
    QVERIFY2(std::abs(std::strtod(told.c_str() + by + 3, nullptr) / expected - 1.0) < 0.01, told.c_str());
    // Each piece has its own distance: the others', that of floats.
    const std::vector<model::Piece> worst = pipeline::worstPieces(**loaded, 2);
    QCOMPARE((*loaded)->pieces.size(), std::size_t{kPieces});
    QCOMPARE((*loaded)->nodes[worst[0].node.value].name, std::string("Wall_piece_118"));
    QCOMPARE(worst[0].pointCount, 8u);
    QVERIFY(std::abs(1e3 * worst[0].residualMetres / expected - 1.0) < 0.01);
    QVERIFY(1e3 * worst[1].residualMetres < 0.01 * expected);
    const auto refused = load(obj, cache, 0.5 * expected);
    QVERIFY(!refused && refused.error().code == ErrorCode::InvalidArgument);
    QVERIFY2(refused.error().message.text().starts_with("1 of the 500 pieces"), refused.error().message.c_str());
  }

  /// A wall without pieces gets the advice to use them, and applying it bakes one bone per brick.
  void advisesPieces() {
    const fs::path obj = write("wall.obj", wallObj());
    const fs::path cache = write("wall.pc2", pc2(wallSamples()));
    const std::vector<Issue> issues = toldWithout(obj, cache);
    const Remedy remedy = adviceOf(issues);
    QCOMPARE(remedy.kind, RemedyKind::Pieces);
    // A ten-thousandth of the wall's diagonal of 2.69 m, with one digit.
    QCOMPARE(optionOf(remedy), std::string("--pieces 0.2mm"));
    const auto advice =
        std::find_if(issues.begin(), issues.end(), [](const Issue& issue) { return !issue.text.remedies().empty(); });
    QVERIFY2(advice->severity == Severity::Info && advice->text.contains(" 500 bones"), advice->text.c_str());
    const auto taken = load(obj, cache, remedy.number);
    QVERIFY(taken && (*taken)->palette.size() == kPieces);
    QVERIFY(adviceOf((*taken)->issues).number == 0.0);
  }

  /// One brick of 500 that swells by a fiftieth of its size is enough to prevent the advice, and so is cloth next to
  /// the wall.
  void noAdviceThatWouldFail_data() {
    QTest::addColumn<int>("sample");
    QTest::newRow("first samples") << 1;
    QTest::newRow("last sample") << kWallSamples - 1;
  }
  void noAdviceThatWouldFail() {
    QFETCH(int, sample);
    CacheSamples samples = wallSamples();
    for (auto s = static_cast<std::size_t>(sample); s < samples.size(); ++s) {
      for (std::size_t i = 0; i < 4; ++i) {
        samples[s][8 * 250 + i] += glm::vec3(0.001f, 0.0f, 0.0f);
      }
    }
    const std::vector<Issue> issues = toldWithout(write("wall.obj", wallObj()), write("wall.pc2", pc2(samples)));
    QVERIFY(!issues.empty());
    QVERIFY(adviceOf(issues).number == 0.0);
  }

  /// Torn cloth of the samples: islands, none of them rigid.
  void noAdviceForCloth() {
    const fs::path folder = sourceFolder() / "resources/samples";
    const std::vector<Issue> issues = toldWithout(folder / "torn-banner.obj", folder / "torn-banner.pc2");
    QVERIFY(!issues.empty());
    QVERIFY(adviceOf(issues).number == 0.0);
  }

  /// Cloth is one island that bends.
  void rejectsCloth() {
    std::string obj = "o Cloth\n";
    for (int i = 0; i < 9; ++i) {
      obj += "v " + std::to_string(i % 3) + " " + std::to_string(i / 3) + " 0\n";
    }
    obj += "f 1 2 5 4\nf 2 3 6 5\nf 4 5 8 7\nf 5 6 9 8\n";
    CacheSamples samples(kWallSamples);
    for (int s = 0; s < kWallSamples; ++s) {
      for (int i = 0; i < 9; ++i) {
        samples[static_cast<std::size_t>(s)].emplace_back(i % 3, i / 3, 0.02 * s * (i % 3) * (i % 3));
      }
    }
    const auto refused = load(write("cloth.obj", obj), write("cloth.pc2", pc2(samples)), 1.0);
    QVERIFY(!refused && refused.error().code == ErrorCode::InvalidArgument);
    QVERIFY2(refused.error().message.text().find("vertex mode") != std::string::npos, refused.error().message.c_str());
  }

 private:
  /// The issues for a cache without pieces.
  static std::vector<Issue> toldWithout(const fs::path& model, const fs::path& cache) {
    pipeline::ModelRequest request;
    request.model = model;
    request.caches.push_back({cache, "", kWallRate});
    request.import.cache.enabled = false;
    JobContext job;
    const auto loaded = pipeline::loadModel(request, job);
    std::vector<Issue> issues = job.takeIssues();
    if (!loaded || (*loaded)->parts[0].skinned) {
      return {};
    }
    issues.insert(issues.end(), (*loaded)->issues.begin(), (*loaded)->issues.end());
    return issues;
  }

  /// Number 0: no issue advises pieces.
  static Remedy adviceOf(const std::vector<Issue>& issues) {
    for (const Issue& issue : issues) {
      for (const Remedy& remedy : issue.text.remedies()) {
        if (remedy.kind == RemedyKind::Pieces) {
          return remedy;
        }
      }
    }
    return {};
  }

  fs::path write(const char* name, const std::string& content) const {
    const fs::path file = fs::path(m_folder->path().toStdString()) / name;
    std::ofstream(file, std::ios::binary) << content;
    return file;
  }

  static Result<std::shared_ptr<const model::Model>> load(const fs::path& model, const fs::path& cache,
                                                          double millimetres, std::string* told = nullptr) {
    pipeline::ModelRequest request;
    request.model = model;
    request.caches.push_back({cache, "", kWallRate});
    request.caches.back().pieces = millimetres;
    request.import.cache.enabled = false;
    JobContext job;
    auto loaded = pipeline::loadModel(request, job);
    for (const Issue& issue : job.takeIssues()) {
      if (told != nullptr) {
        *told += issue.text.text() + "\n";
      }
    }
    if (loaded) {
      if (const auto violation = model::checkModel(**loaded)) {
        return fail(ErrorCode::BadFile, *violation);
      }
    }
    return loaded;
  }

  /// The palette entries of the pieces, in the order of their vertices; each vertex must follow one entry alone.
  static std::vector<std::uint32_t> entriesOf(const model::Model& model) {
    std::vector<std::uint32_t> entries;
    for (std::uint32_t v = 0; v < model.vertexCount(); ++v) {
      const std::uint32_t begin = model.vertices.influenceBegin[v];
      if (model.vertices.influenceBegin[v + 1] != begin + 1) {
        return {};
      }
      const std::uint32_t entry = model.vertices.influences[begin].joint;
      if (std::find(entries.begin(), entries.end(), entry) == entries.end()) {
        entries.push_back(entry);
      }
    }
    return entries;
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

TEXELETON_SUITE(TestPieces)
#include "test_pieces.moc"

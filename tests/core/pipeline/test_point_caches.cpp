#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <numbers>
#include <sstream>

#include "core/animation/pose.h"
#include "core/bake/bake.h"
#include "core/bake/measure/measure.h"
#include "core/pipeline/load_model.h"
#include "core/pipeline/source_plan.h"
#include "core/recipe/recipe.h"
#include "core/recipe/resolve.h"
#include "core/vat/encoding.h"
#include "tests/core/import/fbx_text.h"
#include "tests/core/import/gltf_builder.h"
#include "tests/support/cache_files.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::test;
namespace fs = std::filesystem;

namespace {

constexpr int kColumns = 9;
constexpr int kRows = 6;
constexpr double kRate = 24.0;
constexpr int kSamples = 13;

/// The cloth, Z up: a point of the grid at a time; column and row may be fractional.
glm::dvec3 cloth(double column, double row, double seconds) {
  const double x = column / (kColumns - 1);
  const double y = row / (kRows - 1);
  const double turn = 2.0 * std::numbers::pi;
  return {x + 0.05 * std::sin(turn * (seconds + y)), 0.2 * std::sin(turn * (2.0 * seconds + x) + 0.3) * x,
          0.7 * y + 0.1 * x * std::cos(turn * seconds)};
}

/// Points in an order of their own, like in authoring programs, unlike any triangle list's.
std::vector<std::pair<int, int>> pointOrder() {
  std::vector<std::pair<int, int>> order;
  for (int i = 0; i < kColumns * kRows; ++i) {
    const int k = i * 31 % (kColumns * kRows);
    order.emplace_back(k % kColumns, k / kColumns);
  }
  return order;
}

std::vector<glm::dvec3> basePoints() {
  std::vector<glm::dvec3> points;
  for (const auto& [column, row] : pointOrder()) {
    points.push_back(cloth(column, row, 0.0));
  }
  return points;
}

/// Corners of the quads, as points.
std::vector<std::array<int, 4>> quads() {
  const auto order = pointOrder();
  std::map<std::pair<int, int>, int> pointAt;
  for (int i = 0; i < static_cast<int>(order.size()); ++i) {
    pointAt[order[static_cast<std::size_t>(i)]] = i;
  }
  std::vector<std::array<int, 4>> result;
  for (int row = 0; row + 1 < kRows; ++row) {
    for (int column = 0; column + 1 < kColumns; ++column) {
      result.push_back({pointAt[{column, row}], pointAt[{column + 1, row}], pointAt[{column + 1, row + 1}],
                        pointAt[{column, row + 1}]});
    }
  }
  return result;
}

/// Samples of the cloth; `change` converts a point of the Z-up world to the cache's space.
CacheSamples samplesOf(const std::function<glm::dvec3(glm::dvec3)>& change, double offsetSeconds = 0.0) {
  CacheSamples samples;
  for (int s = 0; s < kSamples; ++s) {
    auto& points = samples.emplace_back();
    for (const auto& [column, row] : pointOrder()) {
      points.emplace_back(change(cloth(column, row, offsetSeconds + s / kRate)));
    }
  }
  return samples;
}

glm::dvec3 same(glm::dvec3 p) { return p; }
glm::dvec3 yUp(glm::dvec3 p) { return {p.x, p.z, -p.y}; }

std::string objText(const std::string& before = {}) {
  std::ostringstream out;
  out.precision(9);
  out << before << "o Flag\n";
  for (const glm::dvec3& p : basePoints()) {
    const glm::dvec3 up = yUp(p);
    out << "v " << up.x << ' ' << up.y << ' ' << up.z << '\n';
  }
  const std::size_t first = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), 'v'));
  for (const auto& quad : quads()) {
    out << 'f';
    for (const int point : quad) {
      out << ' ' << first + static_cast<std::size_t>(point);
    }
    out << '\n';
  }
  return out.str();
}

/// Z up, in centimetres, on a rotated and moved node.
std::string fbxText() {
  FbxText fbx;
  fbx.settings = FbxText::axes(0, 1, 1, 1, 2, 1, 1.0);
  fbx.model(10, "Flag", 0,
            FbxText::usual() + FbxText::rotation({-90.0, 0.0, 0.0}) + FbxText::translation({300.0, 100.0, -200.0}) +
                FbxText::scaling({100.0, 100.0, 100.0}),
            "Mesh");
  std::vector<int> polygons;
  for (const auto& quad : quads()) {
    polygons.insert(polygons.end(), {quad[0], quad[1], quad[2], ~quad[3]});
  }
  fbx.mesh(20, 10, basePoints(), polygons);
  return fbx.text();
}

std::string daeText() {
  std::ostringstream positions;
  positions.precision(9);
  for (const glm::dvec3& p : basePoints()) {
    positions << p.x << ' ' << p.y << ' ' << p.z << ' ';
  }
  std::ostringstream corners;
  std::ostringstream counts;
  for (const auto& quad : quads()) {
    counts << "4 ";
    for (const int point : quad) {
      corners << point << " 0 ";
    }
  }
  const auto source = [](const std::string& id, std::size_t count, std::size_t stride, const std::string& numbers) {
    return "<source id='" + id + "'><float_array id='" + id + "-array' count='" + std::to_string(count * stride) +
           "'>" + numbers + "</float_array><technique_common><accessor source='#" + id + "-array' count='" +
           std::to_string(count) + "' stride='" + std::to_string(stride) + "'>" +
           (stride == 3 ? "<param name='X' type='float'/><param name='Y' type='float'/><param name='Z' type='float'/>"
                        : "<param name='S' type='float'/><param name='T' type='float'/>") +
           "</accessor></technique_common></source>\n";
  };
  std::string text =
      "<?xml version='1.0' encoding='utf-8'?>\n"
      "<COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'>\n"
      "<asset><unit name='meter' meter='1'/><up_axis>Z_UP</up_axis></asset>\n"
      "<library_geometries><geometry id='flag' name='Flag'><mesh>\n" +
      source("positions", basePoints().size(), 3, positions.str()) + source("uvs", 1, 2, "0 0") +
      "<vertices id='vertices'><input semantic='POSITION' source='#positions'/></vertices>\n<polylist count='" +
      std::to_string(quads().size()) +
      "'><input semantic='VERTEX' source='#vertices' offset='0'/><input semantic='TEXCOORD' source='#uvs' offset='1' "
      "set='0'/><vcount>" +
      counts.str() + "</vcount><p>" + corners.str() +
      "</p></polylist></mesh></geometry></library_geometries>\n<library_visual_scenes><visual_scene id='s'><node "
      "id='Flag' name='Flag'><instance_geometry url='#flag'/></node></visual_scene></library_visual_scenes><scene>"
      "<instance_visual_scene url='#s'/></scene></COLLADA>\n";
  std::replace(text.begin(), text.end(), '\'', '"');
  return text;
}

/// Y up, each quad with separate vertices, in an order unrelated to that of the points.
std::string glbBytes(const std::vector<glm::dvec3>& base = basePoints()) {
  std::vector<float> positions;
  std::vector<std::uint16_t> indices;
  auto all = quads();
  std::reverse(all.begin(), all.end());
  for (const auto& quad : all) {
    const auto first = static_cast<std::uint16_t>(positions.size() / 3);
    for (const int point : quad) {
      const glm::vec3 p(yUp(base[static_cast<std::size_t>(point)]));
      positions.insert(positions.end(), {p.x, p.y, p.z});
    }
    for (const int corner : {0, 1, 2, 0, 2, 3}) {
      indices.push_back(static_cast<std::uint16_t>(first + corner));
    }
  }
  std::vector<float> normals;
  for (std::size_t i = 0; i < positions.size(); i += 3) {
    normals.insert(normals.end(), {0.0f, 0.0f, 1.0f});
  }
  GltfBuilder gltf;
  const int node = gltf.addMeshNode(
      {{"attributes",
        {{"POSITION", gltf.add(positions, kFloat, "VEC3")}, {"NORMAL", gltf.add(normals, kFloat, "VEC3")}}},
       {"indices", gltf.add(indices, kUnsignedShort, "SCALAR")}});
  gltf.json["nodes"][static_cast<std::size_t>(node)]["name"] = "Flag";
  return gltf.glb();
}

}  // namespace

class TestPointCaches : public QObject {
  Q_OBJECT
 private slots:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  /// Every format and space: the decoded pack equals the cloth at every vertex of every frame.
  void packEqualsCloth_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("space");
    QTest::addColumn<QString>("format");
    const auto bytes = [](const std::string& text) {
      return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
    };
    for (const char* format : {"pc2", "mdd"}) {
      const auto row = [&](const char* model, const std::string& content, const char* space) {
        QTest::newRow(QString("%1 %2 %3").arg(model, space, format).toUtf8().constData())
            << model << bytes(content) << space << format;
      };
      row("flag.obj", objText(), "yUp");
      row("flag.obj", objText(), "zUp of the world");
      row("flag.obj", objText("o Other\nv 5 5 5\nv 6 5 5\nv 5 6 5\nf 1 2 3\n"), "yUp");
      row("flag.dae", daeText(), "same");
      row("flag.fbx", fbxText(), "same");
      row("flag.glb", glbBytes(), "yUp");
      row("flag.glb", glbBytes(), "same");
    }
  }
  void packEqualsCloth() {
    QFETCH(QString, model);
    QFETCH(QByteArray, content);
    QFETCH(QString, space);
    QFETCH(QString, format);
    const fs::path file = write(model.toStdString(), content.toStdString());
    const CacheSamples samples = samplesOf(space == "yUp" ? yUp : same);
    const fs::path cache = format == "pc2" ? write("flag.pc2", pc2(samples)) : write("flag.mdd", mdd(samples, kRate));
    pipeline::CacheRequest request{cache};
    if (format == "pc2") {
      request.fps = kRate;
    }
    if (content.contains("o Other")) {
      request.mesh = "Flag";
    }
    const auto loaded = load(file, {request});
    QVERIFY(loaded != nullptr);
    QCOMPARE(loaded->clips.size(), std::size_t{1});
    QCOMPARE(loaded->clips[0].name, std::string("flag"));
    QCOMPARE(loaded->clips[0].sourceRateHz, kRate);
    const auto baked = bakeAt(*loaded, kRate);
    QVERIFY(baked.has_value());
    QCOMPARE(baked->clips[0].frameCount, std::uint32_t{kSamples});
    const bool isFbx = model == "flag.fbx";
    const auto toPack = [&](glm::dvec3 p) { return yUp(p) + (isFbx ? glm::dvec3(3.0, 1.0, -2.0) : glm::dvec3(0.0)); };
    expectCloth(*loaded, *baked, toPack, kRate, 0.0);
  }

  /// Half of the frames are between samples: points are interpolated linearly there, as in every program's caches.
  void betweenSamples() {
    const fs::path file = write("flag.obj", objText());
    const auto loaded = load(file, {{write("flag.pc2", pc2(samplesOf(yUp))), "", kRate}});
    QVERIFY(loaded != nullptr);
    const auto baked = bakeAt(*loaded, 2.0 * kRate);
    QVERIFY(baked.has_value());
    QCOMPARE(baked->clips[0].frameCount, std::uint32_t{2 * kSamples - 1});
    double largest = 0.0;
    forVertices(
        *loaded,
        [&](std::uint32_t v, int column, int row) {
          for (std::uint32_t frame = 1; frame < baked->clips[0].frameCount; frame += 2) {
            const glm::dvec3 half = 0.5 * (yUp(cloth(column, row, (frame - 1) / (2.0 * kRate))) +
                                           yUp(cloth(column, row, (frame + 1) / (2.0 * kRate))));
            largest = std::max(largest, glm::length(half - glm::dvec3(texel(*baked, v, frame, 0))));
          }
        },
        [](glm::dvec3 p) { return yUp(p); });
    QVERIFY2(largest < 1e-6, std::to_string(largest).c_str());
    // The measurement treats samples as linear: at their rate the only error is that of floats.
    JobContext job;
    const auto exact = bakeAt(*loaded, kRate);
    const auto errors = bake::measureError(*loaded, *exact, job);
    QVERIFY(errors.has_value());
    QVERIFY2((*errors)[0].maxMillimetres < 2e-4, std::to_string((*errors)[0].maxMillimetres).c_str());
    // At half the rate the error is half the bend of the three samples.
    const auto coarse = bakeAt(*loaded, 0.5 * kRate);
    const auto lost = bake::measureError(*loaded, *coarse, job);
    QVERIFY(lost.has_value());
    double bend = 0.0;
    for (int s = 1; s + 1 < kSamples; s += 2) {
      for (const auto& [column, row] : pointOrder()) {
        const glm::dvec3 middle = 0.5 * (cloth(column, row, (s - 1) / kRate) + cloth(column, row, (s + 1) / kRate));
        bend = std::max(bend, glm::length(middle - cloth(column, row, s / kRate)));
      }
    }
    QVERIFY2(std::abs((*lost)[0].interpolationMillimetres - 1e3 * bend) < 1e-3, std::to_string(bend).c_str());
  }

  /// Half a period of the cloth: only the cache moves, which is no reason to loop.
  void clothThatDoesNotReturnPlaysOnce() {
    const auto loaded = load(write("flag.obj", objText()), {{write("flag.pc2", pc2(samplesOf(yUp))), "", kRate}});
    QVERIFY(loaded != nullptr);
    bake::BakeSettings settings;
    settings.mode = vat::BakeMode::Vertex;
    JobContext job;
    const auto baked = bake::bake(*loaded, settings, job);
    QVERIFY(baked);
    QVERIFY(!baked->clips[0].loop);
    QCOMPARE(baked->clips[0].frameCount, std::uint32_t{kSamples});
  }

  void pc2AndMddAgreeExactly() {
    const fs::path file = write("flag.fbx", fbxText());
    const auto a = load(file, {{write("a.pc2", pc2(samplesOf(same), 1.0f)), "", kRate}});
    const auto b = load(file, {{write("b.mdd", mdd(samplesOf(same), kRate, 1.0))}});
    QVERIFY(a != nullptr && b != nullptr);
    QCOMPARE(a->clips[0].startSeconds, b->clips[0].startSeconds);
    QCOMPARE(a->clips[0].startSeconds, 1.0 / kRate);
    const auto bakedA = bakeAt(*a, kRate);
    const auto bakedB = bakeAt(*b, kRate);
    QVERIFY(bakedA.has_value() && bakedB.has_value());
    QVERIFY(std::ranges::equal(bakedA->texels.bytes(), bakedB->texels.bytes()));
  }

  void fbxAndGltfAgree() {
    const auto a = load(write("flag.fbx", fbxText()), {{write("a.pc2", pc2(samplesOf(same))), "", kRate}});
    const auto b = load(write("flag.glb", glbBytes()), {{write("b.pc2", pc2(samplesOf(same))), "", kRate}});
    QVERIFY(a != nullptr && b != nullptr);
    const auto bakedA = bakeAt(*a, kRate);
    const auto bakedB = bakeAt(*b, kRate);
    QVERIFY(bakedA.has_value() && bakedB.has_value());
    const auto frames = [](const model::Model& model, const vat::BakedAnimation& baked, glm::dvec3 offset) {
      std::map<std::pair<int, int>, std::vector<glm::dvec3>> result;
      forVertices(
          model,
          [&](std::uint32_t v, int column, int row) {
            auto& track = result[{column, row}];
            track.clear();
            for (std::uint32_t frame = 0; frame < baked.clips[0].frameCount; ++frame) {
              track.push_back(glm::dvec3(texel(baked, v, frame, 0)) - offset);
            }
          },
          [&](glm::dvec3 p) { return yUp(p) + offset; });
      return result;
    };
    const auto ofA = frames(*a, *bakedA, {3.0, 1.0, -2.0});
    const auto ofB = frames(*b, *bakedB, {0.0, 0.0, 0.0});
    QCOMPARE(ofA.size(), std::size_t{kColumns * kRows});
    for (const auto& [place, track] : ofA) {
      for (std::size_t frame = 0; frame < track.size(); ++frame) {
        QVERIFY(glm::length(track[frame] - ofB.at(place)[frame]) < 1e-6);
      }
    }
  }

  /// Smooth where the mesh is smooth: sums of the triangles' normals, weighted by angle, in float64.
  void normalsOfEachFrame() {
    const auto loaded = load(write("flag.obj", objText()), {{write("flag.pc2", pc2(samplesOf(yUp))), "", kRate}});
    QVERIFY(loaded != nullptr);
    const auto baked = bakeAt(*loaded, kRate);
    QVERIFY(baked.has_value());
    const auto order = pointOrder();
    double widest = 0.0;
    for (std::uint32_t frame = 0; frame < baked->clips[0].frameCount; ++frame) {
      std::map<std::uint32_t, glm::dvec3> sums;  // By point.
      const model::MeshPart& part = loaded->parts[0];
      for (std::size_t t = 0; t < loaded->vertices.indices.size(); t += 3) {
        glm::dvec3 p[3];
        std::uint32_t point[3];
        for (std::size_t k = 0; k < 3; ++k) {
          point[k] = part.points[loaded->vertices.indices[t + k]];
          const auto& [column, row] = order[point[k]];
          p[k] = yUp(cloth(column, row, frame / kRate));
        }
        const glm::dvec3 normal = glm::normalize(glm::cross(p[1] - p[0], p[2] - p[0]));
        for (std::size_t k = 0; k < 3; ++k) {
          const glm::dvec3 a = glm::normalize(p[(k + 1) % 3] - p[k]);
          const glm::dvec3 b = glm::normalize(p[(k + 2) % 3] - p[k]);
          sums[point[k]] += normal * std::acos(std::clamp(glm::dot(a, b), -1.0, 1.0));
        }
      }
      for (std::uint32_t v = 0; v < loaded->vertexCount(); ++v) {
        const glm::dvec3 expected = glm::normalize(sums[part.points[v]]);
        widest = std::max(widest, glm::length(glm::cross(expected, glm::dvec3(texel(*baked, v, frame, 1)))));
      }
    }
    QVERIFY2(widest < 1e-4, std::to_string(widest).c_str());
  }

  /// A roof with a hard ridge in the model stays hard: each side keeps the normals of its own triangles.
  void hardEdgesStayHard() {
    const std::string roof =
        "o Roof\nv -1 0 0\nv 0 1 0\nv 0 1 2\nv -1 0 2\nv 1 0 0\nv 1 0 2\nvn -0.70710678 0.70710678 0\n"
        "vn 0.70710678 0.70710678 0\nf 1//1 4//1 3//1 2//1\nf 2//2 3//2 6//2 5//2\n";
    CacheSamples samples;
    for (int s = 0; s < 5; ++s) {
      const float ridge = 1.0f + 0.25f * static_cast<float>(s);
      samples.push_back({{-1, 0, 0}, {0, ridge, 0}, {0, ridge, 2}, {-1, 0, 2}, {1, 0, 0}, {1, 0, 2}});
    }
    const auto loaded = load(write("roof.obj", roof), {{write("roof.pc2", pc2(samples)), "", kRate}});
    QVERIFY(loaded != nullptr);
    const auto baked = bakeAt(*loaded, kRate);
    QVERIFY(baked.has_value());
    for (std::uint32_t frame = 0; frame < 5; ++frame) {
      const double ridge = 1.0 + 0.25 * frame;
      for (std::uint32_t v = 0; v < loaded->vertexCount(); ++v) {
        const double side = loaded->vertices.normals[v].x < 0.0f ? -1.0 : 1.0;
        const glm::dvec3 expected = glm::normalize(glm::dvec3(side * ridge, 1.0, 0.0));
        QVERIFY(glm::length(expected - glm::dvec3(texel(*baked, v, frame, 1))) < 1e-5);
      }
    }
  }

  void severalCachesAreSeveralClips() {
    const fs::path file = write("flag.obj", objText());
    const auto loaded = load(file, {{write("calm.pc2", pc2(samplesOf(yUp))), "", kRate},
                                    {write("gale.pc2", pc2(samplesOf(yUp, 0.25), 24.0f)), "", kRate},
                                    {write("flag@storm.mdd", mdd(samplesOf(yUp, 0.4), kRate))}});
    QVERIFY(loaded != nullptr);
    QCOMPARE(loaded->clips.size(), std::size_t{3});
    const char* const names[] = {"calm", "gale", "storm"};
    const double offsets[] = {0.0, 0.25, 0.4};
    const auto baked = bakeAt(*loaded, kRate);
    QVERIFY(baked.has_value());
    for (std::size_t clip = 0; clip < 3; ++clip) {
      QCOMPARE(loaded->clips[clip].name, std::string(names[clip]));
      QCOMPARE(loaded->clips[clip].motionFile, static_cast<std::uint32_t>(clip + 1));
      double largest = 0.0;
      forVertices(
          *loaded,
          [&](std::uint32_t v, int column, int row) {
            for (std::uint32_t frame = 0; frame < kSamples; ++frame) {
              const glm::dvec3 expected = yUp(cloth(column, row, offsets[clip] + frame / kRate));
              const glm::vec3 found = texel(*baked, v, baked->clips[clip].frameBegin + frame, 0);
              largest = std::max(largest, glm::length(expected - glm::dvec3(found)));
            }
          },
          yUp);
      QVERIFY(largest < 1e-6);
    }
    QCOMPARE(loaded->clips[1].startSeconds, 1.0);
  }

  void foundNextToModel() {
    const fs::path file = write("flag.obj", objText());
    write("flag.pc2", pc2(samplesOf(yUp)));
    write("flag@storm.mdd", mdd(samplesOf(yUp), kRate));
    write("flags.pc2", pc2(samplesOf(yUp)));
    pipeline::ModelRequest request;
    request.model = file;
    JobContext job;
    pipeline::addMotionsBeside(request, job);
    QCOMPARE(request.caches.size(), std::size_t{2});
    QCOMPARE(request.caches[0].file.filename().string(), std::string("flag.pc2"));
    QCOMPARE(request.caches[1].file.filename().string(), std::string("flag@storm.mdd"));
    QCOMPARE(job.takeIssues().size(), std::size_t{2});
    pipeline::addMotionsBeside(request, job);
    QCOMPARE(request.caches.size(), std::size_t{2});
  }

  void namedInRecipes() {
    write("flag.obj", objText());
    write("a.pc2", pc2(samplesOf(yUp)));
    const fs::path file = write(
        "flag.texeleton",
        "{\"format\": \"texeleton-recipe\", \"version\": 1, \"sources\": [ "
        "{\"path\": \"flag.obj\", \"role\": \"model\"}, "
        "{\"path\": \"a.pc2\", \"role\": \"cache\", \"mesh\": \"Flag\", \"fps\": 12, \"scale\": 1, \"up\": \"y\"}], "
        "\"clips\": [{\"source\": 1, \"index\": 0, \"name\": \"Wind\"}]}");
    JobContext job;
    const auto recipe = recipe::readRecipe(file, job);
    QVERIFY2(recipe, recipe ? "" : recipe.error().message.c_str());
    const auto plan = pipeline::sourcePlanOf(*recipe, file);
    QCOMPARE(plan.model.caches.size(), std::size_t{1});
    QVERIFY((plan.model.caches[0] ==
             pipeline::CacheRequest{file.parent_path() / "a.pc2", "Flag", 12.0, 1.0, importing::UpAxis::Y}));
    const auto loaded = load(plan.model.model, plan.model.caches);
    QVERIFY(loaded != nullptr);
    QCOMPARE(loaded->clips[0].lengthSeconds, (kSamples - 1) / 12.0);
    const auto settings = recipe::toBakeSettings(*recipe, *loaded, job);
    QVERIFY2(settings, settings ? "" : settings.error().message.c_str());
    QCOMPARE(settings->clips.size(), std::size_t{1});
  }

  /// A cached mesh next to skinned meshes without a cache: the cache moves its own, the rest is unchanged.
  void meshOfACharacter_data() {
    QTest::addColumn<QString>("node");
    QTest::newRow("rigid on a bone") << "Knight_Cape";
    QTest::newRow("skinned") << "Knight_Head";
  }
  void meshOfACharacter() {
    if (!sharedModels()) {
      TEXELETON_SKIP("the shared models are absent: nothing was tried");
    }
    const fs::path file = *sharedModels() / "kaykit-knight.glb";
    const auto plain = load(file, {});
    QVERIFY(plain != nullptr);
    QFETCH(QString, node);
    const auto cape = std::find_if(plain->parts.begin(), plain->parts.end(), [&](const model::MeshPart& part) {
      return plain->nodes[part.node.value].name == node.toStdString();
    });
    QVERIFY(cape != plain->parts.end());
    // One point for each position of the cape, in the space of its mesh; it slides along x.
    std::vector<glm::dvec3> places;
    for (std::uint32_t v = 0; v < cape->vertexCount; ++v) {
      const glm::dvec3 p(glm::inverse(cape->fromMesh) *
                         glm::dvec4(plain->vertices.positions[cape->firstVertex + v], 1.0));
      const bool known =
          std::any_of(places.begin(), places.end(), [&](const glm::dvec3& q) { return glm::length(p - q) < 1e-6; });
      if (!known) {
        places.push_back(p);
      }
    }
    CacheSamples samples(5);
    for (std::size_t s = 0; s < samples.size(); ++s) {
      for (const glm::dvec3& p : places) {
        samples[s].emplace_back(p + glm::dvec3(0.1 * static_cast<double>(s), 0.0, 0.0));
      }
    }
    const std::string clip = plain->clips.front().name;
    const auto loaded = load(file, {{write("cape@" + clip + ".pc2", pc2(samples)), node.toStdString(), 30.0}});
    QVERIFY(loaded != nullptr);
    QCOMPARE(loaded->clips.size(), plain->clips.size());
    bake::BakeSettings settings;
    settings.mode = vat::BakeMode::Vertex;
    settings.pixelFormat = vat::PixelFormat::Rgba32F;
    settings.shareElements = false;
    settings.sampleRateHz = 30.0;
    settings.clips.resize(1);
    settings.clips[0].clip = ClipIndex(std::size_t{0});
    settings.clips[0].loop = bake::LoopMode::Off;
    JobContext job;
    const auto with = bake::bake(*loaded, settings, job);
    const auto without = bake::bake(*plain, settings, job);
    QVERIFY2(with.has_value(), with ? "" : with.error().message.c_str());
    QVERIFY(without.has_value());
    const double start = loaded->clips[0].pointTracks.front().times.front() - loaded->clips[0].startSeconds;
    const animation::SourcePose rest(*plain, ClipIndex());
    animation::SourcePose pose(*plain, ClipIndex(std::size_t{0}));
    for (std::uint32_t frame = 0; frame < with->clips[0].frameCount; frame += 7) {
      pose.evaluate(plain->clips[0].startSeconds + frame / 30.0);
      const double moved = 0.1 * std::clamp(frame - start * 30.0, 0.0, 4.0);
      const glm::dmat4 carried = pose.worlds()[cape->node.value] * glm::inverse(rest.worlds()[cape->node.value]);
      const glm::dvec3 step(glm::dmat3(cape->fromMesh) * glm::dvec3(moved, 0.0, 0.0));
      for (std::uint32_t v = 0; v < plain->vertexCount(); ++v) {
        const glm::dvec3 found(texel(*with, v, frame, 0));
        if (v >= cape->firstVertex && v < cape->firstVertex + cape->vertexCount) {
          const glm::dvec3 base(plain->vertices.positions[v]);
          QVERIFY(glm::length(glm::dvec3(carried * glm::dvec4(base + step, 1.0)) - found) < 2e-5);
        } else {
          QVERIFY(found == glm::dvec3(texel(*without, v, frame, 0)));
          QVERIFY(texel(*with, v, frame, 1) == texel(*without, v, frame, 1));
        }
      }
    }
  }

  void rejectsBoneMode() {
    const auto loaded = load(write("flag.obj", objText()), {{write("flag.pc2", pc2(samplesOf(yUp))), "", kRate}});
    QVERIFY(loaded != nullptr);
    JobContext job;
    const auto baked = bake::bake(*loaded, {}, job);
    QVERIFY(!baked.has_value());
    QVERIFY2(baked.error().message.contains("Flag") && baked.error().message.contains("--mode vertex"),
             baked.error().message.c_str());
  }

  void undecidedPoints_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<QByteArray>("cache");
    QTest::addColumn<QString>("mesh");
    QTest::addColumn<QString>("sentence");
    const auto bytes = [](const std::string& text) {
      return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
    };
    CacheSamples fewer = samplesOf(yUp);
    for (auto& points : fewer) {
      points.pop_back();
    }
    QTest::newRow("other count") << "flag.obj" << bytes(objText()) << bytes(pc2(fewer)) << ""
                                 << "has 53 points, but the mesh \"Flag\" has 54";
    QTest::newRow("no such mesh") << "flag.obj" << bytes(objText()) << bytes(pc2(samplesOf(yUp))) << "Flap"
                                  << "no mesh \"Flap\"";
    QTest::newRow("no place") << "flag.glb" << bytes(glbBytes()) << bytes(pc2(samplesOf(yUp, 0.1))) << ""
                              << "are at none of the cache's 54 points";
    CacheSamples doubled = samplesOf(yUp);
    for (std::size_t s = 0; s < doubled.size(); ++s) {
      doubled[s].push_back(doubled[s][3] + glm::vec3(0.0f, 0.01f * static_cast<float>(s), 0.0f));
    }
    QTest::newRow("points that part") << "flag.glb" << bytes(glbBytes()) << bytes(pc2(doubled)) << ""
                                      << "at points 3 and 54";
    CacheSamples bad = samplesOf(yUp);
    bad[11][40].z = std::numeric_limits<float>::quiet_NaN();
    QTest::newRow("NaN") << "flag.obj" << bytes(objText()) << bytes(pc2(bad)) << ""
                         << "point 40 of sample 11";
  }
  void undecidedPoints() {
    QFETCH(QString, name);
    QFETCH(QByteArray, model);
    QFETCH(QByteArray, cache);
    QFETCH(QString, mesh);
    QFETCH(QString, sentence);
    pipeline::ModelRequest request;
    request.model = write(name.toStdString(), model.toStdString());
    request.caches = {{write("c.pc2", cache.toStdString()), mesh.toStdString(), kRate}};
    request.import.cache.enabled = false;
    JobContext job;
    const auto loaded = pipeline::loadModel(request, job);
    QVERIFY(!loaded.has_value());
    QVERIFY2(loaded.error().message.contains(sentence.toStdString()), loaded.error().message.c_str());
  }

  /// Coincident points that stay together are one point in a format that keeps no order.
  void pointsThatStayTogether() {
    CacheSamples doubled = samplesOf(yUp);
    for (auto& points : doubled) {
      points.push_back(points[3]);
    }
    const auto loaded = load(write("flag.glb", glbBytes()), {{write("c.pc2", pc2(doubled)), "", kRate}});
    QVERIFY(loaded != nullptr);
    const auto baked = bakeAt(*loaded, kRate);
    QVERIFY(baked.has_value());
    expectCloth(*loaded, *baked, yUp, kRate, 0.0);
  }

  /// A change of the file during the bake is reported, not baked.
  void cacheCutDuringTheBake() {
    const fs::path cache = write("flag.pc2", pc2(samplesOf(yUp)));
    const auto loaded = load(write("flag.obj", objText()), {{cache, "", kRate}});
    QVERIFY(loaded != nullptr);
    fs::resize_file(cache, fs::file_size(cache) / 2);
    const auto baked = bakeAt(*loaded, kRate);
    QVERIFY(!baked.has_value());
    QCOMPARE(baked.error().file, cache.string());
  }

 private:
  fs::path write(const std::string& name, const std::string& content) const {
    const fs::path file = fs::path(m_folder->path().toStdString()) / name;
    std::ofstream(file, std::ios::binary) << content;
    return file;
  }

  static std::shared_ptr<const model::Model> load(const fs::path& model,
                                                  const std::vector<pipeline::CacheRequest>& caches) {
    pipeline::ModelRequest request;
    request.model = model;
    request.caches = caches;
    request.import.cache.enabled = false;
    JobContext job;
    auto loaded = pipeline::loadModel(request, job);
    if (!loaded) {
      qWarning("%s", loaded.error().message.c_str());
      return nullptr;
    }
    if (const auto violation = model::checkModel(**loaded)) {
      qWarning("%s", violation->c_str());
      return nullptr;
    }
    return *loaded;
  }

  static Result<vat::BakedAnimation> bakeAt(const model::Model& model, double rate) {
    bake::BakeSettings settings;
    settings.mode = vat::BakeMode::Vertex;
    settings.pixelFormat = vat::PixelFormat::Rgba32F;
    settings.sampleRateHz = rate;
    settings.size = vat::SizeRule::Exact;
    settings.loop = bake::LoopMode::Off;
    JobContext job;
    auto baked = bake::bake(model, settings, job);
    if (!baked) {
      qWarning("%s", baked.error().message.c_str());
    }
    return baked;
  }

  /// `texel` 0: the position, 1: the normal.
  static glm::vec3 texel(const vat::BakedAnimation& baked, std::uint32_t vertex, std::uint32_t frame,
                         std::uint32_t number) {
    const vat::TexelAddress at =
        vat::texelAddress(baked.layout, frame, vat::elementTexel(baked.layout, baked.mesh.elements[vertex], number));
    return baked.texels.texel(at.x, at.y);
  }

  /// Calls `use(vertex, column, row)` for the vertices of the cloth, found by their position in the model.
  template <class Use, class ToPack>
  static void forVertices(const model::Model& model, const Use& use, const ToPack& toPack) {
    for (std::uint32_t v = 0; v < model.vertexCount(); ++v) {
      for (const auto& [column, row] : pointOrder()) {
        if (glm::length(toPack(cloth(column, row, 0.0)) - glm::dvec3(model.vertices.positions[v])) < 1e-4) {
          use(v, column, row);
        }
      }
    }
  }

  template <class ToPack>
  static void expectCloth(const model::Model& model, const vat::BakedAnimation& baked, const ToPack& toPack,
                          double rate, double offset) {
    double largest = 0.0;
    std::size_t count = 0;
    forVertices(
        model,
        [&](std::uint32_t v, int column, int row) {
          ++count;
          for (std::uint32_t frame = 0; frame < baked.clips[0].frameCount; ++frame) {
            const glm::dvec3 expected = toPack(cloth(column, row, offset + frame / rate));
            largest = std::max(largest, glm::length(expected - glm::dvec3(texel(baked, v, frame, 0))));
          }
        },
        toPack);
    QVERIFY(count >= std::size_t{kColumns * kRows});
    QVERIFY2(largest < 1e-5, std::to_string(largest).c_str());
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

TEXELETON_SUITE(TestPointCaches)
#include "test_point_caches.moc"

// The baked meshes, their ranges, variants and levels of detail.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/bake/measure/measure.h"
#include "tests/core/bake/bake_oracle.h"
#include "tests/support/mesh_kit.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

std::vector<KitMesh> soldierKit() {
  return {{"Body", "Body", "Skin", 6, 0.0f},
          {"Sword", "Sword", "Steel", 2, 1.5f},
          {"Cape", "Cape", "Cloth", 3, 3.0f},
          {"Helmet", "Helmet", "Steel", 4, 4.5f}};
}

std::vector<KitMesh> leveledKit() {
  return {{"Body_LOD0", "Body_LOD0", "Skin", 8, 0.0f},
          {"Body_LOD1", "Body_LOD1", "Skin", 4, 0.0f},
          {"Body_LOD2", "Body_LOD2", "Plain", 1, 0.0f},
          {"Hat", "Hat", "Plain", 2, 1.5f}};
}

std::vector<std::byte> texelsOf(const vat::BakedAnimation& baked) {
  return {baked.texels.bytes().begin(), baked.texels.bytes().end()};
}

const std::vector<vat::BakedPrimitive>& primitivesOf(const vat::BakedMesh& mesh, std::uint32_t lod) {
  return lod == 0 ? mesh.primitives : mesh.lods[lod - 1].primitives;
}
const std::vector<std::uint32_t>& indicesOf(const vat::BakedMesh& mesh, std::uint32_t lod) {
  return lod == 0 ? mesh.indices : mesh.lods[lod - 1].indices;
}

/// The corners in a mesh's ranges at a level, and their materials.
std::vector<std::uint32_t> cornersOf(const vat::BakedAnimation& baked, const vat::BakedSourceMesh& mesh,
                                     std::uint32_t lod) {
  std::vector<std::uint32_t> corners;
  for (const vat::BakedRange& range : mesh.ranges) {
    if (range.lod == lod) {
      const auto first = indicesOf(baked.mesh, lod).begin() +
                         primitivesOf(baked.mesh, lod)[range.primitive].firstIndex + range.firstIndex;
      corners.insert(corners.end(), first, first + range.indexCount);
    }
  }
  return corners;
}

std::vector<std::uint32_t> cornersOf(const model::Model& model, const model::MeshPart& part) {
  const auto first = model.vertices.indices.begin() + part.firstIndex;
  return {first, first + part.indexCount};
}

/// Computed independently of the code under test: the nearest of the perpendicular foot on the triangle's plane, if it
/// is inside, and of the nearest points of the three sides.
double distanceToTriangle(const glm::dvec3& p, const std::array<glm::dvec3, 3>& corners) {
  const glm::dvec3 normal = glm::cross(corners[1] - corners[0], corners[2] - corners[0]);
  const glm::dvec3 foot = p - normal * (glm::dot(p - corners[0], normal) / glm::dot(normal, normal));
  bool inside = glm::length(normal) > 0.0;
  double best = 1e300;
  for (std::size_t i = 0; i < 3; ++i) {
    const glm::dvec3 side = corners[(i + 1) % 3] - corners[i];
    const double along = glm::clamp(glm::dot(p - corners[i], side) / glm::dot(side, side), 0.0, 1.0);
    best = std::min(best, glm::distance(p, corners[i] + side * along));
    inside = inside && glm::dot(glm::cross(side, foot - corners[i]), normal) >= 0.0;
  }
  return inside ? std::min(best, glm::distance(p, foot)) : best;
}

/// A level's largest distance, by brute force.
double slowMillimetres(const vat::BakedAnimation& baked, std::uint32_t lod) {
  const std::set<std::uint32_t> lod0(baked.mesh.indices.begin(), baked.mesh.indices.end());
  const std::vector<std::uint32_t>& corners = baked.mesh.lods[lod - 1].indices;
  double largest = 0.0;
  for (std::uint32_t frame = 0; frame < baked.layout.frameCount; ++frame) {
    std::vector<glm::dvec3> at;
    for (std::uint32_t v = 0; v < baked.mesh.vertexCount(); ++v) {
      at.push_back(texelVertex(baked, v, frame).position);
    }
    for (const std::uint32_t v : lod0) {
      double nearest = 1e300;
      for (std::size_t i = 0; i < corners.size(); i += 3) {
        nearest =
            std::min(nearest, distanceToTriangle(at[v], {at[corners[i]], at[corners[i + 1]], at[corners[i + 2]]}));
      }
      largest = std::max(largest, nearest);
    }
  }
  return largest * 1000.0;
}

/// A mesh with separate vertices for every triangle, with the triangle's normal.
model::Model hardEdged(std::uint32_t cells) {
  model::Model model = meshKit({{"Rock", "Rock", "Plain", cells}});
  const model::VertexData smooth = model.vertices;
  model::VertexData& hard = model.vertices;
  hard = {};
  hard.influenceBegin.push_back(0);
  for (std::size_t i = 0; i < smooth.indices.size(); i += 3) {
    const glm::vec3 corners[] = {smooth.positions[smooth.indices[i]], smooth.positions[smooth.indices[i + 1]],
                                 smooth.positions[smooth.indices[i + 2]]};
    for (const glm::vec3& corner : corners) {
      hard.indices.push_back(static_cast<std::uint32_t>(hard.positions.size()));
      hard.positions.push_back(corner);
      hard.normals.push_back(glm::normalize(glm::cross(corners[1] - corners[0], corners[2] - corners[0])));
      hard.influences.push_back({0, 1.0f});
      hard.influenceBegin.push_back(static_cast<std::uint32_t>(hard.influences.size()));
    }
  }
  model.parts[0].vertexCount = static_cast<std::uint32_t>(hard.positions.size());
  model.parts[0].indexCount = static_cast<std::uint32_t>(hard.indices.size());
  return model;
}

bake::BakeSettings settingsFor(vat::BakeMode mode) {
  bake::BakeSettings settings;
  settings.mode = mode;
  settings.pixelFormat = vat::PixelFormat::Rgba32F;
  settings.sampleRateHz = 3.0;
  return settings;
}

}  // namespace

class TestBakeMeshes : public QObject {
  Q_OBJECT

 private:
  static void modes() {
    QTest::addColumn<int>("mode");
    QTest::newRow("bone") << static_cast<int>(vat::BakeMode::Bone);
    QTest::newRow("vertex") << static_cast<int>(vat::BakeMode::Vertex);
  }
  static vat::BakeMode mode() {
    QFETCH_GLOBAL(int, mode);
    return static_cast<vat::BakeMode>(mode);
  }

 private slots:
  void initTestCase_data() { modes(); }

  /// By default every mesh's triangles equal the source's, and each primitive has one material.
  void rangesMatchSource() {
    const model::Model model = meshKit(soldierKit());
    const vat::BakedAnimation baked = bakeOrDie(model, settingsFor(mode()));
    QCOMPARE(baked.meshes.size(), model.parts.size());
    QVERIFY(baked.variants.empty());
    QCOMPARE(baked.mesh.primitives.size(), std::size_t{3});
    for (std::size_t i = 0; i < model.parts.size(); ++i) {
      QCOMPARE(baked.meshes[i].name, model.parts[i].name);
      QCOMPARE(baked.meshes[i].ranges.size(), std::size_t{1});
      QCOMPARE(cornersOf(baked, baked.meshes[i], 0), cornersOf(model, model.parts[i]));
      QCOMPARE(baked.mesh.primitives[baked.meshes[i].ranges[0].primitive].material, model.parts[i].material);
    }
  }

  void variantsChangeNoTexel() {
    const model::Model model = meshKit(soldierKit());
    bake::BakeSettings settings = settingsFor(mode());
    const vat::BakedAnimation plain = bakeOrDie(model, settings);
    settings.meshes.variants = {{"bare", {"Body"}, {}}, {"armed", {"Body", "Sword|Helmet"}, {}}};
    const vat::BakedAnimation baked = bakeOrDie(model, settings);
    QCOMPARE(texelsOf(baked), texelsOf(plain));
    QCOMPARE(baked.mesh.indices, plain.mesh.indices);
    QCOMPARE(baked.meshes, plain.meshes);
    QCOMPARE(baked.variants, (std::vector<vat::BakedVariant>{{"bare", {0}}, {"armed", {0, 1, 3}}}));
    settings.meshes.variants = {{"bare", {"Bodi"}, {}}};
    QVERIFY(bakeError(model, settings).find("\"Sword\"") != std::string::npos);
  }

  /// A bake of some meshes equals that of a model without the others, and its error can be measured against the whole
  /// model.
  void leftOutMeshesLeaveNoTrace() {
    const std::vector<KitMesh> kit = soldierKit();
    const model::Model whole = meshKit(kit);
    bake::BakeSettings settings = settingsFor(mode());
    const model::Model part = meshKit({kit[0], kit[3]});
    const vat::BakedAnimation wanted = bakeOrDie(part, settings);
    settings.meshes.hide = {"Sword", "Ca.e"};
    const vat::BakedAnimation baked = bakeOrDie(whole, settings);
    QCOMPARE(texelsOf(baked), texelsOf(wanted));
    QCOMPARE(baked.bones, wanted.bones);
    QCOMPARE(baked.mesh.positions, wanted.mesh.positions);
    QCOMPARE(baked.mesh.indices, wanted.mesh.indices);
    QCOMPARE(baked.bounds, wanted.bounds);
    JobContext job;
    const auto measured = bake::measureError(whole, baked, job);
    const auto expected = bake::measureError(part, wanted, job);
    QVERIFY2(measured.has_value(), measured ? "" : measured.error().message.c_str());
    QCOMPARE(*measured, *expected);
    QVERIFY(!bake::measureError(part, bakeOrDie(whole, settingsFor(mode())), job).has_value());
    settings.meshes.hide = {".*"};
    QVERIFY(bakeError(whole, settings).find("no mesh is left") != std::string::npos);
  }

  void authoredLevels() {
    const model::Model model = meshKit(leveledKit());
    bake::BakeSettings settings = settingsFor(mode());
    settings.meshes.variants = {{"bald", {"Body"}, {}}};
    const vat::BakedAnimation baked = bakeOrDie(model, settings);
    QCOMPARE(baked.mesh.lods.size(), std::size_t{2});
    QCOMPARE(baked.mesh.indices.size(), std::size_t{(128 + 8) * 3});
    QCOMPARE(baked.mesh.lods[0].indices.size(), std::size_t{(32 + 8) * 3});
    QCOMPARE(baked.mesh.lods[1].indices.size(), std::size_t{(2 + 8) * 3});
    QCOMPARE(baked.mesh.lods[1].primitives.size(), std::size_t{1});  // Both are "Plain" there.
    for (std::uint32_t lod = 0; lod < 3; ++lod) {
      QCOMPARE(cornersOf(baked, baked.meshes[lod], lod), cornersOf(model, model.parts[lod]));
      QCOMPARE(cornersOf(baked, baked.meshes[3], lod), cornersOf(model, model.parts[3]));
      QCOMPARE(baked.meshes[lod].group, std::string("Body"));
      for (std::uint32_t other = 0; other < 3; ++other) {
        QCOMPARE(cornersOf(baked, baked.meshes[lod], other).empty(), lod != other);
      }
    }
    QCOMPARE(baked.variants[0].meshes, (std::vector<std::uint32_t>{0, 1, 2}));
    settings.meshes.authoredLods = false;
    settings.meshes.variants.clear();
    const vat::BakedAnimation flat = bakeOrDie(model, settings);
    QVERIFY(flat.mesh.lods.empty());
    QCOMPARE(flat.mesh.indices.size(), std::size_t{(128 + 32 + 2 + 8) * 3});
    QCOMPARE(texelsOf(flat), texelsOf(baked));
  }

  void distancesOfLevels() {
    // Nodes rotate apart, so the distance differs in each frame.
    const model::Model model = meshKit(leveledKit());
    bake::BakeSettings settings = settingsFor(mode());
    const vat::BakedAnimation baked = bakeOrDie(model, settings);
    for (std::uint32_t lod = 1; lod <= 2; ++lod) {
      const double expected = slowMillimetres(baked, lod);
      QVERIFY(expected > 1.0);
      QVERIFY2(std::abs(baked.mesh.lods[lod - 1].maxMillimetres - expected) < 1e-4 * expected,
               qPrintable(QString("%1 %2").arg(baked.mesh.lods[lod - 1].maxMillimetres).arg(expected)));
    }
    QVERIFY(baked.mesh.lods[1].maxMillimetres > baked.mesh.lods[0].maxMillimetres);
  }

  void madeLevels() {
    std::vector<KitMesh> kit = soldierKit();
    kit[0].cells = 10;
    kit[3].cells = 8;
    model::Model model = meshKit(kit);
    // Body and its collar: one mesh of two materials that meet along a seam.
    model.parts[3].node = model.parts[0].node;
    model.parts[3].name = model.parts[0].name;
    const auto helmet = std::span(model.vertices.influences).subspan(model.parts[3].firstVertex);
    std::fill(helmet.begin(), helmet.end(), model::Influence{0, 1.0f});
    bake::BakeSettings settings = settingsFor(mode());
    const vat::BakedAnimation plain = bakeOrDie(model, settings);
    settings.lodRatios = {0.5, 0.2};
    settings.meshes.variants = {{"bare", {"Body"}, {}}};
    JobContext job;
    const vat::BakedAnimation baked = bakeOrDie(model, settings, job);
    QCOMPARE(texelsOf(baked), texelsOf(plain));
    QCOMPARE(baked.mesh.positions, plain.mesh.positions);
    QCOMPARE(baked.mesh.lods.size(), std::size_t{2});
    for (std::uint32_t lod = 1; lod <= 2; ++lod) {
      const vat::BakedLod& level = baked.mesh.lods[lod - 1];
      const double share = static_cast<double>(level.indices.size()) / static_cast<double>(baked.mesh.indices.size());
      QVERIFY2(share < settings.lodRatios[lod - 1] * 1.3 && share > settings.lodRatios[lod - 1] * 0.7,
               qPrintable(QString::number(share)));
      const double expected = slowMillimetres(baked, lod);
      QVERIFY(std::abs(level.maxMillimetres - expected) < 1e-4 * expected);
      QVERIFY(level.maxMillimetres < 100.0);
      std::size_t counted = 0;
      for (const vat::BakedSourceMesh& mesh : baked.meshes) {
        for (const vat::BakedRange& range : mesh.ranges) {
          if (range.lod != lod) {
            continue;
          }
          counted += range.indexCount;
          const vat::BakedPrimitive& primitive = level.primitives[range.primitive];
          for (std::uint32_t i = 0; i < range.indexCount; ++i) {
            const std::uint32_t v = level.indices[primitive.firstIndex + range.firstIndex + i];
            const auto part = std::find_if(model.parts.begin(), model.parts.end(), [v](const model::MeshPart& p) {
              return v >= p.firstVertex && v < p.firstVertex + p.vertexCount;
            });
            QCOMPARE(part->name, mesh.name);
            QCOMPARE(part->material, primitive.material);
          }
        }
      }
      QCOMPARE(counted, level.indices.size());
    }
    for (const auto& ratios : {std::vector<double>{0.5, 0.5}, {1.0}, {0.0}, {-1.0}, {std::nan("")}}) {
      settings.lodRatios = ratios;
      QVERIFY(!bakeError(model, settings).empty());
    }
  }

  /// With hard edges no vertex is shared: points are simplified, not vertices. Corners take normals close to their
  /// triangle's.
  void madeLevelsOfHardEdges() {
    const model::Model model = hardEdged(8);
    QCOMPARE(model::checkModel(model), std::nullopt);
    bake::BakeSettings settings = settingsFor(mode());
    settings.lodRatios = {0.3};
    const vat::BakedAnimation baked = bakeOrDie(model, settings);
    const vat::BakedLod& level = baked.mesh.lods.at(0);
    QVERIFY(level.indices.size() / 3 <= 128 * 35 / 100 && level.indices.size() / 3 >= 128 * 20 / 100);
    QVERIFY(level.maxMillimetres < 50.0);
    for (std::size_t i = 0; i < level.indices.size(); i += 3) {
      const auto position = [&](std::size_t corner) { return baked.mesh.positions[level.indices[i + corner]]; };
      const glm::vec3 face = glm::normalize(glm::cross(position(1) - position(0), position(2) - position(0)));
      for (std::size_t corner = 0; corner < 3; ++corner) {
        QVERIFY(glm::dot(face, baked.mesh.normals[level.indices[i + corner]]) > 0.8f);
      }
    }
  }

  void impossibleLevelsAreIssues() {
    bake::BakeSettings settings = settingsFor(mode());
    settings.lodRatios = {0.5, 0.4};
    JobContext job;
    // Two triangles become one; a second level would be the same.
    QCOMPARE(bakeOrDie(meshKit({{"Body", "Body", "Skin", 1}}), settings, job).mesh.lods.size(), std::size_t{1});
    QCOMPARE(job.takeIssues().size(), std::size_t{1});
    const vat::BakedAnimation authored = bakeOrDie(meshKit(leveledKit()), settings, job);
    QCOMPARE(authored.mesh.lods.size(), std::size_t{2});
    const std::vector<Issue> issues = job.takeIssues();
    QVERIFY(std::any_of(issues.begin(), issues.end(),
                        [](const Issue& issue) { return issue.text.find("its own levels") != std::string::npos; }));
  }

  void sameBytesOnSeveralThreads() {
    std::vector<KitMesh> kit = soldierKit();
    kit[0].cells = 20;
    const model::Model model = meshKit(kit);
    bake::BakeSettings settings = settingsFor(mode());
    settings.sampleRateHz = 120.0;
    settings.lodRatios = {0.4, 0.1};
    JobContext one;
    one.threadCount = 1;
    const vat::BakedAnimation first = bakeOrDie(model, settings, one);
    for (const unsigned threads : {2u, 5u}) {
      JobContext job;
      job.threadCount = threads;
      const vat::BakedAnimation again = bakeOrDie(model, settings, job);
      QCOMPARE(texelsOf(again), texelsOf(first));
      QCOMPARE(again.meshes, first.meshes);
      for (std::size_t i = 0; i < first.mesh.lods.size(); ++i) {
        QCOMPARE(again.mesh.lods[i].indices, first.mesh.lods[i].indices);
        QCOMPARE(again.mesh.lods[i].maxMillimetres, first.mesh.lods[i].maxMillimetres);
      }
    }
  }
};

TEXELETON_SUITE(TestBakeMeshes)
#include "test_bake_meshes.moc"

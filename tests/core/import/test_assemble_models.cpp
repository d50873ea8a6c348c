// The shared models through parser and assembler: facts about them, and every triangle at the position of a naive
// evaluation of the parsed scene, at rest and in the first keys of every clip.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/import/parsers.h"
#include "tests/core/import/assemble_scenes.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

namespace fs = std::filesystem;

Result<importing::SourceScene> parse(const fs::path& file, JobContext& job) {
  importing::ModelFiles files(file, {});
  const std::string ending = file.extension().string();
  return ending == ".glb" || ending == ".gltf" ? importing::parseGltf(files, job)
                                               : importing::parseWithAssimp(files, job);
}

/// Facts from the folder's README; boxes are those of the mesh at rest, in file units.
struct AssembledFacts {
  const char* name;
  std::size_t triangles;  ///< Over all instances.
  std::uint32_t bones;
  std::size_t clips;
  std::array<double, 3> box;  ///< Sorted; 0: not comparable.
};

const AssembledFacts kAssembled[] = {
    {"fox.glb", 576, 24, 3, {25.19, 79.03, 154.7}},
    {"kaykit-knight.glb", 6952, 41, 76, {2.467, 2.577, 2.689}},
    {"kaykit-barbarian.fbx", 6543, 41, 9, {165.4, 195.6, 238.5}},
    {"maya-sausage-ascii.fbx", 44, 3, 3, {1, 1, 3.332}},
    {"maya-slime.fbx", 976, 3, 1, {0, 0, 0}},         // without the 3,904 triangles of a hidden mesh, as in ufbx; the
                                                      // README's box includes a control curve, which is lines
    {"blender-warrior.fbx", 3285, 19, 1, {0, 0, 0}},  // in the README without the instances of its six repeated meshes
    {"max-skin-zup.fbx", 176, 5, 1, {0, 0, 0}},       // the README has no geometric transform
    {"blender-arm.fbx", 2112, 14, 1, {0, 0, 0}},      // in the README with weights that sum to up to 1.38
    {"steam-engine-zup.fbx", 1260, 0, 1, {60, 121, 180}},
    {"kenney-character.glb", 550, 0, 4, {0.635, 1.1, 1.2}},
    {"robot.dae", 3238, 36, 1, {2.617, 4.559, 6.621}},  // in the README with feet on meshes of the same names
    {"hydra.gltf", 42344 + 11 * 8, 193, 5, {5.458, 6.13, 6.945}},
    {"worm.md5mesh", 2304, 10, 1, {5.996, 5.996, 72}},
    {"InterpolationTest.gltf", 2 + 9 * 12, 0, 9, {2.004, 8.8, 9.959}},
    {"morph-stress.gltf", 2412, 0, 3, {0.6, 1, 4}},
    {"kaykit-walk.bvh", 0, 0, 1, {0, 0, 0}},
};

std::array<double, 3> sortedBox(const std::vector<glm::dvec3>& positions) {
  glm::dvec3 low(1e300);
  glm::dvec3 high(-1e300);
  for (const glm::dvec3& p : positions) {
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  std::array<double, 3> box = {high.x - low.x, high.y - low.y, high.z - low.z};
  std::sort(box.begin(), box.end());
  return box;
}

/// The largest distance between triangles, in any rotation of their corners; corners that are not a number in
/// `expected` (vertices without weight) are ignored.
double triangleDistance(const std::vector<glm::dvec3>& expected, const std::vector<glm::dvec3>& shown) {
  if (expected.size() != shown.size()) {
    return std::numeric_limits<double>::infinity();
  }
  double largest = 0.0;
  for (std::size_t t = 0; t < expected.size(); t += 3) {
    const auto distance = [&](std::size_t b, std::size_t c) {
      double most = 0.0;
      for (const auto& [i, j] : {std::pair{t, t}, {t + 1, t + b}, {t + 2, t + c}}) {
        const double d = glm::length(expected[i] - shown[j]);
        most = std::isnan(d) && !std::isnan(shown[j].x) ? most : std::max(most, d);
      }
      return most;
    };
    largest = std::max(largest, std::min(distance(1, 2), distance(2, 1)));
  }
  return largest;
}

}  // namespace

class TestAssembleModels : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    if (!sharedModels()) {
      TEXELETON_SKIP("the shared models are not here: nothing is tried on them");
    }
  }

  void models_data() {
    QTest::addColumn<QString>("path");
    QTest::newRow("none") << QString();
    for (const fs::path& file : sharedModelFiles()) {
      QTest::newRow(file.filename().c_str()) << QString::fromStdString(file.string());
    }
  }

  void models() {
    QFETCH(QString, path);
    if (path.isEmpty()) {
      return;
    }
    const fs::path file = path.toStdString();
    JobContext job;
    Result<importing::SourceScene> scene = parse(file, job);
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    const auto model = assembled(*scene);
    QVERIFY(model);
    std::erase_if(scene->instances, [&](const importing::SourceInstance& i) { return scene->nodes[i.node].hidden; });
    for (const Issue& issue : model->issues) {
      qInfo("%s: %s", severityName(issue.severity), issue.text.c_str());
    }

    const auto facts = std::find_if(std::begin(kAssembled), std::end(kAssembled),
                                    [&](const AssembledFacts& f) { return file.filename() == f.name; });
    QVERIFY(facts != std::end(kAssembled));
    QCOMPARE(model->triangleCount(), facts->triangles);
    QCOMPARE(model->boneCount, facts->bones);
    QCOMPARE(model->clips.size(), facts->clips);
    if (model->parts.empty()) {
      return;
    }

    const std::vector<glm::dvec3> rest = shownPositions(*model);
    const std::array<double, 3> box = sortedBox(rest);
    for (std::size_t i = 0; i < 3 && facts->box[0] > 0.0; ++i) {
      const double expected = facts->box[i] * model->unitMetres;
      QVERIFY2(std::abs(box[i] - expected) < 1e-3 * expected,
               qPrintable(QString("side %1, not %2").arg(box[i]).arg(expected)));
    }
    const double tolerance = 1e-5 * box[2];
    const double metres = scene->unitMetres;
    const double atRest = triangleDistance(expectedCorners(*scene, expectedPositions(*scene, metres, scene->axes)),
                                           shownCorners(*model, rest));
    QVERIFY2(atRest < tolerance, qPrintable(QString("%1 of %2").arg(atRest).arg(box[2])));
    for (std::size_t c = 0; c < model->clips.size(); ++c) {
      const double inClip =
          triangleDistance(expectedCorners(*scene, expectedPositions(*scene, metres, scene->axes, &scene->clips[c])),
                           shownCorners(*model, shownPositions(*model, ClipIndex(c))));
      QVERIFY2(inClip < tolerance, qPrintable(QString("clip %1: %2 of %3").arg(c).arg(inClip).arg(box[2])));
    }
  }

  // fox.glb has no normals: it gets flat ones, and only the corners of its triangles as vertices. Its unit is a
  // centimetre.
  void fox() {
    const auto folder = sharedModels();
    if (!folder) {
      return;
    }
    JobContext job;
    const Result<importing::SourceScene> scene = parse(*folder / "fox.glb", job);
    QVERIFY(scene);
    const auto model = assembled(*scene);
    QVERIFY(model);
    QCOMPARE(model->vertexCount(), std::size_t(1728));
    QCOMPARE(issuesWith(*model, "--scale 0.01"), 1);
    QCOMPARE(model->parts[0].maxInfluences, 4u);
    QVERIFY(std::abs(model->clips[0].lengthSeconds - 3.41667) < 1e-5);
    importing::ImportOptions options;
    options.scale = 0.01;
    const auto scaled = assembled(*scene, options);
    QVERIFY(scaled);
    QCOMPARE(issuesWith(*scaled, "--scale"), 0);
    QVERIFY(std::abs(sortedBox(shownPositions(*scaled))[2] - 1.547) < 1e-3);
  }

  // Two skins bind the same joints with different matrices; moving their placements into the vertices leaves one
  // palette.
  void hydra() {
    const auto folder = sharedModels();
    if (!folder) {
      return;
    }
    JobContext job;
    const Result<importing::SourceScene> scene = parse(*folder / "hydra" / "hydra.gltf", job);
    QVERIFY(scene);
    const auto model = assembled(*scene);
    QVERIFY(model);
    QCOMPARE(model->palette.size(), std::size_t(193 + 12));
    std::uint32_t most = 0;
    for (const model::MeshPart& part : model->parts) {
      most = std::max(most, part.maxInfluences);
    }
    QCOMPARE(most, 8u);
    QVERIFY(std::any_of(model->nodes.begin(), model->nodes.end(), [](const model::Node& node) {
      return node.rest.scale.x * node.rest.scale.y * node.rest.scale.z < 0.0;
    }));
  }

  // For every scene that a parser accepts, the assembler gives a valid model or an error with a message.
  void hostileFiles() {
    std::size_t tried = 0;
    for (const fs::path& file : hostileModelFiles()) {
      JobContext job;
      Result<importing::SourceScene> scene = parse(file, job);
      if (!scene) {
        continue;
      }
      ++tried;
      const Result<model::Model> model = importing::assembleModel(std::move(*scene), {}, job);
      if (!model) {
        QVERIFY2(!model.error().message.empty(), file.c_str());
        continue;
      }
      const auto violation = model::checkModel(*model);
      QVERIFY2(!violation, violation ? (file.string() + ": " + *violation).c_str() : "");
    }
    QVERIFY(!sharedModels() || tried > 30);
  }
};

TEXELETON_PLAIN_SUITE(TestAssembleModels)
#include "test_assemble_models.moc"

#include <QObject>
#include <QTest>
#include <cmath>
#include <iterator>
#include <set>

#include "tests/core/import/fbx_text.h"
#include "tests/core/import/scene_pose.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

struct ParsedFacts {
  const char* file;
  const char* format;
  std::size_t vertices;  // Before welding.
  std::size_t triangles;
  std::size_t bones;
  std::size_t clips;
  double firstSeconds;  // Length of the first clip.
  double rateHz;
  glm::vec3 low, high;  // The bind pose in pack space.
};

// Counts and lengths are from the README of the shared models. The boxes of FBX files were computed with ufbx (bind
// matrices times vertices; axes and unit by hand), not with Assimp: they must match with every version of Assimp.
const ParsedFacts kParsed[] = {
    {"blender-arm.fbx",
     "FBX 7.4 binary",
     4224,
     2112,
     14,
     1,
     0.8333333,
     24,
     {-36.4201f, -0.916667f, -0.916667f},
     {34.7913f, 0.916667f, 0.916667f}},
    {"blender-warrior.fbx",
     "FBX 7.4 binary",
     9495,
     3165,
     19,
     1,
     2.5833333,
     24,
     {-10.9f, -1.6f, -7.53403f},
     {8.17314f, 10.6721f, 2.98695f}},
    {"max-skin-zup.fbx",
     "FBX 7.5 binary",
     352,
     176,
     5,
     1,
     3.3333333,
     30,
     {-0.288179f, -0.0844348f, 0.0923079f},
     {0.328444f, 0.548514f, 0.293838f}},
    {"maya-sausage-ascii.fbx",
     "FBX 7.5 ASCII",
     88,
     44,
     3,
     3,
     0.7916667,
     24,
     {-0.005f, 0.000182062f, -0.005f},
     {0.005f, 0.0335006f, 0.005f}},
    {"maya-slime.fbx",
     "FBX 7.5 binary",
     9760,
     4880,
     3,
     1,
     2.0,
     30,
     {-0.329772f, 0.00138057f, -0.328243f},
     {0.329772f, 0.642934f, 0.329621f}},
    {"steam-engine-zup.fbx", "FBX 7.4 binary", 2256, 1260, 0, 1, 2.0, 24, {-0.9f, -0.24f, -0.3f}, {0.9f, 0.97f, 0.3f}},
    {"kaykit-barbarian/kaykit-barbarian.fbx",
     "FBX 7.4 binary",
     19629,
     6543,
     41,
     9,
     1.0666667,
     30,
     {-0.971258f, -2.65911e-05f, -0.531133f},
     {0.971249f, 2.38486f, 1.42528f}},
};

}  // namespace

class TestAssimpModels : public QObject {
  Q_OBJECT

 private slots:
  void facts_data();
  void facts();
  void otherFormats();
  void barbarianHasItsTextureAndRigidParts();
  void warriorHasMorphsAndTextures();
  void slimeLosesItsControlCurve();
  void engineKeepsItsMirroredHalf();
  void skinsWithoutTheBonesWorld_data();
  void skinsWithoutTheBonesWorld();
  void hiddenMeshesOfReports();
  void hostile_data();
  void hostile();

 private:
  ModelFolder m_folder;
};

void TestAssimpModels::facts_data() {
  QTest::addColumn<int>("index");
  for (int i = 0; i < static_cast<int>(std::size(kParsed)); ++i) {
    QTest::newRow(kParsed[i].file) << i;
  }
}

void TestAssimpModels::facts() {
  const auto folder = sharedModels();
  if (!folder) {
    TEXELETON_SKIP("the shared models are not there; nothing was tried");
  }
  QFETCH(int, index);
  const ParsedFacts& facts = kParsed[index];
  const auto parsed = ModelFolder::parse(*folder / facts.file);
  QVERIFY2(parsed.scene.has_value(), parsed.scene ? "" : parsed.scene.error().message.c_str());
  const importing::SourceScene& scene = *parsed.scene;
  QCOMPARE(scene.format, std::string(facts.format));
  std::size_t vertices = 0;
  std::size_t triangles = 0;
  for (const importing::SourceMesh& mesh : scene.meshes) {
    vertices += mesh.primitives[0].positions.size();
    triangles += mesh.primitives[0].indices.size() / 3;
  }
  QCOMPARE(vertices, facts.vertices);
  QCOMPARE(triangles, facts.triangles);
  std::set<std::size_t> bones;
  for (const importing::SourceSkin& skin : scene.skins) {
    bones.insert(skin.joints.begin(), skin.joints.end());
    QVERIFY(skin.bindPlacement.has_value());
  }
  QCOMPARE(bones.size(), facts.bones);
  QCOMPARE(scene.clips.size(), facts.clips);
  const importing::SourceClip& clip = scene.clips[0];
  QVERIFY(std::abs(*clip.endSeconds - *clip.startSeconds - facts.firstSeconds) < 1e-6);
  QCOMPARE(clip.rateHz, facts.rateHz);
  for (const importing::SourceNode& node : scene.nodes) {
    QVERIFY(node.name.find("$AssimpFbx$") == std::string::npos);
  }
  const auto model = ModelFolder::read(*folder / facts.file);
  QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
  const float tolerance = 1e-5f * glm::length(facts.high - facts.low);
  QVERIFY2(glm::length(model->bindBounds.min - facts.low) < tolerance &&
               glm::length(model->bindBounds.max - facts.high) < tolerance,
           qPrintable(QString("%1 %2 %3 – %4 %5 %6")
                          .arg(model->bindBounds.min.x)
                          .arg(model->bindBounds.min.y)
                          .arg(model->bindBounds.min.z)
                          .arg(model->bindBounds.max.x)
                          .arg(model->bindBounds.max.y)
                          .arg(model->bindBounds.max.z)));
}

void TestAssimpModels::otherFormats() {
  const auto folder = sharedModels();
  if (!folder) {
    TEXELETON_SKIP("the shared models are not there; nothing was tried");
  }
  const auto robot = ModelFolder::read(*folder / "robot.dae");
  QVERIFY(robot.has_value());
  QCOMPARE(robot->upAxis, std::string("+Z"));
  QCOMPARE(robot->boneCount, 36u);
  QCOMPARE(robot->triangleCount(), std::size_t{3238});
  QVERIFY(std::abs(robot->clips.at(0).lengthSeconds - 0.9583333) < 1e-5);
  const auto worm = ModelFolder::read(*folder / "md5-worm" / "worm.md5mesh");
  QVERIFY(worm.has_value());
  QCOMPARE(worm->triangleCount(), std::size_t{2304});
  QCOMPARE(worm->clips.at(0).sourceRateHz, 24.0);
  QVERIFY(std::abs(worm->clips.at(0).lengthSeconds - 2.0) < 1e-6);
  const glm::vec3 size = worm->bindBounds.max - worm->bindBounds.min;
  QVERIFY(size.y > size.x && size.y > size.z);  // It stands upright.
  const auto walk = ModelFolder::parse(*folder / "kaykit-walk.bvh");
  QVERIFY(walk.scene.has_value());
  QVERIFY(walk.scene->instances.empty());
  QCOMPARE(walk.scene->nodes.size(), std::size_t{58});
  QVERIFY(std::abs(*walk.scene->clips.at(0).endSeconds - 0.8333) < 1e-3);
}

void TestAssimpModels::barbarianHasItsTextureAndRigidParts() {
  const auto folder = sharedModels();
  if (!folder) {
    TEXELETON_SKIP("the shared models are not there; nothing was tried");
  }
  const auto parsed = ModelFolder::parse(*folder / "kaykit-barbarian" / "kaykit-barbarian.fbx");
  QVERIFY(parsed.scene.has_value());
  const importing::SourceScene& scene = *parsed.scene;
  QCOMPARE(scene.materials.size(), std::size_t{1});
  QVERIFY(scene.materials[0].baseColorTexture.image.isValid());
  QCOMPARE(scene.images.size(), std::size_t{1});
  std::size_t rigid = 0;
  for (const importing::SourceInstance& instance : scene.instances) {
    rigid += instance.skin ? 0 : 1;
  }
  QCOMPARE(rigid, std::size_t{7});
  QVERIFY(scene.generator.find("3.4.1") != std::string::npos);
}

void TestAssimpModels::warriorHasMorphsAndTextures() {
  const auto folder = sharedModels();
  if (!folder) {
    TEXELETON_SKIP("the shared models are not there; nothing was tried");
  }
  const auto parsed = ModelFolder::parse(*folder / "blender-warrior.fbx");
  QVERIFY(parsed.scene.has_value());
  QCOMPARE(parsed.scene->images.size(), std::size_t{2});
  std::size_t targets = 0;
  for (const importing::SourceMesh& mesh : parsed.scene->meshes) {
    targets += mesh.primitives[0].morphTargets.size();
    QCOMPARE(mesh.morphWeights.size(), mesh.primitives[0].morphTargets.size());
    for (const float weight : mesh.morphWeights) {
      QVERIFY(weight >= 0.0f && weight < 1.0f);  // Assimp 5.2 reports 1 for all of them.
    }
  }
  QCOMPARE(targets, std::size_t{3});
  std::size_t tracks = 0;
  for (const importing::SourceTrack& track : parsed.scene->clips.at(0).tracks) {
    tracks += track.target == model::TrackTarget::MorphWeights ? 1 : 0;
  }
  QVERIFY(tracks > 0);
}

void TestAssimpModels::slimeLosesItsControlCurve() {
  const auto folder = sharedModels();
  if (!folder) {
    TEXELETON_SKIP("the shared models are not there; nothing was tried");
  }
  const auto parsed = ModelFolder::parse(*folder / "maya-slime.fbx");
  QVERIFY(parsed.scene.has_value());
  QCOMPARE(parsed.scene->meshes.size(), std::size_t{2});
  const Issue* issue = parsed.issueAbout("lines or points only");
  QVERIFY(issue != nullptr);
  QVERIFY(issue->subject.find("Ctrl_master") != std::string::npos);
}

void TestAssimpModels::engineKeepsItsMirroredHalf() {
  const auto folder = sharedModels();
  if (!folder) {
    TEXELETON_SKIP("the shared models are not there; nothing was tried");
  }
  const auto parsed = ModelFolder::parse(*folder / "steam-engine-zup.fbx");
  QVERIFY(parsed.scene.has_value());
  const std::size_t side = nodeNamed(*parsed.scene, "Side.L");
  QVERIFY(side < parsed.scene->nodes.size());
  const glm::dvec3 scale = parsed.scene->nodes[side].rest.scale;
  QVERIFY(scale.x * scale.y * scale.z < 0.0);
  const auto worlds = worldsAt(*parsed.scene, nullptr, 0.0);
  QVERIFY(glm::determinant(glm::dmat3(worlds[side])) < 0.0);
}

void TestAssimpModels::skinsWithoutTheBonesWorld_data() {
  QTest::addColumn<QString>("twin");
  QTest::addColumn<QString>("file");  // Empty: the other variant, with another name for each TransformLink.
  QTest::newRow("ASCII") << "maya-sausage-ascii.fbx"
                         << "reports/8-fbx-skin-lost/cl_nolink_all.fbx";
  for (const char* file : {"maya-slime.fbx", "blender-arm.fbx", "blender-warrior.fbx", "max-skin-zup.fbx"}) {
    QTest::newRow(file) << file << "";
  }
}

void TestAssimpModels::skinsWithoutTheBonesWorld() {
  const auto folder = sharedModels();
  if (!folder) {
    TEXELETON_SKIP("the shared models are not there; nothing was tried");
  }
  QFETCH(QString, twin);
  QFETCH(QString, file);
  const auto twinPath = *folder / twin.toStdString();
  auto path = *folder / file.toStdString();
  if (file.isEmpty()) {
    std::ifstream stream(twinPath, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    for (std::size_t at = bytes.find("TransformLink"); at != std::string::npos; at = bytes.find("TransformLink", at)) {
      bytes[at] = 'X';
    }
    path = m_folder.write(twin.toStdString(), bytes);
  }
  const auto expected = ModelFolder::parse(twinPath);
  const auto parsed = ModelFolder::parse(path);
  QVERIFY(expected.scene.has_value());
  QVERIFY2(parsed.scene.has_value(), parsed.scene ? "" : parsed.scene.error().message.c_str());
  QCOMPARE(parsed.scene->skins.size(), expected.scene->skins.size());
  for (std::size_t i = 0; i < parsed.scene->skins.size(); ++i) {
    const importing::SourceSkin& skin = parsed.scene->skins[i];
    const importing::SourceSkin& wanted = expected.scene->skins[i];
    QCOMPARE(skin.joints, wanted.joints);
    for (std::size_t j = 0; j < skin.joints.size(); ++j) {
      QVERIFY(largestDifference(skin.inverseBinds[j], wanted.inverseBinds[j]) < 1e-12);
    }
    QVERIFY(skin.bindPlacement && wanted.bindPlacement);
    QVERIFY(largestDifference(*skin.bindPlacement, *wanted.bindPlacement) < 1e-5);
  }
  for (std::size_t i = 0; i < parsed.scene->meshes.size(); ++i) {
    const auto& influences = parsed.scene->meshes[i].primitives.at(0).influences;
    const auto& wanted = expected.scene->meshes.at(i).primitives.at(0).influences;
    QCOMPARE(influences.size(), wanted.size());
    QVERIFY(std::equal(influences.begin(), influences.end(), wanted.begin(),
                       [](const auto& a, const auto& b) { return a.joint == b.joint && a.weight == b.weight; }));
  }
}

void TestAssimpModels::hiddenMeshesOfReports() {
  const auto folder = sharedModels();
  if (!folder) {
    TEXELETON_SKIP("the shared models are not there; nothing was tried");
  }
  // A hero of 1 m, and a hidden collider three times as large.
  const auto path = *folder / "reports" / "7-hidden-nodes" / "fbx_hidden_visibility.fbx";
  const auto model = ModelFolder::read(path);
  QVERIFY(model.has_value());
  QVERIFY(near(model->bindBounds.max, {0.5f, 0.5f, 0.5f}));
  importing::ImportOptions options;
  options.hidden = true;
  const auto all = ModelFolder::read(path, options);
  QVERIFY(all.has_value());
  QVERIFY(near(all->bindBounds.max, {1.5f, 1.5f, 1.5f}));
  const auto flash = ModelFolder::parse(*folder / "reports" / "7-hidden-nodes" / "fbx_visibility_only.fbx");
  QVERIFY(flash.scene.has_value());
  QVERIFY(flash.issueAbout("the visibility of 1 node is animated") != nullptr);
}

void TestAssimpModels::hostile_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<QString>("reason");  // Part of the error, or of an issue after "~"; empty: imports.
  const std::pair<const char*, const char*> rows[] = {
      {"trunc-fbx-header.fbx", "cut short"},
      {"trunc-fbx-25.fbx", "cut short"},
      {"trunc-fbx-90.fbx", "cut short"},
      {"trunc-fbx-ascii-50.fbx", "cut short"},
      {"trunc-fbx-ascii-95.fbx", "cut short"},
      {"trunc-dae.dae", "XML is not closed"},
      {"trunc-md5.md5mesh", "cut short"},
      {"md5-anim-truncated.md5mesh", "~animation file is left out"},
      {"md5-anim-other-joints.md5mesh", "~no channel of the clip fits the skeleton"},
      {"md5-triangle-beyond.md5mesh", "index out of range"},
      {"md5-weight-beyond.md5mesh", "index out of range"},
      {"md5-joint-beyond.md5mesh", "index out of range"},
      {"md5-huge-joint-count.md5mesh", "2000000000 joints"},
      {"empty.fbx", "empty"},
      {"empty.dae", "empty"},
      {"text-named.fbx", "not an FBX file"},
      {"dae-xxe.dae", ""},
      {"dae-external-dtd.dae", ""},
      {"dae-billion-laughs.dae", ""},
      {"dae-index-beyond.dae", "900000"},
      {"dae-counts-lie.dae", "declares more numbers"},
      {"dae-not-numbers.dae", "Cannot parse"},
      {"dae-node-instances-itself.dae", "cycle in the nodes"},
      {"dae-deep-100000.dae", "too deep"},
      {"dae-link-nowhere.dae", "~is not there"},
      {"fbx-array-length-huge.fbx", "4294967280"},
      {"fbx-array-length-16m.fbx", "16777216"},
      {"fbx-ascii-index-beyond.fbx", "index out of range"},
      {"fbx-ascii-unclosed-quote.fbx", "line 255"},
      {"fbx-ascii-deep-scopes.fbx", "nested deeper"},
      {"fbx-version-6100.fbx", "version 6100"},
      {"fbx-key-count-mismatch.fbx", "~more keys than they hold"},
      {"x-skin-index-beyond.x", "index out of range"},
      {"x-deep-frames.x", "nested deeper"},
      {"iqm-mesh-offset.iqm", "IQM"},
      {"iqm-mesh-at-end.iqm", "IQM"},
      {"bvh-huge-frames.bvh", "2000000000 frames"},
      {"bvh-zero-frame-time.bvh", "~30 frames a second"},
      {"valid-properties.fbx", ""},
  };
  for (const auto& [file, reason] : rows) {
    QTest::newRow(file) << QString(file) << QString(reason);
  }
}

void TestAssimpModels::hostile() {
  const auto folder = sharedModels();
  if (!folder) {
    TEXELETON_SKIP("the shared models are not there; nothing was tried");
  }
  QFETCH(QString, file);
  QFETCH(QString, reason);
  const auto parsed = ModelFolder::parse(*folder / "hostile" / file.toStdString());
  const bool imports = reason.isEmpty() || reason.startsWith('~');
  if (!imports) {
    QVERIFY(!parsed.scene.has_value());
    const Error& error = parsed.scene.error();
    QVERIFY2(error.message.find(reason.toStdString()) != std::string::npos, error.message.c_str());
    QVERIFY(error.message.find("\n") == std::string::npos);
    QVERIFY(error.file.find(file.toStdString()) != std::string::npos);
    return;
  }
  QVERIFY2(parsed.scene.has_value(), parsed.scene ? "" : parsed.scene.error().message.c_str());
  QVERIFY(reason.isEmpty() || parsed.hasIssue(reason.mid(1).toStdString()));
  for (const importing::LookedUpFile& lookedUp : parsed.lookedUp) {
    QVERIFY2(lookedUp.path.string().rfind(folder->string(), 0) == 0, lookedUp.path.c_str());
  }
}

TEXELETON_SUITE(TestAssimpModels)
#include "test_assimp_models.moc"

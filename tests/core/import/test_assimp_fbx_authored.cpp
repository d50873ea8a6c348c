#include <QObject>
#include <QTest>
#include <cmath>

#include "tests/core/import/fbx_text.h"
#include "tests/core/import/scene_pose.h"
#include "tests/support/authored_poses.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr double kTolerance = 1e-4;  // Relative to the size of the mesh; the OBJ files have four to six decimals.

std::vector<glm::dvec3> skinned(const importing::SourceScene& scene, const std::vector<glm::dmat4>& worlds) {
  std::vector<glm::dvec3> posed;
  for (const importing::SourceInstance& instance : scene.instances) {
    const importing::SourcePrimitive& primitive = scene.meshes[instance.mesh].primitives[0];
    const importing::SourceSkin& skin = scene.skins[*instance.skin];
    for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
      glm::dvec4 sum(0.0);
      for (std::uint32_t i = primitive.influenceBegin[v]; i < primitive.influenceBegin[v + 1]; ++i) {
        const importing::SourceInfluence& influence = primitive.influences[i];
        const glm::dvec4 position(glm::dvec3(primitive.positions[v]), 1.0);
        sum += static_cast<double>(influence.weight) *
               (worlds[skin.joints[influence.joint]] * skin.inverseBinds[influence.joint] * position);
      }
      posed.emplace_back(glm::dvec3(sum) / sum.w);
    }
  }
  return posed;
}

glm::dvec3 scaleOf(const glm::dmat4& m) { return {glm::length(m[0]), glm::length(m[1]), glm::length(m[2])}; }

}  // namespace

/// FBX against the output of the authoring tools themselves, and against constraints within the files.
class TestAssimpFbxAuthored : public QObject {
  Q_OBJECT

 private slots:
  void poseMatchesAuthoringTool_data();
  void poseMatchesAuthoringTool();
  void jointsFollowTheirControls();
};

void TestAssimpFbxAuthored::poseMatchesAuthoringTool_data() {
  QTest::addColumn<int>("index");
  const auto poses = authoredPoses();
  QCOMPARE(poses.size(), std::size_t{8});
  for (std::size_t i = 0; i < poses.size(); ++i) {
    QTest::newRow(poses[i].name.c_str()) << static_cast<int>(i);
  }
}

// Non-uniform animated scale that children do not inherit (Maya), and a geometric transform under a skin (3ds Max).
void TestAssimpFbxAuthored::poseMatchesAuthoringTool() {
  const auto folder = sharedModels();
  if (!folder) {
    TEXELETON_SKIP("the shared models are not there; nothing was tried");
  }
  QFETCH(int, index);
  const AuthoredPose pose = authoredPoses().at(static_cast<std::size_t>(index));
  const auto parsed = ModelFolder::parse(*folder / pose.file);
  QVERIFY(parsed.scene.has_value());
  const auto& clips = parsed.scene->clips;
  const auto clip =
      std::find_if(clips.begin(), clips.end(), [&](const importing::SourceClip& c) { return c.name == pose.take; });
  QVERIFY(clip != clips.end());
  const auto posed = skinned(*parsed.scene, worldsAt(*parsed.scene, &*clip, pose.seconds));
  const double relative = cloudDistance(posed, pose.vertices) / cloudSize(pose.vertices);
  QVERIFY2(relative < kTolerance, qPrintable(QString::number(relative)));
}

// The slime's joints were constrained to control curves in Maya. The curves are below ordinary nodes, the joints below
// a chain of segment scale compensation: if read correctly, both move alike.
void TestAssimpFbxAuthored::jointsFollowTheirControls() {
  const auto folder = sharedModels();
  if (!folder) {
    TEXELETON_SKIP("the shared models are not there; nothing was tried");
  }
  const auto parsed = ModelFolder::parse(*folder / "maya-slime.fbx");
  QVERIFY(parsed.scene.has_value());
  const importing::SourceScene& scene = *parsed.scene;
  double worst = 0.0;
  double worstScale = 0.0;
  for (int frame = 0; frame <= 60; ++frame) {
    const auto worlds = worldsAt(scene, &scene.clips[0], frame / 30.0);
    for (const std::string part : {"bottom", "middle", "top"}) {
      const std::size_t joint = nodeNamed(scene, "Slime_002:bnd_" + part);
      const std::size_t control = nodeNamed(scene, "Slime_002:Ctrl_" + part);
      QVERIFY(joint < worlds.size() && control < worlds.size());
      worst = std::max(worst, glm::distance(worlds[joint][3], worlds[control][3]));
      worstScale = std::max(worstScale, glm::length(scaleOf(worlds[joint]) - scaleOf(worlds[control])));
    }
  }
  // Centimetres; the model is 169 of them across. Without compensation they are 35 apart.
  QVERIFY2(worst < 1e-3 && worstScale < 1e-5, qPrintable(QString("%1 cm, scale %2").arg(worst).arg(worstScale)));
}

TEXELETON_SUITE(TestAssimpFbxAuthored)
#include "test_assimp_fbx_authored.moc"

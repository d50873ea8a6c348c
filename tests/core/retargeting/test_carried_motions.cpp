#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/animation/pose.h"
#include "core/retargeting/add_motions.h"
#include "tests/core/import/fbx_text.h"
#include "tests/core/retargeting/made_rig.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

/// Imports two files and adds the second one's clip to the first one's model.
struct Carried {
  Carried(const Rig& modelRig, const RigExport& model, const Rig& motionRig, const RigExport& motion) {
    auto target = read("model", modelRig, model);
    auto source = read("motion", motionRig, motion);
    if (target && source) {
      const retargeting::Motion one{motion.fbx ? "motion.fbx" : "motion.glb", std::move(source)};
      result = retargeting::addMotions(*target, {&one, 1}, {}, job);
      issues = job.takeIssues();
    }
  }

  std::shared_ptr<const model::Model> read(const std::string& name, const Rig& rig, const RigExport& how) const {
    auto model = ModelFolder::read(folder.write(name + (how.fbx ? ".fbx" : ".glb"), rigFile(rig, how)));
    if (!model) {
      qWarning("%s: %s", name.c_str(), model.error().message.c_str());
      return nullptr;
    }
    return std::make_shared<const model::Model>(std::move(*model));
  }

  /// The added clip.
  ClipIndex clip() const { return ClipIndex(result->clips.size() - 1); }

  bool said(Severity severity, const std::string& text) const {
    return std::any_of(issues.begin(), issues.end(), [&](const Issue& issue) {
      return issue.severity == severity && issue.text.find(text) != std::string::npos;
    });
  }
  QByteArray all() const {
    std::string text = result ? "" : result.error().message.text();
    for (const Issue& issue : issues) {
      text += issue.text.text() + '\n';
    }
    return QByteArray::fromStdString(text);
  }

  ModelFolder folder;
  JobContext job;
  Result<model::Model> result = fail(ErrorCode::BadFile, "a file could not be read");
  std::vector<Issue> issues;
};

/// All vertices of a pose in file order, by the palette's matrices in float64.
std::vector<glm::dvec3> skinned(const model::Model& model, const animation::SourcePose& pose) {
  std::vector<glm::dvec3> places;
  const model::VertexData& data = model.vertices;
  for (std::size_t v = 0; v < data.positions.size(); ++v) {
    glm::dvec3 place(0.0);
    for (std::uint32_t i = data.influenceBegin[v]; i < data.influenceBegin[v + 1]; ++i) {
      place += static_cast<double>(data.influences[i].weight) *
               glm::dvec3(pose.skinMatrices()[data.influences[i].joint] * glm::dvec4(data.positions[v], 1.0));
    }
    places.push_back(place);
  }
  return places;
}

/// The largest distance, over the keys, between the model's vertices and the motion's formulas at the model's position;
/// metres.
double largestDistance(const Carried& carried, const Rig& rig, const RigExport& model, double leanDegrees = 0.0) {
  animation::SourcePose pose(*carried.result, carried.clip());
  double largest = 0.0;
  for (int key = 0; key < kRigKeys; ++key) {
    pose.evaluate(carried.result->clips[carried.clip().value].startSeconds + key / kRigRateHz);
    const std::vector<glm::dvec3> expected = rigVertices(rig, rigPose(rig, key, leanDegrees));
    // Readers may reorder vertices, so each is searched among the expected ones, and vice versa.
    const std::vector<glm::dvec3> got = skinned(*carried.result, pose);
    const auto farthest = [](const std::vector<glm::dvec3>& from, const std::vector<glm::dvec3>& to) {
      double far = 0.0;
      for (const glm::dvec3& a : from) {
        double near = 1e30;
        for (const glm::dvec3& b : to) {
          near = std::min(near, glm::distance(a, b));
        }
        far = std::max(far, near);
      }
      return far;
    };
    std::vector<glm::dvec3> placed;
    for (const glm::dvec3& v : expected) {
      placed.push_back(model.placed(v));
    }
    largest = std::max({largest, farthest(placed, got), farthest(got, placed)});
  }
  return largest;
}

/// Export settings that must not matter.
std::vector<std::pair<std::string, RigExport>> exports(bool fbx) {
  RigExport plain;
  plain.fbx = fbx;
  std::vector<std::pair<std::string, RigExport>> all = {{"plain", plain}};
  const auto add = [&](const char* name, const auto& change) {
    RigExport how = plain;
    change(how);
    all.emplace_back(name, how);
  };
  add("turned", [](RigExport& how) {
    how.turn = turnAbout({0, 1, 0}, 130.0);
    how.place = {2.0, 0.0, -3.0};
  });
  add("centimetres", [](RigExport& how) { how.scale = 0.01; });
  add("hundredfold, Z up", [](RigExport& how) {
    how.scale = 100.0;
    how.zUp = true;
  });
  add("other axes", [](RigExport& how) { how.axesSeed = 5; });
  add("posed", [](RigExport& how) { how.posedAtKey = 13; });
  add("all of it", [](RigExport& how) {
    how.turn = turnAbout({0, 1, 0}, -75.0);
    how.place = {0.5, 0.3, 1.0};
    how.scale = 0.01;
    how.zUp = true;
    how.axesSeed = 11;
    how.posedAtKey = 17;
  });
  return all;
}

}  // namespace

class TestCarriedMotions : public QObject {
  Q_OBJECT
 private slots:
  /// The same figure in two files: every vertex follows the motion's formulas at the model's position.
  void placementUnitsAndAxesDoNotMatter_data() {
    QTest::addColumn<bool>("modelFbx");
    QTest::addColumn<bool>("motionFbx");
    for (const bool model : {false, true}) {
      for (const bool motion : {false, true}) {
        QTest::addRow("%s takes from %s", model ? "FBX" : "glTF", motion ? "FBX" : "glTF") << model << motion;
      }
    }
  }
  void placementUnitsAndAxesDoNotMatter() {
    QFETCH(bool, modelFbx);
    QFETCH(bool, motionFbx);
    const Rig rig = makeRig();
    for (const auto& [modelName, model] : exports(modelFbx)) {
      for (const auto& [motionName, motion] : exports(motionFbx)) {
        RigExport still = model;
        still.clip = false;
        const Carried carried(rig, still, rig, motion);
        QVERIFY2(carried.result.has_value(), carried.all().constData());
        const double distance = largestDistance(carried, rig, model);
        QVERIFY2(distance < 2e-4, qPrintable(QString("model %1, motion %2: %3 m\n%4")
                                                 .arg(modelName.c_str(), motionName.c_str())
                                                 .arg(distance)
                                                 .arg(carried.all().constData())));
        QVERIFY2(!carried.said(Severity::Warning, ""), carried.all().constData());
      }
    }
  }

  /// Without a mesh the motion's bind pose is unknown. With the model's axes the result is the same.
  void motionsWithoutMesh_data() { placementUnitsAndAxesDoNotMatter_data(); }
  void motionsWithoutMesh() {
    QFETCH(bool, modelFbx);
    QFETCH(bool, motionFbx);
    const Rig rig = makeRig();
    for (const auto& [modelName, model] : exports(modelFbx)) {
      for (auto [motionName, motion] : exports(motionFbx)) {
        if (motion.posedAtKey >= 0) {
          motion.axesSeed = model.axesSeed;
          motion.turn = glm::dquat(1.0, 0.0, 0.0, 0.0);
        }
        motion.mesh = false;
        RigExport still = model;
        still.clip = false;
        const Carried carried(rig, still, rig, motion);
        QVERIFY2(carried.result.has_value(), carried.all().constData());
        const double distance = largestDistance(carried, rig, model);
        QVERIFY2(distance < 2e-4, qPrintable(QString("model %1, motion %2: %3 m\n%4")
                                                 .arg(modelName.c_str(), motionName.c_str())
                                                 .arg(distance)
                                                 .arg(carried.all().constData())));
      }
    }
  }

  /// A tall figure's motion on a small one with longer legs: feet on the ground, hips at the small one's height.
  void hipsFollowSizeOfCharacter() {
    const Rig small = makeRig(1.1, 1.25);
    const Rig tall = makeRig(1.9);
    for (const bool fbx : {false, true}) {
      RigExport model;
      model.clip = false;
      model.turn = turnAbout({0, 1, 0}, 40.0);
      RigExport motion;
      motion.fbx = fbx;
      motion.zUp = true;
      motion.scale = 100.0;
      motion.axesSeed = 3;
      const Carried carried(small, model, tall, motion);
      QVERIFY2(carried.result.has_value(), carried.all().constData());
      animation::SourcePose pose(*carried.result, carried.clip());
      const auto place = [&](const char* name) {
        for (std::size_t i = 0; i < carried.result->nodes.size(); ++i) {
          if (carried.result->nodes[i].name == name) {
            return glm::dvec3(pose.worlds()[i][3]);
          }
        }
        return glm::dvec3(1e9);
      };
      const double ratio = small.joints[1].y / tall.joints[1].y;
      for (int key = 0; key < kRigKeys; ++key) {
        pose.evaluate(key / kRigRateHz);
        const RigPose truth = rigPose(tall, key);
        for (const char* name : {"root", "hips"}) {
          const std::size_t bone = name[0] == 'r' ? 0 : 1;
          const glm::dvec3 wanted = model.placed(ratio * truth.places[bone]);
          QVERIFY2(glm::distance(place(name), wanted) < 0.02, name);
        }
        QVERIFY(std::abs(place("hips").y - ratio * truth.places[1].y) < 5e-3);
      }
      pose.evaluate(0.0);  // Both stand upright.
      QVERIFY(std::abs(place("toes.l").y - 1.1 * 0.01) < 1e-4);
      QVERIFY(std::abs(place("foot.r").y - 1.1 * 0.045) < 1e-4);
      QVERIFY2(carried.said(Severity::Info, "the model keeps its own"), carried.all().constData());
      // Bones keep their lengths although the motion has translation keys for them.
      pose.evaluate(0.4);
      const double shin = glm::distance(place("lowerleg.l"), place("foot.l"));
      QVERIFY(std::abs(shin - glm::distance(small.joints[11], small.joints[12])) < 1e-4);
    }
  }

  void restPosesOfWeightedBonesAreReported() {
    const Rig arms = makeRig();
    RigExport model;
    model.clip = false;
    RigExport motion;
    motion.fbx = true;
    const Carried other(arms, model, makeRig(1.8, 1.0, 40.0), motion);
    QVERIFY2(other.said(Severity::Warning, "\"upperarm.l\" by 39.9 degrees, \"upperarm.r\" by 39.9, \"lowerarm"),
             other.all().constData());
    QVERIFY2(!other.said(Severity::Warning, "handIK"), other.all().constData());
    const Carried little(arms, model, makeRig(1.8, 1.0, 8.0), motion);
    QVERIFY2(little.said(Severity::Info, "\"upperarm.l\" by 7.98 degrees"), little.all().constData());
    QVERIFY2(!little.said(Severity::Warning, ""), little.all().constData());
    // Bones without weight do not matter, whatever their rotation.
    Rig helpers = makeRig();
    helpers.joints.back() = {0.0, 0.1, 0.9};
    const Carried ik(arms, model, helpers, motion);
    QVERIFY2(!ik.said(Severity::Info, "rest pose") && !ik.said(Severity::Warning, ""), ik.all().constData());
  }

  void lyingStartsAreReported() {
    const Rig rig = makeRig();
    RigExport model;
    model.clip = false;
    RigExport motion;
    motion.fbx = true;
    motion.leanDegrees = -80.0;
    const Carried lying(rig, model, rig, motion);
    QVERIFY2(lying.said(Severity::Warning, "turned by 80 degrees at the first frame of \"Move\""),
             lying.all().constData());
    QVERIFY(largestDistance(lying, rig, model, -80.0) < 2e-4);  // The motion is still shown as in the file.
    model.clip = true;
    model.leanDegrees = -70.0;
    const Carried alike(rig, model, rig, motion);  // The model's own clip is lying too.
    QVERIFY2(!alike.said(Severity::Warning, "turned by"), alike.all().constData());
    motion.leanDegrees = -30.0;
    model.leanDegrees = 0.0;
    const Carried leaning(rig, model, rig, motion);
    QVERIFY2(!leaning.said(Severity::Warning, "turned by"), leaning.all().constData());
  }
};

TEXELETON_PLAIN_SUITE(TestCarriedMotions)
#include "test_carried_motions.moc"

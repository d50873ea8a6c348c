#include <QTest>
#include <limits>

#include "core/pack/pack.h"
#include "tests/core/pack/made_packs.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

using Fault = void (*)(vat::BakedAnimation&);
Q_DECLARE_METATYPE(Fault)

/// verifyPack finds each kind of fault, and none in an intact pack.
class TestVerify : public QObject {
  Q_OBJECT

 private slots:
  void intactPacksPass_data();
  void intactPacksPass();
  void findsFaults_data();
  void findsFaults();
};

void TestVerify::intactPacksPass_data() {
  QTest::addColumn<int>("mode");
  QTest::addColumn<int>("format");
  QTest::addColumn<bool>("folded");
  QTest::newRow("bone half") << 0 << 0 << false;
  QTest::newRow("bone float folded") << 0 << 1 << true;
  QTest::newRow("vertex half folded") << 1 << 0 << true;
  QTest::newRow("vertex float") << 1 << 1 << false;
}

void TestVerify::intactPacksPass() {
  QFETCH(int, mode);
  QFETCH(int, format);
  QFETCH(bool, folded);
  MadePackSpec spec;
  spec.mode = mode == 0 ? vat::BakeMode::Bone : vat::BakeMode::Vertex;
  spec.pixelFormat = format == 0 ? vat::PixelFormat::Rgba16F : vat::PixelFormat::Rgba32F;
  spec.folded = folded;
  JobContext job;
  const auto problems = pack::verifyPack(madePack(spec), job);
  QVERIFY2(problems.empty(), problems.empty() ? "" : problems[0].c_str());
}

void TestVerify::findsFaults_data() {
  QTest::addColumn<int>("mode");
  QTest::addColumn<Fault>("fault");
  QTest::addColumn<QString>("expected");
  using A = vat::BakedAnimation;
  const auto add = [](const char* name, int mode, void (*fault)(A&), const char* expected) {
    QTest::newRow(name) << mode << fault << expected;
  };
  add(
      "texel not finite", 0, [](A& a) { a.texels.setTexel(1, 2, glm::vec4(std::numeric_limits<float>::infinity())); },
      "not finite");
  add(
      "padding beside a frame", 0, [](A& a) { a.texels.setTexel(a.layout.width - 1, 0, glm::vec4(1.0f)); }, "padding");
  add(
      "padding below", 0, [](A& a) { a.texels.setTexel(0, a.layout.height - 1, glm::vec4(1.0f)); }, "padding");
  add(
      "alpha", 1, [](A& a) { a.texels.setTexel(0, 0, glm::vec4(glm::vec3(a.texels.texel(0, 0)), 0.0f)); }, "alpha");
  add(
      "weights", 0, [](A& a) { a.mesh.boneWeights[4].y = 0.2f; }, "sum to 1");
  add(
      "negative weight", 0,
      [](A& a) {
        a.mesh.boneWeights[4] = {1.25f, -0.25f, 0.0f, 0.0f};
      },
      "negative");
  add(
      "normal", 0, [](A& a) { a.mesh.normals[2] *= 1.01f; }, "normal");
  add(
      "tangent", 1, [](A& a) { a.mesh.tangents[2].w = 0.5f; }, "tangent");
  add(
      "bone bounds", 0, [](A& a) { a.clips[1].bounds.max.y -= 0.01f; }, "out of its bounds");
  add(
      "vertex bounds", 1, [](A& a) { a.clips[0].bounds.min.x += 0.01f; }, "out of its bounds");
  add(
      "union", 1, [](A& a) { a.bounds.max.x += 1.0f; }, "union");
  add(
      "size", 1, [](A& a) { a.sizeMetres *= 1.01; }, "sizeMetres");
  add(
      "socket rotation", 0, [](A& a) { a.sockets[0].rotation *= 1.00001; }, "rotation");
  add(
      "socket direction", 0,
      [](A& a) {
        a.sockets[0].direction = {0.0, 0.0, 1.0};
      },
      "direction");
  add(
      "gap between clips", 0,
      [](A& a) {
        a.clips[1].frameBegin += 1;
        a.clips[1].frameCount -= 1;
      },
      "begins at frame");
  add(
      "overlapping clips", 1, [](A& a) { a.clips[1].frameBegin -= 1; }, "begins at frame");
  add(
      "frames missing at the end", 1, [](A& a) { a.clips.pop_back(); }, "end at frame");
  add(
      "frame rate", 1, [](A& a) { a.clips[0].frameRate = 24.0; }, "frame rate");
  add(
      "number of frames", 1, [](A& a) { a.clips[0].sampleRateHz = 48.0; }, "frames, which");
  add(
      "bone index", 0, [](A& a) { a.mesh.boneIndices[0].x = 3; }, "_BONE_INDEX");
  add(
      "event after the end", 0,
      [](A& a) {
        a.clips[1].events = {{"late", 5.0, ""}};
      },
      "events[0]");
}

void TestVerify::findsFaults() {
  QFETCH(int, mode);
  QFETCH(Fault, fault);
  QFETCH(QString, expected);
  MadePackSpec spec;
  spec.mode = mode == 0 ? vat::BakeMode::Bone : vat::BakeMode::Vertex;
  pack::Pack pack = madePack(spec);
  fault(pack.animation);
  JobContext job;
  const auto problems = pack::verifyPack(pack, job);
  QVERIFY(!problems.empty());
  bool found = false;
  for (const std::string& problem : problems) {
    found = found || QString::fromStdString(problem).contains(expected);
    QVERIFY(problem.find('\n') == std::string::npos);
  }
  QVERIFY2(found, problems[0].c_str());
}

TEXELETON_PLAIN_SUITE(TestVerify)
#include "test_verify.moc"

// Dual quaternion skins: a tube that twists about its axis keeps its radius in vertex mode, by the formula.

#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/bake/bake.h"
#include "core/pipeline/load_model.h"
#include "tests/core/import/fbx_text.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr int kTubeRings = 5;
constexpr int kTubeSides = 6;
constexpr double kTwistRate = 24.0;
constexpr double kTwistDegrees = 170.0;

/// Weight of the twisted bone for each ring.
double weightOf(int ring) { return ring / (kTubeRings - 1.0); }

std::string tube(const std::string& type, const std::vector<double>& shares) {
  FbxText fbx;
  std::vector<glm::dvec3> points;
  std::vector<int> polygons;
  std::vector<int> all;
  std::vector<double> still;
  std::vector<double> twisted;
  for (int ring = 0; ring < kTubeRings; ++ring) {
    for (int side = 0; side < kTubeSides; ++side) {
      const double angle = 2.0 * std::numbers::pi * side / kTubeSides;
      points.emplace_back(ring, std::cos(angle), std::sin(angle));
      all.push_back(ring * kTubeSides + side);
      still.push_back(1.0 - weightOf(ring));
      twisted.push_back(weightOf(ring));
      const int next = ring * kTubeSides + (side + 1) % kTubeSides;
      if (ring + 1 < kTubeRings) {
        polygons.insert(polygons.end(), {all.back(), next, next + kTubeSides, ~(all.back() + kTubeSides)});
      }
    }
  }
  fbx.model(10, "Tube", 0, FbxText::usual(), "Mesh");
  fbx.mesh(11, 10, points, polygons);
  fbx.model(20, "Still", 0, FbxText::usual(), "LimbNode");
  fbx.model(21, "Twisted", 20, FbxText::usual() + FbxText::translation({2.0, 0.0, 0.0}), "LimbNode");
  fbx.skin(12, 11, type, shares);
  const glm::dmat4 away(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2, 0, 0, 1);
  fbx.cluster(13, 12, 20, all, still, glm::dmat4(1.0), glm::dmat4(1.0));
  fbx.cluster(14, 12, 21, all, twisted, glm::inverse(away), away);
  fbx.take(40, "Twist", 0.0, 1.0);
  fbx.curves(42, 41, 21, "Lcl Rotation", {{"d|X", {{0.0, 0.0}, {1.0, kTwistDegrees}}}});
  return fbx.text();
}

glm::dvec3 turnedAboutX(const glm::dvec3& p, double angle) {
  return {p.x, p.y * std::cos(angle) - p.z * std::sin(angle), p.y * std::sin(angle) + p.z * std::cos(angle)};
}

/// Two dual quaternions about one axis: the angle of the blended, normalised quaternion.
glm::dvec3 byDualQuaternions(const glm::dvec3& p, double weight, double angle) {
  return turnedAboutX(p,
                      2.0 * std::atan2(weight * std::sin(angle / 2.0), 1.0 - weight + weight * std::cos(angle / 2.0)));
}

glm::dvec3 linearly(const glm::dvec3& p, double weight, double angle) {
  return (1.0 - weight) * p + weight * turnedAboutX(p, angle);
}

}  // namespace

class TestDualQuaternions : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;

  std::shared_ptr<const model::Model> load(const std::string& text) {
    const std::filesystem::path file = std::filesystem::path(m_folder.path().toStdString()) / "tube.fbx";
    std::ofstream(file) << text;
    JobContext job;
    pipeline::ModelRequest request;
    request.model = file;
    request.import.cache.enabled = false;
    auto model = pipeline::loadModel(request, job);
    return model ? *model : nullptr;
  }

  static bake::BakeSettings settings(vat::BakeMode mode) {
    bake::BakeSettings settings;
    settings.mode = mode;
    settings.sampleRateHz = kTwistRate;
    settings.pixelFormat = vat::PixelFormat::Rgba32F;
    settings.loop = bake::LoopMode::Off;
    settings.shareElements = false;
    return settings;
  }

 private slots:
  void vertexModeFollowsTheFormula_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<double>("share");
    QTest::newRow("dual quaternions") << "DualQuaternion" << 1.0;
    QTest::newRow("blended") << "Blend" << 0.25;
    QTest::newRow("blended, linear") << "Blend" << 0.0;
    QTest::newRow("linear") << "Linear" << 0.0;
  }
  void vertexModeFollowsTheFormula() {
    QFETCH(QString, type);
    QFETCH(double, share);
    const std::vector<double> shares(type == "Blend" ? kTubeRings * kTubeSides : 0, share);
    const auto model = load(tube(type.toStdString(), shares));
    QVERIFY(model != nullptr);
    const bool isTold = std::any_of(model->issues.begin(), model->issues.end(),
                                    [](const Issue& issue) { return issue.text.contains("dual quaternion"); });
    QCOMPARE(isTold, type != "Linear");
    JobContext job;
    const auto baked = bake::bake(*model, settings(vat::BakeMode::Vertex), job);
    QVERIFY(baked.has_value());
    QCOMPARE(baked->clips.at(0).frameCount, 25u);
    double largest = 0.0;
    double narrowest = 1.0;
    for (std::uint32_t frame = 0; frame < 25; ++frame) {
      const double angle = kTwistDegrees / 180.0 * std::numbers::pi * frame / kTwistRate;
      for (std::uint32_t v = 0; v < model->vertexCount(); ++v) {
        const glm::dvec3 bind(model->vertices.positions[v]);
        const double weight = weightOf(static_cast<int>(std::lround(bind.x)));
        const glm::dvec3 expected =
            glm::mix(linearly(bind, weight, angle), byDualQuaternions(bind, weight, angle), share);
        const vat::TexelAddress at =
            vat::texelAddress(baked->layout, frame, vat::elementTexel(baked->layout, baked->mesh.elements[v], 0));
        const glm::dvec3 found(baked->texels.texel(at.x, at.y));
        largest = std::max(largest, glm::distance(found, expected));
        narrowest = std::min(narrowest, std::hypot(found.y, found.z));
      }
    }
    QVERIFY2(largest < 1e-5, qPrintable(QString::number(largest)));
    QCOMPARE(narrowest > 0.999, share == 1.0);
    QCOMPARE(narrowest < 0.1, share == 0.0);
  }

  void boneModeSkinsLinearly() {
    const auto model = load(tube("DualQuaternion", {}));
    const auto linear = load(tube("Linear", {}));
    QVERIFY(model != nullptr && linear != nullptr);
    JobContext job;
    const auto baked = bake::bake(*model, settings(vat::BakeMode::Bone), job);
    const auto same = bake::bake(*linear, settings(vat::BakeMode::Bone), job);
    QVERIFY(baked.has_value() && same.has_value());
    QVERIFY(std::ranges::equal(baked->texels.bytes(), same->texels.bytes()));
  }
};

TEXELETON_SUITE(TestDualQuaternions)
#include "test_dual_quaternions.moc"

#include <QObject>
#include <QTest>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <string>
#include <vector>

#include "core/bake/sockets.h"
#include "tests/core/bake/bake_oracle.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

namespace texeleton {

using test::bakeError;
using test::bakeOrDie;
using test::contains;

namespace {

glm::dmat4 frameMatrix(const vat::Socket& socket) {
  glm::dmat4 m = glm::mat4_cast(socket.rotation);
  m[0] *= socket.scale.x;
  m[1] *= socket.scale.y;
  m[2] *= socket.scale.z;
  m[3] = glm::dvec4(socket.position, 1.0);
  return m;
}

double difference(const glm::dmat4& a, const glm::dmat4& b) {
  double worst = 0.0;
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) {
      worst = std::max(worst, std::abs(a[c][r] - b[c][r]));
    }
  }
  return worst;
}

std::vector<std::string> names(const model::Model& model, const std::vector<bake::ExposeFilter>& filters) {
  std::vector<std::string> result;
  const std::vector<NodeIndex> nodes = bake::exposedNodes(model, filters).value();
  for (const NodeIndex node : nodes) {
    result.push_back(model.nodes[node.value].name);
  }
  return result;
}

/// Every frame of every socket against the node's world matrix.
void compareWithNodes(const model::Model& model, const vat::BakedAnimation& baked,
                      const std::vector<NodeIndex>& nodes) {
  QCOMPARE(baked.sockets.size(), nodes.size());
  for (std::size_t s = 0; s < nodes.size(); ++s) {
    const vat::Socket& socket = baked.sockets[s];
    QCOMPARE(socket.name, model.nodes[nodes[s].value].name);
    QVERIFY(glm::length(socket.direction - socket.rotation * glm::dvec3(0, 0, 1)) < 1e-12);
    for (const vat::BakedClip& clip : baked.clips) {
      animation::SourcePose pose(model, clip.source.clip);
      for (std::uint32_t j = 0; j < clip.frameCount; ++j) {
        pose.evaluate(clip.source.fromSeconds +
                      clip.lengthSeconds * j / (clip.loop ? clip.frameCount : std::max(1.0, clip.frameCount - 1.0)));
        const std::uint32_t t = baked.mode == vat::BakeMode::Bone
                                    ? 3u * static_cast<std::uint32_t>(socket.bone)
                                    : 2 * baked.layout.elementCount + 3 * static_cast<std::uint32_t>(s);
        const glm::dmat4 got = test::texelMatrix(baked, clip.frameBegin + j, t) * frameMatrix(socket);
        QVERIFY(difference(got, pose.worlds()[nodes[s].value]) < 1e-5);
      }
    }
  }
}

}  // namespace

class TestBakeSockets : public QObject {
  Q_OBJECT

 private slots:
  void filtersMatchWholeNames() {
    const model::Model model = test::twoBoneStrip();
    QCOMPARE(names(model, {{"weapon.*"}}), std::vector<std::string>{"weapon_r"});
    QVERIFY(names(model, {{"weapon"}}).empty());
    QVERIFY(names(model, {{"WEAPON.*"}}).empty());
    QCOMPARE(names(model, {{"WEAPON.*", false}}), std::vector<std::string>{"weapon_r"});
    QCOMPARE(names(model, {{"weapon_r"}, {"Root|Tip"}, {".*"}}), (std::vector<std::string>{"Root", "Tip", "weapon_r"}));
  }

  void invalidExpressionsShowWhereTheyFail() {
    const model::Model model = test::twoBoneStrip();
    for (const auto& [pattern, place] :
         {std::pair{"weapon(.*", 10}, std::pair{"[a-", 4}, std::pair{"*a", 1}, std::pair{"(?x)a # b", 0}}) {
      const auto nodes = bake::exposedNodes(model, {{pattern}});
      if (place == 0) {
        QVERIFY(!nodes || nodes->empty());  // Valid; whether it can be anchored is up to the library.
        continue;
      }
      QVERIFY(!nodes);
      QCOMPARE(nodes.error().code, ErrorCode::InvalidArgument);
      const std::string& message = nodes.error().message.text();
      QVERIFY2(contains(message, '"' + std::string(pattern) + '"') && contains(message, "<-- here") &&
                   contains(message, "character " + std::to_string(place)),
               message.c_str());
      bake::BakeSettings settings;
      settings.expose = {{pattern}};
      QCOMPARE(bakeError(model, settings), message);
    }
  }

  void reportsUnmatchedFilters() {
    bake::BakeSettings settings;
    settings.expose = {{"nothing"}};
    JobContext job;
    QVERIFY(bakeOrDie(test::twoBoneStrip(), settings, job).sockets.empty());
    QCOMPARE(job.takeIssues().size(), std::size_t{1});
  }

  void socketsFollowTheirNodesInBothModes() {
    const model::Model model = test::twoBoneStrip();
    for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
      bake::BakeSettings settings;
      settings.mode = mode;
      settings.pixelFormat = vat::PixelFormat::Rgba32F;
      settings.expose = {{".*"}};
      const vat::BakedAnimation baked = bakeOrDie(model, settings);
      compareWithNodes(model, baked, {NodeIndex(0u), NodeIndex(1u), NodeIndex(2u)});
      if (mode == vat::BakeMode::Bone) {
        QCOMPARE(baked.bones.size(), std::size_t{3});
        QCOMPARE(baked.bones[2].name, "weapon_r");
        QCOMPARE(baked.bones[2].parent, 1);
        QCOMPARE(baked.bones[1].parent, 0);
        QCOMPARE(baked.bones[0].parent, -1);
      } else {
        QVERIFY(baked.bones.empty());
        QCOMPARE(baked.sockets[2].bone, -1);
        QCOMPARE(baked.layout.texelsPerFrame, 2 * baked.layout.elementCount + 9);
      }
      // The weapon is rotated by 90° about Y: its Z points along X.
      QVERIFY(glm::length(baked.sockets[2].direction - glm::dvec3(1, 0, 0)) < 1e-9);
      QVERIFY(glm::length(baked.sockets[2].position - glm::dvec3(0, 2, 0)) < 1e-9);
    }
  }

  void restoresRolledScaledAndMirroredFrames() {
    model::Model model = test::twoBoneStrip();
    for (const glm::dvec3& scale : {glm::dvec3(1.0), glm::dvec3(2.0, 0.5, 3.0), glm::dvec3(-1.0, 1.0, 1.0),
                                    glm::dvec3(1.5, -2.0, 1.0), glm::dvec3(1.0, 1.0, -0.1), glm::dvec3(-1.0)}) {
      transform::Transform& rest = model.nodes[2].rest;
      rest.scale = scale;
      rest.rotation = glm::angleAxis(0.7, glm::normalize(glm::dvec3(1, 2, 3)));  // Rotated about every axis.
      bake::BakeSettings settings;
      settings.pixelFormat = vat::PixelFormat::Rgba32F;
      settings.expose = {{"weapon_r"}};
      const vat::BakedAnimation baked = bakeOrDie(model, settings);
      const vat::Socket& socket = baked.sockets[0];
      const bool mirrored = scale.x * scale.y * scale.z < 0.0;
      QCOMPARE(socket.scale.x < 0.0, mirrored);
      QVERIFY(socket.scale.y > 0.0 && socket.scale.z > 0.0);
      QVERIFY(glm::length(glm::abs(socket.scale) - glm::abs(scale)) < 1e-9);
      QVERIFY(std::abs(glm::length(socket.rotation) - 1.0) < 1e-12);
      // If a pair of axes is mirrored, the frame differs from the node by signs that T·R·S cannot distinguish.
      if (scale.y > 0.0 && scale.z > 0.0) {
        compareWithNodes(model, baked, {NodeIndex(2u)});
      }
    }
  }

  // Only the name changes; a name in use is reported and not assigned.
  void namesSockets() {
    const model::Model model = test::twoBoneStrip();
    bake::BakeSettings settings;
    settings.expose = {{".*"}};
    const vat::BakedAnimation plain = bakeOrDie(model, settings);
    QVERIFY(plain.sockets.size() >= 2);
    settings.socketNames = {{plain.sockets[0].name, "grip"}, {plain.sockets[1].name, "grip"}, {"nobody", "lost"}};
    JobContext job;
    const vat::BakedAnimation named = bakeOrDie(model, settings, job);
    QCOMPARE(named.sockets[0].name, std::string("grip"));
    QCOMPARE(named.sockets[1].name, plain.sockets[1].name);
    QCOMPARE(named.sockets[0].bone, plain.sockets[0].bone);
    QVERIFY(named.bones == plain.bones);
    const std::vector<Issue> issues = job.takeIssues();
    QCOMPARE(issues.size(), std::size_t{1});
    QCOMPARE(issues[0].subject, plain.sockets[1].name);
  }

  void nodeOfZeroScaleGetsSocket() {
    model::Model model = test::twoBoneStrip();
    model.nodes[2].rest.scale = glm::dvec3(0.0);
    bake::BakeSettings settings;
    settings.expose = {{"weapon_r"}};
    JobContext job;
    const vat::BakedAnimation baked = bakeOrDie(model, settings, job);
    QCOMPARE(baked.sockets.size(), std::size_t{1});
    QVERIFY(std::isfinite(glm::length(baked.sockets[0].position)));
    QCOMPARE(job.takeIssues().size(), std::size_t{1});
  }

  void socketsOfACharacterWithScales() {
    test::CharacterSpec spec;
    spec.joints = 20;
    spec.scales = false;
    spec.allInterpolations = true;
    const model::Model model = test::makeCharacter(spec);
    for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
      bake::BakeSettings settings;
      settings.mode = mode;
      settings.pixelFormat = vat::PixelFormat::Rgba32F;
      settings.expose = {{".*7"}};
      compareWithNodes(model, bakeOrDie(model, settings), bake::exposedNodes(model, settings.expose).value());
    }
  }
};

TEXELETON_PLAIN_SUITE(TestBakeSockets)

}  // namespace texeleton

#include "test_bake_sockets.moc"

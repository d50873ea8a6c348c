// Several characters on one rig as one model: the texture of the first serves them all.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cstring>
#include <glm/gtc/matrix_transform.hpp>

#include "core/bake/bake.h"
#include "core/pipeline/share_animation.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

pipeline::SharingCharacter character(const char* name, model::Model model) {
  return {name, std::make_shared<const model::Model>(std::move(model))};
}

vat::BakedAnimation bakeExact(const model::Model& model, double rateHz = 20.0) {
  bake::BakeSettings settings;
  settings.pixelFormat = vat::PixelFormat::Rgba32F;
  settings.size = vat::SizeRule::Exact;
  settings.sampleRateHz = rateHz;
  JobContext job;
  auto baked = bake::bake(model, settings, job);
  return baked ? std::move(*baked) : vat::BakedAnimation{};
}

/// A triangle that hangs rigidly on a node of its own, half a metre above the Tip.
model::Model stripWithSword() {
  model::Model model = twoBoneStrip();
  model::Node node;
  node.name = "sword";
  node.parent = NodeIndex(1);
  node.rest.translation = {0.0, 0.5, 0.0};
  model.nodes.push_back(node);
  const auto joint = static_cast<std::uint32_t>(model.palette.size());
  model.palette.push_back({NodeIndex(3), glm::translate(glm::dmat4(1.0), glm::dvec3(0.0, -1.5, 0.0))});
  model::VertexData& vertices = model.vertices;
  model::MeshPart part;
  part.name = "Blade";
  part.node = NodeIndex(3);
  part.material = model.parts[0].material;
  part.firstVertex = static_cast<std::uint32_t>(vertices.positions.size());
  part.firstIndex = static_cast<std::uint32_t>(vertices.indices.size());
  part.vertexCount = part.indexCount = 3;
  part.hasUv0 = true;
  for (const glm::vec3& p : {glm::vec3(0.0f, 1.5f, 0.0f), glm::vec3(0.5f, 1.5f, 0.0f), glm::vec3(0.0f, 1.75f, 0.0f)}) {
    vertices.indices.push_back(static_cast<std::uint32_t>(vertices.positions.size()));
    vertices.positions.push_back(p);
    vertices.normals.emplace_back(0.0f, 0.0f, 1.0f);
    vertices.uv0.emplace_back(0.0f);
    vertices.influences.push_back({joint, 1.0f});
    vertices.influenceBegin.push_back(static_cast<std::uint32_t>(vertices.influences.size()));
    model.bindBounds.add(p);
  }
  model.parts.push_back(part);
  return model;
}

/// The position of a vertex decoded from the texels.
glm::dvec3 decoded(const vat::BakedAnimation& baked, std::size_t vertex, std::uint32_t frame) {
  glm::dvec3 position(0.0);
  for (glm::length_t i = 0; i < 4; ++i) {
    for (std::uint32_t row = 0; row < 3; ++row) {
      const vat::TexelAddress at = vat::texelAddress(
          baked.layout, frame, vat::elementTexel(baked.layout, baked.mesh.boneIndices[vertex][i], row));
      position[static_cast<glm::length_t>(row)] +=
          static_cast<double>(baked.mesh.boneWeights[vertex][i]) *
          glm::dot(glm::dvec4(baked.texels.texel(at.x, at.y)), glm::dvec4(baked.mesh.positions[vertex], 1.0));
    }
  }
  return position;
}

}  // namespace

class TestShareAnimation : public QObject {
  Q_OBJECT

 private slots:
  static void theTextureIsThatOfTheFirst() {
    model::Model other = twoBoneStrip();
    for (model::Node& node : other.nodes) {
      node.name = "mixamorig1:" + node.name;
    }
    other.bindBounds = {};
    for (glm::vec3& p : other.vertices.positions) {
      p.x *= 3.0f;
      other.bindBounds.add(p);
    }
    QVERIFY(!model::checkModel(other));
    JobContext job;
    const auto shared = pipeline::shareAnimation(
        {character("thin", twoBoneStrip()), character("wide", other), character("third", other)}, job);
    QVERIFY2(shared.has_value(), shared ? "" : shared.error().message.c_str());
    QVERIFY2(!model::checkModel(shared->model), model::checkModel(shared->model).value_or(Message()).c_str());
    QCOMPARE(shared->meshNodes, (std::vector<std::vector<std::string>>{
                                    {"thin.Root"}, {"wide.mixamorig1:Root"}, {"third.mixamorig1:Root"}}));
    QCOMPARE(shared->model.clips.size(), std::size_t{3});
    QCOMPARE(job.takeIssues().size(), std::size_t{2});  // Their own clips are left out.

    const vat::BakedAnimation alone = bakeExact(twoBoneStrip());
    const vat::BakedAnimation whole = bakeExact(shared->model);
    QVERIFY(alone.layout.frameCount > 20);
    QVERIFY(whole.layout == alone.layout);
    QCOMPARE(std::memcmp(whole.texels.bytes().data(), alone.texels.bytes().data(), alone.texels.byteCount()), 0);

    // Each moves as it does by itself.
    const vat::BakedAnimation otherAlone = bakeExact(other);
    const std::size_t count = alone.mesh.vertexCount();
    QCOMPARE(whole.mesh.vertexCount(), 3 * count);
    for (std::size_t v = 0; v < count; ++v) {
      for (std::uint32_t frame = 0; frame < alone.layout.frameCount; ++frame) {
        QVERIFY(decoded(whole, v, frame) == decoded(alone, v, frame));
        QVERIFY(decoded(whole, count + v, frame) == decoded(otherAlone, v, frame));
        QVERIFY(decoded(whole, 2 * count + v, frame) == decoded(otherAlone, v, frame));
      }
    }
  }

  static void aPropOfOneComesAlong() {
    for (const bool swordIsFirst : {true, false}) {
      std::vector<pipeline::SharingCharacter> characters = {character("plain", twoBoneStrip()),
                                                            character("armed", stripWithSword())};
      if (swordIsFirst) {
        std::reverse(characters.begin(), characters.end());
      }
      JobContext job;
      const auto shared = pipeline::shareAnimation(characters, job);
      QVERIFY(shared.has_value());
      QVERIFY2(!model::checkModel(shared->model), model::checkModel(shared->model).value_or(Message()).c_str());
      QCOMPARE(shared->model.palette.size(), std::size_t{3});
      const std::vector<std::string> armed = {"armed.Root", "armed.sword"};
      QCOMPARE(shared->meshNodes[swordIsFirst ? 0 : 1], armed);
      // Bend at half its time: the Tip, 1 m up, has turned by 90° about Z, and the sword with it.
      const vat::BakedAnimation baked = bakeExact(shared->model, 2.0);
      const auto tip = std::find(baked.mesh.positions.begin(), baked.mesh.positions.end(), glm::vec3(0.5f, 1.5f, 0.0f));
      QVERIFY(tip != baked.mesh.positions.end());
      const auto vertex = static_cast<std::size_t>(tip - baked.mesh.positions.begin());
      QVERIFY(glm::distance(decoded(baked, vertex, 0), glm::dvec3(0.5, 1.5, 0.0)) < 1e-6);
      QVERIFY(glm::distance(decoded(baked, vertex, 1), glm::dvec3(-0.5, 1.5, 0.0)) < 1e-6);
    }
  }

  static void bonesThatDifferAreNamed_data() {
    QTest::addColumn<int>("change");
    QTest::addColumn<QString>("says");
    QTest::newRow("moved") << 0 << "100 mm away";
    QTest::newRow("turned") << 1 << "turned by 10 degrees";
    QTest::newRow("scaled") << 2 << "scaled by 1.1";
    QTest::newRow("missing") << 3 << "the first has no such bone";
  }

  static void bonesThatDifferAreNamed() {
    QFETCH(const int, change);
    QFETCH(const QString, says);
    CharacterSpec spec;
    const model::Model first = makeCharacter(spec);
    model::Model other = first;
    glm::dmat4& inverseBind = other.palette[7].inverseBind;
    model::Node& node = other.nodes[other.palette[7].node.value];
    const std::string name = change == 3 ? "Surplus" : node.name;
    const glm::dmat4 bind = glm::inverse(inverseBind);
    const glm::dmat4 changes[] = {glm::translate(glm::dmat4(1.0), glm::dvec3(0.1, 0.0, 0.0)) * bind,
                                  bind * glm::rotate(glm::dmat4(1.0), glm::radians(10.0), glm::dvec3(0.0, 0.0, 1.0)),
                                  bind * glm::scale(glm::dmat4(1.0), glm::dvec3(1.1)), bind};
    inverseBind = glm::inverse(changes[change]);
    if (change == 3) {
      node.name = name;
    }
    JobContext job;
    const auto shared = pipeline::shareAnimation({character("a", first), character("b", other)}, job);
    QVERIFY(!shared);
    QVERIFY(shared.error().code == ErrorCode::InvalidArgument);
    QCOMPARE(shared.error().file, std::string("b"));
    const QString text = QString::fromStdString(shared.error().message.text());
    QVERIFY2(text.contains("1 bone is not") && text.contains("\"" + QString::fromStdString(name) + "\" (" + says),
             qPrintable(text));
    QVERIFY(pipeline::shareAnimation({character("a", first), character("b", first)}, job).has_value());
  }

  /// Rounding by another exporter is not a difference.
  static void roundingIsNoDifference() {
    CharacterSpec spec;
    spec.seed = 3;
    const model::Model first = makeCharacter(spec);
    model::Model other = first;
    for (model::PaletteEntry& entry : other.palette) {
      for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 3; ++row) {
          entry.inverseBind[column][row] =
              static_cast<double>(static_cast<float>(entry.inverseBind[column][row] + 1e-6));
        }
      }
    }
    JobContext job;
    const auto shared = pipeline::shareAnimation({character("a", first), character("b", other)}, job);
    QVERIFY2(shared.has_value(), shared ? "" : shared.error().message.c_str());
    QCOMPARE(shared->model.palette.size(), first.palette.size());
  }

  static void manyDifferencesAreCounted() {
    CharacterSpec spec;
    const model::Model first = makeCharacter(spec);
    model::Model other = first;
    for (model::PaletteEntry& entry : other.palette) {
      entry.inverseBind = glm::translate(entry.inverseBind, glm::dvec3(0.5));
    }
    JobContext job;
    const auto shared = pipeline::shareAnimation({character("a", first), character("b", other)}, job);
    QVERIFY(!shared);
    QVERIFY2(shared.error().message.find(" more") != std::string::npos, shared.error().message.c_str());
  }
};

TEXELETON_SUITE(TestShareAnimation)
#include "test_share_animation.moc"

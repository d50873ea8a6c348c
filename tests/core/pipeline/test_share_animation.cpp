// Several characters on one rig as one model: all use the texture of the first.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <glm/gtc/matrix_transform.hpp>
#include <span>
#include <string>

#include "core/animation/pose.h"
#include "core/bake/bake.h"
#include "core/pipeline/add_characters.h"
#include "core/pipeline/share_animation.h"
#include "core/transform/transform.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

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

/// A triangle rigidly attached to its own node, half a metre above the Tip.
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

glm::dmat4 affine(glm::dmat4 matrix) {
  for (int c = 0; c < 4; ++c) {
    matrix[c].w = c == 3 ? 1.0 : 0.0;
  }
  return matrix;
}

/// How a rig is stored in another file: the axes of its bones, its armature, and whether the bind pose includes the
/// armature's scale and rotation.
struct Writing {
  std::vector<glm::dmat4> turns;  ///< By node: from the first file's axes to this one's, about the node's origin.
  glm::dmat4 armature{1.0};       ///< World matrix of the node above the skeleton.
  bool bindIsInArmature = false;
};

constexpr std::uint32_t kPropBone = 9;
const glm::dmat4 kPropPlace = glm::translate(glm::dmat4(1.0), glm::dvec3(0.02, 0.11, -0.05));

/// The rig of makeCharacter stored in that way, with a rigid prop on its own node.
model::Model written(const model::Model& first, const Writing& writing) {
  const glm::dmat4 toBind = writing.bindIsInArmature ? glm::inverse(writing.armature) : glm::dmat4(1.0);
  model::Model model = first;
  model.clips.clear();
  model::Node armature;
  armature.name = "Armature";
  armature.restMatrix = writing.armature;
  model.nodes = {armature};
  for (std::size_t n = 0; n < first.nodes.size(); ++n) {
    const NodeIndex parent = first.nodes[n].parent;
    const glm::dmat4 above = parent.isValid() ? writing.turns[parent.value] : writing.armature;
    model::Node node;
    node.name = "rig:" + first.nodes[n].name;
    node.parent = NodeIndex(parent.isValid() ? parent.value + 1 : 0);
    node.restMatrix = affine(glm::inverse(above) * toMatrix(first.nodes[n].rest) * writing.turns[n]);
    model.nodes.push_back(node);
  }
  for (model::PaletteEntry& entry : model.palette) {
    const glm::dmat4 bind = toBind * glm::inverse(entry.inverseBind) * writing.turns[entry.node.value];
    entry = {NodeIndex(entry.node.value + 1), affine(glm::inverse(bind))};
  }
  model::Node prop;
  prop.name = "prop";
  prop.parent = NodeIndex(kPropBone + 1);
  prop.restMatrix = affine(glm::inverse(writing.turns[kPropBone]) * kPropPlace);
  model.nodes.push_back(prop);
  const glm::dmat4 propWorld = glm::inverse(first.palette[kPropBone].inverseBind) * kPropPlace;
  const auto joint = static_cast<std::uint32_t>(model.palette.size());
  const NodeIndex propNode(model.nodes.size() - 1);
  model.palette.push_back({propNode, affine(glm::inverse(toBind * propWorld))});
  model::VertexData& vertices = model.vertices;
  model::MeshPart part = model.parts[0];
  part.name = "Prop";
  part.node = propNode;
  part.skinned = false;
  part.maxInfluences = 1;
  part.firstVertex = static_cast<std::uint32_t>(vertices.positions.size());
  part.firstIndex = static_cast<std::uint32_t>(vertices.indices.size());
  part.vertexCount = part.indexCount = 3;
  for (const glm::dvec3& p : {glm::dvec3(0.0), glm::dvec3(0.3, 0.0, 0.0), glm::dvec3(0.0, 0.2, 0.1)}) {
    vertices.indices.push_back(static_cast<std::uint32_t>(vertices.positions.size()));
    vertices.positions.emplace_back(propWorld * glm::dvec4(p, 1.0));
    vertices.normals.emplace_back(0.0f, 0.0f, 1.0f);
    vertices.uv0.emplace_back(0.0f);
    vertices.influences.push_back({joint, 1.0f});
    vertices.influenceBegin.push_back(static_cast<std::uint32_t>(vertices.influences.size()));
  }
  model.parts[0].node = NodeIndex(0);
  model.parts.push_back(part);
  model.bindBounds = {};
  for (glm::vec3& position : vertices.positions) {
    position = glm::vec3(toBind * glm::dvec4(position, 1.0));
    model.bindBounds.add(position);
  }
  return model;
}

glm::dvec3 skinned(const model::Model& model, std::span<const glm::dmat4> matrices, std::size_t v) {
  glm::dvec4 sum(0.0);
  for (std::uint32_t i = model.vertices.influenceBegin[v]; i < model.vertices.influenceBegin[v + 1]; ++i) {
    const model::Influence& influence = model.vertices.influences[i];
    sum += static_cast<double>(influence.weight) *
           (matrices[influence.joint] * glm::dvec4(model.vertices.positions[v], 1.0));
  }
  return glm::dvec3(sum);
}

ClipIndex clipCalled(const model::Model& model, const std::string& name) {
  const auto found = std::find_if(model.clips.begin(), model.clips.end(),
                                  [&name](const model::Clip& clip) { return clip.name == name; });
  return ClipIndex(static_cast<std::size_t>(found - model.clips.begin()));
}

/// The stored file's own vertices when its bones move like the first file's, in double precision.
std::vector<glm::dvec3> skinnedByItself(const model::Model& model, const Writing& writing, const model::Model& first,
                                        std::span<const glm::dmat4> firstWorlds) {
  std::vector<glm::dmat4> worlds = {writing.armature};
  for (std::size_t n = 0; n < first.nodes.size(); ++n) {
    const NodeIndex parent = first.nodes[n].parent;
    const glm::dmat4 local =
        parent.isValid() ? glm::inverse(firstWorlds[parent.value]) * firstWorlds[n] : firstWorlds[n];
    const glm::dmat4 above = parent.isValid() ? writing.turns[parent.value] : writing.armature;
    worlds.push_back(worlds[model.nodes[n + 1].parent.value] * (glm::inverse(above) * local * writing.turns[n]));
  }
  worlds.push_back(worlds[kPropBone + 1] * *model.nodes.back().restMatrix);
  std::vector<glm::dmat4> matrices;
  for (const model::PaletteEntry& entry : model.palette) {
    matrices.push_back(worlds[entry.node.value] * entry.inverseBind);
  }
  std::vector<glm::dvec3> all;
  for (std::size_t v = 0; v < model.vertices.positions.size(); ++v) {
    all.push_back(skinned(model, matrices, v));
  }
  return all;
}

/// Different axes and scales for each node.
std::vector<glm::dmat4> otherAxes(std::size_t count, double scale, double scaleStep) {
  std::vector<glm::dmat4> turns;
  for (std::size_t n = 0; n < count; ++n) {
    const auto k = static_cast<double>(n);
    const glm::dvec3 axis = glm::normalize(glm::dvec3(std::sin(k), std::cos(1.7 * k), 0.3));
    turns.push_back(glm::scale(glm::rotate(glm::dmat4(1.0), 0.4 + 0.37 * k, axis),
                               glm::dvec3(scale * (1.0 + scaleStep * static_cast<double>(n % 3)))));
  }
  return turns;
}

std::vector<glm::dmat4> sameAxes(std::size_t count, double scale) {
  return std::vector<glm::dmat4>(count, glm::scale(glm::dmat4(1.0), glm::dvec3(scale)));
}

}  // namespace

class TestShareAnimation : public QObject {
  Q_OBJECT

 private slots:
  static void usesTextureOfFirst() {
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

    // Each moves as it does alone.
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

  static void keepsProps() {
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
      // Bend at half its time: the Tip, 1 m up, has rotated by 90° about Z, and the sword with it.
      const vat::BakedAnimation baked = bakeExact(shared->model, 2.0);
      const auto tip = std::find(baked.mesh.positions.begin(), baked.mesh.positions.end(), glm::vec3(0.5f, 1.5f, 0.0f));
      QVERIFY(tip != baked.mesh.positions.end());
      const auto vertex = static_cast<std::size_t>(tip - baked.mesh.positions.begin());
      QVERIFY(glm::distance(decoded(baked, vertex, 0), glm::dvec3(0.5, 1.5, 0.0)) < 1e-6);
      QVERIFY(glm::distance(decoded(baked, vertex, 1), glm::dvec3(-0.5, 1.5, 0.0)) < 1e-6);
    }
  }

  static void namesDifferingBones_data() {
    QTest::addColumn<int>("change");
    QTest::addColumn<QString>("says");
    QTest::newRow("moved") << 0 << "100 mm away";
    QTest::newRow("missing") << 1 << "the first has no such bone";
  }

  static void namesDifferingBones() {
    QFETCH(const int, change);
    QFETCH(const QString, says);
    CharacterSpec spec;
    const model::Model first = makeCharacter(spec);
    model::Model other = first;
    glm::dmat4& inverseBind = other.palette[7].inverseBind;
    model::Node& node = other.nodes[other.palette[7].node.value];
    const std::string name = change == 1 ? "Surplus" : node.name;
    if (change == 0) {
      inverseBind = inverseBind * glm::translate(glm::dmat4(1.0), glm::dvec3(-0.1, 0.0, 0.0));
    }
    node.name = name;
    JobContext job;
    const auto shared = pipeline::shareAnimation({character("a", first), character("b", other)}, job);
    QVERIFY(!shared);
    QVERIFY(shared.error().code == ErrorCode::InvalidArgument);
    QCOMPARE(shared.error().file, std::string("b"));
    const QString text = QString::fromStdString(shared.error().message.text());
    QVERIFY2(text.contains("1 bone is not") && text.contains("\"" + QString::fromStdString(name) + "\" (" + says) &&
                 text.contains("export both from one rig in one bind pose"),
             qPrintable(text));
    QVERIFY(pipeline::shareAnimation({character("a", first), character("b", first)}, job).has_value());
  }

  static void otherStorageOfRig_data() {
    QTest::addColumn<Writing>("writing");
    const std::size_t count = CharacterSpec().joints;
    const glm::dmat4 one(1.0);
    const auto scaled = [](double scale) { return glm::scale(glm::dmat4(1.0), glm::dvec3(scale)); };
    const glm::dmat4 upright = glm::rotate(glm::dmat4(1.0), glm::radians(-90.0), glm::dvec3(1.0, 0.0, 0.0));
    QTest::newRow("the same") << Writing{sameAxes(count, 1.0), one, false};
    QTest::newRow("other axes") << Writing{otherAxes(count, 1.0, 0.0), one, false};
    QTest::newRow("other axes and scales") << Writing{otherAxes(count, 1.0, 0.2), one, false};
    QTest::newRow("centimetres below 0.01") << Writing{sameAxes(count, 0.01), scaled(0.01), false};
    QTest::newRow("below 100") << Writing{sameAxes(count, 100.0), scaled(100.0), false};
    QTest::newRow("bind pose in centimetres below 0.01") << Writing{sameAxes(count, 0.01), scaled(0.01), true};
    QTest::newRow("bind pose below 3") << Writing{sameAxes(count, 3.0), scaled(3.0), true};
    QTest::newRow("bind pose with Z up below 0.01 with other axes")
        << Writing{otherAxes(count, 0.01, 0.0), upright * scaled(0.01), true};
    QTest::newRow("Z up below 0.01 with other axes")
        << Writing{otherAxes(count, 0.01, 0.1), upright * scaled(0.01), false};
  }

  /// Each vertex moves as in the second file with the same motion, and so does the prop, in any order.
  static void otherStorageOfRig() {
    QFETCH(const Writing, writing);
    const model::Model first = makeCharacter(CharacterSpec());
    const model::Model other = written(first, writing);
    QVERIFY2(!model::checkModel(other), model::checkModel(other).value_or(Message()).c_str());
    JobContext job;
    const auto shared = pipeline::shareAnimation(
        {character("first", first), character("other", other), character("third", other)}, job);
    QVERIFY2(shared.has_value(), shared ? "" : shared.error().message.c_str());
    QVERIFY2(!model::checkModel(shared->model), model::checkModel(shared->model).value_or(Message()).c_str());
    QCOMPARE(shared->model.palette.size(), first.palette.size() + 2);  // The props.
    const vat::BakedAnimation baked = bakeExact(shared->model);
    const std::size_t before = first.vertices.positions.size();
    const std::size_t count = other.vertices.positions.size();
    QCOMPARE(baked.mesh.vertexCount(), before + 2 * count);
    double farthest = 0.0;
    double moves = 0.0;
    for (const vat::BakedClip& clip : baked.clips) {
      animation::SourcePose pose(first, clip.source.clip);
      const double steps = clip.loop ? clip.frameCount : clip.frameCount - 1.0;
      for (std::uint32_t f = 0; f < clip.frameCount; f += 7) {
        pose.evaluate(clip.source.fromSeconds + (clip.source.toSeconds - clip.source.fromSeconds) * f / steps);
        const std::vector<glm::dvec3> wanted = skinnedByItself(other, writing, first, pose.worlds());
        for (std::size_t v = 0; v < 2 * count; ++v) {
          const glm::dvec3 got = decoded(baked, before + v, clip.frameBegin + f);
          farthest = std::max(farthest, glm::distance(got, wanted[v % count]));
          moves = std::max(moves, glm::distance(got, glm::dvec3(baked.mesh.positions[before + v])));
        }
      }
    }
    QVERIFY2(farthest < 1e-4 && moves > 0.1, std::to_string(farthest).c_str());
  }

  /// A displaced bone is reported in millimetres, also from a file with another armature.
  static void movedBoneOfOtherStorage() {
    const model::Model first = makeCharacter(CharacterSpec());
    const Writing writing{otherAxes(first.nodes.size(), 0.01, 0.0), glm::scale(glm::dmat4(1.0), glm::dvec3(0.01)),
                          false};
    model::Model other = written(first, writing);
    model::PaletteEntry& entry = other.palette[5];
    entry.inverseBind = entry.inverseBind * glm::translate(glm::dmat4(1.0), glm::dvec3(0.0, -0.005, 0.0));
    JobContext job;
    const auto shared = pipeline::shareAnimation({character("a", first), character("b", other)}, job);
    QVERIFY(!shared);
    const QString text = QString::fromStdString(shared.error().message.text());
    const QString name = QString::fromStdString(other.nodes[entry.node.value].name);
    QVERIFY2(text.contains("1 bone is not") && text.contains("\"" + name + "\" (5 mm away)"), qPrintable(text));
  }

  /// Two characters of one rig in files of different formats, units and bone axes, both with the same clips: the second
  /// one moves the same by the first one's clips as by its own.
  static void filesOfTwoFormats() {
    const auto models = sharedModels();
    if (!models) {
      TEXELETON_SKIP("the shared models are absent");
    }
    JobContext job;
    pipeline::ModelRequest request;
    request.model = *models / "kaykit-barbarian/kaykit-barbarian.fbx";
    const auto barbarian = pipeline::loadModel(request, job);
    QVERIFY2(barbarian, barbarian ? "" : barbarian.error().message.c_str());
    const std::filesystem::path second = request.model;
    request.model = *models / "kaykit-knight.glb";
    const auto knight = pipeline::loadModel(request, job);
    QVERIFY2(knight, knight ? "" : knight.error().message.c_str());
    const auto both = pipeline::addCharacters(request, *knight, {second}, job);
    QVERIFY2(both, both ? "" : both.error().message.c_str());
    QVERIFY2(!model::checkModel(*both->model), model::checkModel(*both->model).value_or(Message()).c_str());
    for (const std::string name : {"Walking_A", "Cheer", "Death_A"}) {
      animation::SourcePose shared(*both->model, clipCalled(*both->model, name));
      animation::SourcePose own(**barbarian, clipCalled(**barbarian, "Rig|" + name + "_Rig"));
      const std::size_t before = (*knight)->vertices.positions.size();
      const std::size_t count = (*barbarian)->vertices.positions.size();
      QCOMPARE(both->model->vertices.positions.size(), before + count);
      double farthest = 0.0;
      for (const double seconds : {0.0, 0.2, 0.5, 0.7}) {
        shared.evaluate(seconds);
        own.evaluate(seconds);
        for (std::size_t v = 0; v < count; ++v) {
          farthest = std::max(farthest, glm::distance(skinned(*both->model, shared.skinMatrices(), before + v),
                                                      skinned(**barbarian, own.skinMatrices(), v)));
        }
      }
      QVERIFY2(farthest < 2e-3, (name + ": " + std::to_string(farthest)).c_str());
    }
  }

  /// Rounding by another exporter is not a difference.
  static void ignoresRounding() {
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

  static void countsManyDifferences() {
    CharacterSpec spec;
    const model::Model first = makeCharacter(spec);
    model::Model other = first;
    for (model::PaletteEntry& entry : other.palette) {
      entry.inverseBind = glm::translate(entry.inverseBind, glm::dvec3(0.02 * entry.node.value));
    }
    JobContext job;
    const auto shared = pipeline::shareAnimation({character("a", first), character("b", other)}, job);
    QVERIFY(!shared);
    QVERIFY2(shared.error().message.find(" more") != std::string::npos, shared.error().message.c_str());
  }
};

TEXELETON_SUITE(TestShareAnimation)
#include "test_share_animation.moc"

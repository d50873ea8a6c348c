// Attachments of a character: their placement compared with matrices multiplied by hand, their sockets in the bake, and
// merged geometry, in both modes.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/animation/pose.h"
#include "core/bake/bake.h"
#include "core/bake/measure/measure.h"
#include "core/pipeline/attach_models.h"
#include "core/runtime/pack_player.h"
#include "core/transform/rotation.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

pipeline::AttachmentModels modelsOf(const model::Model& model) {
  pipeline::AttachmentModels models;
  pipeline::AttachmentModel& each = models["cube.glb"];
  each.model = std::make_shared<const model::Model>(model);
  each.frozen = std::make_shared<const model::Model>(pipeline::frozenAtRest(model));
  return models;
}

recipe::AttachmentOrder orderOf(const std::string& name, const std::string& node, const transform::Transform& local,
                                bool merge = false) {
  recipe::AttachmentOrder order;
  order.attachment.name = name;
  order.attachment.node = node;
  order.attachment.local = local;
  order.attachment.merge = merge;
  order.file = "cube.glb";
  return order;
}

transform::Transform placed(const glm::dvec3& at, const glm::dvec3& degrees = {},
                            const glm::dvec3& scale = glm::dvec3(1.0)) {
  return {at, transform::fromEulerDegrees(degrees), scale};
}

double apart(const glm::dmat4& a, const glm::dmat4& b) {
  double most = 0.0;
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) {
      most = std::max(most, std::abs(a[c][r] - b[c][r]));
    }
  }
  return most;
}

/// The world matrix of a node at a time of a clip, from the source.
glm::dmat4 worldOf(const model::Model& model, std::size_t clip, double seconds, std::size_t node) {
  animation::SourcePose pose(model, ClipIndex(clip));
  pose.evaluate(seconds);
  return pose.worlds()[node];
}

bool warned(JobContext& job, const char* words) {
  const std::vector<Issue> issues = job.takeIssues();
  return std::any_of(issues.begin(), issues.end(),
                     [words](const Issue& issue) { return issue.text.find(words) != std::string::npos; });
}

}  // namespace

class TestAttachments : public QObject {
  Q_OBJECT

 private slots:
  // The cube is half a metre up, on a node with a rotation and scale at rest: frozen, it stays there.
  void frozen() {
    model::Model cube = animatedRigidNode();
    cube.nodes[0].rest.rotation = transform::fromEulerDegrees({0.0, 90.0, 0.0});
    cube.nodes[1].rest.scale = {1.0, 2.0, 1.0};
    const animation::SourcePose rest(cube, ClipIndex());
    const model::Model frozen = pipeline::frozenAtRest(cube);
    QVERIFY2(!model::checkModel(frozen), model::checkModel(frozen).value_or(Message()).c_str());
    QCOMPARE(frozen.vertexCount(), cube.vertexCount());
    for (std::size_t v = 0; v < cube.vertexCount(); ++v) {
      const glm::dvec3 wanted(rest.skinMatrices()[cube.vertices.influences[v].joint] *
                              glm::dvec4(cube.vertices.positions[v], 1.0));
      QVERIFY(glm::length(wanted - glm::dvec3(frozen.vertices.positions[v])) < 1e-6);
    }
    // Rest weights of morph targets are applied.
    const model::Model face = pipeline::frozenAtRest(morphingMesh());
    QVERIFY(!model::checkModel(face));
    QVERIFY(std::abs(face.bindBounds.max.y - (morphingMesh().bindBounds.max.y + 0.25f)) < 1e-6f);
  }

  void places() {
    const model::Model strip = twoBoneStrip();
    const transform::Transform sword = placed({0.1, 0.2, 0.3}, {10, 20, 30});
    const transform::Transform gem = placed({0.0, 0.5, 0.0}, {0, 45, 0}, glm::dvec3(0.5));
    std::vector<recipe::AttachmentOrder> orders = {orderOf("gem", "", gem), orderOf("sword", "", sword)};
    orders[0].attachment.attachment = "sword";  // Listed before its parent.
    orders[0].attachment.node = "Wheel";
    orders[1].attachment.socket = "grip";
    recipe::RecipeSocketName grip{"weapon_r", "grip", {}, placed({0, 0, 1}, {0, 90, 0})};
    JobContext job;
    const auto all = pipeline::placeAttachments(orders, modelsOf(animatedRigidNode()), strip, {grip}, job);
    QVERIFY(job.takeIssues().empty());
    QCOMPARE(all.size(), std::size_t{2});
    const glm::dmat4 onSocket = toMatrix(*grip.offset) * toMatrix(sword);
    QVERIFY(apart(all[1].local, onSocket) < 1e-12);
    QVERIFY(apart(all[1].parent, toMatrix(*grip.offset)) < 1e-12);
    // The wheel's node is half a metre up in its own model.
    const glm::dmat4 wheel = toMatrix(placed({0.0, 0.5, 0.0}));
    QVERIFY(apart(all[0].local, onSocket * wheel * toMatrix(gem)) < 1e-12);
    QCOMPARE(all[0].node.value, 2u);
  }

  void missingParents() {
    const model::Model strip = twoBoneStrip();
    std::vector<recipe::AttachmentOrder> orders = {
        orderOf("a", "", {}),    orderOf("b", "", {}), orderOf("c", "weapon_l", {}), orderOf("d", "", {}),
        orderOf("e", "Tip", {}), orderOf("f", "", {}), orderOf("g", "", {})};
    orders[0].attachment.attachment = "b";
    orders[1].attachment.attachment = "a";
    orders[3].attachment.attachment = "nobody";
    orders[5].attachment.attachment = "a";
    orders[6].attachment.attachment = "g";
    JobContext job;
    const auto all = pipeline::placeAttachments(orders, modelsOf(animatedRigidNode()), strip, {}, job);
    QCOMPARE(all.size(), std::size_t{1});
    QCOMPARE(all[0].name, std::string("e"));
    const std::vector<Issue> issues = job.takeIssues();
    const auto tells = [&](const char* words) {
      return std::any_of(issues.begin(), issues.end(),
                         [words](const Issue& issue) { return issue.text.find(words) != std::string::npos; });
    };
    QVERIFY(tells("\"a\" and \"b\" are attached to each other"));
    QVERIFY(tells("attached to itself"));
    // Each one that is left out is reported, with a remedy.
    for (const char* name : {"a", "b", "c", "d", "f", "g"}) {
      const auto about = [name](const Issue& issue) { return issue.subject == name; };
      QVERIFY2(std::count_if(issues.begin(), issues.end(), about) == 1, name);
      const auto issue = std::find_if(issues.begin(), issues.end(), about);
      QCOMPARE(issue->text.remedies(), (std::vector<Remedy>{{RemedyKind::AttachToRoot, 0.0, name}}));
    }
    // A complete bake is rejected, with both names.
    const auto why = pipeline::missingForBake(orders, modelsOf(animatedRigidNode()));
    QVERIFY(why.has_value());
    QVERIFY2(why->message.contains("\"a\" and \"b\" are attached to each other"), why->message.c_str());
    QVERIFY(tells("weapon_r"));  // "Did you mean?"
    QVERIFY(tells("no attachment \"nobody\""));
  }

  void attachedToOthers() {
    const auto on = [](const char* name, const char* attachment) {
      recipe::RecipeAttachment made;
      made.name = name;
      made.attachment = attachment;
      return made;
    };
    const std::vector<recipe::RecipeAttachment> all = {on("a", "b"), on("b", "c"), on("c", ""), on("d", "d"),
                                                       on("e", "f"), on("f", "e"), on("g", "e")};
    QVERIFY(recipe::hangsOn(all, "a", "b") && recipe::hangsOn(all, "a", "c") && recipe::hangsOn(all, "b", "c"));
    QVERIFY(!recipe::hangsOn(all, "c", "a") && !recipe::hangsOn(all, "a", "a") && !recipe::hangsOn(all, "a", "d"));
    for (const char* name : {"d", "e", "f"}) {
      QVERIFY2(recipe::hangsOn(all, name, name), name);
    }
    QVERIFY(!recipe::hangsOn(all, "g", "g"));
  }

  // In every mode, the socket's pose is the node's world matrix at that time times the attachment's own matrix.
  void sockets_data() {
    QTest::addColumn<int>("mode");
    QTest::newRow("bone") << static_cast<int>(vat::BakeMode::Bone);
    QTest::newRow("vertex") << static_cast<int>(vat::BakeMode::Vertex);
  }
  void sockets() {
    QFETCH(int, mode);
    const model::Model strip = twoBoneStrip();
    const transform::Transform local = placed({0.1, 0.2, 0.3}, {10, 20, 30}, {1.0, 2.0, 0.5});
    JobContext job;
    const auto all = pipeline::placeAttachments({orderOf("sword", "weapon_r", local), orderOf("hat", "Tip", local)},
                                                modelsOf(animatedRigidNode()), strip, {}, job);
    bake::BakeSettings settings;
    settings.mode = static_cast<vat::BakeMode>(mode);
    settings.pixelFormat = vat::PixelFormat::Rgba32F;
    settings.expose = {{"weapon.*", true}};
    settings.socketNames = {{"weapon_r", "grip", placed({0, 0, 1})}};
    pipeline::addAttachmentSockets(all, strip, settings);
    const auto baked = bake::bake(strip, settings, job);
    QVERIFY2(baked, baked ? "" : baked.error().message.c_str());
    QCOMPARE(baked->sockets.size(), std::size_t{3});
    QCOMPARE(baked->sockets[1].name, std::string("sword"));
    QCOMPARE(baked->sockets[1].attached, std::string("cube.glb"));
    QVERIFY(baked->sockets[0].attached.empty());
    const vat::BakedClip& bend = baked->clips[0];
    const std::uint32_t frame = bend.frameBegin + bend.frameCount / 2;
    runtime::AnimationTickOutput tick;
    tick.current = tick.next = frame;
    const double seconds = sourceSecondsOf(bend, frame);
    const auto check = [&](std::uint32_t socket, std::size_t node, const glm::dmat4& own) {
      const runtime::SocketPose pose = runtime::decodeSocket(*baked, SocketIndex(socket), tick);
      const glm::dmat4 wanted = worldOf(strip, 0, seconds, node) * own;
      const transform::Transform parts{glm::dvec3(pose.position), glm::dquat(pose.rotation), glm::dvec3(pose.scale)};
      return apart(toMatrix(parts), wanted);
    };
    QVERIFY(check(0, 2, toMatrix(placed({0, 0, 1}))) < 1e-5);
    QVERIFY(check(1, 2, toMatrix(local)) < 1e-5);
    QVERIFY(check(2, 1, toMatrix(local)) < 1e-5);
  }

  // Merged: the vertices of the pack equal the model's, moved by the node's world matrix times the placement.
  void merged_data() { sockets_data(); }
  void merged() {
    QFETCH(int, mode);
    const model::Model strip = twoBoneStrip();
    const transform::Transform local = placed({0.1, 0.2, 0.3}, {10, 20, 30}, {1.0, -2.0, 0.5});  // Mirrored.
    const pipeline::AttachmentModels models = modelsOf(animatedRigidNode());
    JobContext job;
    // One on a bone of the palette, one on a node without an entry.
    const auto all = pipeline::placeAttachments(
        {orderOf("hat", "Tip", local, true), orderOf("sword", "weapon_r", local, true)}, models, strip, {}, job);
    const auto whole = pipeline::withMerged(std::make_shared<const model::Model>(strip), all);
    QVERIFY2(!model::checkModel(*whole), model::checkModel(*whole).value_or(Message()).c_str());
    QCOMPARE(whole->palette.size(), strip.palette.size() + 1);
    const model::Model& cube = *models.at("cube.glb").frozen;
    QCOMPARE(whole->vertexCount(), strip.vertexCount() + 2 * cube.vertexCount());
    bake::BakeSettings settings;
    settings.mode = static_cast<vat::BakeMode>(mode);
    settings.pixelFormat = vat::PixelFormat::Rgba32F;
    settings.shareElements = false;
    pipeline::addAttachmentSockets(all, strip, settings);
    QVERIFY(settings.attachments.empty());
    const auto baked = bake::bake(*whole, settings, job);
    QVERIFY2(baked, baked ? "" : baked.error().message.c_str());
    const vat::BakedClip& bend = baked->clips[0];
    const std::uint32_t frame = bend.frameBegin + bend.frameCount / 3;
    runtime::AnimationTickOutput tick;
    tick.current = tick.next = frame;
    const double seconds = sourceSecondsOf(bend, frame);
    for (const auto& [first, node] : {std::pair(strip.vertexCount(), std::size_t{1}),
                                      std::pair(strip.vertexCount() + cube.vertexCount(), std::size_t{2})}) {
      const glm::dmat4 world = worldOf(strip, 0, seconds, node) * toMatrix(local);
      for (std::size_t v = 0; v < cube.vertexCount(); ++v) {
        const runtime::DecodedVertex got = runtime::decodeVertex(*baked, static_cast<std::uint32_t>(first + v), tick);
        const glm::dvec3 wanted(world * glm::dvec4(cube.vertices.positions[v], 1.0));
        QVERIFY(glm::length(wanted - glm::dvec3(got.position)) < 1e-5);
        const glm::dvec3 normal = glm::normalize(transform::normalMatrix(world) * glm::dvec3(cube.vertices.normals[v]));
        QVERIFY(glm::dot(normal, glm::dvec3(got.normal)) > 1.0 - 1e-5);
      }
    }
    const auto errors = bake::measureError(*whole, *baked, job);
    QVERIFY2(errors, errors ? "" : errors.error().message.c_str());
    const auto isHat = [](const vat::BakedSourceMesh& mesh) { return mesh.name == "hat" && mesh.node == "Tip"; };
    QVERIFY(std::any_of(baked->meshes.begin(), baked->meshes.end(), isHat));
  }

  void reportsShear() {
    model::Model strip = twoBoneStrip();
    strip.nodes[2].rest.scale = {1.0, 3.0, 1.0};
    const transform::Transform turned = placed({}, {0, 0, 45});
    JobContext job;
    bake::BakeSettings settings;
    const auto all = pipeline::placeAttachments({orderOf("sword", "weapon_r", turned)}, modelsOf(animatedRigidNode()),
                                                strip, {}, job);
    pipeline::addAttachmentSockets(all, strip, settings);
    QVERIFY(bake::bake(strip, settings, job).has_value());
    QVERIFY(warned(job, "shear"));
  }

  void missingFiles() {
    const std::vector<recipe::AttachmentOrder> orders = {orderOf("sword", "Tip", {}), orderOf("hat", "Tip", {}, true)};
    JobContext job;
    const auto models = pipeline::loadAttachments(orders, importing::ImportRequest(), job);
    QVERIFY(models.has_value());
    QVERIFY(!models->at("cube.glb").model && models->at("cube.glb").error);
    QVERIFY(warned(job, "attachment is not shown"));
    const auto why = pipeline::missingForBake(orders, *models);
    QVERIFY(why && why->message.find("\"hat\"") != std::string::npos);
    QVERIFY(!pipeline::missingForBake({orders[0]}, *models));
    const model::Model strip = twoBoneStrip();
    const auto all = pipeline::placeAttachments(orders, *models, strip, {}, job);
    QCOMPARE(all.size(), std::size_t{2});  // Its placement is known without its file.
    const auto character = std::make_shared<const model::Model>(strip);
    QVERIFY(pipeline::withMerged(character, all) == character);
  }

  void sizeOfFile() {
    model::Model strip = twoBoneStrip();
    strip.nodes[2].rest.scale = glm::dvec3(0.01);
    QVERIFY(glm::length(pipeline::unscaledOn(strip, NodeIndex(2)).scale - glm::dvec3(100.0)) < 1e-6);
    QVERIFY(pipeline::unscaledOn(strip, NodeIndex(1)).scale == glm::dvec3(1.0));
  }

 private:
  static double sourceSecondsOf(const vat::BakedClip& clip, std::uint32_t frame) {
    const double steps = clip.loop ? clip.frameCount : std::max(1.0, clip.frameCount - 1.0);
    const double length = clip.source.toSeconds - clip.source.fromSeconds;
    return clip.source.fromSeconds + length * (frame - clip.frameBegin) / steps;
  }
};

TEXELETON_SUITE(TestAttachments)
#include "test_attachments.moc"

#include <QTest>
#include <cstring>
#include <random>

#include "core/base/checksum.h"
#include "core/model/snapshot.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;

namespace {

/// A model that contains everything that a snapshot can hold.
model::Model fullModel() {
  test::CharacterSpec spec;
  spec.joints = 6;
  spec.vertices = 12;
  spec.keysPerTrack = 3;
  spec.sharedTimelines = false;
  spec.allInterpolations = true;
  spec.scales = true;
  model::Model model = test::makeCharacter(spec);
  model.format = "glTF 2.0";
  model.generator = "Générateur 生成";
  model.unitMetres = 0.01;
  model.upAxis = "-Z";
  glm::dmat4 shear(1.0);
  shear[1][0] = 0.5;
  model.nodes.push_back({"sheared", NodeIndex(std::size_t{0}), {}, shear});
  model.boneCount = 5;

  const std::size_t vertexCount = model.vertexCount();
  model.vertices.tangents.assign(vertexCount, glm::vec4(1, 0, 0, -1));
  model.vertices.uv0.assign(vertexCount, glm::vec2(0.25f, 0.75f));
  model.vertices.uv1.assign(vertexCount, glm::vec2(0.5f, 1.0f));
  model.vertices.colors.assign(vertexCount, glm::vec4(0.1f, 0.2f, 0.3f, 0.4f));
  for (model::MeshPart& part : model.parts) {
    part.hasTangents = part.hasUv0 = part.hasUv1 = part.hasColor = true;
  }
  model::MeshPart& part = model.parts[0];
  part.morphSet = MorphSetIndex(std::size_t{0});
  part.morphTargets.resize(2);
  part.morphTargets[0].name = "smile";
  part.morphTargets[0].positionDeltas.assign(part.vertexCount, glm::vec3(0, 1, 2));
  part.morphTargets[0].normalDeltas.assign(part.vertexCount, glm::vec3(3, 4, 5));
  part.morphTargets[1].name = "blink";
  part.morphTargets[1].positionDeltas.assign(part.vertexCount, glm::vec3(6, 7, 8));
  model.morphSets = {{"face", {0.25f, 0.5f}}};

  model::Image image;
  image.name = "skin";
  image.mimeType = "image/png";
  image.bytes.assign(70, std::byte{0x5a});
  image.width = 4;
  image.height = 8;
  model.images = {image};
  model::Material material;
  material.name = "cloth";
  material.baseColorFactor = {0.1f, 0.2f, 0.3f, 0.4f};
  material.baseColorTexture = {ImageIndex(std::size_t{0}), 1, model::TextureWrap::ClampToEdge,
                               model::TextureWrap::MirroredRepeat, true};
  material.emissiveFactor = {0.5f, 0.6f, 0.7f};
  material.alphaMode = model::AlphaMode::Blend;
  material.doubleSided = true;
  model.materials.push_back(material);

  model.clips[0].loopHint = true;
  model.clips[1].loopHint = false;
  model.clips[0].sourceName = "Rig|Walk";
  model.clips[0].sourceRateHz = 29.97;
  model.clips[0].events = {{"footstep_l", 0.25, "left"}};
  model::Track weights;
  weights.target = model::TrackTarget::MorphWeights;
  weights.morphSet = MorphSetIndex(std::size_t{0});
  weights.timeline = 0;
  weights.values.assign(model.clips[0].timelines[0].size() * 2, 0.5f);
  model.clips[0].tracks.push_back(weights);
  model.issues = {{Severity::Warning, message("weights were normalised"), "Body"},
                  {Severity::Info, message("no clips"), ""}};
  return model;
}

/// Updates the checksum of changed `bytes`, so that the reader gets past it.
void fixChecksum(std::vector<std::byte>& bytes) {
  const std::uint64_t checksum = checksum64(std::span(bytes).subspan(model::kSnapshotHeaderSize));
  std::memcpy(bytes.data() + 24, &checksum, sizeof checksum);
}

}  // namespace

class TestModelSnapshot : public QObject {
  Q_OBJECT

 private slots:
  void fullModelIsValid() {
    const auto violation = model::checkModel(fullModel());
    QVERIFY2(!violation, violation.value_or(Message()).c_str());
  }

  void roundTrip() {
    for (const model::Model& model :
         {fullModel(), test::twoBoneStrip(), test::animatedRigidNode(), test::morphingMesh()}) {
      const auto bytes = model::writeSnapshot(model);
      const auto read = model::readSnapshot(bytes);
      QVERIFY2(read.has_value(), read ? "" : read.error().message.c_str());
      // The loaded model writes the same bytes; members are compared below to find symmetric errors.
      QVERIFY(model::writeSnapshot(*read) == bytes);
    }
  }

  void membersRoundTrip() {
    const model::Model model = fullModel();
    const auto result = model::readSnapshot(model::writeSnapshot(model));
    QVERIFY(result.has_value());
    const model::Model& read = *result;
    QCOMPARE(read.generator, model.generator);
    QCOMPARE(read.unitMetres, 0.01);
    QCOMPARE(read.upAxis, std::string("-Z"));
    QCOMPARE(read.boneCount, 5u);
    QVERIFY(read.nodes.back().restMatrix == model.nodes.back().restMatrix);
    QVERIFY(!read.nodes[1].restMatrix.has_value());
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
      QCOMPARE(read.nodes[i].name, model.nodes[i].name);
      QVERIFY(read.nodes[i].parent == model.nodes[i].parent);
      QVERIFY(read.nodes[i].rest.translation == model.nodes[i].rest.translation);
      QVERIFY(read.nodes[i].rest.rotation == model.nodes[i].rest.rotation);
      QVERIFY(read.nodes[i].rest.scale == model.nodes[i].rest.scale);
    }
    QVERIFY(read.palette[2].inverseBind == model.palette[2].inverseBind);
    QVERIFY(read.vertices.positions == model.vertices.positions);
    QVERIFY(read.vertices.colors == model.vertices.colors);
    QVERIFY(read.vertices.uv1 == model.vertices.uv1);
    QVERIFY(read.vertices.indices == model.vertices.indices);
    QVERIFY(read.vertices.influenceBegin == model.vertices.influenceBegin);
    QCOMPARE(read.vertices.influences.back().weight, model.vertices.influences.back().weight);
    QCOMPARE(read.parts[0].morphTargets[1].name, std::string("blink"));
    QVERIFY(read.parts[0].morphTargets[0].normalDeltas == model.parts[0].morphTargets[0].normalDeltas);
    QCOMPARE(read.morphSets[0].restWeights[1], 0.5f);
    QVERIFY(read.images[0].bytes == model.images[0].bytes);
    QCOMPARE(read.images[0].height, 8u);
    const model::Material& material = read.materials.back();
    QVERIFY(material.baseColorTexture.wrapV == model::TextureWrap::MirroredRepeat);
    QVERIFY(material.baseColorTexture.wrapU == model::TextureWrap::ClampToEdge);
    QVERIFY(material.baseColorTexture.nearest);
    QVERIFY(material.alphaMode == model::AlphaMode::Blend);
    QVERIFY(material.doubleSided && !material.unlit);
    QVERIFY(read.clips[0].loopHint == true);
    QVERIFY(read.clips[1].loopHint == false);
    QVERIFY(read.clips[0].events == model.clips[0].events);
    QVERIFY(read.clips[0].timelines == model.clips[0].timelines);
    QVERIFY(read.clips[0].tracks.back().target == model::TrackTarget::MorphWeights);
    QVERIFY(read.clips[1].tracks[0].values == model.clips[1].tracks[0].values);
    QVERIFY(read.issues[0].severity == Severity::Warning);
    QCOMPARE(read.issues[0].subject, std::string("Body"));
    QVERIFY(read.bindBounds == model.bindBounds);
  }

  void rejectsOtherVersions() {
    auto bytes = model::writeSnapshot(test::twoBoneStrip());
    bytes[8] = std::byte{model::kSnapshotVersion + 1};
    const auto read = model::readSnapshot(bytes);
    QVERIFY(!read.has_value());
    QVERIFY(read.error().code == ErrorCode::Unsupported);
  }

  void everyTruncationIsAnError() {
    const auto bytes = model::writeSnapshot(fullModel());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      QVERIFY(!model::readSnapshot(std::span(bytes).first(size)).has_value());
    }
  }

  void everyTruncationOfTheContentIsAnError() {
    const auto bytes = model::writeSnapshot(fullModel());
    for (std::size_t size = model::kSnapshotHeaderSize; size < bytes.size(); ++size) {
      std::vector<std::byte> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
      const std::uint64_t contentSize = size - model::kSnapshotHeaderSize;
      std::memcpy(cut.data() + 16, &contentSize, sizeof contentSize);
      fixChecksum(cut);
      QVERIFY(!model::readSnapshot(cut).has_value());
    }
  }

  void detectsFlippedBytes() {
    const auto bytes = model::writeSnapshot(fullModel());
    std::mt19937 random(1);
    for (int round = 0; round < 2000; ++round) {
      auto broken = bytes;
      broken[random() % broken.size()] ^= static_cast<std::byte>(1 + random() % 255);
      QVERIFY(!model::readSnapshot(broken).has_value());
    }
  }

  /// With a matching checksum only the reader's own checks protect against damaged bytes.
  void flippedBytesWithChecksumNeverCrash() {
    const auto bytes = model::writeSnapshot(fullModel());
    std::mt19937 random(2);
    int accepted = 0;
    constexpr int kRounds = 20'000;
    for (int round = 0; round < kRounds; ++round) {
      auto broken = bytes;
      const unsigned changes = 1 + random() % 3;
      for (unsigned i = 0; i < changes; ++i) {
        const std::size_t at = model::kSnapshotHeaderSize + random() % (broken.size() - model::kSnapshotHeaderSize);
        static constexpr unsigned kWild[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
        broken[at] = static_cast<std::byte>(random() % 2 == 0 ? kWild[random() % 5] : random() & 0xff);
      }
      fixChecksum(broken);
      if (const auto model = model::readSnapshot(broken)) {
        ++accepted;
        QVERIFY(!model::checkModel(*model));
      }
    }
    // A changed coordinate still gives a model, a changed count does not: both must have happened.
    QVERIFY(accepted > kRounds / 100);
    QVERIFY(accepted < kRounds);
  }

  void hugeCountsAllocateNothing() {
    const auto bytes = model::writeSnapshot(fullModel());
    // Eight bytes of ones at every position: each count in turn claims 2^64 - 1 elements.
    for (std::size_t at = model::kSnapshotHeaderSize; at + 8 <= bytes.size(); ++at) {
      auto broken = bytes;
      std::memset(broken.data() + at, 0xff, 8);
      fixChecksum(broken);
      if (const auto model = model::readSnapshot(broken)) {
        QVERIFY(!model::checkModel(*model));
      }
    }
  }
};

TEXELETON_PLAIN_SUITE(TestModelSnapshot)
#include "test_snapshot.moc"

#include <QCryptographicHash>
#include <QObject>
#include <QTest>
#include <cmath>
#include <cstring>
#include <set>
#include <string>

#include "core/animation/clip_sampler.h"
#include "core/bake/bake.h"
#include "core/model/stillness.h"
#include "hwy/targets.h"
#include "tests/core/bake/bake_oracle.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

namespace texeleton {

using test::bakeError;
using test::bakeOrDie;

namespace {

QByteArray hashOf(const vat::BakedAnimation& baked) {
  QCryptographicHash hash(QCryptographicHash::Sha256);
  const auto bytes = baked.texels.bytes();
  hash.addData(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
  for (const vat::BakedClip& clip : baked.clips) {
    hash.addData(QByteArrayView(reinterpret_cast<const char*>(&clip.bounds), sizeof(clip.bounds)));
  }
  return hash.result().toHex();
}

model::Model characterWith(bool scales, std::size_t influences, std::size_t vertices = 300) {
  test::CharacterSpec spec;
  spec.seed = 3;
  spec.joints = 31;
  spec.vertices = vertices;
  spec.maxInfluences = influences;
  spec.sharedTimelines = false;
  spec.allInterpolations = true;
  spec.scales = scales;
  return test::makeCharacter(spec);
}

/// Moves everything by a constant at the rest transform of the first root.
model::Model movedTo(model::Model model, const glm::dvec3& offset) {
  for (model::Clip& clip : model.clips) {
    for (model::Track& track : clip.tracks) {
      if (track.target == model::TrackTarget::Translation && track.node == NodeIndex(0)) {
        for (std::size_t i = 0; i < track.values.size(); ++i) {
          track.values[i] += static_cast<float>(offset[static_cast<glm::length_t>(i % 3)]);
        }
      }
    }
  }
  model.nodes[0].rest.translation += offset;
  return model;
}

}  // namespace

class TestBakeFrames : public QObject {
  Q_OBJECT

 private slots:
  void texelsAgreeWithFloat64_data() {
    QTest::addColumn<bool>("vertexMode");
    QTest::addColumn<bool>("half");
    QTest::addColumn<bool>("scales");
    QTest::addColumn<int>("influences");
    for (int i = 0; i < 8; ++i) {
      for (const int influences : {1, 4, 8}) {
        const std::string name = "mask " + std::to_string(i) + ", influences " + std::to_string(influences);
        QTest::newRow(name.c_str()) << ((i & 1) != 0) << ((i & 2) != 0) << ((i & 4) != 0) << influences;
      }
    }
  }

  void texelsAgreeWithFloat64() {
    QFETCH(bool, vertexMode);
    QFETCH(bool, half);
    QFETCH(bool, scales);
    QFETCH(int, influences);
    const model::Model model = characterWith(scales, static_cast<std::size_t>(influences));
    bake::BakeSettings settings;
    settings.mode = vertexMode ? vat::BakeMode::Vertex : vat::BakeMode::Bone;
    settings.pixelFormat = half ? vat::PixelFormat::Rgba16F : vat::PixelFormat::Rgba32F;
    const vat::BakedAnimation baked = bakeOrDie(model, settings);
    const test::OracleDifference worst = test::largestDifference(model, baked);
    const double tolerance = (half ? 4e-3 : 1e-5) * baked.sizeMetres;
    QVERIFY2(worst.metres < tolerance, std::to_string(worst.metres).c_str());
    // For strongly scaled matrices the normal's direction is as uncertain as the rounding of the matrix.
    QVERIFY2(worst.degrees < (half ? 3.0 : 0.05), std::to_string(worst.degrees).c_str());
  }

  void morphTargetsMoveVertices() {
    const model::Model model = test::morphingMesh();
    bake::BakeSettings settings;
    settings.mode = vat::BakeMode::Vertex;
    settings.pixelFormat = vat::PixelFormat::Rgba32F;
    const test::OracleDifference worst = test::largestDifference(model, bakeOrDie(model, settings));
    QVERIFY2(worst.metres < 1e-6, std::to_string(worst.metres).c_str());
    QVERIFY(worst.degrees < 0.05);
  }

  void loopGapNamesDecision() {
    model::Model model = test::twoBoneStrip();
    model.clips[1].loopHint = true;  // its metadata marks a loop although its ends differ
    const auto gapIssue = [&model](bake::LoopMode loop) {
      bake::BakeSettings settings;
      settings.clips.emplace_back().clip = ClipIndex(1u);
      settings.loop = loop;
      JobContext job;
      bakeOrDie(model, settings, job);
      std::string text;
      for (const Issue& issue : job.takeIssues()) {
        text += issue.text.find("will jump at the loop") != std::string::npos ? issue.text.text() : "";
      }
      return text;
    };
    const std::string decided = gapIssue(bake::LoopMode::Auto);
    QVERIFY2(decided.find("detected automatically") != std::string::npos, decided.c_str());
    QVERIFY2(decided.find("loop=off") != std::string::npos, decided.c_str());
    const std::string given = gapIssue(bake::LoopMode::On);
    QVERIFY2(!given.empty() && given.find("auto") == std::string::npos, given.c_str());
    QCOMPARE(gapIssue(bake::LoopMode::Off), "");
  }

  void boneModeReportsLosses() {
    JobContext job;
    // Frame 15 has "up" at full weight: 1 m times the node's scale along it. In between two targets act at right
    // angles.
    const auto morphIssue = [&job](const model::Model& model) {
      bakeOrDie(model, {}, job);
      std::string text;
      for (const Issue& issue : job.takeIssues()) {
        text += issue.text.find("2 morph targets") == 0 ? issue.text.text() : "";
      }
      return text;
    };
    model::Model square = test::morphingMesh();
    QVERIFY(morphIssue(square).find("left out in bone mode: its vertices lie up to 1000 mm off (clip \"Pulse\")") !=
            std::string::npos);
    square.nodes[0].rest.scale = {1, 3, 1};
    QVERIFY(morphIssue(square).find("3000 mm") != std::string::npos);
    square.clips[0].tracks[0].values.assign(6, 0.0f);
    model::noteStillness(square);
    QVERIFY(morphIssue(square).find("no clip uses them") != std::string::npos);

    const model::Model model = characterWith(false, 8);
    std::size_t over = 0;
    for (std::size_t v = 0; v < model.vertexCount(); ++v) {
      over += model.vertices.influenceBegin[v + 1] - model.vertices.influenceBegin[v] > 4 ? 1 : 0;
    }
    QVERIFY(over > 0);
    const vat::BakedAnimation baked = bakeOrDie(model, {}, job);
    bool influences = false;
    for (const Issue& issue : job.takeIssues()) {
      influences = influences || issue.text.find(std::to_string(over) + " of ") == 0;
    }
    QVERIFY(influences);
    for (const glm::vec4& weights : baked.mesh.boneWeights) {
      QVERIFY(std::abs(weights.x + weights.y + weights.z + weights.w - 1.0f) < 1e-6f);
      QVERIFY(weights.x >= weights.y && weights.y >= weights.z && weights.z >= weights.w && weights.w >= 0.0f);
    }
  }

  void bentStripMatchesGeometry() {
    // "Bend" turns the tip by 90° about Z in half a second: at frame j of 30 per second, by 6°·j.
    const model::Model model = test::twoBoneStrip();
    bake::BakeSettings settings;
    settings.mode = vat::BakeMode::Vertex;
    settings.pixelFormat = vat::PixelFormat::Rgba32F;
    settings.loop = bake::LoopMode::On;
    settings.clips.emplace_back().clip = ClipIndex(0);
    const vat::BakedAnimation baked = bakeOrDie(model, settings);
    QCOMPARE(baked.clips[0].frameCount, 30u);
    for (std::uint32_t j = 0; j < 30; ++j) {
      const double angle = glm::radians(j <= 15 ? 6.0 * j : 180.0 - 6.0 * j);
      for (std::uint32_t v = 0; v < model.vertexCount(); ++v) {
        const glm::dvec3 p(model.vertices.positions[v]);
        if (p.y < 1.5) {
          continue;  // Moved by the tip only.
        }
        const glm::dvec3 about(p.x, p.y - 1.0, 0.0);
        const glm::dvec3 expected(std::cos(angle) * about.x - std::sin(angle) * about.y,
                                  std::sin(angle) * about.x + std::cos(angle) * about.y + 1.0, 0.0);
        const test::OracleVertex got = test::texelVertex(baked, v, j);
        QVERIFY(glm::length(got.position - expected) < 1e-6);
        QVERIFY(glm::length(got.normal - glm::dvec3(0, 0, 1)) < 1e-6);
        QCOMPARE(test::texelOf(baked, j, 2 * baked.mesh.elements[v]).w, 1.0f);
        QCOMPARE(test::texelOf(baked, j, 2 * baked.mesh.elements[v] + 1).w, 1.0f);
      }
    }
  }

  void threadsAndTargetsDoNotMatter() {
    const model::Model model = characterWith(true, 8);
    std::set<std::string> targetsSeen;
    for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
      for (const vat::PixelFormat format : {vat::PixelFormat::Rgba16F, vat::PixelFormat::Rgba32F}) {
        for (const bool share : {true, false}) {
          bake::BakeSettings settings;
          settings.mode = mode;
          settings.pixelFormat = format;
          settings.shareElements = share;
          settings.expose.push_back({".*1.*"});
          settings.sampleRateHz = 47.0;
          std::set<QByteArray> hashes;
          for (const unsigned threads : {1u, 2u, 3u}) {
            for (std::int64_t rest = hwy::SupportedTargets(); rest != 0; rest &= rest - 1) {
              hwy::SetSupportedTargetsForTest(rest & -rest);
              targetsSeen.insert(animation::vectorTargetName());
              JobContext job;
              job.threadCount = threads;
              hashes.insert(hashOf(bakeOrDie(model, settings, job)));
              hwy::SetSupportedTargetsForTest(0);
            }
          }
          QCOMPARE(hashes.size(), 1u);
        }
      }
    }
#ifdef __x86_64__
    QVERIFY(targetsSeen.size() >= 2);
#endif
  }

  void sharingKeepsVerticesExact() {
    const model::Model model = test::animatedRigidNode();
    bake::BakeSettings settings;
    settings.mode = vat::BakeMode::Vertex;
    const vat::BakedAnimation shared = bakeOrDie(model, settings);
    settings.shareElements = false;
    const vat::BakedAnimation classic = bakeOrDie(model, settings);
    QCOMPARE(classic.layout.elementCount, static_cast<std::uint32_t>(model.vertexCount()));
    for (std::uint32_t frame = 0; frame < shared.layout.frameCount; ++frame) {
      for (std::uint32_t v = 0; v < model.vertexCount(); ++v) {
        QCOMPARE(classic.mesh.elements[v], v);
        for (std::uint32_t k = 0; k < 2; ++k) {
          QVERIFY(test::texelOf(shared, frame, 2 * shared.mesh.elements[v] + k) ==
                  test::texelOf(classic, frame, 2 * v + k));
        }
      }
    }

    // Each triangle twice: the second one finds existing elements.
    model::Model twice = characterWith(false, 4);
    model::VertexData& vertices = twice.vertices;
    const std::size_t count = vertices.positions.size();
    for (std::size_t v = 0; v < count; ++v) {
      vertices.positions.push_back(glm::vec3(vertices.positions[v]));
      vertices.normals.push_back(glm::vec3(vertices.normals[v]));
      for (std::uint32_t i = vertices.influenceBegin[v]; i < vertices.influenceBegin[v + 1]; ++i) {
        vertices.influences.push_back(model::Influence(vertices.influences[i]));
      }
      vertices.influenceBegin.push_back(static_cast<std::uint32_t>(vertices.influences.size()));
    }
    vertices.uv0.resize(vertices.uv0.empty() ? 0 : 2 * count);
    twice.parts[0].vertexCount *= 2;
    settings.shareElements = true;
    const vat::BakedAnimation once = bakeOrDie(characterWith(false, 4), settings);
    const vat::BakedAnimation doubled = bakeOrDie(twice, settings);
    QCOMPARE(doubled.layout.elementCount, once.layout.elementCount);
    QVERIFY(doubled.mesh.elements[count + 5] == doubled.mesh.elements[5]);
  }

  void paddingIsZero() {
    const model::Model model = characterWith(false, 4, 33);
    for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
      for (const vat::PixelFormat format : {vat::PixelFormat::Rgba16F, vat::PixelFormat::Rgba32F}) {
        bake::BakeSettings settings;
        settings.mode = mode;
        settings.pixelFormat = format;
        settings.maxSize = 256;
        const vat::BakedAnimation baked = bakeOrDie(model, settings);
        const vat::TextureLayout& layout = baked.layout;
        for (std::uint32_t y = 0; y < layout.height; ++y) {
          for (std::uint32_t x = 0; x < layout.width; ++x) {
            const std::uint32_t t = y % layout.rowsPerFrame * layout.width + x;
            if (y / layout.rowsPerFrame >= layout.frameCount || t >= layout.texelsPerFrame) {
              QVERIFY(baked.texels.texel(x, y) == glm::vec4(0.0f));
            }
          }
        }
      }
    }
  }

  void foldingMovesTexelsOnly() {
    const model::Model model = characterWith(false, 4);
    for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
      bake::BakeSettings settings;
      settings.mode = mode;
      settings.expose.push_back({".*2"});
      settings.sampleRateHz = 10.0;
      const vat::BakedAnimation flat = bakeOrDie(model, settings);
      settings.size = vat::SizeRule::Exact;
      settings.maxSize = mode == vat::BakeMode::Bone ? 90 : 500;
      const vat::BakedAnimation folded = bakeOrDie(model, settings);
      QCOMPARE(flat.layout.rowsPerFrame, 1u);
      QVERIFY(folded.layout.rowsPerFrame > 1);
      QCOMPARE(flat.layout.texelsPerFrame, folded.layout.texelsPerFrame);
      QCOMPARE(flat.layout.frameCount, folded.layout.frameCount);
      for (std::uint32_t frame = 0; frame < flat.layout.frameCount; ++frame) {
        for (std::uint32_t t = 0; t < flat.layout.texelsPerFrame; ++t) {
          QVERIFY(test::texelOf(flat, frame, t) == test::texelOf(folded, frame, t));
        }
      }
    }
  }

  void halfRangeErrorNamesPlace() {
    const model::Model far = movedTo(test::twoBoneStrip(), {70000.0, 0.0, 0.0});
    bake::BakeSettings settings;
    settings.clips.emplace_back().clip = ClipIndex(0);
    for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
      settings.mode = mode;
      settings.pixelFormat = vat::PixelFormat::Rgba16F;
      const std::string message = bakeError(far, settings);
      QVERIFY2(message.find("\"Bend\", frame 0") != std::string::npos, message.c_str());
      QVERIFY2(message.find("65,504") != std::string::npos, message.c_str());
      QVERIFY2(message.find("rgba32f") != std::string::npos && message.find("scale") != std::string::npos,
               message.c_str());
      QVERIFY2(message.find(mode == vat::BakeMode::Bone ? "node \"Root\"" : "vertex") != std::string::npos,
               message.c_str());
      settings.pixelFormat = vat::PixelFormat::Rgba32F;
      QCOMPARE(bakeError(far, settings), "");
    }
    settings.pixelFormat = vat::PixelFormat::Rgba16F;
    settings.mode = vat::BakeMode::Bone;
    QCOMPARE(bakeError(movedTo(test::twoBoneStrip(), {65500.0, 0.0, 0.0}), settings), "");
  }

  void texelsStayFinite() {
    for (const float value : {1e20f, 3e38f}) {
      for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
        bake::BakeSettings settings;
        settings.mode = mode;
        settings.pixelFormat = vat::PixelFormat::Rgba32F;
        model::Model scaled = test::twoBoneStrip();
        test::addTrack(scaled.clips[0], model::TrackTarget::Scale, model::Interpolation::Linear, NodeIndex(0),
                       {0.0, 1.0}, {1, 1, 1, value, value, value});
        QVERIFY(bakeError(scaled, settings).find("too large") != std::string::npos);
        model::Model distant = test::twoBoneStrip();
        distant.vertices.positions[3].x = value;
        QVERIFY(bakeError(distant, settings).find("too far") != std::string::npos);
      }
    }
    model::Model morphed = test::morphingMesh();
    for (float& weight : morphed.clips[0].tracks[0].values) {
      weight *= 1e30f;
    }
    bake::BakeSettings settings;
    settings.mode = vat::BakeMode::Vertex;
    settings.pixelFormat = vat::PixelFormat::Rgba32F;
    QVERIFY(bakeError(morphed, settings).find("morph weight") != std::string::npos);
  }

  void zeroScaleGivesTheBindNormal() {
    model::Model model = test::twoBoneStrip();
    test::addTrack(model.clips[0], model::TrackTarget::Scale, model::Interpolation::Step, NodeIndex(0), {0.0, 0.5},
                   {1, 1, 1, 0, 0, 0});
    bake::BakeSettings settings;
    settings.mode = vat::BakeMode::Vertex;
    settings.clips.emplace_back().clip = ClipIndex(0);
    const vat::BakedAnimation baked = bakeOrDie(model, settings);
    const std::uint32_t last = baked.clips[0].frameCount - 1;
    for (std::uint32_t v = 0; v < model.vertexCount(); ++v) {
      const test::OracleVertex got = test::texelVertex(baked, v, last);
      QVERIFY(got.position == glm::dvec3(0.0));
      QVERIFY(got.normal == glm::dvec3(0, 0, 1));
    }
  }

  void cancelsAndReportsProgress() {
    const model::Model model = characterWith(false, 4);
    double last = 0.0;
    int calls = 0;
    JobContext watched([&](double fraction, const char*) {
      ++calls;
      last = std::max(last, fraction);
    });
    bakeOrDie(model, {}, watched);
    QVERIFY(calls > 0);
    QCOMPARE(last, 1.0);

    JobContext cancelled;
    cancelled.cancel();
    const Result<vat::BakedAnimation> result = bake::bake(model, {}, cancelled);
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::Cancelled);

    JobContext* self = nullptr;
    JobContext midway([&](double, const char*) { self->cancel(); });
    self = &midway;
    bake::BakeSettings slow;
    slow.sampleRateHz = 2000.0;
    const Result<vat::BakedAnimation> stopped = bake::bake(model, slow, midway);
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
  }

  void primitivesByMaterialInOrderOfUse() {
    model::Model model = characterWith(false, 2, 12);  // Four triangles; three parts with materials 1, 0, 1.
    model.materials.resize(2);
    const model::MeshPart whole = model.parts[0];
    model.parts.assign(3, whole);
    const std::uint32_t sizes[3] = {3, 6, 3};
    std::uint32_t first = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      model.parts[i].material = MaterialIndex(i == 1 ? 0u : 1u);
      model.parts[i].firstVertex = model.parts[i].firstIndex = first;
      model.parts[i].vertexCount = model.parts[i].indexCount = sizes[i];
      first += sizes[i];
    }
    QCOMPARE(first, static_cast<std::uint32_t>(model.vertexCount()));
    const vat::BakedMesh mesh = bakeOrDie(model, {}).mesh;
    QCOMPARE(mesh.primitives.size(), 2u);
    QVERIFY((mesh.primitives[0] == vat::BakedPrimitive{MaterialIndex(1u), 0, 6}));
    QVERIFY((mesh.primitives[1] == vat::BakedPrimitive{MaterialIndex(0u), 6, 6}));
    const std::vector<std::uint32_t> order = {0, 1, 2, 9, 10, 11, 3, 4, 5, 6, 7, 8};
    for (std::size_t i = 0; i < order.size(); ++i) {
      QCOMPARE(mesh.indices[i], model.vertices.indices[order[i]]);
    }
  }
};

TEXELETON_PLAIN_SUITE(TestBakeFrames)

}  // namespace texeleton

#include "test_bake_frames.moc"

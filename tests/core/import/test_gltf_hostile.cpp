#include <QObject>
#include <QTest>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

#include "tests/core/import/gltf_builder.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

/// The parser's results. Files that the assembler rejects or warns about pass the parser, and are checked below.
struct Expected {
  const char* file;
  const char* error = nullptr;  ///< Part of the message; null: it is read.
  const char* issue = nullptr;  ///< Part of an issue; null: no issues at all.
};

const std::vector<Expected> kTable = {
    {"trunc-glb-header.glb", "cut short"},
    {"trunc-glb-json.glb", "cut short"},
    {"trunc-glb-bin.glb", "cut short"},
    {"trunc-gltf-70.gltf", "JSON is not closed"},
    {"empty.glb", "the file is empty"},
    {"empty.gltf", "the file is empty"},
    {"png-named.glb", "not a GLB file"},
    {"glb-json-length.glb", "length of a GLB chunk"},
    {"glb-total-length.glb", "header says 2147483647 bytes"},
    {"glb-bin-length.glb", "length of a GLB chunk"},
    {"glb-buffer-longer-than-bin.glb", "buffer 0 is too short"},
    {"accessor-beyond-buffer.gltf", "accessor 0 is out of range"},
    {"accessor-negative-count.gltf", "accessors[0].count is -5"},
    {"accessor-huge-count.gltf", "accessor 0 is out of range"},
    {"accessor-offset-overflow.gltf", "accessor 0 is out of range"},
    {"accessor-missing.gltf", "accessor 99"},
    {"view-beyond-buffer.gltf", "buffer view 0 is out of range"},
    {"buffer-byteLength-lies.gltf", "buffer 0 is too short"},
    {"index-beyond-vertices.gltf"},  // the assembler
    {"joint-beyond-skin.gltf"},      // the assembler
    {"joint-node-missing.gltf", "node 500"},
    {"channel-node-missing.gltf", "node 500"},
    {"skin-without-joints.gltf", nullptr, "no joints"},
    {"skin-ibm-too-few.gltf", "too few inverse bind matrices"},
    {"skin-ibm-missing.gltf", "accessor 99"},
    {"skin-ibm-singular.gltf"},  // the assembler, as for all until clip-1e9-seconds
    {"zero-weights.gltf"},
    {"weights-sum-three.gltf"},
    {"weights-negative-nan.gltf"},
    {"nan-keys.gltf"},
    {"nan-times.gltf"},
    {"nan-inverse-bind.gltf"},
    {"nan-positions.gltf"},
    {"huge-coordinates.gltf"},
    {"zero-length-clip.gltf"},
    {"same-time-keys.gltf"},
    {"unsorted-times.gltf"},
    {"negative-times.gltf"},
    {"clip-1e9-seconds.gltf"},
    {"keys-and-times-differ.gltf", "key counts differ"},
    {"zero-quaternion.gltf"},    // the assembler
    {"node-parent-cycle.gltf"},  // the assembler
    {"node-own-child.gltf"},     // the assembler
    {"node-two-parents.gltf", "two parents"},
    {"duplicate-names.gltf"},  // the assembler makes names unique, as in the next three
    {"names-empty.gltf"},
    {"names-5000-characters.gltf"},
    {"names-hostile.gltf"},
    {"no-mesh.gltf"},
    {"no-animation.gltf"},
    {"lines-only.gltf", nullptr, "not triangles"},
    {"no-scene.gltf", "the scene is empty"},
    {"version-9.gltf", "version 9.0 is not supported"},
    {"required-extension-unknown.gltf", "EXT_not_there"},
    {"deep-nodes-100000.gltf"},  // the assembler
    {"deep-json-100000.gltf", "nested too deeply"},
    {"joints-20000.gltf"},
    {"joints-same-node-3000.gltf"},  // the assembler
    {"uri-outside-folder.gltf", "leaves the model's folder"},
    {"uri-absolute.gltf", "is absolute"},
    {"uri-file-scheme.gltf", "scheme \"file\""},
    {"uri-http.gltf", "scheme \"http\""},
    {"uri-device.gltf", "is absolute"},
    {"uri-missing.gltf", "not-there.bin"},
    {"uri-bad-base64.gltf", "bad data URI"},
    {"uri-self.gltf", "the model file itself"},
    {"image-outside-folder.gltf", nullptr, "leaves the model's folder"},
    {"valid-no-inverse-bind.gltf"},
    {"valid-weights-ubyte.gltf"},
    {"valid-weights-ushort.gltf"},
    {"valid-rotation-short.gltf"},
    {"valid-quantized-position.gltf"},
    {"valid-sparse-position.gltf"},
    {"valid-matrix-nodes.gltf"},
    {"valid-primitive-without-skin-weights.gltf"},
};

}  // namespace

/// The shared hostile glTF files in the parser, and real files cut and scrambled.
class TestGltfHostile : public QObject {
  Q_OBJECT

 private:
  GltfFolder m_folder;
  std::optional<std::filesystem::path> m_models;

  importing::SourceScene parse(const char* name) {
    auto scene = m_folder.parseFile(*m_models / "hostile" / name);
    if (!scene) {
      qWarning("%s: %s", name, scene.error().message.c_str());
      return {};
    }
    return std::move(*scene);
  }

  static std::string contentOf(const std::filesystem::path& file) {
    std::ostringstream content;
    content << std::ifstream(file, std::ios::binary).rdbuf();
    return content.str();
  }

 private slots:
  void initTestCase() {
    m_models = sharedModels();
    if (!m_models) {
      TEXELETON_SKIP("the shared models are not here: nothing was tried");
    }
  }

  void everyFileHasResult() {
    if (!m_models) {
      return;
    }
    std::map<std::string, bool> seen;
    for (const Expected& expected : kTable) {
      seen[expected.file] = true;
      const auto scene = m_folder.parseFile(*m_models / "hostile" / expected.file);
      if (expected.error != nullptr) {
        QVERIFY2(!scene, expected.file);
        const std::string& message = scene.error().message.text();
        QVERIFY2(message.find(expected.error) != std::string::npos, (expected.file + (": " + message)).c_str());
        QVERIFY2(message.find('\n') == std::string::npos && message.size() < 500, expected.file);
        QVERIFY(scene.error().file.find(expected.file) != std::string::npos);
        continue;
      }
      QVERIFY2(scene.has_value(), (expected.file + (": " + (scene ? "" : scene.error().message.text()))).c_str());
      if (expected.issue != nullptr) {
        QVERIFY2(m_folder.hasIssue(expected.issue), expected.file);
      } else {
        QVERIFY2(m_folder.issues.empty(), expected.file);
      }
    }
    for (const auto& file : hostileModelFiles()) {
      const std::string extension = file.extension().string();
      if (extension == ".gltf" || extension == ".glb") {
        QVERIFY2(seen.count(file.filename().string()) == 1, file.filename().c_str());
      }
    }
  }

  void opensNothingOutside() {
    if (!m_models) {
      return;
    }
    for (const char* name : {"uri-outside-folder.gltf", "uri-absolute.gltf", "uri-file-scheme.gltf", "uri-http.gltf",
                             "uri-device.gltf", "image-outside-folder.gltf"}) {
      static_cast<void>(m_folder.parseFile(*m_models / "hostile" / name));
      QVERIFY2(m_folder.lookedUp.empty(), name);
    }
  }

  void readsValidFiles() {
    if (!m_models) {
      return;
    }
    for (const char* name : {"valid-weights-ubyte.gltf", "valid-weights-ushort.gltf"}) {
      const importing::SourceScene scene = parse(name);
      const importing::SourcePrimitive& primitive = scene.meshes.at(0).primitives.at(0);
      QCOMPARE(primitive.influenceBegin.size(), std::size_t{11});
      for (std::size_t v = 0; v < 10; ++v) {
        float first = 0.0f;
        for (std::size_t i = primitive.influenceBegin[v]; i < primitive.influenceBegin[v + 1]; ++i) {
          first += primitive.influences[i].joint == 0 ? primitive.influences[i].weight : 0.0f;
        }
        const std::size_t row = v / 2;  // 1, .75, .5, .25, 0 for the lower joint
        QVERIFY(std::abs(first - (1.0f - 0.25f * static_cast<float>(row))) < 0.004f);
      }
    }
    const importing::SourceScene turning = parse("valid-rotation-short.gltf");
    const importing::SourceTrack& track = turning.clips.at(0).tracks.at(0);
    QCOMPARE(track.values.size(), std::size_t{12});
    const double half = std::acos(-1.0) / 8.0;
    QVERIFY(std::abs(track.values[4]) < 1e-4 && std::abs(track.values[5]) < 1e-4);
    QVERIFY(std::abs(track.values[6] - std::sin(half)) < 1e-4 && std::abs(track.values[7] - std::cos(half)) < 1e-4);

    const importing::SourceScene plain = parse("no-animation.gltf");
    const auto& expected = plain.meshes.at(0).primitives.at(0).positions;
    const importing::SourceScene sparse = parse("valid-sparse-position.gltf");
    const auto& moved = sparse.meshes.at(0).primitives.at(0).positions;
    QCOMPARE(moved.at(9), glm::vec3(0.5f, 5.0f, 0.0f));
    QVERIFY(std::equal(moved.begin(), moved.begin() + 9, expected.begin()));

    const importing::SourceScene matrix = parse("valid-matrix-nodes.gltf");
    std::size_t matrices = 0;
    for (const importing::SourceNode& node : matrix.nodes) {
      if (node.restMatrix) {
        ++matrices;
        QVERIFY(std::abs(glm::length(glm::dvec3((*node.restMatrix)[0])) - 2.0) < 1e-6);
        QVERIFY(glm::length(glm::dvec3((*node.restMatrix)[3])) > 0.0);
      }
    }
    QCOMPARE(matrices, std::size_t{1});

    const importing::SourceScene identity = parse("valid-no-inverse-bind.gltf");
    QCOMPARE(identity.skins.at(0).inverseBinds, std::vector<glm::dmat4>(2, glm::dmat4(1.0)));

    const importing::SourceScene partly = parse("valid-primitive-without-skin-weights.gltf");
    QVERIFY(!partly.meshes.at(0).primitives.at(0).influenceBegin.empty());
    QVERIFY(partly.meshes[0].primitives.at(1).influenceBegin.empty());
    QVERIFY(partly.instances.at(0).skin.has_value());

    const importing::SourceScene quantized = parse("valid-quantized-position.gltf");
    for (const glm::vec3& p : quantized.meshes.at(0).primitives.at(0).positions) {
      QVERIFY(std::abs(p.x) <= 1.0f && std::abs(p.y) <= 1.0f && std::abs(p.z) <= 1.0f);
    }
  }

  void passesOnWhatAssemblerRejects() {
    if (!m_models) {
      return;
    }
    const importing::SourceScene cycle = parse("node-parent-cycle.gltf");
    QVERIFY(cycle.nodes.at(1).parent == 2 && cycle.nodes.at(2).parent == 1);
    QVERIFY(parse("node-own-child.gltf").nodes.at(1).parent == 1);
    const importing::SourceScene times = parse("nan-times.gltf");
    QVERIFY(std::isnan(times.clips.at(0).tracks.at(0).times.at(1)));
    const importing::SourceScene positions = parse("nan-positions.gltf");
    std::size_t bad = 0;
    for (const glm::vec3& p : positions.meshes.at(0).primitives.at(0).positions) {
      bad += std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z) ? 0 : 1;
    }
    QVERIFY(bad > 0);
    const importing::SourceScene zero = parse("zero-weights.gltf");
    QCOMPARE(zero.meshes.at(0).primitives.at(0).influenceBegin, std::vector<std::uint32_t>(11, 0));
    QCOMPARE(parse("joints-20000.gltf").skins.at(0).joints.size(), std::size_t{20002});
    const importing::SourceScene negative = parse("negative-times.gltf");
    QVERIFY(negative.clips.at(0).startSeconds == 0.0 && !negative.clips[0].endSeconds);
  }

  void readsTheRealModels() {
    if (!m_models) {
      return;
    }
    struct Facts {
      const char* file;
      std::size_t vertices;
      std::size_t triangles;
      std::size_t clips;
      std::size_t nodes;
      std::size_t images;
    };
    // From the shared models' README; it counts one more node if Assimp adds a root.
    for (const Facts& facts : {Facts{"fox.glb", 1728, 576, 3, 26, 1}, Facts{"kaykit-knight.glb", 7024, 6952, 76, 57, 1},
                               Facts{"kenney-character/kenney-character.glb", 1038, 550, 4, 8, 1},
                               Facts{"hydra/hydra.gltf", 22080, 42344, 5, 208, 1},
                               Facts{"interpolation-test/InterpolationTest.gltf", 28, 14, 9, 10, 1},
                               Facts{"morph-stress.gltf", 1528, 2412, 3, 1, 3}}) {
      const auto scene = m_folder.parseFile(*m_models / facts.file);
      QVERIFY2(scene.has_value(), scene ? "" : scene.error().message.c_str());
      QVERIFY2(m_folder.issues.empty(), facts.file);
      std::size_t vertices = 0;
      std::size_t triangles = 0;
      for (const importing::SourceMesh& mesh : scene->meshes) {
        for (const importing::SourcePrimitive& primitive : mesh.primitives) {
          vertices += primitive.positions.size();
          triangles += primitive.indices.size() / 3;
        }
      }
      QCOMPARE(vertices, facts.vertices);
      QCOMPARE(triangles, facts.triangles);
      QCOMPARE(scene->clips.size(), facts.clips);
      QCOMPARE(scene->nodes.size(), facts.nodes);
      QCOMPARE(scene->images.size(), facts.images);
    }
  }

  void survivesScrambledFiles() {
    if (!m_models) {
      return;
    }
    std::uint32_t state = 2024;
    const auto random = [&state] {
      state = state * 1664525u + 1013904223u;
      return state >> 8;
    };
    for (const char* name : {"hostile/valid-sparse-position.gltf", "hostile/valid-weights-ubyte.gltf",
                             "kenney-character/kenney-character.glb", "hostile/valid-matrix-nodes.gltf"}) {
      const std::string whole = contentOf(*m_models / name);
      const std::string target = "scrambled" + std::filesystem::path(name).extension().string();
      for (int round = 0; round < 120; ++round) {
        std::string changed = whole;
        if (round % 4 == 0) {
          changed.resize(random() % whole.size());
        } else {
          for (int i = 0; i < round % 4; ++i) {
            changed[random() % changed.size()] = static_cast<char>(random() & 0xFF);
          }
        }
        const auto scene = m_folder.parse(changed, target);
        QVERIFY(scene || (!scene.error().message.empty() && scene.error().message.find("\n") == std::string::npos));
      }
    }
  }
};

TEXELETON_PLAIN_SUITE(TestGltfHostile)
#include "test_gltf_hostile.moc"

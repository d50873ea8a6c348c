#include <QObject>
#include <QTest>
#include <functional>
#include <string>

#include "tests/core/import/gltf_builder.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

/// GLB headers and chunks, versions, extensions and the sources of buffers.
class TestGltfContainer : public QObject {
  Q_OBJECT

 private:
  GltfFolder m_folder;

  static GltfBuilder simple() {
    GltfBuilder file;
    file.addMeshNode(file.triangle());
    return file;
  }

  void expectError(const std::string& content, ErrorCode code, const std::string& part,
                   const std::string& name = "model.glb") {
    const auto scene = m_folder.parse(content, name);
    QVERIFY2(!scene, part.c_str());
    QVERIFY2(scene.error().message.find(part) != std::string::npos, scene.error().message.c_str());
    QCOMPARE(scene.error().message.find("\n"), std::string::npos);
    QCOMPARE(static_cast<int>(scene.error().code), static_cast<int>(code));
    QCOMPARE(scene.error().file, (m_folder.path() / name).string());
  }

 private slots:
  void readsGlbAndGltfAlike() {
    const GltfBuilder file = simple();
    for (const auto& [name, content] : {std::pair<std::string, std::string>("a.glb", file.glb()),
                                        {"a.gltf", file.gltf()},
                                        {"b.gltf", file.glb()},
                                        {"c.glb", file.gltf()},
                                        {"bom.gltf", "\xEF\xBB\xBF \n" + file.gltf() + "\n"}}) {
      const auto scene = m_folder.parse(content, name);
      QVERIFY2(scene.has_value(), scene ? "" : scene.error().message.c_str());
      QCOMPARE(scene->format, std::string("glTF 2.0"));
      QCOMPARE(scene->generator, std::string("Texeleton tests"));
      QVERIFY(scene->flatNormals && !scene->weld);
      QCOMPARE(scene->unitMetres, 1.0);
      QCOMPARE(scene->upAxis, std::string("+Y"));
      QCOMPARE(scene->meshes.at(0).primitives.at(0).positions.at(1), glm::vec3(1, 0, 0));
      QCOMPARE(scene->meshes[0].primitives[0].indices, (std::vector<std::uint32_t>{0, 1, 2}));
      QVERIFY(m_folder.issues.empty());
    }
  }

  void refusesBrokenContainers() {
    const std::string glb = simple().glb();
    const auto with = [&](std::size_t at, std::size_t value) {
      std::string changed = glb;
      changed.replace(at, 4, GltfBuilder::number(value));
      return changed;
    };
    std::uint32_t jsonLength = 0;
    std::memcpy(&jsonLength, glb.data() + 12, 4);
    expectError("", ErrorCode::BadFile, "empty");
    expectError("\x89PNG\r\n", ErrorCode::BadFile, "not a GLB file");
    expectError("hello", ErrorCode::BadFile, "not a glTF file", "model.gltf");
    expectError(glb.substr(0, 7), ErrorCode::BadFile, "cut short");
    expectError(glb.substr(0, 12), ErrorCode::BadFile, "cut short");
    expectError(with(4, 1), ErrorCode::Unsupported, "version 1");
    expectError(with(8, glb.size() + 1), ErrorCode::BadFile, "cut short");
    expectError(with(12, 0xFFFFFFF0), ErrorCode::BadFile, "chunk");
    expectError(with(16, 0x004E4942), ErrorCode::BadFile, "not JSON");
    expectError(with(20 + jsonLength, 0x7FFFFFF0), ErrorCode::BadFile, "chunk");
    for (std::size_t size = 0; size < glb.size(); size += 3) {
      QVERIFY(!m_folder.parse(glb.substr(0, size), "model.glb"));
    }
  }

  void ignoresTrailingDataAndUnknownChunks() {
    std::string glb = simple().glb();
    glb += GltfBuilder::number(4) + "XTRA" + "abcd";
    glb.replace(8, 4, GltfBuilder::number(glb.size()));
    QVERIFY(m_folder.parse(glb, "model.glb").has_value());
    QVERIFY(m_folder.issues.empty());
    QVERIFY(m_folder.parse(glb + "trailing", "model.glb").has_value());
    QVERIFY(m_folder.hasIssue("ignored"));
  }

  void checksVersions() {
    const auto with = [](const char* version, const char* minVersion) {
      GltfBuilder file = simple();
      file.json["asset"]["version"] = version;
      if (minVersion != nullptr) {
        file.json["asset"]["minVersion"] = minVersion;
      }
      return file.gltf();
    };
    QVERIFY(m_folder.parse(with("2.0", nullptr)).has_value());
    QVERIFY(m_folder.parse(with("2.1", "2.0")).has_value());
    expectError(with("2.1", "2.1"), ErrorCode::Unsupported, "2.1", "model.gltf");
    expectError(with("9.0", "9.0"), ErrorCode::Unsupported, "9.0", "model.gltf");
    expectError(with("nonsense", nullptr), ErrorCode::Unsupported, "nonsense", "model.gltf");
    // glTF 1.0 has objects where 2.0 has arrays; the error must still be about the version.
    expectError(R"({"buffers":{"a":{}},"asset":{"version":"1.0"}})", ErrorCode::Unsupported, "1.0", "model.gltf");
    expectError("{}", ErrorCode::BadFile, "asset.version", "model.gltf");
    expectError("{\"asset\":{\"version\":\"2.0\"},\"accessors\":7}", ErrorCode::BadFile, "accessors", "model.gltf");
  }

  void checksExtensions() {
    GltfBuilder file = simple();
    file.json["extensionsUsed"] = {"EXT_nice_to_have"};
    QVERIFY(m_folder.parse(file.gltf()).has_value());
    file.json["extensionsRequired"] = {"KHR_mesh_quantization", "KHR_texture_transform", "EXT_meshopt_compression"};
    QVERIFY(m_folder.parse(file.gltf()).has_value());
    file.json["extensionsRequired"] = {"KHR_mesh_quantization", "EXT_one", "EXT_two"};
    expectError(file.gltf(), ErrorCode::Unsupported, "EXT_one, EXT_two", "model.gltf");
    file.json["extensionsRequired"] = {"KHR_gaussian_splatting"};
    expectError(file.gltf(), ErrorCode::Unsupported, "change geometry or motion", "model.gltf");
  }

  void reportsMaterialExtensionsOnce() {
    GltfBuilder file = simple();
    file.json["extensionsUsed"] = {"KHR_materials_transmission", "KHR_materials_variants", "EXT_lights_ies",
                                   "KHR_materials_unlit", "EXT_mesh_gpu_instancing"};
    file.json["extensionsRequired"] = {"KHR_materials_transmission", "KHR_materials_variants", "EXT_lights_ies"};
    QVERIFY(m_folder.parse(file.gltf()).has_value());
    QCOMPARE(m_folder.issues.size(), std::size_t{2});
    QVERIFY(m_folder.hasIssue("looks only: KHR_materials_transmission, KHR_materials_variants, EXT_lights_ies"));
    QVERIFY(m_folder.hasIssue("not supported: EXT_mesh_gpu_instancing"));
    // A meaningless extension name: the message lists what it extends.
    file.json["extensionsUsed"] = file.json["extensionsRequired"] = {"ACME_velvet"};
    expectError(file.gltf(), ErrorCode::Unsupported, "ACME_velvet", "model.gltf");
    const nlohmann::json velvet = {{"ACME_velvet", {{"nap", 0.5}}}};
    file.json["materials"] = {{{"extensions", velvet}}};
    QVERIFY(m_folder.parse(file.gltf()).has_value());
    QVERIFY(m_folder.hasIssue("looks only: ACME_velvet"));
    file.json["nodes"][0]["extensions"] = velvet;
    expectError(file.gltf(), ErrorCode::Unsupported, "ACME_velvet", "model.gltf");
  }

  void readsExternalBuffers() {
    const GltfBuilder file = simple();
    nlohmann::json json = file.json;
    json["buffers"] = {{{"byteLength", file.binary.size()}, {"uri", "sub%20folder/a%C3%A9.bin"}}};
    m_folder.write("sub folder/a\xC3\xA9.bin",
                   std::string(reinterpret_cast<const char*>(file.binary.data()), file.binary.size()) + "more");
    const auto scene = m_folder.parse(json.dump());
    QVERIFY2(scene.has_value(), scene ? "" : scene.error().message.c_str());
    QCOMPARE(scene->meshes.at(0).primitives.at(0).positions.at(2), glm::vec3(0, 1, 0));
    QCOMPARE(m_folder.lookedUp.size(), std::size_t{1});
    QVERIFY(m_folder.lookedUp[0].found);

    m_folder.write("short.bin", "short");
    json["buffers"][0]["uri"] = "short.bin";
    expectError(json.dump(), ErrorCode::BadFile, "too short", "model.gltf");
    json["buffers"][0]["uri"] = "missing.bin";
    expectError(json.dump(), ErrorCode::NotFound, "missing.bin", "model.gltf");
    json["buffers"][0]["uri"] = "model.gltf";
    expectError(json.dump(), ErrorCode::BadFile, "the model file itself", "model.gltf");
    json["buffers"][0].erase("uri");
    expectError(json.dump(), ErrorCode::BadFile, "no data", "model.gltf");
  }

  void decodesDataUrisStrictly() {
    const GltfBuilder file = simple();
    nlohmann::json json = nlohmann::json::parse(file.gltf());
    const std::string good = json["buffers"][0]["uri"];
    const auto with = [&](const std::string& uri) {
      json["buffers"][0]["uri"] = uri;
      return json.dump();
    };
    // 36 bytes need no padding; 35 and 34 do.
    QVERIFY(m_folder.parse(with(good)).has_value());
    expectError(with(good + "="), ErrorCode::BadFile, "base64", "model.gltf");
    expectError(with(good + "A"), ErrorCode::BadFile, "base64", "model.gltf");
    expectError(with(good.substr(0, good.size() - 4) + "A A="), ErrorCode::BadFile, "base64", "model.gltf");
    expectError(with(good.substr(0, good.size() - 4)), ErrorCode::BadFile, "too short", "model.gltf");
    expectError(with("data:application/octet-stream,plain"), ErrorCode::BadFile, "base64", "model.gltf");
    expectError(with("data:"), ErrorCode::BadFile, "data URI", "model.gltf");
  }

  void refusesTablesGivenTwice() {
    std::string text = simple().gltf();
    text.insert(1, R"("accessors":[],)");
    expectError(text, ErrorCode::BadFile, "twice", "model.gltf");
  }

  void survivesEveryCutAndManyFlips() {
    GltfBuilder file = simple();
    file.append("animations", {{"name", "a"},
                               {"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "scale"}}}}}},
                               {"samplers",
                                {{{"input", file.add(std::vector<float>{0, 1}, kFloat, "SCALAR")},
                                  {"output", file.add(std::vector<float>(6, 1.0f), kFloat, "VEC3")}}}}});
    const std::string glb = file.glb();
    std::uint32_t state = 12345;
    for (int round = 0; round < 800; ++round) {
      std::string changed = glb;
      for (int flips = 0; flips < 3; ++flips) {
        state = state * 1664525u + 1013904223u;
        changed[(state >> 8) % changed.size()] = static_cast<char>(state & 0xFF);
      }
      const auto scene = m_folder.parse(changed, "flipped.glb");
      if (!scene) {
        QVERIFY(!scene.error().message.empty());
        QCOMPARE(scene.error().message.find("\n"), std::string::npos);
      }
    }
  }
};

TEXELETON_PLAIN_SUITE(TestGltfContainer)
#include "test_gltf_container.moc"

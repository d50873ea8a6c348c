#include <QObject>
#include <QTest>
#include <numbers>

#include "tests/core/import/gltf_builder.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

/// Materials, textures, images and KHR_texture_transform.
class TestGltfMaterials : public QObject {
  Q_OBJECT

 private:
  GltfFolder m_folder;

  /// A handmade PNG file of 2 × 1 pixels (RFC 2083): the reader examines only its header.
  static std::vector<std::uint8_t> png() {
    return {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0, 0, 0, 13, 'I',  'H',  'D',  'R', 0,
            0,    0,   2,   0,   0,    0,    1,    8,    2, 0, 0, 0,  0x7B, 0x40, 0xE8, 0xDD};
  }

  /// A triangle with UV set 0 (0,0) (1,0) (0,1) and optionally set 1 = 2 × set 0; its material is `material`.
  static GltfBuilder with(const nlohmann::json& material, bool secondUvs = false) {
    GltfBuilder file;
    nlohmann::json primitive = file.triangle();
    primitive["attributes"]["TEXCOORD_0"] = file.add(std::vector<float>{0, 0, 1, 0, 0, 1}, kFloat, "VEC2");
    if (secondUvs) {
      primitive["attributes"]["TEXCOORD_1"] = file.add(std::vector<float>{0, 0, 2, 0, 0, 2}, kFloat, "VEC2");
    }
    primitive["material"] = 0;
    file.addMeshNode(primitive);
    file.json["materials"] = nlohmann::json::array({material});
    file.append("images", {{"bufferView", file.addView(png())}, {"mimeType", "image/png"}, {"name", "Embedded"}});
    file.append("textures", {{"source", 0}});
    return file;
  }

  importing::SourceScene parse(const GltfBuilder& file) {
    auto scene = m_folder.parse(file.gltf());
    if (!scene) {
      qWarning("%s", scene.error().message.c_str());
      return {};
    }
    return std::move(*scene);
  }

  static nlohmann::json texture(const nlohmann::json& transform, int uvSet = 0) {
    nlohmann::json info = {{"index", 0}, {"texCoord", uvSet}};
    if (!transform.is_null()) {
      info["extensions"]["KHR_texture_transform"] = transform;
    }
    return info;
  }

 private slots:
  void readsEverything() {
    GltfBuilder file = with({{"name", "Skin"},
                             {"pbrMetallicRoughness",
                              {{"baseColorFactor", {0.1, 0.2, 0.3, 0.4}},
                               {"baseColorTexture", {{"index", 0}}},
                               {"metallicFactor", 0.5},
                               {"roughnessFactor", 0.25},
                               {"metallicRoughnessTexture", {{"index", 0}, {"texCoord", 1}}}}},
                             {"normalTexture", {{"index", 0}, {"scale", 0.75}}},
                             {"occlusionTexture", {{"index", 1}, {"strength", 0.125}}},
                             {"emissiveTexture", {{"index", 0}}},
                             {"emissiveFactor", {0.5, 0.25, 1}},
                             {"alphaMode", "MASK"},
                             {"alphaCutoff", 0.3},
                             {"doubleSided", true},
                             {"extensions", {{"KHR_materials_unlit", nlohmann::json::object()}}}},
                            true);
    file.append("samplers", {{"magFilter", 9728}, {"wrapS", 33071}, {"wrapT", 33648}});
    file.append("textures", {{"source", 0}, {"sampler", 0}});
    const importing::SourceScene scene = parse(file);
    QCOMPARE(scene.images.size(), std::size_t{1});
    QCOMPARE(scene.images[0].name, std::string("Embedded"));
    QCOMPARE(scene.images[0].mimeType, std::string("image/png"));
    QCOMPARE(scene.images[0].width, 2u);
    QCOMPARE(scene.images[0].height, 1u);
    QCOMPARE(scene.images[0].bytes.size(), png().size());
    const model::Material& material = scene.materials.at(0);
    QCOMPARE(material.name, std::string("Skin"));
    QCOMPARE(material.baseColorFactor, glm::vec4(0.1f, 0.2f, 0.3f, 0.4f));
    QVERIFY(material.baseColorTexture.image && material.baseColorTexture.uvSet == 0);
    QVERIFY(material.metallicRoughnessTexture.image && material.metallicRoughnessTexture.uvSet == 1);
    QVERIFY(material.normalTexture.image && material.occlusionTexture.image && material.emissiveTexture.image);
    QCOMPARE(material.metallicFactor, 0.5f);
    QCOMPARE(material.roughnessFactor, 0.25f);
    QCOMPARE(material.normalScale, 0.75f);
    QCOMPARE(material.occlusionStrength, 0.125f);
    QCOMPARE(material.emissiveFactor, glm::vec3(0.5f, 0.25f, 1));
    QVERIFY(material.alphaMode == model::AlphaMode::Mask && material.doubleSided && material.unlit);
    QCOMPARE(material.alphaCutoff, 0.3f);
    QVERIFY(material.occlusionTexture.nearest && !material.baseColorTexture.nearest);
    QVERIFY(material.occlusionTexture.wrapU == model::TextureWrap::ClampToEdge);
    QVERIFY(material.occlusionTexture.wrapV == model::TextureWrap::MirroredRepeat);
    QVERIFY(material.baseColorTexture.wrapU == model::TextureWrap::Repeat);
    QVERIFY(m_folder.issues.empty());
  }

  void hasDefaultsOfSpecification() {
    const model::Material material = parse(with(nlohmann::json::object())).materials.at(0);
    QCOMPARE(material.baseColorFactor, glm::vec4(1));
    QCOMPARE(material.metallicFactor, 1.0f);
    QCOMPARE(material.roughnessFactor, 1.0f);
    QCOMPARE(material.emissiveFactor, glm::vec3(0));
    QVERIFY(material.alphaMode == model::AlphaMode::Opaque && material.alphaCutoff == 0.5f);
    QVERIFY(!material.doubleSided && !material.unlit && !material.baseColorTexture.image);
  }

  void bakesTextureTransforms() {
    // Scale, then a quarter turn counter-clockwise on screen (V points down), then the offset. The specification's
    // example: "the lower left quadrant of the source image, rotated clockwise 90°".
    const nlohmann::json transform = {{"offset", {0, 1}}, {"rotation", std::numbers::pi / 2}, {"scale", {0.5, 0.5}}};
    const importing::SourceScene scene =
        parse(with({{"pbrMetallicRoughness", {{"baseColorTexture", texture(transform)}}}}));
    const auto& uvs = scene.meshes.at(0).primitives.at(0).uv0;
    QCOMPARE(uvs.size(), std::size_t{3});
    const std::vector<glm::vec2> expected = {{0, 1}, {0, 0.5f}, {0.5f, 1}};
    for (std::size_t i = 0; i < 3; ++i) {
      QVERIFY(glm::length(uvs[i] - expected[i]) < 1e-6f);
    }
    QCOMPARE(scene.materials.at(0).baseColorTexture.uvSet, 0u);
    QVERIFY(m_folder.issues.empty());
  }

  void givesDifferentTransformsDifferentSets() {
    const nlohmann::json twice = {{"scale", {2, 2}}};
    const nlohmann::json moved = {{"offset", {0.5, 0}}};
    importing::SourceScene scene = parse(with({{"pbrMetallicRoughness", {{"baseColorTexture", texture(twice)}}},
                                               {"normalTexture", texture(moved)},
                                               {"emissiveTexture", texture(twice)}}));
    const importing::SourcePrimitive& primitive = scene.meshes.at(0).primitives.at(0);
    const model::Material& material = scene.materials.at(0);
    QCOMPARE(material.baseColorTexture.uvSet, 0u);
    QCOMPARE(material.emissiveTexture.uvSet, 0u);
    QCOMPARE(material.normalTexture.uvSet, 1u);
    QCOMPARE(primitive.uv0, (std::vector<glm::vec2>{{0, 0}, {2, 0}, {0, 2}}));
    QCOMPARE(primitive.uv1, (std::vector<glm::vec2>{{0.5f, 0}, {1.5f, 0}, {0.5f, 1}}));
    QVERIFY(m_folder.issues.empty());

    // The plain set keeps its number, even if the base colour uses the transformed one.
    scene = parse(
        with({{"pbrMetallicRoughness", {{"baseColorTexture", texture(moved)}}}, {"normalTexture", texture(nullptr)}}));
    QCOMPARE(scene.materials.at(0).baseColorTexture.uvSet, 1u);
    QCOMPARE(scene.materials.at(0).normalTexture.uvSet, 0u);
    QCOMPARE(scene.meshes.at(0).primitives.at(0).uv0.at(1), glm::vec2(1, 0));
    QCOMPARE(scene.meshes.at(0).primitives.at(0).uv1.at(1), glm::vec2(1.5f, 0));

    // texCoord of the extension overrides that of the texture.
    scene = parse(with({{"pbrMetallicRoughness", {{"baseColorTexture", texture({{"texCoord", 1}})}}}}, true));
    QCOMPARE(scene.materials.at(0).baseColorTexture.uvSet, 1u);
    QCOMPARE(scene.meshes.at(0).primitives.at(0).uv1.at(1), glm::vec2(2, 0));

    // No third set is available.
    scene = parse(with({{"pbrMetallicRoughness", {{"baseColorTexture", texture(twice)}}},
                        {"normalTexture", texture(moved)},
                        {"emissiveTexture", texture(nullptr)}}));
    QVERIFY(scene.materials.at(0).baseColorTexture.image && scene.materials.at(0).normalTexture.image);
    QVERIFY(!scene.materials.at(0).emissiveTexture.image);
    QVERIFY(m_folder.hasIssue("3 different UV sets"));
  }

  void readsImagesFromEverywhere() {
    const std::vector<std::uint8_t> bytes = png();
    const std::string raw(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    m_folder.write("textures/a b.png", raw);
    const nlohmann::json material = {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}};
    const auto imageWith = [&](const nlohmann::json& image) {
      GltfBuilder file = with(material);
      file.json["images"][0] = image;
      const importing::SourceScene scene = parse(file);
      const bool slot = scene.materials.at(0).baseColorTexture.image.isValid();
      return slot && scene.images.size() == 1 ? scene.images[0].name : std::string("none");
    };
    const std::string data =
        "data:image/png;base64," + QByteArray(raw.data(), static_cast<qsizetype>(raw.size())).toBase64().toStdString();
    QCOMPARE(imageWith({{"uri", "textures/a%20b.png"}}), std::string("a%20b.png"));
    QCOMPARE(imageWith({{"uri", "textures\\a b.png"}, {"name", "Named"}}), std::string("Named"));
    QCOMPARE(imageWith({{"uri", data}, {"name", "InData"}}), std::string("InData"));
    QVERIFY(m_folder.issues.empty());
    for (const nlohmann::json& image :
         {nlohmann::json{{"uri", "missing.png"}}, nlohmann::json{{"uri", "../outside.png"}},
          nlohmann::json{{"uri", "http://example.org/a.png"}}, nlohmann::json{{"uri", "data:image/png;base64,@@@"}},
          nlohmann::json{{"bufferView", 55}}, nlohmann::json{{"name", "nothing"}}}) {
      QCOMPARE(imageWith(image), std::string("none"));
      const bool isMissing = image.value("uri", std::string()) == "missing.png";
      QVERIFY(
          m_folder.hasIssue(isMissing ? "texture not found: \"missing.png\"; exported without it" : "was left out"));
    }
  }

  // A missing image gives one issue for each material that uses it.
  void missingImagesAreReportedByMaterial() {
    const auto material = [](const char* name) {
      return nlohmann::json{{"name", name},
                            {"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}},
                            {"emissiveTexture", {{"index", 0}}}};
    };
    GltfBuilder file = with(material("Coat"));
    file.json["materials"].push_back(material("Hat"));
    file.json["materials"].push_back({{"name", "Plain"}});
    file.json["images"][0] = {{"uri", "gone.png"}};
    QCOMPARE(parse(file).materials.size(), std::size_t{3});
    std::vector<std::string> subjects;
    for (const Issue& issue : m_folder.issues) {
      QVERIFY2(issue.text.find("gone.png") != std::string::npos, issue.text.c_str());
      subjects.push_back(issue.subject);
    }
    QCOMPARE(subjects, (std::vector<std::string>{"Coat", "Hat"}));
  }

  void otherImageFormatsAreIssues() {
    const nlohmann::json material = {{"name", "M"}, {"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}};
    GltfBuilder file = with(material);
    file.json["extensionsRequired"] = nlohmann::json::array({"EXT_texture_webp"});
    file.json["textures"][0] = {{"extensions", {{"EXT_texture_webp", {{"source", 0}}}}}};
    QVERIFY(!parse(file).materials.at(0).baseColorTexture.image);
    QVERIFY(m_folder.hasIssue("WebP"));
    QCOMPARE(m_folder.issues.at(0).subject, std::string("M"));
    // With a fallback.
    file.json["textures"][0]["source"] = 0;
    QVERIFY(parse(file).materials.at(0).baseColorTexture.image);
    QVERIFY(m_folder.issues.empty());
    file.json["textures"][0] = {{"source", 9}};
    QVERIFY(!parse(file).materials.at(0).baseColorTexture.image);
    QVERIFY(m_folder.hasIssue("image 9"));
    file.json["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]["index"] = 4;
    QVERIFY(!parse(file).materials.at(0).baseColorTexture.image);
    QVERIFY(m_folder.hasIssue("texture 4"));
  }

  void translatesOlderAndBrighterMaterials() {
    const nlohmann::json glossy = {
        {"diffuseFactor", {0.5, 0.25, 0.125, 1}}, {"glossinessFactor", 0.75}, {"diffuseTexture", {{"index", 0}}}};
    GltfBuilder file = with({{"extensions", {{"KHR_materials_pbrSpecularGlossiness", glossy}}}});
    file.json["extensionsRequired"] = nlohmann::json::array({"KHR_materials_pbrSpecularGlossiness"});
    model::Material material = parse(file).materials.at(0);
    QCOMPARE(material.baseColorFactor, glm::vec4(0.5f, 0.25f, 0.125f, 1));
    QCOMPARE(material.metallicFactor, 0.0f);
    QCOMPARE(material.roughnessFactor, 0.25f);
    QVERIFY(material.baseColorTexture.image);
    QVERIFY(m_folder.hasIssue("pbrSpecularGlossiness"));
    // The core material, if present, is the author's fallback.
    file.json["materials"][0]["pbrMetallicRoughness"] = {{"baseColorFactor", {1, 0, 0, 1}}};
    QCOMPARE(parse(file).materials.at(0).baseColorFactor, glm::vec4(1, 0, 0, 1));

    const auto glowing = [&](double strength) {
      return parse(with({{"emissiveFactor", {0.5, 0.25, 0}},
                         {"extensions", {{"KHR_materials_emissive_strength", {{"emissiveStrength", strength}}}}}}))
          .materials.at(0)
          .emissiveFactor;
    };
    QCOMPARE(glowing(2.0), glm::vec3(1, 0.5f, 0));
    QVERIFY(m_folder.issues.empty());
    QCOMPARE(glowing(10.0), glm::vec3(5, 2.5f, 0));
    QVERIFY(m_folder.issues.empty());
  }

  void unknownAlphaModeIsAnIssue() {
    QVERIFY(parse(with({{"alphaMode", "DITHER"}})).materials.at(0).alphaMode == model::AlphaMode::Opaque);
    QVERIFY(m_folder.hasIssue("DITHER"));
    QVERIFY(parse(with({{"alphaMode", "BLEND"}})).materials.at(0).alphaMode == model::AlphaMode::Blend);
  }

  void materialOutOfRangeIsRefused() {
    GltfBuilder file = with(nlohmann::json::object());
    file.json["meshes"][0]["primitives"][0]["material"] = 3;
    const auto scene = m_folder.parse(file.gltf());
    QVERIFY(!scene);
    QVERIFY2(scene.error().message.find("material 3") != std::string::npos, scene.error().message.c_str());
  }
};

TEXELETON_PLAIN_SUITE(TestGltfMaterials)
#include "test_gltf_materials.moc"

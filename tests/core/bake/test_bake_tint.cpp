// The mask of the parts whose colour an instance can change.

#include <QObject>
#include <QTest>
#include <algorithm>

#include "tests/core/bake/bake_oracle.h"
#include "tests/support/mesh_kit.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

model::Model cloakedModel() {
  model::Model model = meshKit({{"Body", "Body", "Skin", 2},
                                {"Cloak", "Cloak", "Cloth_A", 2, 2.0f, "", true},
                                {"Hood", "Hood", "Cloth_B", 1, 4.0f}});
  model::Image image;
  image.mimeType = "image/png";
  image.bytes.assign(8, std::byte{7});
  model.images = {image, image};
  model.materials[1].baseColorTexture = {ImageIndex(1), 1, {}, {}, false};
  model.materials[0].occlusionTexture = {ImageIndex(0), 0, {}, {}, false};
  return model;
}

bake::TintSettings tintBy(bake::TintSource source, std::vector<std::string> materials = {}) {
  bake::TintSettings tint;
  tint.source = source;
  tint.materials = std::move(materials);
  return tint;
}

vat::BakedAnimation tinted(const bake::TintSettings& tint, JobContext& job) {
  bake::BakeSettings settings;
  settings.tint = tint;
  return bakeOrDie(cloakedModel(), settings, job);
}

std::string errorOf(const bake::TintSettings& tint, const model::Model& model = cloakedModel()) {
  bake::BakeSettings settings;
  settings.tint = tint;
  return bakeError(model, settings);
}

}  // namespace

class TestBakeTint : public QObject {
  Q_OBJECT

 private slots:
  void nothing() {
    JobContext job;
    const vat::BakedAnimation baked = tinted({}, job);
    QVERIFY(!baked.tint && baked.mesh.tint.empty());
    QVERIFY(!baked.mesh.colors.empty());
  }

  void byMaterial() {
    JobContext job;
    const model::Model model = cloakedModel();
    const vat::BakedAnimation baked = tinted(tintBy(bake::TintSource::Material, {"Cloth.*"}), job);
    QCOMPARE(baked.tint, (vat::BakedTint{true, {}, {}}));
    for (const model::MeshPart& part : model.parts) {
      for (std::uint32_t v = part.firstVertex; v < part.firstVertex + part.vertexCount; ++v) {
        QCOMPARE(baked.mesh.tint[v], part.name == "Body" ? 0.0f : 1.0f);
      }
    }
    QCOMPARE(baked.mesh.colors, model.vertices.colors);
    const std::string wrong = errorOf(tintBy(bake::TintSource::Material, {"Silk"}));
    QVERIFY2(wrong.find("\"Skin\", \"Cloth_A\", \"Cloth_B\"") != std::string::npos, wrong.c_str());
    QVERIFY(errorOf(tintBy(bake::TintSource::Material, {"Cl(oth"})).find("fails at character") != std::string::npos);
    QVERIFY(!errorOf(tintBy(bake::TintSource::Material)).empty());
  }

  /// The channel becomes the mask and is removed from the colours.
  void byVertexColor() {
    JobContext job;
    const model::Model model = cloakedModel();
    for (int channel = 0; channel < 4; ++channel) {
      bake::TintSettings tint = tintBy(bake::TintSource::VertexColor);
      tint.channel = static_cast<vat::ColorChannel>(channel);
      const vat::BakedAnimation baked = tinted(tint, job);
      QCOMPARE(baked.tint, (vat::BakedTint{true, {}, {}}));
      for (const model::MeshPart& part : model.parts) {
        for (std::uint32_t v = part.firstVertex; v < part.firstVertex + part.vertexCount; ++v) {
          glm::vec4 rest = model.vertices.colors[v];
          QCOMPARE(baked.mesh.tint[v], part.hasColor ? rest[channel] : 0.0f);
          rest[channel] = 1.0f;
          QCOMPARE(baked.mesh.colors[v], rest);
        }
      }
    }
    QVERIFY(errorOf(tintBy(bake::TintSource::VertexColor, {"Skin"})).find("no mesh has vertex colours") !=
            std::string::npos);
    QVERIFY(!errorOf(tintBy(bake::TintSource::VertexColor), meshKit({{"a", "a"}})).empty());
    // Colours that were only the mask are removed.
    model::Model grey = cloakedModel();
    for (glm::vec4& color : grey.vertices.colors) {
      color = glm::vec4(1.0f, 1.0f, 1.0f, color.a);
    }
    bake::BakeSettings settings;
    settings.tint = tintBy(bake::TintSource::VertexColor);
    QVERIFY(bakeOrDie(grey, settings).mesh.colors.empty());
  }

  void byTexture() {
    JobContext job;
    bake::TintSettings tint = tintBy(bake::TintSource::Texture, {"Cloth.*"});
    tint.channel = vat::ColorChannel::G;
    const vat::BakedAnimation baked = tinted(tint, job);
    const vat::TintTexture expected{MaterialIndex(1), ImageIndex(1), 1, vat::ColorChannel::G};
    QCOMPARE(baked.tint, (vat::BakedTint{false, {expected}, {}}));
    QVERIFY(baked.mesh.tint.empty());
    const std::vector<Issue> issues = job.takeIssues();
    QVERIFY(std::any_of(issues.begin(), issues.end(),
                        [](const Issue& issue) { return issue.subject.find("\"Cloth_B\"") != std::string::npos; }));
    tint.texture = bake::TextureUse::Occlusion;
    QVERIFY(errorOf(tint).find("occlusion") != std::string::npos);
    tint.materials.clear();
    QCOMPARE(tinted(tint, job).tint->textures[0].material, MaterialIndex(0));
  }

  void byPalette() {
    JobContext job;
    bake::TintSettings tint = tintBy(bake::TintSource::Palette, {"Cloth_B"});
    tint.stepU = 0.125;
    tint.entryCount = 8;
    QCOMPARE(tinted(tint, job).tint, (vat::BakedTint{false, {}, vat::TintPalette{0.125, 0.0, 8, {MaterialIndex(2)}}}));
    tint.materials.clear();
    QCOMPARE(tinted(tint, job).tint->palette->materials.size(), std::size_t{3});
    tint.entryCount = 0;
    QVERIFY(!errorOf(tint).empty());
    tint.entryCount = 8;
    tint.stepU = 0.0;
    QVERIFY(!errorOf(tint).empty());
    tint.stepV = 2.0;
    QVERIFY(!errorOf(tint).empty());
  }

  /// Materials are numbered without those of left-out meshes.
  void withoutSomeMeshes() {
    bake::BakeSettings settings;
    settings.meshes.hide = {"Body"};
    settings.tint = tintBy(bake::TintSource::Texture);
    const vat::BakedAnimation baked = bakeOrDie(cloakedModel(), settings);
    QCOMPARE(baked.mesh.materials.size(), std::size_t{2});
    const vat::TintTexture expected{MaterialIndex(0), ImageIndex(0), 1, vat::ColorChannel::A};
    QCOMPARE(baked.tint->textures, std::vector<vat::TintTexture>{expected});
  }
};

TEXELETON_SUITE(TestBakeTint)
#include "test_bake_tint.moc"

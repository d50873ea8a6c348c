// What says which parts an instance's colour may change.

#include <QObject>
#include <QTest>
#include <algorithm>

#include "tests/core/bake/bake_oracle.h"
#include "tests/support/mesh_kit.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

Model cloakedModel() {
  Model model = meshKit({{"Body", "Body", "Skin", 2},
                         {"Cloak", "Cloak", "Cloth_A", 2, 2.0f, "", true},
                         {"Hood", "Hood", "Cloth_B", 1, 4.0f}});
  Image image;
  image.mimeType = "image/png";
  image.bytes.assign(8, std::byte{7});
  model.images = {image, image};
  model.materials[1].baseColorTexture = {ImageIndex(1), 1, {}, {}, false};
  model.materials[0].occlusionTexture = {ImageIndex(0), 0, {}, {}, false};
  return model;
}

TintSettings tintBy(TintSource source, std::vector<std::string> materials = {}) {
  TintSettings tint;
  tint.source = source;
  tint.materials = std::move(materials);
  return tint;
}

BakedAnimation tinted(const TintSettings& tint, JobContext& job) {
  BakeSettings settings;
  settings.tint = tint;
  return bakeOrDie(cloakedModel(), settings, job);
}

std::string errorOf(const TintSettings& tint, const Model& model = cloakedModel()) {
  BakeSettings settings;
  settings.tint = tint;
  return bakeError(model, settings);
}

}  // namespace

class TestBakeTint : public QObject {
  Q_OBJECT

 private slots:
  void nothing() {
    JobContext job;
    const BakedAnimation baked = tinted({}, job);
    QVERIFY(!baked.tint && baked.mesh.tint.empty());
    QVERIFY(!baked.mesh.colors.empty());
  }

  void byMaterial() {
    JobContext job;
    const Model model = cloakedModel();
    const BakedAnimation baked = tinted(tintBy(TintSource::Material, {"Cloth.*"}), job);
    QCOMPARE(baked.tint, (BakedTint{true, {}, {}}));
    for (const MeshPart& part : model.parts) {
      for (std::uint32_t v = part.firstVertex; v < part.firstVertex + part.vertexCount; ++v) {
        QCOMPARE(baked.mesh.tint[v], part.name == "Body" ? 0.0f : 1.0f);
      }
    }
    QCOMPARE(baked.mesh.colors, model.vertices.colors);
    const std::string wrong = errorOf(tintBy(TintSource::Material, {"Silk"}));
    QVERIFY2(wrong.find("\"Skin\", \"Cloth_A\", \"Cloth_B\"") != std::string::npos, wrong.c_str());
    QVERIFY(errorOf(tintBy(TintSource::Material, {"Cl(oth"})).find("fails at character") != std::string::npos);
    QVERIFY(!errorOf(tintBy(TintSource::Material)).empty());
  }

  /// The channel becomes the mask and leaves the colours.
  void byVertexColor() {
    JobContext job;
    const Model model = cloakedModel();
    for (int channel = 0; channel < 4; ++channel) {
      TintSettings tint = tintBy(TintSource::VertexColor);
      tint.channel = static_cast<ColorChannel>(channel);
      const BakedAnimation baked = tinted(tint, job);
      QCOMPARE(baked.tint, (BakedTint{true, {}, {}}));
      for (const MeshPart& part : model.parts) {
        for (std::uint32_t v = part.firstVertex; v < part.firstVertex + part.vertexCount; ++v) {
          glm::vec4 rest = model.vertices.colors[v];
          QCOMPARE(baked.mesh.tint[v], part.hasColor ? rest[channel] : 0.0f);
          rest[channel] = 1.0f;
          QCOMPARE(baked.mesh.colors[v], rest);
        }
      }
    }
    QVERIFY(errorOf(tintBy(TintSource::VertexColor, {"Skin"})).find("no mesh has vertex colours") != std::string::npos);
    QVERIFY(!errorOf(tintBy(TintSource::VertexColor), meshKit({{"a", "a"}})).empty());
    // Colours that were nothing but the mask are gone.
    Model grey = cloakedModel();
    for (glm::vec4& color : grey.vertices.colors) {
      color = glm::vec4(1.0f, 1.0f, 1.0f, color.a);
    }
    BakeSettings settings;
    settings.tint = tintBy(TintSource::VertexColor);
    QVERIFY(bakeOrDie(grey, settings).mesh.colors.empty());
  }

  void byTexture() {
    JobContext job;
    TintSettings tint = tintBy(TintSource::Texture, {"Cloth.*"});
    tint.channel = ColorChannel::G;
    const BakedAnimation baked = tinted(tint, job);
    const TintTexture expected{MaterialIndex(1), ImageIndex(1), 1, ColorChannel::G};
    QCOMPARE(baked.tint, (BakedTint{false, {expected}, {}}));
    QVERIFY(baked.mesh.tint.empty());
    const std::vector<Issue> issues = job.takeIssues();
    QVERIFY(std::any_of(issues.begin(), issues.end(),
                        [](const Issue& issue) { return issue.subject.find("\"Cloth_B\"") != std::string::npos; }));
    tint.texture = TextureUse::Occlusion;
    QVERIFY(errorOf(tint).find("occlusion") != std::string::npos);
    tint.materials.clear();
    QCOMPARE(tinted(tint, job).tint->textures[0].material, MaterialIndex(0));
  }

  void byPalette() {
    JobContext job;
    TintSettings tint = tintBy(TintSource::Palette, {"Cloth_B"});
    tint.stepU = 0.125;
    tint.entryCount = 8;
    QCOMPARE(tinted(tint, job).tint, (BakedTint{false, {}, TintPalette{0.125, 0.0, 8, {MaterialIndex(2)}}}));
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

  /// Materials are those that are left after meshes were left out.
  void withoutSomeMeshes() {
    BakeSettings settings;
    settings.meshes.hide = {"Body"};
    settings.tint = tintBy(TintSource::Texture);
    const BakedAnimation baked = bakeOrDie(cloakedModel(), settings);
    QCOMPARE(baked.mesh.materials.size(), std::size_t{2});
    const TintTexture expected{MaterialIndex(0), ImageIndex(0), 1, ColorChannel::A};
    QCOMPARE(baked.tint->textures, std::vector<TintTexture>{expected});
  }
};

TEXELETON_SUITE(TestBakeTint)
#include "test_bake_tint.moc"

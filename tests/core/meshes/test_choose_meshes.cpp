// The selected meshes, their levels and parts, and the variants.

#include <QObject>
#include <QTest>

#include "core/meshes/choose_meshes.h"
#include "core/meshes/keep_parts.h"
#include "tests/support/mesh_kit.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

model::Model soldier() {
  model::Model model = meshKit({{"Body", "body", "Skin", 3, 0.0f},
                                {"Sword", "hand_r_sword", "Steel", 2, 2.0f},
                                {"Shield", "hand_l_shield", "Wood", 1, 4.0f, "", true},
                                {"Helmet_LOD0", "helmet0", "Steel", 2, 6.0f},
                                {"Helmet_LOD1", "helmet1", "Steel", 1, 6.0f}});
  for (const char* name : {"skin", "steel", "wood"}) {
    model::Image image;
    image.name = name;
    image.mimeType = "image/png";
    image.bytes.assign(4, std::byte{1});
    model.images.push_back(image);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    model.materials[i].baseColorTexture.image = ImageIndex(i);
  }
  return model;
}

/// The remaining meshes; "error: …" on failure, "all" if nothing changes.
std::string left(const model::Model& model, const meshes::MeshChoice& choice, std::vector<Issue>* issues = nullptr) {
  JobContext job;
  const auto chosen = meshes::withChosenMeshes(model, choice, job);
  if (issues != nullptr) {
    *issues = job.takeIssues();
  }
  if (!chosen) {
    return "error: " + chosen.error().message.text();
  }
  if (!*chosen) {
    return "all";
  }
  if (const auto violation = model::checkModel(**chosen)) {
    return "broken: " + *violation;
  }
  std::string text;
  for (const model::MeshPart& part : (*chosen)->parts) {
    text += text.empty() ? "" : " ";
    text += part.name;
  }
  return text;
}

std::string variantOf(const model::Model& model, const meshes::VariantChoice& wanted) {
  meshes::MeshChoice choice;
  choice.variants = {wanted};
  const meshes::MeshInstances meshes = meshes::meshInstances(model, true);
  JobContext job;
  const auto variants = meshes::findVariants(model, meshes, choice, job);
  if (!variants) {
    return "error: " + variants.error().message.text();
  }
  std::string text;
  for (const std::uint32_t i : variants->front().instances) {
    text += text.empty() ? "" : " ";
    text += meshes.instances[i].name;
  }
  return text;
}

}  // namespace

class TestChooseMeshes : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QCOMPARE(model::checkModel(soldier()), std::nullopt); }

  void showAndHide() {
    const model::Model model = soldier();
    QCOMPARE(left(model, {}), std::string("all"));
    QCOMPARE(left(model, {{".*"}, {}, true, {}}), std::string("all"));
    QCOMPARE(left(model, {{"Body", "S.*"}, {}, true, {}}), std::string("Body Sword Shield"));
    QCOMPARE(left(model, {{}, {"S.*"}, true, {}}), std::string("Body Helmet_LOD0 Helmet_LOD1"));
    QCOMPARE(left(model, {{"hand_.*"}, {"Shield"}, true, {}}), std::string("Sword"));           // by node
    QCOMPARE(left(model, {{"Helmet"}, {}, true, {}}), std::string("Helmet_LOD0 Helmet_LOD1"));  // without the level
    QCOMPARE(left(model, {{"(?i)BODY"}, {}, true, {}}), std::string("Body"));
    QCOMPARE(left(model, {{"Bod"}, {}, true, {}}).substr(0, 6), std::string("error:"));  // whole names only
  }

  void unmatchedExpressionsListMeshes() {
    const model::Model model = soldier();
    const std::string nothing = left(model, {{"Sheild"}, {}, true, {}});
    for (const char* name : {"\"Body", "\"Sword", "\"Shield", "node hand_l_shield", "\"Helmet_LOD0"}) {
      QVERIFY2(nothing.find(name) != std::string::npos, nothing.c_str());
    }
    QVERIFY(left(model, {{"Body"}, {"B.*"}, true, {}}).find("hidden") != std::string::npos);
    std::vector<Issue> issues;
    QCOMPARE(left(model, {{"Body", "Sheild"}, {"Cape"}, true, {}}, &issues), std::string("Body"));
    QCOMPARE(issues.size(), std::size_t{2});
    QCOMPARE(issues[0].subject, std::string("Sheild"));
    QCOMPARE(issues[1].subject, std::string("Cape"));
    const std::string invalid = left(model, {{"Bo(dy"}, {}, true, {}});
    QVERIFY2(invalid.find("fails at character 6") != std::string::npos, invalid.c_str());
    QVERIFY2(invalid.find("<-- here") != std::string::npos, invalid.c_str());
  }

  /// Palette entries, materials and images used only by dropped meshes are removed; the rest is unchanged.
  void unusedDataIsRemoved() {
    const model::Model model = soldier();
    const model::Model kept = meshes::keepParts(model, {false, true, false, false, true});
    QCOMPARE(model::checkModel(kept), std::nullopt);
    QCOMPARE(kept.palette.size(), std::size_t{2});
    QCOMPARE(kept.nodes[kept.palette[0].node.value].name, std::string("hand_r_sword"));
    QCOMPARE(kept.nodes[kept.palette[1].node.value].name, std::string("helmet1"));
    QCOMPARE(kept.materials.size(), std::size_t{1});
    QCOMPARE(kept.images.size(), std::size_t{1});
    QCOMPARE(kept.images[0].name, std::string("steel"));
    QVERIFY(kept.vertices.colors.empty());
    QCOMPARE(kept.vertexCount(), std::size_t{9 + 4});
    QCOMPARE(kept.triangleCount(), std::size_t{8 + 2});
    const model::MeshPart& helmet = model.parts[4];
    for (std::uint32_t i = 0; i < helmet.indexCount; ++i) {
      const std::uint32_t before = model.vertices.indices[helmet.firstIndex + i];
      const std::uint32_t after = kept.vertices.indices[kept.parts[1].firstIndex + i];
      QCOMPARE(kept.vertices.positions[after], model.vertices.positions[before]);
    }
    QCOMPARE(kept.bindBounds.min.x, 2.0f);
    QCOMPARE(kept.clips.size(), model.clips.size());
  }

  void variants() {
    const model::Model model = soldier();
    QCOMPARE(variantOf(model, {"v", {"Body|Sword"}, {}}), std::string("Body Sword"));
    QCOMPARE(variantOf(model, {"v", {}, {"Shield", "body"}}), std::string("Body Shield"));
    QCOMPARE(variantOf(model, {"v", {"Sword"}, {"Shield"}}), std::string("Sword Shield"));
    for (const char* helmet : {"Helmet", "Helmet_LOD0", "helmet1"}) {  // All levels are included.
      QCOMPARE(variantOf(model, {"v", {helmet}, {}}), std::string("Helmet_LOD0 Helmet_LOD1"));
    }
    QVERIFY(variantOf(model, {"guard", {"Cape.*"}, {}}).find("the variant \"guard\"") != std::string::npos);
    QVERIFY(variantOf(model, {"guard", {}, {"Swor."}}).find("\"Body") != std::string::npos);
    QVERIFY(variantOf(model, {"guard", {"["}, {}}).find("fails at character") != std::string::npos);
    QVERIFY(variantOf(model, {"guard", {}, {}}).find("does not say") != std::string::npos);
    QVERIFY(variantOf(model, {"", {".*"}, {}}).find("no name") != std::string::npos);
  }
  void variantsNeedUniqueNamesAndReportUnusedMeshes() {
    const model::Model model = soldier();
    meshes::MeshChoice choice;
    choice.variants = {{"a", {"Body"}, {}}, {"a", {"Sword"}, {}}};
    QVERIFY(!meshes::checkMeshChoice(choice));
    choice.variants[1].name = std::string("b");
    QVERIFY(meshes::checkMeshChoice(choice).has_value());
    JobContext job;
    QVERIFY(meshes::findVariants(model, meshes::meshInstances(model, true), choice, job).has_value());
    const std::vector<Issue> issues = job.takeIssues();
    QCOMPARE(issues.size(), std::size_t{1});
    QVERIFY(issues[0].text.find("\"Shield\"") != std::string::npos);
    QVERIFY(issues[0].text.find("\"Body\"") == std::string::npos);
  }
};

TEXELETON_SUITE(TestChooseMeshes)
#include "test_choose_meshes.moc"

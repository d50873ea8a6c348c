// Editing variants mesh by mesh. The edit's own result must match what core resolves for the edited variants.

#include <QObject>
#include <QTest>
#include <algorithm>

#include "app/editor/document/mesh_choice_edit.h"
#include "app/editor/document/variant_edit.h"
#include "core/meshes/choose_meshes.h"
#include "tests/support/mesh_kit.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace {

/// Two instances of one mesh, and one mesh with levels of detail.
model::Model soldier() {
  return meshKit({{"Body", "body", "Skin", 3, 0.0f},
                  {"Sword", "hand_r_sword", "Steel", 2, 2.0f},
                  {"Sword", "hand_l_sword", "Steel", 2, 3.0f},
                  {"Shield", "shield", "Wood", 1, 4.0f},
                  {"Helmet_LOD0", "helmet0", "Steel", 2, 6.0f},
                  {"Helmet_LOD1", "helmet1", "Steel", 1, 6.0f}});
}

enum : std::size_t { kBody, kRightSword, kLeftSword, kShield, kHelmet, kHelmetFar, kMeshes };

/// "guard: 0 3, cook: 0"
std::string said(const VariantEdit& edit) {
  std::string text;
  for (std::size_t v = 0; v < edit.variants().size(); ++v) {
    text += (v == 0 ? "" : ", ") + edit.variants()[v].name + ":";
    for (std::size_t i = 0; i < kMeshes; ++i) {
      text += edit.shows(v, i) ? " " + std::to_string(i) : "";
    }
  }
  return text;
}

/// The variants as core resolves them among the baked meshes, in the same format; "error: …" on failure.
std::string found(const VariantEdit& edit, const std::vector<std::string>& hide = {}) {
  const model::Model model = soldier();
  meshes::MeshChoice choice;
  choice.hide = hide;
  for (const recipe::RecipeVariant& variant : edit.variants()) {
    choice.variants.push_back({variant.name, variant.match, variant.meshes});
  }
  JobContext job;
  const auto chosen = meshes::withChosenMeshes(model, choice, job);
  if (!chosen) {
    return "error: " + chosen.error().message.text();
  }
  const model::Model& baked = *chosen ? **chosen : model;
  const meshes::MeshInstances meshes = meshes::meshInstances(baked, true);
  const meshes::MeshInstances all = meshes::meshInstances(model, true);
  const auto variants = meshes::findVariants(baked, meshes, choice, job);
  if (!variants) {
    return "error: " + variants.error().message.text();
  }
  std::string text;
  for (const meshes::FoundVariant& variant : *variants) {
    text += (text.empty() ? "" : ", ") + variant.name + ":";
    for (const std::uint32_t i : variant.instances) {
      // By the node's name, which is unique.
      const std::string& node = baked.nodes[meshes.instances[i].node.value].name;
      for (std::size_t k = 0; k < kMeshes; ++k) {
        text += model.nodes[all.instances[k].node.value].name == node ? " " + std::to_string(k) : "";
      }
    }
  }
  return text;
}

VariantEdit editOf(std::vector<recipe::RecipeVariant> variants, const std::vector<std::string>& hide = {}) {
  const model::Model model = soldier();
  const meshes::MeshInstances meshes = meshes::meshInstances(model, true);
  recipe::RecipeMeshes choice;
  choice.hide = hide;
  return {std::move(variants), model, meshes, shownMeshes(choice, model, meshes)};
}

recipe::RecipeVariant variant(const std::string& name, std::vector<std::string> match,
                              std::vector<std::string> meshes) {
  return {name, std::move(match), std::move(meshes), {}};
}

}  // namespace

class TestVariants : public QObject {
  Q_OBJECT

 private slots:
  void firstShowsEverything() {
    VariantEdit edit = editOf({});
    edit.add({{"one", {kShield}}});
    QCOMPARE(said(edit), std::string("one: 0 1 2 3 4 5"));
    QCOMPARE(found(edit), said(edit));
  }

  void variantForEach() {
    VariantEdit edit = editOf({});
    edit.add({{"sword", {kRightSword}}, {"shield", {kShield}}, {"helmet", {kHelmet}}});
    QCOMPARE(said(edit), std::string("sword: 0 1 2, shield: 0 2 3, helmet: 0 2 4 5"));
    QCOMPARE(found(edit), said(edit));
    // Another one takes its meshes from the others and keeps those that all show.
    edit.add({{"sword", {kLeftSword}}});
    QCOMPARE(said(edit), std::string("sword: 0 1, shield: 0 3, helmet: 0 4 5, sword 2: 0 2"));
    QCOMPARE(found(edit), said(edit));
  }

  void showsAndHidesMeshes() {
    VariantEdit edit = editOf({variant("guard", {"B.*", "S.*"}, {"Helmet"}), variant("cook", {}, {"body"})});
    QCOMPARE(said(edit), std::string("guard: 0 1 2 3 4 5, cook: 0"));
    QVERIFY(edit.show(1, {kHelmet}, true));
    QCOMPARE(said(edit), std::string("guard: 0 1 2 3 4 5, cook: 0 4 5"));
    // An expression is removed if it would match a hidden mesh; its other matches are listed by name. Other expressions
    // stay.
    QVERIFY(edit.show(0, {kLeftSword}, false));
    QCOMPARE(said(edit), std::string("guard: 0 1 3 4 5, cook: 0 4 5"));
    QCOMPARE(edit.variants()[0].match, std::vector<std::string>{"B.*"});
    QCOMPARE(edit.variants()[0].meshes, (std::vector<std::string>{"Helmet", "hand_r_sword", "Shield"}));
    QCOMPARE(found(edit), said(edit));
    // All levels of detail together.
    QVERIFY(edit.show(0, {kHelmetFar}, false));
    QCOMPARE(said(edit), std::string("guard: 0 1 3, cook: 0 4 5"));
    edit.showAlways({kShield, kLeftSword});
    QCOMPARE(said(edit), std::string("guard: 0 1 2 3, cook: 0 2 3 4 5"));
    QCOMPARE(found(edit), said(edit));
    QCOMPARE(edit.variantsOf(kHelmet), std::vector<std::size_t>{1});
  }

  void variantsStayNonEmpty() {
    VariantEdit edit = editOf({variant("a", {}, {"Body"}), variant("b", {}, {"Shield"})});
    const auto before = edit.variants();
    QVERIFY(!edit.show(0, {kBody}, false));
    QVERIFY(edit.variants() == before);
    // A new variant that takes all meshes of another shares them instead.
    edit.add({{"c", {kShield}}});
    QCOMPARE(said(edit), std::string("a: 0, b: 3, c: 3"));
    QCOMPARE(found(edit), said(edit));
    // Without common and chosen meshes, a new variant shows everything.
    edit.add({{"c", {}}});
    QCOMPARE(said(edit), std::string("a: 0, b: 3, c: 3, c 2: 0 1 2 3 4 5"));
    QCOMPARE(found(edit), said(edit));
  }

  // A bake fails if a variant names a mesh that is not baked: hiding a mesh removes it from the variants.
  void hiddenMeshesAreRemoved() {
    const std::vector<recipe::RecipeVariant> variants = {variant("guard", {"S.*"}, {"Body", "Helmet"}),
                                                         variant("armed", {}, {"shield"})};
    QVERIFY(found(editOf(variants), {"Shield"}).find("error: ") == 0);
    VariantEdit edit = editOf(variants, {"Shield"});
    QCOMPARE(edit.lost(0), std::vector<std::string>());
    QCOMPARE(edit.lost(1), std::vector<std::string>{"shield"});
    edit.follow(std::vector<bool>(kMeshes, true));
    QCOMPARE(said(edit), std::string("guard: 0 1 2 4 5"));
    QCOMPARE(edit.variants()[0].match, std::vector<std::string>{"S.*"});  // It still matches swords.
    QCOMPARE(found(edit, {"Shield"}), said(edit));
    // A mesh that is baked again and matched by no expression is added to all variants.
    std::vector<bool> before(kMeshes, true);
    before[kHelmet] = before[kHelmetFar] = false;
    VariantEdit back = editOf({variant("guard", {"S.*"}, {}), variant("cook", {}, {"Body"})});
    back.follow(before);
    QCOMPARE(said(back), std::string("guard: 1 2 3 4 5, cook: 0 4 5"));
    QCOMPARE(found(back), said(back));
    // The same for new and added variants.
    VariantEdit fresh = editOf({}, {"Shield"});
    fresh.add({{"all", {}}});
    QCOMPARE(said(fresh), std::string("all: 0 1 2 4 5"));
    QCOMPARE(found(fresh, {"Shield"}), said(fresh));
  }

  void lostEntriesAreDropped() {
    VariantEdit edit = editOf({variant("a", {"Bo.*", "Gone.*"}, {"Nobody"}), variant("b", {"("}, {"Nobody"})});
    QCOMPARE(edit.lost(0), (std::vector<std::string>{"Gone.*", "Nobody"}));
    edit.dropLost();
    QCOMPARE(said(edit), std::string("a: 0"));
    QCOMPARE(found(edit), said(edit));
  }

  // Merged attachments are meshes of the bake but not of the model.
  void mergedAttachmentsStay() {
    const model::Model model = soldier();
    const meshes::MeshInstances meshes = meshes::meshInstances(model, true);
    VariantEdit edit({variant("a", {"ha.*", "Gone.*"}, {"Body", "hat"}), variant("b", {}, {"hat"})}, model, meshes,
                     shownMeshes({}, model, meshes), {"hat"});
    QCOMPARE(edit.lost(0), (std::vector<std::string>{"Gone.*"}));
    QVERIFY(edit.lost(1).empty());
    edit.dropLost();
    QCOMPARE(edit.variants().size(), std::size_t{2});
    QCOMPARE(edit.variants()[0].match, (std::vector<std::string>{"ha.*"}));  // It matches the swords of both hands too.
    // A removed expression leaves the names of its matches.
    QVERIFY(edit.show(0, {kLeftSword}, false));
    QVERIFY(edit.variants()[0].match.empty());
    const std::vector<std::string>& names = edit.variants()[0].meshes;
    QCOMPARE(std::count(names.begin(), names.end(), "hat"), 1);
    QVERIFY(edit.shows(0, kRightSword) && !edit.shows(0, kLeftSword));
    QVERIFY(edit.show(1, {kBody}, false));
    QCOMPARE(edit.variants()[1].meshes, (std::vector<std::string>{"hat"}));
  }

  void namesAreFree() {
    const VariantEdit edit = editOf({variant("a", {}, {"Body"}), variant("a 2", {}, {"Body"})});
    QCOMPARE(edit.freeName("b"), std::string("b"));
    QCOMPARE(edit.freeName("a"), std::string("a 3"));
  }
};

TEXELETON_SUITE(TestVariants)
#include "test_variants.moc"

// Every kind of edit of a document is undone and redone, back to exactly the same state.

#include <QObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>
#include <algorithm>
#include <functional>
#include <memory>

#include "app/editor/document/clip_names.h"
#include "app/editor/document/clip_rows.h"
#include "app/editor/document/document.h"
#include "app/editor/document/mend.h"
#include "app/editor/document/mesh_choice_edit.h"
#include "app/editor/document/missing_sources.h"
#include "app/editor/document/motion_sources.h"
#include "app/editor/document/paths.h"
#include "app/editor/document/variant_edit.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/issues/issue_fix.h"
#include "app/editor/panels/timeline/event_edit.h"
#include "tests/editor/files.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::editor;
using test::samples;

namespace fs = std::filesystem;

class TestEdits : public QObject {
  Q_OBJECT

  struct Edit {
    const char* name;
    std::function<void()> make;
  };
  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<Document> m_document;
  std::unique_ptr<Workshop> m_workshop;

  Document& document() { return *m_document; }
  const model::Model& model() { return *m_workshop->model(); }
  std::vector<ClipRow> rows() { return clipRows(document().state(), model()); }
  /// An edit of the rows of the Clips panel.
  std::function<void()> ofRows(const char* name, std::function<void(std::vector<ClipRow>&)> change) {
    return [this, name, change = std::move(change)] {
      std::vector<ClipRow> changed = rows();
      change(changed);
      document().setClips(name, listsOf(changed));
    };
  }
  std::function<void()> ofCrowd(const char* name, std::function<void(CrowdSetup&)> change) {
    return [this, name, change = std::move(change)] {
      CrowdSetup crowd = document().state().crowd;
      change(crowd);
      document().set(name, &DocumentState::crowd, crowd);
    };
  }
  template <class T>
  std::function<void()> of(const char* name, T recipe::RecipeBake::*member, T value) {
    return [this, name, member, value = std::move(value)] { document().set(name, member, value); };
  }
  std::function<void()> ofVariants(const char* name, std::function<void(VariantEdit&)> change) {
    return [this, name, change = std::move(change)] {
      const meshes::MeshInstances meshes = meshes::meshInstances(model(), true);
      VariantEdit edit(document().recipe().bake.variants, model(), meshes,
                       shownMeshes(document().recipe().bake.meshes, model(), meshes));
      change(edit);
      document().set(name, &recipe::RecipeBake::variants, edit.variants());
    };
  }
  /// Applies the button of a remedy.
  std::function<void()> ofRemedy(const Remedy& remedy) {
    return [this, remedy] {
      const std::vector<IssueFix> fixes = fixesFor({remedy}, *m_workshop);
      QVERIFY2(!fixes.empty(), nameOf(remedy.kind));
      fixes.front().apply();
    };
  }

  std::vector<Edit> eventEdits() {
    Workshop& workshop = *m_workshop;
    const auto walk = [&workshop] { return timelineEvents(workshop, 1); };
    return {
        // The first edit copies the events of the file into the recipe.
        {"Move event", [&workshop, walk] { moveEvents(workshop, 1, {walk()[1]}, {0.75}, "Move event"); }},
        {"Add event", [&workshop] { addEvent(workshop, 1, "stomp", 0.25, "Add event"); }},
        {"Rename event",
         [&workshop, walk] {
           setEventText(workshop, 1, walk()[0], &recipe::RecipeEvent::name, "left", "Rename event");
         }},
        {"Event parameter",
         [&workshop, walk] {
           setEventText(workshop, 1, walk()[0], &recipe::RecipeEvent::parameter, "stone", "Event parameter");
         }},
        {"Copy events", [&workshop, walk] { copyEvents(workshop, walk(), 0, "Copy events"); }},
        {"Import events",
         [&workshop] {
           recipe::ClipEvents found;
           found.clip = ClipIndex(3);
           found.events.push_back({"swoosh", 0.5, "air"});
           addSourceEvents(workshop, {found}, "Import events");
         }},
        {"Delete events", [&workshop, walk] { removeEvents(workshop, 1, {walk()[1]}, "Delete events"); }},
    };
  }

  std::vector<Edit> clipEdits() {
    return {
        // First, while the bake still matches the clips.
        {"Raise rate",
         [this] {
           const std::vector<int> baked = bakedClipOfRows(rows(), *m_workshop->bake()->animation, model());
           document().setClips("Raise rate", listsOf(withRates(rows(), baked, {{3, 120.0}})));
         }},
        {"Tick", ofRows("Tick", [](auto& r) { r[0].ticked = false; })},
        {"Rename clip", ofRows("Rename clip", [](auto& r) { r[1].clip.name = "Stroll"; })},
        {"Rename clips", ofRows("Rename clips",
                                [](auto& r) {
                                  for (ClipRow& row : r) {
                                    row.clip.name = "kn_" + row.clip.sourceName;
                                  }
                                })},
        {"Range", ofRows("Range",
                         [](auto& r) {
                           r[1].clip.from = 0.25;
                           r[1].clip.to = 0.75;
                         })},
        {"Rate of a clip", ofRows("Rate of a clip", [](auto& r) { r[2].clip.fps = 20.0; })},
        {"Loop", ofRows("Loop", [](auto& r) { r[2].clip.loop = bake::LoopMode::Off; })},
        {"Carry", ofRows("Carry", [](auto& r) { std::swap(r[1], r[2]); })},
        {"Cut again", ofRows("Cut again",
                             [](auto& r) {
                               ClipRow row = r[1];
                               row.clip.name = "Again";
                               r.insert(r.begin() + 2, row);
                             })},
        {"Lose a clip", ofRows("Lose a clip",
                               [](auto& r) {
                                 r[1].clip.index.reset();
                                 r[1].clip.sourceName = "Gone";
                               })},
        {"Map",
         [this] {
           const std::vector<ClipRow> before = rows();
           std::size_t gone = 0;
           while (gone < before.size() && before[gone].source.isValid()) {
             ++gone;
           }
           QVERIFY(gone < before.size());
           document().setClips("Map", listsOf(withMapped(before, gone, ClipIndex(0), document().recipe(), model())));
         }},
        {"Tick none", ofRows("Tick none",
                             [](auto& r) {
                               for (ClipRow& row : r) {
                                 row.ticked = false;
                               }
                             })},
    };
  }

  std::vector<Edit> bakeEdits() {
    return {
        {"Mode", of("Mode", &recipe::RecipeBake::mode, std::optional(vat::BakeMode::Vertex))},
        {"Format", of("Format", &recipe::RecipeBake::pixelFormat, std::optional(vat::PixelFormat::Rgba32F))},
        {"Mend size rule", ofRemedy({RemedyKind::ExactSize})},
        {"Size", of("Size", &recipe::RecipeBake::size, std::optional(vat::SizeRule::PowerOfTwo))},
        {"Width", of("Width", &recipe::RecipeBake::maxSize, std::optional(1024u))},
        {"Limit", of("Limit", &recipe::RecipeBake::maxError, std::optional(0.5))},
        {"Rate", of("Rate", &recipe::RecipeBake::fps, std::optional(12.0))},
        {"Sockets",
         of("Sockets", &recipe::RecipeBake::expose, std::vector<recipe::RecipeExpose>{{"hand.*", true, {}}})},
        {"Socket name", of("Socket name", &recipe::RecipeBake::socketNames,
                           std::vector<recipe::RecipeSocketName>{{"hand_r", "grip", {}}})},
        {"Hide mesh",
         [this] {
           recipe::RecipeMeshes meshes;
           meshes.hide = {"Sword"};
           document().set("Hide mesh", &recipe::RecipeBake::meshes, meshes);
         }},
        {"Add variant", ofVariants("Add variant",
                                   [](auto& edit) {
                                     edit.add({{"Armed", {0}}, {"Lit", {2}}});
                                   })},
        {"Rename variant", ofVariants("Rename variant", [](auto& edit) { edit.rename(0, "Bare"); })},
        {"Show in variant", ofVariants("Show in variant", [](auto& edit) { edit.show(0, {2}, true); })},
        {"Remove variant", ofVariants("Remove variant", [](auto& edit) { edit.remove(1); })},
        {"Mend width", ofRemedy({RemedyKind::MaxSize, 2048})},
        {"Mend rate", ofRemedy({RemedyKind::Rate, 6.5})},
        {"Mend mode", ofRemedy({RemedyKind::BoneMode})},
        {"Mend unit", ofRemedy({RemedyKind::Unit, 0.02})},
    };
  }

  std::vector<Edit> otherEdits() {
    return {
        {"Units", [this] { document().set("Units", &recipe::RecipeImport::scale, 0.01); }},
        {"Units of the file",
         [this] { document().set("Units of the file", &recipe::RecipeImport::scale, std::nullopt); }},
        {"Add motions",
         [this] {
           std::vector<recipe::RecipeSource> sources = document().recipe().sources;
           sources.push_back({"/nowhere/dance.fbx", "motion", {}, {}});
           document().setSources("Add motions", sources);
         }},
        {"Locate files",
         [this] {
           const std::size_t last = document().recipe().sources.size() - 1;
           document().setSources(
               "Locate files", withFound(document().recipe(), {{last, "/nowhere/dance.fbx", "/elsewhere/dance.fbx"}}));
         }},
        {"Remove motion",
         [this] {
           document().setState("Remove motion",
                               withoutSource(document().state(), motionNumbers(document().recipe()).at(0)));
         }},
        {"Exports",
         [this] {
           document().set("Exports", &recipe::Recipe::exports,
                          {{recipe::kPackTarget, "/elsewhere/knight.texpack", {}}});
         }},
        {"Layer and fade",
         [this] {
           DocumentState next = document().state();
           next.view.layerClip = "Run";
           next.view.fade.from = "Walk";
           document().setState("Layer and fade", next);
         }},
        {"Rename clips of the view",
         [this] {
           DocumentState next = document().state();
           renameClips(next, {{"Run", "Walk"}, {"Walk", "Run"}});
           document().setState("Rename clips of the view", next);
         }},
        {"Keep exports", [this] { document().set("Keep exports", &DocumentState::keepExports, true); }},
        {"Crowd size", ofCrowd("Crowd size", [](auto& crowd) { crowd.count = 77; })},
        {"Crowd layout", ofCrowd("Crowd layout", [](auto& crowd) { crowd.layout = viewport::CrowdLayout::Disc; })},
        {"Crowd phase", ofCrowd("Crowd phase", [](auto& crowd) { crowd.spread.phase = 0.5; })},
        {"Crowd speed", ofCrowd("Crowd speed", [](auto& crowd) { crowd.spread.speed = 0.5; })},
        {"Crowd turn", ofCrowd("Crowd turn", [](auto& crowd) { crowd.spread.turnDegrees = 90.0; })},
        {"Crowd sizes", ofCrowd("Crowd sizes", [](auto& crowd) { crowd.spread.size = 0.5; })},
        {"Crowd tint", ofCrowd("Crowd tint", [](auto& crowd) { crowd.spread.tint = 0.5; })},
        {"Crowd seed", ofCrowd("Crowd seed", [](auto& crowd) { crowd.spread.seed = 5; })},
        {"Crowd reset", ofCrowd("Crowd reset", [](auto& crowd) { crowd.spread = {}; })},
    };
  }

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    const fs::path to = toPath(m_folder->path());
    for (const char* name : {"lantern-knight.glb", "lantern-knight.texeleton", "lantern-knight.events.json"}) {
      fs::copy_file(samples() / name, to / name);
    }
    m_document = std::make_unique<Document>();
    m_workshop = std::make_unique<Workshop>(*m_document);
    JobContext job;
    QVERIFY(m_document->open(to / "lantern-knight.texeleton", job));
    QTRY_VERIFY_WITH_TIMEOUT(m_workshop->errors() != nullptr || m_workshop->problem(), 240000);
    QVERIFY(!m_workshop->problem());
  }
  void cleanup() {
    m_workshop.reset();
    m_document.reset();
    m_folder.reset();
  }

  void undoesAndRedoesEveryEdit_data() {
    QTest::addColumn<int>("part");
    QTest::newRow("events") << 0;
    QTest::newRow("clips") << 1;
    QTest::newRow("bake") << 2;
    QTest::newRow("sources, exports, crowd") << 3;
  }
  void undoesAndRedoesEveryEdit() {
    QFETCH(int, part);
    const std::vector<Edit> edits = part == 0   ? eventEdits()
                                    : part == 1 ? clipEdits()
                                    : part == 2 ? bakeEdits()
                                                : otherEdits();
    QUndoStack& stack = document().undoStack();
    QSignalSpy changed(m_document.get(), &Document::changed);
    std::vector<DocumentState> states = {document().state()};
    for (const Edit& edit : edits) {
      const int before = stack.count();
      changed.clear();
      edit.make();
      QVERIFY2(!(document().state() == states.back()), edit.name);
      QVERIFY2(stack.count() == before + 1 && !stack.undoText().isEmpty(), edit.name);
      QCOMPARE(changed.count(), 1);
      states.push_back(document().state());
      // Each by itself, back and forth.
      stack.undo();
      QVERIFY2(document().state() == states[states.size() - 2], edit.name);
      stack.redo();
      QVERIFY2(document().state() == states.back(), edit.name);
    }
    QVERIFY(document().isModified());
    // All of them, from the last to the first and back.
    while (stack.canUndo()) {
      stack.undo();
    }
    QVERIFY(document().state() == states.front() && !document().isModified());
    while (stack.canRedo()) {
      stack.redo();
    }
    QVERIFY(document().state() == states.back());
    // Saved and loaded, the state is equal.
    QVERIFY(document().save(toPath(m_folder->path()) / "again.texeleton"));
    QVERIFY(!document().isModified());
  }

  // An edit without a change is not recorded.
  void equalValuesAreNoEdit() {
    for (const auto& edit : {bakeEdits()[0], bakeEdits()[4], clipEdits()[1], otherEdits()[0], otherEdits()[5],
                             otherEdits()[8], otherEdits()[9]}) {
      edit.make();
      const int count = document().undoStack().count();
      edit.make();
      QVERIFY2(document().undoStack().count() == count, edit.name);
    }
  }

  // View state is not part of an edit.
  void undoKeepsViewState() {
    DocumentState next = document().state();
    next.view.layerClip = "Run";
    document().setState("Layer", next);
    document().setShowsCrowd(true);
    document().undoStack().undo();
    QVERIFY(document().state().view.layerClip.empty() && document().state().showsCrowd);
    document().undoStack().redo();
    QVERIFY(document().state().view.layerClip == "Run" && document().state().showsCrowd);
  }

  void typingIsOneEdit() {
    Document document;
    document.startFrom(samples() / "banner.glb");
    const auto type = [&](const char* text) {
      document.set("Socket", &recipe::RecipeBake::expose, std::vector<recipe::RecipeExpose>{{text, true, {}}},
                   kMergeExpose);
    };
    type("w");
    type("we");
    type("weapon");
    QCOMPARE(document.undoStack().count(), 1);
    document.undoStack().undo();
    QVERIFY(document.recipe().bake.expose.empty());
    document.undoStack().redo();
    QCOMPARE(document.recipe().bake.expose.front().pattern, std::string("weapon"));
  }
};

TEXELETON_SUITE(TestEdits)
#include "test_edits.moc"

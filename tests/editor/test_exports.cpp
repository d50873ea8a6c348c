// Exports of the editor: the bytes of the command line, in the folders that the document sets.

#include <QCoreApplication>
#include <QFile>
#include <QMap>
#include <QObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "app/editor/document/document.h"
#include "app/editor/document/paths.h"
#include "app/editor/jobs/export_files.h"
#include "app/editor/jobs/export_keeper.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/issues/issue_fix.h"
#include "tests/cli/run_program.h"
#include "tests/editor/files.h"
#include "tests/editor/workshop_ready.h"
#include "tests/support/split_glb.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::editor;
using test::contentOf;
using test::isReady;

namespace fs = std::filesystem;

#define OPENED_KNIGHT(document, workshop) \
  Document document;                      \
  Workshop workshop(document);            \
  document.startFrom(at("knight.glb"));   \
  QTRY_VERIFY_WITH_TIMEOUT(isReady(workshop), 60000)

class TestExports : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  fs::path at(const char* name) const { return toPath(m_folder->path()) / name; }

  /// The reason why the pack was not written; empty: written.
  static QString exportTo(Workshop& workshop, const fs::path& folder) {
    QSignalSpy exported(&workshop, &Workshop::exported);
    QSignalSpy failed(&workshop, &Workshop::exportFailed);
    workshop.exportPack(folder);
    const bool ended = QTest::qWaitFor([&] { return exported.count() + failed.count() > 0; }, 60000);
    return !ended ? "it never ended" : failed.isEmpty() ? QString() : failed[0][0].toString();
  }

  static void compare(const fs::path& ours, const fs::path& theirs) {
    for (const char* name : {"animation.exr", "mesh.glb", "manifest.json", "inputs.json"}) {
      QVERIFY2(!contentOf(theirs / name).isEmpty(), name);
      QVERIFY2(contentOf(ours / name) == contentOf(theirs / name), name);
    }
  }

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    const test::Glb knight = test::readGlb(test::knightSample().toStdString());
    test::writeGlb(at("knight.glb"), knight);
    test::writeGlb(at("squire.glb"), test::withPrefix(test::withoutAnimations(knight), "other:"));
  }

  // Characters that share an animation are part of the editor's bake too.
  void bakesCharactersAsCommandLine() {
    OPENED_KNIGHT(document, workshop);
    const std::size_t alone = workshop.bake()->animation->mesh.vertexCount();
    std::vector<recipe::RecipeSource> sources = document.recipe().sources;
    sources.push_back({utf8Of(at("squire.glb")), "character", {}, {}});
    document.setSources("Add a character", sources);
    QTRY_VERIFY_WITH_TIMEOUT(!workshop.isImporting() && isReady(workshop), 60000);
    const vat::BakedAnimation& baked = *workshop.bake()->animation;
    QCOMPARE(baked.mesh.vertexCount(), 2 * alone);
    QCOMPARE(baked.variants.size(), std::size_t{2});
    QCOMPARE(baked.variants[1].name, std::string("squire"));

    const fs::path file = at("both.texeleton");
    QVERIFY(document.save(file));
    QCOMPARE(exportTo(workshop, at("ours.texpack")), QString());
    const auto run = test::runCli({"bake", "--recipe", toQString(file), "-o", toQString(at("theirs.texpack"))});
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    compare(at("ours.texpack"), at("theirs.texpack"));
    QVERIFY(contentOf(at("ours.texpack") / "manifest.json").contains("squire.glb"));

    // Vertex mode cannot share them: editor and command line report it in the same words.
    document.set("Mode", &recipe::RecipeBake::mode, std::optional(vat::BakeMode::Vertex));
    QTRY_VERIFY_WITH_TIMEOUT(workshop.problem() && !workshop.runner().isBusy(), 60000);
    QVERIFY(document.save(file));
    const auto refused = test::runCli({"bake", "--recipe", toQString(file), "-o", toQString(at("no.texpack"))});
    QCOMPARE(refused.exitCode, 1);
    const std::string words = workshop.problem()->message.arguments().at(1).text();
    QVERIFY2(words.starts_with("says vertex mode") && refused.errors.contains(words.c_str()),
             refused.errors.constData());
  }

  // Every target of the document, from the editor and from `export`: the same files in the same places.
  void exportsTargetsAsCommandLine() {
    OPENED_KNIGHT(document, workshop);
    QVERIFY(document.exportFolders().empty());  // None yet.
    const fs::path one = at("game") / "deep" / "one.texpack";
    document.set(
        "Targets", &recipe::Recipe::exports,
        {{"pack", utf8Of(one), {}}, {"later", "as it is", R"({"on":true})"}, {"pack", utf8Of(at("two.texpack")), {}}});
    QCOMPARE(document.exportFolders().size(), std::size_t{2});
    const fs::path file = at("art") / "knight.texeleton";
    fs::create_directories(file.parent_path());
    QVERIFY(document.save(file));
    QVERIFY2(contentOf(file).contains("\"../game/deep/one.texpack\""), contentOf(file).constData());
    QVERIFY(contentOf(file).contains("as it is"));
    Document again;
    JobContext job;
    QVERIFY(again.open(file, job));
    QVERIFY(again.recipe().exports == document.recipe().exports);
    QCOMPARE(job.takeIssues().size(), std::size_t{1});  // The unknown target.

    QSignalSpy exported(&workshop, &Workshop::exported);
    QSignalSpy failed(&workshop, &Workshop::exportFailed);
    QSignalSpy ended(&workshop, &Workshop::exportEnded);
    workshop.exportPacks(document.exportFolders());
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 60000);
    QVERIFY2(failed.isEmpty(), describe(failed.value(0).value(0).value<Error>()).c_str());
    QCOMPARE(exported.count(), 2);
    fs::rename(one, at("ours.texpack"));
    fs::remove_all(at("two.texpack"));
    const auto run = test::runCli({"export", "--recipe", toQString(file)});
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    compare(at("ours.texpack"), one);
    compare(at("ours.texpack"), at("two.texpack"));
  }

  // Ctrl+E writes an engine's files too, and the command line finds them up to date.
  void exportsEngineFiles() {
    OPENED_KNIGHT(document, workshop);
    document.set("Targets", &recipe::Recipe::exports, {{"three", "web", {}}});
    const fs::path file = at("knight.texeleton");
    QVERIFY(document.save(file));
    QCOMPARE(document.exportFolders(), std::vector<fs::path>{at("web") / "knight.texpack"});
    QSignalSpy failed(&workshop, &Workshop::exportFailed);
    QSignalSpy ended(&workshop, &Workshop::exportEnded);
    workshop.exportPacks(document.exportFolders());
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 60000);
    QVERIFY2(failed.isEmpty(), describe(failed.value(0).value(0).value<Error>()).c_str());
    QVERIFY(fs::exists(at("web") / "knight.html") && fs::exists(at("web") / "texeleton.files.json"));
    const auto run = test::runCli({"export", "--recipe", toQString(file), "--if-changed", "--json"});
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    QCOMPARE(run.json()["unchanged"].get<int>(), 1);
  }

  // Engines that cannot decode an encoding are listed in Issues, with a button that switches to a supported one.
  void unsupportedEncodingHasButton() {
    OPENED_KNIGHT(document, workshop);
    QVERIFY(document.save(at("knight.texeleton")));
    QSignalSpy failed(&workshop, &Workshop::exportFailed);
    QSignalSpy ended(&workshop, &Workshop::exportEnded);
    const auto exportNow = [&](const std::string& target) {
      document.set("Targets", &recipe::Recipe::exports, {{target, target, {}}});
      failed.clear();
      ended.clear();
      workshop.exportPacks(document.exportFolders());
      return QTest::qWaitFor([&] { return ended.count() == 1; }, 60000);
    };
    document.set("Encoding", &recipe::RecipeBake::encoding, std::string("quaternion"));
    QTRY_VERIFY_WITH_TIMEOUT(isReady(workshop), 60000);
    for (const char* target : {"godot", "unity", "unreal", "blender"}) {
      QVERIFY2(exportNow(target), target);
      QVERIFY2(failed.count() == 1 && workshop.exportIssues().size() == 1, target);
      const std::vector<IssueFix> fixes = fixesFor(workshop.exportIssues()[0].text.remedies(), workshop);
      QVERIFY2(fixes.size() == 1 && fixes[0].text.contains("matrix3x4"), target);
      QVERIFY2(!fs::exists(at(target) / "knight.texpack"), target);
    }
    fixFor(workshop.exportIssues()[0], workshop)->apply();
    QCOMPARE(document.recipe().bake.encoding, std::string("matrix3x4"));
    QTRY_VERIFY_WITH_TIMEOUT(isReady(workshop), 60000);
    QVERIFY(exportNow("blender"));
    QVERIFY2(failed.isEmpty(), describe(failed.value(0).value(0).value<Error>()).c_str());
    QVERIFY(workshop.exportIssues().empty());
  }

  // The command line recognizes an up-to-date export of the editor, and the editor one of the command line.
  void recognizesUnchangedExports() {
    test::writeGlb(at("march.glb"), test::onlyAnimation(test::readGlb(test::knightSample().toStdString()), "Walk"));
    OPENED_KNIGHT(document, workshop);
    std::vector<recipe::RecipeSource> sources = document.recipe().sources;
    sources.push_back({utf8Of(at("march.glb")), "motion", {}, {}});
    document.setSources("Motion", sources);
    QTRY_VERIFY_WITH_TIMEOUT(!workshop.isImporting() && isReady(workshop), 60000);
    const fs::path file = at("knight.texeleton");
    const fs::path pack = at("knight.texpack");
    QCOMPARE(exportTo(workshop, pack), QString());
    QVERIFY(!fs::exists(pack / "inputs.json"));  // There is no document yet to compare with.
    QVERIFY(document.save(file));
    QCOMPARE(exportTo(workshop, pack), QString());
    const auto result = [&](const QStringList& command) {
      const auto run = test::runCli(command + QStringList{"--if-changed", "--json"});
      const auto json = run.json();
      return QString::fromStdString(json.contains("results") ? json["results"][0].value("result", "?")
                                                             : json.value("result", "baked"));
    };
    QCOMPARE(result({"bake", "--recipe", toQString(file)}), QString("unchanged"));
    QCOMPARE(result({"export", "--recipe", toQString(file)}), QString("unchanged"));
    // Not if the export differs from the saved document, or a source has changed.
    document.set("Rate", &recipe::RecipeBake::fps, std::optional(9.0));
    QTRY_VERIFY_WITH_TIMEOUT(isReady(workshop), 60000);
    QCOMPARE(exportTo(workshop, pack), QString());
    QCOMPARE(result({"bake", "--recipe", toQString(file)}), QString("baked"));
    QVERIFY(document.save(file));
    QCOMPARE(exportTo(workshop, pack), QString());
    QCOMPARE(result({"bake", "--recipe", toQString(file)}), QString("unchanged"));
    test::writeGlb(at("march.glb"), test::onlyAnimation(test::readGlb(test::knightSample().toStdString()), "Run"));
    QCOMPARE(result({"bake", "--recipe", toQString(file)}), QString("baked"));
  }

  // Unity's import settings next to a model apply in the editor as on the command line.
  void appliesUnitySettings() {
    if (!test::sharedModels()) {
      TEXELETON_SKIP("the shared models are not here");
    }
    fs::copy_file(*test::sharedModels() / "blender-arm.fbx", at("arm.fbx"));
    QFile meta(toQString(at("arm.fbx.meta")));
    QVERIFY(meta.open(QIODevice::WriteOnly));
    meta.write(
        "ModelImporter:\n  animations:\n    clipAnimations:\n    - name: Lift\n      firstFrame: 2\n"
        "      lastFrame: 12\n      loopTime: 1\n      events:\n      - time: 0.5\n        functionName: Clank\n");
    meta.close();
    Document document;
    Workshop workshop(document);
    document.startFrom(at("arm.fbx"));
    QTRY_VERIFY_WITH_TIMEOUT(isReady(workshop), 60000);
    QCOMPARE(workshop.bake()->animation->clips.at(0).name, std::string("Lift"));
    QCOMPARE(workshop.bake()->animation->clips[0].events.at(0).name, std::string("Clank"));
    QVERIFY(document.save(at("arm.texeleton")));
    QCOMPARE(exportTo(workshop, at("ours.texpack")), QString());
    const auto run =
        test::runCli({"bake", "--recipe", toQString(at("arm.texeleton")), "-o", toQString(at("theirs.texpack"))});
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    compare(at("ours.texpack"), at("theirs.texpack"));
  }

  void keepsExportsUpToDate() {
    OPENED_KNIGHT(document, workshop);
    const ExportKeeper keeper(workshop);
    const fs::path pack = at("kept.texpack");
    document.set("Target", &recipe::Recipe::exports, {{"pack", utf8Of(pack), {}}});
    QTest::qWait(50);
    QVERIFY(!fs::exists(pack));  // Not requested.
    QSignalSpy ended(&workshop, &Workshop::exportEnded);
    document.set("Keep", &DocumentState::keepExports, true);
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 60000);
    const QByteArray before = contentOf(pack / "manifest.json");
    QVERIFY(!before.isEmpty());
    document.set("Rate", &recipe::RecipeBake::fps, std::optional(9.0));
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 2, 60000);
    const QByteArray after = contentOf(pack / "manifest.json");
    QVERIFY(!after.isEmpty() && after != before);
    // A bake over the limit is not exported, and the old files stay.
    document.set("Limit", &recipe::RecipeBake::maxError, std::optional(1e-6));
    document.set("Rate", &recipe::RecipeBake::fps, std::optional(8.0));
    QTRY_VERIFY_WITH_TIMEOUT(isReady(workshop) && workshop.overLimit(), 60000);
    QTest::qWait(50);
    QCOMPARE(ended.count(), 2);
    QCOMPARE(contentOf(pack / "manifest.json"), after);
    // Saved with the document.
    QVERIFY(document.save(at("kept.texeleton")));
    Document again;
    JobContext job;
    QVERIFY(again.open(at("kept.texeleton"), job));
    QVERIFY(again.state().keepExports && again.recipe().exports == document.recipe().exports);
  }

  // Files of an export that the user edits are kept and reported, deleted ones are written again; for every export,
  // whichever was written last.
  void noticesEditedFiles() {
    OPENED_KNIGHT(document, workshop);
    const ExportKeeper keeper(workshop);
    document.set("Targets", &recipe::Recipe::exports,
                 {{"three", utf8Of(at("web")), {}}, {"openvat", utf8Of(at("vat")), {}}});
    QSignalSpy ended(&workshop, &Workshop::exportEnded);
    document.set("Keep", &DocumentState::keepExports, true);
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 60000);
    const auto kept = [&workshop](const char* subject) {
      const auto& issues = workshop.exportIssues();
      return std::count_if(issues.begin(), issues.end(), [subject](const Issue& issue) {
        return issue.subject == subject && issue.text.find("edited") != std::string::npos;
      });
    };
    const auto isWarning = [](const Issue& issue) { return issue.severity == Severity::Warning; };
    const auto& first = workshop.exportIssues();  // OpenVAT's files are large, which is reported.
    QVERIFY(std::none_of(first.begin(), first.end(), isWarning));
    const fs::path clip = at("web") / "texeleton/web/clip.js";
    const QByteArray whole = contentOf(clip);
    QVERIFY(!whole.isEmpty());
    QTest::qWait(1200);  // Without changes nothing is exported again.
    QCOMPARE(ended.count(), 1);
    {
      QFile file(toQString(clip));
      QVERIFY(file.open(QIODevice::Append));
      file.write("// mine\n");
    }
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 2, 60000);
    QCOMPARE(contentOf(clip), whole + "// mine\n");
    QCOMPARE(kept("texeleton/web/clip.js"), 1);
    fs::remove(clip);
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 3, 60000);
    QCOMPARE(contentOf(clip), whole);
    QCOMPARE(kept("texeleton/web/clip.js"), 0);
    // One bake writes both places: issues of the first are still shown after the second.
    {
      QFile file(toQString(clip));
      QVERIFY(file.open(QIODevice::Append));
      file.write("// mine\n");
    }
    document.set("Rate", &recipe::RecipeBake::fps, std::optional(9.0));
    QTRY_VERIFY_WITH_TIMEOUT(isReady(workshop) && ended.count() >= 4 && !workshop.exporter().isBusy(), 60000);
    QCOMPARE(kept("texeleton/web/clip.js"), 1);
  }

  // The dialog's list of files matches what an export does.
  void rehearsalMatchesExport() {
    OPENED_KNIGHT(document, workshop);
    const fs::path pack = at("pack.texpack");
    const auto fates = [&] {
      JobContext job;
      const auto files = rehearseExport(workshop.exportOrder(),
                                        exporting::exportPlace(exporting::exportTargets().front(), pack, {}), job);
      QMap<QString, exporting::FileFate> result;
      for (const exporting::PlannedFile& file : files.value_or(std::vector<exporting::PlannedFile>())) {
        result[QString::fromStdString(file.path)] = file.fate;
      }
      return result;
    };
    using Fates = QMap<QString, exporting::FileFate>;
    QVERIFY((fates() == Fates{{"animation.exr", exporting::FileFate::New},
                              {"manifest.json", exporting::FileFate::New},
                              {"mesh.glb", exporting::FileFate::New}}));
    QVERIFY(!fs::exists(pack));
    QCOMPARE(exportTo(workshop, pack), QString());
    QVERIFY((fates() == Fates{{"animation.exr", exporting::FileFate::Same},
                              {"manifest.json", exporting::FileFate::Same},
                              {"mesh.glb", exporting::FileFate::Same}}));
    const QByteArray manifest = contentOf(pack / "manifest.json");
    // If the command line has written since, its record of the pack's inputs stays.
    const fs::path file = at("pack.texeleton");
    QVERIFY(document.save(file));
    const auto run = test::runCli({"bake", "--recipe", toQString(file)});
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    QVERIFY((fates() == Fates{{"animation.exr", exporting::FileFate::Same},
                              {"inputs.json", exporting::FileFate::Same},
                              {"manifest.json", exporting::FileFate::Same},
                              {"mesh.glb", exporting::FileFate::Same}}));
    document.set("Rate", &recipe::RecipeBake::fps, std::optional(9.0));
    QTRY_VERIFY_WITH_TIMEOUT(isReady(workshop), 60000);
    QVERIFY((fates() == Fates{{"animation.exr", exporting::FileFate::Changed},
                              {"inputs.json", exporting::FileFate::Changed},
                              {"manifest.json", exporting::FileFate::Changed},
                              {"mesh.glb", exporting::FileFate::Same}}));
    QCOMPARE(contentOf(pack / "manifest.json"), manifest);
    QCOMPARE(exportCommand("/it's here/a.texeleton"),
             std::string(R"(texeleton-cli export --recipe '/it'\''s here/a.texeleton')"));
  }
};

TEXELETON_SUITE(TestExports)

#include "test_exports.moc"

// export and watch: recipes are exported to their targets.

#include <QFloat16>  // complete, for QCOMPARE of JSON
#include <QObject>
#include <QProcess>
#include <QStringDecoder>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

#include "tests/cli/pack_files.h"
#include "tests/cli/run_program.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::test;
using Json = nlohmann::json;

class TestExport : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  QString at(const QString& name) const { return m_folder->filePath(name); }

  QString writeRecipe(const char* name, const Json& exports) {
    Json recipe = {{"version", 1}, {"sources", {{{"path", "banner.glb"}}}}, {"bake", {{"fps", 10}}}};
    if (!exports.is_null()) {
      recipe["exports"] = exports;
    }
    const bool written = writeAll(at(name), QByteArray::fromStdString(recipe.dump()));
    return written ? at(name) : QString();
  }
  /// The same model with another scene name, so its bytes differ.
  static QByteArray editedGlb(const QByteArray& glb) {
    const quint32 length = qFromLittleEndian<quint32>(glb.constData() + 12);
    Json json = Json::parse(glb.mid(20, static_cast<int>(length)).toStdString());
    json["asset"]["generator"] = "edited";
    QByteArray text = QByteArray::fromStdString(json.dump());
    text.append((4 - text.size() % 4) % 4, ' ');
    QByteArray result = glb.left(20) + text + glb.mid(20 + static_cast<int>(length));
    qToLittleEndian(static_cast<quint32>(text.size()), result.data() + 12);
    qToLittleEndian(static_cast<quint32>(result.size()), result.data() + 8);
    return result;
  }
  bool isPack(const QString& name) const { return QFile::exists(at(name) + "/manifest.json"); }

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QFile::copy(bannerSample(), at("banner.glb")));
  }

  void writesEveryTarget() {
    const QString recipe = writeRecipe("banner.texeleton", {{{"target", "pack"}, {"folder", "a/deep/one.texpack"}},
                                                            {{"target", "later"}, {"folder", "x"}},
                                                            {{"target", "pack"}, {"folder", "two.texpack"}}});
    const ProgramRun run = runCli({"export", "--recipe", recipe, "--json"});
    QVERIFY2(run.exitCode == 0, run.errors);
    QCOMPARE(run.json()["baked"].get<int>(), 2);
    QVERIFY2(run.errors.contains("later"), run.errors);
    QVERIFY(!isPack("banner.texpack"));
    const ProgramRun baked = runCli({"bake", "--recipe", recipe, "-o", at("baked.texpack")});
    QVERIFY2(baked.exitCode == 0, baked.errors);
    for (const char* name : {"animation.exr", "mesh.glb", "manifest.json"}) {
      const QByteArray wanted = readAll(at("baked.texpack/") + name);
      QVERIFY(!wanted.isEmpty());
      QVERIFY2(readAll(at("a/deep/one.texpack/") + name) == wanted, name);
      QVERIFY2(readAll(at("two.texpack/") + name) == wanted, name);
    }
    // Again: nothing to do. To another folder: only that one.
    const ProgramRun again = runCli({"export", recipe, "--json", "--if-changed"});
    QVERIFY2(again.exitCode == 0, again.errors);
    QCOMPARE(again.json()["unchanged"].get<int>(), 2);
    writeRecipe("banner.texeleton",
                {{{"target", "pack"}, {"folder", "two.texpack"}}, {{"target", "pack"}, {"folder", "three.texpack"}}});
    const ProgramRun other = runCli({"export", recipe, "--json", "--if-changed"});
    QCOMPARE(other.json()["unchanged"].get<int>(), 1);
    QCOMPARE(other.json()["baked"].get<int>(), 1);
    QVERIFY(isPack("three.texpack"));
  }

  void withoutTargetsNextToRecipe() {
    const ProgramRun run = runCli({"export", "--recipe", writeRecipe("banner.texeleton", nullptr)});
    QVERIFY2(run.exitCode == 0, run.errors);
    QVERIFY(isPack("banner.texpack"));
  }

  void reportsImpossibleExports() {
    const auto refused = [](const QStringList& arguments, const char* why) {
      const ProgramRun run = runCli(arguments);
      return run.exitCode == 1 && run.errors.contains(why) ? QString() : QString::fromUtf8(run.errors);
    };
    const QString later = writeRecipe("later.texeleton", {{{"target", "later"}, {"folder", "x"}}});
    QCOMPARE(refused({"export", later}, "does not know"), QString());
    const QString one = writeRecipe("one.texeleton", {{{"target", "pack"}, {"folder", "same.texpack"}}});
    const QString two = writeRecipe("two.texeleton", {{{"target", "pack"}, {"folder", "x/../same.texpack"}}});
    QCOMPARE(refused({"export", one, two}, "same folder"), QString());
    QVERIFY(!isPack("same.texpack"));
    // An existing folder that is not a pack stays.
    QVERIFY(QDir().mkpath(at("mine.texpack")));
    QVERIFY(writeAll(at("mine.texpack/notes.txt"), "mine"));
    const QString mine = writeRecipe("mine.texeleton", {{{"target", "pack"}, {"folder", "mine.texpack"}}});
    QCOMPARE(refused({"export", mine}, "is no pack"), QString());
    QCOMPARE(readAll(at("mine.texpack/notes.txt")), QByteArray("mine"));
    QCOMPARE(runCli({"export"}).exitCode, 2);
  }

  /// An engine's folder: the pack, the run-time and a page; a second export gives the same; an existing pack can be
  /// exported too.
  void engines() {
    const QString recipe = writeRecipe("banner.texeleton", {{{"target", "three"}, {"folder", "web"}}});
    const ProgramRun run = runCli({"export", recipe, "--json"});
    QVERIFY2(run.exitCode == 0, run.errors);
    QVERIFY(isPack("web/banner.texpack"));
    for (const char* name : {"web/banner.html", "web/banner.README.md", "web/texeleton/three/index.js",
                             "web/texeleton/web/index.js", "web/texeleton.files.json"}) {
      QVERIFY2(QFile::exists(at(name)), name);
    }
    // Nothing changed, but a file of the run-time is missing: it is restored.
    QVERIFY(QFile::remove(at("web/texeleton/web/index.js")));
    const ProgramRun again = runCli({"export", recipe, "--json", "--if-changed"});
    QVERIFY2(again.exitCode == 0, again.errors);
    QCOMPARE(again.json()["updated"].get<int>(), 1);
    QVERIFY(QFile::exists(at("web/texeleton/web/index.js")));
    const ProgramRun third = runCli({"export", recipe, "--json", "--if-changed"});
    QCOMPARE(third.json()["unchanged"].get<int>(), 1);

    const ProgramRun baked = runCli({"bake", at("banner.glb"), "-o", at("flag.texpack"), "--fps", "10"});
    QVERIFY2(baked.exitCode == 0, baked.errors);
    const ProgramRun moved = runCli({"export", at("flag.texpack"), "--engine", "three", "-o", at("web"), "--json"});
    QVERIFY2(moved.exitCode == 0, moved.errors);
    QCOMPARE(moved.json()["results"][0]["result"].get<std::string>(), std::string("exported"));
    // The mesh is the same; the texture has an additional canary, which the exported pack has not.
    QVERIFY(readAll(at("web/flag.texpack/mesh.glb")) == readAll(at("flag.texpack/mesh.glb")));
    QVERIFY(readAll(at("web/flag.texpack/manifest.json")).contains("canaryRow"));
    QVERIFY(!readAll(at("flag.texpack/manifest.json")).contains("canaryRow"));
    QCOMPARE(runCli({"verify", at("web/flag.texpack")}).exitCode, 0);
    QVERIFY(QFile::exists(at("web/flag.html")) && QFile::exists(at("web/banner.html")));
    const ProgramRun model = runCli({"export", at("banner.glb"), "--engine", "pack", "-o", at("packs")});
    QVERIFY2(model.exitCode == 0, model.errors);
    QVERIFY(isPack("packs/banner.texpack"));

    const ProgramRun list = runCli({"export", "--list-engines", "--json"});
    QVERIFY2(list.exitCode == 0, list.errors);
    QCOMPARE(list.json()[1]["name"].get<std::string>(), std::string("three"));
    const ProgramRun wrong = runCli({"export", at("flag.texpack"), "--engine", "tree", "-o", at("web")});
    QCOMPARE(wrong.exitCode, 2);
    QVERIFY2(wrong.errors.contains("three"), wrong.errors);
    QCOMPARE(runCli({"export", at("flag.texpack"), "--engine", "three"}).exitCode, 2);
    // A file of the user is in the way.
    QVERIFY(QDir(at("web")).mkpath("other/texeleton/web"));
    QVERIFY(writeAll(at("web/other/texeleton/web/index.js"), "mine"));
    const ProgramRun way = runCli({"export", at("flag.texpack"), "--engine", "three", "-o", at("web/other"), "--json"});
    QCOMPARE(way.exitCode, 1);
    QCOMPARE(way.json()["results"][0]["result"].get<std::string>(), std::string("failed"));
    QVERIFY2(way.errors.contains("not ours"), way.errors);
    QCOMPARE(readAll(at("web/other/texeleton/web/index.js")), QByteArray("mine"));
  }

  /// Packs, models and recipes in one call: one JSON document.
  void packsAndModelsTogether() {
    QCOMPARE(runCli({"bake", at("banner.glb"), "-o", at("flag.texpack"), "--fps", "10"}).exitCode, 0);
    const ProgramRun run =
        runCli({"export", at("flag.texpack"), at("banner.glb"), "--engine", "three", "-o", at("web"), "--json"});
    QVERIFY2(run.exitCode == 0, run.errors);
    const Json json = run.json();
    QCOMPARE(json["results"].size(), std::size_t{2});
    QCOMPARE(json["exported"].get<int>(), 1);
    QCOMPARE(json["baked"].get<int>(), 1);
    QVERIFY(isPack("web/flag.texpack") && isPack("web/banner.texpack"));
  }

  /// Exports that fail late or have an unknown target leave no files.
  void failedExportsLeaveNothing() {
    QVERIFY(QDir().mkpath(at("web")));
    QVERIFY(writeAll(at("web/banner.html"), "mine"));
    const QString recipe = writeRecipe("banner.texeleton", {{{"target", "three"}, {"folder", "web"}}});
    const ProgramRun run = runCli({"export", recipe});
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains("not ours"), run.errors);
    QCOMPARE(QDir(at("web")).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList{"banner.html"});
    const ProgramRun option =
        runCli({"export", at("banner.glb"), "--engine", "pack", "-o", at("p"), "--option", "x=1"});
    QCOMPARE(option.exitCode, 2);
    QVERIFY2(option.errors.contains("has no options"), option.errors);
    const QString wrong = writeRecipe(
        "banner.texeleton", {{{"target", "three"}, {"folder", "new"}, {"options", {{"no-such-option", true}}}}});
    const ProgramRun refused = runCli({"export", wrong});
    QCOMPARE(refused.exitCode, 1);
    QVERIFY2(refused.errors.contains("exports[0]") && refused.errors.contains("no-such-option"), refused.errors);
    QVERIFY(!QFile::exists(at("new")));
  }

  /// Another model of the same name does not silently replace a character; the same one can be exported again.
  void keepsOtherCharacters_data() {
    QTest::addColumn<QString>("engine");
    for (const auto& engine : runCli({"export", "--list-engines", "--json"}).json()) {
      QTest::newRow(engine["name"].get<std::string>().c_str())
          << QString::fromStdString(engine["name"].get<std::string>());
    }
  }
  void keepsOtherCharacters() {
    QFETCH(QString, engine);
    // OpenVAT and others support either bones or vertices.
    QVERIFY(QDir().mkpath(at("other")) && QDir().mkpath(at("moved")));
    QVERIFY(QFile::copy(bannerSample(), at("hero.glb")) && QFile::copy(bannerSample(), at("moved/hero.glb")));
    const QByteArray glb = readAll(bannerSample());
    const quint32 length = qFromLittleEndian<quint32>(glb.constData() + 12);
    Json gltf = Json::parse(glb.mid(20, static_cast<int>(length)).toStdString());
    gltf["buffers"][0]["uri"] = "hero.bin";
    QVERIFY(writeAll(at("other/hero.bin"), glb.mid(28 + static_cast<int>(length))) &&
            writeAll(at("other/hero.gltf"), QByteArray::fromStdString(gltf.dump())));
    const QStringList to = {"--engine", engine, "-o", at("out")};
    const ProgramRun first = runCli(QStringList{"export", at("hero.glb")} + to);
    QVERIFY2(first.exitCode == 0, first.errors);
    const auto before = contentOf(at("out"));
    const ProgramRun refused = runCli(QStringList{"export", at("other/hero.gltf")} + to);
    QVERIFY2(refused.exitCode == 1 && refused.errors.contains("another character") &&
                 refused.errors.contains("hero.glb") && refused.errors.contains("--replace"),
             refused.errors);
    QVERIFY(contentOf(at("out")) == before);
    // The same file in another folder, and the file edited in place.
    QCOMPARE(runCli(QStringList{"export", at("moved/hero.glb")} + to).exitCode, 0);
    QCOMPARE(runCli(QStringList{"export", at("hero.glb")} + to).exitCode, 0);
    QVERIFY(writeAll(at("hero.glb"), editedGlb(glb)));
    const ProgramRun edited = runCli(QStringList{"export", at("hero.glb")} + to);
    QVERIFY2(edited.exitCode == 0, edited.errors);
    const ProgramRun replaced = runCli(QStringList{"export", at("other/hero.gltf"), "--replace"} + to);
    QVERIFY2(replaced.exitCode == 0, replaced.errors);
    QCOMPARE(runCli(QStringList{"export", at("other/hero.gltf")} + to).exitCode, 0);
    QCOMPARE(runCli(QStringList{"export", at("hero.glb")} + to).exitCode, 1);
  }

  /// Files of any name, and recipes with any id, exported to every engine: paths and outputs are valid.
  void anyName_data() { keepsOtherCharacters_data(); }
  void anyName() {
    QFETCH(QString, engine);
    QVERIFY(QDir().mkpath(at("names")));
    const std::vector<std::string> names = {std::string(251, 'a') + ".glb",
                                            "\u202ehero\u2069.glb",
                                            "a\"b'c.glb",
                                            "new\nline.glb",
                                            "back\\slash.glb",
                                            "-dash.glb",
                                            "caf\xe9.glb",
                                            "%s%n.glb",
                                            "$(x)`y`.glb",
                                            "\u2028.glb"};
    for (const std::string& name : names) {
      std::filesystem::copy_file(bannerSample().toStdString(), at("names/").toStdString() + name);
    }
    const Json recipe = {{"version", 1},
                         {"id", "\"id\" \\ </script> ''' */"},
                         {"sources", {{{"path", "../banner.glb"}}}},
                         {"exports",
                          {{{"target", engine.toStdString()},
                            {"folder", engine == "pack" ? "../recipes/out.texpack" : "../recipes/out"}}}}};
    QVERIFY(writeAll(at("names/with-id.texeleton"), QByteArray::fromStdString(recipe.dump())));
    const ProgramRun run = runCli({"export", at("names/*.glb"), "--engine", engine, "-o", at("out"), "--json"}, 300.0);
    QVERIFY2(run.exitCode == 0, run.errors);
    QCOMPARE(run.json()["results"].size(), names.size());
    const ProgramRun withId = runCli({"export", at("names/with-id.texeleton"), "--json"});
    QVERIFY2(withId.exitCode == 0 && withId.json().is_object(), withId.errors);
    const auto isText = [](const QByteArray& bytes) {
      QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
      const QString text = decoder(bytes);
      return !decoder.hasError() && !text.contains(QChar(0x202e)) && !text.contains(QChar(0x2069));
    };
    QVERIFY(isText(run.output) && isText(run.errors) && isText(withId.output) && isText(withId.errors));
    for (const QString& folder : {at("out"), at("recipes")}) {
      int documents = 0;
      for (const auto& [path, bytes] : contentOf(folder).toStdMap()) {
        QVERIFY2(isText(path.toUtf8()), path.toUtf8());
        if (path.endsWith(".json")) {
          QVERIFY2(Json::accept(bytes.toStdString()), path.toUtf8());
          ++documents;
        }
        for (const char* const ending : {".json", ".md", ".html", ".js", ".py", ".tscn", ".gd", ".meta", ".cs"}) {
          QVERIFY2(!path.endsWith(ending) || isText(bytes), path.toUtf8());
        }
      }
      QVERIFY(documents > 0);
      const ProgramRun doctor = runCli({"doctor", folder});
      QVERIFY2(doctor.exitCode == 0, doctor.output + doctor.errors);
    }
  }

  void foldersThatStartWithDash() {
    for (const QStringList& folder : {QStringList{"-o", "-out"}, QStringList{"--output=-other"}}) {
      QProcess process;
      process.setWorkingDirectory(m_folder->path());
      process.start(QString::fromStdString((binFolder() / "texeleton-cli").string()),
                    QStringList{"export", "banner.glb", "--engine", "three"} + folder);
      QVERIFY(process.waitForFinished(60000));
      QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
    }
    QVERIFY(isPack("-out/banner.texpack") && isPack("-other/banner.texpack"));
  }

  void watchFollowsTargetsOfRecipe() {
    const QString recipe = writeRecipe("banner.texeleton", {{{"target", "pack"}, {"folder", "one.texpack"}}});
    RunningCli watch({"watch", recipe, "--json", "--settle", "0.1"});
    const auto nextPack = [&watch] {
      const Json json = Json::parse(watch.nextLine(120.0).toStdString(), nullptr, false);
      return json.is_object() ? QFileInfo(QString::fromStdString(json["pack"])).fileName() : QString();
    };
    QCOMPARE(nextPack(), QString("one.texpack"));
    // Another target while it runs.
    QVERIFY(QDir(at("one.texpack")).removeRecursively());
    writeRecipe("banner.texeleton", {{{"target", "pack"}, {"folder", "two.texpack"}}});
    QTRY_VERIFY_WITH_TIMEOUT(isPack("two.texpack"), 60000);
    QVERIFY(!isPack("one.texpack"));
    watch.interrupt();
    QCOMPARE(watch.finish().exitCode, 0);
  }
};

TEXELETON_SUITE(TestExport)
#include "test_export.moc"

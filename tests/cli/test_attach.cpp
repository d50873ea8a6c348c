// Models attached to the character on the command line: as sockets of the pack, or merged into its triangles; the same
// from a recipe.

#include <QDir>
#include <QFile>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <filesystem>
#include <memory>

#include "core/pack/pack.h"
#include "tests/cli/run_program.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

class TestAttach : public QObject {
  Q_OBJECT

 private slots:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void wrongUsage() {
    for (const QString& text : {QString("sword.glb"), QString("@hand_r"), QString("sword.glb@")}) {
      const ProgramRun run = runCli({"bake", knightSample(), "-o", path("a.texpack"), "--attach", text});
      QCOMPARE(run.exitCode, 2);
      QVERIFY(run.errors.contains("--attach"));
    }
    QCOMPARE(runCli({"bake", knightSample(), "-o", path("a.texpack"), "--merge-attached"}).exitCode, 2);
  }

  void unknownNode() {
    const ProgramRun run = bake("a.texpack", {"--attach", bannerSample() + "@hand_x"});
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains("hand_"), run.errors.constData());
    QVERIFY(!QFile::exists(path("a.texpack")));
  }

  void asSockets() {
    const ProgramRun run = bake("a.texpack", {"--attach", bannerSample() + "@hand_r", "--attach",
                                              bannerSample() + "@banner", "--save-recipe", path("a.texeleton")});
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    const pack::Pack pack = packAt("a.texpack");
    QCOMPARE(pack.animation.sockets.size(), std::size_t{2});
    QCOMPARE(pack.animation.sockets[0].name, std::string("banner"));
    QCOMPARE(pack.animation.sockets[0].attached, std::string("banner.glb"));
    QCOMPARE(pack.animation.sockets[1].name, std::string("banner_2"));
    // The second is attached to the first, at its origin: two sockets at one position of the hand.
    QVERIFY(pack.animation.sockets[0].position == pack.animation.sockets[1].position);
    QVERIFY(std::any_of(pack.sources.begin(), pack.sources.end(), [](const pack::PackSource& source) {
      return source.role == "attachment" && source.file == "banner.glb";
    }));
    // The recipe bakes the same bytes.
    QVERIFY2(runCli({"bake", path("a.texeleton"), "-o", path("b.texpack")}).exitCode == 0, "recipe");
    const pack::Pack again = packAt("b.texpack");
    QVERIFY(again.animation.sockets[0].position == pack.animation.sockets[0].position);
    QCOMPARE(fileOf("a.texpack/animation.exr"), fileOf("b.texpack/animation.exr"));
    QCOMPARE(fileOf("a.texpack/mesh.glb"), fileOf("b.texpack/mesh.glb"));
  }

  void merged() {
    QVERIFY(bake("plain.texpack", {}).exitCode == 0);
    const pack::Pack plain = packAt("plain.texpack");
    for (const char* mode : {"bone", "vertex"}) {
      const ProgramRun run =
          bake("a.texpack", {"--attach", bannerSample() + "@hand_r", "--merge-attached", "--mode", mode});
      QVERIFY2(run.exitCode == 0, run.errors.constData());
      const pack::Pack pack = packAt("a.texpack");
      QVERIFY(pack.animation.sockets.empty());
      QVERIFY(pack.animation.mesh.vertexCount() > plain.animation.mesh.vertexCount());
      QVERIFY(pack.animation.clips[0].error.has_value());
      QCOMPARE(runCli({"verify", path("a.texpack")}).exitCode, 0);
    }
    const ProgramRun verify = runCli({"verify", path("a.texpack"), "--against", knightSample()});
    QCOMPARE(verify.exitCode, 1);
    QVERIFY2(verify.errors.contains("attachments were merged"), verify.errors.constData());
  }

  void missingFile() {
    std::filesystem::copy_file(bannerSample().toStdString(), path("flag.glb").toStdString());
    QVERIFY(
        bake("a.texpack", {"--attach", path("flag.glb") + "@hand_r", "--save-recipe", path("a.texeleton")}).exitCode ==
        0);
    std::filesystem::remove(path("flag.glb").toStdString());
    // A missing file matters for display only: the pack still has its socket.
    const ProgramRun run = runCli({"bake", path("a.texeleton"), "-o", path("a.texpack")});
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    QVERIFY2(run.errors.contains("flag.glb"), run.errors.constData());
    QCOMPARE(packAt("a.texpack").animation.sockets[0].name, std::string("flag"));
    QFile recipe(path("a.texeleton"));
    QVERIFY(recipe.open(QIODevice::ReadOnly));
    QByteArray text = recipe.readAll();
    recipe.close();
    text.replace("\"node\": \"hand_r\"", "\"node\": \"hand_r\", \"merge\": true");
    QVERIFY(recipe.open(QIODevice::WriteOnly));
    recipe.write(text);
    recipe.close();
    const ProgramRun needed = runCli({"bake", path("a.texeleton"), "-o", path("a.texpack")});
    QCOMPARE(needed.exitCode, 1);
    QVERIFY2(needed.errors.contains("merged"), needed.errors.constData());
  }

 private:
  QString path(const char* name) const { return QDir(m_folder->path()).filePath(name); }
  ProgramRun bake(const char* pack, const QStringList& options) const {
    return runCli(QStringList{"bake", knightSample(), "-o", path(pack), "--clip", "#0"} + options);
  }
  pack::Pack packAt(const char* name) const {
    JobContext job;
    auto pack = pack::readPack(path(name).toStdString(), job);
    if (!pack) {
      qFatal("%s", pack.error().message.c_str());
    }
    return std::move(*pack);
  }
  QByteArray fileOf(const char* name) const {
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

TEXELETON_SUITE(TestAttach)
#include "test_attach.moc"

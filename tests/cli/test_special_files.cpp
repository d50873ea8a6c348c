// Special files: pipes, sockets, devices and folders are not opened, and no command waits for one.

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tests/cli/run_program.h"
#include "tests/support/suite.h"

using namespace texeleton::test;
namespace fs = std::filesystem;

namespace {

constexpr double kMostSeconds = 30.0;  ///< A command that waits takes all of them.

/// Creates a special file, replacing any existing one.
bool makeSpecial(const QByteArray& kind, const fs::path& file) {
  fs::remove_all(file);
  if (kind == "pipe") {
    return ::mkfifo(file.c_str(), 0600) == 0;
  }
  if (kind == "folder") {
    return fs::create_directory(file);
  }
  if (kind == "device") {
    fs::create_symlink("/dev/zero", file);
    return true;
  }
  // A socket's address has room for a short path only.
  const fs::path before = fs::current_path();
  fs::current_path(file.parent_path());
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, file.filename().c_str(), sizeof address.sun_path - 1);
  const int made = ::socket(AF_UNIX, SOCK_STREAM, 0);
  const bool isBound = ::bind(made, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  ::close(made);
  fs::current_path(before);
  return isBound;
}

}  // namespace

class TestSpecialFiles : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  QString at(const QString& name) const { return m_folder->filePath(name); }
  fs::path pathAt(const QString& name) const { return at(name).toStdString(); }

  /// Expects that the command ends by itself, fails, and names the file.
  static QByteArray problemOf(const QStringList& arguments, const char* named, int exitCode = 1) {
    const ProgramRun run = runCli(arguments, kMostSeconds);
    const bool good = !run.timedOut && !run.crashed && run.exitCode == exitCode &&
                      (run.errors.contains(named) || run.output.contains(named));
    return good ? QByteArray()
                : arguments.join(' ').toUtf8() + (run.timedOut ? ": waits" : ": ") + run.errors + run.output;
  }

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QFile::copy(bannerSample(), at("banner.glb")));
  }

  void kinds_data() {
    QTest::addColumn<QByteArray>("kind");
    for (const char* const kind : {"pipe", "socket", "device", "folder"}) {
      QTest::newRow(kind) << QByteArray(kind);
    }
  }

  void inputs_data() { kinds_data(); }
  void inputs() {
    QFETCH(QByteArray, kind);
    for (const char* const name : {"x.glb", "x.gltf", "x.fbx", "x.dae", "x.bvh", "x.texeleton", "x.csv"}) {
      QVERIFY(makeSpecial(kind, pathAt(name)));
    }
    const QString banner = at("banner.glb");
    for (const char* const model : {"x.glb", "x.gltf", "x.fbx", "x.dae", "x.bvh"}) {
      QCOMPARE(problemOf({"inspect", at(model)}, model), QByteArray());
      QCOMPARE(problemOf({"bake", at(model), "-o", at("x.texpack")}, model), QByteArray());
    }
    QCOMPARE(problemOf({"export", at("x.glb"), "--engine", "three", "-o", at("web")}, "x.glb"), QByteArray());
    QCOMPARE(problemOf({"render", at("x.glb"), "-o", at("x.png")}, "x.glb"), QByteArray());
    const QByteArray named = kind == "device" ? "/dev/zero" : "x.glb";  // Packs are named by the target of a link.
    QCOMPARE(problemOf({"play", at("x.glb"), "--clip", "#0"}, named), QByteArray());
    QCOMPARE(problemOf({"verify", at("x.glb")}, named), QByteArray());
    QCOMPARE(problemOf({"export", at("x.texeleton")}, "x.texeleton"), QByteArray());
    QCOMPARE(problemOf({"bake", "--recipe", at("x.texeleton")}, "x.texeleton"), QByteArray());
    QCOMPARE(problemOf({"bake", banner, "--like", at("x.texeleton"), "-o", at("x.texpack")}, "x.texeleton"),
             QByteArray());
    QCOMPARE(problemOf({"bake", banner, "--events", at("x.csv"), "-o", at("x.texpack")}, "x.csv"), QByteArray());
    QCOMPARE(problemOf({"events", "import", banner, at("x.csv"), "-o", at("e.json")}, "x.csv"), QByteArray());
    QCOMPARE(problemOf({"bake", banner, "--motion", at("x.fbx"), "-o", at("x.texpack")}, "x.fbx"), QByteArray());
  }

  void filesOfAnExport_data() { kinds_data(); }
  void filesOfAnExport() {
    QFETCH(QByteArray, kind);
    const QStringList again = {"export", at("banner.glb"), "--engine", "three", "-o", at("web")};
    QCOMPARE(runCli(again).exitCode, 0);
    const QString pack = at("web/banner.texpack");
    for (const char* const file : {"animation.exr", "manifest.json", "mesh.glb"}) {
      fs::remove_all(pathAt("copy.texpack"));
      fs::copy(pack.toStdString(), pathAt("copy.texpack"), fs::copy_options::recursive);
      QVERIFY(makeSpecial(kind, pathAt("copy.texpack") / file));
      const QString copy = at("copy.texpack");
      QCOMPARE(problemOf({"verify", copy}, file), QByteArray());
      QCOMPARE(problemOf({"doctor", copy}, file), QByteArray());
      QCOMPARE(problemOf({"play", copy, "--clip", "#0"}, file), QByteArray());
      QCOMPARE(problemOf({"render", copy, "-o", at("x.png")}, file), QByteArray());
      QCOMPARE(problemOf({"export", copy, "--engine", "three", "-o", at("other")}, file), QByteArray());
    }
    // Next to the pack: files that engines write, and our own.
    for (const char* const file : {"animation.exr.import", "animation.exr.meta", "mesh.glb.import"}) {
      QVERIFY(makeSpecial(kind, pathAt("web/banner.texpack") / file));
    }
    QCOMPARE(problemOf({"doctor", at("web")}, "animation.exr.import"), QByteArray());
    QCOMPARE(problemOf({"doctor", at("web")}, "animation.exr.meta"), QByteArray());
    for (const char* const file : {"animation.exr.import", "animation.exr.meta", "mesh.glb.import"}) {
      fs::remove_all(pathAt("web/banner.texpack") / file);
    }
    QCOMPARE(runCli({"doctor", at("web")}).exitCode, 0);
    QVERIFY(makeSpecial(kind, pathAt("web/banner.html")));
    QCOMPARE(problemOf({"doctor", at("web")}, "banner.html"), QByteArray());
    QCOMPARE(problemOf(again, "banner.html"), QByteArray());
    QVERIFY(makeSpecial(kind, pathAt("web/texeleton.files.json")));
    QCOMPARE(problemOf({"doctor", at("web")}, "texeleton.files.json"), QByteArray());
    QCOMPARE(problemOf(again, "texeleton.files.json"), QByteArray());
  }

  /// watch continues: the path becomes a regular file and is baked.
  void watching() {
    QVERIFY(makeSpecial("pipe", pathAt("late.glb")));
    RunningCli watch({"watch", at("late.glb"), "-o", at("late.texpack"), "--json", "--settle", "0.1"});
    QVERIFY(watch.nextLine(kMostSeconds).contains("late.glb"));
    fs::remove(pathAt("late.glb"));
    QVERIFY(QFile::copy(bannerSample(), at("late.glb")));
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(at("late.texpack/manifest.json")), 60000);
    watch.interrupt();
    QCOMPARE(watch.finish().exitCode, 0);
  }
};

TEXELETON_SUITE(TestSpecialFiles)
#include "test_special_files.moc"

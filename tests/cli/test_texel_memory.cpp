// Texels that do not fit in memory are baked, written, read and measured from disk: the same bytes and figures in a
// fraction of the memory.

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <string>
#include <vector>

#include "tests/cli/run_program.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton::test;

namespace {

constexpr qint64 kMebibyte = 1024 * 1024;

struct Run {
  int exitCode = -1;
  qint64 peakBytes = 0;  ///< Resident.
};

/// Runs texeleton-cli with a limit of texels in memory in MiB (0: no limit).
Run run(const QStringList& arguments, int texelMebibytes, const QString& cache) {
  std::vector<std::string> words = {(binFolder() / "texeleton-cli").string()};
  for (const QString& argument : arguments) {
    words.push_back(argument.toStdString());
  }
  std::vector<char*> pointers;
  for (std::string& word : words) {
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  const std::string memory = std::to_string(texelMebibytes);
  const std::string folder = cache.toStdString();
  const pid_t process = fork();
  if (process == 0) {
    setenv("TEXELETON_CACHE", folder.c_str(), 1);
    if (texelMebibytes > 0) {
      setenv("TEXELETON_TEXEL_MEMORY", memory.c_str(), 1);
    }
    const int nothing = open("/dev/null", O_WRONLY);
    dup2(nothing, STDOUT_FILENO);
    execv(pointers.front(), pointers.data());
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  if (process < 0 || wait4(process, &status, 0, &usage) != process) {
    return {};
  }
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, static_cast<qint64>(usage.ru_maxrss) * 1024};
}

QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class TestTexelMemory : public QObject {
  Q_OBJECT

 private slots:
  static void vertexBakeFromDisk_data() {
    QTest::addColumn<QStringList>("more");
    QTest::newRow("plain") << QStringList();
    QTest::newRow("levels of detail") << QStringList{"--lod", "0.5"};
  }

  static void vertexBakeFromDisk() {
    QFETCH(const QStringList, more);
#ifdef TEXELETON_SANITIZED
    QSKIP("sanitizers take memory of their own");
#endif
    const QTemporaryDir folder;
    const QString cache = folder.filePath("cache");
    const auto bake = [&](const QString& name, int mebibytes) {
      return run(QStringList{"bake", knightSample(), "-o", folder.filePath(name), "--mode", "vertex", "--fps", "150",
                             "--size", "exact", "--compression", "none", "--threads", "2", "--quiet"} +
                     more,
                 mebibytes, cache);
    };
    const Run memory = bake("memory.texpack", 0);
    const Run disk = bake("disk.texpack", 8);
    QCOMPARE(memory.exitCode, 0);
    QCOMPARE(disk.exitCode, 0);
    const QString exr = "/animation.exr";
    const qint64 bytes = QFile(folder.filePath("disk.texpack") + exr).size();
    QVERIFY2(bytes > 100 * kMebibyte, qPrintable(QString::number(bytes)));
    for (const QString& file : {exr, QString("/manifest.json"), QString("/mesh.glb")}) {
      QVERIFY(contents(folder.filePath("memory.texpack") + file) == contents(folder.filePath("disk.texpack") + file));
    }
    qInfo("a texture of %lld MiB: %lld MiB in memory, %lld MiB from the disk", bytes / kMebibyte,
          memory.peakBytes / kMebibyte, disk.peakBytes / kMebibyte);
    QVERIFY(memory.peakBytes - disk.peakBytes > bytes * 6 / 10);

    const QString pack = folder.filePath("disk.texpack");
    const Run small = run({"verify", pack, "--quiet", "--threads", "2"}, 8, cache);
    const Run large = run({"verify", pack, "--quiet", "--threads", "2"}, 4096, cache);
    const Run against = run({"verify", pack, "--against", knightSample(), "--quiet", "--threads", "2"}, 8, cache);
    QCOMPARE(small.exitCode, 0);
    QCOMPARE(large.exitCode, 0);
    QCOMPARE(against.exitCode, 0);
    qInfo("verify: %lld MiB in memory, %lld MiB from the disk, %lld MiB measured too", large.peakBytes / kMebibyte,
          small.peakBytes / kMebibyte, against.peakBytes / kMebibyte);
    QVERIFY(large.peakBytes - small.peakBytes > bytes * 6 / 10);
    QVERIFY(large.peakBytes - against.peakBytes > bytes * 6 / 10);
  }
};

TEXELETON_SUITE(TestTexelMemory)
#include "test_texel_memory.moc"

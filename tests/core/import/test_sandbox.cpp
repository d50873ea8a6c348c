// Code that has taken over the import worker can read the model's folder and return a result, and nothing else.

#include <QObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <map>

#include "core/import/import.h"
#include "core/model/snapshot.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;

namespace fs = std::filesystem;

namespace {

struct Probe {
  std::map<QByteArray, QByteArray> tries;  ///< Result of each attempt: "done" or "refused".
  QByteArray firstLine;
  bool reachedEnd = false;
};

class ProbeFolders {
 public:
  ProbeFolders() {
    fs::create_directory(inside());
    fs::create_directory(outside());
    for (const char* name : {"model", "empty", "gone", "a"}) {
      std::ofstream(inside() / name) << "inside";
    }
    std::ofstream(outside() / "secret") << "outside";
    fs::create_symlink(outside() / "secret", inside() / "link");
  }
  fs::path inside() const { return root() / "inside"; }
  fs::path outside() const { return root() / "outside"; }

  Probe run(const char* how) const {
    QProcess process;
    process.start(
        QString::fromStdString((test::binFolder() / "sandbox_probe").string()),
        {QString::fromStdString(inside().string()), QString::fromStdString((outside() / "secret").string()), how});
    process.waitForFinished();
    Probe probe;
    const QList<QByteArray> lines = process.readAllStandardOutput().split('\n');
    probe.firstLine = lines.value(0);
    for (const QByteArray& line : lines) {
      const auto colon = line.indexOf(": ");
      if (line.endsWith(": done") || line.endsWith(": refused")) {
        probe.tries[line.left(colon)] = line.mid(colon + 2);
      }
      probe.reachedEnd = probe.reachedEnd || line == "end";
    }
    return probe;
  }

 private:
  fs::path root() const { return fs::canonical(m_folder.path().toStdString()); }

  QTemporaryDir m_folder;
};

}  // namespace

class TestSandbox : public QObject {
  Q_OBJECT

 private slots:
  static void allowsReadingAndResultOnly() {
#ifdef TEXELETON_SANITIZED
    QSKIP("the sanitizers need more than the sandbox allows");
#endif
    const ProbeFolders folders;
    const Probe probe = folders.run("sandbox");
    if (probe.firstLine.contains("no Landlock") || probe.firstLine.contains("no seccomp")) {
      QSKIP(("this kernel lacks a part: " + probe.firstLine).constData());
    }
    QVERIFY2(probe.firstLine.startsWith("sandbox: no new privileges, Landlock "), probe.firstLine.constData());
    QVERIFY2(probe.reachedEnd, "a program was started, or it died");
    QVERIFY(probe.tries.size() > 35);
    for (const auto& [name, end] : probe.tries) {
      QVERIFY2(end == (name.startsWith("no ") ? "refused" : "done"), (name + ": " + end).constData());
    }
    // The files that exist afterwards confirm it.
    QCOMPARE(std::distance(fs::directory_iterator(folders.inside()), {}), 5);
    QCOMPARE(std::distance(fs::directory_iterator(folders.outside()), {}), 1);
    QCOMPARE(fs::file_size(folders.inside() / "empty"), 6U);
  }

  // Valid and broken files give the same result as without the sandbox.
  static void sandboxDoesNotChangeResults() {
    std::vector<fs::path> files = {test::sourceFolder() / "resources/samples/lantern-knight.glb"};
    for (const auto& more : {test::sharedModelFiles(), test::hostileModelFiles()}) {
      files.insert(files.end(), more.begin(), more.end());
    }
    std::size_t models = 0;
    for (const fs::path& file : files) {
      std::vector<std::vector<std::byte>> snapshots;
      std::vector<std::string> errors;
      for (const char* how : {"on", "off"}) {
        qputenv("TEXELETON_IMPORT_SANDBOX", how);
        importing::ImportRequest request;
        request.cache.enabled = false;
        JobContext job;
        const auto model = importing::importModel(file, request, job);
        snapshots.push_back(model ? model::writeSnapshot(**model) : std::vector<std::byte>());
        errors.push_back(model ? std::string() : model.error().message.text());
      }
      qunsetenv("TEXELETON_IMPORT_SANDBOX");
      QVERIFY2(snapshots[0] == snapshots[1], file.c_str());
      QCOMPARE(errors[0], errors[1]);
      models += snapshots[0].empty() ? 0 : 1;
    }
    qInfo("%zu models of %zu files", models, files.size());
    QVERIFY(models > 0);
  }

  // The attempts refused above succeed without the sandbox, so they are real.
  static void withoutSandboxAllIsPossible() {
    const ProbeFolders folders;
    const Probe probe = folders.run("free");
    QVERIFY2(!probe.reachedEnd, "no program was started");
    for (const auto& [name, end] : probe.tries) {
      QVERIFY2(end == "done", (name + ": " + end).constData());
    }
  }
};

TEXELETON_SUITE(TestSandbox)
#include "test_sandbox.moc"

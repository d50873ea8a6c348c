// An installation in another folder is complete: the program finds its worker and its sample there.

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include "tests/support/suite.h"

namespace {

struct Run {
  int exitCode = -1;
  QByteArray output;
  QByteArray errors;
};

Run run(const QString& program, const QStringList& arguments) {
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.remove("TEXELETON_IMPORT_WORKER");
  process.setProcessEnvironment(environment);
  process.start(program, arguments);
  process.waitForFinished(240'000);
  return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
          process.readAllStandardError()};
}

}  // namespace

class TestInstalled : public QObject {
  Q_OBJECT

 private slots:
  static void findsWorkerAndSample() {
    const QTemporaryDir prefix;
    const Run install = run(TEXELETON_CMAKE, {"--install", TEXELETON_BUILD_FOLDER, "--prefix", prefix.path()});
    QVERIFY2(install.exitCode == 0, install.errors);
    for (const char* const file :
         {"share/man/man1/texeleton-cli.1", "share/bash-completion/completions/texeleton-cli",
          "share/zsh/site-functions/_texeleton-cli", "share/fish/vendor_completions.d/texeleton-cli.fish"}) {
      QVERIFY2(QFileInfo(prefix.filePath(file)).size() > 1000, file);
    }
    const QString program = prefix.filePath("bin/texeleton-cli");
    const Run inspect =
        run(program, {"inspect", prefix.filePath("share/texeleton/samples/banner.glb"), "--json", "--no-cache"});
    QVERIFY2(inspect.exitCode == 0, inspect.errors);
    QCOMPARE(nlohmann::json::parse(inspect.output.toStdString())["clips"].size(), std::size_t{2});

#ifndef TEXELETON_SANITIZED  // With sanitizers a benchmark takes minutes.
    const Run bench = run(program, {"bench", "--seconds", "0.01", "--repeats", "1", "--json"});
    QVERIFY2(bench.exitCode == 0, bench.errors);
    const auto figures = nlohmann::json::parse(bench.output.toStdString());
    for (const char* key :
         {"boneBake", "vertexBake", "encodings", "ticker", "hierarchy", "import", "wholeBake", "write"}) {
      QVERIFY2(figures.contains(key), key);
    }
    for (const char* compression : {"none", "rle", "zip"}) {
      const auto& write = figures["write"][compression];
      QVERIFY2(write["seconds"].get<double>() > 0.0 && write["loadSeconds"].get<double>() > 0.0, compression);
      QVERIFY2(write["fileBytes"].get<double>() > 0.0, compression);
    }

    // Without the sample these figures are missing, which is reported.
    QVERIFY(QDir(prefix.filePath("share/texeleton/samples")).removeRecursively());
    const Run without = run(program, {"bench", "--seconds", "0.01", "--repeats", "1", "--json"});
    QCOMPARE(without.exitCode, 1);
    QVERIFY2(without.output.contains("\"failed\"") && without.errors.contains("sample"), without.errors);
#endif

    // Without its worker the error names the searched path.
    QVERIFY(QFile::remove(prefix.filePath("libexec/texeleton/texeleton-import")));
    qputenv("TEXELETON_CACHE", prefix.path().toUtf8());
    const Run none = run(program, {"inspect", TEXELETON_SAMPLE});
    QCOMPARE(none.exitCode, 1);
    QVERIFY2(none.errors.contains("TEXELETON_IMPORT_WORKER"), none.errors);
  }
};

TEXELETON_SUITE(TestInstalled)
#include "test_installed.moc"

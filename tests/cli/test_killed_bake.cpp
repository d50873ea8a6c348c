// A bake that is killed, or fails on a full disk, leaves the existing pack complete.

#include <sys/mount.h>
#include <sys/resource.h>

#include <QDir>
#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <csignal>
#include <random>

#include "core/pack/pack.h"
#include "tests/cli/run_program.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr int kKills = 200;

QStringList bakeArguments(const QString& pack, const char* clip) {
  return {"bake",          bannerSample(), "-o",           pack,     "--mode", "vertex",
          "--compression", "none",         "--no-measure", "--clip", clip};
}

QString cli() { return QString::fromStdString((binFolder() / "texeleton-cli").string()); }

// The name of the pack's only clip, or the reason why it is incomplete.
QString stateOf(const QString& pack) {
  JobContext job;
  auto read = pack::readPack(pack.toStdString(), job);
  if (!read) {
    return QString::fromStdString(describe(read.error()));
  }
  const auto problems = pack::verifyPack(*read, job);
  return QString::fromStdString(problems.empty() ? read->animation.clips.at(0).name : problems.front());
}

}  // namespace

class TestKilledBake : public QObject {
  Q_OBJECT

 private slots:
  static void killedAtRandomMoments() {
    const QTemporaryDir folder;
    const QString pack = folder.filePath("banner.texpack");
    QElapsedTimer timer;
    QVERIFY(runCli(bakeArguments(pack, "Breeze")).exitCode == 0);
    timer.start();
    QVERIFY(runCli(bakeArguments(pack, "Breeze")).exitCode == 0);
    const double duration = static_cast<double>(timer.nsecsElapsed()) / 1e3;  // microseconds
    QCOMPARE(stateOf(pack), "Breeze");

    std::mt19937 random(20261121);  // NOLINT(cert-msc51-cpp): the same moments every time
    int finished = 0;
    int changed = 0;
    QString state = "Breeze";
    for (int i = 0; i < kKills; ++i) {
      const char* clip = i % 2 == 0 ? "Storm" : "Breeze";
      QProcess process;
      process.start(cli(), bakeArguments(pack, clip));
      QVERIFY(process.waitForStarted());
      // also past the usual end, because run times vary
      QThread::usleep(static_cast<unsigned long>(std::uniform_real_distribution<>(0.0, duration * 1.1)(random)));
      process.kill();
      process.waitForFinished();
      finished += process.exitStatus() == QProcess::NormalExit ? 1 : 0;
      const QString now = stateOf(pack);
      QVERIFY2(now == "Breeze" || now == "Storm", qPrintable(now));
      changed += now != state ? 1 : 0;
      state = now;
    }
    qInfo("%d of %d bakes ended before they were killed; the pack changed %d times and was always whole", finished,
          kKills, changed);
    QVERIFY(finished < kKills);

    QVERIFY(runCli(bakeArguments(pack, "Breeze")).exitCode == 0);  // removes the leftovers of killed bakes
    const QStringList left = QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    QCOMPARE(left, QStringList{"banner.texpack"});
  }

  // A limit on the size of a file fails a write like a full disk (EFBIG instead of ENOSPC).
  static void fileTooLarge() {
    const QTemporaryDir folder;
    const QString pack = folder.filePath("banner.texpack");
    QVERIFY(runCli(bakeArguments(pack, "Breeze")).exitCode == 0);
    QProcess process;
    process.setChildProcessModifier([] {
      const rlimit limit{200000, 200000};
      setrlimit(RLIMIT_FSIZE, &limit);
      std::signal(SIGXFSZ, SIG_IGN);
    });
    process.start(cli(), bakeArguments(pack, "Storm") << "--no-cache"
                                                      << "--pixel-format"
                                                      << "rgba32f");
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 1);
    const QByteArray errors = process.readAllStandardError();
    QVERIFY2(errors.contains("error: "), errors);
    QCOMPARE(stateOf(pack), "Breeze");
  }

  static void fullDisk() {
    const QTemporaryDir folder;
    const QByteArray disk = folder.filePath("disk").toUtf8();
    QVERIFY(QDir().mkpath(disk));
    if (::mount("tmpfs", disk.constData(), "tmpfs", 0, "size=3m") != 0) {
      QSKIP("cannot mount a small disk here (needs root): only the limit on file sizes was tried");
    }
    const QString pack = QString::fromUtf8(disk) + "/banner.texpack";
    const ProgramRun first = runCli(bakeArguments(pack, "Storm"));
    const QString before = first.exitCode == 0 ? stateOf(pack) : QString("Storm");
    const ProgramRun second = runCli(bakeArguments(pack, "Breeze") << "--pixel-format"
                                                                   << "rgba32f");
    const QString after = first.exitCode == 0 ? stateOf(pack) : QString("Storm");
    ::umount(disk.constData());
    QVERIFY2(first.exitCode == 0, first.errors);
    QCOMPARE(before, "Storm");
    QCOMPARE(second.exitCode, 1);
    QVERIFY2(second.errors.toLower().contains("space"), second.errors);
    QCOMPARE(after, "Storm");
  }
};

TEXELETON_SUITE(TestKilledBake)
#include "test_killed_bake.moc"

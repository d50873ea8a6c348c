#include "tests/cli/run_program.h"

#include <sys/resource.h>

#include <QProcess>
#include <QTemporaryDir>

#include "tests/support/test_models.h"

namespace texeleton::test {

namespace {

#ifndef TEXELETON_SANITIZED
constexpr rlim_t kAddressSpace = rlim_t{2} * 1024 * 1024 * 1024;
#endif

QString cacheFolder() {
  static const QTemporaryDir folder;
  return folder.path();
}

}  // namespace

ProgramRun runCli(const QStringList& arguments, double seconds) {
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert("TEXELETON_CACHE", cacheFolder());
  process.setProcessEnvironment(environment);
#ifndef TEXELETON_SANITIZED
  process.setChildProcessModifier([] {
    const rlimit limit{kAddressSpace, kAddressSpace};
    setrlimit(RLIMIT_AS, &limit);
  });
#endif
  process.start(QString::fromStdString((binFolder() / "texeleton-cli").string()), arguments);
  ProgramRun run;
  run.timedOut = !process.waitForFinished(static_cast<int>(seconds * 1000.0));
  if (run.timedOut) {
    process.kill();
    process.waitForFinished();
  }
  run.crashed = !run.timedOut && process.exitStatus() == QProcess::CrashExit;
  run.exitCode = process.exitCode();
  run.output = process.readAllStandardOutput();
  run.errors = process.readAllStandardError();
  return run;
}

QString knightSample() {
  return QString::fromStdString((sourceFolder() / "resources/samples/lantern-knight.glb").string());
}

QString bannerSample() { return QString::fromStdString((sourceFolder() / "resources/samples/banner.glb").string()); }

}  // namespace texeleton::test

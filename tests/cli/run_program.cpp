#include "tests/cli/run_program.h"

#include <sys/resource.h>

#include <QDeadlineTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <algorithm>
#include <csignal>

#include "tests/support/test_models.h"

namespace texeleton::test {

namespace {

constexpr rlim_t kMemory = rlim_t{2} * 1024 * 1024 * 1024;
#ifdef TEXELETON_SANITIZED
constexpr int kLookEveryMilliseconds = 20;
#else
constexpr int kLookEveryMilliseconds = 1000;
#endif

/// The peak resident memory of a running process in bytes; 0 after its end.
rlim_t peakMemory(qint64 process) {
  QFile status(QStringLiteral("/proc/%1/status").arg(process));
  if (!status.open(QIODevice::ReadOnly)) {
    return 0;
  }
  for (const QByteArray& line : status.readAll().split('\n')) {
    if (line.startsWith("VmHWM:")) {
      return line.mid(6).trimmed().split(' ').first().toULongLong() * 1024;
    }
  }
  return 0;
}

QString cacheFolder() {
  static const QTemporaryDir folder;
  return folder.path();
}

/// With a separate import cache.
QProcessEnvironment environmentOfTests() {
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert("TEXELETON_CACHE", cacheFolder());
  // Otherwise every thread reserves an arena of 64 MiB, and the limit of address space would depend on the number of
  // cores.
  environment.insert("MALLOC_ARENA_MAX", "2");
  return environment;
}

QString program() { return QString::fromStdString((binFolder() / "texeleton-cli").string()); }

}  // namespace

ProgramRun runCli(const QStringList& arguments, double seconds, const QString& outputFile,
                  const std::vector<std::pair<QString, QString>>& variables) {
#ifdef TEXELETON_SANITIZED
  seconds *= 4.0;  // Like ctest's limits.
#endif
  QProcess process;
  QProcessEnvironment environment = environmentOfTests();
  for (const auto& [name, value] : variables) {
    environment.insert(name, value);
  }
  process.setProcessEnvironment(environment);
#ifndef TEXELETON_SANITIZED
  process.setChildProcessModifier([] {
    const rlimit limit{kMemory, kMemory};
    setrlimit(RLIMIT_AS, &limit);
  });
#endif
  if (!outputFile.isEmpty()) {
    process.setStandardOutputFile(outputFile);
  }
  process.start(program(), arguments);
  ProgramRun run;
  const QDeadlineTimer deadline(static_cast<qint64>(seconds * 1000.0));
  run.timedOut = !process.waitForStarted();
  bool tooMuchMemory = false;
  while (!run.timedOut && process.state() != QProcess::NotRunning &&
         !process.waitForFinished(
             std::clamp<int>(static_cast<int>(deadline.remainingTime()), 1, kLookEveryMilliseconds))) {
    tooMuchMemory = peakMemory(process.processId()) > kMemory;
    run.timedOut = deadline.hasExpired();
    if (tooMuchMemory || run.timedOut) {
      process.kill();
      process.waitForFinished();
      break;
    }
  }
  run.crashed = tooMuchMemory || (!run.timedOut && process.exitStatus() == QProcess::CrashExit);
  run.exitCode = process.exitCode();
  run.output = process.readAllStandardOutput();
  run.errors = process.readAllStandardError();
  return run;
}

RunningCli::RunningCli(const QStringList& arguments) {
  m_process.setProcessEnvironment(environmentOfTests());
  m_process.start(program(), arguments);
  m_process.waitForStarted();
}

RunningCli::~RunningCli() {
  m_process.kill();
  m_process.waitForFinished();
}

QByteArray RunningCli::nextLine(double seconds) {
  const QDeadlineTimer deadline(static_cast<qint64>(seconds * 1000.0));
  while (!m_process.canReadLine() && isRunning() && !deadline.hasExpired()) {
    m_process.waitForReadyRead(kLookEveryMilliseconds);
  }
  return m_process.canReadLine() ? m_process.readLine() : QByteArray();
}

bool RunningCli::awaitReadyForInterrupt(double seconds) {
  const QDeadlineTimer deadline(static_cast<qint64>(seconds * 1000.0));
  for (; isRunning() && !deadline.hasExpired(); m_process.waitForFinished(5)) {
    QFile status(QStringLiteral("/proc/%1/status").arg(m_process.processId()));
    if (!status.open(QIODevice::ReadOnly)) {
      return false;
    }
    for (const QByteArray& line : status.readAll().split('\n')) {
      if (line.startsWith("SigCgt:") &&
          (line.mid(7).trimmed().toULongLong(nullptr, 16) & (1ULL << (SIGINT - 1))) != 0) {
        return true;
      }
    }
  }
  return false;
}

void RunningCli::interrupt() const { ::kill(static_cast<pid_t>(m_process.processId()), SIGINT); }

ProgramRun RunningCli::finish(double seconds) {
  ProgramRun run;
  run.timedOut = isRunning() && !m_process.waitForFinished(static_cast<int>(seconds * 1000.0));
  run.crashed = !run.timedOut && m_process.exitStatus() == QProcess::CrashExit;
  run.exitCode = m_process.exitCode();
  run.output = m_process.readAllStandardOutput();
  run.errors = m_process.readAllStandardError();
  return run;
}

QString knightSample() {
  return QString::fromStdString((sourceFolder() / "resources/samples/lantern-knight.glb").string());
}

QString bannerSample() { return QString::fromStdString((sourceFolder() / "resources/samples/banner.glb").string()); }

}  // namespace texeleton::test

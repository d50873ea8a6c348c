#pragma once

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace texeleton::test {

/// The results of running a program.
struct ProgramRun {
  int exitCode = -1;
  bool crashed = false;   ///< Ended by a signal, or killed for taking more than 2 GiB.
  bool timedOut = false;  ///< Did not start, or did not end in time and was killed.
  QByteArray output;
  QByteArray errors;

  /// The output as JSON; a discarded value when it is none.
  nlohmann::json json() const { return nlohmann::json::parse(output.toStdString(), nullptr, false); }
};

/// Runs texeleton-cli with an import cache of its own, at most `seconds`, in 2 GiB of address space. The sanitizers
/// reserve terabytes of that; with them its resident memory is looked at instead. With `outputFile` the output goes
/// there; `variables` are added to the environment.
ProgramRun runCli(const QStringList& arguments, double seconds = 60.0, const QString& outputFile = {},
                  const std::vector<std::pair<QString, QString>>& variables = {});

/// A program that runs on while the test does something else; it is killed when this goes out of scope.
class RunningCli {
 public:
  explicit RunningCli(const QStringList& arguments);
  ~RunningCli();
  RunningCli(const RunningCli&) = delete;
  RunningCli& operator=(const RunningCli&) = delete;

  bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
  /// The next line of its output; empty when none came in time or it ended.
  QByteArray nextLine(double seconds = 60.0);
  void kill() { m_process.kill(); }
  /// Waits until it has made itself ready for Ctrl+C. False: it ended before, or never did.
  bool awaitReadyForInterrupt(double seconds = 60.0);
  /// Ctrl+C.
  void interrupt() const;
  /// Waits for its end.
  ProgramRun finish(double seconds = 60.0);

 private:
  QProcess m_process;
};

/// The bundled samples.
QString knightSample();
QString bannerSample();

}  // namespace texeleton::test

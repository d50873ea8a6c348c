#pragma once

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace texeleton::test {

/// The result of a program run.
struct ProgramRun {
  int exitCode = -1;
  bool crashed = false;   ///< Ended by a signal, or killed for taking more than 2 GiB.
  bool timedOut = false;  ///< Did not start, or did not end in time and was killed.
  QByteArray output;
  QByteArray errors;

  /// The output as JSON; a discarded value if it is not JSON.
  nlohmann::json json() const { return nlohmann::json::parse(output.toStdString(), nullptr, false); }
};

/// Runs texeleton-cli with a separate import cache, for at most `seconds`, in 2 GiB of address space. Sanitizers
/// reserve terabytes of that, so with them the resident memory is checked instead. `outputFile` receives the output;
/// `variables` are added to the environment.
ProgramRun runCli(const QStringList& arguments, double seconds = 60.0, const QString& outputFile = {},
                  const std::vector<std::pair<QString, QString>>& variables = {});

/// A program that runs in parallel to the test; the destructor kills it.
class RunningCli {
 public:
  explicit RunningCli(const QStringList& arguments);
  ~RunningCli();
  RunningCli(const RunningCli&) = delete;
  RunningCli& operator=(const RunningCli&) = delete;

  bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
  /// The next line of output; empty after a timeout or the program's end.
  QByteArray nextLine(double seconds = 60.0);
  void kill() { m_process.kill(); }
  /// Waits until the program handles Ctrl+C. False: it ended before, or never did.
  bool awaitReadyForInterrupt(double seconds = 60.0);
  /// Sends Ctrl+C.
  void interrupt() const;
  /// Waits for the program's end.
  ProgramRun finish(double seconds = 60.0);

 private:
  QProcess m_process;
};

/// The bundled samples.
QString knightSample();
QString bannerSample();

}  // namespace texeleton::test

#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <nlohmann/json.hpp>

namespace texeleton::test {

/// What a run of a program gave.
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
/// there.
ProgramRun runCli(const QStringList& arguments, double seconds = 60.0, const QString& outputFile = {});

/// The bundled samples.
QString knightSample();
QString bannerSample();

}  // namespace texeleton::test

#pragma once

#include <QCoreApplication>
#include <memory>
#include <optional>
#include <string>

namespace texeleton::cli {

/// Whether a command draws, and with what. Known once the options are read, before the application is made.
struct GpuNeed {
  bool draws = false;
  std::string backend;  ///< As given; empty: the first there is.
};

/// The application that the command needs: one without windows, or, for what draws, one on a Qt platform that has a GPU
/// here. Qt ends the program where a display does not answer, so that is tried beforehand in a process of its own.
/// `problem` is set when there is no such platform; the application then is one without a GPU.
std::unique_ptr<QCoreApplication> makeApplication(int& argc, char** argv, const GpuNeed& need, std::string& problem);

}  // namespace texeleton::cli

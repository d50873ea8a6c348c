#pragma once

#include <QCoreApplication>
#include <memory>
#include <optional>
#include <string>

namespace texeleton::cli {

/// Whether a command draws, and with which backend. Known after parsing, before the application is created.
struct GpuNeed {
  bool draws = false;
  std::string backend;  ///< As given; empty: the first available.
};

/// Creates the application for a command: without windows, or for drawing commands on a Qt platform with GPU support.
/// Qt exits the program if a display does not respond, so a separate process tries it first. If no such platform works,
/// `problem` is set and the application has no GPU.
std::unique_ptr<QCoreApplication> makeApplication(int& argc, char** argv, const GpuNeed& need, std::string& problem);

}  // namespace texeleton::cli

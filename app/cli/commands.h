#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "app/cli/console.h"
#include "app/cli/gpu_application.h"

namespace texeleton::cli {

/// Runs a sub-command after its options were parsed, and returns an ExitCode. Parsing is separate, so that wrong usage
/// is reported before any file is opened.
using Action = std::function<int(const Console&)>;

/// Each adds its sub-command to `app`; parsing sets `action` if the user chose the command.
void addRagdollCommand(CLI::App& app, Action& action);
void addBlenderAddonCommand(CLI::App& app, Action& action);
void addEncodingsCommand(CLI::App& app, Action& action);
void addInspectCommand(CLI::App& app, Action& action);
void addBakeCommand(CLI::App& app, Action& action);
void addWatchCommand(CLI::App& app, Action& action);
void addExportCommand(CLI::App& app, Action& action);
void addDoctorCommand(CLI::App& app, Action& action);
void addVerifyCommand(CLI::App& app, Action& action);
void addPlayCommand(CLI::App& app, Action& action);
void addEventsCommand(CLI::App& app, Action& action);
/// Describes all commands of `app`, which must outlive the action.
void addShellCommand(CLI::App& app, Action& action);
/// Commands that draw set `need`; `platformProblem` is the result of makeApplication() when the action runs.
void addBenchCommand(CLI::App& app, Action& action, GpuNeed& need, const std::string& platformProblem);
void addRenderCommand(CLI::App& app, Action& action, GpuNeed& need, const std::string& platformProblem);

}  // namespace texeleton::cli

#include "tests/fuzz/watched_run.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>

namespace texeleton::fuzz {

namespace {

constexpr std::size_t kKeptErrorBytes = 64 << 10;

[[noreturn]] void start(const WatchedProgram& program) {
  ::setpgid(0, 0);
  if (::chdir(program.folder.c_str()) != 0) {
    ::_exit(127);
  }
  const auto open = [](const char* path, int flags, int as) {
    const int file = ::open(path, flags, 0600);
    if (file < 0 || ::dup2(file, as) < 0) {
      ::_exit(127);
    }
  };
  open("/dev/null", O_RDONLY, 0);
  open("output.txt", O_WRONLY | O_CREAT | O_TRUNC, 1);
  open("errors.txt", O_WRONLY | O_CREAT | O_TRUNC, 2);
  const rlimit noCore{0, 0};
  ::setrlimit(RLIMIT_CORE, &noCore);
  std::vector<std::string> kept = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"};
  std::vector<char*> environment;
  for (std::string& variable : kept) {
    environment.push_back(variable.data());
  }
  std::vector<std::string> given = program.environment;
  for (std::string& variable : given) {
    environment.push_back(variable.data());
  }
  environment.push_back(nullptr);
  std::vector<std::string> words = program.command;
  std::vector<char*> arguments;
  for (std::string& word : words) {
    arguments.push_back(word.data());
  }
  arguments.push_back(nullptr);
  ::execve(arguments[0], arguments.data(), environment.data());
  ::_exit(127);
}

std::string endOf(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  stream.seekg(0, std::ios::end);
  const auto size = static_cast<std::size_t>(std::max<std::streamoff>(stream.tellg(), 0));
  stream.seekg(static_cast<std::streamoff>(size - std::min(size, kKeptErrorBytes)));
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

}  // namespace

WatchedEnd run(const WatchedProgram& program) {
  using Clock = std::chrono::steady_clock;
  WatchedEnd end;
  const auto begin = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  const pid_t child = ::fork();
  if (child == 0) {
    start(program);
  }
  int status = 0;
  rusage usage{};
  while (::wait4(child, &status, WNOHANG, &usage) == 0) {
    if (elapsed() > program.seconds) {
      end.timedOut = true;
      ::kill(-child, SIGKILL);
      ::kill(child, SIGKILL);
      ::wait4(child, &status, 0, &usage);
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  ::kill(-child, SIGKILL);  // Its remaining children.
  end.seconds = elapsed();
  end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  end.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  end.peakBytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  end.errors = endOf(program.folder / "errors.txt");
  return end;
}

}  // namespace texeleton::fuzz

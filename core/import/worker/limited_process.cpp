#include "core/import/worker/limited_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <system_error>
#include <utility>

#include "core/base/file_descriptor.h"
#include "core/base/system_reason.h"

namespace texeleton::importing {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kKeptErrorBytes = 4096;
constexpr std::size_t kMaxLineBytes = 1 << 20;
/// Progress reports are short and infrequent; a program that writes more is considered faulty.
constexpr double kMaxOutputBytes = 2 << 20;
constexpr double kMaxOutputBytesPerSecond = 16 << 10;
/// Interval of checks of limits and cancellation. The end of the program is detected at once.
constexpr int kSliceMilliseconds = 10;

struct Pipe {
  FileDescriptor readEnd;
  FileDescriptor writeEnd;
};

/// A pipe whose descriptors are above those of the program (0 to 3).
std::optional<Pipe> openPipe() {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    return std::nullopt;
  }
  const FileDescriptor low[2] = {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
  Pipe pipe{FileDescriptor(::fcntl(ends[0], F_DUPFD_CLOEXEC, 10)),
            FileDescriptor(::fcntl(ends[1], F_DUPFD_CLOEXEC, 10))};
  if (!pipe.readEnd.isOpen() || !pipe.writeEnd.isOpen() || ::fcntl(pipe.readEnd.get(), F_SETFL, O_NONBLOCK) != 0) {
    return std::nullopt;
  }
  return pipe;
}

std::vector<std::string> variablesNamed(const std::vector<std::string>& names) {
  std::vector<std::string> variables;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const std::string_view name = text.substr(0, text.find('='));
    if (std::ranges::any_of(names, [name](std::string_view wanted) {
          return wanted.ends_with('*') ? name.starts_with(wanted.substr(0, wanted.size() - 1)) : name == wanted;
        })) {
      variables.emplace_back(text);
    }
  }
  return variables;
}

/// Starts a program by posix_spawn, which unlike fork does not copy the address space of a large editor.
class Spawn {
 public:
  Spawn() {
    posix_spawn_file_actions_init(&m_actions);
    posix_spawnattr_init(&m_attributes);
  }
  ~Spawn() {
    posix_spawn_file_actions_destroy(&m_actions);
    posix_spawnattr_destroy(&m_attributes);
  }
  Spawn(const Spawn&) = delete;
  Spawn& operator=(const Spawn&) = delete;

  /// Returns 0 or the error number.
  int start(const LimitedProcess& process, int output, int errors, int result, pid_t& pid) {
    posix_spawn_file_actions_addopen(&m_actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&m_actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&m_actions, errors, STDERR_FILENO);
    if (result >= 0) {
      posix_spawn_file_actions_adddup2(&m_actions, result, 3);
    }
    posix_spawn_file_actions_addclosefrom_np(&m_actions, result >= 0 ? 4 : 3);

    sigset_t none;
    sigemptyset(&none);
    sigset_t all;
    sigfillset(&all);
    posix_spawnattr_setsigmask(&m_attributes, &none);
    posix_spawnattr_setsigdefault(&m_attributes, &all);
    posix_spawnattr_setpgroup(&m_attributes, 0);
    posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);

    std::string program = process.program.string();
    std::vector<std::string> arguments = process.arguments;
    std::vector<char*> pointers = {program.data()};
    for (std::string& argument : arguments) {
      pointers.push_back(argument.data());
    }
    pointers.push_back(nullptr);
    std::vector<std::string> environment = variablesNamed(process.environment);
    std::vector<char*> variables;
    variables.reserve(environment.size() + 1);
    for (std::string& variable : environment) {
      variables.push_back(variable.data());
    }
    variables.push_back(nullptr);
    return ::posix_spawn(&pid, program.c_str(), &m_actions, &m_attributes, pointers.data(), variables.data());
  }

 private:
  posix_spawn_file_actions_t m_actions{};
  posix_spawnattr_t m_attributes{};
};

std::uint64_t residentBytes(pid_t pid) {
  const std::string path = "/proc/" + std::to_string(pid) + "/statm";
  std::FILE* file = std::fopen(path.c_str(), "re");
  if (file == nullptr) {
    return 0;
  }
  unsigned long long total = 0;
  unsigned long long resident = 0;
  const int fieldCount = std::fscanf(file, "%llu %llu", &total, &resident);
  std::fclose(file);
  return fieldCount == 2 ? resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) : 0;
}

std::uint64_t sizeOf(int descriptor) {
  struct stat status {};
  constexpr std::uint64_t kBlock = 512;
  return descriptor >= 0 && ::fstat(descriptor, &status) == 0 ? static_cast<std::uint64_t>(status.st_blocks) * kBlock
                                                              : 0;
}

bool holds(const std::filesystem::path& process, ino_t pipe) {
  const std::string wanted = "pipe:[" + std::to_string(pipe) + ']';
  std::error_code error;
  for (std::filesystem::directory_iterator it(process / "fd", error), end; !error && it != end; it.increment(error)) {
    std::error_code gone;
    if (std::filesystem::read_symlink(it->path(), gone) == wanted) {
      return true;
    }
  }
  return false;
}

/// Kills the processes that hold the other end of a pipe, in any group or session.
void killHoldersOf(int pipe) {
  struct stat status {};
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error || ::fstat(pipe, &status) != 0) {
    return;
  }
  for (std::filesystem::directory_iterator it("/proc", error), end; !error && it != end; it.increment(error)) {
    const pid_t pid = static_cast<pid_t>(std::strtol(it->path().filename().c_str(), nullptr, 10));
    std::error_code gone;
    if (pid <= 0 || pid == ::getpid() || !holds(it->path(), status.st_ino)) {
      continue;
    }
    // A process started by another thread holds all descriptors between fork and exec.
    if (std::filesystem::read_symlink(it->path() / "exe", gone) != self) {
      ::kill(pid, SIGKILL);
    }
  }
}

/// A started program: reads its output, enforces its limits, reaps it.
class Running {
 public:
  Running(const LimitedProcess& process, pid_t pid, FileDescriptor output, FileDescriptor errors)
      : m_process(process),
        m_pid(pid),
        m_output(std::move(output)),
        m_errors(std::move(errors)),
        m_end(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))),
        m_deadline(m_start + std::chrono::duration_cast<Clock::duration>(
                                 std::chrono::duration<double>(std::clamp(process.timeSeconds, 0.0, 1e7)))) {}

  ProcessEnd wait(const JobContext& job) {
    ProcessEnd end;
    std::optional<ProcessEnd::Kind> limit;
    while (!limit && !hasEnded()) {
      poll();
      readAll();
      limit = passedLimit(job);
    }
    // Kill the whole group, including the program's children, while its process id is still valid.
    ::kill(-m_pid, SIGKILL);
    const int status = reap();
    readAll();
    // All writers have ended now, except those that left the group.
    for (const FileDescriptor* pipe : {&m_output, &m_errors}) {
      if (pipe->isOpen()) {
        killHoldersOf(pipe->get());
      }
    }
    if (limit) {
      end.kind = *limit;
    } else {
      end.kind = WIFSIGNALED(status) ? ProcessEnd::Kind::Signalled : ProcessEnd::Kind::Exited;
      end.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
      if (!m_line.empty()) {
        deliver(m_line);
      }
    }
    end.errorOutput = std::move(m_errorText);
    return end;
  }

 private:
  std::optional<ProcessEnd::Kind> passedLimit(const JobContext& job) const {
    if (job.isCancelled()) {
      return ProcessEnd::Kind::Cancelled;
    }
    if (Clock::now() >= m_deadline) {
      return ProcessEnd::Kind::TimedOut;
    }
    if (m_process.memoryBytes != 0 && residentBytes(m_pid) > m_process.memoryBytes) {
      return ProcessEnd::Kind::TooMuchMemory;
    }
    if (m_process.resultBytes != 0 && sizeOf(m_process.resultDescriptor) > m_process.resultBytes) {
      return ProcessEnd::Kind::TooLargeResult;
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - m_start).count();
    const double mayHaveWritten = kMaxOutputBytes + kMaxOutputBytesPerSecond * seconds;
    if (m_line.size() > kMaxLineBytes || static_cast<double>(m_outputBytes) > mayHaveWritten) {
      return ProcessEnd::Kind::TooMuchOutput;
    }
    return std::nullopt;
  }

  void poll() const {
    std::array<pollfd, 3> files = {pollfd{m_end.get(), POLLIN, 0}, pollfd{m_output.get(), POLLIN, 0},
                                   pollfd{m_errors.get(), POLLIN, 0}};
    // Without a descriptor for the program's end (Linux before 5.3), poll more often once the output is closed.
    const bool blind = !m_end.isOpen() && !m_output.isOpen() && !m_errors.isOpen();
    ::poll(files.data(), files.size(), blind ? 1 : kSliceMilliseconds);
  }

  /// Reads available output and closes a pipe at its end. Reads a few pieces at a time, so that limits are checked.
  void readAll() {
    readFrom(m_output, [this](std::string_view piece) { takeOutput(piece); });
    readFrom(m_errors, [this](std::string_view piece) {
      m_errorText += piece;
      if (m_errorText.size() > kKeptErrorBytes) {
        m_errorText.erase(0, m_errorText.size() - kKeptErrorBytes);
      }
    });
  }

  template <class Take>
  void readFrom(FileDescriptor& file, const Take& take) {
    std::array<char, 65536> buffer;
    for (int piece = 0; piece < 16 && file.isOpen(); ++piece) {
      const ssize_t size = ::read(file.get(), buffer.data(), buffer.size());
      if (size > 0) {
        take(std::string_view(buffer.data(), static_cast<std::size_t>(size)));
      } else if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
        file.close();
      } else {
        return;
      }
    }
  }

  void takeOutput(std::string_view piece) {
    m_outputBytes += piece.size();
    for (std::size_t end = piece.find('\n'); end != std::string_view::npos; end = piece.find('\n')) {
      m_line += piece.substr(0, end);
      deliver(m_line);
      m_line.clear();
      piece.remove_prefix(end + 1);
    }
    m_line += piece;
  }

  void deliver(const std::string& line) const {
    if (m_process.onLine) {
      m_process.onLine(line);
    }
  }

  /// Whether it has ended. It is not reaped yet.
  bool hasEnded() const {
    siginfo_t info{};
    const int result = ::waitid(P_PID, static_cast<id_t>(m_pid), &info, WEXITED | WNOHANG | WNOWAIT);
    return (result == 0 && info.si_pid == m_pid) || (result != 0 && errno != EINTR);
  }

  /// Its exit status. If it was reaped elsewhere (a host that ignores SIGCHLD), it counts as killed.
  int reap() const {
    int status = 0;
    while (::waitpid(m_pid, &status, 0) != m_pid) {
      if (errno != EINTR) {
        return SIGKILL;
      }
    }
    return status;
  }

  const LimitedProcess& m_process;
  pid_t m_pid;
  FileDescriptor m_output;
  FileDescriptor m_errors;
  FileDescriptor m_end;  ///< Readable when the program has ended.
  Clock::time_point m_start = Clock::now();
  Clock::time_point m_deadline;
  std::string m_line;  ///< The last, unfinished line.
  std::size_t m_outputBytes = 0;
  std::string m_errorText;
};

}  // namespace

bool isProgram(const std::filesystem::path& file) {
  std::error_code error;
  return std::filesystem::is_regular_file(file, error) && ::access(file.c_str(), X_OK) == 0;
}

Result<ProcessEnd> runLimited(const LimitedProcess& process, const JobContext& job) {
  auto output = openPipe();
  auto errors = openPipe();
  FileDescriptor result;
  if (process.resultDescriptor >= 0) {
    result = FileDescriptor(::fcntl(process.resultDescriptor, F_DUPFD_CLOEXEC, 10));
  }
  if (!output || !errors || result.isOpen() != (process.resultDescriptor >= 0)) {
    return fail(ErrorCode::Io, message("cannot open a pipe: %1", systemReason(errno)), process.program.string());
  }
  pid_t pid = -1;
  Spawn spawn;
  const int error = spawn.start(process, output->writeEnd.get(), errors->writeEnd.get(), result.get(), pid);
  if (error != 0) {
    return fail(ErrorCode::Io, message("cannot start the program: %1", systemReason(error)), process.program.string());
  }
  output->writeEnd.close();
  errors->writeEnd.close();
  return Running(process, pid, std::move(output->readEnd), std::move(errors->readEnd)).wait(job);
}

}  // namespace texeleton::importing

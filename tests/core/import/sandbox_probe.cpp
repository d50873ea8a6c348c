// Actions that code in the import worker could try if a parser were compromised. Arguments: FOLDER (which it may read),
// OUTSIDE (a file that it may not), "sandbox" or "free". Prints a line for each attempt: its name, then "done" or
// "refused".

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>

#include "app/import_worker/sandbox.h"

namespace {

namespace fs = std::filesystem;

bool canOpen(const fs::path& path, int flags) {
  const int file = ::open(path.c_str(), flags, 0600);
  if (file >= 0) {
    ::close(file);
  }
  return file >= 0;
}

bool canRead(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY);
  char byte = 0;
  const bool isRead = file >= 0 && ::read(file, &byte, 1) == 1;
  if (file >= 0) {
    ::close(file);
  }
  return isRead;
}

bool canList(const fs::path& path) {
  DIR* folder = ::opendir(path.c_str());
  if (folder != nullptr) {
    ::closedir(folder);
  }
  return folder != nullptr;
}

bool canFork() {
  const pid_t child = ::fork();
  if (child == 0) {
    ::_exit(0);
  }
  return child > 0 && ::waitpid(child, nullptr, 0) == child;
}

bool canVfork() {
  // Without the C library's wrapper, as injected code would.
  const long child = ::syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr);
  if (child == 0) {
    ::_exit(0);
  }
  return child > 0 && ::waitpid(static_cast<pid_t>(child), nullptr, 0) == child;
}

bool canStartThread() {
  try {
    std::thread([] {}).join();
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

bool canConnect(int family) {
  const int end = ::socket(family, SOCK_STREAM, 0);
  if (end < 0) {
    return false;
  }
  // Only the attempt matters, not a reply: an address without a server refuses.
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(9);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sockaddr_un local{};
  local.sun_family = AF_UNIX;
  std::snprintf(local.sun_path, sizeof local.sun_path, "%s", "/nowhere/socket");
  const int result = family == AF_UNIX ? ::connect(end, reinterpret_cast<const sockaddr*>(&local), sizeof local)
                                       : ::connect(end, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  const bool isTried = result == 0 || errno == ECONNREFUSED || errno == ENETUNREACH || errno == ENOENT;
  ::close(end);
  return isTried;
}

bool canMapCode() {
  void* memory = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory != MAP_FAILED;
}

bool canMakeCode() {
  void* memory = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory != MAP_FAILED && ::mprotect(memory, 4096, PROT_READ | PROT_EXEC) == 0;
}

bool canRaise(__rlimit_resource resource) {
  rlimit limit{};
  ::getrlimit(resource, &limit);
  return ::setrlimit(resource, &limit) == 0;
}

/// The descriptor of the result is open for writing, within the limit.
bool canGrow(int file) { return ::pwrite(file, "x", 1, off_t{1} << 40) == 1 || ::ftruncate(file, off_t{1} << 40) == 0; }

void attempt(const char* name, const std::function<bool()>& can) {
  std::printf("%s: %s\n", name, can() ? "done" : "refused");
  std::fflush(stdout);
}

}  // namespace

int main(int argumentCount, char** arguments) {
  if (argumentCount != 4) {
    return 2;
  }
  const fs::path folder = arguments[1];
  const fs::path outside = arguments[2];
  const pid_t parent = ::getppid();
  const int result = ::memfd_create("result", 0);
  if (std::strcmp(arguments[3], "sandbox") == 0) {
    texeleton::importing::worker::SandboxLimits limits;
    limits.readable = {folder};
    limits.fileBytes = 1 << 20;
    std::printf("%s\n", texeleton::importing::worker::enterSandbox(limits).c_str());
  }
  // Needed for reading a model.
  attempt("reading inside", [&] { return canRead(folder / "model"); });
  attempt("listing inside", [&] { return canList(folder); });
  attempt("taking memory", [] {
    void* memory = ::mmap(nullptr, 64 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory != MAP_FAILED && ::munmap(memory, 64 << 20) == 0;
  });
  attempt("answering", [result] { return ::pwrite(result, "model", 5, 0) == 5; });
  // Must be refused.
  attempt("no reading outside", [&] { return canRead(outside); });
  attempt("no reading by ..",
          [&] { return canRead(folder / ".." / outside.parent_path().filename() / outside.filename()); });
  attempt("no reading by a link", [&] { return canRead(folder / "link"); });
  attempt("no reading of the system", [] { return canRead("/etc/passwd"); });
  attempt("no reading of the parent", [&] { return canRead("/proc/" + std::to_string(parent) + "/environ"); });
  attempt("no reading of itself", [] { return canRead("/proc/self/maps"); });
  attempt("no listing outside", [&] { return canList(outside.parent_path()); });
  attempt("no writing inside", [&] { return canOpen(folder / "model", O_WRONLY); });
  attempt("no appending inside", [&] { return canOpen(folder / "model", O_RDWR | O_APPEND); });
  attempt("no making inside", [&] { return canOpen(folder / "made", O_WRONLY | O_CREAT); });
  attempt("no emptying inside", [&] { return ::truncate((folder / "empty").c_str(), 0) == 0; });
  attempt("no file without a name", [&] { return canOpen(folder, O_WRONLY | O_TMPFILE) || errno == EOPNOTSUPP; });
  attempt("no writing outside", [&] { return canOpen(outside, O_WRONLY); });
  attempt("no making outside", [&] { return canOpen(outside.parent_path() / "made", O_WRONLY | O_CREAT); });
  attempt("no folder", [&] { return ::mkdir((folder / "folder").c_str(), 0700) == 0; });
  attempt("no link", [&] { return ::symlink("model", (folder / "made-link").c_str()) == 0; });
  attempt("no hard link", [&] { return ::link((folder / "model").c_str(), (folder / "hard").c_str()) == 0; });
  attempt("no renaming", [&] { return ::rename((folder / "a").c_str(), (folder / "b").c_str()) == 0; });
  attempt("no removing", [&] { return ::unlink((folder / "gone").c_str()) == 0; });
  attempt("no permissions", [&] { return ::chmod((folder / "model").c_str(), 0600) == 0; });
  attempt("no times", [&] { return ::utimensat(AT_FDCWD, (folder / "model").c_str(), nullptr, 0) == 0; });
  attempt("no memory file", [] { return ::memfd_create("more", 0) >= 0; });
  attempt("no larger result", [result] { return canGrow(result); });
  attempt("no network", [] { return canConnect(AF_INET); });
  attempt("no local socket", [] { return canConnect(AF_UNIX); });
  attempt("no socket pair", [] {
    int ends[2] = {-1, -1};
    return ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0;
  });
  attempt("no fork", canFork);
  attempt("no clone", canVfork);
  attempt("no thread", canStartThread);
  attempt("no session", [] {
    // A group leader like the worker cannot do this anyway, so the error code is what matters.
    return ::setsid() >= 0 || errno != EPERM || ::syscall(SYS_setpgid, 0, 0) == 0;
  });
  attempt("no signal", [&] { return ::kill(parent, 0) == 0; });
  attempt("no signal to a thread", [&] { return ::syscall(SYS_tgkill, parent, parent, 0) == 0; });
  attempt("no memory of others", [&] {
    char byte = 0;
    const iovec here = {&byte, 1};
    return ::syscall(SYS_process_vm_readv, ::getpid(), &here, 1, &here, 1, 0) == 1;
  });
  attempt("no code", canMapCode);
  attempt("no code made of data", canMakeCode);
  attempt("no limits raised", [] { return canRaise(RLIMIT_CPU); });
  attempt("no working folder", [] { return ::chdir("/") == 0; });
  attempt("no program", [] {
    const char* const program[] = {"/bin/true", nullptr};
    ::execv(program[0], const_cast<char* const*>(program));
    return false;  // Not reached if the program was started.
  });
  std::printf("end\n");
  return 0;
}

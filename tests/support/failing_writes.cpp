#include "tests/support/failing_writes.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

std::array<char, PATH_MAX> g_folder{};
std::atomic<std::uint64_t> g_failingCall{0};
std::atomic<int> g_how{kFailOnce};
std::atomic<std::uint64_t> g_calls{0};
std::atomic<bool> g_isOn{false};

/// The function of this name without this library.
template <class F>
F next(const char* name) {
  return reinterpret_cast<F>(dlsym(RTLD_NEXT, name));
}

bool isUnderFolder(const char* path) {
  const std::size_t length = std::strlen(g_folder.data());
  return std::strncmp(path, g_folder.data(), length) == 0 && (path[length] == '/' || path[length] == '\0');
}

bool concerns(int descriptor) {
  if (!g_isOn) {
    return false;
  }
  std::array<char, 64> link{};
  std::snprintf(link.data(), link.size(), "/proc/self/fd/%d", descriptor);
  std::array<char, PATH_MAX> path{};
  const ssize_t length = readlink(link.data(), path.data(), path.size() - 1);
  return length > 0 && isUnderFolder(path.data());
}

bool concerns(int folder, const char* path) {
  if (!g_isOn || path == nullptr) {
    return false;
  }
  if (path[0] == '/') {
    return isUnderFolder(path);
  }
  std::array<char, PATH_MAX> here{};
  return folder == AT_FDCWD ? getcwd(here.data(), here.size()) != nullptr && isUnderFolder(here.data())
                            : concerns(folder);
}

enum class Fate { Works, Half, Fails };

Fate fateOfThis() {
  const std::uint64_t call = ++g_calls;
  const std::uint64_t failing = g_failingCall;
  if (failing == 0 || call < failing) {
    return Fate::Works;
  }
  if (g_how == kDie) {
    _exit(99);
  }
  if (g_how == kFailShort) {
    return call == failing ? Fate::Half : Fate::Fails;
  }
  return call == failing || g_how == kFailFrom ? Fate::Fails : Fate::Works;
}

bool fails() {
  const bool does = fateOfThis() == Fate::Fails;
  if (does) {
    errno = ENOSPC;
  }
  return does;
}

/// Ends the process at calls that do not fail on a full disk, if a kill is simulated.
void mayDie(bool concerned) {
  if (g_how == kDie && concerned) {
    static_cast<void>(fateOfThis());
  }
}

bool writes(int flags) { return (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT) != 0; }

/// `write` receives the number of bytes that it may write.
template <class Write>
ssize_t limited(int descriptor, std::size_t size, const Write& write) {
  switch (concerns(descriptor) ? fateOfThis() : Fate::Works) {
    case Fate::Works:
      return write(size);
    case Fate::Half:
      return write(size > 1 ? size / 2 : size);
    case Fate::Fails:
      break;
  }
  errno = ENOSPC;
  return -1;
}

std::size_t sizeOf(const iovec* parts, int count) {
  std::size_t size = 0;
  for (int i = 0; i < count; ++i) {
    size += parts[i].iov_len;
  }
  return size;
}

int openWith(const char* name, int folder, const char* path, int flags, mode_t mode) {
  if (writes(flags) && concerns(folder, path) && fails()) {
    return -1;
  }
  return next<int (*)(int, const char*, int, mode_t)>(name)(folder, path, flags, mode);
}

/// The settings of a preloaded library.
struct FromEnvironment {
  FromEnvironment() {
    const char* folder = std::getenv("FAILING_WRITES_FOLDER");
    const char* call = std::getenv("FAILING_WRITES_CALL");
    const char* how = std::getenv("FAILING_WRITES_HOW");
    if (folder != nullptr && call != nullptr && how != nullptr) {
      failWrites(folder, std::strtoull(call, nullptr, 10),
                 std::strcmp(how, "once") == 0   ? kFailOnce
                 : std::strcmp(how, "from") == 0 ? kFailFrom
                 : std::strcmp(how, "die") == 0  ? kDie
                                                 : kFailShort);
    }
  }
  ~FromEnvironment() {
    const char* file = std::getenv("FAILING_WRITES_COUNT");
    const std::uint64_t calls = stopFailingWrites();
    if (file != nullptr) {
      if (std::FILE* out = std::fopen(file, "w"); out != nullptr) {
        std::fprintf(out, "%llu", static_cast<unsigned long long>(calls));
        std::fclose(out);
      }
    }
  }
};

const FromEnvironment g_fromEnvironment;

}  // namespace

extern "C" {

void failWrites(const char* folder, std::uint64_t call, int how) {
  std::snprintf(g_folder.data(), g_folder.size(), "%s", folder);
  g_failingCall = call;
  g_how = how;
  g_calls = 0;
  g_isOn = true;
}

std::uint64_t stopFailingWrites() {
  g_isOn = false;
  return g_calls;
}

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return openWith("openat", AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return openWith("openat", AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return openWith("openat", folder, path, flags, mode);
}
int openat64(int folder, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return openWith("openat", folder, path, flags, mode);
}

ssize_t write(int descriptor, const void* bytes, size_t size) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t)>("write");
  return limited(descriptor, size, [&](size_t most) { return real(descriptor, bytes, most); });
}
ssize_t pwrite(int descriptor, const void* bytes, size_t size, off_t offset) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite");
  return limited(descriptor, size, [&](size_t most) { return real(descriptor, bytes, most, offset); });
}
ssize_t pwrite64(int descriptor, const void* bytes, size_t size, off_t offset) {
  return pwrite(descriptor, bytes, size, offset);
}
ssize_t writev(int descriptor, const iovec* parts, int count) {
  static const auto real = next<ssize_t (*)(int, const iovec*, int)>("writev");
  return limited(descriptor, sizeOf(parts, count), [&](size_t most) {
    return most == sizeOf(parts, count) ? real(descriptor, parts, count)
                                        : write(descriptor, parts->iov_base, parts->iov_len);
  });
}
ssize_t pwritev(int descriptor, const iovec* parts, int count, off_t offset) {
  static const auto real = next<ssize_t (*)(int, const iovec*, int, off_t)>("pwritev");
  return limited(descriptor, sizeOf(parts, count), [&](size_t most) {
    if (most == sizeOf(parts, count)) {
      return real(descriptor, parts, count, offset);
    }
    const iovec& part = parts->iov_len != 0 || count == 1 ? parts[0] : parts[1];
    const iovec half = {part.iov_base, (part.iov_len + 1) / 2};
    return real(descriptor, &half, 1, offset);
  });
}
ssize_t pwritev64(int descriptor, const iovec* parts, int count, off_t offset) {
  return pwritev(descriptor, parts, count, offset);
}

// Tests do not wait for the disk: a killed program loses no written data, only a system crash does.
int fsync(int descriptor) { return concerns(descriptor) && fails() ? -1 : 0; }
int fdatasync(int descriptor) { return concerns(descriptor) && fails() ? -1 : 0; }
int ftruncate(int descriptor, off_t size) {
  static const auto real = next<int (*)(int, off_t)>("ftruncate");
  return concerns(descriptor) && fails() ? -1 : real(descriptor, size);
}
int close(int descriptor) {
  static const auto real = next<int (*)(int)>("close");
  // Folders, and files that were only read, are closed without counting.
  const bool isWritten = concerns(descriptor) && writes(fcntl(descriptor, F_GETFL) & ~O_CREAT);
  const bool isLost = isWritten && fails();
  const int result = real(descriptor);
  if (isLost) {
    errno = ENOSPC;
  }
  return isLost ? -1 : result;
}

int rename(const char* from, const char* to) {
  static const auto real = next<int (*)(const char*, const char*)>("rename");
  return concerns(AT_FDCWD, to) && fails() ? -1 : real(from, to);
}
int renameat(int fromFolder, const char* from, int toFolder, const char* to) {
  static const auto real = next<int (*)(int, const char*, int, const char*)>("renameat");
  return concerns(toFolder, to) && fails() ? -1 : real(fromFolder, from, toFolder, to);
}
int renameat2(int fromFolder, const char* from, int toFolder, const char* to, unsigned flags) {
  static const auto real = next<int (*)(int, const char*, int, const char*, unsigned)>("renameat2");
  return concerns(toFolder, to) && fails() ? -1 : real(fromFolder, from, toFolder, to, flags);
}
int link(const char* from, const char* to) {
  static const auto real = next<int (*)(const char*, const char*)>("link");
  return concerns(AT_FDCWD, to) && fails() ? -1 : real(from, to);
}
int linkat(int fromFolder, const char* from, int toFolder, const char* to, int flags) {
  static const auto real = next<int (*)(int, const char*, int, const char*, int)>("linkat");
  return concerns(toFolder, to) && fails() ? -1 : real(fromFolder, from, toFolder, to, flags);
}
int mkdir(const char* path, mode_t mode) {
  static const auto real = next<int (*)(const char*, mode_t)>("mkdir");
  return concerns(AT_FDCWD, path) && fails() ? -1 : real(path, mode);
}
int mkdirat(int folder, const char* path, mode_t mode) {
  static const auto real = next<int (*)(int, const char*, mode_t)>("mkdirat");
  return concerns(folder, path) && fails() ? -1 : real(folder, path, mode);
}
int unlink(const char* path) {
  static const auto real = next<int (*)(const char*)>("unlink");
  mayDie(concerns(AT_FDCWD, path));
  return real(path);
}
int unlinkat(int folder, const char* path, int flags) {
  static const auto real = next<int (*)(int, const char*, int)>("unlinkat");
  mayDie(concerns(folder, path));
  return real(folder, path, flags);
}
int rmdir(const char* path) {
  static const auto real = next<int (*)(const char*)>("rmdir");
  mayDie(concerns(AT_FDCWD, path));
  return real(path);
}
int remove(const char* path) {
  static const auto real = next<int (*)(const char*)>("remove");
  mayDie(concerns(AT_FDCWD, path));
  return real(path);
}
int fchmod(int descriptor, mode_t mode) {
  static const auto real = next<int (*)(int, mode_t)>("fchmod");
  mayDie(concerns(descriptor));
  return real(descriptor, mode);
}
}

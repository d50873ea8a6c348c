#include "core/base/process_setup.h"

#include <fcntl.h>
#if !defined(_WIN32)
#include <langinfo.h>
#endif
#include <unistd.h>

#include <array>
#include <cerrno>
#include <clocale>
#include <cstdlib>
#include <cstring>

namespace texeleton {

void openStandardStreams() {
  for (const int stream : std::array{STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) == -1 && errno == EBADF) {
      // The lowest free descriptor is this one, since those below are open.
      static_cast<void>(::open("/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY) == stream);
    }
  }
}

void useUtf8Locale() {
#if !defined(_WIN32)
  std::setlocale(LC_ALL, "");
  if (std::strcmp(nl_langinfo(CODESET), "UTF-8") != 0) {
    setenv("LC_ALL", "C.UTF-8", 1);
  }
  std::setlocale(LC_ALL, "C");  // The initial state of programs; an application object sets it again.
#endif
}

void useDotInNumbers() { std::setlocale(LC_NUMERIC, "C"); }

}  // namespace texeleton

#include "core/base/utf8_locale.h"

#if !defined(_WIN32)
#include <langinfo.h>

#include <clocale>
#include <cstdlib>
#include <cstring>
#endif

namespace texeleton {

void useUtf8Locale() {
#if !defined(_WIN32)
  std::setlocale(LC_ALL, "");
  if (std::strcmp(nl_langinfo(CODESET), "UTF-8") != 0) {
    setenv("LC_ALL", "C.UTF-8", 1);
  }
  std::setlocale(LC_ALL, "C");  // As programs begin; an application object decides for itself.
#endif
}

}  // namespace texeleton

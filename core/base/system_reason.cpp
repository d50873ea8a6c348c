#include "core/base/system_reason.h"

#include <array>
#include <string>

namespace texeleton {

namespace {

/// The reasons that occur with files; others stay in English.
constexpr std::array kKnown = {said("No such file or directory"),
                               said("Permission denied"),
                               said("Operation not permitted"),
                               said("No space left on device"),
                               said("Disk quota exceeded"),
                               said("Read-only file system"),
                               said("Input/output error"),
                               said("Is a directory"),
                               said("Not a directory"),
                               said("Directory not empty"),
                               said("File exists"),
                               said("File name too long"),
                               said("File too large"),
                               said("Too many open files"),
                               said("Too many levels of symbolic links"),
                               said("Cannot allocate memory"),
                               said("Device or resource busy"),
                               said("Stale file handle"),
                               said("Invalid argument"),
                               said("Resource temporarily unavailable"),
                               said("Broken pipe")};

}  // namespace

Message systemReason(int number) {
  const std::string text = std::generic_category().message(number);
  for (const char* const known : kKnown) {
    if (text == known) {
      return message(known);
    }
  }
  return verbatim(text);
}

}  // namespace texeleton

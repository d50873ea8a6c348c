#pragma once

#include <string>
#include <utility>

#include "core/base/message.h"

namespace texeleton {

/// Kinds of failures. The message does not depend on the kind.
enum class ErrorCode {
  InvalidArgument,  ///< The request is invalid (unknown clip, bad option).
  NotFound,         ///< A file, or an item in it, is missing.
  Io,               ///< Reading or writing failed (permissions, full disk, …).
  BadFile,          ///< The file is broken, cut short or hostile.
  Unsupported,      ///< The file is valid, but needs a feature that is not supported (version, required extension).
  Limit,            ///< A limit was exceeded (texture size, frames, memory, time, half range).
  WorkerDied,       ///< The import worker crashed, hung or ran out of memory.
  Cancelled,        ///< The job was cancelled.
  Verification,     ///< The written data differs from the intended data, or the error limit was exceeded.
};

/// A failure: its cause, its place and its remedies.
struct Error {
  ErrorCode code = ErrorCode::InvalidArgument;
  Message message;   ///< One sentence or two, naming node, clip, limit and remedies; one line.
  std::string file;  ///< The file concerned; may be empty.
};

/// "file: message", for logs and the command line.
inline std::string describe(const Error& error) {
  return error.file.empty() ? error.message.text() : error.file + ": " + error.message.text();
}

}  // namespace texeleton

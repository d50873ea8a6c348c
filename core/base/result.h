#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "core/base/error.h"

namespace texeleton {

/// A value or an Error; has the member names of std::expected. No exception crosses the boundary of core.
template <class T>
using Result = tl::expected<T, Error>;

/// `return fail(ErrorCode::BadFile, "…", path);` from any function that returns a Result.
inline tl::unexpected<Error> fail(ErrorCode code, Message what, std::string file = {}) {
  return tl::unexpected<Error>(Error{code, std::move(what), std::move(file)});
}

inline tl::unexpected<Error> fail(ErrorCode code, const char* literal, std::string file = {}) {
  return fail(code, message(literal), std::move(file));
}

/// Passes an Error of one Result on as the failure of another.
inline tl::unexpected<Error> fail(Error error) { return tl::unexpected<Error>(std::move(error)); }

}  // namespace texeleton

/// `TRY(result);` returns the Error of a Result, a variable or an expression, from a function that returns a Result
/// too. Afterwards the Result has its value.
#define TRY(...)                                                              \
  do {                                                                        \
    if (auto&& tried = (__VA_ARGS__); !tried) {                               \
      return ::texeleton::fail(std::forward<decltype(tried)>(tried).error()); \
    }                                                                         \
  } while (false)

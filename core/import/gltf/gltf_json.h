#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/message.h"

namespace texeleton::importing {

/// A forward-only JSON reader that builds no tree: the caller reads what it expects and skips the rest. Strict about
/// grammar, nesting (at most kMaxDepth) and types. It keeps the first error and its place ("accessors[3].count"); every
/// later call does nothing and returns an empty value, so that callers check once at the end.
class JsonReader {
 public:
  static constexpr std::size_t kMaxDepth = 64;

  explicit JsonReader(std::string_view text);

  bool ok() const { return m_error.empty(); }
  const Message& error() const { return m_error; }

  bool atObject() { return peek() == '{'; }
  bool atArray() { return peek() == '['; }

  /// Reads an object; `onMember(key)` must read or skip exactly one value.
  template <class OnMember>
  void object(OnMember&& onMember) {
    if (!enter('{', message("an object"))) {
      return;
    }
    if (!close('}')) {
      do {
        const std::string_view key = stringView();
        expect(':');
        m_path.back().key = key;
        if (ok()) {
          onMember(key);
        }
      } while (ok() && next('}'));
    }
    leave();
  }

  /// Reads an array; `onElement(index)` must read or skip exactly one value.
  template <class OnElement>
  void array(OnElement&& onElement) {
    if (!enter('[', message("an array"))) {
      return;
    }
    if (!close(']')) {
      std::size_t index = 0;
      do {
        m_path.back().index = index;
        if (ok()) {
          onElement(index);
        }
        ++index;
      } while (ok() && next(']'));
    }
    leave();
  }

  /// Skips any value and returns its text.
  std::string_view skip();
  std::string string() { return std::string(stringView()); }
  double number();
  /// A whole number from 0 to `max`.
  std::uint64_t whole(std::uint64_t max);
  bool boolean();
  /// Fails unless only white space follows.
  void expectEnd();
  /// Sets the error at the current place, unless there is one already.
  void fail(const Message& problem);

 private:
  struct Place {
    std::string_view key;
    std::optional<std::size_t> index;
  };

  char peek();
  bool enter(char open, const Message& what);
  void leave();
  bool close(char bracket);
  bool next(char bracket);
  void expect(char c);
  std::string_view stringView();
  std::string_view unescape(std::string_view raw);
  std::string_view numberText();
  void literal(std::string_view word);
  void failCutShort();
  /// The text ends here, or something else has the problem.
  void failHere(const Message& problem);

  const char* m_begin = nullptr;
  const char* m_at = nullptr;
  const char* m_end = nullptr;
  std::vector<Place> m_path;
  std::deque<std::string> m_unescaped;  ///< Unescaped strings; views into them stay valid.
  Message m_error;
};

}  // namespace texeleton::importing

#pragma once

#include <concepts>
#include <iosfwd>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/remedy.h"

namespace texeleton {

class MessageArgument;

/// A text for the user, as data: an English format with placeholders %1, %2 … and its arguments: texts that are the
/// same in every language (names, numbers), other messages, and remedies. The format is the key of its translations.
/// Created by message(), which translations/messages.py finds in the sources.
class Message {
 public:
  Message();
  Message(std::string format, std::vector<MessageArgument> arguments);
  Message(const Message& other);
  Message(Message&& other) noexcept;
  Message& operator=(const Message& other);
  Message& operator=(Message&& other) noexcept;
  ~Message();

  /// In English, with arguments inserted; remedies as options of the command line.
  const std::string& text() const { return m_text; }
  operator const std::string&() const { return m_text; }  // NOLINT(google-explicit-constructor): as its English text

  /// "%1" for foreign text.
  const std::string& format() const { return m_format; }
  /// Arguments without a placeholder are remedies that the format does not mention.
  const std::vector<MessageArgument>& arguments() const { return m_arguments; }
  /// All remedies in it and in its arguments, in order, without duplicates.
  std::vector<Remedy> remedies() const;

  bool empty() const { return m_text.empty(); }
  const char* c_str() const { return m_text.c_str(); }
  std::size_t size() const { return m_text.size(); }
  std::size_t find(std::string_view what, std::size_t from = 0) const { return m_text.find(what, from); }
  bool contains(std::string_view what) const { return m_text.find(what) != std::string::npos; }
  bool starts_with(std::string_view what) const { return m_text.rfind(what, 0) == 0; }

  /// Returns a copy in which each text argument is replaced by `change(text)`.
  template <class F>
  Message withTexts(const F& change) const;

  friend bool operator==(const Message& a, const Message& b);
  friend bool operator==(const Message& a, std::string_view b) { return a.m_text == b; }
  friend bool operator==(const Message& a, const std::string& b) { return a.m_text == b; }
  friend bool operator==(const Message& a, const char* b) { return a.m_text == b; }
  friend std::string operator+(const Message& a, std::string_view b) { return a.m_text + std::string(b); }
  friend std::string operator+(std::string_view a, const Message& b) { return std::string(a) + b.m_text; }
  friend std::ostream& operator<<(std::ostream& stream, const Message& message);

 private:
  std::string m_format;
  std::string m_text;
  std::vector<MessageArgument> m_arguments;
};

class MessageArgument {
 public:
  enum class Kind { Text, Message, Remedy };

  MessageArgument(std::string text) : m_text(std::move(text)) {}  // NOLINT(google-explicit-constructor)
  MessageArgument(std::string_view text) : m_text(text) {}        // NOLINT(google-explicit-constructor)
  MessageArgument(const char* text) : m_text(text) {}             // NOLINT(google-explicit-constructor)
  MessageArgument(Message message) : m_kind(Kind::Message), m_message(std::move(message)) {}  // NOLINT
  MessageArgument(Remedy remedy) : m_kind(Kind::Remedy), m_remedy(std::move(remedy)) {}       // NOLINT
  template <std::integral T>
  requires(!std::same_as<T, bool> && !std::same_as<T, char>) MessageArgument(T number)
      : m_text(std::to_string(number)) {}  // NOLINT(google-explicit-constructor)

  Kind kind() const { return m_kind; }
  const std::string& ownText() const { return m_text; }
  const Message& message() const { return m_message; }
  const Remedy& remedy() const { return m_remedy; }

  /// In English.
  std::string text() const;

  friend bool operator==(const MessageArgument&, const MessageArgument&) = default;

 private:
  Kind m_kind = Kind::Text;
  std::string m_text;
  Message m_message;
  Remedy m_remedy;
};

/// `message("the clip \"%1\" has no keys", name)`: a translatable message. `format` is a literal, or a choice between
/// literals.
template <class... Arguments>
Message message(const char* format, Arguments&&... arguments) {
  return Message(std::string(format),
                 std::vector<MessageArgument>{MessageArgument(std::forward<Arguments>(arguments))...});
}

/// A foreign text (of an exception or the system), which is never translated.
Message verbatim(std::string text);

/// Marks a message in a constant for translations/messages.py: `constexpr const char* kWhy = said("…");`.
constexpr const char* said(const char* literal) { return literal; }

/// Calls `place(number, from, end)` for each %1 … %99 of a format, and `literal(text)` for the text between.
template <class Literal, class Place>
void forEachPlace(std::string_view format, const Literal& literal, const Place& place) {
  std::size_t from = 0;
  for (std::size_t i = 0; i + 1 < format.size();) {
    std::size_t end = i + 1;
    std::size_t number = 0;
    while (format[i] == '%' && end < format.size() && end < i + 3 && format[end] >= '0' && format[end] <= '9') {
      number = 10 * number + static_cast<std::size_t>(format[end++] - '0');
    }
    if (end == i + 1 || number == 0) {
      ++i;
      continue;
    }
    literal(format.substr(from, i - from));
    place(number);
    i = from = end;
  }
  literal(format.substr(from));
}

template <class F>
Message Message::withTexts(const F& change) const {
  std::vector<MessageArgument> arguments;
  arguments.reserve(m_arguments.size());
  for (const MessageArgument& argument : m_arguments) {
    switch (argument.kind()) {
      case MessageArgument::Kind::Text:
        arguments.emplace_back(std::string(change(argument.ownText())));
        break;
      case MessageArgument::Kind::Message:
        arguments.emplace_back(argument.message().withTexts(change));
        break;
      case MessageArgument::Kind::Remedy:
        arguments.emplace_back(
            Remedy{argument.remedy().kind, argument.remedy().number, change(argument.remedy().subject)});
        break;
    }
  }
  return Message(m_format, std::move(arguments));
}

}  // namespace texeleton

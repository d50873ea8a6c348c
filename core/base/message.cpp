#include "core/base/message.h"

#include <algorithm>
#include <ostream>

namespace texeleton {

namespace {

std::string inEnglish(const std::string& format, const std::vector<MessageArgument>& arguments) {
  std::string text;
  forEachPlace(
      format, [&text](std::string_view literal) { text += literal; },
      [&](std::size_t place) { text += place <= arguments.size() ? arguments[place - 1].text() : std::string(); });
  return text;
}

void collect(const Message& message, std::vector<Remedy>& remedies) {
  for (const MessageArgument& argument : message.arguments()) {
    if (argument.kind() == MessageArgument::Kind::Message) {
      collect(argument.message(), remedies);
    } else if (argument.kind() == MessageArgument::Kind::Remedy &&
               std::ranges::find(remedies, argument.remedy()) == remedies.end()) {
      remedies.push_back(argument.remedy());
    }
  }
}

}  // namespace

Message::Message() = default;
Message::Message(std::string format, std::vector<MessageArgument> arguments)
    : m_format(std::move(format)), m_text(inEnglish(m_format, arguments)), m_arguments(std::move(arguments)) {}
Message::Message(const Message& other) = default;
Message::Message(Message&& other) noexcept = default;
Message& Message::operator=(const Message& other) = default;
Message& Message::operator=(Message&& other) noexcept = default;
Message::~Message() = default;

std::vector<Remedy> Message::remedies() const {
  std::vector<Remedy> remedies;
  collect(*this, remedies);
  return remedies;
}

Message verbatim(std::string text) { return text.empty() ? Message() : message("%1", std::move(text)); }

std::string MessageArgument::text() const {
  return m_kind == Kind::Message ? m_message.text() : m_kind == Kind::Remedy ? optionOf(m_remedy) : m_text;
}

bool operator==(const Message& a, const Message& b) {
  return a.m_format == b.m_format && a.m_arguments == b.m_arguments;
}

std::ostream& operator<<(std::ostream& stream, const Message& message) { return stream << message.m_text; }

}  // namespace texeleton

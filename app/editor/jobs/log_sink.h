#pragma once

#include <QObject>
#include <QString>
#include <deque>

namespace texeleton::editor {

/// The program's log, as panels show it: the last lines of spdlog's default logger. One for the program; lines may come
/// from any thread and arrive on the GUI thread.
class Log : public QObject {
  Q_OBJECT

 public:
  static constexpr std::size_t kMost = 2000;

  /// Makes it the sink of the default logger, beside what that writes to, the first time it is asked for.
  static Log& instance();

  /// Oldest first.
  const std::deque<QString>& lines() const { return m_lines; }
  void add(const QString& line);

 signals:
  void added(const QString& line);

 private:
  Log() = default;
  std::deque<QString> m_lines;
};

}  // namespace texeleton::editor

#pragma once

#include <QObject>
#include <QString>
#include <deque>

namespace texeleton::editor {

/// The program's log for panels: the last lines of spdlog's default logger. Lines may come from any thread and arrive
/// on the GUI thread.
class Log : public QObject {
  Q_OBJECT

 public:
  static constexpr std::size_t kMost = 2000;

  /// The only instance; the first call adds it as a sink of the default logger.
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

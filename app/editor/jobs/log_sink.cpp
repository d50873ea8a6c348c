#include "app/editor/jobs/log_sink.h"

#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>

#include <QMetaObject>
#include <memory>
#include <mutex>
#include <string>

namespace texeleton::editor {

namespace {

class PanelSink : public spdlog::sinks::base_sink<std::mutex> {
 public:
  explicit PanelSink(Log& log) : m_log(log) { set_pattern("%H:%M:%S  %l  %v"); }

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t text;
    formatter_->format(message, text);
    QString line = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).trimmed();
    QMetaObject::invokeMethod(
        &m_log, [&log = m_log, line = std::move(line)] { log.add(line); }, Qt::QueuedConnection);
  }
  void flush_() override {}

 private:
  Log& m_log;
};

}  // namespace

Log& Log::instance() {
  // Never destroyed, because threads may log until the end.
  static Log* const log = [] {
    auto* made = new Log;
    spdlog::default_logger()->sinks().push_back(std::make_shared<PanelSink>(*made));
    return made;
  }();
  return *log;
}

void Log::add(const QString& line) {
  m_lines.push_back(line);
  if (m_lines.size() > kMost) {
    m_lines.pop_front();
  }
  emit added(line);
}

}  // namespace texeleton::editor

#include "app/editor/jobs/source_watcher.h"

#include "core/base/elapsed.h"

namespace texeleton::editor {

namespace {

constexpr int kMillisecondsBetweenSourceLooks = 150;

}  // namespace

SourceWatcher::SourceWatcher(Workshop& workshop, QObject* parent) : QObject(parent), m_workshop(workshop) {
  m_timer.setInterval(kMillisecondsBetweenSourceLooks);
  connect(&m_timer, &QTimer::timeout, this, &SourceWatcher::look);
  connect(&workshop, &Workshop::filesRead, this, &SourceWatcher::watch);
  setOn(true);
}

void SourceWatcher::setOn(bool on) {
  if (on) {
    m_timer.start();
  } else {
    m_timer.stop();
  }
  watch();
}

void SourceWatcher::watch() {
  m_watch = std::make_shared<batch::SettleWatch>(kSettleSeconds);
  m_watch->watch(0, m_workshop.files());
}

void SourceWatcher::look() {
  if (m_workshop.files().empty() || m_looker.isBusy()) {
    return;
  }
  m_looker.start([this, watch = m_watch](JobContext&, const JobRunner::Deliver& deliver) {
    if (watch->look(secondsNow()).empty()) {
      return;
    }
    deliver([this, watch] {
      if (watch == m_watch && isOn()) {  // Otherwise they were imported meanwhile.
        m_workshop.refresh();
        emit importsAgain();
      }
    });
  });
}

}  // namespace texeleton::editor

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
  m_watch = std::make_shared<batch::SettleWatch>(kSettleSeconds, kLostSeconds);
  m_watch->watch(0, m_workshop.files());
}

void SourceWatcher::look() {
  if (m_workshop.files().empty() || m_looker.isBusy()) {
    return;
  }
  m_looker.start(
      [this, watch = m_watch, model = m_workshop.files().front().path](JobContext&, const JobRunner::Deliver& deliver) {
        if (watch->look(secondsNow()).empty()) {
          return;
        }
        const bool isThere = batch::fileState(model).has_value();
        deliver([this, watch, isThere] {
          if (watch == m_watch && isOn()) {  // Otherwise they were imported meanwhile.
            m_workshop.refresh();            // Without the model this fails, which is reported.
            if (isThere) {
              emit importsAgain();
            }
          }
        });
      });
}

}  // namespace texeleton::editor

#include "app/editor/jobs/job_runner.h"

#include <QMetaObject>
#include <utility>

#include "app/editor/document/preferences.h"
#include "core/base/forward_progress.h"
#include "core/base/thread_priority.h"

namespace texeleton::editor {

JobRunner::JobRunner(QObject* parent) : QObject(parent) {
  m_thread = std::thread([this] { run(); });
}

JobRunner::~JobRunner() {
  {
    const std::lock_guard lock(m_mutex);
    m_stop = true;
    m_waiting.reset();
    if (m_running) {
      m_running->cancel();
    }
  }
  m_wake.notify_one();
  m_thread.join();
}

void JobRunner::start(Work work) {
  const std::uint64_t number = ++m_newest;
  auto context = std::make_shared<JobContext>(forwardOnly([this, number](double fraction, const char* stage) {
    onNewest(number, [this, fraction, stage = QString::fromUtf8(stage)] { emit progressed(fraction, stage); });
  }));
  context->threadCount = workThreads();
  {
    const std::lock_guard lock(m_mutex);
    if (m_running) {
      m_running->cancel();
    }
    m_waiting = Piece{number, std::move(work), std::move(context)};
  }
  m_wake.notify_one();
  m_busy = true;
  emit started();
}

void JobRunner::cancel() {
  if (!m_busy) {
    return;
  }
  ++m_newest;
  {
    const std::lock_guard lock(m_mutex);
    m_waiting.reset();
    if (m_running) {
      m_running->cancel();
    }
  }
  m_busy = false;
  emit cancelled();
}

void JobRunner::onNewest(std::uint64_t number, std::function<void()> what) {
  QMetaObject::invokeMethod(
      this,
      [this, number, what = std::move(what)] {
        if (number == m_newest) {
          what();
        }
      },
      Qt::QueuedConnection);
}

void JobRunner::run() {
  standBack(StandBack::Work);
  for (;;) {
    Piece piece;
    {
      std::unique_lock lock(m_mutex);
      m_running.reset();
      m_wake.wait(lock, [this] { return m_stop || m_waiting.has_value(); });
      if (m_stop) {
        return;
      }
      piece = std::move(*m_waiting);
      m_waiting.reset();
      m_running = piece.context;
    }
    piece.work(*piece.context,
               [this, number = piece.number](std::function<void()> what) { onNewest(number, std::move(what)); });
    onNewest(piece.number, [this] {
      m_busy = false;
      emit finished();
    });
  }
}

}  // namespace texeleton::editor

#include "app/editor/jobs/job_runner.h"

#include <QMetaObject>
#include <atomic>
#include <new>
#include <utility>

#include "app/editor/document/preferences.h"
#include "core/base/forward_progress.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"

namespace texeleton::editor {

namespace {

std::atomic<int>& leftCount() {
  static std::atomic<int> count{0};
  return count;
}

}  // namespace

JobRunner::JobRunner(QObject* parent, AtEnd atEnd) : QObject(parent), m_atEnd(atEnd) {
  m_shared->runner = this;
  m_thread = std::thread([shared = m_shared] { run(shared); });
}

JobRunner::~JobRunner() {
  bool leaves = false;
  {
    const std::lock_guard lock(m_shared->mutex);
    m_shared->stop = true;
    m_shared->waiting.reset();
    m_shared->runner = nullptr;
    if (m_shared->running) {
      m_shared->running->cancel();
      leaves = m_atEnd == AtEnd::Leave;
      m_shared->isLeft = leaves;
      leftCount() += leaves ? 1 : 0;
    }
  }
  m_shared->wake.notify_one();
  if (leaves) {
    m_thread.detach();
  } else {
    m_thread.join();
  }
}

int JobRunner::leftRunning() { return leftCount(); }

void JobRunner::start(Work work) {
  const std::uint64_t number = ++m_newest;
  auto context =
      std::make_shared<JobContext>(forwardOnly([this, shared = m_shared, number](double fraction, const char* stage) {
        onNewest(*shared, number,
                 [this, fraction, stage = QString::fromUtf8(stage)] { emit progressed(fraction, stage); });
      }));
  context->threadCount = workThreads();
  {
    const std::lock_guard lock(m_shared->mutex);
    if (m_shared->running) {
      m_shared->running->cancel();
    }
    m_shared->waiting = Piece{number, std::move(work), std::move(context)};
  }
  m_shared->wake.notify_one();
  m_busy = true;
  emit started();
}

void JobRunner::cancel() {
  if (!m_busy) {
    return;
  }
  ++m_newest;
  {
    const std::lock_guard lock(m_shared->mutex);
    m_shared->waiting.reset();
    if (m_shared->running) {
      m_shared->running->cancel();
    }
  }
  m_busy = false;
  emit cancelled();
}

void JobRunner::onNewest(Shared& shared, std::uint64_t number, std::function<void()> what) {
  const std::lock_guard lock(shared.mutex);
  JobRunner* const runner = shared.runner;
  if (runner == nullptr) {
    return;
  }
  // Not called if the runner is destroyed first.
  QMetaObject::invokeMethod(
      runner,
      [runner, number, what = std::move(what)] {
        if (number == runner->m_newest) {
          what();
        }
      },
      Qt::QueuedConnection);
}

void JobRunner::run(const std::shared_ptr<Shared>& shared) {
  standBack(StandBack::Work);
  for (;;) {
    Piece piece;
    {
      std::unique_lock lock(shared->mutex);
      shared->running.reset();
      shared->wake.wait(lock, [&shared] { return shared->stop || shared->waiting.has_value(); });
      if (shared->stop) {
        leftCount() -= shared->isLeft ? 1 : 0;
        return;
      }
      piece = std::move(*shared->waiting);
      shared->waiting.reset();
      shared->running = piece.context;
    }
    try {
      piece.work(*piece.context, [&shared, number = piece.number](std::function<void()> what) {
        onNewest(*shared, number, std::move(what));
      });
    } catch (const std::bad_alloc&) {
      piece.work = nullptr;  // Frees what the work holds.
      onNewest(*shared, piece.number, [shared] {
        if (JobRunner* const runner = shared->runner) {
          emit runner->ranOutOfMemory(notEnoughMemory());
        }
      });
    }
    onNewest(*shared, piece.number, [shared] {
      if (JobRunner* const runner = shared->runner) {
        runner->m_busy = false;
        emit runner->finished();
      }
    });
  }
}

}  // namespace texeleton::editor

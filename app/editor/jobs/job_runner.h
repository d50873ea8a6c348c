#pragma once

#include <QObject>
#include <QString>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "core/base/job_context.h"

namespace texeleton::editor {

/// Runs work on a thread of its own, one piece at a time. A newer piece drops the older one: it is cancelled, and what
/// it still delivers goes nowhere. The GUI thread never waits for it, but in the destructor.
class JobRunner : public QObject {
  Q_OBJECT

 public:
  /// Hands something to the GUI thread, where it runs if the work is still the newest.
  using Deliver = std::function<void(std::function<void()>)>;
  /// Runs on the job thread. Gets snapshots by value, looks at `job.isCancelled()`.
  using Work = std::function<void(JobContext& job, const Deliver& deliver)>;

  explicit JobRunner(QObject* parent = nullptr);
  ~JobRunner() override;

  void start(Work work);
  /// Drops what runs; cancelled() follows at once.
  void cancel();
  bool isBusy() const { return m_busy; }

 signals:
  void started();
  /// `stage`: a short English label, see stageText().
  void progressed(double fraction, const QString& stage);
  /// The newest work has ended by itself.
  void finished();
  void cancelled();

 private:
  struct Piece {
    std::uint64_t number = 0;
    Work work;
    std::shared_ptr<JobContext> context;
  };
  void run();
  void onNewest(std::uint64_t number, std::function<void()> what);

  std::uint64_t m_newest = 0;  ///< GUI thread only, as m_busy.
  bool m_busy = false;

  std::mutex m_mutex;
  std::condition_variable m_wake;
  std::optional<Piece> m_waiting;
  std::shared_ptr<JobContext> m_running;
  bool m_stop = false;
  std::thread m_thread;
};

}  // namespace texeleton::editor

#pragma once

#include <QObject>
#include <QString>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "core/base/error.h"
#include "core/base/job_context.h"

namespace texeleton::editor {

/// Runs work on a separate thread, one piece at a time. New work cancels the previous work, whose deliveries are then
/// dropped. The GUI thread never waits for it, except in the destructor (see AtEnd).
class JobRunner : public QObject {
  Q_OBJECT

 public:
  /// Runs a function on the GUI thread if the work is still the newest.
  using Deliver = std::function<void(std::function<void()>)>;
  /// Runs on the job thread. Receives snapshots by value and must check `job.isCancelled()`.
  using Work = std::function<void(JobContext& job, const Deliver& deliver)>;

  /// The destructor's behaviour while work is running.
  enum class AtEnd : std::uint8_t {
    Wait,   ///< Cancels it and waits for it to return.
    Leave,  ///< Cancels it without waiting: the work continues for a while, delivers nothing, and must not refer to
            ///< anything destroyed before the program ends. For work that calls uninterruptible functions. main()
            ///< checks leftRunning().
  };

  explicit JobRunner(QObject* parent = nullptr, AtEnd atEnd = AtEnd::Wait);
  ~JobRunner() override;

  /// Number of pieces of work that continue without their runner (AtEnd::Leave).
  static int leftRunning();

  void start(Work work);
  /// Cancels the current work; cancelled() follows at once.
  void cancel();
  bool isBusy() const { return m_busy; }

 signals:
  void started();
  /// `stage`: a short English label, see stageText().
  void progressed(double fraction, const QString& stage);
  /// The newest work has completed.
  void finished();
  void cancelled();
  /// The newest work ran out of memory; finished() follows.
  void ranOutOfMemory(const texeleton::Error& why);

 private:
  struct Piece {
    std::uint64_t number = 0;
    Work work;
    std::shared_ptr<JobContext> context;
  };
  /// State shared by the thread and its runner; the thread may outlive the runner.
  struct Shared {
    std::mutex mutex;
    std::condition_variable wake;
    std::optional<Piece> waiting;
    std::shared_ptr<JobContext> running;
    bool stop = false;
    bool isLeft = false;          ///< Continues without its runner.
    JobRunner* runner = nullptr;  ///< Null once it is destroyed.
  };
  static void run(const std::shared_ptr<Shared>& shared);
  static void onNewest(Shared& shared, std::uint64_t number, std::function<void()> what);

  std::uint64_t m_newest = 0;  ///< GUI thread only, like m_busy.
  bool m_busy = false;

  const AtEnd m_atEnd;
  std::shared_ptr<Shared> m_shared = std::make_shared<Shared>();
  std::thread m_thread;
};

}  // namespace texeleton::editor

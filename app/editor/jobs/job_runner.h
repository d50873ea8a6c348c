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

#include "core/base/job_context.h"

namespace texeleton::editor {

/// Runs work on a thread of its own, one piece at a time. A newer piece drops the older one: it is cancelled, and what
/// it still delivers goes nowhere. The GUI thread never waits for it, but in the destructor (see AtEnd).
class JobRunner : public QObject {
  Q_OBJECT

 public:
  /// Hands something to the GUI thread, where it runs if the work is still the newest.
  using Deliver = std::function<void(std::function<void()>)>;
  /// Runs on the job thread. Gets snapshots by value, looks at `job.isCancelled()`.
  using Work = std::function<void(JobContext& job, const Deliver& deliver)>;

  /// What the destructor does while work is running.
  enum class AtEnd : std::uint8_t {
    Wait,   ///< Cancels it and waits until it returns.
    Leave,  ///< Cancels it and does not wait: the work goes on by itself for a while, delivers nothing any more, and
            ///< must not refer to anything that ends before the program does. For work that calls what cannot be
            ///< interrupted. main() looks at leftRunning().
  };

  explicit JobRunner(QObject* parent = nullptr, AtEnd atEnd = AtEnd::Wait);
  ~JobRunner() override;

  /// How many pieces of work go on without their runner (AtEnd::Leave).
  static int leftRunning();

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
  /// What the thread and its runner share; the thread may outlive the runner.
  struct Shared {
    std::mutex mutex;
    std::condition_variable wake;
    std::optional<Piece> waiting;
    std::shared_ptr<JobContext> running;
    bool stop = false;
    bool isLeft = false;          ///< Goes on without its runner.
    JobRunner* runner = nullptr;  ///< Null once it is gone.
  };
  static void run(const std::shared_ptr<Shared>& shared);
  static void onNewest(Shared& shared, std::uint64_t number, std::function<void()> what);

  std::uint64_t m_newest = 0;  ///< GUI thread only, as m_busy.
  bool m_busy = false;

  const AtEnd m_atEnd;
  std::shared_ptr<Shared> m_shared = std::make_shared<Shared>();
  std::thread m_thread;
};

}  // namespace texeleton::editor

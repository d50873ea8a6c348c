#pragma once

#include <QObject>
#include <QSemaphore>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

namespace texeleton::test {

/// Measures how long the GUI thread is unresponsive: another thread posts a request every millisecond and waits for the
/// answer.
class Watchdog {
 public:
  explicit Watchdog(QObject& onGuiThread) : m_target(onGuiThread), m_thread([this] { run(); }) {}
  ~Watchdog() {
    m_stop = true;
    m_thread.join();
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  /// The longest wait for an answer since the last call, in milliseconds.
  double takeLongest() { return 1e-6 * static_cast<double>(m_longest.exchange(0)); }

 private:
  void run() {
    using Clock = std::chrono::steady_clock;
    while (!m_stop) {
      const auto answered = std::make_shared<QSemaphore>();
      const auto asked = Clock::now();
      QMetaObject::invokeMethod(
          &m_target, [answered] { answered->release(); }, Qt::QueuedConnection);
      bool isAnswered = false;
      while (!isAnswered && !m_stop) {
        isAnswered = answered->tryAcquire(1, 20);
        const auto waited = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - asked).count();
        auto longest = m_longest.load();
        while (waited > longest && !m_longest.compare_exchange_weak(longest, waited)) {
        }
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  QObject& m_target;
  std::atomic<bool> m_stop{false};
  std::atomic<std::int64_t> m_longest{0};
  std::thread m_thread;  ///< Last: it uses the others.
};

}  // namespace texeleton::test

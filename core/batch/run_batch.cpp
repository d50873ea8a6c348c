#include "core/batch/run_batch.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <numeric>
#include <thread>

#include "core/base/parallel.h"

namespace texeleton::batch {

namespace {

constexpr std::chrono::milliseconds kCancelLookInterval{50};  ///< Polling interval for a cancelled job.

class Batch {
 public:
  Batch(const std::vector<BatchItem>& items, const BatchOptions& options,
        const std::function<void(std::size_t, JobContext&)>& work, const std::function<void(std::size_t)>& done,
        JobContext& job)
      : m_items(items),
        m_work(work),
        m_done(done),
        m_job(job),
        m_threads(effectiveThreadCount(options.threads)),
        m_jobs(jobsOf(options, items.size())),
        m_order(items.size()) {
    std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    std::ranges::stable_sort(m_order,
                             [&items](std::size_t a, std::size_t b) { return items[a].weight > items[b].weight; });
  }

  bool run() {
    std::vector<std::thread> threads;
    threads.reserve(m_jobs);
    for (unsigned i = 0; i < m_jobs; ++i) {
      threads.emplace_back([this] { runItems(); });
    }
    {
      std::unique_lock lock(m_mutex);
      while (m_ended != m_jobs) {
        m_changed.wait_for(lock, kCancelLookInterval);
        if (m_job.isCancelled()) {
          for (const auto& [item, context] : m_running) {
            context->cancel();
          }
        }
      }
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
    return m_next == m_items.size() && !m_job.isCancelled();
  }

 private:
  void runItems() {
    while (runNext()) {
    }
    {
      const std::lock_guard lock(m_mutex);
      ++m_ended;
    }
    m_changed.notify_all();
  }

  bool runNext() {
    std::size_t item = 0;
    JobContext context([this, &item](double /*fraction*/, const char* stage) { report(item, stage); });
    {
      const std::lock_guard lock(m_mutex);
      if (m_next == m_items.size() || m_job.isCancelled()) {
        return false;
      }
      item = m_order[m_next++];
      // The last items share the whole machine.
      const std::size_t atOnce = std::min<std::size_t>(m_jobs, m_items.size() - m_next + 1 + m_running.size());
      context.threadCount = static_cast<unsigned>(std::max<std::size_t>(1, m_threads / atOnce));
      m_running[item] = &context;
    }
    m_work(item, context);
    {
      const std::lock_guard lock(m_mutex);
      m_running.erase(item);
      ++m_finished;
    }
    {
      const std::lock_guard lock(m_doneMutex);
      m_done(item);
    }
    return true;
  }

  void report(std::size_t item, const char* stage) {
    std::string text;
    double whole = 0.0;
    {
      const std::lock_guard lock(m_mutex);
      const auto count = static_cast<double>(m_items.size());
      whole = static_cast<double>(m_finished) / count;
      text = std::to_string(m_finished) + " of " + std::to_string(m_items.size()) + ", " + m_items[item].name + ": " +
             stage;
    }
    m_job.progress(whole, text.c_str());
  }

  const std::vector<BatchItem>& m_items;
  const std::function<void(std::size_t, JobContext&)>& m_work;
  const std::function<void(std::size_t)>& m_done;
  JobContext& m_job;
  const unsigned m_threads;
  const unsigned m_jobs;
  std::vector<std::size_t> m_order;

  std::mutex m_mutex;
  std::mutex m_doneMutex;
  std::condition_variable m_changed;
  std::map<std::size_t, JobContext*> m_running;
  std::size_t m_next = 0;
  std::size_t m_finished = 0;
  unsigned m_ended = 0;
};

}  // namespace

unsigned jobsOf(const BatchOptions& options, std::size_t itemCount) {
  const unsigned wanted = options.jobs != 0 ? options.jobs : effectiveThreadCount(options.threads);
  return static_cast<unsigned>(std::clamp<std::size_t>(itemCount, 1, wanted));
}

bool runBatch(const std::vector<BatchItem>& items, const BatchOptions& options,
              const std::function<void(std::size_t, JobContext&)>& work, const std::function<void(std::size_t)>& done,
              JobContext& job) {
  return items.empty() || Batch(items, options, work, done, job).run();
}

}  // namespace texeleton::batch

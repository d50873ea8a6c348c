#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/base/issue.h"

namespace texeleton {

/// Receives progress and issues of a long job, and cancels it. The default does nothing, so that tests and pipelines
/// need no event loop. All members may be called from any thread; a context serves one job.
class JobContext {
 public:
  /// `fraction` in [0, 1] and a short English label of the stage. Called from any thread.
  using ProgressFunction = std::function<void(double fraction, const char* stage)>;

  JobContext() = default;
  explicit JobContext(ProgressFunction onProgress) : m_onProgress(std::move(onProgress)) {}

  /// Number of threads the job may use; 0 = as many as the machine has.
  unsigned threadCount = 0;

  void progress(double fraction, const char* stage) {
    if (m_onProgress) {
      std::lock_guard lock(m_mutex);
      m_onProgress(fraction, stage);
    }
  }

  void cancel() { m_cancelled.store(true, std::memory_order_relaxed); }
  bool isCancelled() const { return m_cancelled.load(std::memory_order_relaxed); }

  void addIssue(Issue issue) {
    std::lock_guard lock(m_mutex);
    m_issues.push_back(std::move(issue));
  }
  void warn(Message text, std::string subject = {}) {
    addIssue({Severity::Warning, std::move(text), std::move(subject)});
  }
  void warn(const char* literal, std::string subject = {}) { warn(message(literal), std::move(subject)); }
  void inform(const char* literal, std::string subject = {}) { inform(message(literal), std::move(subject)); }
  void inform(Message text, std::string subject = {}) {
    addIssue({Severity::Info, std::move(text), std::move(subject)});
  }

  /// Takes the issues found so far. Call after the job has ended.
  std::vector<Issue> takeIssues() {
    std::lock_guard lock(m_mutex);
    return std::exchange(m_issues, {});
  }

 private:
  ProgressFunction m_onProgress;
  std::atomic<bool> m_cancelled{false};
  std::mutex m_mutex;
  std::vector<Issue> m_issues;
};

}  // namespace texeleton

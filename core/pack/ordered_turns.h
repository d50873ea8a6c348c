#pragma once

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace texeleton::pack {

/// Runs one step of each item of parallel workers strictly in order: 0, 1, 2, … Every started item must call run()
/// once, or later ones wait forever.
class OrderedTurns {
 public:
  template <class Step>
  void run(std::size_t item, Step&& step) {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return m_next == item; });
    lock.unlock();
    step();
    lock.lock();
    ++m_next;
    m_changed.notify_all();
  }

 private:
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::size_t m_next = 0;
};

/// Workspaces that workers borrow, so that large buffers are allocated once per thread, not per item.
template <class T>
class Pool {
 public:
  std::unique_ptr<T> take() {
    {
      std::lock_guard lock(m_mutex);
      if (!m_free.empty()) {
        std::unique_ptr<T> item = std::move(m_free.back());
        m_free.pop_back();
        return item;
      }
    }
    return std::make_unique<T>();
  }
  void give(std::unique_ptr<T> item) {
    std::lock_guard lock(m_mutex);
    m_free.push_back(std::move(item));
  }

 private:
  std::mutex m_mutex;
  std::vector<std::unique_ptr<T>> m_free;
};

}  // namespace texeleton::pack

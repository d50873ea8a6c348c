#include <QObject>
#include <QTest>
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

#include "core/batch/memory_gate.h"
#include "core/batch/run_batch.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;

namespace {

std::vector<batch::BatchItem> itemsOf(std::size_t count) {
  std::vector<batch::BatchItem> items;
  for (std::size_t i = 0; i < count; ++i) {
    items.push_back({"item " + std::to_string(i), i});
  }
  return items;
}

/// A barrier: no thread passes before `count` threads have arrived.
class Meeting {
 public:
  explicit Meeting(unsigned count) : m_missing(count) {}
  bool arrive() {
    std::unique_lock lock(m_mutex);
    if (--m_missing == 0) {
      m_all.notify_all();
    }
    return m_all.wait_for(lock, std::chrono::seconds(60), [this] { return m_missing == 0; });
  }

 private:
  std::mutex m_mutex;
  std::condition_variable m_all;
  unsigned m_missing;
};

}  // namespace

class TestRunBatch : public QObject {
  Q_OBJECT

 private slots:
  static void everyItemRunsOnce() {
    for (const unsigned jobs : {1U, 3U, 64U}) {
      std::vector<std::atomic<int>> runs(20);
      std::set<std::size_t> done;
      JobContext job;
      const bool finished = batch::runBatch(
          itemsOf(20), {jobs, 4}, [&](std::size_t i, JobContext&) { ++runs[i]; },
          [&](std::size_t i) { done.insert(i); }, job);
      QVERIFY(finished);
      QVERIFY(std::all_of(runs.begin(), runs.end(), [](const std::atomic<int>& n) { return n == 1; }));
      QCOMPARE(done.size(), std::size_t{20});
    }
  }

  static void emptyBatch() {
    JobContext job;
    QVERIFY(batch::runBatch(
        {}, {}, [](std::size_t, JobContext&) { QFAIL("nothing"); }, [](std::size_t) {}, job));
  }

  // Three items that wait for one another finish only if all run in parallel.
  static void jobsRunSideBySide() {
    Meeting meeting(3);
    std::atomic<int> met{0};
    JobContext job;
    batch::runBatch(
        itemsOf(3), {3, 3}, [&](std::size_t, JobContext&) { met += meeting.arrive() ? 1 : 0; }, [](std::size_t) {},
        job);
    QCOMPARE(met.load(), 3);
  }

  static void largeItemsBeginFirst() {
    std::vector<std::size_t> order;
    JobContext job;
    batch::runBatch(
        itemsOf(5), {1, 1}, [&](std::size_t i, JobContext&) { order.push_back(i); }, [](std::size_t) {}, job);
    QCOMPARE(order, (std::vector<std::size_t>{4, 3, 2, 1, 0}));
  }

  // Eight threads for four jobs are two each; a single item gets them all.
  static void threadsAreShared() {
    std::mutex mutex;
    std::vector<unsigned> counts;
    const auto note = [&](std::size_t, JobContext& context) {
      const std::lock_guard lock(mutex);
      counts.push_back(context.threadCount);
    };
    JobContext job;
    batch::runBatch(
        itemsOf(1), {4, 8}, note, [](std::size_t) {}, job);
    QCOMPARE(counts, std::vector<unsigned>{8});
    counts.clear();
    batch::runBatch(
        itemsOf(30), {4, 8}, note, [](std::size_t) {}, job);
    QCOMPARE(counts.size(), std::size_t{30});
    QCOMPARE(*std::min_element(counts.begin(), counts.end()), 2U);
    counts.clear();
    batch::runBatch(
        itemsOf(3), {8, 1}, note, [](std::size_t) {}, job);
    QVERIFY(std::all_of(counts.begin(), counts.end(), [](unsigned n) { return n == 1; }));
  }

  // Running items are cancelled, and no others begin.
  static void cancelsRunningItems() {
    std::atomic<int> begun{0};
    std::atomic<int> cancelled{0};
    std::atomic<int> done{0};
    JobContext job;
    const bool finished = batch::runBatch(
        itemsOf(50), {2, 2},
        [&](std::size_t, JobContext& context) {
          if (++begun == 2) {
            job.cancel();
          }
          for (int i = 0; i < 60000 && !context.isCancelled(); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
          }
          cancelled += context.isCancelled() ? 1 : 0;
        },
        [&](std::size_t) { ++done; }, job);
    QVERIFY(!finished);
    QCOMPARE(begun.load(), 2);
    QCOMPARE(cancelled.load(), 2);
    QCOMPARE(done.load(), 2);
  }

  static void reportsProgressOfBatch() {
    std::vector<std::string> stages;
    double furthest = 0.0;
    JobContext job([&](double fraction, const char* stage) {
      stages.emplace_back(stage);
      furthest = std::max(furthest, fraction);
    });
    batch::runBatch(
        itemsOf(4), {1, 1}, [](std::size_t, JobContext& context) { context.progress(0.5, "Baking"); },
        [](std::size_t) {}, job);
    QCOMPARE(stages.size(), std::size_t{4});
    QCOMPARE(stages.front(), std::string("0 of 4, item 3: Baking"));
    QCOMPARE(stages.back(), std::string("3 of 4, item 0: Baking"));
    QCOMPARE(furthest, 0.75);
  }

  static void gateKeepsMemoryLimit() {
    batch::MemoryGate gate(100);
    std::atomic<int> taken{0};
    std::atomic<int> most{0};
    std::vector<std::thread> threads;
    const JobContext job;
    for (int t = 0; t < 8; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < 40; ++i) {
          const int bytes = 20 + (t * 7 + i * 13) % 60;
          batch::MemoryGate::Share share = gate.take(static_cast<std::uint64_t>(bytes), job);
          const int now = taken += bytes;
          int before = most;
          while (before < now && !most.compare_exchange_weak(before, now)) {
          }
          std::this_thread::yield();
          taken -= bytes;
          share.giveBack();
        }
      });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
    QVERIFY2(most <= 100, qPrintable(QString::number(most)));
    QVERIFY2(most > 79, "never two at once");
  }

  // Larger than the limit: it waits for the others and runs alone, instead of never.
  static void tooLargeItemRunsAlone() {
    batch::MemoryGate gate(10);
    const JobContext job;
    std::atomic<bool> smallHeld{true};
    std::atomic<bool> overlapped{false};
    batch::MemoryGate::Share small = gate.take(5, job);
    std::thread large([&] {
      const batch::MemoryGate::Share share = gate.take(1000, job);
      overlapped = smallHeld.load();
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    smallHeld = false;
    small.giveBack();
    large.join();
    QVERIFY(!overlapped);
    JobContext cancelled;
    cancelled.cancel();
    batch::MemoryGate::Share all = gate.take(10, job);
    batch::MemoryGate::Share through = gate.take(10, cancelled);  // Does not wait: the job is about to end.
  }

  static void estimatesGrowWithWork() {
    const model::Model model = test::twoBoneStrip();
    bake::BakeSettings settings;
    settings.size = vat::SizeRule::Exact;
    const std::uint64_t few = batch::expectedBakeBytes(model, settings);
    settings.sampleRateHz = 10000.0;
    const std::uint64_t many = batch::expectedBakeBytes(model, settings);
    // 2 bones of 3 texels of 8 bytes over the frames of a looping second, of one that plays once, and of a pose.
    QVERIFY(many - few > 2 * 3 * 8 * 2 * 9000);
    QVERIFY(batch::expectedImportBytes(1000000) > 1000000);
    QVERIFY(memoryToSpare() > 0);
  }
};

TEXELETON_SUITE(TestRunBatch)
#include "test_run_batch.moc"

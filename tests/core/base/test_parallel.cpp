#include <QTest>
#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>

#include "core/base/index.h"
#include "core/base/issue.h"
#include "core/base/job_context.h"
#include "core/base/parallel.h"
#include "tests/support/suite.h"

#ifdef __linux__
#include <sys/resource.h>

#include <thread>
#endif

using namespace texeleton;

class TestBaseParallel : public QObject {
  Q_OBJECT

 private slots:
#ifdef __linux__
  /// A thread of lower priority passes it on to all threads that it starts, but not to the threads that started it.
  void lowPriorityIsInherited() {
    const int here = getpriority(PRIO_PROCESS, 0);
    int there = 0;
    int started = 0;
    std::thread([&] {
      standBack(StandBack::Work);
      there = getpriority(PRIO_PROCESS, 0);
      std::thread([&] { started = getpriority(PRIO_PROCESS, 0); }).join();
    }).join();
    QCOMPARE(there, std::min(here + static_cast<int>(StandBack::Work), 19));
    QCOMPARE(started, there);
    QCOMPARE(getpriority(PRIO_PROCESS, 0), here);
  }
#endif

  void everyItemRunsOnce() {
    for (const unsigned threads : {1u, 2u, 7u, 0u}) {
      for (const std::size_t count : {0u, 1u, 63u, 64u, 65u, 1000u}) {
        std::vector<std::atomic<int>> runs(count);
        const JobContext job;
        QVERIFY(parallelFor(count, 64, threads, job, [&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i) {
            ++runs[i];
          }
        }));
        for (const auto& number : runs) {
          QCOMPARE(number.load(), 1);
        }
      }
    }
  }

  void chunksDoNotDependOnTheNumberOfThreads() {
    const auto chunksOf = [](unsigned threads) {
      std::set<std::pair<std::size_t, std::size_t>> chunks;
      std::mutex mutex;
      const JobContext job;
      parallelFor(1000, 48, threads, job, [&](std::size_t begin, std::size_t end) {
        const std::lock_guard lock(mutex);
        chunks.emplace(begin, end);
      });
      return chunks;
    };
    QVERIFY(chunksOf(1) == chunksOf(5));
  }

  void cancellingStopsTheWork() {
    JobContext job;
    std::atomic<int> chunks{0};
    QVERIFY(!parallelFor(1'000'000, 1, 2, job, [&](std::size_t, std::size_t) {
      if (++chunks == 10) {
        job.cancel();
      }
    }));
    QVERIFY(chunks.load() < 1'000'000);
  }

  void issuesAreTakenOnceAndInOrder() {
    JobContext job;
    job.warn("first", "node");
    job.inform("second");
    const auto issues = job.takeIssues();
    QCOMPARE(issues.size(), std::size_t{2});
    QCOMPARE(issues[0].text.text(), std::string("first"));
    QCOMPARE(issues[0].subject, std::string("node"));
    QCOMPARE(severityName(issues[0].severity), "warning");
    QCOMPARE(severityName(issues[1].severity), "info");
    QVERIFY(job.takeIssues().empty());
  }

  void reportsProgress() {
    std::vector<double> seen;
    JobContext job([&](double fraction, const char*) { seen.push_back(fraction); });
    job.progress(0.25, "stage");
    job.progress(1.0, "stage");
    QVERIFY((seen == std::vector<double>{0.25, 1.0}));
  }

  void invalidIndices() {
    QVERIFY(!NodeIndex().isValid());
    QVERIFY(NodeIndex(3).isValid());
    QVERIFY(NodeIndex(3) < NodeIndex(4));
  }
};

TEXELETON_PLAIN_SUITE(TestBaseParallel)
#include "test_parallel.moc"

// Exports and the doctor run out of memory at any moment: an Error, and everything is unchanged.

#include <QTemporaryDir>
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <new>
#include <span>
#include <string>

#include "core/base/parallel.h"
#include "core/export/doctor.h"
#include "core/export/write_export.h"
#include "tests/core/pack/made_packs.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;
namespace fs = std::filesystem;

namespace {

/// Smaller allocations do not fail: the JSON library aborts on them, and systems rarely deny them.
constexpr std::size_t kLeastFailingBytes = 16384;

#ifdef TEXELETON_SANITIZED
constexpr std::int64_t kMostTries = 30;
#else
constexpr std::int64_t kMostTries = 120;
#endif

/// The allocation of kLeastFailingBytes or more that fails, counted down; 0 or less: none.
std::atomic<std::int64_t> g_allocationsLeft{0};

/// Runs `work` with its n-th allocation failing. Returns the number of allocations made, up to the failure or in total.
std::int64_t withFailure(std::int64_t n, const std::function<void()>& work) {
  g_allocationsLeft = n;
  work();
  return n - g_allocationsLeft.exchange(0);
}

std::map<std::string, std::string> contentOf(const fs::path& folder) {
  std::map<std::string, std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    all[fs::relative(entry.path(), folder).generic_string()] = entry.is_regular_file() ? textOf(entry.path()) : "";
  }
  return all;
}

}  // namespace

void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  const bool fails = size >= kLeastFailingBytes && g_allocationsLeft-- == 1;
  return fails ? nullptr : std::malloc(size == 0 ? 1 : size);  // NOLINT
}
void* operator new(std::size_t size) {
  void* const memory = operator new(size, std::nothrow);
  if (memory == nullptr) {
    throw std::bad_alloc();
  }
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }                        // NOLINT
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }  // NOLINT

class TestMemoryEnds : public QObject {
  Q_OBJECT

 private slots:
  void inAnExport_data() {
    QTest::addColumn<QByteArray>("name");
    for (const exporting::ExportTarget& target : exporting::exportTargets()) {
      QTest::newRow(target.name) << QByteArray(target.name);
    }
  }
  void inAnExport() {
    QFETCH(QByteArray, name);
    constexpr std::int64_t kMany = std::int64_t{1} << 40;
    const QTemporaryDir temporary;
    const fs::path folder = pathOf(temporary);
    const exporting::ExportTarget& target = *exporting::exportTargetNamed(name.toStdString());
    MadePackSpec spec;
    const bool isVertex = std::string_view(target.encodings.front()) == "positionNormal";
    spec.mode = isVertex ? vat::BakeMode::Vertex : vat::BakeMode::Bone;
    const exporting::ExportPlace place =
        exporting::exportPlace(target, target.isPackFolder ? exporting::packIn(folder, "hero") : folder, "hero");
    const auto exported = [&](std::uint32_t seed, std::int64_t failing, bool& isDone, ErrorCode& code) {
      spec.seed = seed;
      pack::Pack pack = madePack(spec);
      JobContext job;
      job.threadCount = 2;
      pack::PackWriteOptions options;
      options.flushToDisk = false;
      const std::span places(&place, 1);
      return withFailure(failing, [&] {
        const auto written = exporting::writeExport(pack, places, options, job);
        isDone = written.has_value();
        code = written ? ErrorCode::Io : written.error().code;
      });
    };
    bool isDone = false;
    ErrorCode code{};
    exported(1, kMany, isDone, code);
    if (!isDone) {
      QCOMPARE(code, ErrorCode::Unsupported);  // This target does not support the made pack.
      return;
    }
    const auto before = contentOf(folder);
    const std::int64_t allocations = exported(2, kMany, isDone, code);
    const std::int64_t tries = std::min(allocations, kMostTries);
    QVERIFY(isDone && tries > 0);
    exported(1, kMany, isDone, code);
    QVERIFY(contentOf(folder) == before);
    int failures = 0;
    for (std::int64_t i = 0; i < tries; ++i) {
      exported(2, 1 + i * allocations / tries, isDone, code);
      JobContext job;
      QVERIFY(exporting::undoInterruptedExport({&place, 1}, job));
      if (!isDone) {
        ++failures;
        QVERIFY2(code != ErrorCode::Cancelled, std::to_string(i).c_str());
        QVERIFY2(contentOf(folder) == before, std::to_string(i).c_str());
      } else {
        exported(1, kMany, isDone, code);
        QVERIFY(isDone && contentOf(folder) == before);
      }
    }
    qInfo("%d failures", failures);
    QVERIFY(failures > tries / 2);
  }

  void inTheDoctor() {
    constexpr std::int64_t kMany = std::int64_t{1} << 40;
    const QTemporaryDir temporary;
    const exporting::ExportPlace place =
        exporting::exportPlace(*exporting::exportTargetNamed("three"), pathOf(temporary), "hero");
    pack::Pack pack = madePack({});
    JobContext job;
    QVERIFY(exporting::writeExport(pack, {&place, 1}, {}, job));
    const std::int64_t allocations =
        withFailure(kMany, [&] { QVERIFY(exporting::examineExports(pathOf(temporary), job)->isWhole()); });
    const std::int64_t tries = std::min(allocations, kMostTries);
    int failures = 0;
    for (std::int64_t i = 0; i < tries; ++i) {
      withFailure(1 + i * allocations / tries, [&] {
        const auto report = exporting::examineExports(pathOf(temporary), job);
        failures += report && report->isWhole() ? 0 : 1;
      });
    }
    QVERIFY(failures > tries / 2);
  }

  void threadsRethrowToCaller() {
    const JobContext job;
    bool isCaught = false;
    try {
      parallelFor(1000, 1, 4, job, [](std::size_t begin, std::size_t) {
        if (begin == 500) {
          throw std::bad_alloc();
        }
      });
    } catch (const std::bad_alloc&) {
      isCaught = true;
    }
    QVERIFY(isCaught);
  }
};

TEXELETON_SUITE(TestMemoryEnds)
#include "test_memory_ends.moc"

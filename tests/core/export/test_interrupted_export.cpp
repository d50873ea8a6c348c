// Killed exports, and many exports at once into one folder.

#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "core/export/doctor.h"
#include "core/export/write_export.h"
#include "tests/core/pack/made_packs.h"
#include "tests/support/failing_writes.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;
namespace fs = std::filesystem;

namespace {

constexpr int kKilled = 99;  ///< The exit code of failWrites().
constexpr std::uint64_t kMostCalls = 5000;

/// Every file and folder, with its content.
std::map<std::string, std::string> everythingIn(const fs::path& folder) {
  std::map<std::string, std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    all[fs::relative(entry.path(), folder).generic_string()] = entry.is_regular_file() ? textOf(entry.path()) : "";
  }
  return all;
}

std::string differenceOf(const std::map<std::string, std::string>& a, const std::map<std::string, std::string>& b) {
  std::string text;
  for (const auto& [path, content] : a) {
    const auto other = b.find(path);
    text += other == b.end() ? " -" + path : other->second != content ? " !" + path : "";
  }
  for (const auto& [path, content] : b) {
    text += a.count(path) == 0 ? " +" + path : "";
  }
  return text;
}

bool exportInto(const fs::path& folder, const char* target, const std::string& name, std::uint32_t seed,
                std::string* why = nullptr) {
  MadePackSpec spec;
  spec.seed = seed;
  pack::Pack pack = madePack(spec);
  const exporting::ExportTarget& t = *exporting::exportTargetNamed(target);
  const exporting::ExportPlace place =
      exporting::exportPlace(t, t.isPackFolder ? exporting::packIn(folder, name) : folder, name);
  JobContext job;
  job.threadCount = 1;
  pack::PackWriteOptions options;
  options.flushToDisk = false;
  const auto written = exporting::writeExport(pack, {&place, 1}, options, job);
  if (!written && why != nullptr) {
    *why = describe(written.error());
  }
  return written.has_value();
}

/// Runs `work` in another process, which is killed at its `call`-th call that changes a file in the folder (0: never).
/// Returns the process.
pid_t start(const fs::path& folder, std::uint64_t call, const std::function<bool()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (call != 0) {
      failWrites(fs::canonical(folder).c_str(), call, kDie);
    }
    const bool done = work();
    stopFailingWrites();
    ::_exit(done ? 0 : 1);
  }
  return child;
}

int endOf(pid_t child) {
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

class TestInterruptedExport : public QObject {
  Q_OBJECT

 private slots:
  /// Killed at each call that changes a file, in turn: the next change or examination restores the folder completely,
  /// or completes it.
  void killedAtEachCall_data() {
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<bool>("isFirst");
#ifdef TEXELETON_SANITIZED
    const std::vector<const char*> targets = {"pack", "blender"};  // Starting processes is slow with sanitizers.
#else
    const std::vector<const char*> targets = {"pack", "blender", "godot"};
#endif
    for (const char* const target : targets) {
      QTest::addRow("%s, the first export", target) << QByteArray(target) << true;
      QTest::addRow("%s, another one", target) << QByteArray(target) << false;
    }
  }
  void killedAtEachCall() {
    QFETCH(QByteArray, target);
    QFETCH(bool, isFirst);
    const QTemporaryDir temporary;
    const fs::path root = pathOf(temporary);
    fs::create_directories(root / "before");
    std::ofstream(root / "before" / "mine.txt") << "mine";
    if (!isFirst) {
      QVERIFY(exportInto(root / "before", target.constData(), "hero", 1));
      for (const auto& entry : fs::recursive_directory_iterator(root / "before")) {
        if (entry.path().filename() == "animation.exr") {  // An engine's file in the pack's folder.
          std::ofstream(fs::path(entry.path()).concat(".import")) << "[remap]";
          break;
        }
      }
    }
    const auto before = everythingIn(root / "before");
    fs::copy(root / "before", root / "after", fs::copy_options::recursive);
    QVERIFY(exportInto(root / "after", target.constData(), "hero", 2));
    const auto after = everythingIn(root / "after");
    QVERIFY(after != before);
    int undone = 0;
    int told = 0;
    std::uint64_t call = 1;
    // The calls after the hundredth write a run-time's files, which are alike.
    for (; call < kMostCalls; call += call < 100 ? 1 : 6) {
      const fs::path folder = root / "now";
      fs::remove_all(folder);
      fs::copy(root / "before", folder, fs::copy_options::recursive);
      const int end = endOf(start(folder, call, [&] { return exportInto(folder, target.constData(), "hero", 2); }));
      if (end == 0) {
        break;
      }
      QCOMPARE(end, kKilled);
      // Every third time the doctor follows, otherwise the next export, killed again at the same call and at an earlier
      // one.
      if (call % 3 == 0) {
        QCOMPARE(
            endOf(start(folder, call / 2 + 1, [&] { return exportInto(folder, target.constData(), "hero", 3); })) == 1,
            false);
        QVERIFY(exportInto(folder, target.constData(), "hero", 2));
        const auto now = everythingIn(folder);
        QVERIFY2(now == after, ("call " + std::to_string(call) + ":" + differenceOf(after, now)).c_str());
        continue;
      }
      JobContext job;
      const auto report = exporting::examineExports(folder, job);
      QVERIFY2(report, report ? "" : describe(report.error()).c_str());
      const auto now = everythingIn(folder);
      QVERIFY2(now == before || now == after,
               ("call " + std::to_string(call) + ":" + differenceOf(before, now)).c_str());
      undone += now == before ? 1 : 0;
      QVERIFY2(report->isWhole(), ("call " + std::to_string(call)).c_str());
      for (const exporting::ExportFinding& finding : report->findings) {
        told += finding.name == "interrupted" ? 1 : 0;
      }
    }
    qInfo("%d calls", static_cast<int>(call - 1));
    QVERIFY(call > 20 && call < kMostCalls);
    QVERIFY(undone > 5 && told > 5);
  }

  /// A list with the new content, of an export that cannot be undone any more.
  void partialExportsAreReported() {
    const QTemporaryDir temporary;
    const fs::path folder = pathOf(temporary);
    QVERIFY(exportInto(folder, "blender", "hero", 1));
    auto list = nlohmann::ordered_json::parse(textOf(folder / exporting::kOwnedListName));
    list["pending"] = list["groups"];
    std::ofstream(folder / exporting::kOwnedListName) << list.dump(2);
    JobContext job;
    const auto report = exporting::examineExports(folder, job);
    QVERIFY(report && !report->isWhole());
    QCOMPARE(report->findings.at(0).name, std::string("interrupted"));
    QVERIFY(exportInto(folder, "blender", "hero", 1));
    QVERIFY(exporting::examineExports(folder, job)->isWhole());
  }

  /// Later changes by the user stay, and a record that leads out of the folder has no effect.
  void undoTouchesNothingElse() {
    const QTemporaryDir temporary;
    const fs::path folder = pathOf(temporary) / "project";
    const fs::path outside = pathOf(temporary) / "outside";
    const fs::path staging = folder / ".texeleton-export-999999-0";
    fs::create_directories(staging / "old");
    fs::create_directory(outside);
    std::ofstream(outside / "x") << "theirs";
    std::ofstream(folder / "edited") << "edited";
    fs::create_directory_symlink(outside, folder / "link");
    for (const char* const old : {"0", "1", "2", "3"}) {
      std::ofstream(staging / "old" / old) << "old";
    }
    const nlohmann::json record = {{"format", "texeleton-undo"},
                                   {"version", 1},
                                   {"folders", {"../outside"}},
                                   {"files",
                                    {{{"path", "../outside/x"}, {"wasThere", true}, {"newHash", ""}},
                                     {{"path", "link/x"}, {"wasThere", true}, {"newHash", ""}},
                                     {{"path", "edited"}, {"wasThere", true}, {"newHash", "00"}},
                                     {{"path", "gone"}, {"wasThere", true}},
                                     {{"path", (outside / "x").string()}, {"wasThere", false}, {"newHash", ""}}}}};
    std::ofstream(staging / "undo.json") << record.dump();
    JobContext job;
    const auto undone = exporting::undoInterruptedChange(folder, job);
    QVERIFY(undone && *undone);
    QCOMPARE(textOf(outside / "x"), std::string("theirs"));
    QCOMPARE(textOf(folder / "edited"), std::string("edited"));
    QCOMPARE(textOf(folder / "gone"), std::string("old"));
    QVERIFY(!fs::exists(staging));
    // A meaningless record is an error, and nothing is lost.
    fs::create_directories(staging);
    for (const char* const text : {"", "[]", "{}", R"({"format": "texeleton-undo", "version": 1, "files": [5]})"}) {
      std::ofstream(staging / "undo.json") << text;
      const auto refused = exporting::undoInterruptedChange(folder, job);
      QVERIFY2(!refused && refused.error().code == ErrorCode::BadFile, text);
      QVERIFY(!exportInto(folder, "blender", "hero", 1));
    }
  }

  /// Ten processes and ten threads at once, some of the processes killed: the list has all exports that succeeded.
  void twentyExportsAtOnce() {
    constexpr int kEach = 10;
    const QTemporaryDir temporary;
    const fs::path folder = pathOf(temporary);
    std::map<std::string, pid_t> processes;
    for (int i = 0; i < kEach; ++i) {
      const std::string name = "process-" + std::to_string(i);
      const std::uint64_t call = i % 2 == 0 ? 0 : static_cast<std::uint64_t>(4 * i);
      processes[name] = start(folder, call, [&] { return exportInto(folder, "three", name, 1); });
    }
    std::map<std::string, std::string> problems;
    std::vector<std::thread> threads;
    for (int i = 0; i < kEach; ++i) {
      const std::string name = "thread-" + std::to_string(i);
      std::string& why = problems[name];
      threads.emplace_back([&folder, name, &why] { exportInto(folder, "three", name, 1, &why); });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
    int killed = 0;
    for (const auto& [name, process] : processes) {
      const int end = endOf(process);
      QVERIFY2(end == 0 || end == kKilled, name.c_str());
      killed += end == kKilled ? 1 : 0;
      if (end == 0) {
        problems[name];
      }
    }
    QVERIFY(killed >= 3 && killed <= kEach / 2);
    JobContext job;
    const auto report = exporting::examineExports(folder, job);
    QVERIFY(report && report->isWhole());
    for (const auto& [name, why] : problems) {
      QVERIFY2(why.empty(), why.c_str());
      QVERIFY2(std::any_of(report->exports.begin(), report->exports.end(),
                           [&, wanted = name](const exporting::ExaminedExport& e) { return e.record.name == wanted; }),
               name.c_str());
      QVERIFY(fs::exists(folder / (name + ".texpack") / "manifest.json") && fs::exists(folder / (name + ".html")));
    }
    QCOMPARE(report->exports.size(), problems.size());
    for (const auto& entry : fs::directory_iterator(folder)) {
      QVERIFY2(!entry.path().filename().string().starts_with("."), entry.path().c_str());
    }
    // The next export of each of them succeeds.
    for (const auto& [name, process] : processes) {
      QVERIFY(exportInto(folder, "three", name, 2));
    }
    QCOMPARE(exporting::examineExports(folder, job)->exports.size(), std::size_t{2} * kEach);
  }
};

TEXELETON_SUITE(TestInterruptedExport)
#include "test_interrupted_export.moc"

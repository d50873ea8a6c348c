// texeleton-fuzz: damages models, packs, recipes, events and cache entries and lets texeleton-cli read them. Nothing
// may crash, hang, exhaust the memory or touch a file that is not its output. See README.md.

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>

#include "tests/fuzz/folder_state.h"
#include "tests/fuzz/seeds.h"
#include "tests/fuzz/watched_run.h"

namespace fs = std::filesystem;
using namespace texeleton::fuzz;

namespace {

struct Options {
  double seconds = 60.0;
  std::uint64_t cases = 0;  // 0: until the time is over.
  std::uint64_t seed = 1;
  fs::path programs;
  fs::path models;
  fs::path samples;
  fs::path data;
  fs::path findings = "fuzz-findings";
  std::vector<Kind> kinds{std::begin(kKinds), std::end(kKinds)};
  double runSeconds = 20.0;
  double memoryMebibytes = 2048.0;  // 0: unlimited.
  double valgrindShare = 0.0;
  fs::path blender;  // Empty: scenes of Blender are left out.
};

constexpr double kBlenderSeconds = 120.0;  // It is terminated after 60.

constexpr const char* kUsage =
    "texeleton-fuzz --programs FOLDER --samples FOLDER [--models FOLDER] [--data FOLDER] [--seconds S | --cases N]\n"
    "  [--seed N] [--kinds model,pack,recipe,events,cache,points,export,blend] [--findings FOLDER] [--run-seconds S] "
    "[--memory "
    "MIB]\n"
    "  [--valgrind SHARE] [--blender PROGRAM]\n"
    "Damages inputs and has texeleton-cli (in --programs, with texeleton-import) read them. Exit code 1: there were\n"
    "findings; their inputs lie in --findings. --valgrind: what share of the damaged models that still import is read\n"
    "once more by texeleton-import under valgrind. --blender (or $TEXELETON_BLENDER): the Blender that opens scenes; "
    "without\n"
    "it there are none.\n";

std::vector<Kind> kindsIn(const std::string& list) {
  std::vector<Kind> kinds;
  for (const Kind kind : kKinds) {
    if ((',' + list + ',').find(std::string(",") + nameOf(kind) + ',') != std::string::npos) {
      kinds.push_back(kind);
    }
  }
  return kinds;
}

bool parse(int count, char** values, Options& options) {
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string name = values[i];
    const std::string value = values[i + 1];
    if (name == "--programs") {
      options.programs = fs::absolute(value);
    } else if (name == "--models") {
      options.models = fs::exists(value) ? fs::canonical(value) : fs::path();
    } else if (name == "--samples") {
      options.samples = fs::canonical(value);
    } else if (name == "--data") {
      options.data = fs::canonical(value);
    } else if (name == "--findings") {
      options.findings = value;
    } else if (name == "--seconds") {
      options.seconds = std::atof(value.c_str());
    } else if (name == "--cases") {
      options.cases = std::strtoull(value.c_str(), nullptr, 10);
    } else if (name == "--seed") {
      options.seed = std::strtoull(value.c_str(), nullptr, 10);
    } else if (name == "--kinds") {
      options.kinds = kindsIn(value);
    } else if (name == "--run-seconds") {
      options.runSeconds = std::atof(value.c_str());
    } else if (name == "--memory") {
      options.memoryMebibytes = std::atof(value.c_str());
    } else if (name == "--valgrind") {
      options.valgrindShare = std::atof(value.c_str());
    } else if (name == "--blender") {
      options.blender = fs::absolute(value);
    } else {
      return false;
    }
  }
  if (const char* const blender = std::getenv("TEXELETON_BLENDER"); blender != nullptr && options.blender.empty()) {
    options.blender = fs::absolute(blender);
  }
  if (!options.blender.empty() && !fs::is_regular_file(options.blender)) {
    std::fprintf(stderr, "texeleton-fuzz: there is no Blender at %s\n", options.blender.c_str());
    return false;
  }
  return count % 2 == 1 && !options.programs.empty() && !options.samples.empty() && !options.kinds.empty();
}

/// The fault in how a program ended; empty if there is none.
std::string judge(const WatchedEnd& end, const Options& options) {
  const auto says = [&end](const char* text) { return end.errors.find(text) != std::string::npos; };
  if (end.timedOut) {
    return "took longer than it may";
  }
  if (says("AddressSanitizer") || says("LeakSanitizer") || says("runtime error:")) {
    return "a sanitizer's report";
  }
  if (end.signal != 0) {
    return "ended by signal " + std::to_string(end.signal);
  }
  if (end.exitCode > 2) {
    return "ended with code " + std::to_string(end.exitCode);
  }
  if (says("the importer crashed") || says("the importer stopped") || says("handed back something") ||
      says("the importer ended")) {
    return "the import worker crashed";
  }
  if (options.memoryMebibytes > 0.0 && static_cast<double>(end.peakBytes) > options.memoryMebibytes * 1024.0 * 1024.0) {
    return "needed " + std::to_string(end.peakBytes >> 20) + " MiB";
  }
  return {};
}

class Fuzzer {
 public:
  explicit Fuzzer(const Options& options) : m_options(options), m_work(makeWorkFolder()) {
    m_folders = {options.models,
                 options.samples,
                 options.data,
                 m_work / "made",
                 options.programs / "texeleton-cli",
                 options.blender,
                 m_work / "case" / "outside"};
    fs::create_directories(m_folders.made);
  }
  ~Fuzzer() {
    std::error_code error;
    fs::remove_all(m_work, error);
  }
  Fuzzer(const Fuzzer&) = delete;
  Fuzzer& operator=(const Fuzzer&) = delete;

  int run() {
    const std::vector<Seed> seeds = findSeeds(m_folders, m_options.kinds);
    const auto isBlend = [](Kind kind) { return kind == Kind::Blend; };
    if (m_options.blender.empty() && std::any_of(m_options.kinds.begin(), m_options.kinds.end(), isBlend)) {
      std::printf("kind blend skipped: no Blender is given by --blender or $TEXELETON_BLENDER\n");
    }
    if (seeds.empty()) {
      std::fprintf(stderr, "texeleton-fuzz: there is nothing to damage\n");
      return 2;
    }
    const auto untouched = [this] {
      FolderState state = stateOf(m_options.samples);
      if (!m_options.models.empty()) {
        state.merge(stateOf(m_options.models));
      }
      return state;
    };
    const FolderState before = untouched();
    const auto begin = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    // Kinds take turns, so that few seeds of one kind are tried as often as many of another.
    std::map<Kind, std::vector<const Seed*>> byKind;
    for (const Seed& seed : seeds) {
      byKind[seed.kind].push_back(&seed);
    }
    for (std::uint64_t i = 0; m_options.cases != 0 ? i < m_options.cases : elapsed() < m_options.seconds; ++i) {
      Mutator mutator(m_options.seed * 1'000'003 + i);
      // Models twice as often: most reading code is for them.
      auto kind = byKind.begin();
      std::advance(kind, static_cast<std::ptrdiff_t>(mutator.below(byKind.size())));
      if (mutator.chance(0.4) && byKind.count(Kind::Model) != 0) {
        kind = byKind.find(Kind::Model);
      }
      // Valid files more often: most of the hostile ones are rejected regardless of further damage.
      const Seed* seed = nullptr;
      do {
        seed = kind->second[mutator.below(kind->second.size())];
      } while (seed->file.parent_path().filename() == "hostile" && mutator.chance(0.9));
      tryCase(i, *seed, mutator);
    }
    if (const std::string changed = difference(before, untouched()); !changed.empty()) {
      finding("a file outside of the output changed: " + changed, "", {});
    }
    report(elapsed());
    return m_findings == 0 ? 0 : 1;
  }

 private:
  static fs::path makeWorkFolder() {
    std::string name = (fs::temp_directory_path() / "texeleton-fuzz-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      std::perror("texeleton-fuzz: cannot make a folder");
      std::exit(2);
    }
    return name;
  }

  WatchedEnd start(const std::vector<std::string>& command, double seconds) const {
    const fs::path place = m_work / "case";
    WatchedProgram program;
    program.command = command;
    program.folder = place / "run";
    program.environment = {"TEXELETON_CACHE=" + (place / "cache").string(),
                           "HOME=" + (place / "home").string(),
                           "TMPDIR=" + (place / "tmp").string(),
                           "TEXELETON_BLENDER=" + m_options.blender.string(),
                           "ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:exitcode=99",
                           "UBSAN_OPTIONS=print_stacktrace=1"};
    program.seconds = seconds;
    return texeleton::fuzz::run(program);
  }

  void tryCase(std::uint64_t number, const Seed& seed, Mutator& mutator) {
    const fs::path place = m_work / "case";
    std::error_code error;
    fs::remove_all(place, error);
    for (const char* folder : {"in", "out", "cache", "run", "home", "tmp", "outside"}) {
      fs::create_directories(place / folder);
    }
    std::ofstream(place / "outside" / "secret.txt") << "nobody reads or writes this\n";
    const Case made = makeCase(seed, m_folders, place / "in", place / "out", place / "cache", mutator);
    std::vector<fs::path> outputs = {place / "out", place / "cache", place / "run"};
    if (made.kind == Kind::Blend) {  // Blender's own files.
      outputs.insert(outputs.end(), {place / "home", place / "tmp"});
    }
    const FolderState before = stateOf(place, outputs);
    const std::string name = std::string(nameOf(made.kind)) + " " + made.what;
    bool imported = false;
    for (std::size_t i = 0; i < made.commands.size(); ++i) {
      if (made.kind == Kind::Model && i > 0 && !imported) {
        break;  // There is no pack to verify.
      }
      std::vector<std::string> command = {m_folders.program.string()};
      command.insert(command.end(), made.commands[i].begin(), made.commands[i].end());
      const bool isBlend = made.kind == Kind::Blend;
      const WatchedEnd end =
          start(command, isBlend ? std::max(m_options.runSeconds, kBlenderSeconds) : m_options.runSeconds);
      ++m_runs;
      m_exits[std::string(nameOf(made.kind)) + " " + made.commands[i].front() + ": exit " +
              std::to_string(end.exitCode)] += 1;
      m_slowest = std::max(m_slowest, end.seconds);
      m_largest = std::max(m_largest, end.peakBytes);
      imported = imported || (i == 0 && end.exitCode == 0);
      std::string problem = judge(end, m_options);
      if (problem.empty() && made.kind == Kind::Model && i == 1 && end.exitCode != 0) {
        problem = "a pack that was baked does not verify";
      }
      if (!problem.empty()) {
        keep(number, name, problem, command, end);
        return;
      }
    }
    if (const std::string changed = difference(before, stateOf(place, outputs)); !changed.empty()) {
      keep(number, name, "a file outside of the output changed: " + changed, {}, {});
      return;
    }
    if (imported && made.kind == Kind::Model && mutator.chance(m_options.valgrindShare)) {
      // Without the sandbox, which would block valgrind's own calls too.
      const std::vector<std::string> command = {
          "/usr/bin/env",
          "bash",
          "-c",
          R"(TEXELETON_IMPORT_SANDBOX=off exec valgrind -q --error-exitcode=99 "$1" -- "$2" 3>/dev/null)",
          "valgrind",
          (m_options.programs / "texeleton-import").string(),
          made.model.string()};
      const WatchedEnd end = start(command, 300.0);
      ++m_underValgrind;
      if (end.exitCode == 99 || end.signal != 0) {
        keep(number, name, "valgrind's report", command, end);
      }
    }
  }

  void keep(std::uint64_t number, const std::string& name, const std::string& problem,
            const std::vector<std::string>& command, const WatchedEnd& end) {
    const fs::path folder =
        m_options.findings / ("case-" + std::to_string(m_options.seed) + "-" + std::to_string(number));
    std::error_code error;
    fs::remove_all(folder, error);
    fs::create_directories(folder, error);
    fs::copy(m_work / "case" / "in", folder / "in", fs::copy_options::recursive, error);
    fs::copy(m_work / "case" / "cache", folder / "cache", fs::copy_options::recursive, error);
    std::ofstream text(folder / "finding.txt");
    text << name << "\n" << problem << "\n";
    for (const std::string& word : command) {
      text << word << " ";
    }
    text << "\n\n" << end.errors << "\n";
    finding(problem, name, folder);
  }

  void finding(const std::string& problem, const std::string& name, const fs::path& folder) {
    ++m_findings;
    std::printf("FINDING %s: %s (%s)\n", name.c_str(), problem.c_str(), folder.c_str());
    std::fflush(stdout);
  }

  void report(double seconds) const {
    std::printf("%llu runs in %.0f s, seed %llu; slowest %.1f s, largest %llu MiB; %llu under valgrind\n",
                static_cast<unsigned long long>(m_runs), seconds, static_cast<unsigned long long>(m_options.seed),
                m_slowest, static_cast<unsigned long long>(m_largest >> 20),
                static_cast<unsigned long long>(m_underValgrind));
    for (const auto& [what, count] : m_exits) {
      std::printf("  %-28s %llu\n", what.c_str(), static_cast<unsigned long long>(count));
    }
    std::printf("%llu findings\n", static_cast<unsigned long long>(m_findings));
  }

  Options m_options;
  fs::path m_work;
  SeedFolders m_folders;
  std::uint64_t m_runs = 0;
  std::uint64_t m_findings = 0;
  std::uint64_t m_underValgrind = 0;
  std::map<std::string, std::uint64_t> m_exits;
  double m_slowest = 0.0;
  std::uint64_t m_largest = 0;
};

}  // namespace

int main(int count, char** values) {
  Options options;
  if (!parse(count, values, options)) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  try {
    return Fuzzer(options).run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "texeleton-fuzz: %s\n", error.what());
    return 2;
  }
}

// Replaces texeleton-import in tests of the public interface. The "model file" is a script: its first word selects the
// worker's behaviour, further words name files that it looks up. Each run adds its process number to
// $TEXELETON_IMPORT_FAKE_LOG. With --import SCRIPT [CACHE] it is the client instead: a program that imports a script
// and can be killed meanwhile.

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "app/import_worker/process_guard.h"
#include "core/base/file_descriptor.h"
#include "core/base/file_hash.h"
#include "core/import/import.h"
#include "core/import/worker/worker_protocol.h"
#include "core/model/snapshot.h"
#include "tests/support/made_models.h"

namespace {

using namespace texeleton;
using importing::worker::Report;

void answer(const Report& report) {
  const std::string line = importing::worker::toLine(report);
  writeAll(STDOUT_FILENO, std::as_bytes(std::span(line)));
}

[[noreturn]] void done() {
  answer({Report::Kind::Done, 1.0, {}, {}});
  ::_exit(importing::worker::kExitDone);
}

[[noreturn]] void failed(const Error& error) {
  answer({Report::Kind::Failed, 0.0, {}, error});
  ::_exit(importing::worker::kExitError);
}

void write(std::span<const std::byte> bytes) { writeAll(importing::worker::kResultDescriptor, bytes); }

/// Memory that is actually touched, which the compiler cannot optimise away.
void* volatile g_memory = nullptr;

[[noreturn]] void useMemory(bool byNew) {
  constexpr std::size_t kBlock = 16 << 20;
  for (;;) {
    void* block = byNew ? ::operator new(kBlock) : std::malloc(kBlock);
    if (block == nullptr) {
      std::abort();
    }
    std::memset(block, 1, kBlock);
    g_memory = block;
  }
}

int volatile g_depth = 0;

int recurse(int depth) {  // NOLINT(misc-no-recursion): the recursion is tested
  char volatile frame[512];
  frame[0] = static_cast<char>(depth);
  g_depth = depth;
  return g_depth < 0 ? 0 : recurse(depth + 1) + frame[0];
}

/// A model with one issue that contains the script and everything found, so that tests can check what was read.
std::vector<std::byte> modelFrom(const std::string& script, const std::vector<importing::worker::Reference>& references,
                                 const std::filesystem::path& folder) {
  model::Model model = test::twoBoneStrip();
  std::string text = script;
  for (const importing::worker::Reference& reference : references) {
    std::ifstream file(folder / reference.path);
    text += " [" + reference.path + ": " + std::string(std::istreambuf_iterator<char>(file), {}) + "]";
  }
  model.issues = {{Severity::Info, verbatim(text), ""}};
  return model::writeSnapshot(model);
}

[[noreturn]] void behave(const std::string& script, const importing::worker::Task& task) {
  const std::filesystem::path folder = task.file.parent_path();
  std::istringstream words(script);
  std::string how;
  words >> how;
  std::vector<importing::worker::Reference> references;
  for (std::string name; words >> name;) {
    const auto hash = sha256OfFile(folder / name);
    references.push_back({name, hash ? std::optional(*hash) : std::nullopt});
  }
  const auto snapshot = modelFrom(script, references, folder);
  const auto packed = importing::worker::packReferences(references);

  if (how == "model") {
    answer({Report::Kind::Progress, 0.5, "half", {}});
    write(snapshot);
    write(packed);
    done();
  }
  if (how == "written-meanwhile") {
    ::usleep(50'000);  // longer than the resolution of file times
    std::ofstream(task.file, std::ios::app) << ' ';
    write(snapshot);
    write(packed);
    done();
  }
  if (how == "neighbour-written-meanwhile") {
    ::usleep(50'000);
    std::ofstream(folder / references.at(0).path, std::ios::app) << ' ';
    write(snapshot);
    write(importing::worker::packReferences({{references[0].path, *sha256OfFile(folder / references[0].path)}}));
    done();
  }
  if (how == "crash") {
    ::raise(SIGSEGV);
  }
  if (how == "abort") {
    std::abort();
  }
  if (how == "killed") {
    ::raise(SIGKILL);
  }
  if (how == "exit-3") {
    ::_exit(3);
  }
  if (how == "silent") {
    ::_exit(importing::worker::kExitDone);
  }
  if (how == "hang") {
    ::pause();
  }
  if (how == "closed-hang") {
    ::close(STDOUT_FILENO);
    ::close(STDERR_FILENO);
    ::pause();
  }
  if (how == "memory-new") {
    useMemory(true);
  }
  if (how == "memory-malloc") {
    useMemory(false);
  }
  if (how == "deep") {
    std::exit(recurse(0));
  }
  if (how == "garbage") {
    const std::string noise(100'000, 'x');
    write(std::as_bytes(std::span(noise)));
    done();
  }
  if (how == "cut") {
    write(std::span(snapshot).first(snapshot.size() / 2));
    write(packed);
    done();
  }
  if (how == "nothing") {
    done();
  }
  if (how == "unsound") {
    model::Model model = test::twoBoneStrip();
    model.vertices.indices[0] = 1'000'000;
    write(model::writeSnapshot(model));
    write(packed);
    done();
  }
  if (how == "chatter") {
    for (;;) {
      std::puts("{\"progress\":0.5,\"stage\":\"…\"}");
    }
  }
  if (how == "long-line") {
    for (;;) {
      std::fputs("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", stdout);
    }
  }
  if (how == "not-json") {
    std::puts("[1, 2");
    std::fflush(stdout);
    ::_exit(importing::worker::kExitError);
  }
  if (how == "bad-file") {
    failed({ErrorCode::BadFile, message("accessor 3 is out of range"), task.file.string()});
  }
  if (how == "bad-neighbour") {
    failed({ErrorCode::BadFile, message("frame 7 is missing"), (folder / "walk.md5anim").string()});
  }
  if (how == "error-but-done") {
    answer({Report::Kind::Failed, 0.0, {}, {ErrorCode::BadFile, message("no"), {}}});
    ::_exit(importing::worker::kExitDone);
  }
  if (how == "endless-result") {
    for (const std::vector<std::byte> block(1 << 20);;) {
      write(block);
    }
  }
  if (how == "child-leaves") {
    if (const pid_t child = ::fork(); child == 0) {
      ::setsid();  // leaves the group that is killed
      ::sleep(1000);
      ::_exit(0);
    } else {
      std::ofstream(folder / "child") << child;
    }
    write(snapshot);
    write(packed);
    done();
  }
  if (how == "environment") {
    failed({ErrorCode::BadFile, message(std::getenv("HOME") != nullptr ? "has the environment" : "has none"), {}});
  }
  if (how == "child-stays") {
    if (::fork() == 0) {
      ::sleep(1000);  // holds the pipes open
      ::_exit(0);
    }
    write(snapshot);
    write(packed);
    done();
  }
  failed({ErrorCode::InvalidArgument, verbatim("unknown script: " + how), {}});
}

void logRun() {
  if (const char* log = std::getenv("TEXELETON_IMPORT_FAKE_LOG")) {
    std::ofstream(log, std::ios::app) << ::getpid() << std::endl;
  }
}

int importScript(const char* self, const char* script, const char* cache) {
  importing::ImportRequest request;
  request.workerProgram = self;
  request.cache.enabled = cache != nullptr;
  request.cache.folder = cache != nullptr ? cache : "";
  JobContext job;
  const auto model = importing::importModel(script, request, job);
  std::cout << (model ? (*model)->issues.at(0).text.text() : model.error().message.text()) << std::endl;
  return model ? 0 : 1;
}

}  // namespace

int main(int argumentCount, char** argumentValues) {
  const std::span<const char* const> arguments(argumentValues + 1, static_cast<std::size_t>(argumentCount - 1));
  if (arguments.size() == 1 && std::strcmp(arguments[0], importing::worker::kIdentityArgument) == 0) {
    const char* version = std::getenv("TEXELETON_IMPORT_FAKE_VERSION");
    std::printf("texeleton-import %s\n", version != nullptr ? version : "fake 1");
    return 0;
  }
  if (arguments.size() >= 2 && std::strcmp(arguments[0], "--import") == 0) {
    return importScript(argumentValues[0], arguments[1], arguments.size() == 3 ? arguments[2] : nullptr);
  }
  const auto task = importing::worker::taskFromArguments(arguments);
  if (!task) {
    return importing::worker::kExitUsage;
  }
  logRun();
  std::ifstream file(task->file);
  const std::string script(std::istreambuf_iterator<char>(file), {});
  // The worker that allocates by malloc has no limit of its own, to test the parent's check of resident memory.
  importing::worker::Task guarded = *task;
  if (script.starts_with("memory-malloc")) {
    guarded.memoryBytes = 0;
  }
  if (importing::worker::guardProcess(guarded, STDOUT_FILENO)) {
    behave(script, *task);
  }
  return importing::worker::kExitError;
}

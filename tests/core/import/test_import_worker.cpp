#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QElapsedTimer>
#include <QProcess>
#include <QTest>
#include <algorithm>
#include <thread>

#include "core/import/worker/limited_process.h"
#include "core/import/worker/worker_protocol.h"
#include "tests/core/import/import_fixture.h"
#include "tests/support/suite.h"

using namespace texeleton;
using test::ImportFixture;

namespace {

#ifdef TEXELETON_SANITIZED
constexpr std::uint64_t kMemory = 1ull << 30;  // includes the sanitizers' own memory
constexpr const char* kMemoryText = "1 GiB";
#else
constexpr std::uint64_t kMemory = 300ull << 20;
constexpr const char* kMemoryText = "300 MiB";
#endif

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

bool isAlive(pid_t pid) { return ::kill(pid, 0) == 0; }

/// Works for processes without a waiting parent, too.
bool hasEnded(pid_t pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string number;
  std::string name;
  std::string state;
  return !(stat >> number >> name >> state) || state == "Z" || state == "X";
}

pid_t lastWorker(const ImportFixture& fixture) {
  std::ifstream log(fixture.log());
  pid_t pid = 0;
  for (pid_t next = 0; log >> next;) {
    pid = next;
  }
  return pid;
}

}  // namespace

class TestImportWorker : public QObject {
  Q_OBJECT

 private slots:
  void returnsModel() {
    ImportFixture fixture;
    const auto file = fixture.write("a.model", "model");
    std::vector<double> fractions;
    bool oneStage = true;
    double last = -1.0;
    bool ascending = true;
    JobContext job([&](double fraction, const char* stage) {
      ascending = ascending && fraction >= last;
      last = fraction;
      fractions.push_back(fraction);
      oneStage = oneStage && stage == std::string("Importing");
    });
    const auto model = importing::importModel(file, fixture.request, job);
    QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
    QCOMPARE((*model)->vertexCount(), std::size_t{18});
    QCOMPARE((*model)->issues[0].text.text(), std::string("model"));
    QVERIFY(ascending);
    QCOMPARE(last, 1.0);
    QVERIFY(oneStage);
    QVERIFY(std::find(fractions.begin(), fractions.end(), 0.5) != fractions.end());  // the worker's own report
  }

  void deathsAreErrors_data() {
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("said");
    QTest::newRow("crash") << "crash"
                           << "segmentation fault";
    QTest::newRow("abort") << "abort"
                           << "gave up on a check";
    QTest::newRow("killed") << "killed"
                            << "killed from outside";
    QTest::newRow("exit code") << "exit-3"
                               << "exit code 3";
    QTest::newRow("no answer") << "silent"
                               << "without an answer";
    QTest::newRow("hang") << "hang"
                          << "took longer than 1 s";
    QTest::newRow("hang, silent") << "closed-hang"
                                  << "took longer than 1 s";
    QTest::newRow("memory by new") << "memory-new" << kMemoryText;
    QTest::newRow("memory by malloc, unlimited in the worker") << "memory-malloc" << kMemoryText;
    QTest::newRow("endless result") << "endless-result" << kMemoryText;
    QTest::newRow("stack") << "deep"
                           << "nested too deeply";
    QTest::newRow("garbage") << "garbage"
                             << "not a model";
    QTest::newRow("cut snapshot") << "cut"
                                  << "not a model";
    QTest::newRow("empty result") << "nothing"
                                  << "not a model";
    QTest::newRow("unsound model") << "unsound"
                                   << "not a model";
    QTest::newRow("endless lines") << "chatter"
                                   << "without end";
    QTest::newRow("endless line") << "long-line"
                                  << "without end";
    QTest::newRow("answer is not JSON") << "not-json"
                                        << "exit code 1";
    QTest::newRow("error, yet exit code 0") << "error-but-done"
                                            << "without an answer";
  }
  void deathsAreErrors() {
    QFETCH(QString, script);
    QFETCH(QString, said);
    ImportFixture fixture;
    const auto file = fixture.write("broken.fbx", script.toStdString());
    fixture.request.limits.timeSeconds = script.contains("hang") ? 1.0 : 60.0;
    fixture.request.limits.memoryBytes = kMemory;
    const auto model = fixture.import(file);
    QVERIFY(!model.has_value());
    QVERIFY(model.error().code == ErrorCode::WorkerDied);
    QCOMPARE(model.error().file, file.string());
    QVERIFY2(contains(model.error().message.text(), said.toUtf8()), model.error().message.c_str());
    QVERIFY(!contains(model.error().message.text(), "\n"));
    // If a limit ended it, the remedy is twice as much, in whole GiB and seconds.
    std::vector<Remedy> ways;
    if (said.startsWith("took longer")) {
      ways = {{RemedyKind::MoreTime, 2.0, {}}};
    } else if (said == kMemoryText) {
      ways = {{RemedyKind::MoreMemory, kMemory == 1ull << 30 ? 2.0 : 1.0, {}}};
    }
    QCOMPARE(model.error().message.remedies(), ways);
    QCOMPARE(fixture.runs(), 1);
    QVERIFY(!isAlive(lastWorker(fixture)));
  }

  void passesErrorsOfWorker() {
    ImportFixture fixture;
    const auto file = fixture.write("a.model", "bad-file");
    const auto model = fixture.import(file);
    QVERIFY(model.error().code == ErrorCode::BadFile);
    QCOMPARE(model.error().message.text(), std::string("accessor 3 is out of range"));
    QCOMPARE(model.error().file, file.string());
  }

  void errorsNameReferencedFile() {
    ImportFixture fixture;
    const auto file = fixture.write("a.model", "bad-neighbour");
    const auto model = fixture.import(file);
    QCOMPARE(model.error().message.text(), std::string("walk.md5anim: frame 7 is missing"));
    QCOMPARE(model.error().file, file.string());
  }

  void namesFileAsGiven() {
    ImportFixture fixture;
    fixture.write("a.model", "crash");
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(fixture.models());
    const auto model = fixture.import("a.model");
    std::filesystem::current_path(before);
    QCOMPARE(model.error().file, std::string("a.model"));
  }

  void childOfWorkerDoesNotBlock() {
    ImportFixture fixture;
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(fixture.read(fixture.write("a.model", "child-stays")), std::string("child-stays"));
    QVERIFY(timer.elapsed() < 60'000);  // it would sleep 1,000 s
  }

  // The same for a child in its own session.
  void endsChildOutsideGroup() {
    ImportFixture fixture;
    QCOMPARE(fixture.read(fixture.write("a.model", "child-leaves")), std::string("child-leaves"));
    pid_t child = 0;
    std::ifstream(fixture.models() / "child") >> child;
    QVERIFY(child > 0);
    QTRY_VERIFY(hasEnded(child));
  }

  void environmentIsNotPassed() {
    QVERIFY(qEnvironmentVariableIsSet("HOME"));
    ImportFixture fixture;
    const auto model = fixture.import(fixture.write("a.model", "environment"));
    QCOMPARE(model.error().message.text(), std::string("has none"));
  }

  void cancellingEndsTheWorker() {
    ImportFixture fixture;
    const auto file = fixture.write("a.model", "hang");
    JobContext job;
    std::jthread canceller([&] {
      while (fixture.runs() == 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
      job.cancel();
    });
    const auto model = importing::importModel(file, fixture.request, job);
    QVERIFY(model.error().code == ErrorCode::Cancelled);
    QVERIFY(!isAlive(lastWorker(fixture)));
  }

  void cancelledJobStartsNothing() {
    ImportFixture fixture;
    JobContext job;
    job.cancel();
    const auto model = importing::importModel(fixture.write("a.model", "model"), fixture.request, job);
    QVERIFY(model.error().code == ErrorCode::Cancelled);
    QCOMPARE(fixture.runs(), 0);
  }

  void workerEndsWithParent() {
    ImportFixture fixture;
    const auto file = fixture.write("a.model", "hang");
    QProcess parent;
    parent.start(QString::fromStdString(fixture.request.workerProgram.string()),
                 {"--import", QString::fromStdString(file.string())});
    QTRY_COMPARE_WITH_TIMEOUT(fixture.runs(), 1, 30'000);
    const pid_t worker = lastWorker(fixture);
    QVERIFY(isAlive(worker));
    parent.kill();
    QVERIFY(parent.waitForFinished());
    // A zombie counts as dead, since there may be no process to reap it.
    const auto isGone = [worker] {
      std::ifstream status("/proc/" + std::to_string(worker) + "/stat");
      std::string text;
      std::getline(status, text);
      return text.empty() || contains(text, ") Z ");
    };
    QTRY_VERIFY_WITH_TIMEOUT(isGone(), 30'000);
  }

  void otherFilesStartNoWorker() {
    ImportFixture fixture;
    const auto codeOf = [&](const std::filesystem::path& file) { return fixture.import(file).error().code; };
    QVERIFY(codeOf(fixture.models() / "absent.fbx") == ErrorCode::NotFound);
    QVERIFY(codeOf(fixture.write("a.model", "model") / "below-a-file.fbx") == ErrorCode::NotFound);
    fixture.write("Hero.FBX", "model");
    const auto otherCase = fixture.import(fixture.models() / "hero.fbx");
    QVERIFY(otherCase.error().code == ErrorCode::NotFound);
    QVERIFY(contains(otherCase.error().message.text(), "Hero.FBX"));
    // Exists, but cannot be opened.
    const auto loop = fixture.models() / "loop.fbx";
    std::filesystem::create_symlink(loop, loop);
    QVERIFY(codeOf(loop) == ErrorCode::Io);
    QVERIFY(codeOf(fixture.models()) == ErrorCode::InvalidArgument);
    QVERIFY(codeOf("") != ErrorCode::WorkerDied);
    QVERIFY(codeOf("/dev/zero") == ErrorCode::InvalidArgument);
    const auto pipe = fixture.models() / "pipe.fbx";
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    QVERIFY(codeOf(pipe) == ErrorCode::InvalidArgument);
    const auto empty = fixture.import(fixture.write("empty.fbx", ""));
    QVERIFY(empty.error().code == ErrorCode::BadFile);
    QVERIFY(contains(empty.error().message.text(), "empty"));
    if (::geteuid() != 0) {
      const auto locked = fixture.write("locked.fbx", "model");
      std::filesystem::permissions(locked, std::filesystem::perms::none);
      QVERIFY(codeOf(locked) == ErrorCode::Io);
    }
    QCOMPARE(fixture.runs(), 0);
  }

  void rejectsInvalidResults() {
    ImportFixture fixture;
    const auto file = fixture.write("a.model", "model");
    for (const double scale : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
      fixture.request.options.scale = scale;
      QVERIFY(fixture.import(file).error().code == ErrorCode::InvalidArgument);
    }
    fixture.request.options.scale.reset();
    fixture.request.limits.timeSeconds = 0.0;
    QVERIFY(fixture.import(file).error().code == ErrorCode::InvalidArgument);
  }

  void explainsMissingWorker() {
    ImportFixture fixture;
    const auto file = fixture.write("a.model", "model");
    fixture.request.workerProgram = fixture.root() / "no-such-worker";
    const auto model = fixture.import(file);
    QVERIFY(model.error().code == ErrorCode::NotFound);
    QVERIFY(contains(model.error().message.text(), "no-such-worker"));
    QVERIFY(contains(model.error().message.text(), "TEXELETON_IMPORT_WORKER"));
  }

  /// The model is not blamed if another program is in the worker's place.
  void namesOtherProgram() {
    ImportFixture fixture;
    const auto file = fixture.write("a.model", "model");
    for (const char* program : {"/bin/true", "/bin/cat", "/bin/echo"}) {
      fixture.request.workerProgram = program;
      const auto model = fixture.import(file);
      QVERIFY(!model);
      QVERIFY2(contains(model.error().message.text(), program), model.error().message.c_str());
      QVERIFY2(contains(model.error().message.text(), "does not answer as texeleton-import"),
               model.error().message.c_str());
      QVERIFY2(!contains(model.error().message.text(), "export it again"), model.error().message.c_str());
    }
  }

  /// Each place in turn, with this program copied to an empty folder.
  void searchesThreePlaces() {
    ImportFixture fixture;
    const auto script = fixture.write("a.model", "model");
    const auto fake = fixture.request.workerProgram;
    const auto bin = fixture.root() / "prefix/bin";
    std::filesystem::create_directories(bin);
    std::filesystem::copy_file(test::binFolder() / "find_import_worker", bin / "program");
    const auto found = [&](const char* variable) {
      QProcess program;
      QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
      environment.remove("TEXELETON_IMPORT_WORKER");
      if (variable != nullptr) {
        environment.insert("TEXELETON_IMPORT_WORKER", variable);
      }
      program.setProcessEnvironment(environment);
      program.start(QString::fromStdString((bin / "program").string()), {});
      program.waitForFinished();
      return program.readAllStandardOutput().trimmed().toStdString();
    };
    const auto libexec = fixture.root() / "prefix/libexec/texeleton/texeleton-import";
    const std::string nowhere = found(nullptr);
    QVERIFY2(contains(nowhere, (bin / "texeleton-import").c_str()), nowhere.c_str());
    QVERIFY2(contains(nowhere, libexec.c_str()), nowhere.c_str());
    QVERIFY2(contains(nowhere, "$TEXELETON_IMPORT_WORKER (not set)"), nowhere.c_str());
    QCOMPARE(found(fake.c_str()), fake.string());
    std::filesystem::create_directories(libexec.parent_path());
    std::filesystem::copy_file(fake, libexec);
    QCOMPARE(found(fake.c_str()), libexec.string());
    std::filesystem::copy_file(fake, bin / "texeleton-import");
    QCOMPARE(found(fake.c_str()), (bin / "texeleton-import").string());
  }

  void tasksSurviveTheCommandLine() {
    importing::worker::Task task;
    task.file = "/models/with space/--scale.fbx";
    task.options.scale = 0.1;
    task.options.up = importing::UpAxis::Z;
    task.options.followOutside = true;
    task.options.hidden = true;
    task.unityMeta = {importing::UnityMetaUse::Events, "/models/with space/a.meta"};
    task.memoryBytes = 5'000'000'000;
    task.cpuSeconds = 7;
    task.parent = 99;
    task.hashReferences = true;
    const auto arguments = importing::worker::toArguments(task);
    std::vector<const char*> pointers;
    for (const std::string& argument : arguments) {
      pointers.push_back(argument.c_str());
    }
    const auto read = importing::worker::taskFromArguments(pointers);
    QVERIFY(read.has_value());
    QCOMPARE(read->file.string(), task.file.string());
    QVERIFY(read->options.scale == 0.1 && read->options.up == importing::UpAxis::Z && read->options.followOutside);
    QVERIFY(read->memoryBytes == task.memoryBytes && read->cpuSeconds == 7 && read->parent == 99);
    QVERIFY(read->hashReferences && read->options.hidden);
    QVERIFY(read->unityMeta.use == importing::UnityMetaUse::Events && read->unityMeta.file == task.unityMeta.file);
    for (std::size_t count = 0; count < pointers.size(); ++count) {
      QVERIFY(!importing::worker::taskFromArguments(std::span(pointers).first(count)).has_value());
    }
  }

  void messagesSurviveTheLine() {
    const importing::worker::Report failed{importing::worker::Report::Kind::Failed,
                                           0.0,
                                           {},
                                           {ErrorCode::Limit, message("größer\nthan \"x\"\xff"), "/a/b"}};
    const std::string line = importing::worker::toLine(failed);
    QCOMPARE(std::count(line.begin(), line.end(), '\n'), 1);
    const auto read = importing::worker::fromLine(line);
    QVERIFY(read && read->kind == importing::worker::Report::Kind::Failed && read->error.code == ErrorCode::Limit);
    QCOMPARE(read->error.message.text(), std::string("größer\nthan \"x\"\xef\xbf\xbd"));
    QVERIFY(importing::worker::fromLine(importing::worker::kOutOfMemoryLine)->kind ==
            importing::worker::Report::Kind::OutOfMemory);
    QVERIFY(importing::worker::fromLine(importing::worker::kNestedTooDeepLine)->kind ==
            importing::worker::Report::Kind::NestedTooDeep);
    for (const char* bad :
         {"", "x", "{}", "[]", "{\"failed\":\"who-knows\"}", "{\"failed\":7}", "{\"progress\":\"x\"}"}) {
      QVERIFY(!importing::worker::fromLine(bad));
    }
  }

  void resultsAreCheckedByte() {
    const std::vector<importing::worker::Reference> references = {{"textures/a.png", std::string(64, 'a')},
                                                                  {"b.md5anim", {}}};
    std::vector<std::byte> bytes(100, std::byte{7});
    const auto packed = importing::worker::packReferences(references);
    bytes.insert(bytes.end(), packed.begin(), packed.end());
    const auto result = importing::worker::splitResult(bytes);
    QVERIFY(result.has_value());
    QCOMPARE(result->snapshot.size(), std::size_t{100});
    QVERIFY(result->references == references);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      QVERIFY(!importing::worker::splitResult(std::span(bytes).first(size)));
    }
    for (std::size_t i = 100; i < bytes.size(); ++i) {
      auto broken = bytes;
      broken[i] ^= std::byte{0x41};
      QVERIFY(!importing::worker::splitResult(broken));
    }
  }

  void missingProgramsAreErrors() {
    importing::LimitedProcess process;
    process.program = "/no/such/program";
    const JobContext job;
    QVERIFY(importing::runLimited(process, job).error().code == ErrorCode::Io);
  }

  void keepsEndOfStandardError() {
    importing::LimitedProcess process;
    process.program = "/bin/sh";
    process.arguments = {"-c", "i=0; while [ $i -lt 5000 ]; do echo line $i >&2; i=$((i+1)); done; echo out; exit 4"};
    std::vector<std::string> lines;
    process.onLine = [&](std::string_view line) { lines.emplace_back(line); };
    const JobContext job;
    const auto end = importing::runLimited(process, job);
    QVERIFY(end && end->kind == importing::ProcessEnd::Kind::Exited);
    QCOMPARE(end->code, 4);
    QVERIFY(end->errorOutput.size() <= 4096 && end->errorOutput.ends_with("line 4999\n"));
    QVERIFY((lines == std::vector<std::string>{"out"}));
  }

  void passesNoDescriptors() {
    const int leak = ::dup(STDOUT_FILENO);  // without close-on-exec
    importing::LimitedProcess process;
    process.program = "/bin/sh";
    process.arguments = {"-c", "ls /proc/self/fd | tr '\\n' ' '; cat"};  // cat: standard input is empty
    std::string text;
    process.onLine = [&](std::string_view line) { text += line; };
    const JobContext job;
    const auto end = importing::runLimited(process, job);
    ::close(leak);
    QVERIFY(end && end->kind == importing::ProcessEnd::Kind::Exited && end->code == 0);
    QCOMPARE(text, std::string("0 1 2 3 "));  // 3 is the folder that ls reads
  }
};

TEXELETON_SUITE(TestImportWorker)
#include "test_import_worker.moc"

#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "core/export/owned_folder.h"
#include "tests/support/failing_writes.h"
#include "tests/support/suite.h"

using namespace texeleton;
namespace fs = std::filesystem;

class TestOwnedFolder : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_temporary;
  fs::path m_folder;

  void put(const std::string& path, const std::string& content) const {
    fs::create_directories((m_folder / path).parent_path());
    std::ofstream(m_folder / path, std::ios::binary) << content;
  }
  /// All files of the folder with their content; the list as "list".
  std::map<std::string, std::string> all() const {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(m_folder)) {
      if (entry.is_regular_file()) {
        std::ifstream in(entry.path(), std::ios::binary);
        std::ostringstream text;
        text << in.rdbuf();
        files[fs::relative(entry.path(), m_folder).string()] = text.str();
      }
    }
    return files;
  }
  std::map<std::string, std::string> withoutList() const {
    auto files = all();
    files.erase(exporting::kOwnedListName);
    return files;
  }
  static std::vector<exporting::FileGroup> hero(const std::string& content) {
    return {{"hero", {{"hero.txt", content}, {"deep/er/hero.txt", "deep"}}},
            {"run-time", {{"lib/a.js", "a1"}, {"lib/b.js", "b1"}}}};
  }

 private slots:
  void init() {
    m_temporary = std::make_unique<QTemporaryDir>();
    m_folder = m_temporary->path().toStdString();
  }

  void twoCharactersShareOneRunTime() {
    JobContext job;
    QVERIFY(exporting::writeOwnedFiles(m_folder, hero("1"), job));
    QVERIFY(exporting::writeOwnedFiles(
        m_folder, std::vector<exporting::FileGroup>{{"fox", {{"fox.txt", "f"}}}, hero("1")[1]}, job));
    const std::map<std::string, std::string> wanted = {
        {"hero.txt", "1"}, {"deep/er/hero.txt", "deep"}, {"lib/a.js", "a1"}, {"lib/b.js", "b1"}, {"fox.txt", "f"}};
    QVERIFY(withoutList() == wanted);
    const auto before = all();
    QVERIFY(exporting::writeOwnedFiles(m_folder, hero("1"), job));  // A second write gives the same.
    QVERIFY(all() == before);
    QVERIFY(job.takeIssues().empty());
  }

  /// A file that an engine may have made earlier is kept, is not ours, and does not stop the export.
  void yieldsToFilesOfTheEngine() {
    JobContext job;
    std::vector<exporting::FileGroup> groups = hero("1");
    groups[1].files.push_back({"list.meta", "ours", true});
    std::ofstream(m_folder / "list.meta") << "the engine's";
    QVERIFY(exporting::writeOwnedFiles(m_folder, groups, job));
    QCOMPARE(all()["list.meta"], std::string("the engine's"));
    QVERIFY(all()["hero.txt"] == "1" && all()[exporting::kOwnedListName].find("list.meta") == std::string::npos);
    fs::remove(m_folder / "list.meta");
    QVERIFY(exporting::writeOwnedFiles(m_folder, groups, job));
    QCOMPARE(all()["list.meta"], std::string("ours"));
    QVERIFY(job.takeIssues().empty());
  }

  /// A run-time that was one group becomes two: its files stay in place, and none counts as foreign.
  void filesMoveBetweenGroups() {
    JobContext job;
    QVERIFY(exporting::writeOwnedFiles(
        m_folder, std::vector<exporting::FileGroup>{{"all", {{"a", "1"}, {"b", "1"}, {"c", "1"}}}}, job));
    const auto changes = exporting::writeOwnedFiles(
        m_folder, std::vector<exporting::FileGroup>{{"all", {{"a", "2"}}}, {"part", {{"b", "2"}}}}, job);
    QVERIFY(changes);
    const std::map<std::string, std::string> wanted = {{"a", "2"}, {"b", "2"}};
    QVERIFY(withoutList() == wanted);
    QVERIFY(changes->written == (std::vector<std::string>{"a", "b"}) &&
            changes->removed == std::vector<std::string>{"c"});
  }

  /// A change that was only prepared, or was applied but not committed, leaves the folder unchanged.
  void partialWriteLeavesNothing() {
    JobContext job;
    QVERIFY(exporting::writeOwnedFiles(m_folder, hero("1"), job));
    const auto before = all();
    const std::vector<exporting::FileGroup> next = {{"hero", {{"hero.txt", "2"}, {"new/er/hero.txt", "2"}}}};
    {
      const auto change = exporting::FolderChange::begin(m_folder, job);
      QVERIFY(change && exporting::prepareOwnedFiles(**change, next, job));
      QVERIFY((*change)->putInPlace());
      QVERIFY(all() != before);
    }
    QVERIFY(all() == before);
    QVERIFY(!fs::exists(m_folder / "new"));
    {
      const auto change = exporting::FolderChange::begin(m_folder / "deep/est", job);
      QVERIFY(change && exporting::prepareOwnedFiles(**change, next, job));
    }
    QVERIFY(all() == before);
    job.cancel();
    QVERIFY(!exporting::writeOwnedFiles(m_folder, next, job));
    QVERIFY(all() == before);
  }

  void killedWritesLeaveNothingForeign_data() {
    QTest::addColumn<bool>("isFirst");
    QTest::newRow("the first export of a folder") << true;
    QTest::newRow("a later one") << false;
  }
  void killedWritesLeaveNothingForeign() {
    QFETCH(bool, isFirst);
    std::vector<exporting::FileGroup> second = hero("2");
    second[0].files[1].path = "deep/new/hero.txt";
    second[1].files[0].content = "a2";
    int killed = 0;
    for (std::uint64_t call = 1;; ++call) {
      init();
      JobContext job;
      put("mine.txt", "mine");
      if (!isFirst) {
        QVERIFY(exporting::writeOwnedFiles(m_folder, hero("1"), job));
      }
      const auto before = withoutList();
      const pid_t child = ::fork();
      if (child == 0) {
        failWrites(fs::canonical(m_folder).c_str(), call, kDie);
        const bool written = exporting::writeOwnedFiles(m_folder, second, job).has_value();
        stopFailingWrites();
        ::_exit(written ? 0 : 1);
      }
      int status = 0;
      QCOMPARE(::waitpid(child, &status, 0), child);
      QVERIFY(WIFEXITED(status));
      if (WEXITSTATUS(status) == 0) {
        break;
      }
      QCOMPARE(WEXITSTATUS(status), 99);
      ++killed;
      // Each file is the old or the new one, and no old file is missing.
      const auto now = withoutList();
      for (const auto& [path, content] : before) {
        QVERIFY2(path == "deep/er/hero.txt" || now.count(path) != 0, path.c_str());
      }
      for (const exporting::FileGroup& group : second) {
        for (const exporting::ProjectFile& file : group.files) {
          const auto there = now.find(file.path);
          QVERIFY(there == now.end() || there->second == file.content ||
                  (before.count(file.path) != 0 && there->second == before.at(file.path)));
        }
      }
      const auto owned = exporting::ownedFiles(m_folder);
      QVERIFY(owned);
      for (const exporting::OwnedFile& file : *owned) {
        QVERIFY2(file.state != exporting::OwnedState::Edited, file.path.c_str());
      }
      // The next export continues, with other contents again.
      std::vector<exporting::FileGroup> third = hero("3");
      const auto changes = exporting::writeOwnedFiles(m_folder, third, job);
      QVERIFY2(changes, changes ? "" : changes.error().message.c_str());
      const std::map<std::string, std::string> wanted = {{"mine.txt", "mine"},
                                                         {"hero.txt", "3"},
                                                         {"deep/er/hero.txt", "deep"},
                                                         {"lib/a.js", "a1"},
                                                         {"lib/b.js", "b1"}};
      QVERIFY(withoutList() == wanted);
      for (const Issue& issue : job.takeIssues()) {
        QVERIFY2(issue.text.contains("was interrupted; it was undone"), issue.text.c_str());
      }
      for (const auto& entry : fs::directory_iterator(m_folder)) {
        QVERIFY2(entry.path().filename().string().rfind(".texeleton-", 0) != 0, entry.path().c_str());
      }
      QVERIFY(all().at(exporting::kOwnedListName).find("pending") == std::string::npos);
    }
    QVERIFY(killed > 10);
  }

  /// Foreign files stay, edited ones stay with an Issue, the others are updated, orphans are removed.
  void userChangesStay() {
    JobContext job;
    put("mine.txt", "mine");
    QVERIFY(exporting::writeOwnedFiles(m_folder, hero("1"), job));
    put("lib/a.js", "edited");
    put("lib/mine.js", "mine");
    std::vector<exporting::FileGroup> next = hero("2");
    next[0].files.pop_back();
    next[1].files[0].content = "a2";
    next[1].files[1].content = "b2";
    QVERIFY(exporting::writeOwnedFiles(m_folder, next, job));
    const std::map<std::string, std::string> wanted = {
        {"mine.txt", "mine"}, {"lib/mine.js", "mine"}, {"hero.txt", "2"}, {"lib/a.js", "edited"}, {"lib/b.js", "b2"}};
    QVERIFY(withoutList() == wanted);
    QVERIFY(!fs::exists(m_folder / "deep"));
    const auto issues = job.takeIssues();
    QCOMPARE(issues.size(), std::size_t{1});
    QCOMPARE(issues[0].subject, std::string("lib/a.js"));
    const auto files = exporting::ownedFiles(m_folder);
    QVERIFY(files);
    for (const exporting::OwnedFile& file : *files) {
      QCOMPARE(file.state, file.path == "lib/a.js" ? exporting::OwnedState::Edited : exporting::OwnedState::Whole);
    }
    fs::remove(m_folder / "hero.txt");
    const auto left = exporting::ownedFiles(m_folder);
    QVERIFY(left && left->front().path == "hero.txt" && left->front().state == exporting::OwnedState::Missing);
    QVERIFY(exporting::writeOwnedFiles(m_folder, next, job));
    QCOMPARE(withoutList()["hero.txt"], std::string("2"));
  }

  void keepsEditedOrphan() {
    JobContext job;
    QVERIFY(exporting::writeOwnedFiles(m_folder, hero("1"), job));
    put("deep/er/hero.txt", "edited");
    std::vector<exporting::FileGroup> next = hero("1");
    next[0].files.pop_back();
    QVERIFY(exporting::writeOwnedFiles(m_folder, next, job));
    QCOMPARE(withoutList()["deep/er/hero.txt"], std::string("edited"));
    QCOMPARE(job.takeIssues().size(), std::size_t{1});
  }

  void foreignFilesInTheWayAreErrors() {
    JobContext job;
    put("lib/b.js", "somebody else's");
    const auto before = all();
    const auto refused = exporting::writeOwnedFiles(m_folder, hero("1"), job);
    QVERIFY(!refused);
    QVERIFY(refused.error().code == ErrorCode::InvalidArgument);
    QVERIFY2(refused.error().file.find("lib/b.js") != std::string::npos, refused.error().file.c_str());
    QVERIFY(all() == before);
    put("lib/b.js", "b1");  // Equal content is accepted; the file is ours from now on.
    QVERIFY(exporting::writeOwnedFiles(m_folder, hero("1"), job));
    const auto taken =
        exporting::writeOwnedFiles(m_folder, std::vector<exporting::FileGroup>{{"fox", {{"hero.txt", "x"}}}}, job);
    QVERIFY(!taken);
    QVERIFY2(taken.error().message.find("hero") != std::string::npos, taken.error().message.c_str());
  }

  void nothingLeavesTheFolder() {
    JobContext job;
    QTemporaryDir outside;
    fs::create_directory_symlink(outside.path().toStdString(), m_folder / "link");
    for (const char* path : {"../x", "/tmp/x", "a/../../x", "link/x", "", "./x"}) {
      QVERIFY2(!exporting::writeOwnedFiles(m_folder, std::vector<exporting::FileGroup>{{"g", {{path, "x"}}}}, job),
               path);
    }
    QVERIFY(fs::is_empty(outside.path().toStdString()));
    // A hand-written list removes nothing outside.
    put(exporting::kOwnedListName,
        R"({"format": "texeleton-files", "version": 1, "groups": {"g": {"../victim": "00", "link/x": "00"}}})");
    QVERIFY(exporting::writeOwnedFiles(m_folder, std::vector<exporting::FileGroup>{{"g", {}}}, job));
  }

  void badLists() {
    JobContext job;
    for (const char* text : {"", "[]", "{}", R"({"format": "texeleton-files", "version": 1, "groups": []})",
                             R"({"format": "texeleton-files", "version": 1, "groups": {"g": {"a": 1}}})"}) {
      put(exporting::kOwnedListName, text);
      const auto read = exporting::ownedFiles(m_folder);
      QVERIFY2(!read && read.error().code == ErrorCode::BadFile, text);
    }
    put(exporting::kOwnedListName, R"({"format": "texeleton-files", "version": 9, "groups": {}})");
    QVERIFY(exporting::ownedFiles(m_folder).error().code == ErrorCode::Unsupported);
    QVERIFY(!exporting::writeOwnedFiles(m_folder, hero("1"), job));
    QCOMPARE(withoutList().size(), std::size_t{0});
  }

  /// Each value of a list is replaced by a value of each other kind: an Error or a list results, and no file changes.
  void damagedListsThrowNothing() {
    using Json = nlohmann::json;
    const Json whole = Json::parse(R"({"format": "texeleton-files", "version": 1,
        "exports": [{"target": "raw", "name": "hero", "id": "1", "pack": "hero.texpack", "version": "1"}],
        "versions": {"g": "1"}, "groups": {"g": {"a": "00"}}, "pending": {"g": {"b": "00"}}})");
    put(exporting::kOwnedListName, whole.dump());
    QVERIFY(exporting::ownedFiles(m_folder));
    const Json flat = whole.flatten();
    int refused = 0;
    for (const auto& [pointer, value] : flat.items()) {
      for (Json::json_pointer at(pointer); !at.empty(); at.pop_back()) {
        for (const char* other : {"null", "5", "-1.5", "1e300", "true", "\"x\"", "[]", "[[]]", "{}", R"({"a": {}})"}) {
          Json damaged = whole;
          damaged[at] = Json::parse(other);
          put(exporting::kOwnedListName, damaged.dump());
          const auto read = exporting::ownedFiles(m_folder);
          const bool named =
              !read && (read.error().code == ErrorCode::BadFile || read.error().code == ErrorCode::Unsupported);
          QVERIFY2(read || named, damaged.dump().c_str());
          refused += read ? 0 : 1;
        }
      }
    }
    QVERIFY(refused > 150);
    const std::string text = whole.dump();
    for (std::size_t bytes = 0; bytes < text.size(); ++bytes) {
      put(exporting::kOwnedListName, text.substr(0, bytes));
      QVERIFY(!exporting::ownedFiles(m_folder));
    }
    QCOMPARE(withoutList().size(), std::size_t{0});
  }

  /// A failure half-way is undone: here a folder is in the place of a file.
  void failureUndoesEverything() {
    JobContext job;
    QVERIFY(exporting::writeOwnedFiles(m_folder, hero("1"), job));
    const auto before = all();
    std::vector<exporting::FileGroup> next = hero("2");
    next[1].files.push_back({"hero.txt.d/x", "x"});
    put("hero.txt.d", "a file, not a folder");
    QVERIFY(!exporting::writeOwnedFiles(m_folder, next, job));
    fs::remove(m_folder / "hero.txt.d");
    QVERIFY(all() == before);
  }
};

TEXELETON_SUITE(TestOwnedFolder)
#include "test_owned_folder.moc"

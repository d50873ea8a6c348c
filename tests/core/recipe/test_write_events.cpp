#include "core/recipe/events_file.h"

#include <QFile>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

const std::vector<std::string> kSteps = {"footstep_l", "footstep_r"};

QByteArray contentOf(const std::filesystem::path& path) {
  QFile file(QString::fromStdString(path.string()));
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class TestWriteEvents : public QObject {
  Q_OBJECT

 private slots:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void roundTrip() {
    const model::Model model = twoBoneStrip();
    const std::vector<recipe::ClipEvents> events = {
        {ClipIndex(0), {{"footstep_l", 1.0 / 3.0, ""}, {"footstep_r", 0.75, "left \"quoted\""}}},
        {ClipIndex(1), {{"footstep_r", 1.25, ""}}}};
    QVERIFY(recipe::writeEventsFile(path(), events, kSteps, model));
    JobContext job;
    const auto read = recipe::readEventsFile(path(), model, job);
    QVERIFY(read);
    QCOMPARE(*read, events);
    QVERIFY(job.takeIssues().empty());
    QVERIFY(recipe::writeEventsFile(path(), events, kSteps, model));  // again: no duplicates
    QCOMPARE(*recipe::readEventsFile(path(), model, job), events);
  }

  void clipsWithoutEventsAreLeftOut() {
    QVERIFY(
        recipe::writeEventsFile(path(), std::vector<recipe::ClipEvents>{{ClipIndex(0), {}}}, kSteps, twoBoneStrip()));
    QVERIFY(!contentOf(path()).contains("Bend"));
  }

  void otherKeysAreKept() {
    write(R"({"about":"by hand","clips":{"Bend":[{"name":"clang","frame":7},{"name":"footstep_l","timeSeconds":0.9}],)"
          R"("Swim":[{"name":"footstep_l","timeSeconds":4}]}})");
    QVERIFY(recipe::writeEventsFile(path(), std::vector<recipe::ClipEvents>{{ClipIndex(0), {{"footstep_l", 0.5, ""}}}},
                                    kSteps, twoBoneStrip()));
    QString text = contentOf(path());
    text.remove(' ').remove('\n');
    QCOMPARE(text, QString(R"({"about":"byhand","clips":{"Bend":[{"name":"clang","frame":7},)"
                           R"({"name":"footstep_l","timeSeconds":0.5,"parameter":""}],)"
                           R"("Swim":[{"name":"footstep_l","timeSeconds":4}]}})"));
  }

  void keepsOtherFiles_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("no JSON") << QByteArray("dear diary");
    QTest::newRow("other JSON") << QByteArray(R"({"format":"texeleton-recipe"})");
    QTest::newRow("clips are a list") << QByteArray(R"({"clips":[]})");
    QTest::newRow("events are no list") << QByteArray(R"({"clips":{"Bend":5}})");
  }

  void keepsOtherFiles() {
    QFETCH(const QByteArray, text);
    write(text);
    const auto written = recipe::writeEventsFile(
        path(), std::vector<recipe::ClipEvents>{{ClipIndex(0), {{"footstep_l", 0.5, ""}}}}, kSteps, twoBoneStrip());
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::BadFile);
    QCOMPARE(written.error().file, path().string());
    QCOMPARE(contentOf(path()), text);
  }

  void noSuchFolder() {
    const auto written = recipe::writeEventsFile(path() / "sub" / "events.json", {}, kSteps, twoBoneStrip());
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::NotFound);
  }

 private:
  std::filesystem::path path() const { return m_folder->filePath("a.events.json").toStdString(); }
  void write(const QByteArray& text) const {
    QFile file(QString::fromStdString(path().string()));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

TEXELETON_SUITE(TestWriteEvents)
#include "test_write_events.moc"

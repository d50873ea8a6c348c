#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <random>

#include "core/recipe/events_csv.h"
#include "tests/support/suite.h"

using namespace texeleton;

namespace {

model::Model walkAndIdle() {
  model::Model model;
  model.clips.resize(2);
  model.clips[0].name = "Walk";
  model.clips[0].sourceRateHz = 24.0;
  model.clips[1].name = "Idle, long";
  return model;
}

Result<std::vector<recipe::ClipEvents>> readSounds(const std::string& text, std::vector<Issue>* issues = nullptr) {
  JobContext job;
  auto events = recipe::eventsFromCsv(text, "sounds.csv", walkAndIdle(), job);
  if (issues != nullptr) {
    *issues = job.takeIssues();
  }
  return events;
}

std::string error(const std::string& text) {
  const auto events = readSounds(text);
  return events ? "" : events.error().message.text();
}

const std::vector<recipe::ClipEvents> kExpected = {
    {ClipIndex(0), {{"footstep_l", 0.2, "gravel"}, {"footstep_r", 0.5, ""}}},
    {ClipIndex(1), {{"say", 1.5, "he said \"hm,\nwell\""}}},
};

}  // namespace

class TestEventsCsv : public QObject {
  Q_OBJECT

 private slots:
  void reads_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("plain") << QByteArray(
        "clip,event,time,parameter\nWalk,footstep_l,0.2,gravel\nWalk,footstep_r,0.5,\n"
        "\"Idle, long\",say,1.5,\"he said \"\"hm,\nwell\"\"\"\n");
    QTest::newRow("carriage returns, byte order mark, no end of the last line") << QByteArray(
        "\xef\xbb\xbf"
        "clip,event,time,parameter\r\nWalk,footstep_l,0.2,gravel\r\n\r\nWalk,footstep_r,0.5\r\n"
        "\"Idle, long\",say,1.5,\"he said \"\"hm,\nwell\"\"\"");
    QTest::newRow("semicolons and decimal commas") << QByteArray(
        "Clip;Event;Time;Parameter\nWalk;footstep_l;0,2;gravel\nWalk;footstep_r;0,5;\n"
        "Idle, long;say;1,5;\"he said \"\"hm,\nwell\"\"\"\n;;;\n");
    QTest::newRow("sep=") << QByteArray(
        "sep=;\r\nclip;event;time;parameter\r\nWalk;footstep_l;0.2;gravel\r\nWalk;footstep_r;0.5;\r\n"
        "Idle, long;say;1.5;\"he said \"\"hm,\nwell\"\"\"\r\n");
    QTest::newRow("tabs, other order, other names, further columns") << QByteArray(
        "note\ttime_seconds\tParameter\tname\tCLIP\nx\t0.2\tgravel\tfootstep_l\tWalk\n\t+0.5\t\tfootstep_r\t Walk \n"
        "\t1.5\t\"he said \"\"hm,\nwell\"\"\"\tsay\tIdle, long\n");
    QTest::newRow("frames beside times") << QByteArray(
        "clip,event,time,frame,parameter\nWalk,footstep_l,0.2,,gravel\nWalk,footstep_r,,12,\n"
        "\"Idle, long\",say,,45,\"he said \"\"hm,\nwell\"\"\"\n");
  }
  void reads() {
    QFETCH(QByteArray, text);
    const auto events = readSounds(text.toStdString());
    QVERIFY2(events, events ? "" : events.error().message.c_str());
    QCOMPARE(*events, kExpected);
  }

  void mistakesNameTheLine_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const QByteArray& text, const char* expected) {
      QTest::newRow(name) << text << expected;
    };
    row("empty", "", "is empty");
    row("no header", "Walk,footstep_l,0.2\n", "line 1: a column \"clip\" is missing");
    row("no time", "clip,event\nWalk,a\n", "line 1: a column \"time\" is missing");
    row("column twice", "clip,event,time,name\n", "line 1: the column \"name\" is there twice");
    row("no number", "clip,event,time\nWalk,a,soon\n", "line 2: the time \"soon\" is no number");
    row("nan", "clip,event,time\nWalk,a,nan\n", "line 2: the time \"nan\" is no number");
    row("far", "clip,event,time\nWalk,a,1e30\n", "no number");
    row("comma for a point", "clip,event,time\nWalk,a,\"0,5\"\n", "line 2: the time \"0,5\" is no number");
    row("no time given", "clip,event,time\nWalk,a,\n", "line 2: the time is missing");
    row("both", "clip,event,time,frame\nWalk,a,1,2\n", "line 2: a time and a frame are both given");
    row("no event", "clip,event,time\nWalk,,1\n", "line 2: the event is missing");
    row("no clip", "clip,event,time\n,a,1\n", "line 2: the clip is missing");
    row("open quote", "clip,event,time\nWalk,\"a,1\nWalk,b,2\n", "line 2: a quotation mark is never closed");
    row("text behind a quote", "clip,event,time\nWalk,a,1\nWalk,\"a\"b,2\n",
        "line 3: text follows a closing quotation");
    row("line behind a field of two", "clip,event,time,parameter\nWalk,a,1,\"x\ny\"\nWalk,b,oops\n",
        "line 4: the time");
    row("not UTF-8", "clip,event,time\nWalk,\xe4,1\n", "line 2: the event");
    row("parameter not UTF-8", "clip,event,time,parameter\nWalk,a,1,\xe4\n", "line 2: the parameter");
    row("long name", "clip,event,time\nWalk," + QByteArray(300, 'x') + ",1\n", "line 2: the event");
    row("long parameter", "clip,event,time,parameter\nWalk,a,1," + QByteArray(70000, 'x') + "\n",
        "line 2: the parameter");
    row("many fields", "clip,event,time" + QByteArray(300, ',') + "\n", "over 256 fields");
  }
  void mistakesNameTheLine() {
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    const std::string found = error(text.toStdString());
    QVERIFY2(QString::fromStdString(found).contains(expected), found.c_str());
  }

  void unknownClipsAreIssues() {
    std::vector<Issue> issues;
    const auto events = readSounds("clip,event,time\nWlak,a,1\nWalk,a,1\nIdle,b,2\n", &issues);
    QVERIFY(events && events->size() == 1);
    QCOMPARE(issues.size(), std::size_t{2});
    QVERIFY(issues[0].text.find("\"Wlak\"; did you mean \"Walk\"?") != std::string::npos);
    QCOMPARE(issues[0].subject, std::string("sounds.csv"));
  }

  void noise() {
    std::mt19937 random(3);
    const std::string letters = "clip,event,time\n\"\";\t\r Wak0123.\xef\xbb\xbf\x80";
    for (int i = 0; i < 20000; ++i) {
      std::string text = i % 2 == 0 ? "clip,event,time,parameter\nWalk," : "";
      for (std::size_t k = random() % 60; k > 0; --k) {
        text += letters[random() % letters.size()];
      }
      const auto events = readSounds(text);
      QVERIFY(events || !events.error().message.empty());
    }
    QVERIFY(error("clip,event,time\n" + std::string(4'000'000, '"')).find("line 2") != std::string::npos);
  }

  /// A file with the extension of a table is accepted wherever an events file is.
  void filesByExtension() {
    QVERIFY(recipe::isEventsCsv("a/b.CSV") && recipe::isEventsCsv("b.tsv") && !recipe::isEventsCsv("b.json") &&
            !recipe::isEventsCsv("csv"));
    const QTemporaryDir folder;
    const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "a.csv";
    std::ofstream(file) << "clip;event;time\nWalk;a;0,25\n";
    JobContext job;
    const auto events = recipe::readEventsFile(file, walkAndIdle(), job);
    QVERIFY(events && events->at(0).events.at(0).timeSeconds == 0.25);
    std::ofstream(file) << "clip;event\n";
    const auto broken = recipe::readEventsFile(file, walkAndIdle(), job);
    QVERIFY(!broken && broken.error().file == file.string());
  }
};

TEXELETON_SUITE(TestEventsCsv)
#include "test_events_csv.moc"

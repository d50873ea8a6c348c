#include <QObject>
#include <QTest>
#include <nlohmann/json.hpp>

#include "core/model/names.h"
#include "tests/support/suite.h"

using namespace texeleton;

class TestNames : public QObject {
  Q_OBJECT

 private slots:
  void escapesTerminalCodes() {
    QCOMPARE(model::escapedText("größe 手"), std::string("größe 手"));
    QCOMPARE(model::escapedText("a\x1b[31m"), std::string("a\\x1b[31m"));
    QCOMPARE(model::escapedText("a\xc2\x9b"
                                "b"),
             std::string("a\\xc2\\x9bb"));  // CSI of C1.
    QCOMPARE(model::escapedText("a\xe2\x80\xae"
                                "b"),
             std::string("a\\xe2\\x80\\xaeb"));  // U+202E reverses the text direction.
    QCOMPARE(model::escapedText("a\xff"
                                "b"),
             std::string("a\\xffb"));
  }

  void jsonIsEquivalent() {
    const nlohmann::ordered_json json = {{"name",
                                          "a\xc2\x9b"
                                          "b\xe2\x80\xae"
                                          "c größe"},
                                         {"list", {1, 2}}};
    const std::string text = model::escapedJson(json.dump(2));
    QVERIFY(text.find('\xc2') == std::string::npos || text.find("\xc2\x9b") == std::string::npos);
    QVERIFY(text.find("\\u009b") != std::string::npos && text.find("\\u202e") != std::string::npos);
    QVERIFY(text.find("größe") != std::string::npos);
    QCOMPARE(nlohmann::ordered_json::parse(text), json);
  }

  void truncatesMessages() {
    QCOMPARE(model::shortenedText("short"), std::string("short"));
    const std::string cut = model::shortenedText(std::string(752'000, 'x'));
    QVERIFY(cut.size() < 4100 && cut.find("(752000 bytes)") != std::string::npos);
    QCOMPARE(model::shortenedText("größe", 3), std::string("gr… (7 bytes)"));
  }
};

TEXELETON_SUITE(TestNames)
#include "test_names.moc"

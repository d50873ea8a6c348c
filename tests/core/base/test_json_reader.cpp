#include <QObject>
#include <QTest>
#include <string>

#include "core/base/json_reader.h"
#include "tests/support/suite.h"

using namespace texeleton;

namespace {

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

}  // namespace

class TestJsonReader : public QObject {
  Q_OBJECT

 private slots:
  void badTextIsRefused_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, const std::string& text, ErrorCode code) {
      QTest::newRow(name) << QByteArray::fromStdString(text) << static_cast<int>(code);
    };
    row("empty", "", ErrorCode::BadFile);
    row("cut", R"({"a": [1, 2)", ErrorCode::BadFile);
    row("two values", "{} {}", ErrorCode::BadFile);
    row("key twice", R"({"a": {"b": 1, "b": 2}})", ErrorCode::BadFile);
    row("beyond double", "[1e999]", ErrorCode::BadFile);
    row("not a number", "[NaN]", ErrorCode::BadFile);
    row("invalid UTF-8", "[\"caf\xe9\"]", ErrorCode::BadFile);
    row("unpaired surrogate", R"(["\ud800"])", ErrorCode::BadFile);
    row("nested too deep", nested(kMaxJsonDepth + 1), ErrorCode::Limit);
    row("a million brackets", std::string(1'000'000, '['), ErrorCode::Limit);
    row("too long", "\"" + std::string(kMaxJsonBytes, 'a') + "\"", ErrorCode::Limit);
  }
  void badTextIsRefused() {
    QFETCH(QByteArray, text);
    QFETCH(int, code);
    const auto json = parseJson(text.toStdString(), "some.json");
    QVERIFY(!json);
    QCOMPARE(static_cast<int>(json.error().code), code);
    QCOMPARE(json.error().file, std::string("some.json"));
  }

  void keysKeepTheirOrder() {
    const auto json = parseJson(R"({"z": 1, "a": [true, null, -2.5], "m": {}})", "");
    QVERIFY(json);
    QCOMPARE(json->dump(), std::string(R"({"z":1,"a":[true,null,-2.5],"m":{}})"));
    QVERIFY(parseJson(nested(kMaxJsonDepth), ""));
  }

  // A value of another type is reported with its place; later steps give defaults and throw nothing.
  void wrongTypesAreProblems_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("problem");
    QTest::newRow("number for text") << QByteArray(R"({"format": 5})") << QByteArray("format: is not \"list\"");
    QTest::newRow("list for object") << QByteArray("[]") << QByteArray("is not an object");
    QTest::newRow("text for list") << QByteArray(R"({"format": "list", "clips": "a"})")
                                   << QByteArray("clips: is not an array");
    QTest::newRow("text for number") << QByteArray(R"({"format": "list", "clips": [{"at": "1"}]})")
                                     << QByteArray("clips[0].at: is not a number");
    QTest::newRow("missing") << QByteArray(R"({"format": "list", "clips": [{}]})")
                             << QByteArray("clips[0]: 'at' is missing");
    QTest::newRow("too large") << QByteArray(R"({"format": "list", "clips": [{"at": 1, "count": -1}]})")
                               << QByteArray("clips[0].count: is -1, not within 0 and 4294967295");
  }
  void wrongTypesAreProblems() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, problem);
    const auto json = parseJson(text.toStdString(), "");
    QVERIFY(json);
    Message said;
    const JsonCursor root(*json, said);
    root.at("format").expectText("list");
    const JsonCursor clips = root.at("clips");
    for (std::size_t i = 0; i < clips.size(10); ++i) {
      static_cast<void>(clips.at(i).at("at").number(0.0, 1.0));
      static_cast<void>(clips.at(i).at("count").count());
      static_cast<void>(clips.at(i).at("name").text(10));
    }
    QCOMPARE(QByteArray::fromStdString(said.text()), problem);
  }
};

TEXELETON_SUITE(TestJsonReader)
#include "test_json_reader.moc"

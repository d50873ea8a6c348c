#include <QObject>
#include <QTest>
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/import/gltf/gltf_json.h"
#include "tests/support/suite.h"

using texeleton::importing::JsonReader;

/// The JSON reader against the rules of RFC 8259 and known values.
class TestGltfJson : public QObject {
  Q_OBJECT

 private:
  /// JSON written with ' instead of ", because moc misreads raw strings.
  static std::string json(std::string text) {
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
  }

  static bool accepts(const std::string& text) {
    JsonReader reader(text);
    reader.skip();
    reader.expectEnd();
    return reader.ok();
  }

 private slots:
  void acceptsJson() {
    for (const std::string& text : std::vector<std::string>{
             "{}", "[]", " [ 1 , 2.5 , -0 , 1e5, 1E+5, 0.5e-3 ] ", json("{'a':{'b':[true,false,null]}}"),
             json("'\\u00e9\\n\\\\\\''"), "0", "-1", "\"\"", "[[],{}]", "\t\r\n{ }\n"}) {
      QVERIFY2(accepts(text), text.c_str());
    }
  }

  void rejectsOther() {
    for (const char* text :
         {"",          " ",           "{",      "[",        "[1,]",  "[,1]", "{\"a\"}",   "{\"a\":}", "{\"a\":1,}",
          "{a:1}",     "{'a':1}",     "01",     "-",        "1.",    ".5",   "1e",        "+1",       "nul",
          "nulll",     "tru",         "NaN",    "Infinity", "[1 2]", "[1}",  "{\"a\":1]", "\"a",      "\"\\x\"",
          "\"\\u12\"", "\"\\u12g4\"", "\"\n\"", "1 2",      "[] []", "\"a\\"}) {
      QVERIFY2(!accepts(text), text);
    }
  }

  void reportsTruncatedText() {
    const std::string whole = json("{'a':[1,{'b':'text'},true]}");
    for (std::size_t size = 1; size < whole.size(); ++size) {
      JsonReader reader(std::string_view(whole).substr(0, size));
      reader.skip();
      QVERIFY(!reader.ok());
      QVERIFY2(reader.error().find("cut short") != std::string::npos, reader.error().c_str());
    }
  }

  void limitsNesting() {
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    QVERIFY(accepts(nested(JsonReader::kMaxDepth)));
    QVERIFY(!accepts(nested(JsonReader::kMaxDepth + 1)));
    QVERIFY(!accepts(nested(1'000'000)));
    // Brackets in strings do not count.
    QVERIFY(accepts('"' + std::string(1000, '[') + '"'));
  }

  void readsNumbers() {
    JsonReader reader("[0, -0.5, 1e3, 123456789012345678, 1e-400, 2.5E-2, 4294967295]");
    std::vector<double> numbers;
    reader.array([&](std::size_t) { numbers.push_back(reader.number()); });
    QVERIFY2(reader.ok(), reader.error().c_str());
    QCOMPARE(numbers, (std::vector<double>{0.0, -0.5, 1000.0, 123456789012345678.0, 0.0, 0.025, 4294967295.0}));
    JsonReader huge("1e400");
    huge.number();
    QVERIFY(!huge.ok());
  }

  void readsWholeNumbers() {
    const auto whole = [](const char* text, std::uint64_t max) -> qint64 {
      JsonReader reader(text);
      const std::uint64_t value = reader.whole(max);
      return reader.ok() ? static_cast<qint64>(value) : -1;
    };
    QCOMPARE(whole("0", 10), 0);
    QCOMPARE(whole("10", 10), 10);
    QCOMPARE(whole("11", 10), -1);
    QCOMPARE(whole("-5", 10), -1);
    QCOMPARE(whole("3.0", 10), 3);
    QCOMPARE(whole("1e1", 10), 10);
    QCOMPARE(whole("3.5", 10), -1);
    QCOMPARE(whole("18446744073709551616", 10), -1);
    QCOMPARE(whole("\"3\"", 10), -1);
  }

  void readsStrings() {
    const std::string text = json(
        "['plain','a\\'\\\\\\/\\b\\f\\n\\r\\tz','\\u0041\\u00e9\\u20ac','\\ud83d\\ude00','\\ud83dx','nul\\u0000!']");
    JsonReader reader(text);
    std::vector<std::string> strings;
    reader.array([&](std::size_t) { strings.push_back(reader.string()); });
    QVERIFY2(reader.ok(), reader.error().c_str());
    QCOMPARE(strings.size(), std::size_t{6});
    QCOMPARE(strings[1], std::string("a\"\\/\b\f\n\r\tz"));
    QCOMPARE(strings[2], std::string("A\xC3\xA9\xE2\x82\xAC"));
    QCOMPARE(strings[3], std::string("\xF0\x9F\x98\x80"));
    QCOMPARE(strings[4], std::string("\xEF\xBF\xBDx"));
    QCOMPARE(strings[5], std::string("nul\0!", 5));
  }

  void namesPlaceOfMistake() {
    const std::string text = json("{'accessors':[{'count':1},{'count':-5}]}");
    JsonReader reader(text);
    reader.object([&](std::string_view) {
      reader.array([&](std::size_t) { reader.object([&](std::string_view) { reader.whole(10); }); });
    });
    QCOMPARE(reader.error(), std::string("accessors[1].count is -5, not a whole number from 0 to 10"));
  }

  void returnsSkippedText() {
    const std::string text = json("{'a': [1, {'b': ']'}] , 'c':2}");
    JsonReader reader(text);
    std::string skipped;
    reader.object([&](std::string_view key) {
      if (key == "a") {
        skipped = reader.skip();
      } else {
        QCOMPARE(reader.number(), 2.0);
      }
    });
    QVERIFY(reader.ok());
    QCOMPARE(skipped, std::string(json("[1, {'b': ']'}]")));
  }
};

TEXELETON_PLAIN_SUITE(TestGltfJson)
#include "test_gltf_json.moc"

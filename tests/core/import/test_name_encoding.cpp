#include <iconv.h>

#include <QObject>
#include <QTest>
#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "core/import/name_encoding.h"
#include "tests/core/import/fbx_text.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

/// `text` in a code page, converted by the C library; nothing if it lacks the code page.
std::optional<std::string> encoded(const char* codePage, std::string text) {
  iconv_t converter = iconv_open(codePage, "UTF-8");
  if (converter == reinterpret_cast<iconv_t>(-1)) {
    return std::nullopt;
  }
  std::string out(text.size() * 4, '\0');
  char* from = text.data();
  char* to = out.data();
  std::size_t left = text.size();
  std::size_t room = out.size();
  const bool good = iconv(converter, &from, &left, &to, &room) != static_cast<std::size_t>(-1);
  iconv_close(converter);
  out.resize(out.size() - room);
  return good ? std::optional(out) : std::nullopt;
}

const std::vector<std::string> kWestern = {"Knöchel", "Größe", "Hände", "Rückgrat_L", "Mâchoire", "Épaule.D", "Côté",
                                           "Muñeca",  "Pé",    "Fuß",   "Älg",        "Hüfte",    "Übergang", "KÖRPER"};
const std::vector<std::string> kChinese = {"骨盆",   "左大腿",    "右手", "头",   "Bip01 脊椎",
                                           "根骨骼", "左上臂_01", "膝盖", "行走", "待机"};
const std::vector<std::string> kJapanese = {"センター", "上半身",   "下半身",   "首",   "頭",
                                            "左腕",     "左ひじ",   "右足首",   "両目", "左足ＩＫ",
                                            "全ての親", "つま先_L", "右親指１", "あ"};

}  // namespace

/// Names in the code pages of older exporters, encoded by the C library, are decoded.
class TestNameEncoding : public QObject {
  Q_OBJECT

 private:
  ModelFolder m_folder;

  static void addPages() {
    QTest::addColumn<QByteArray>("page");
    QTest::newRow("windows-1252") << QByteArray("CP1252");
    QTest::newRow("GBK") << QByteArray("GBK");
    QTest::newRow("Shift-JIS") << QByteArray("CP932");
  }
  static const std::vector<std::string>& namesOf(const QByteArray& page) {
    return page == "CP1252" ? kWestern : page == "GBK" ? kChinese : kJapanese;
  }
  static std::string foreign(const QByteArray& page, const std::string& text) {
    return encoded(page.constData(), text).value_or(std::string());
  }

  static std::size_t countOf(const std::vector<Issue>& issues, const std::string& part) {
    return static_cast<std::size_t>(std::count_if(
        issues.begin(), issues.end(), [&](const Issue& issue) { return issue.text.find(part) != std::string::npos; }));
  }

 private slots:
  void guesses_data() { addPages(); }

  // Each name by itself, and all together.
  void guesses() {
    QFETCH(QByteArray, page);
    const auto expected = page == "CP1252" ? importing::NameEncoding::Windows1252
                          : page == "GBK"  ? importing::NameEncoding::Gbk
                                           : importing::NameEncoding::ShiftJis;
    std::vector<std::string> all;
    for (const std::string& name : namesOf(page)) {
      const auto bytes = encoded(page.constData(), name);
      if (!bytes) {
        QSKIP("the C library does not have this code page here");
      }
      all.push_back(*bytes);
      QVERIFY2(importing::guessEncoding({*bytes}) == expected, name.c_str());
    }
    QVERIFY(importing::guessEncoding({all.begin(), all.end()}) == expected);
  }

  void fbx_data() { addPages(); }

  // Bones, meshes and clips; the weights still find their bones.
  void fbx() {
    QFETCH(QByteArray, page);
    const std::vector<std::string>& names = namesOf(page);
    if (foreign(page, names[0]).empty()) {
      QSKIP("the C library does not have this code page here");
    }
    FbxText fbx;
    fbx.model(10, foreign(page, names[0]), 0, FbxText::usual(), "LimbNode");
    fbx.model(11, foreign(page, names[1]), 10, FbxText::usual() + FbxText::translation({0, 1, 0}), "LimbNode");
    fbx.model(20, foreign(page, names[2]), 0, FbxText::usual(), "Mesh");
    fbx.mesh(30, 20, {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}}, {0, 1, ~2});
    fbx.skin(40, 30);
    fbx.cluster(41, 40, 10, {0, 1}, {1, 1}, glm::dmat4(1.0), glm::dmat4(1.0));
    fbx.cluster(42, 40, 11, {2}, {1}, std::nullopt, std::nullopt);
    fbx.take(90, foreign(page, names[3]), 0, 1);
    fbx.curves(100, 91, 11, "Lcl Translation", {{"d|X", {{0, 0}, {1, 1}}}});
    const auto path = m_folder.write("names.fbx", fbx.text());
    const auto model = ModelFolder::read(path);
    QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
    std::vector<std::string> nodes;
    for (const model::Node& node : model->nodes) {
      nodes.push_back(node.name);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      QVERIFY2(std::find(nodes.begin(), nodes.end(), names[i]) != nodes.end(), names[i].c_str());
    }
    QCOMPARE(model->clips.at(0).name, names[3]);
    QCOMPARE(countOf(model->issues, "not UTF-8"), std::size_t{1});
    QCOMPARE(countOf(model->issues, "were read as"), std::size_t{1});
    QCOMPARE(countOf(model->issues, "weights"), std::size_t{0});
  }

  void bvh() {
    const std::string hips = foreign("CP932", "センター");
    const std::string chest = foreign("CP932", "上半身");
    if (hips.empty()) {
      QSKIP("the C library does not have this code page here");
    }
    const auto model = ModelFolder::read(m_folder.write(
        "names.bvh",
        "HIERARCHY\nROOT " + hips +
            "\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
            "JOINT " +
            chest +
            "\n{\nOFFSET 0 10 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 5 0\n}\n}\n}"
            "\nMOTION\nFrames: 2\nFrame Time: 0.1\n0 0 0 0 0 0 0 0 0\n0 1 0 0 0 0 10 0 0\n"));
    QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
    QVERIFY(std::any_of(model->nodes.begin(), model->nodes.end(), [](const auto& n) { return n.name == "センター"; }));
    QVERIFY(std::any_of(model->nodes.begin(), model->nodes.end(), [](const auto& n) { return n.name == "上半身"; }));
    QCOMPARE(countOf(model->issues, "were read as Shift_JIS"), std::size_t{1});
  }

  // A declaration takes precedence; without one the encoding is guessed.
  void collada() {
    const std::string name = "Knöchel";
    const auto latin1 = encoded("ISO-8859-1", name);
    if (!latin1) {
      QSKIP("the C library does not have these encodings here");
    }
    const auto file = [&](const std::string& declaration, const std::string& joint) {
      std::ifstream in(sourceFolder() / "tests" / "data" / "skinned.dae", std::ios::binary);
      std::string text{std::istreambuf_iterator<char>(in), {}};
      text.replace(0, text.find("?>"), "<?xml version=\"1.0\"" + declaration);
      const std::size_t at = text.find("id=\"n\"");
      return text.replace(at + 4, 1, joint);
    };
    const std::string wide = encoded("UTF-16LE", "\xEF\xBB\xBF" + file(" encoding=\"utf-16\"", name)).value();
    for (const auto& [text, guesses] : std::vector<std::pair<std::string, std::size_t>>{
             {file(" encoding='ISO-8859-1'", *latin1), 0}, {file("", *latin1), 1}, {file("", name), 0}, {wide, 0}}) {
      const auto model = ModelFolder::read(m_folder.write("names.dae", text));
      QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
      QVERIFY(std::any_of(model->nodes.begin(), model->nodes.end(), [&](const auto& n) { return n.name == name; }));
      QCOMPARE(countOf(model->issues, "not UTF-8"), guesses);
      QCOMPARE(model->clips.size(), std::size_t{1});
    }
  }

  // "头" in GBK happens to be U+0377 in UTF-8; a truncated UTF-8 name does not make the others non-UTF-8.
  void otherNamesOfTheFileCount() {
    const auto decoded = [](const std::vector<std::string>& names) {
      importing::SourceScene scene;
      for (const std::string& name : names) {
        scene.nodes.emplace_back().name = name;
      }
      JobContext job;
      importing::decodeNames(scene, job);
      std::vector<std::string> result;
      for (const importing::SourceNode& node : scene.nodes) {
        result.push_back(node.name);
      }
      return result;
    };
    const std::string cut = "左大腿" + std::string("\xE9\xAA");
    QCOMPARE(decoded({cut, "骨盆", "Knöchel"}), (std::vector<std::string>{cut, "骨盆", "Knöchel"}));
    QCOMPARE(decoded({"K\xF6rper", "骨盆"}), (std::vector<std::string>{"Körper", "骨盆"}));
    QCOMPARE(decoded({"\xB9\xC7\xC5\xE8", "\xD3\xD2\xCA\xD6", "\xCD\xB7"}),
             (std::vector<std::string>{"骨盆", "右手", "头"}));
  }

  void unknownEncodingsAreKept() {
    importing::SourceScene scene;
    scene.nodes.resize(3);
    scene.nodes[0].name = "\x81\xFF\x80";
    scene.nodes[1].name = "\x81\xFF\x81";
    scene.nodes[2].name = "Knöchel";
    JobContext job;
    importing::decodeNames(scene, job);
    QCOMPARE(scene.nodes[0].name, std::string("\xC2\x81\xC3\xBF\xC2\x80"));
    QVERIFY(scene.nodes[0].name != scene.nodes[1].name);
    QCOMPARE(scene.nodes[2].name, std::string("Knöchel"));
    const std::vector<Issue> issues = job.takeIssues();
    QCOMPARE(issues.size(), std::size_t{1});
    QVERIFY(issues[0].text.find("2 names are not UTF-8, and their encoding is not known") != std::string::npos);
  }
};

TEXELETON_SUITE(TestNameEncoding)
#include "test_name_encoding.moc"

// Core's messages in another language: real errors are translated with their names and numbers, whatever the names are;
// in English nothing changes.

#include <QApplication>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <fstream>

#include "app/editor/messages/localized.h"
#include "app/editor/window/languages.h"
#include "core/bake/bake.h"
#include "core/base/message_json.h"
#include "core/base/name_expression.h"
#include "core/import/import.h"
#include "core/pack/pack.h"
#include "core/recipe/find_clip.h"
#include "core/recipe/recipe.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"
#include "viewport/overlay/panel.h"
#include "viewport/rhi/gpu_device.h"

using namespace texeleton;
using namespace texeleton::editor;
namespace fs = std::filesystem;

namespace {

bool hasIdeographs(const QString& text) {
  return std::any_of(text.begin(), text.end(), [](QChar c) { return c.unicode() >= 0x4e00 && c.unicode() <= 0x9fff; });
}

void write(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

template <class T>
Error errorOf(const Result<T>& result) {
  return result ? Error{ErrorCode::InvalidArgument, message("nothing failed"), {}} : result.error();
}

Result<std::shared_ptr<const model::Model>> import(const fs::path& file) {
  importing::ImportRequest request;
  request.workerProgram = test::binFolder() / "texeleton-import";
  JobContext job;
  return importing::importModel(file, request, job);
}

}  // namespace

class TestMessages : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  fs::path path(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

  /// A program has one language from its start; this one has several.
  static void speakOnly(const char* language) {
    qDeleteAll(qApp->findChildren<QTranslator*>());
    speak(*qApp, QLocale(language));
  }

  /// Every message format of ours has a translation.
  static void checkTranslated(const Message& part, const Message& whole) {
    static const QRegularExpression word("[A-Za-z]{2,}");
    if (word.match(QString::fromStdString(part.format())).hasMatch()) {
      const QString chinese = QCoreApplication::translate("messages", part.format().c_str());
      QVERIFY2(hasIdeographs(chinese), qPrintable(QString::fromStdString(part.format() + "\n" + whole.text())));
    }
    for (const MessageArgument& argument : part.arguments()) {
      if (argument.kind() == MessageArgument::Kind::Message) {
        checkTranslated(argument.message(), whole);
      } else if (argument.kind() == MessageArgument::Kind::Text && part.format() != "%1" &&
                 !QString::fromStdString(part.format()).contains("cannot be read: ")) {
        // A text argument is a name, a number or a parser's words, and names are quoted. Unquoted prose is a message of
        // ours that was concatenated.
        static const QRegularExpression prose("^[a-z]{2,}( [a-z]{2,}){2,}");
        const QString text = QString::fromStdString(argument.ownText());
        QVERIFY2(!prose.match(text).hasMatch(), qPrintable(text + "\n" + QString::fromStdString(whole.text())));
      }
    }
  }

 private slots:
  void init() { speakOnly("zh_CN"); }

  // Errors as core creates them: names and numbers are in their places.
  void errors_data() {
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("chinese");
    const auto row = [](const char* what, const Error& error, const QString& english, const QString& chinese) {
      QTest::addRow("%s", what) << QString::fromStdString(error.message) + "|" + english
                                << localized(error.message) + "|" + chinese;
    };
    row("a source that is not there", errorOf(import(path("Fuchs.glb"))), "there is no such file; check the path",
        "没有这个文件；请检查路径");
    write(path("cut.glb"), std::string("glTF\x02\0\0\0\xe7\x03\0\0", 12));
    row("a broken file", errorOf(import(path("cut.glb"))),
        "the file is cut short: its header says 999 bytes, and it has 12",
        "文件不完整：其文件头声明 999 字节，实际有 12 字节");
    write(path("counts.gltf"),
          R"({"asset":{"version":"2.0"},"accessors":[{"componentType":5126,"count":-5,"type":"VEC3"}]})");
    row("a place in a file", errorOf(import(path("counts.gltf"))),
        "accessors[0].count is -5, not a whole number from 0 up", "accessors[0].count 是 -5，不是从 0 起的整数");
    row("a texture too high",
        errorOf(vat::layOutTexture(vat::BakeMode::Vertex, 100, 0, 5000, vat::SizeRule::PowerOfTwo, 1024)),
        "the texture would be too high: 5000 frames of 200 texels (1 row each) in at most 1024 × 1024; 1024 frames fit",
        "纹理会过高：5000 帧，每帧 200 个纹素（每帧 1 行），而上限为 1024 × 1024；可放下 1024 帧");
    row("an expression and where it fails", errorOf(NameExpression::compile("hand_(l")),
        "the expression \"hand_(l\" fails at character 8 (missing closing parenthesis): hand_(l <-- here",
        "表达式“hand_(l”在第 8 个字符处出错（missing closing parenthesis）：hand_(l <-- 此处");
    JobContext job;
    row("a newer recipe",
        errorOf(recipe::recipeFromText(R"({"format":"texeleton-recipe","version":99})", "walk.json", job)),
        "was written by a newer version (recipe version 99, this program reads up to 1): update Texeleton",
        "由更新的版本写成（配方版本 99，此程序最高读取 1）：请更新 Texeleton");
    row("a value of a wrong type",
        errorOf(recipe::recipeFromText(R"({"format":"texeleton-recipe","version":1,"bake":{"fps":"x"}})", "walk.json",
                                       job)),
        "bake.fps must be a number greater than 0 and at most 1000000, but is the string \"x\"",
        "bake.fps 必须是大于 0 且不大于 1000000 的数，但现在是字符串“x”");
    const model::Model strip = test::twoBoneStrip();
    row("a clip by a name alike", Error{ErrorCode::NotFound, recipe::noSuchClip(strip, "Bent"), {}},
        "the model has no clip \"Bent\"; did you mean \"Bend\"?", "模型没有片段“Bent”；是否指“Bend”？");
    bake::BakeSettings settings;
    settings.clips = {bake::ClipSelection{ClipIndex{0}, "Cut", 5.0, 6.0, {}, {}, {}, {}, {}, {}, {}}};
    row("a cut outside its clip", errorOf(bake::bake(strip, settings, job)),
        "clip \"Cut\": the range 5 to 6 s lies outside the clip; the clip runs from 0 to 1 s",
        "片段“Cut”：范围 5 至 6 秒在片段之外；片段的范围是 0 至 1 秒");
    row("a GPU that is not there", errorOf(viewport::GpuDevice::create({})),
        "Vulkan cannot be used here: the Qt platform \"offscreen\" has no GPU: start it where there is a display, "
        "under "
        "xvfb-run, or (Vulkan only) with QT_QPA_PLATFORM=vkkhrdisplay",
        "Vulkan 在此处无法使用：Qt 平台“offscreen”没有 GPU：请在有显示器的环境中启动，在 xvfb-run "
        "下启动，或（仅限 Vulkan）设置 QT_QPA_PLATFORM=vkkhrdisplay");
  }
  void errors() {
    QFETCH(QString, english);
    QFETCH(QString, chinese);
    QCOMPARE(english.section('|', 0, 0), english.section('|', 1));
    QCOMPARE(chinese.section('|', 0, 0), chinese.section('|', 1));
  }

  void issues() {
    const model::Model strip = test::twoBoneStrip();
    bake::BakeSettings settings;
    settings.clips = {bake::ClipSelection{ClipIndex{0}, "Cut", 0.5, 1.0, {}, {}, {}, {}, {}, {}, {}}};
    JobContext job;
    QVERIFY(bake::bake(strip, settings, job));
    QStringList english;
    QStringList chinese;
    for (const Issue& issue : job.takeIssues()) {
      english << QString::fromStdString(issue.text);
      chinese << localized(issue.text);
    }
    QVERIFY2(english.contains("1 event lies outside the cut (0.5 to 1 s) and was left out: \"footstep_l\" at 0.25 s"),
             qPrintable(english.join('\n')));
    QVERIFY2(chinese.contains("1 个事件在截取范围（0.5 至 1 秒）之外，已略去：“footstep_l”（0.25 秒）"),
             qPrintable(chinese.join('\n')));
  }

  // The file precedes the message, as in describe(), and is left unchanged.
  void damagedPack() {
    const fs::path folder = path("is empty: 1 clip.texpack");
    JobContext job;
    pack::Pack pack;
    pack.generator = "test";
    pack.animation = *bake::bake(test::twoBoneStrip(), {}, job);
    QVERIFY(pack::writePack(folder, pack, {}, job));
    std::fstream mesh(folder / "mesh.glb", std::ios::in | std::ios::out | std::ios::binary);
    mesh.seekp(-1, std::ios::end);
    mesh.put('\x55');
    mesh.close();
    const Error error = errorOf(pack::readPack(folder, job));
    QCOMPARE(localized(error), QString::fromStdString((folder / "mesh.glb").string()) +
                                   "：已损坏：其校验和与清单中的不符；请重新烘焙该包");
  }

  // Names that look like formats, placeholders or messages are displayed unchanged.
  void hostileNames_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"%1", "%2 %1 %99", "is missing", "the bake was cancelled", "a: b; c. d", "node 5", "",
                             "\\n", "<b>", "clip \\\"x", "它", "3 vertices", "one, two and 3 more"}) {
      QTest::addRow("%s", name) << QString::fromUtf8(name);
    }
  }
  void hostileNames() {
    QFETCH(QString, name);
    const std::string raw = name.toStdString();
    QCOMPARE(localized(message("mesh \"%1\": its vertices lie beyond what 32-bit floats hold", raw)),
             "网格“" + name + "”：其顶点超出 32 位浮点数的范围");
    QCOMPARE(localized(message("FBX array \"%1\" has no bracket", raw)), "FBX 数组“" + name + "”没有括号");
    QCOMPARE(localized(Error{ErrorCode::Io, message("is cut short"), raw}),
             name.isEmpty() ? QString("不完整") : name + "：不完整");
    QCOMPARE(message("%1 of %2", raw, "%1").text(), raw + " of %1");
  }

  // A message is passed as data between import worker, cache and --json; anything else is rejected.
  void asJson() {
    const Message whole = message("%1 of materials not in the file: left out (%2)", message("%1 textures", 3),
                                  message("\"%1\"", "a\"%1"), Remedy{RemedyKind::MaxSize, 512.0});
    const std::string json = toJsonText(whole);
    const auto read = messageFromJsonText(json);
    QVERIFY(read && *read == whole);
    QCOMPARE(read->remedies(), (std::vector<Remedy>{{RemedyKind::MaxSize, 512.0}}));
    for (const char* bad :
         {"", "3", "\"text\"", "{}", "{\"format\":3,\"arguments\":[]}", "{\"format\":\"a\"}",
          "{\"format\":\"%1\",\"arguments\":[3]}",
          "{\"format\":\"%1\",\"arguments\":[{\"remedy\":\"none\",\"number\":1,\"subject\":\"\"}]}"}) {
      QVERIFY2(!messageFromJsonText(bad), bad);
    }
    std::string deep = "\"x\"";
    for (int i = 0; i < 1000; ++i) {
      deep = "{\"format\":\"%1\",\"arguments\":[" + deep + "]}";
    }
    QVERIFY(!messageFromJsonText(deep));
  }

  // Remedies name options on the command line and form fields here.
  void remedies() {
    const Message text = message("%1 reaches %2, too large to bake: import with %3",
                                 message("a vertex of element %1", 7), "70000", Remedy{RemedyKind::SmallerUnit});
    QCOMPARE(QString::fromStdString(text.text()),
             QString("a vertex of element 7 reaches 70000, too large to bake: import with a smaller --scale"));
    QCOMPARE(localized(text), QString("元素 7 的一个顶点达到 70000，太大而无法烘焙：请用更小的单位导入"));
    for (auto kind = RemedyKind::Unit; kind <= kLastRemedyKind;
         kind = static_cast<RemedyKind>(static_cast<int>(kind) + 1)) {
      QCOMPARE(remedyCalled(nameOf(kind)), std::optional(kind));
      const QString words = inWordsOfTheForm({kind, 2.0, "Walk"});
      QVERIFY2(hasIdeographs(words) && !words.contains("--"), nameOf(kind));
      QVERIFY2(!optionOf({kind, 2.0, "Walk"}).empty(), nameOf(kind));
    }
  }

  // No file, broken or intact, leaves an English text of ours. The check goes format by format, so that names and
  // parsers' words, which are arguments, do not count.
  void leavesNoEnglish() {
    if (test::hostileModelFiles().empty()) {
      TEXELETON_SKIP("the shared test models are not here");
    }
    std::vector<fs::path> files = test::hostileModelFiles();
    const std::vector<fs::path> whole = test::sharedModelFiles();
    files.insert(files.end(), whole.begin(), whole.end());
    int failed = 0;
    for (const fs::path& file : files) {
      const auto model = import(file);
      std::vector<Message> messages;
      if (!model) {
        messages.push_back(model.error().message);
      } else {
        for (const Issue& issue : (*model)->issues) {
          messages.push_back(issue.text);
        }
      }
      failed += model ? 0 : 1;
      for (const Message& text : messages) {
        checkTranslated(text, text);
      }
    }
    QVERIFY(failed > 20);
  }

  void labelsOfTheViewport() {
    const std::vector<viewport::PanelLine> lines = {
        {viewport::worded(message("GPU memory")), "12 MB"},
        {viewport::worded(message("Instances")), viewport::worded(message("%1 of %2%3", 5, "1,000", ""))}};
    QCOMPARE(lines, (std::vector<viewport::PanelLine>{{"显存", "12 MB"}, {"实例", "5 / 1,000"}}));
    const QString pictures = qEnvironmentVariable("TEXELETON_SCREENSHOTS");
    if (!pictures.isEmpty()) {
      viewport::paintLines(lines, 2.0).save(pictures + "/statistics_zh_CN.png");
      viewport::paintHeatLegend(5.0, 2.0).save(pictures + "/legend_zh_CN.png");
    }
  }

  void englishIsUnchanged() {
    speakOnly("en");
    QCOMPARE(localized(Error{ErrorCode::Io, message("is cut short"), "a.fbx"}), QString("a.fbx: is cut short"));
    QCOMPARE(viewport::worded(message("GPU memory")), std::string("GPU memory"));
    QCOMPARE(localized(message("It fits with %1",
                               message("%1 (where the engine takes it)", Remedy{RemedyKind::MaxSize, 256.0}))),
             QString("It fits with a maximum width of 256 px (where the engine takes it)"));
    QCOMPARE(localized(message("clip \"%1\" is odd", "--fps 3")), QString("clip \"--fps 3\" is odd"));
  }

  // The texts to translate match the sources, and every format is a literal.
  void textsAreUpToDate() {
    const QString python = QStandardPaths::findExecutable("python3");
    if (python.isEmpty()) {
      QSKIP("python3 is not installed");
    }
    QProcess process;
    process.start(python, {"-B", QString::fromStdString((test::sourceFolder() / "translations/messages.py").string()),
                           "--check"});
    QVERIFY(process.waitForFinished(120000));
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
  }
};

namespace {
int runMessagesSuite(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");  // No GPU, which is one of the messages.
  QApplication application(argc, argv);
  speak(application, QLocale("zh_CN"));
  TestMessages tests;
  return QTest::qExec(&tests, argc, argv);
}
}  // namespace
TEXELETON_SUITE_RUN(TestMessages, runMessagesSuite)

#include "test_messages.moc"

// What core says, in another language: real errors come out in Chinese with their names and numbers, whatever the names
// are; in English nothing changes.

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
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

QStringList templatesList() {
  QFile list(":/texeleton/i18n/messages.txt");
  return list.open(QIODevice::ReadOnly) ? QString::fromUtf8(list.readAll()).split('\n', Qt::SkipEmptyParts)
                                        : QStringList();
}

bool hasIdeographs(const QString& text) {
  return std::any_of(text.begin(), text.end(), [](QChar c) { return c.unicode() >= 0x4e00 && c.unicode() <= 0x9fff; });
}

void write(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

template <class T>
Error errorOf(const Result<T>& result) {
  return result ? Error{ErrorCode::InvalidArgument, "nothing failed", {}} : result.error();
}

Result<std::shared_ptr<const Model>> import(const fs::path& file) {
  ImportRequest request;
  request.workerProgram = test::binFolder() / "texeleton-import";
  JobContext job;
  return importModel(file, request, job);
}

}  // namespace

class TestMessages : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  fs::path path(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

  /// A program speaks one language from its start; this one has several.
  static void speakOnly(const char* language) {
    qDeleteAll(qApp->findChildren<QTranslator*>());
    speak(*qApp, QLocale(language));
  }

 private slots:
  void init() {
    speakOnly("zh_CN");
    useMessages(installedMessages());
  }

  // Errors as core makes them: their names and numbers stand where they belong.
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
    row("a texture too high", errorOf(layOutTexture(BakeMode::Vertex, 100, 0, 5000, SizeRule::PowerOfTwo, 1024)),
        "the texture would be too high: 5000 frames of 200 texels (1 row each) in at most 1024 × 1024; 1024 frames fit",
        "纹理会过高：5000 帧，每帧 200 个纹素（每帧 1 行），而上限为 1024 × 1024；可放下 1024 帧");
    row("an expression and where it fails", errorOf(NameExpression::compile("hand_(l")),
        "the expression \"hand_(l\" fails at character 8 (missing closing parenthesis): hand_(l <-- here",
        "表达式“hand_(l”在第 8 个字符处出错（missing closing parenthesis）：hand_(l <-- 此处");
    JobContext job;
    row("a newer recipe", errorOf(recipeFromText(R"({"format":"texeleton-recipe","version":99})", "walk.json", job)),
        "was written by a newer version (recipe version 99, this program reads up to 1): update Texeleton",
        "由更新的版本写成（配方版本 99，此程序最高读取 1）：请更新 Texeleton");
    row("a value of a wrong type",
        errorOf(recipeFromText(R"({"format":"texeleton-recipe","version":1,"bake":{"fps":"x"}})", "walk.json", job)),
        "bake.fps must be a number greater than 0 and at most 1000000, but is the string \"x\"",
        "bake.fps 必须是大于 0 且不大于 1000000 的数，但现在是字符串“x”");
    const Model strip = test::twoBoneStrip();
    row("a clip by a name alike", Error{ErrorCode::NotFound, noSuchClip(strip, "Bent"), {}},
        "the model has no clip \"Bent\"; did you mean \"Bend\"?", "模型没有片段“Bent”；是否指“Bend”？");
    BakeSettings settings;
    settings.clips = {ClipSelection{ClipIndex{0}, "Cut", 5.0, 6.0, {}, {}, {}, {}, {}, {}}};
    row("a cut outside its clip", errorOf(bake(strip, settings, job)),
        "clip \"Cut\": the range 5 to 6 s lies outside the clip; the clip runs from 0 to 1 s",
        "片段“Cut”：范围 5 至 6 秒在片段之外；片段的范围是 0 至 1 秒");
    row("a GPU that is not there", errorOf(GpuDevice::create({})),
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
    const Model strip = test::twoBoneStrip();
    BakeSettings settings;
    settings.clips = {ClipSelection{ClipIndex{0}, "Cut", 0.5, 1.0, {}, {}, {}, {}, {}, {}}};
    JobContext job;
    QVERIFY(bake(strip, settings, job));
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

  // The file stands before the message, as describe() has it, and is left alone.
  void damagedPack() {
    const fs::path folder = path("is empty: 1 clip.texpack");
    JobContext job;
    Pack pack;
    pack.generator = "test";
    pack.animation = *bake(test::twoBoneStrip(), {}, job);
    QVERIFY(writePack(folder, pack, {}, job));
    std::fstream mesh(folder / "mesh.glb", std::ios::in | std::ios::out | std::ios::binary);
    mesh.seekp(-1, std::ios::end);
    mesh.put('\x55');
    mesh.close();
    const Error error = errorOf(readPack(folder, job));
    QCOMPARE(localized(error), QString::fromStdString((folder / "mesh.glb").string()) +
                                   "：已损坏：其校验和与清单中的不符；请重新烘焙该包");
  }

  // As they stand in issues and in the viewport, made where no test gets at without a GPU or a large file.
  void sentences_data() {
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("chinese");
    QTest::newRow("a crowd too large") << "2000000 instances are too many here: ask for 1048576 or fewer, because the "
                                          "GPU's memory has room for no more"
                                       << "2000000 个实例在此处过多：请减至 1048576 个或更少，因为显存放不下更多";
    QTest::newRow("messages in messages")
        << "the animation file is left out: the file cannot be read: Invalid data index (9/3)"
        << "动画文件已略去：无法读取文件：Invalid data index (9/3)";
    QTest::newRow("a subject and a predicate") << "clip \"Walk\" has a key that is not finite"
                                               << "片段“Walk”有关键帧不是有限数";
    QTest::newRow("a place in a pack") << "manifest.json: clips[3].name: is too long or holds control characters"
                                       << "manifest.json: clips[3].name：过长或含有控制字符";
    QTest::newRow("a list of names") << "7 clips without length: one frame each (\"Idle\", \"Lie, down\" and 5 more)"
                                     << "7 个片段没有长度：各为一帧（“Idle”、“Lie, down”以及另外 5 个）";
    QTest::newRow("ways out")
        << "the texture would be too high: 232 frames of 81 texels (2 rows each) in at most 64 × 64; 32 frames fit. It "
           "fits with --max-size 256, --fps 3.899 or less, or with only the first clip"
        << "纹理会过高：232 帧，每帧 81 个纹素（每帧 2 行），而上限为 64 × 64；可放下 32 "
           "帧。以下方式可以容纳：--max-size 256、--fps 3.899 或更低，或只烘焙第一个片段";
    QTest::newRow("what the system says") << "cannot read the file: Permission denied"
                                          << "无法读取文件：权限不足";
    QTest::newRow("what it is about stays in front")
        << "animation \"Clip\": 3 entries of \"events\" in its extras cannot be read as events and was left out"
        << "动画“Clip”：其 extras 中 \"events\" 的 3 项无法作为事件读取，已略去";
    QTest::newRow("a list of names and reasons")
        << "cannot share the animation: 2 bones are not those of the first character: \"Tail\" (the first has no such "
           "bone), \"Hat\" (it hangs on another bone)"
        << "无法共用动画：有 2 根骨骼与第一个角色的不同：“Tail”（第一个角色没有这根骨骼）、“Hat”（它挂在另一根骨骼上）";
    QTest::newRow("two places and what is wrong there") << "clip \"Bend\", node \"Tip\": key times are not finite"
                                                        << "片段“Bend”，节点“Tip”：关键帧时间不是有限数";
    QTest::newRow("no node") << "the file cannot be read: node names clash"
                             << "无法读取文件：node names clash";
    QTest::newRow("what nobody knows") << "some other program said: it is not well"
                                       << "";
  }
  void sentences() {
    QFETCH(QString, english);
    QFETCH(QString, chinese);
    QCOMPARE(localized(english), chinese.isEmpty() ? english : inWordsOfTheForm(chinese));
  }

  // Names that look like templates, placeholders or messages.
  void hostileNames_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"%1", "%2 %1 %99", "is missing", "the bake was cancelled", "a: b; c. d", "node 5", "",
                             "\\n", "<b>", "clip \\\"x", "它", "3 vertices", "one, two and 3 more"}) {
      QTest::addRow("%s", name) << QString::fromUtf8(name);
    }
  }
  void hostileNames() {
    QFETCH(QString, name);
    QCOMPARE(localized("the model has no node \"" + name + "\" to take root motion from; its topmost are \"Root\""),
             "模型没有可提取根运动的节点“" + name + "”；最上层的节点是“Root”");
    QCOMPARE(localized("mesh \"" + name + "\": its vertices lie beyond what 32-bit floats hold"),
             "网格“" + name + "”：其顶点超出 32 位浮点数的范围");
    QCOMPARE(localized("FBX array \"" + name + "\" has no bracket"), "FBX 数组“" + name + "”没有括号");
    QCOMPARE(localized(Error{ErrorCode::Io, "is cut short", name.toStdString()}),
             name.isEmpty() ? QString("不完整") : name + "：不完整");
  }

  void hostileTextsTakeNoTime() {
    const QStringList parts = {": ",
                               "; ",
                               " is missing",
                               "\"",
                               "%1",
                               "the file cannot be read: ",
                               "the model ",
                               "\", \"",
                               " at 1 s, \"",
                               ". It fits with ",
                               "clip \"a\", frame 1: "};
    for (const QString& part : parts) {
      for (const QString& other : parts) {
        QElapsedTimer clock;
        clock.start();
        const QString text = (part + other).repeated(7000 / (part + other).size());
        QVERIFY(!localized(text).isEmpty());
        QVERIFY2(clock.elapsed() < 3000, qPrintable(part + "|" + other));
      }
    }
    const QString long_ = QString("the file cannot be read: ").repeated(100'000);
    QCOMPARE(localized(long_), long_);
  }

  // Whatever broken file: no English of ours is left.
  void hostileFiles() {
    if (test::hostileModelFiles().empty()) {
      TEXELETON_SKIP("the shared test models are not here");
    }
    int failed = 0;
    for (const fs::path& file : test::hostileModelFiles()) {
      const auto model = import(file);
      QStringList texts;
      if (!model) {
        texts << QString::fromStdString(model.error().message);
      } else {
        for (const Issue& issue : (*model)->issues) {
          texts << QString::fromStdString(issue.text);
        }
      }
      failed += model ? 0 : 1;
      for (const QString& text : texts) {
        const QString chinese = localized(text);
        QVERIFY2(hasIdeographs(chinese), qPrintable(text));
        if (!text.contains("the file cannot be read: ") && !text.contains('"')) {  // The parser's own words; names.
          static const QRegularExpression prose("[a-z]{2,} [a-z]{2,} [a-z]{2,}");
          QVERIFY2(!prose.match(chinese).hasMatch(), qPrintable(text + "\n" + chinese));
        }
      }
    }
    QVERIFY(failed > 20);
  }

  // Each template finds itself, whatever stands beside it in the list.
  void everyTemplateIsFound() {
    const QStringList templates = templatesList();
    QVERIFY(templates.size() > 900);
    const auto filled = [](QString text) {
      for (int i = 9; i > 0; --i) {
        text.replace("%" + QString::number(i), QString::number(i) + "7");
      }
      return inWordsOfTheForm(text).replace(' ', "");
    };
    int found = 0;
    for (const QString& english : templates) {
      QString message = english;
      for (int i = 9; i > 0; --i) {
        message.replace("%" + QString::number(i), QString::number(i) + "7");
      }
      const QString wanted = filled(QCoreApplication::translate("messages", english.toUtf8().constData()));
      found += localized(message).replace(' ', "") == wanted ? 1 : 0;
      for (int i : MessageTemplates::placesOf(english)) {
        QVERIFY2(localized(message).contains(QString::number(i) + "7"), qPrintable(message));
      }
    }
    // All but "%1: %2", "%1; %2" and "%1.", which join messages and are none.
    QVERIFY2(found >= templates.size() - 3, qPrintable(QString("%1 of %2").arg(found).arg(templates.size())));
  }

  void labelsOfTheViewport() {
    const std::vector<PanelLine> lines = worded({{"GPU memory", "12 MB"}, {"Instances", "5 of 1,000"}});
    QCOMPARE(lines, (std::vector<PanelLine>{{"显存", "12 MB"}, {"实例", "5 / 1,000"}}));
    const QString pictures = qEnvironmentVariable("TEXELETON_SCREENSHOTS");
    if (!pictures.isEmpty()) {
      paintLines(lines, 2.0).save(pictures + "/statistics_zh_CN.png");
      paintHeatLegend(5.0, 2.0).save(pictures + "/legend_zh_CN.png");
    }
  }

  void englishIsLeftAlone() {
    useMessages({});
    for (const QString& english : templatesList()) {
      QCOMPARE(localized(english), inWordsOfTheForm(english));
    }
    QCOMPARE(localized(Error{ErrorCode::Io, "is cut short", "a.fbx"}), QString("a.fbx: is cut short"));
    QCOMPARE(worded(std::string("GPU memory")), std::string("GPU memory"));
  }

  // Remedies are called as the form calls them; names that look like options are left alone.
  void remediesAreThoseOfTheForm() {
    QCOMPARE(inWordsOfTheForm("--max-size 256"), QString::fromUtf8("最大宽度 256 px"));
    useMessages({});
    speakOnly("en");
    QCOMPARE(localized(QString("It fits with --size exact, --max-size 256 (where the engine takes it), --fps 3.899 or "
                               "less, or with only the first clip")),
             QString("It fits with the exact size, a maximum width of 256 px (where the engine takes it), a rate of "
                     "3.899 Hz or less, or with only the first clip"));
    QCOMPARE(localized(QString("which speaks of a wrong unit: \"--scale 0.01\" makes it 2 m")),
             QString("which speaks of a wrong unit: a unit of 0.01 m makes it 2 m"));
    QCOMPARE(localized(QString("bake with --pixel-format rgba32f, or import with a smaller --scale")),
             QString("bake with 32-bit texels, or import with a smaller unit"));
    QCOMPARE(
        localized(QString("the clip loops (--loop auto decided so), or play it once: loop=off overrules that")),
        QString("the clip loops (automatic looping decided so), or play it once: “Once” under Loop overrules that"));
    QCOMPARE(localized(QString("clip \"--fps 3\" is odd")), QString("clip \"--fps 3\" is odd"));
  }

  // The list is what the sources say now.
  void listIsUpToDate() {
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
int runSuite(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");  // Whose lack of a GPU is one of the messages.
  QApplication application(argc, argv);
  speak(application, QLocale("zh_CN"));
  TestMessages tests;
  return QTest::qExec(&tests, argc, argv);
}
}  // namespace
TEXELETON_SUITE_RUN(runSuite)

#include "test_messages.moc"

// The translations: finished and complete, with all placeholders.

#include <QFile>
#include <QObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <set>

#include "tests/support/suite.h"
#include "tests/support/test_models.h"

namespace {

struct Entry {
  QString context;
  QString source;
  QString comment;
  QStringList translations;
  bool unfinished = false;

  QString key() const { return context + "|" + source + "|" + comment; }
};

std::vector<Entry> readMessages(const QString& path) {
  QFile file(path);
  std::vector<Entry> messages;
  if (!file.open(QIODevice::ReadOnly)) {
    return messages;
  }
  QXmlStreamReader xml(&file);
  QString context;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) {
      continue;
    }
    if (xml.name() == u"name") {
      context = xml.readElementText();
    } else if (xml.name() == u"message") {
      messages.emplace_back().context = context;
    } else if (xml.name() == u"source") {
      messages.back().source = xml.readElementText();
    } else if (xml.name() == u"comment") {
      messages.back().comment = xml.readElementText();
    } else if (xml.name() == u"numerusform") {
      messages.back().translations << xml.readElementText();
    } else if (xml.name() == u"translation") {
      messages.back().unfinished = xml.attributes().hasAttribute("type");
      QString text;
      while (xml.readNext() == QXmlStreamReader::Characters) {
        text += xml.text();
      }
      if (xml.tokenType() == QXmlStreamReader::StartElement) {
        messages.back().translations << xml.readElementText();
      } else {
        messages.back().translations << text;
      }
    }
  }
  return messages;
}

std::set<QString> placeholders(const QString& text) {
  static const QRegularExpression place("%(?:[1-9]|L?n)");
  std::set<QString> found;
  for (auto it = place.globalMatch(text); it.hasNext();) {
    found.insert(it.next().captured());
  }
  return found;
}

QString translationsFolder() {
  return QString::fromStdString((texeleton::test::sourceFolder() / "translations").string());
}

}  // namespace

class TestTranslations : public QObject {
  Q_OBJECT

 private slots:
  void everythingIsTranslated_data() {
    QTest::addColumn<QString>("file");
    QTest::newRow("简体中文") << translationsFolder() + "/texeleton_zh_CN.ts";
    QTest::newRow("简体中文, what core says") << translationsFolder() + "/messages_zh_CN.ts";
    QTest::newRow("English plurals") << translationsFolder() + "/texeleton_en.ts";
  }
  void everythingIsTranslated() {
    QFETCH(QString, file);
    const std::vector<Entry> messages = readMessages(file);
    QVERIFY(messages.size() > 5);
    for (const Entry& message : messages) {
      QVERIFY2(!message.unfinished, qPrintable(message.key()));
      QVERIFY2(!message.translations.isEmpty(), qPrintable(message.key()));
      for (const QString& text : message.translations) {
        QVERIFY2(!text.trimmed().isEmpty(), qPrintable(message.key()));
        QVERIFY2(placeholders(text) == placeholders(message.source), qPrintable(message.key() + ": " + text));
      }
    }
  }

  // Terms that artists know, fixed so that they do not drift.
  void termsOfArtists_data() {
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("chinese");
    const auto row = [](const char* english, const char* chinese) {
      QTest::newRow(english) << QString::fromUtf8(english) << QString::fromUtf8(chinese);
    };
    row("%1 m across", "跨度 %1 米");
    row("%1 m across: the unit is probably wrong", "跨度 %1 米：单位可能有误");
    row("Set unit to %1 m", "将单位设为 %1 米");
    row("File unit", "文件单位");
    row("Change frame spacing", "更改帧间隔");
    row("Frame spacing", "帧间隔");
    row("Use even frame spacing", "使用等距帧间隔");
    row("Use adaptive frame spacing", "使用自适应帧间隔");
    row("Adaptive frame spacing", "自适应帧间隔");
    row("%1 of %Ln bone(s) stored", "%Ln 根骨骼中存储 %1 个蒙皮矩阵");
    row("emission above 65,504 is not supported; limited to it (%1)", "不支持高于 65,504 的自发光，已限制为该值（%1）");
    row("%1 clips were trimmed to their last key (%2)", "%1 个片段已截到最后一个关键帧（%2）");
    row("texture not found: \"%1\"; exported without it", "未找到纹理“%1”；导出时不含它");
    row("No bone matches this expression", "没有骨骼匹配此表达式");
    row("no bone matches this expression%1", "没有骨骼匹配此表达式%1");
    row("One file per character plus an add-on: importer, crowd, sockets, events and materials; export into the "
        "project's folder.",
        "每个角色一个文件，外加一个插件：导入器、群体、挂点、事件和材质；请导出到项目文件夹中。");
    row("Error (%1)", "误差（%1）");
    row("LOD %1", "LOD %1");
    row("%Ln generated", "已生成 %Ln 个");
    row("%1 and %2 are attached to each other: they are left out", "%1和%2互相附加：已略去");
    row("Level of detail", "LOD（细节层次）");
    row("Rate", "帧率");
    row("Lower rate", "降低帧率");
    row("Raise rate", "提高帧率");
    row("Change rate", "更改帧率");
    row("Change clip rate", "更改片段帧率");
    row("Vertices suit this model: %1 vertices against %2 bones make the texture %3 times smaller.",
        "此模型适合顶点模式：%1 个顶点对 %2 根骨骼，纹理仅为 1/%3。");
    row("Fit to a tolerance", "按误差自动压缩");
    row("Last autosaved", "上次自动保存");
    row("Change size of impostors", "更改 Impostor 像素上限");
    row("Impostors up to", "Impostor 像素上限");
    row("Parent", "父级");
    row("Axes of the handles (,)", "手柄的坐标轴（,）");
    row("Reset layout", "重置布局");
    row("Keyboard shortcuts", "键盘快捷键");
    row("Same as system", "跟随系统");
    row("Error unit", "误差单位");
    row("Match case", "区分大小写");
    row("Add sub-clip", "添加子片段");
    row("Exports", "导出目标");
  }
  void termsOfArtists() {
    QFETCH(QString, english);
    QFETCH(QString, chinese);
    int found = 0;
    for (const char* file : {"/texeleton_zh_CN.ts", "/messages_zh_CN.ts"}) {
      for (const Entry& message : readMessages(translationsFolder() + file)) {
        if (message.source == english) {
          QCOMPARE(message.translations.value(0), chinese);
          ++found;
        }
      }
    }
    QVERIFY(found > 0);
  }

  // The translation files contain exactly the texts of the sources.
  void nothingIsMissing() {
    QString lupdate = QStandardPaths::findExecutable("lupdate6");
    if (lupdate.isEmpty()) {
      lupdate = QStandardPaths::findExecutable("lupdate", {"/usr/lib/qt6/bin"});
    }
    if (lupdate.isEmpty()) {
      QSKIP("lupdate is not installed (package qt6-l10n-tools)");
    }
    QTemporaryDir folder;
    const QString fresh = folder.filePath("fresh_zh_CN.ts");
    QProcess process;
    process.setWorkingDirectory(QString::fromStdString(texeleton::test::sourceFolder().string()));
    process.start(lupdate, {"-silent", "-I", ".", "-recursive", "app/editor", "-source-language", "en_US",
                            "-target-language", "zh_CN", "-locations", "none", "-ts", fresh});
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 0);
    std::set<QString> translated;
    for (const Entry& message : readMessages(translationsFolder() + "/texeleton_zh_CN.ts")) {
      translated.insert(message.key());
    }
    const std::vector<Entry> said = readMessages(fresh);
    QVERIFY(said.size() > 100);
    for (const Entry& message : said) {
      QVERIFY2(translated.count(message.key()) == 1,
               qPrintable(message.key() + " is not in texeleton_zh_CN.ts: run translations/update.sh"));
    }
  }
};

TEXELETON_SUITE(TestTranslations)
#include "test_translations.moc"

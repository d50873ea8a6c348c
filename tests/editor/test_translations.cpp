// The translations: nothing unfinished, nothing missing, no placeholder lost.

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
  void allIsTranslated_data() {
    QTest::addColumn<QString>("file");
    QTest::newRow("简体中文") << translationsFolder() + "/texeleton_zh_CN.ts";
    QTest::newRow("简体中文, what core says") << translationsFolder() + "/messages_zh_CN.ts";
    QTest::newRow("English plurals") << translationsFolder() + "/texeleton_en.ts";
  }
  void allIsTranslated() {
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

  // What the sources say is what the files translate.
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

// The colour tokens of both themes: complete, used, and readable.

#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QObject>
#include <QPainter>
#include <QRegularExpression>
#include <QTest>
#include <cmath>
#include <set>

#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton::editor;

namespace {

// Relative luminance and contrast as defined by WCAG 2.1, computed from the hexadecimal text.
double luminance(const char* hex) {
  const auto channel = [hex](int at) {
    const double c = static_cast<double>(std::stoi(std::string(hex + at, 2), nullptr, 16)) / 255.0;
    return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

double contrast(const char* a, const char* b) {
  const double x = luminance(a);
  const double y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

QString sourceText(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QStringList editorSources() {
  const QString folder = QString::fromStdString((texeleton::test::sourceFolder() / "app" / "editor").string());
  QStringList files;
  for (const QString& sub : QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
    for (const QString& file : QDir(folder + "/" + sub).entryList({"*.cpp"})) {
      files << folder + "/" + sub + "/" + file;
    }
  }
  return files;
}

}  // namespace

class TestTheme : public QObject {
  Q_OBJECT

 private slots:
  void contrastIsEnough() {
    QVERIFY(colorPairs().size() > 15);
    for (const ColorPair& pair : colorPairs()) {
      const TokenColors& front = tokenTable()[static_cast<std::size_t>(pair.foreground)];
      const TokenColors& back = tokenTable()[static_cast<std::size_t>(pair.background)];
      const bool isLine = pair.foreground == Token::Edge || pair.foreground == Token::Accent;
      QCOMPARE(pair.least, isLine ? 3.0 : 4.5);
      const QString what = QString("%1 on %2: ").arg(front.name, back.name);
      const double dark = contrast(front.dark, back.dark);
      const double light = contrast(front.light, back.light);
      QVERIFY2(dark >= pair.least, qPrintable(what + QString::number(dark) + " in the dark theme"));
      QVERIFY2(light >= pair.least, qPrintable(what + QString::number(light) + " in the light theme"));
    }
  }

  void tokensAreComplete() {
    std::set<std::string> names;
    for (std::size_t i = 0; i < tokenTable().size(); ++i) {
      QCOMPARE(static_cast<std::size_t>(tokenTable()[i].token), i);
      QVERIFY(names.insert(tokenTable()[i].name).second);
      QCOMPARE(tokenColor(Theme::Dark, tokenTable()[i].token).name(), QString(tokenTable()[i].dark));
    }
    for (const Theme theme : {Theme::Dark, Theme::Light}) {
      const QString sheet = styleSheet(theme);
      QVERIFY(sheet.size() > 1000);
      static const QRegularExpression token("\\{[a-zA-Z]+\\}");
      QVERIFY2(!sheet.contains(token), qPrintable(token.match(sheet).captured()));
    }
    QVERIFY(styleSheet(Theme::Dark) != styleSheet(Theme::Light));
  }

  // No widget has colours of its own, except for overlays of the texture, whose colours are data.
  void colorsComeFromTokens() {
    static const QRegularExpression hex("\"#[0-9a-fA-F]{3,8}\"");
    for (const QString& file : editorSources()) {
      if (!file.endsWith("tokens.cpp")) {
        QVERIFY2(!sourceText(file).contains(hex), qPrintable(file));
      }
    }
  }

  void iconsAreThere() {
    static const QRegularExpression use("icon(?:Button)?\\(\"([a-z-]+)\"");
    std::set<QString> names;
    for (const QString& file : editorSources()) {
      for (auto it = use.globalMatch(sourceText(file)); it.hasNext();) {
        names.insert(it.next().captured(1));
      }
    }
    QVERIFY(names.size() > 12);
    for (const QString& name : names) {
      const QImage image = icon(name).pixmap(QSize(16, 16), 1.0).toImage();
      int inked = 0;
      for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
          inked += qAlpha(image.pixel(x, y)) > 100 ? 1 : 0;
        }
      }
      QVERIFY2(inked > 8, qPrintable(name));
      QVERIFY2(inked < 200, qPrintable(name));
    }
  }
};

namespace {
int runThemeSuite(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QGuiApplication application(argc, argv);
  TestTheme test;
  return QTest::qExec(&test, argc, argv);
}
}  // namespace
TEXELETON_SUITE_RUN(TestTheme, runThemeSuite)

#include "test_theme.moc"

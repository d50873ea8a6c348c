#include "app/editor/theme/theme.h"

#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QFontInfo>
#include <QPalette>
#include <QStyle>

#include "app/editor/theme/editor_style.h"

namespace texeleton::editor {

namespace {

constexpr int kFontPixels = 13;

Theme& theTheme() {
  static Theme theme = Theme::Dark;
  return theme;
}

QPalette paletteOf(Theme theme) {
  const auto of = [theme](Token token) { return tokenColor(theme, token); };
  QPalette palette;
  palette.setColor(QPalette::Window, of(Token::Panel));
  palette.setColor(QPalette::WindowText, of(Token::Text));
  palette.setColor(QPalette::Base, of(Token::Field));
  palette.setColor(QPalette::AlternateBase, of(Token::Panel));
  palette.setColor(QPalette::Text, of(Token::Text));
  palette.setColor(QPalette::Button, of(Token::Raised));
  palette.setColor(QPalette::ButtonText, of(Token::Text));
  palette.setColor(QPalette::BrightText, of(Token::OnAccent));
  palette.setColor(QPalette::ToolTipBase, of(Token::Raised));
  palette.setColor(QPalette::ToolTipText, of(Token::Text));
  palette.setColor(QPalette::PlaceholderText, of(Token::Muted));
  palette.setColor(QPalette::Highlight, of(Token::AccentSurface));
  palette.setColor(QPalette::HighlightedText, of(Token::Text));
  palette.setColor(QPalette::Link, of(Token::Accent));
  palette.setColor(QPalette::LinkVisited, of(Token::Accent));
  palette.setColor(QPalette::Light, of(Token::SoftLine));
  palette.setColor(QPalette::Midlight, of(Token::SoftLine));
  palette.setColor(QPalette::Mid, of(Token::Edge));
  palette.setColor(QPalette::Dark, of(Token::Line));
  palette.setColor(QPalette::Shadow, of(Token::Line));
  for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    palette.setColor(QPalette::Disabled, role, of(Token::Muted));
  }
  return palette;
}

QFont interfaceFont() {
  QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
  // The actual family: "Sans Serif" is an alias, and the list would begin with the next one.
  const QString usual = QFontInfo(font).family();
  QStringList families;
  // The Latin letters of Chinese fonts are heavy, and their dots are as wide as a character.
  if (usual.contains("CJK")) {
    families << "Inter"
             << "Noto Sans"
             << "DejaVu Sans";
  }
  // For Chinese, if the system's font lacks it.
  families << usual << "Noto Sans CJK SC"
           << "Microsoft YaHei"
           << "PingFang SC";
  font.setFamilies(families);
  font.setPixelSize(kFontPixels);
  return font;
}

}  // namespace

Theme currentTheme() { return theTheme(); }

QColor color(Token token) { return tokenColor(theTheme(), token); }

QString styleSheet(Theme theme) {
  QFile file(":/texeleton/theme/editor.qss");
  if (!file.open(QIODevice::ReadOnly)) {
    return {};
  }
  QString text = QString::fromUtf8(file.readAll());
  for (const TokenColors& row : tokenTable()) {
    text.replace(QString("{%1}").arg(row.name), tokenColor(theme, row.token).name());
  }
  return text;
}

void applyTheme(QApplication& application, Theme theme) {
  theTheme() = theme;
  static bool dressed = false;
  if (!dressed) {
    dressed = true;
    QApplication::setStyle(new EditorStyle);
    QApplication::setFont(interfaceFont());
  }
  QApplication::setPalette(paletteOf(theme));
  application.setStyleSheet(styleSheet(theme));
}

QFont monospacedFont() {
  QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  font.setFamilies({QFontInfo(font).family(), "Noto Sans Mono CJK SC"});
  font.setPixelSize(kFontPixels - 1);
  return font;
}

QFont figuresFont(QFont font) {
#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)
  font.setFeature("tnum", 1);
#endif
  return font;
}

}  // namespace texeleton::editor

#include "app/editor/window/guide.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

#include "app/editor/document/paths.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

Guide::Guide(const fs::path& file, QWidget* parent) : QDialog(parent) {
  setObjectName("guide");
  setWindowTitle(tr("User guide"));
  resize(820, 720);
  auto* text = new QTextBrowser;
  text->setObjectName("guideText");
  text->setOpenExternalLinks(true);
  text->document()->setDocumentMargin(20);
  text->setSource(QUrl::fromLocalFile(toQString(file)), QTextDocument::MarkdownResource);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(text);
}

fs::path Guide::file() {
  const fs::path folder =
      (toPath(QCoreApplication::applicationDirPath()) / ".." / "share" / "doc" / "texeleton").lexically_normal();
  std::error_code error;
  if (QLocale().language() == QLocale::Chinese && fs::is_regular_file(folder / "editor.zh-CN.md", error)) {
    return folder / "editor.zh-CN.md";
  }
  return fs::is_regular_file(folder / "editor.md", error) ? folder / "editor.md" : fs::path();
}

}  // namespace texeleton::editor

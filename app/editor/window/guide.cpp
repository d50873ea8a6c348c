#include "app/editor/window/guide.h"

#include <QCoreApplication>
#include <QImage>
#include <QLocale>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

#include "app/editor/document/paths.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

constexpr int kMargin = 20;

/// Pictures are at most as wide as the text.
class GuideText : public QTextBrowser {
 public:
  using QTextBrowser::QTextBrowser;

 protected:
  QVariant loadResource(int type, const QUrl& name) override {
    QVariant resource = QTextBrowser::loadResource(type, name);
    if (type != QTextDocument::ImageResource) {
      return resource;
    }
    QImage picture = resource.typeId() == QMetaType::QByteArray ? QImage::fromData(resource.toByteArray())
                                                                : resource.value<QImage>();
    const double ratio = devicePixelRatioF();
    const int widest = static_cast<int>((viewport()->width() - 2 * kMargin) * ratio);
    if (picture.isNull() || widest <= 0) {
      return resource;
    }
    if (picture.width() > widest) {
      picture = picture.scaledToWidth(widest, Qt::SmoothTransformation);
    }
    picture.setDevicePixelRatio(ratio);
    return picture;
  }
};

}  // namespace

Guide::Guide(const fs::path& file, QWidget* parent) : QDialog(parent) {
  setObjectName("guide");
  setWindowTitle(tr("User guide"));
  resize(820, 720);
  auto* text = new GuideText;
  text->setObjectName("guideText");
  text->setOpenExternalLinks(true);
  text->document()->setDocumentMargin(kMargin);
  text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);  // A space at the end of a line would bring it.
  text->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);     // It would take its width from the pictures later.
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(text);
  layout->activate();  // Pictures are as wide as the text, which is known now.
  text->setSource(QUrl::fromLocalFile(toQString(file)), QTextDocument::MarkdownResource);
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

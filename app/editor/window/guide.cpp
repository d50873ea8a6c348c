#include "app/editor/window/guide.h"

#include <QAbstractTextDocumentLayout>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QImage>
#include <QLocale>
#include <QScreen>
#include <QScrollBar>
#include <QShortcut>
#include <QSignalBlocker>
#include <QTextBlock>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include "app/editor/document/paths.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

constexpr int kGuideMargin = 20;
constexpr int kContentsWidth = 200;

/// Limits pictures to the text's width.
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
    const int widest = static_cast<int>((viewport()->width() - 2 * kGuideMargin) * ratio);
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
  resize(QSize(1000, 720).boundedTo(screen()->availableSize()));
  m_text = named(new GuideText, "guideText");
  m_text->setOpenExternalLinks(true);
  m_text->document()->setDocumentMargin(kGuideMargin);
  m_text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);  // Otherwise trailing spaces would show it.
  m_text->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);  // Otherwise it would later take width from the pictures.
  m_contents = named(new QTreeWidget, "guideContents");
  m_contents->setHeaderHidden(true);
  m_contents->setFixedWidth(kContentsWidth);
  m_contents->setTextElideMode(Qt::ElideRight);
  auto* layout = put(put(spaced(new QVBoxLayout(this), 0, {1, 1, 1, 1}), {makeTools()}),
                     {{put(spaced(new QHBoxLayout, 0), {m_contents, {m_text, 1}}), 1}});
  layout->activate();  // Determines the text's width for the pictures.
  connect(m_text, &QTextBrowser::sourceChanged, this, [this] {
    showContents();
    mark();
  });
  connect(m_contents, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
    if (item != nullptr) {
      const QTextBlock block = m_text->document()->findBlockByNumber(item->data(0, Qt::UserRole).toInt());
      m_text->setTextCursor(QTextCursor(block));
      const QRectF place = m_text->document()->documentLayout()->blockBoundingRect(block);
      m_text->verticalScrollBar()->setValue(static_cast<int>(place.top()) - kGuideMargin / 2);
    }
  });
  m_text->setSource(QUrl::fromLocalFile(toQString(file)), QTextDocument::MarkdownResource);
  m_text->setFocus();
}

QWidget* Guide::makeTools() {
  auto* tools = named(new QWidget, "strip");
  tools->setAttribute(Qt::WA_StyledBackground);
  auto* back = named(new QToolButton, "guideBack", tr("Previous page (Alt+Left)"));
  back->setText(tr("Back"));
  back->setEnabled(false);
  auto* contents = named(new QToolButton, "guideShowContents", tr("Shows or hides the headings of this page"));
  contents->setText(tr("Contents"));
  contents->setCheckable(true);
  contents->setChecked(true);
  m_search = named(new QLineEdit, "guideSearch", tr("Enter: next match, Shift+Enter: previous match (Ctrl+F)"));
  m_search->setPlaceholderText(tr("Search in this page"));
  m_search->setClearButtonEnabled(true);
  m_search->setFixedWidth(240);
  m_found = named(label({}, "muted"), "guideFound");
  put(spaced(new QHBoxLayout(tools), 8, {12, 6, 12, 6}), {back, contents, Stretch(), m_found, m_search});
  for (QToolButton* button : {back, contents}) {
    button->setFocusPolicy(Qt::StrongFocus);
  }
  connect(back, &QToolButton::clicked, m_text, &QTextBrowser::backward);
  connect(m_text, &QTextBrowser::backwardAvailable, back, &QWidget::setEnabled);
  connect(contents, &QToolButton::toggled, m_contents, &QWidget::setVisible);
  connect(m_search, &QLineEdit::textChanged, this, [this] {
    m_text->moveCursor(QTextCursor::Start);
    mark();
    find(false);
  });
  // returnPressed() would let the dialog handle the key.
  const auto key = [this](const QKeySequence& keys, QWidget* where, auto does) {
    auto* shortcut = new QShortcut(keys, where, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(shortcut, &QShortcut::activated, this, does);
  };
  key(Qt::Key_Return, m_search, [this] { find(false); });
  key(Qt::Key_Enter, m_search, [this] { find(false); });
  key(Qt::SHIFT | Qt::Key_Return, m_search, [this] { find(true); });
  key(QKeySequence::Find, this, [this] {
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
  });
  return tools;
}

// Headings, and paragraphs with an anchor.
void Guide::showContents() {
  const QSignalBlocker quiet(*m_contents);
  m_contents->clear();
  QTreeWidgetItem* heading = nullptr;
  for (QTextBlock block = m_text->document()->begin(); block.isValid(); block = block.next()) {
    QTreeWidgetItem* item = nullptr;
    if (block.blockFormat().headingLevel() > 0) {
      item = heading = new QTreeWidgetItem(m_contents, {block.text()});
    } else if (heading != nullptr && !block.begin().atEnd()) {
      const QTextFragment first = block.begin().fragment();
      if (first.charFormat().fontWeight() >= QFont::Bold) {
        QString name = first.text().trimmed();
        while (name.endsWith('.') || name.endsWith(QChar(0x3002))) {
          name.chop(1);
        }
        item = new QTreeWidgetItem(heading, {name});
      }
    }
    if (item != nullptr) {
      item->setData(0, Qt::UserRole, block.blockNumber());
      item->setToolTip(0, item->text(0));
    }
  }
  m_contents->expandAll();
}

// Highlights all matches in the shown page.
void Guide::mark() {
  QList<QTextEdit::ExtraSelection> places;
  const QString wanted = m_search->text();
  if (!wanted.isEmpty()) {
    QTextCursor at(m_text->document());
    for (at = m_text->document()->find(wanted, at); !at.isNull(); at = m_text->document()->find(wanted, at)) {
      QTextEdit::ExtraSelection place;
      place.cursor = at;
      place.format.setBackground(color(Token::AccentSurface));
      places << place;
    }
  }
  m_text->setExtraSelections(places);
  m_found->setText(wanted.isEmpty()   ? QString()
                   : places.isEmpty() ? tr("Not found")
                                      : tr("%Ln place(s)", "", static_cast<int>(places.size())));
}

void Guide::find(bool backwards) {
  if (m_search->text().isEmpty()) {
    return;
  }
  const QTextDocument::FindFlags flags = backwards ? QTextDocument::FindBackward : QTextDocument::FindFlags();
  if (!m_text->find(m_search->text(), flags)) {  // Wraps around.
    m_text->moveCursor(backwards ? QTextCursor::End : QTextCursor::Start);
    m_text->find(m_search->text(), flags);
  }
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

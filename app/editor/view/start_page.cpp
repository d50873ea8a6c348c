#include "app/editor/view/start_page.h"

#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/editor/theme/icons.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

namespace {

constexpr int kRecentWidth = 260;

}  // namespace

StartPage::StartPage(QWidget* parent) : QWidget(parent) {
  auto* layout = new QVBoxLayout(this);
  layout->setSpacing(8);
  auto* title = label(tr("Drop a model here"), "figure");
  auto* text = label(tr("FBX, glTF, GLB, COLLADA, MD5, BVH, or a document of Texeleton"), "muted");
  title->setAlignment(Qt::AlignCenter);
  text->setAlignment(Qt::AlignCenter);
  text->setWordWrap(true);  // A small window is narrower than this text.
  auto* open = new QPushButton(icon("open"), tr("Open…"));
  auto* sample = named(new QPushButton(tr("Open the sample")), "openSample");
  auto* buttons = new QHBoxLayout;
  buttons->setAlignment(Qt::AlignCenter);
  put(buttons, {open, sample});
  put(layout, {Stretch(), title, text, buttons});
  m_recent = named(new QWidget, "recentFiles");
  m_recent->hide();
  layout->addSpacing(8);
  put(layout, {{m_recent, 0, Qt::AlignCenter}, Stretch()});
  connect(open, &QPushButton::clicked, this, &StartPage::openAsked);
  connect(sample, &QPushButton::clicked, this, &StartPage::sampleAsked);
}

void StartPage::setRecentFiles(const QStringList& files) {
  constexpr int kMostShown = 6;
  delete m_recent->layout();
  qDeleteAll(m_recent->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
  auto* layout = spaced(new QGridLayout(m_recent), 12, 2);
  layout->addWidget(label(tr("Open again"), "title"), 0, 0, 1, 2);
  for (int i = 0; i < std::min<int>(kMostShown, static_cast<int>(files.size())); ++i) {
    const QString& file = files[i];
    const QFileInfo info(file);
    auto* button = named(new QPushButton, "flat", QDir::toNativeSeparators(file));
    button->setProperty("recent", file);
    button->setText(
        button->fontMetrics().elidedText(info.fileName(), Qt::ElideMiddle, kRecentWidth).replace('&', "&&"));
    button->setAccessibleName(info.fileName());
    auto* folder = new ElidedLabel;
    setRole(*folder, "muted");
    folder->setMaximumWidth(kRecentWidth);
    folder->setWholeText(QDir::toNativeSeparators(info.path()));
    layout->addWidget(button, i + 1, 0, Qt::AlignLeft);
    layout->addWidget(folder, i + 1, 1);
    connect(
        button, &QPushButton::clicked, this, [this, file] { emit recentAsked(file); }, Qt::QueuedConnection);
  }
  m_recent->setVisible(!files.isEmpty());
}

}  // namespace texeleton::editor

#include "app/editor/window/locate_dialog.h"

#include <QDialogButtonBox>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/editor/document/paths.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/file_dialogs.h"

namespace texeleton::editor {

namespace {

enum LocateColumn { kSource, kWas, kNow, kLocateColumns };

}  // namespace

LocateDialog::LocateDialog(Document& document, std::vector<MissingSource> missing, QWidget* parent)
    : QDialog(parent), m_document(document), m_missing(std::move(missing)) {
  setObjectName("locate");
  setWindowTitle(tr("Locate missing files"));
  setAttribute(Qt::WA_DeleteOnClose);
  resize(760, 320);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(
      wrappedLabel(tr("Files of %1 are missing. Files of the same name are proposed.").arg(document.name())));
  m_list = named(columnList({tr("File"), tr("Old location"), tr("New location")}), "missingFiles");
  m_list->setTextElideMode(Qt::ElideMiddle);
  layout->addWidget(m_list, 1);
  auto* buttons = new QDialogButtonBox;
  m_use = named(buttons->addButton(tr("Use these"), QDialogButtonBox::AcceptRole), "useFound");
  m_browse = buttons->addButton(tr("Choose…"), QDialogButtonBox::ActionRole);
  auto* cancel = buttons->addButton(tr("Not now"), QDialogButtonBox::RejectRole);
  layout->addWidget(buttons);
  for (std::size_t i = 0; i < m_missing.size(); ++i) {
    new QTreeWidgetItem(m_list);
  }
  show();
  for (const int column : {kSource, kWas}) {
    m_list->resizeColumnToContents(column);
    m_list->setColumnWidth(column, std::min(m_list->columnWidth(column), 260));
  }
  m_list->setCurrentItem(m_list->topLevelItem(0));
  connect(m_use, &QPushButton::clicked, this, &LocateDialog::use);
  connect(m_browse, &QPushButton::clicked, this, &LocateDialog::browse);
  connect(m_list, &QTreeWidget::itemActivated, this, &LocateDialog::browse);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
}

void LocateDialog::show() {
  bool any = false;
  for (std::size_t i = 0; i < m_missing.size(); ++i) {
    const MissingSource& source = m_missing[i];
    QTreeWidgetItem& item = *m_list->topLevelItem(static_cast<int>(i));
    item.setText(kSource, toQString(source.was.filename()));
    item.setText(kWas, toQString(source.was.parent_path()));
    item.setText(kNow, source.now.empty() ? tr("not found yet") : toQString(source.now));
    item.setForeground(kNow, color(source.now.empty() ? Token::Warning : Token::Text));
    for (int column = 0; column < kLocateColumns; ++column) {
      item.setToolTip(column, item.text(column));
    }
    any = any || !source.now.empty();
  }
  m_use->setEnabled(any);
}

void LocateDialog::setPlace(std::size_t number, const std::filesystem::path& file) {
  m_missing[number].now = file;
  proposeSiblings(m_missing, number);
  show();
}

void LocateDialog::browse() {
  const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
  if (row < 0) {
    return;
  }
  const MissingSource& source = m_missing[static_cast<std::size_t>(row)];
  const QString name = toQString(source.was.filename());
  const std::filesystem::path chosen =
      FileDialogs::open(this, tr("Locate %1").arg(name), FileDialogs::Purpose::Open, m_document.file().parent_path(),
                        QString("%1 (%1)").arg(name) + ";;" + tr("All files (*)"));
  if (!chosen.empty()) {
    setPlace(static_cast<std::size_t>(row), chosen);
  }
}

void LocateDialog::use() {
  m_document.setSources(tr("Locate files"), withFound(m_document.recipe(), m_missing));
  accept();
}

}  // namespace texeleton::editor

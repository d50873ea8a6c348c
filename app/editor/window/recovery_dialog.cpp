#include "app/editor/window/recovery_dialog.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLocale>
#include <QVBoxLayout>
#include <utility>

#include "app/editor/document/paths.h"
#include "app/editor/messages/localized.h"
#include "app/editor/theme/icons.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

namespace {

enum LostColumn { kLostName, kTime, kPlace };

}  // namespace

RecoveryDialog::RecoveryDialog(Recovery& recovery, std::vector<Recovery::Lost> lost, std::function<bool()> mayReplace,
                               QWidget* parent)
    : QDialog(parent), m_recovery(recovery), m_lost(std::move(lost)), m_mayReplace(std::move(mayReplace)) {
  setObjectName("recovery");
  setWindowTitle(tr("Recover documents"));
  setAttribute(Qt::WA_DeleteOnClose);
  resize(640, 320);
  auto* layout = put(new QVBoxLayout(this),
                     {wrappedLabel(tr("Texeleton closed unexpectedly. These documents have unsaved changes:"))});
  m_list = named(columnList({tr("Document"), tr("Last autosaved"), tr("Where")}), "lostDocuments");
  m_list->setTextElideMode(Qt::ElideMiddle);
  layout->addWidget(m_list, 1);
  m_problem = wrappedLabel({}, "warning");
  m_problem->hide();
  layout->addWidget(m_problem);
  auto* buttons = new QDialogButtonBox;
  m_recover = buttons->addButton(tr("Recover"), QDialogButtonBox::AcceptRole);
  m_discard = buttons->addButton(tr("Discard"), QDialogButtonBox::DestructiveRole);
  auto* later = buttons->addButton(tr("Not now"), QDialogButtonBox::RejectRole);
  m_recover->setObjectName("recover");
  m_discard->setObjectName("discard");
  later->setToolTip(tr("Asks again at the next start; also available in the File menu"));
  layout->addWidget(buttons);

  for (std::size_t i = 0; i < m_lost.size(); ++i) {
    show(i);
  }
  m_list->header()->setStretchLastSection(true);
  for (const int column : {kLostName, kTime}) {
    m_list->resizeColumnToContents(column);
  }
  m_list->setCurrentItem(m_list->topLevelItem(0));
  connect(m_list, &QTreeWidget::currentItemChanged, this, &RecoveryDialog::showButtons);
  connect(m_list, &QTreeWidget::itemActivated, this, &RecoveryDialog::recover);
  connect(m_recover, &QPushButton::clicked, this, &RecoveryDialog::recover);
  connect(m_discard, &QPushButton::clicked, this, &RecoveryDialog::discard);
  connect(later, &QPushButton::clicked, this, &QDialog::reject);
  showButtons();
}

void RecoveryDialog::show(std::size_t number) {
  const Recovery::Lost& lost = m_lost[number];
  auto* item = new QTreeWidgetItem(m_list);
  item->setData(kLostName, Qt::UserRole, static_cast<int>(number));
  if (!lost.document) {
    item->setText(kLostName, tr("Cannot be recovered"));
    item->setIcon(kLostName, icon("error", Token::Error));
    item->setText(kPlace, localized(*lost.damage));
  } else {
    item->setText(kLostName, QString::fromStdString(lost.document->name));
    item->setText(kTime, QLocale().toString(lost.document->time.toLocalTime(), QLocale::ShortFormat));
    item->setText(kPlace, lost.document->file.empty() ? tr("Never saved") : toQString(lost.document->file));
  }
  item->setToolTip(kPlace, item->text(kPlace));
}

int RecoveryDialog::chosen() const {
  const QTreeWidgetItem* item = m_list->currentItem();
  return item == nullptr ? -1 : item->data(kLostName, Qt::UserRole).toInt();
}

void RecoveryDialog::showButtons() {
  const int number = chosen();
  m_recover->setEnabled(number >= 0 && m_lost[static_cast<std::size_t>(number)].document.has_value());
  m_discard->setEnabled(number >= 0);
}

void RecoveryDialog::recover() {
  const int number = chosen();
  if (number < 0 || !m_lost[static_cast<std::size_t>(number)].document || !m_mayReplace()) {
    return;
  }
  if (const auto restored = m_recovery.restore(m_lost[static_cast<std::size_t>(number)]); !restored) {
    m_problem->setText(localized(restored.error()));
    m_problem->show();
    return;
  }
  accept();
}

void RecoveryDialog::discard() {
  const int number = chosen();
  if (number < 0) {
    return;
  }
  Recovery::discard(m_lost[static_cast<std::size_t>(number)]);
  delete m_list->currentItem();
  if (m_list->topLevelItemCount() == 0) {
    reject();
  }
}

}  // namespace texeleton::editor

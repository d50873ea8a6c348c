#include "app/editor/panels/clips/rename_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QVBoxLayout>
#include <algorithm>
#include <map>

#include "app/editor/document/batch_rename.h"
#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/controls.h"
#include "core/retargeting/clip_names.h"

namespace texeleton::editor {

RenameDialog::RenameDialog(std::vector<std::string> names, std::set<std::string> taken, QWidget* parent)
    : QDialog(parent), m_names(std::move(names)), m_taken(std::move(taken)), m_result(m_names) {
  setObjectName("renameDialog");
  setWindowTitle(tr("Rename %Ln clip(s)", "", static_cast<int>(m_names.size())));
  resize(480, 420);
  m_prefix = named(new QLineEdit(QString::fromStdString(retargeting::commonAffixes(m_names).prefix)), "renamePrefix",
                   tr("Removed from every name that begins with it"));
  m_find = named(new QLineEdit, "renameFind");
  m_replace = named(new QLineEdit, "renameReplace");
  m_case = new QCheckBox(tr("Match case"));
  m_case->setChecked(true);
  auto* form = spaced(new QFormLayout, 12, 8);
  form->addRow(label(tr("Remove prefix"), "muted"), m_prefix);
  form->addRow(label(tr("Find"), "muted"), m_find);
  form->addRow(label(tr("Replace with"), "muted"), m_replace);
  form->addRow(QString(), m_case);
  m_list = named(columnList({tr("Old name"), tr("New name")}), "renamePreview");
  m_list->setUniformRowHeights(true);
  m_list->setTextElideMode(Qt::ElideMiddle);
  m_list->header()->setSectionResizeMode(QHeaderView::Stretch);
  m_list->setSelectionMode(QAbstractItemView::NoSelection);
  for (const std::string& name : m_names) {
    new QTreeWidgetItem(m_list, {QString::fromStdString(name)});
  }
  m_problem = wrappedLabel({}, "warning");
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  m_accept = buttons->button(QDialogButtonBox::Ok);
  m_accept->setText(tr("Rename"));
  put(spaced(new QVBoxLayout(this), 8, {12, 12, 12, 12}), {form, {m_list, 1}, m_problem, buttons});
  for (const QLineEdit* edit : {m_prefix, m_find, m_replace}) {
    connect(edit, &QLineEdit::textChanged, this, &RenameDialog::preview);
  }
  connect(m_case, &QCheckBox::toggled, this, &RenameDialog::preview);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  preview();
  m_find->setFocus();
}

void RenameDialog::preview() {
  RenameRule rule;
  rule.prefix = m_prefix->text().toStdString();
  rule.find = m_find->text().toStdString();
  rule.replace = m_replace->text().toStdString();
  rule.caseSensitive = m_case->isChecked();
  m_result = renamed(m_names, rule);
  std::map<std::string, int> given;
  for (const std::string& name : m_result) {
    ++given[name];
  }
  QString twice;
  int changes = 0;
  for (std::size_t i = 0; i < m_result.size(); ++i) {
    QTreeWidgetItem& item = *m_list->topLevelItem(static_cast<int>(i));
    const bool same = m_result[i] == m_names[i];
    const bool clash = !same && (given[m_result[i]] > 1 || m_taken.count(m_result[i]) != 0);
    item.setText(1, QString::fromStdString(m_result[i]));
    item.setForeground(1, color(clash ? Token::Warning : same ? Token::Muted : Token::Text));
    item.setIcon(1, clash ? icon("warning", Token::Warning) : QIcon());
    twice = clash ? QString::fromStdString(m_result[i]) : twice;
    changes += same ? 0 : 1;
  }
  m_problem->setVisible(!twice.isEmpty());
  m_problem->setText(tr("Two clips would be named %1.").arg(twice));
  m_accept->setEnabled(twice.isEmpty() && changes > 0);
}

}  // namespace texeleton::editor

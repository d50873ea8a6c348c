#include "app/editor/window/keys_dialog.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace texeleton::editor {

namespace {

constexpr int kColumnWidth = 480;

QString tableOf(const KeyGroup& group) {
  QString text = QString("<tr><td colspan=\"2\"><b>%1</b></td></tr>").arg(group.title.toHtmlEscaped());
  for (const auto& [keys, does] : group.keys) {
    text += QString("<tr><td width=\"%1\">%2</td><td>%3</td></tr>")
                .arg(kColumnWidth * 2 / 5)
                .arg(keys.toHtmlEscaped(), does.toHtmlEscaped());
  }
  return "<table cellspacing=\"0\">" + text + "</table>";
}

}  // namespace

KeysDialog::KeysDialog(const std::vector<KeyGroup>& groups, QWidget* parent) : QDialog(parent) {
  setObjectName("keys");
  setWindowTitle(tr("Keyboard shortcuts"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 4, 16, 4);
  layout->setSpacing(2);
  auto* columns = new QHBoxLayout;
  columns->setSpacing(24);
  std::size_t all = 0;
  for (const KeyGroup& group : groups) {
    all += group.keys.size() + 2;
  }
  QVBoxLayout* column = nullptr;
  std::size_t before = all;  // The first group begins the first column.
  for (const KeyGroup& group : groups) {
    const bool isFull = before + group.keys.size() / 2 > all / 2;
    if (column == nullptr || (isFull && columns->count() < 2)) {
      column = new QVBoxLayout;
      column->setSpacing(2);
      columns->addLayout(column, 1);
      before = columns->count() == 1 ? 0 : before;
    }
    auto* table = new QLabel(tableOf(group));
    table->setObjectName("keyGroup");
    table->setTextFormat(Qt::RichText);
    table->setWordWrap(true);
    table->setFixedWidth(kColumnWidth);
    column->addWidget(table);
    before += group.keys.size() + 2;
  }
  for (int i = 0; i < columns->count(); ++i) {
    static_cast<QVBoxLayout*>(columns->itemAt(i)->layout())->addStretch();
  }
  auto* buttons = new QDialogButtonBox;
  auto* close = buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
  connect(close, &QPushButton::clicked, this, &QDialog::reject);
  layout->addLayout(columns);
  layout->addWidget(buttons);
  // A window gets at most two thirds of the screen's height, but never less than its minimum.
  for (QLabel* table : findChildren<QLabel*>("keyGroup")) {
    table->ensurePolished();
    table->setMinimumHeight(table->heightForWidth(kColumnWidth));
  }
}

}  // namespace texeleton::editor

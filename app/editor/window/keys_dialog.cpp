#include "app/editor/window/keys_dialog.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <numeric>

#include "app/editor/widgets/controls.h"

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
  auto* columns = spaced(new QHBoxLayout, 24);
  std::vector<QLabel*> tables;
  std::vector<int> heights;
  for (const KeyGroup& group : groups) {
    auto* table = named(new QLabel(tableOf(group), this), "keyGroup");
    table->setTextFormat(Qt::RichText);
    table->setWordWrap(true);
    table->setFixedWidth(kColumnWidth);
    table->ensurePolished();
    // A window gets at most two thirds of the screen's height, but never less than its minimum.
    table->setMinimumHeight(table->heightForWidth(kColumnWidth));
    tables.push_back(table);
    heights.push_back(table->minimumHeight());
  }
  // Two columns, as equal in height as the groups permit.
  const int height = std::accumulate(heights.begin(), heights.end(), 0);
  std::size_t split = 0;
  for (int above = 0; split < heights.size() && above + heights[split] / 2 < height / 2; ++split) {
    above += heights[split];
  }
  for (std::size_t begin : {std::size_t{0}, split}) {
    auto* column = spaced(new QVBoxLayout, 2);
    for (std::size_t i = begin; i < (begin == 0 ? split : tables.size()); ++i) {
      column->addWidget(tables[i]);
    }
    column->addStretch();
    columns->addLayout(column, 1);
  }
  auto* buttons = new QDialogButtonBox;
  auto* close = buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
  connect(close, &QPushButton::clicked, this, &QDialog::reject);
  put(spaced(new QVBoxLayout(this), 2, {16, 4, 16, 4}), {columns, buttons});
}

}  // namespace texeleton::editor

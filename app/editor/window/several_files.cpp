#include "app/editor/window/several_files.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <system_error>
#include <utility>

#include "app/editor/document/paths.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

std::size_t likelyModel(const std::vector<fs::path>& files, bool& byName) {
  std::size_t best = 0;
  std::pair<std::ptrdiff_t, std::uintmax_t> most{-1, 0};
  for (std::size_t i = 0; i < files.size(); ++i) {
    const QString stem = toQString(files[i].stem());
    const auto named = std::ranges::count_if(files, [&](const fs::path& other) {
      const QString name = toQString(other.stem());
      return name.size() > stem.size() && name.startsWith(stem, Qt::CaseInsensitive) &&
             !name.at(stem.size()).isLetterOrNumber();
    });
    std::error_code error;
    const std::uintmax_t size = fs::file_size(files[i], error);
    const std::pair<std::ptrdiff_t, std::uintmax_t> rank{named, error ? 0 : size};
    if (rank > most) {
      most = rank;
      best = i;
    }
  }
  byName = most.first > 0;
  return best;
}

SeveralFilesDialog::SeveralFilesDialog(std::vector<fs::path> files, const fs::path& open, QWidget* parent)
    : QDialog(parent), m_files(std::move(files)), m_hasOpen(!open.empty()) {
  setObjectName("severalFiles");
  setWindowTitle(tr("Several files"));
  setAttribute(Qt::WA_DeleteOnClose);
  resize(520, 340);
  m_model = named(new QComboBox, "severalModel");
  if (m_hasOpen) {
    m_model->addItem(tr("%1 (open now)").arg(toQString(open.filename())));
  }
  for (const fs::path& file : m_files) {
    m_model->addItem(toQString(file.filename()));
  }
  m_list = named(columnList(1), "severalMotions");
  m_list->setTextElideMode(Qt::ElideMiddle);
  m_list->setAccessibleName(tr("Add clips of"));
  for (const fs::path& file : m_files) {
    auto* item = new QTreeWidgetItem(m_list, {toQString(file.filename())});
    item->setToolTip(0, toQString(file));
    item->setCheckState(0, Qt::Checked);
  }
  auto* form = formLayout(nullptr, 12, 8);
  form->addRow(labelOf(m_model, tr("Model")), m_model);
  auto* note =
      wrappedLabel(tr("The clips of the ticked files are added to the model; bones are matched by name."), "muted");
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  m_accept = named(buttons->addButton(tr("Open"), QDialogButtonBox::AcceptRole), "severalOpen");
  m_accept->setDefault(true);
  put(spaced(new QVBoxLayout(this), 8, {12, 12, 12, 12}), {form, note, {m_list, 1}, buttons});

  bool byName = false;
  const std::size_t likely = likelyModel(m_files, byName);
  m_model->setCurrentIndex(m_hasOpen ? (byName ? static_cast<int>(likely) + 1 : 0) : static_cast<int>(likely));
  connect(m_model, &QComboBox::currentIndexChanged, this, &SeveralFilesDialog::showChoice);
  connect(m_list, &QTreeWidget::itemChanged, this, &SeveralFilesDialog::enable);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  showChoice();
}

// The model's own clips are not listed.
void SeveralFilesDialog::showChoice() {
  const int own = m_model->currentIndex() - (m_hasOpen ? 1 : 0);
  for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
    m_list->topLevelItem(i)->setHidden(i == own);
  }
  m_accept->setText(own < 0 ? tr("Add clips") : tr("Open"));
  enable();
}

void SeveralFilesDialog::enable() { m_accept->setEnabled(!model().empty() || !motions().empty()); }

fs::path SeveralFilesDialog::model() const {
  const int own = m_model->currentIndex() - (m_hasOpen ? 1 : 0);
  return own < 0 ? fs::path() : m_files[static_cast<std::size_t>(own)];
}

std::vector<fs::path> SeveralFilesDialog::motions() const {
  std::vector<fs::path> files;
  for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
    const QTreeWidgetItem* item = m_list->topLevelItem(i);
    if (!item->isHidden() && item->checkState(0) == Qt::Checked) {
      files.push_back(m_files[static_cast<std::size_t>(i)]);
    }
  }
  return files;
}

}  // namespace texeleton::editor

#include "app/editor/panels/proposal_dialog.h"

#include <QDialogButtonBox>
#include <QVBoxLayout>
#include <utility>

#include "app/editor/widgets/controls.h"
#include "core/base/mapped.h"

namespace texeleton::editor {

namespace {

constexpr int kProposalSteps = 1000;

}  // namespace

ProposalDialog::ProposalDialog(const Workshop& workshop, std::size_t clip, const QString& name, const QString& listName,
                               const QStringList& columns, QWidget* parent)
    : QDialog(parent), m_model(workshop.bake()->model), m_animation(workshop.bake()->animation), m_clip(clip) {
  setObjectName(name + "Dialog");
  m_where =
      named(comboBox({tr("In %1").arg(QString::fromStdString(m_animation->clips[clip].name)), tr("In all clips")}),
            name + "Where");
  m_list = named(new QTreeWidget, listName);
  m_list->setHeaderLabels(columns);
  m_list->setUniformRowHeights(true);
  stretchColumn(*m_list, 0);
  m_progress = new QProgressBar;
  m_progress->setTextVisible(false);
  m_progress->setRange(0, kProposalSteps);
  m_text = named(wrappedLabel({}, "muted"), name + "Text");
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  m_accept = buttons->button(QDialogButtonBox::Ok);
  put(spaced(new QVBoxLayout(this), 8, {12, 12, 12, 12}), {m_where, {m_list, 1}, m_progress, m_text, buttons});
  connect(m_where, &QComboBox::activated, this, [this] { look(); });
  connect(m_list, &QTreeWidget::itemChanged, this, [this] { showChosen(); });
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(&m_runner, &JobRunner::progressed, this,
          [this](double fraction) { m_progress->setValue(static_cast<int>(fraction * kProposalSteps)); });
  connect(&m_runner, &JobRunner::finished, m_progress, &QWidget::hide);
}

std::vector<std::size_t> ProposalDialog::clips() const {
  return placesWhere(m_animation->clips.size(),
                     [this](std::size_t clip) { return m_where->currentIndex() == 1 || clip == m_clip; });
}

void ProposalDialog::start(const QString& text, JobRunner::Work work) {
  m_list->clear();
  m_progress->show();
  m_progress->setValue(0);
  m_text->setText(text);
  m_accept->setEnabled(false);
  m_runner.start(std::move(work));
}

}  // namespace texeleton::editor

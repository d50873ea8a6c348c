#include "app/editor/panels/clips/loop_range_dialog.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QVBoxLayout>
#include <utility>

#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

enum LoopColumn { kClip, kRange, kGapNow, kGapThen, kLoopColumns };
constexpr int kLoopSteps = 1000;
constexpr double kSameRange = 0.0005;  // Seconds.

std::optional<contacts::LoopRange> proposalOf(const contacts::LoopReport& report, const model::Clip& clip,
                                              const vat::ClipSource& baked) {
  const double end = clip.startSeconds + clip.lengthSeconds;
  const bool isWhole = baked.fromSeconds < clip.startSeconds + kSameRange && baked.toSeconds > end - kSameRange;
  if (report.best || isWhole || !(report.closes || report.closesInPlace)) {
    return report.best;
  }
  return contacts::LoopRange{clip.startSeconds, end,
                             report.closes ? report.gapMillimetres : report.inPlaceGapMillimetres, !report.closes};
}

}  // namespace

LoopRangeDialog::LoopRangeDialog(const Workshop& workshop, std::size_t clip, QWidget* parent)
    : QDialog(parent), m_clip(clip), m_model(workshop.bake()->model), m_animation(workshop.bake()->animation) {
  setObjectName("loopRangeDialog");
  setWindowTitle(tr("Find loop range"));
  resize(560, 400);
  m_where = named(new QComboBox, "loopRangeWhere");
  m_where->addItems({tr("In %1").arg(QString::fromStdString(m_animation->clips[clip].name)), tr("In all clips")});
  m_list = named(new QTreeWidget, "loopRanges");
  m_list->setColumnCount(kLoopColumns);
  m_list->setHeaderLabels({tr("Clip"), tr("Range"), tr("Gap now"), tr("Gap after")});
  m_list->headerItem()->setToolTip(kGapNow, tr("The largest distance between the poses at the end and at the start"));
  m_list->setRootIsDecorated(false);
  m_list->setUniformRowHeights(true);
  m_list->setTextElideMode(Qt::ElideMiddle);
  m_list->header()->setStretchLastSection(false);
  m_list->header()->setSectionResizeMode(kClip, QHeaderView::Stretch);
  for (const int column : {kRange, kGapNow, kGapThen}) {
    m_list->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
  }
  m_progress = new QProgressBar;
  m_progress->setTextVisible(false);
  m_progress->setRange(0, kLoopSteps);
  m_text = named(wrappedLabel({}, "muted"), "loopRangeText");
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  m_accept = buttons->button(QDialogButtonBox::Ok);
  auto* layout = spaced(new QVBoxLayout(this), 8, {12, 12, 12, 12});
  layout->addWidget(m_where);
  layout->addWidget(m_list, 1);
  layout->addWidget(m_progress);
  layout->addWidget(m_text);
  layout->addWidget(buttons);
  connect(m_where, &QComboBox::activated, this, &LoopRangeDialog::look);
  connect(m_list, &QTreeWidget::itemChanged, this, &LoopRangeDialog::showChosen);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(&m_runner, &JobRunner::progressed, this,
          [this](double fraction) { m_progress->setValue(static_cast<int>(fraction * kLoopSteps)); });
  connect(&m_runner, &JobRunner::finished, m_progress, &QWidget::hide);
  look();
}

void LoopRangeDialog::look() {
  std::vector<std::size_t> clips;
  for (std::size_t i = 0; i < m_animation->clips.size(); ++i) {
    if (m_where->currentIndex() == 1 || i == m_clip) {
      clips.push_back(i);
    }
  }
  m_list->clear();
  m_found.clear();
  m_progress->show();
  m_progress->setValue(0);
  m_text->setText(tr("Searching for matching poses…"));
  m_accept->setText(tr("Use it"));
  m_accept->setEnabled(false);
  m_runner.start(
      [this, model = m_model, animation = m_animation, clips](JobContext& job, const JobRunner::Deliver& deliver) {
        std::vector<Found> found;
        for (const std::size_t baked : clips) {
          const vat::ClipSource& source = animation->clips[baked].source;
          const contacts::RangeGap gap = contacts::rangeGap(*model, source.clip, source.fromSeconds, source.toSeconds);
          Found one{baked, gap.gapMillimetres, contacts::analyseLoop(*model, source.clip, 0.0, job), std::nullopt};
          one.proposal = proposalOf(one.report, model->clips[source.clip.value], source);
          found.push_back(one);
          if (job.isCancelled()) {
            return;
          }
          job.progress(static_cast<double>(found.size()) / static_cast<double>(clips.size()), "Looking for loops");
        }
        deliver([this, found = std::move(found)]() mutable { show(std::move(found)); });
      });
}

void LoopRangeDialog::show(std::vector<Found> found) {
  {
    const QSignalBlocker quiet(m_list);
    m_found = std::move(found);
    for (std::size_t i = 0; i < m_found.size(); ++i) {
      const Found& each = m_found[i];
      auto* item = new QTreeWidgetItem(m_list, {QString::fromStdString(m_animation->clips[each.baked].name)});
      item->setToolTip(kClip, item->text(kClip));
      item->setText(kGapNow, millimetres(each.gapMillimetres));
      item->setData(kClip, Qt::UserRole, static_cast<int>(i));
      for (const int column : {kRange, kGapNow, kGapThen}) {
        item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
      }
      const auto& best = each.proposal;
      if (!best) {
        item->setText(kRange, each.report.closes          ? tr("the whole clip loops")
                              : each.report.closesInPlace ? tr("the whole clip loops, except for its travel")
                                                          : tr("no part loops"));
        item->setFlags(Qt::ItemIsEnabled);
        continue;
      }
      item->setText(kRange, tr("%1 to %2").arg(seconds(best->fromSeconds, 3), seconds(best->toSeconds, 3)));
      item->setText(kGapThen, millimetres(best->gapMillimetres));
      if (best->inPlace) {
        item->setToolTip(kGapThen, tr("After its travel along the ground is removed (root motion)"));
      }
      item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable | Qt::ItemIsSelectable);
      item->setCheckState(kClip, Qt::Checked);
    }
  }
  showChosen();
}

std::vector<RangeChange> LoopRangeDialog::chosen() const {
  std::vector<RangeChange> changes;
  for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
    const QTreeWidgetItem* item = m_list->topLevelItem(i);
    const Found& found = m_found[static_cast<std::size_t>(item->data(kClip, Qt::UserRole).toInt())];
    if (found.proposal && item->checkState(kClip) == Qt::Checked) {
      changes.push_back({found.baked, found.proposal->fromSeconds, found.proposal->toSeconds, true});
    }
  }
  return changes;
}

void LoopRangeDialog::showChosen() {
  const int ranges = static_cast<int>(chosen().size());
  bool any = false;
  for (const Found& found : m_found) {
    any = any || found.proposal.has_value();
  }
  m_accept->setEnabled(ranges > 0);
  m_accept->setText(ranges > 1 ? tr("Use %Ln range(s)", "", ranges) : tr("Use it"));
  m_text->setText(any ? tr("Ranges that loop best. They are baked as loops; events outside them stay in the document.")
                      : tr("Nothing to cut: either the whole clip loops, or no part of it does."));
}

}  // namespace texeleton::editor

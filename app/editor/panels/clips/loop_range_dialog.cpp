#include "app/editor/panels/clips/loop_range_dialog.h"

#include <utility>

#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

enum LoopColumn { kClip, kRange, kGapNow, kGapThen };
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
    : ProposalDialog(workshop, clip, "loopRange", "loopRanges",
                     {tr("Clip"), tr("Range"), tr("Gap now"), tr("Gap after")}, parent) {
  setWindowTitle(tr("Find loop range"));
  resize(560, 400);
  m_list->headerItem()->setToolTip(kGapNow, tr("The largest distance between the poses at the end and at the start"));
  m_list->setRootIsDecorated(false);
  m_list->setTextElideMode(Qt::ElideMiddle);
  look();
}

void LoopRangeDialog::look() {
  m_found.clear();
  m_accept->setText(tr("Use it"));
  start(tr("Searching for matching poses…"), [this, model = m_model, animation = m_animation, clips = clips()](
                                                 JobContext& job, const JobRunner::Deliver& deliver) {
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

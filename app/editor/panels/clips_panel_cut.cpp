// The fields below the list of the Clips panel: range, rate and loop of what is selected.

#include <QHBoxLayout>
#include <QPushButton>
#include <algorithm>

#include "app/editor/document/cut_range.h"
#include "app/editor/panels/clips_panel.h"
#include "app/editor/widgets/numbers.h"
#include "core/recipe/events_file.h"

namespace texeleton::editor {

namespace {

constexpr double kRateOfCut = 30.0;

}  // namespace

QWidget* ClipsPanel::makeRangeNote() {
  m_rangeNote = new QWidget;
  auto* layout = new QHBoxLayout(m_rangeNote);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  m_rangeText = label({}, "warning");
  m_rangeText->setObjectName("rangeNote");
  m_rangeText->setWordWrap(true);
  auto* whole = new QPushButton(tr("Whole clip"));
  whole->setObjectName("wholeClip");
  whole->setToolTip(tr("Bakes the clip from its start to its end"));
  connect(whole, &QPushButton::clicked, this, &ClipsPanel::setWholeRange);
  layout->addWidget(m_rangeText, 1);
  layout->addWidget(whole, 0, Qt::AlignTop);
  m_rangeNote->hide();
  return m_rangeNote;
}

void ClipsPanel::setRange(const TimeField& field, bool isStart) {
  const std::optional<double> frames = field.typedFrames();
  const double typed = field.value();
  RangeFit worst = RangeFit::AsAsked;
  const model::Clip* fittedTo = nullptr;
  edit(tr("Change clip range"), [&](ClipRow& row) {
    const model::Clip& clip = m_workshop.model()->clips[row.source.value];
    const double at = frames ? recipe::sourceFrameSeconds(clip, *frames) : typed;  // Frames are those of each clip.
    const RangeFit fit = isStart ? setRangeStart(row.clip, clip, at) : setRangeEnd(row.clip, clip, at);
    if (fit != RangeFit::AsAsked && worst == RangeFit::AsAsked) {
      worst = fit;
      fittedTo = &clip;
    }
  });
  showCut();  // Also where nothing has changed: the field still says what was typed.
  if (worst == RangeFit::CutToClip) {
    m_rangeText->setText(
        tr("The clip runs from %1 to %2: the range was cut to it.")
            .arg(seconds(fittedTo->startSeconds, 3), seconds(fittedTo->startSeconds + fittedTo->lengthSeconds, 3)));
  } else if (worst == RangeFit::OtherEndMoved) {
    m_rangeText->setText(isStart ? tr("The range ended before that: it goes to the end of the clip now.")
                                 : tr("The range began after that: it starts with the clip now."));
  }
  m_rangeNote->setVisible(worst != RangeFit::AsAsked);
}

void ClipsPanel::setWholeRange() {
  edit(tr("Change clip range"), [](ClipRow& row) {
    row.clip.from.reset();
    row.clip.to.reset();
  });
  m_rangeNote->hide();
}

void ClipsPanel::showCut() {
  const std::vector<int> selected = selectedRows();
  const bool any = !selected.empty() && m_rows[static_cast<std::size_t>(selected.front())].source.isValid();
  m_cut->setEnabled(any);
  if (!any) {
    for (NumberField* field : std::initializer_list<NumberField*>{m_from, m_to, m_rate}) {
      field->showMixed();
    }
    m_loop->setCurrentIndex(-1);
    return;
  }
  // What several clips do not agree about is a dash.
  const auto show = [&](NumberField& field, auto valueOf) {
    const double first = valueOf(m_rows[static_cast<std::size_t>(selected.front())].clip, clipOf(selected.front()));
    const bool alike = std::all_of(selected.begin(), selected.end(), [&](int row) {
      return valueOf(m_rows[static_cast<std::size_t>(row)].clip, clipOf(row)) == first;
    });
    field.show(first);
    if (!alike) {
      field.showMixed();
    }
  };
  const model::Clip& firstClip = *clipOf(selected.front());
  const double rate = firstClip.sourceRateHz > 0.0 ? firstClip.sourceRateHz : kRateOfCut;
  m_from->setFrameRate(rate);
  m_to->setFrameRate(rate);
  show(*m_from, [](const recipe::RecipeClip& cut, const model::Clip* clip) {
    return cut.from.value_or(clip != nullptr ? clip->startSeconds : 0.0);
  });
  show(*m_to, [](const recipe::RecipeClip& cut, const model::Clip* clip) {
    return cut.to.value_or(clip != nullptr ? clip->startSeconds + clip->lengthSeconds : 0.0);
  });
  show(*m_rate, [](const recipe::RecipeClip& cut, const model::Clip* clip) {
    const bool isHeld = cut.fps == 0.0 && clip != nullptr && clip->lengthSeconds > 0.0;  // One frame for all of it.
    return isHeld ? 1.0 / clip->lengthSeconds : cut.fps.value_or(0.0);
  });
  const auto loopOf = [&](int row) {
    return m_rows[static_cast<std::size_t>(row)].clip.loop.value_or(bake::LoopMode::Auto);
  };
  const bake::LoopMode loop = loopOf(selected.front());
  const bool alike = std::all_of(selected.begin(), selected.end(), [&](int row) { return loopOf(row) == loop; });
  m_loop->setCurrentIndex(alike ? static_cast<int>(loop) : -1);
}

}  // namespace texeleton::editor

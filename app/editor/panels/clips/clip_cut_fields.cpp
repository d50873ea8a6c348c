#include "app/editor/panels/clips/clip_cut_fields.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <algorithm>

#include "app/editor/document/cut_range.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/numbers.h"
#include "app/editor/widgets/setting_field.h"
#include "core/recipe/events_file.h"
#include "core/recipe/settings.h"

namespace texeleton::editor {

namespace {

constexpr double kRateOfCut = 30.0;

}  // namespace

ClipCutFields::ClipCutFields(const Workshop& workshop, const ClipTree& list, ClipEdits& edits, QWidget* parent)
    : QWidget(parent), m_workshop(workshop), m_list(list), m_edits(edits) {
  auto* layout = spaced(new QGridLayout(this), 6, 4, {12, 0, 12, 0});
  m_from = named(new TimeField(-1e6, 1e6), "clipFrom");
  m_to = named(new TimeField(-1e6, 1e6), "clipTo");
  m_rate = named(new SettingField(settingOf<&recipe::RecipeClip::fps>().about, 2, tr("Hz")), "clipRate",
                 tr("Frames per second. 0: the rate of the source"));
  m_rate->setSpecialValueText(tr("source"));
  // In the order of LoopMode.
  m_loop = named(comboBox({tr("Automatic"), tr("Loops"), tr("Once"), tr("Loops, +1 frame")}, 9), "clipLoop",
                 tr("Automatic: loops when the pose at the end is the one at the start, or one frame before it.\n"
                    "Loops, +1 frame: for cycles that do not repeat their first frame at the end"));
  m_loop->setPlaceholderText(QString::fromUtf8("–"));
  layout->addWidget(labelOf(m_from, tr("From")), 0, 0);
  layout->addWidget(m_from, 0, 1);
  layout->addWidget(labelOf(m_to, tr("to")), 0, 2);
  layout->addWidget(m_to, 0, 3);
  layout->addWidget(labelOf(m_rate, tr("Rate")), 1, 0);
  layout->addWidget(m_rate, 1, 1);
  layout->addWidget(labelOf(m_loop, tr("Loop")), 1, 2);
  layout->addWidget(m_loop, 1, 3);
  layout->setColumnStretch(1, 1);
  layout->setColumnStretch(3, 1);
  for (QWidget* field : std::initializer_list<QWidget*>{m_from, m_to, m_rate}) {
    field->setMinimumWidth(62);
  }
  layout->addWidget(makeRangeNote(), 2, 0, 1, 4);
  connectFields();
}

QWidget* ClipCutFields::makeRangeNote() {
  m_rangeNote = new QWidget;
  m_rangeText = named(wrappedLabel({}, "warning"), "rangeNote");
  auto* whole = named(new QPushButton(tr("Whole clip")), "wholeClip", tr("Bakes the clip from its start to its end"));
  connect(whole, &QPushButton::clicked, this, &ClipCutFields::setWholeRange);
  put(spaced(new QHBoxLayout(m_rangeNote), 8), {{m_rangeText, 1}, {whole, 0, Qt::AlignTop}});
  m_rangeNote->hide();
  return m_rangeNote;
}

void ClipCutFields::connectFields() {
  connect(m_from, &QDoubleSpinBox::valueChanged, this, [this] { setRange(*m_from, true); });
  connect(m_to, &QDoubleSpinBox::valueChanged, this, [this] { setRange(*m_to, false); });
  connect(m_rate, &QDoubleSpinBox::valueChanged, this, [this](double value) {
    m_edits.change(tr("Change clip rate"), m_list.chosen(),
                   [value](ClipRow& row) { row.clip.fps = value > 0.0 ? std::optional<double>(value) : std::nullopt; });
  });
  connect(m_loop, &QComboBox::activated, this, [this](int choice) {
    m_edits.change(tr("Change clip loop"), m_list.chosen(), [choice](ClipRow& row) {
      row.clip.loop = choice == 0 ? std::nullopt : std::optional(static_cast<bake::LoopMode>(choice));
    });
  });
}

void ClipCutFields::setRange(const TimeField& field, bool isStart) {
  const std::optional<double> frames = field.typedFrames();
  const double typed = field.value();
  RangeFit worst = RangeFit::AsAsked;
  const model::Clip* fittedTo = nullptr;
  m_edits.change(tr("Change clip range"), m_list.chosen(), [&](ClipRow& row) {
    const model::Clip& clip = *clipOf(row);
    const double at =
        frames ? recipe::sourceFrameSeconds(clip, *frames) : typed;  // Frames are counted in each clip's own rate.
    const RangeFit fit = isStart ? setRangeStart(row.clip, clip, at) : setRangeEnd(row.clip, clip, at);
    if (fit != RangeFit::AsAsked && worst == RangeFit::AsAsked) {
      worst = fit;
      fittedTo = &clip;
    }
  });
  showCuts();  // Even without a change, because the field still shows the typed text.
  if (worst == RangeFit::CutToClip) {
    m_rangeText->setText(
        tr("The clip runs from %1 to %2: the range was cut to it.")
            .arg(seconds(fittedTo->startSeconds, 3), seconds(fittedTo->startSeconds + fittedTo->lengthSeconds, 3)));
  } else if (worst == RangeFit::OtherEndMoved) {
    m_rangeText->setText(isStart ? tr("The range ended before it: it now ends with the clip.")
                                 : tr("The range began after it: it now starts with the clip."));
  }
  m_rangeNote->setVisible(worst != RangeFit::AsAsked);
}

void ClipCutFields::setWholeRange() {
  m_edits.change(tr("Change clip range"), m_list.chosen(), [](ClipRow& row) {
    row.clip.from.reset();
    row.clip.to.reset();
  });
  m_rangeNote->hide();
}

void ClipCutFields::hideNote() { m_rangeNote->hide(); }

const model::Clip* ClipCutFields::clipOf(const ClipRow& row) const {
  return row.source.isValid() ? &m_workshop.model()->clips[row.source.value] : nullptr;
}

void ClipCutFields::showCuts() {
  const std::vector<int> selected = m_list.selectedRows();
  const auto rowAt = [this](int row) -> const ClipRow& { return m_list.rows()[static_cast<std::size_t>(row)]; };
  const bool any = !selected.empty() && rowAt(selected.front()).source.isValid();
  setEnabled(any);
  if (!any) {
    for (NumberField* field : std::initializer_list<NumberField*>{m_from, m_to, m_rate}) {
      field->showMixed();
    }
    m_loop->setCurrentIndex(-1);
    return;
  }
  const ClipRow& firstRow = rowAt(selected.front());
  const auto show = [&](NumberField& field, auto valueOf) {
    const double first = valueOf(firstRow.clip, clipOf(firstRow));
    const bool alike =
        std::ranges::all_of(selected, [&](int row) { return valueOf(rowAt(row).clip, clipOf(rowAt(row))) == first; });
    field.show(first);
    if (!alike) {
      field.showMixed();
    }
  };
  const model::Clip& firstClip = *clipOf(firstRow);
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
    const bool isHeld = cut.fps == 0.0 && clip != nullptr && clip->lengthSeconds > 0.0;  // A single frame.
    return isHeld ? 1.0 / clip->lengthSeconds : cut.fps.value_or(0.0);
  });
  const auto loopOf = [&](int row) { return rowAt(row).clip.loop.value_or(bake::LoopMode::Auto); };
  const bake::LoopMode loop = loopOf(selected.front());
  const bool alike = std::ranges::all_of(selected, [&](int row) { return loopOf(row) == loop; });
  m_loop->setCurrentIndex(alike ? static_cast<int>(loop) : -1);
}

}  // namespace texeleton::editor

#include "app/editor/panels/bake/fit_section.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>

#include "app/editor/document/clip_rows.h"
#include "app/editor/messages/localized.h"
#include "app/editor/panels/bake/encoding_title.h"
#include "app/editor/widgets/numbers.h"
#include "core/base/mapped.h"
#include "core/export/export_places.h"
#include "core/settings/tolerance.h"
#include "core/vat/encoding.h"

namespace texeleton::editor {

namespace {

constexpr int kFitSteps = 1000;
/// The slider goes from 0.05 to 50 mm.
constexpr double kLeastSlid = 0.05;
constexpr int kStepsPerDecade = 100;
constexpr int kToleranceSliderSteps = 3 * kStepsPerDecade;

double slidMillimetres(int step) { return kLeastSlid * std::pow(10.0, static_cast<double>(step) / kStepsPerDecade); }

int slidStep(double millimetres) {
  return static_cast<int>(std::clamp(std::round(kStepsPerDecade * std::log10(millimetres / kLeastSlid)), 0.0,
                                     double{kToleranceSliderSteps}));
}

QString presetText(const TolerancePreset& preset) {
  const std::string name = preset.name;
  return name == "hero"    ? FitSection::tr("Hero: half a pixel from 2 m")
         : name == "crowd" ? FitSection::tr("Crowd: a pixel from 10 m")
         : name == "far"   ? FitSection::tr("Far: a pixel from 40 m")
                           : QString::fromUtf8(preset.text);
}

QString formatText(vat::PixelFormat format) {
  return format == vat::PixelFormat::Rgba16F ? FitSection::tr("16-bit float") : FitSection::tr("32-bit float");
}

/// "24 Hz", or "0 … 30 Hz".
QString ratesText(const std::vector<double>& rates) {
  if (rates.empty()) {
    return QString::fromUtf8("–");
  }
  const auto [least, most] = std::minmax_element(rates.begin(), rates.end());
  const auto text = [](double rate) { return QLocale().toString(rate, 'g', 4); };
  return FitSection::tr("%1 Hz").arg(*least == *most ? text(*least)
                                                     : QString::fromUtf8("%1 … %2").arg(text(*least), text(*most)));
}

/// The recipe without the settings that a search chooses: equal before and after a candidate was applied.
recipe::Recipe withoutChoice(recipe::Recipe recipe, const std::vector<ClipRow>& rows) {
  recipe.clips.clear();
  for (const ClipRow& row : rows) {
    if (row.ticked) {
      recipe.clips.push_back(row.clip);
      recipe.clips.back().fps.reset();
    }
  }
  recipe.bake.mode.reset();
  recipe.bake.encoding.clear();
  recipe.bake.rows.reset();
  recipe.bake.shapes.reset();
  recipe.bake.pixelFormat.reset();
  recipe.bake.size.reset();
  recipe.bake.maxError.reset();
  return recipe;
}

}  // namespace

FitSection::FitSection(Workshop& workshop, QWidget* parent)
    : FoldingSection(tr("Fit to a tolerance"), "fitHeading", parent), m_workshop(workshop) {
  body().addWidget(
      wrappedLabel(tr("Searches mode, encoding and the rate of every clip for the smallest texture whose error stays "
                      "within the tolerance."),
                   "muted"));
  m_limit = named(comboBox({}, 10), "fitLimit",
                  tr("Millimetres (0.5mm), or pixels at a distance (1px@20m) at a resolution of 1080 lines"));
  m_limit->setEditable(true);
  m_limit->setInsertPolicy(QComboBox::NoInsert);
  for (const TolerancePreset& preset : tolerancePresets()) {
    m_limit->addItem(presetText(preset), QString::fromUtf8(preset.text));
  }
  m_limit->setEditText("5mm");
  auto* row = put(spaced(new QHBoxLayout, 8), {labelOf(m_limit, tr("Tolerance")), {m_limit, 1}});
  body().addLayout(row);
  m_slider = named(new QSlider(Qt::Horizontal), "fitSlider",
                   tr("Moves the tolerance through the tried bakes and marks the one that it selects"));
  m_slider->setAccessibleName(tr("Tolerance, from fine to coarse"));
  m_slider->setRange(0, kToleranceSliderSteps);
  m_slider->setPageStep(kStepsPerDecade / 5);
  m_slider->setFocusPolicy(Qt::StrongFocus);
  body().addWidget(m_slider);
  m_meaning = named(wrappedLabel({}, "muted"), "fitMeaning");
  body().addWidget(m_meaning);
  m_playable = named(new QCheckBox(tr("Only encodings of the targets")), "fitPlayable",
                     tr("Tries the encodings that every export target of the document decodes, for example only "
                        "matrices for Babylon.js. Without targets it tries all encodings"));
  m_playable->setChecked(true);
  body().addWidget(m_playable);
  m_find = named(new QPushButton, "fitFind");
  m_progress = new QProgressBar;
  m_progress->setTextVisible(false);
  m_progress->setRange(0, kFitSteps);
  auto* actions = put(spaced(new QHBoxLayout, 8), {m_find, {m_progress, 1}});
  actions->addStretch(0);
  body().addLayout(actions);
  m_plot = new FitPlot;
  body().addWidget(m_plot);
  m_marked = named(wrappedLabel({}, "muted"), "fitMarked");
  body().addWidget(m_marked);
  m_text = named(wrappedLabel({}, "muted"), "fitText");
  body().addWidget(m_text);

  m_changes = named(wrappedLabel({}), "fitChanges");
  m_changes->setTextFormat(Qt::RichText);
  m_changes->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  m_changes->hide();
  body().addWidget(m_changes);
  connect(m_changes, &QLabel::linkActivated, this, &FitSection::settingAsked);

  connect(m_limit, &QComboBox::editTextChanged, this, &FitSection::showLimit);
  connect(m_slider, &QSlider::valueChanged, this,
          [this](int step) { m_limit->setEditText(QString::number(slidMillimetres(step), 'g', 3) + "mm"); });
  connect(m_limit, &QComboBox::activated, this, [this](int choice) {
    if (m_limit->itemText(choice) == m_limit->currentText()) {
      m_limit->setEditText(m_limit->itemData(choice).toString());
    }
  });
  connect(m_limit->lineEdit(), &QLineEdit::returnPressed, this, [this] {
    if (m_find->isEnabled() && !m_runner.isBusy()) {
      search();
    }
  });
  connect(m_find, &QPushButton::clicked, this, [this] {
    if (m_runner.isBusy()) {
      m_runner.cancel();
    } else {
      search();
    }
  });
  connect(m_plot, &FitPlot::picked, this, [this](int number) {
    if (!m_runner.isBusy()) {
      take(static_cast<std::size_t>(number), shownLimit());
    }
  });
  connect(&m_runner, &JobRunner::started, this, &FitSection::showButtons);
  connect(&m_runner, &JobRunner::finished, this, [this] {
    showButtons();
    showLine();
  });
  connect(&m_runner, &JobRunner::cancelled, this, [this] {
    say("muted", tr("Cancelled; nothing was changed."));
    showButtons();
    showLine();
  });
  connect(&m_runner, &JobRunner::progressed, this,
          [this](double fraction) { m_progress->setValue(static_cast<int>(fraction * kFitSteps)); });
  connect(&m_workshop, &Workshop::modelChanged, this, &FitSection::forget);
  connect(&m_workshop.document(), &Document::replaced, this, &FitSection::forget);
  connect(&m_workshop.document(), &Document::changed, this, &FitSection::follow);
  forget();
  showLimit();
}

std::optional<double> FitSection::limit() const {
  const Result<double> parsed = parseTolerance(m_limit->currentText().remove(' ').toStdString());
  return parsed && *parsed > 0.0 ? std::optional(*parsed) : std::nullopt;
}

double FitSection::shownLimit() const { return limit().value_or(m_asked ? m_asked->limits.maxMillimetres : 1.0); }

void FitSection::showLimit() {
  const std::optional<double> known = limit();
  m_meaning->setText(known ? tr("At most %1 everywhere, at all times").arg(exactMillimetres(*known))
                           : tr("Not a tolerance: type millimetres (0.5mm) or pixels at a distance (1px@20m)"));
  setRole(*m_meaning, known ? "muted" : "error");
  setSummary(known ? QString::fromUtf8("≤ %1").arg(exactMillimetres(*known)) : QString());
  if (known && !m_slider->isSliderDown()) {
    const QSignalBlocker quiet(m_slider);
    m_slider->setValue(slidStep(*known));
  }
  m_slider->setAccessibleDescription(m_meaning->text());
  showLine();
  showButtons();
}

void FitSection::showButtons() {
  const bool isBusy = m_runner.isBusy();
  m_find->setText(isBusy ? tr("Cancel") : tr("Find smallest"));
  m_find->setEnabled(isBusy || (m_workshop.model() != nullptr && limit()));
  m_progress->setVisible(isBusy);
}

void FitSection::forget() {
  m_asked.reset();  // Before cancel(), whose cancelled() uses it.
  m_candidates.clear();
  m_chosen = -1;
  if (m_runner.isBusy()) {
    m_runner.cancel();
  }
  m_text->clear();
  m_text->hide();
  m_changes->hide();
  showPoints();
  showButtons();
}

/// Discards candidates when any other setting has changed.
void FitSection::follow() {
  const auto& model = m_workshop.model();
  if (!m_asked || !model) {
    return;
  }
  const recipe::Recipe now =
      withoutChoice(m_workshop.document().recipe(), clipRows(m_workshop.document().state(), *model));
  if (!bakesAlike(now, m_asked->recipe) || !importsAlike(now, m_asked->recipe)) {
    forget();
    return;
  }
  m_changes->setVisible(m_chosen >= 0 && m_workshop.document().recipe().bake == m_taken);  // Not after undo.
}

void FitSection::search() {
  const std::optional<double> millimetresAsked = limit();
  const auto& model = m_workshop.model();
  if (!millimetresAsked || !model) {
    return;
  }
  forget();
  const recipe::Recipe& recipe = m_workshop.document().recipe();
  Asked asked;
  asked.recipe = withoutChoice(recipe, clipRows(m_workshop.document().state(), *model));
  asked.limits.maxMillimetres = *millimetresAsked;
  asked.limits.maxNormalDegrees = recipe.bake.maxNormalError;
  if (m_playable->isChecked()) {
    JobContext unheard;  // Reported when the document was opened.
    const auto places = exporting::exportPlaces(recipe, m_workshop.document().homeFile(), unheard);
    asked.limits.encodings = places ? exporting::commonEncodings(*places) : std::vector<std::string>();
  }
  asked.limits.keepsSize = recipe.bake.size.has_value();
  asked.limits.keepsRows = recipe.bake.rows.has_value();
  // A search starts from the sources' rates, not from those of the last search.
  recipe::Recipe from = recipe;
  for (recipe::RecipeClip& clip : from.clips) {
    clip.fps.reset();
  }
  m_asked = asked;
  say("muted", tr("Baking and measuring…"));
  m_text->show();
  m_progress->setValue(0);
  m_runner.start([this, from, limits = asked.limits, source = m_workshop.source()](JobContext& job,
                                                                                   const JobRunner::Deliver& deliver) {
    const auto searchIn = [&]() -> Result<pipeline::FitResult> {
      const auto prepared = pipeline::prepareBake(requestOf(from), source, job);
      TRY(prepared);
      return pipeline::fitBake(
          *prepared->model, prepared->settings, limits, job,
          [&](const pipeline::FitCandidate& candidate) { deliver([this, candidate] { found(candidate); }); });
    };
    auto result = std::make_shared<const Result<pipeline::FitResult>>(searchIn());
    deliver([this, result] { end(*result); });
  });
}

void FitSection::found(const pipeline::FitCandidate& candidate) {
  if (!candidate.clips.empty()) {
    m_candidates.push_back(candidate);
    showPoints();
  }
}

void FitSection::end(const Result<pipeline::FitResult>& result) {
  if (!result) {
    if (result.error().code != ErrorCode::Cancelled) {
      say("error", localized(result.error()));
    }
    return;
  }
  // Candidates that were not baked are not shown.
  const auto& all = result->candidates;
  const auto chosen =
      static_cast<std::size_t>(std::count_if(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(result->chosen),
                                             [](const pipeline::FitCandidate& each) { return !each.clips.empty(); }));
  take(chosen, m_asked ? m_asked->limits.maxMillimetres : shownLimit());
}

void FitSection::take(std::size_t number, double limitMillimetres) {
  if (number >= m_candidates.size() || !m_asked) {
    return;
  }
  const pipeline::FitCandidate& candidate = m_candidates[number];
  Document& document = m_workshop.document();
  std::vector<ClipRow> rows = clipRows(document.state(), *m_workshop.model());
  std::size_t clip = 0;
  for (ClipRow& row : rows) {
    if (row.ticked && row.source.isValid() && clip < candidate.clips.size()) {
      row.clip.fps = candidate.clips[clip++].askedHz;
    }
  }
  const vat::Encoding* const encoding = vat::findEncoding(candidate.encoding);
  DocumentState next = document.state();
  next.setClips(listsOf(rows));
  recipe::RecipeBake& bake = next.recipe.bake;
  bake.mode = encoding->mode;
  bake.encoding = encoding->name;
  bake.shapes = candidate.shapes != 0 ? std::optional(candidate.shapes) : std::nullopt;
  bake.pixelFormat = candidate.pixelFormat;
  const bool isUsual = candidate.rows == bake::RowSpacing::Even && !m_asked->limits.keepsRows;
  bake.rows = isUsual ? std::nullopt : std::optional(candidate.rows);
  bake.size = m_asked->limits.keepsSize ? bake.size : std::optional(vat::SizeRule::Exact);
  bake.maxError = limitMillimetres;
  const bool keeps = pipeline::keepsAt(candidate, limitMillimetres);
  m_chosen = static_cast<int>(number);
  showChanges(document.recipe().bake, candidate);
  m_taken = bake;
  document.setState(tr("Fit to a tolerance"), std::move(next));
  m_changes->show();
  say(keeps ? "muted" : "warning", textOf(candidate) + (keeps ? QString() : " " + tr("It exceeds the tolerance.")));
  m_text->show();
  showPoints();
}

void FitSection::say(const char* role, const QString& text) {
  m_text->setText(text);
  setRole(*m_text, role);
}

QString FitSection::textOf(const pipeline::FitCandidate& candidate) {
  return tr("%1, %2: %3, error at most %4.")
      .arg(QString::fromStdString(candidate.encoding), formatText(candidate.pixelFormat), megabytes(candidate.bytes),
           millimetres(candidate.millimetres));
}

void FitSection::showChanges(const recipe::RecipeBake& before, const pipeline::FitCandidate& candidate) {
  const vat::Encoding& encoding = *vat::findEncoding(candidate.encoding);
  const bake::BakeSettings usual;
  const vat::BakeMode mode = before.mode.value_or(usual.mode);
  QString rows;
  const auto add = [&rows](const QString& name, const char* control, const QString& was, const QString& is) {
    if (was != is) {
      const QString shown = control == nullptr ? name : QString("<a href=\"%1\">%2</a>").arg(control, name);
      rows +=
          QString::fromUtf8("<tr><td>%1</td><td>%2 → %3</td></tr>").arg(shown, was.toHtmlEscaped(), is.toHtmlEscaped());
    }
  };
  const auto modeText = [](vat::BakeMode each) { return each == vat::BakeMode::Bone ? tr("Bones") : tr("Vertices"); };
  const auto spacingText = [](bake::RowSpacing each) {
    return each == bake::RowSpacing::Even ? tr("Even") : tr("Adaptive");
  };
  std::vector<double> ratesBefore;
  if (const auto& bake = m_workshop.bake()) {
    add(tr("Memory"), nullptr, megabytes(bake->animation->texels.byteCount()), megabytes(candidate.bytes));
    ratesBefore = mapped(bake->animation->clips, &vat::BakedClip::sampleRateHz);
  }
  add(tr("Mode"), "toolBarMode", modeText(mode), modeText(encoding.mode));
  add(tr("Encoding"), "bakeEncoding",
      encodingTitle(before.encoding.empty() ? vat::encodingOf(mode).name : before.encoding),
      encodingTitle(candidate.encoding));
  add(tr("Texel format"), "pixelFormat", formatText(before.pixelFormat.value_or(usual.pixelFormat)),
      formatText(candidate.pixelFormat));
  add(tr("Frame spacing"), "rowSpacing", spacingText(before.rows.value_or(usual.rows)), spacingText(candidate.rows));
  const auto sizeText = [](vat::SizeRule each) {
    return each == vat::SizeRule::PowerOfTwo ? tr("Power of 2") : tr("Exact");
  };
  const vat::SizeRule size = before.size.value_or(usual.size);
  add(tr("Size"), "sizeRule", sizeText(size), sizeText(m_asked->limits.keepsSize ? size : vat::SizeRule::Exact));
  add(tr("Rates"), "clips", ratesText(ratesBefore), ratesText(mapped(candidate.clips, &pipeline::FitClip::askedHz)));
  m_changes->setText("<table cellspacing=\"4\">" + rows + "</table>");
}

void FitSection::showPoints() {
  QStringList series;
  std::vector<FitPlot::Point> points;
  for (const pipeline::FitCandidate& candidate : m_candidates) {
    const QString name = QString::fromStdString(candidate.encoding);
    if (!series.contains(name)) {
      series << name;
    }
    QString text = textOf(candidate);
    if (!candidate.reason.empty()) {
      text += "\n" + localized(candidate.reason);
    }
    points.push_back(
        {candidate.millimetres, candidate.bytes, static_cast<int>(series.indexOf(name)), candidate.keeps, text});
  }
  m_plot->setVisible(!points.empty());
  m_plot->show(std::move(points), series, shownLimit(), m_chosen);
  showLine();
}

/// Applies the current limit to the existing candidates, without a search or an edit.
void FitSection::showLine() {
  const std::vector<bool> keeps = mapped(m_candidates, [limit = shownLimit()](const pipeline::FitCandidate& candidate) {
    return pipeline::keepsAt(candidate, limit);
  });
  const std::optional<std::size_t> smallest = pipeline::smallestAt(m_candidates, shownLimit());
  const int marked = smallest ? static_cast<int>(*smallest) : -1;
  m_plot->moveLimit(shownLimit(), keeps, marked);
  // Hidden during a search, and if the candidate is already applied.
  m_marked->setVisible(!m_candidates.empty() && !m_runner.isBusy() && (!smallest || marked != m_chosen));
  if (!smallest) {
    m_marked->setText(tr("No tried bake keeps this tolerance."));
    return;
  }
  const pipeline::FitCandidate& candidate = m_candidates[*smallest];
  m_marked->setText(tr("This tolerance selects %1 at %2.")
                        .arg(QString::fromStdString(candidate.encoding), megabytes(candidate.bytes)));
}

}  // namespace texeleton::editor

#include "app/editor/panels/bake/bake_panel.h"

#include <QHBoxLayout>
#include <QLocale>
#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "app/editor/document/advice.h"
#include "app/editor/document/preferences.h"
#include "app/editor/messages/localized.h"
#include "app/editor/panels/bake/bake_memory.h"
#include "app/editor/panels/bake/encoding_title.h"
#include "app/editor/theme/icons.h"
#include "app/editor/widgets/folding_section.h"
#include "app/editor/widgets/numbers.h"
#include "app/editor/widgets/setting_field.h"
#include "core/recipe/settings.h"
#include "core/vat/encoding.h"

namespace texeleton::editor {

namespace {

constexpr double kNotableMillimetres = 0.5;
constexpr double kNotableShare = 0.02;  // Share of a vertex's weight.
constexpr int kLeastSettings = 72;      // Pixels of the settings that stay visible above the result.
constexpr int kLeastResult = 96;
constexpr int kStateLines = 4;        // Longer texts of the result are cut; the tooltip has all of it.
constexpr int kRoomForDetails = 360;  // In lower panels the result is collapsed.
constexpr double kUsualLimitMillimetres = 1.0;

QString adviceText(const Advice& advice) {
  const QString times = QLocale().toString(advice.times, 'f', advice.times < 10.0 ? 1 : 0);
  switch (advice.reason) {
    case AdviceReason::Morphs:
      return BakePanel::tr("Vertices suit this model: its clips move morph targets, which only Vertices keep.");
    case AdviceReason::Points:
      return BakePanel::tr("Vertices suit this model: point caches move its points, which only Vertices can.");
    case AdviceReason::Alike:
      return BakePanel::tr(
          "Bones suit this model: the texture is about as large as with Vertices, and sockets cost "
          "nothing.");
    case AdviceReason::Smaller:
      break;
  }
  return advice.mode == vat::BakeMode::Bone
             ? BakePanel::tr(
                   "Bones suit this model: %1 bones against %2 vertices make the texture %3 times smaller, "
                   "and sockets work.")
                   .arg(count(advice.bones), count(advice.vertices), times)
             : BakePanel::tr(
                   "Vertices suit this model: %1 vertices against %2 bones make the texture %3 times "
                   "smaller.")
                   .arg(count(advice.vertices), count(advice.bones), times);
}

QString bonesText(const vat::BakedAnimation& animation, const model::Model& model) {
  std::set<std::string> stored;  // A bone that several skins refer to has several entries.
  for (const vat::BakedBone& bone : animation.bones) {
    stored.insert(bone.name);
  }
  const auto all = std::max<std::size_t>(model.boneCount, stored.size());  // Rigid meshes are stored as bones too.
  return BakePanel::tr("%1 of %Ln bone(s) stored", "", static_cast<int>(all)).arg(count(stored.size()));
}

}  // namespace

BakePanel::BakePanel(Workshop& workshop, Playback& playback, QWidget* parent)
    : Panel(parent), m_workshop(workshop), m_playback(playback) {
  auto* content = new QWidget;

  QVBoxLayout* advice = nullptr;
  auto* layout = put(spaced(new QVBoxLayout(content), 8, {12, 0, 12, 8}), {card(advice)});
  m_advice = wrappedLabel({});
  m_takeAdvice = named(new QPushButton, "takeAdvice");
  put(advice, {m_advice, {m_takeAdvice, 0, Qt::AlignLeft}});

  layout->addWidget(makeForm());
  m_sections = spaced(new QVBoxLayout, 4);
  put(layout, {m_sections, Stretch()});
  // The result stays visible while the settings scroll.
  m_settings = new Scrolled(content);
  m_settings->setMinimumHeight(kLeastSettings);
  m_result = new Scrolled(makeTotals());
  put(spaced(new QVBoxLayout(this), 0), {{m_settings, 1}, m_result});

  Document& document = m_workshop.document();
  connect(m_takeAdvice, &QPushButton::clicked, this,
          [this, &document] { document.setMode(tr("Change mode"), adviceFor(*m_workshop.model()).mode); });
  connect(m_useFloats, &QPushButton::clicked, this, [&document] {
    document.set(tr("Change texel format"), &recipe::RecipeBake::pixelFormat, std::optional(vat::PixelFormat::Rgba32F));
  });
  connect(m_raiseRate, &QPushButton::clicked, this, &BakePanel::raiseRates);
  connect(m_useVertices, &QPushButton::clicked, this,
          [&document] { document.setMode(tr("Change mode"), vat::BakeMode::Vertex); });
  connect(m_showWhere, &QPushButton::clicked, this, &BakePanel::showWorst);
  connect(&document, &Document::changed, this, &BakePanel::showSettings);
  connect(&m_workshop, &Workshop::modelChanged, this, &BakePanel::showAdvice);
  connect(&m_workshop, &Workshop::bakeChanged, this, &BakePanel::showTotals);
  connect(&m_workshop, &Workshop::measured, this, [this] {
    showAdvice();
    showTotals();
  });
  connect(&m_workshop, &Workshop::problemChanged, this, &BakePanel::showTotals);
  showSettings();
  showTotals();
}

void BakePanel::addSection(QWidget* section) {
  m_sections->addWidget(section);
  if (const auto* folding = qobject_cast<FoldingSection*>(section)) {
    // Scrolls an opened section into view, at least its heading.
    connect(folding, &FoldingSection::openedByHand, this, [this, section] {
      QTimer::singleShot(0, this, [this, section] {
        const QPoint top = section->mapTo(m_settings->widget(), QPoint(0, 0));
        m_settings->ensureVisible(0, top.y() + section->height(), 0, 0);
        m_settings->ensureVisible(0, top.y(), 0, 0);
      });
    });
  }
}

QWidget* BakePanel::makeTotals() {
  auto* result = new QWidget;
  auto* resultLayout = put(spaced(new QVBoxLayout(result), 4, {12, 0, 12, 12}), {rule()});
  m_heading = named(new QToolButton, "resultHeading", tr("Collapses the result to size, error and remedies"));
  m_heading->setProperty("heading", true);
  m_heading->setText(tr("Result"));
  m_heading->setCheckable(true);
  m_heading->setChecked(true);
  m_heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  connect(m_heading, &QToolButton::toggled, this, &BakePanel::fitResult);
  resultLayout->addWidget(m_heading, 0, Qt::AlignLeft);
  QVBoxLayout* totals = nullptr;
  m_card = card(totals);
  resultLayout->addWidget(m_card);
  m_figure = named(label({}, "figure"), "bakeFigure");
  m_state = named(new ElidedLabel, "bakeState");
  m_state->setProperty("role", "muted");
  m_state->setWordWrap(true);
  m_details = new ElidedLabel;
  m_details->setProperty("role", "muted");
  m_mends = spaced(new FlowLayout, 8);
  m_useFloats =
      named(new QPushButton(tr("Use 32-bit")), "useFloats", tr("32-bit texels are exact and use twice the memory"));
  m_raiseRate = named(new QPushButton, "raiseRate");
  m_useVertices = named(new QPushButton(tr("Bake as Vertices")), "useVertices",
                        tr("Bones keep four influences per vertex; Vertices keep the result of all of them"));
  m_showWhere = named(new QPushButton(tr("Show where")), "showWhere");
  m_mends->addWidget(m_useFloats);
  m_mends->addWidget(m_raiseRate);
  m_mends->addWidget(m_useVertices);
  m_mends->addWidget(m_showWhere);
  put(totals, {m_figure, m_state, m_mends, m_details, Stretch()});
  return result;
}

QWidget* BakePanel::makeForm() {
  auto* box = new QWidget;
  auto* form = formLayout(box, 8, 8);
  m_encoding =
      named(new QComboBox, "bakeEncoding", tr("How texels hold the poses. Fit to a tolerance tries all of them"));
  m_format = named(comboBox({tr("16-bit float"), tr("32-bit float")}), "pixelFormat",
                   tr("32 bits are exact and use twice the memory"));
  m_size = named(comboBox({tr("Power of 2"), tr("Exact")}), "sizeRule",
                 tr("Rounds the sides of the texture up to powers of two, as some engines require"));
  m_maxSize = named(new SettingField(settingOf<&recipe::RecipeBake::maxSize>().about, 0, tr("px")), "maxSize",
                    tr("Wider frames are wrapped into several rows"));
  m_rate = named(new SettingField(settingOf<&recipe::RecipeBake::fps>().about, 2, tr("Hz")), "bakeRate",
                 tr("Frames per second of clips without a rate of their own. 0: the rate of the source"));
  m_rate->setSpecialValueText(tr("source"));
  m_rows =
      named(comboBox({tr("Even"), tr("Adaptive")}), "rowSpacing",
            tr("Adaptive stores only the frames that the error limit requires. A small table in the texture places the "
               "others. Supported by every export target"));
  m_limit = named(
      new SettingField(settingOf<&recipe::RecipeBake::maxError>().about, 3, tr("mm")), "errorLimit",
      tr("Highlights errors above this limit. 0: no limit; errors above 0.5 % of the model's height are highlighted, "
         "and above 2 % in red"));
  m_limit->setSpecialValueText(tr("none"));
  addRow(*form, tr("Encoding"), m_encoding, &recipe::RecipeBake::encoding);
  addRow(*form, tr("Texel format"), m_format, &recipe::RecipeBake::pixelFormat);
  addRow(*form, tr("Size"), m_size, &recipe::RecipeBake::size);
  addRow(*form, tr("Max. width"), m_maxSize, &recipe::RecipeBake::maxSize);
  addRow(*form, tr("Rate"), m_rate, &recipe::RecipeBake::fps);
  addRow(*form, tr("Frame spacing"), m_rows, &recipe::RecipeBake::rows);
  addRow(*form, tr("Error limit"), m_limit, &recipe::RecipeBake::maxError);

  Document& document = m_workshop.document();
  connect(m_encoding, &QComboBox::activated, this, [this, &document](int choice) {
    document.set(tr("Change encoding"), &recipe::RecipeBake::encoding,
                 m_encoding->itemData(choice).toString().toStdString());
  });
  connect(m_format, &QComboBox::activated, this, [&document](int choice) {
    document.set(tr("Change texel format"), &recipe::RecipeBake::pixelFormat,
                 std::optional(choice == 0 ? vat::PixelFormat::Rgba16F : vat::PixelFormat::Rgba32F));
  });
  connect(m_size, &QComboBox::activated, this, [&document](int choice) {
    document.set(tr("Change size rule"), &recipe::RecipeBake::size,
                 std::optional(choice == 0 ? vat::SizeRule::PowerOfTwo : vat::SizeRule::Exact));
  });
  connect(m_maxSize, &QDoubleSpinBox::valueChanged, this, [&document](double value) {
    document.set(tr("Change maximum width"), &recipe::RecipeBake::maxSize,
                 std::optional(static_cast<std::uint32_t>(value)));
  });
  connect(m_rate, &QDoubleSpinBox::valueChanged, this, [&document](double value) {
    document.set(tr("Change rate"), &recipe::RecipeBake::fps, value > 0.0 ? std::optional(value) : std::nullopt);
  });
  connect(m_rows, &QComboBox::activated, this, [this](int choice) { setRows(choice); });
  connect(m_limit, &QDoubleSpinBox::valueChanged, this, [&document](double value) {
    document.set(tr("Change error limit"), &recipe::RecipeBake::maxError,
                 value > 0.0 ? std::optional(value / unitsPerMillimetre()) : std::nullopt);
  });
  return box;
}

template <class T>
void BakePanel::addRow(QFormLayout& form, const QString& text, QWidget* field, T recipe::RecipeBake::*member) {
  QLabel* name = labelOf(field, text);
  // At least the text's width: the panel is as wide as its widest row.
  if (qobject_cast<NumberField*>(field) != nullptr) {
    field->setMinimumWidth(96);
  }
  QToolButton* arrow = iconButton("reset", BakePanel::tr("Reset %1").arg(text), "flat");
  arrow->setFixedWidth(24);
  QSizePolicy keepsPlace = arrow->sizePolicy();
  keepsPlace.setRetainSizeWhenHidden(true);
  arrow->setSizePolicy(keepsPlace);
  connect(arrow, &QToolButton::clicked, this,
          [this, text, member] { m_workshop.document().set(BakePanel::tr("Reset %1").arg(text), member, T()); });
  m_resets.push_back({arrow, [member](const recipe::RecipeBake& bake) { return bake.*member != T(); }});
  auto* cell = new QWidget;
  put(spaced(new QHBoxLayout(cell), 2), {{field, 1}, arrow});
  form.addRow(name, cell);
}

// Shows the encodings of the mode.
void BakePanel::showEncodings() {
  const recipe::RecipeBake& bake = m_workshop.document().recipe().bake;
  const vat::BakeMode mode = bake.mode.value_or(bake::BakeSettings().mode);
  const vat::Encoding& usual = vat::encodingOf(mode);
  if (m_encoding->findData(QString(usual.name)) < 0) {
    m_encoding->clear();
    for (const vat::Encoding& encoding : vat::encodings()) {
      if (encoding.mode == mode) {
        m_encoding->addItem(encodingTitle(encoding.name), QString(encoding.name));
      }
    }
  }
  m_encoding->setCurrentIndex(
      m_encoding->findData(QString::fromStdString(bake.encoding.empty() ? usual.name : bake.encoding)));
}

void BakePanel::setRows(int choice) {
  Document& document = m_workshop.document();
  recipe::RecipeBake bake = document.recipe().bake;
  bake.rows = choice == 0 ? bake::RowSpacing::Even : bake::RowSpacing::Uneven;
  if (choice != 0 && !bake.maxError) {  // Rows are chosen by the error limit.
    bake.maxError = kUsualLimitMillimetres;
  }
  if (bake.rows != document.recipe().bake.rows.value_or(bake::RowSpacing::Even)) {
    document.set(tr("Change frame spacing"), &recipe::Recipe::bake, bake);
  }
}

void BakePanel::showSettings() {
  const recipe::RecipeBake& bake = m_workshop.document().recipe().bake;
  const bake::BakeSettings usual;
  showEncodings();
  for (const Reset& reset : m_resets) {
    reset.arrow->setVisible(reset.isSet(bake));
  }
  m_format->setCurrentIndex(bake.pixelFormat.value_or(usual.pixelFormat) == vat::PixelFormat::Rgba16F ? 0 : 1);
  m_size->setCurrentIndex(bake.size.value_or(usual.size) == vat::SizeRule::PowerOfTwo ? 0 : 1);
  m_maxSize->show(bake.maxSize.value_or(usual.maxSize));
  m_rate->show(bake.fps.value_or(0.0));
  m_rows->setCurrentIndex(bake.rows.value_or(usual.rows) == bake::RowSpacing::Even ? 0 : 1);
  m_limit->setSuffix(" " + unitSign());
  m_limit->show(bake.maxError.value_or(0.0) * unitsPerMillimetre());
  showAdvice();
}

// Known once bone mode is baked and measured.
double BakePanel::influencesLeftOut() const {
  const auto& bake = m_workshop.bake();
  double most = 0.0;
  if (bake && m_workshop.errors() && bake->animation->mode == vat::BakeMode::Bone) {
    for (const vat::ClipError& error : *m_workshop.errors()) {
      most = std::max(most, error.influencesMillimetres);
    }
  }
  return most;
}

void BakePanel::showAdvice() {
  const auto& model = m_workshop.model();
  m_advice->parentWidget()->setVisible(model != nullptr);
  if (!model) {
    return;
  }
  const Advice advice = adviceFor(*model);
  const bool taken = m_workshop.document().recipe().bake.mode.value_or(vat::BakeMode::Bone) == advice.mode;
  // Shortened if it is taken and something is wrong, because remedies need the room.
  const bool isShort =
      taken && (m_workshop.problem() || m_workshop.grade().value_or(ErrorGrade::Good) != ErrorGrade::Good);
  QString text = taken ? QString::fromUtf8("✓ ") : QString();
  text += !isShort                             ? adviceText(advice)
          : advice.mode == vat::BakeMode::Bone ? tr("Bones suit this model.")
                                               : tr("Vertices suit this model.");
  m_advice->setToolTip(isShort ? adviceText(advice) : QString());
  const double influences = influencesLeftOut();
  if (influences >= kNotableMillimetres) {
    text += " " + tr("The influences that Bones drop cause an error of %1.").arg(millimetres(influences));
  } else if (const auto& bake = m_workshop.bake();
             advice.mostLeftOut >= kNotableShare && (!bake || bake->animation->mode == vat::BakeMode::Vertex)) {
    // Before measuring, from the model alone.
    text += " " + tr("Bones keep 4 influences a vertex: %Ln vertex(es) have more, of which up to %1 % are left out.",
                     "", static_cast<int>(advice.crowdedVertices))
                      .arg(QLocale().toString(advice.mostLeftOut * 100.0, 'f', 0));
  }
  m_advice->setText(text);
  m_takeAdvice->setText(advice.mode == vat::BakeMode::Bone ? tr("Bake as Bones") : tr("Bake as Vertices"));
  m_takeAdvice->setVisible(!taken);
}

void BakePanel::showTotals() {
  showAdvice();
  showResult();
  fitResult();
}

void BakePanel::showResult() {
  const auto& bake = m_workshop.bake();
  m_result->setVisible(bake != nullptr || m_workshop.problem().has_value());
  for (QPushButton* each : {m_useFloats, m_raiseRate, m_useVertices, m_showWhere}) {
    each->hide();
  }
  showFixes();
  if (m_workshop.problem()) {
    showProblem();
    return;
  }
  if (!bake) {
    return;
  }
  const vat::BakedAnimation& animation = *bake->animation;
  m_figure->setText(
      QString::fromUtf8("%1 × %2 · %3")
          .arg(count(animation.layout.width), count(animation.layout.height), megabytes(animation.texels.byteCount())));
  m_figure->setToolTip(memoryText(memoryOf(animation)));
  const QString parts = animation.mode == vat::BakeMode::Bone
                            ? bonesText(animation, *bake->model)
                            : tr("%Ln element(s)", "", static_cast<int>(animation.layout.elementCount));
  m_details->setWholeText(
      tr("%1 · %2", "frames, bones").arg(tr("%Ln frame(s)", "", static_cast<int>(animation.layout.frameCount)), parts));
  const auto worst = m_workshop.worst();
  if (!worst) {
    setCardState("");
    setRole(*m_state, "muted");
    m_state->setWholeText(tr("Measuring the error…"));
    return;
  }
  if (const auto tooMuch = m_workshop.tooMuch()) {
    showTooMuch(*tooMuch, QString::fromStdString(animation.clips[tooMuch->clip].name));
    return;
  }
  const QString clip = QString::fromStdString(animation.clips[worst->clip].name);
  const ErrorLimits limits = m_workshop.errorLimits(worst->clip);
  setCardState("");
  // Only an explicit limit can be met.
  setRole(*m_state, limits.isOwn ? "good" : "muted");
  m_state->setWholeText((limits.isOwn ? QString::fromUtf8("✓ ") : QString()) +
                        tr("Largest error: %1 in %2").arg(millimetres(worst->millimetres), clip));
}

void BakePanel::showFixes() {
  for (QPushButton* each : m_fixes) {
    m_mends->removeWidget(each);
    each->hide();
    each->deleteLater();
  }
  m_fixes.clear();
  if (!m_workshop.problem()) {
    return;
  }
  for (const IssueFix& fix : fixesFor(m_workshop.problem()->message.remedies(), m_workshop)) {
    auto* button = named(new QPushButton(fix.text, m_card), "mendProblem", fix.hint);
    // Deferred, because the button is removed with the problem.
    connect(button, &QPushButton::clicked, this,
            [this, apply = fix.apply] { QMetaObject::invokeMethod(this, apply, Qt::QueuedConnection); });
    m_mends->addWidget(button);
    button->show();
    m_fixes.push_back(button);
  }
}

void BakePanel::showProblem() {
  setRole(*m_state, "error");
  Error problem = *m_workshop.problem();
  const QString whole = localized(problem);
  const std::filesystem::path file = problem.file;
  const bool isOfModel = file == m_workshop.document().modelFile();
  problem.file = isOfModel ? "" : file.filename().string();
  m_state->setWholeText(QString::fromUtf8("✕ ") + (isOfModel ? capitalised(localized(problem)) : localized(problem)));
  m_state->setToolTip(whole);
  m_figure->setText(tr("Not baked"));
  m_figure->setToolTip(QString());
  m_details->setWholeText(m_workshop.bake() ? tr("The picture shows the last successful bake.") : QString());
  setCardState("error");
}

void BakePanel::setCardState(const char* state) {
  setState(*m_card, "state", *state == '\0' ? QVariant() : QVariant(state));
}

// Open, the height depends on the font alone, so that nothing moves when a bake ends; collapsed, it is the least.
// Remedies come first, then the text, then the details.
void BakePanel::fitResult() {
  const bool isOpen = m_heading->isChecked() && height() >= kRoomForDetails;
  m_heading->setIcon(icon(isOpen ? "unfolded" : "folded", Token::Muted));
  const QMargins outside = m_result->widget()->layout()->contentsMargins();
  const QMargins inside = m_card->layout()->contentsMargins();
  const int spacing = m_card->layout()->spacing();
  constexpr int kFrame = 2;
  const int width =
      m_result->viewport()->width() - outside.left() - outside.right() - inside.left() - inside.right() - kFrame;
  const int line = m_state->fontMetrics().lineSpacing();
  const int remedies = m_mends->isEmpty() ? 0 : spacing + m_mends->heightForWidth(width);
  const int details = spacing + m_details->sizeHint().height();
  const int room = isOpen ? kStateLines * line + spacing + m_useFloats->sizeHint().height() + details : line + remedies;
  const int card = inside.top() + m_figure->sizeHint().height() + spacing + room + inside.bottom() + kFrame;
  m_card->setMinimumHeight(card);
  const int whole =
      1 + m_heading->sizeHint().height() + 2 * m_result->widget()->layout()->spacing() + card + outside.bottom();
  m_result->setFixedHeight(std::min(whole, std::max(height() - kLeastSettings, kLeastResult)));
  const int needed = std::max(m_state->heightForWidth(width), 0);  // −1 without a text.
  m_details->setVisible(isOpen && needed <= room - remedies - details);
  m_state->setFixedHeight(std::min(needed, std::max((room - remedies) / line, 1) * line));
}

QSize BakePanel::minimumSizeHint() const { return {Panel::minimumSizeHint().width(), kLeastSettings + kLeastResult}; }

void BakePanel::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  fitResult();
}

void BakePanel::showTooMuch(const Workshop::Worst& worst, const QString& clip) {
  const ErrorLimits limits = m_workshop.errorLimits(worst.clip);
  const bool isWrong = limits.gradeOf(worst.millimetres) == ErrorGrade::Error;
  setCardState(isWrong ? "error" : "warning");
  setRole(*m_state, isWrong ? "error" : "warning");
  QString text =
      QString::fromUtf8(isWrong ? "✕ " : "⚠ ") +
      (limits.isOwn
           ? tr("%1 over your limit in %2").arg(millimetres(worst.millimetres - limits.warningMillimetres), clip)
           : tr("Error of %1 in %2: %3 % of the model's height")
                 .arg(millimetres(worst.millimetres), clip,
                      QLocale().toString(limits.shareOfHeight(worst.millimetres) * 100.0, 'f', 1)));
  std::vector<double> clipLimits;
  clipLimits.reserve(m_workshop.errors()->size());
  for (std::size_t i = 0; i < m_workshop.errors()->size(); ++i) {
    clipLimits.push_back(m_workshop.errorLimits(i).warningMillimetres);
  }
  const auto mends = mendsFor(*m_workshop.bake()->animation, *m_workshop.errors(), clipLimits);
  if (mends) {
    const QString part = millimetres(mends->causeMillimetres);
    const QString whole = millimetres(mends->worstMillimetres);
    text +=
        "\n" +
        (mends->cause == ErrorCause::Interpolation ? tr("Mostly blending between frames (%1 of %2)").arg(part, whole)
         : mends->cause == ErrorCause::Jump
             ? tr("Mostly blending over a jump of the motion (%1 of %2): play this clip stepped").arg(part, whole)
         : mends->cause == ErrorCause::Encoding ? tr("Mostly the texel format (%1 of %2)").arg(part, whole)
         : mends->cause == ErrorCause::Morphs   ? tr("Mostly morph targets left out (%1 of %2)").arg(part, whole)
                                                : tr("Mostly influences left out (%1 of %2)").arg(part, whole));
    m_useFloats->setVisible(mends->floats);
    m_useVertices->setVisible(mends->vertices);
    m_rates = mends->rates;
    m_raiseRate->setVisible(!m_rates.empty());
    if (!m_rates.empty()) {
      const auto fastest = std::max_element(m_rates.begin(), m_rates.end(),
                                            [](const auto& a, const auto& b) { return a.hertz < b.hertz; });
      m_raiseRate->setText(tr("Bake at %1 Hz").arg(QLocale().toString(fastest->hertz, 'g', 4)));
      QStringList clips;
      for (const Mends::Rate& rate : m_rates) {
        clips << tr("%1 at %2 Hz", "a clip, its rate")
                     .arg(QString::fromStdString(m_workshop.bake()->animation->clips[rate.clip].name),
                          QLocale().toString(rate.hertz, 'g', 4));
      }
      m_raiseRate->setToolTip(tr("More frames leave less to interpolate: %1").arg(clips.join(tr(", "))));
    }
  }
  m_state->setWholeText(text);
  m_showWhere->show();
}

void BakePanel::raiseRates() {
  Document& document = m_workshop.document();
  const model::Model& model = *m_workshop.model();
  const std::vector<ClipRow> rows = clipRows(document.state(), model);
  const std::vector<int> baked = bakedClipOfRows(rows, *m_workshop.bake()->animation, model);
  document.setClips(tr("Raise rate"), listsOf(withRates(rows, baked, m_rates)));
}

}  // namespace texeleton::editor

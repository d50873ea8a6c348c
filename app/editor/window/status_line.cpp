#include "app/editor/window/status_line.h"

#include <cmath>

#include "app/editor/messages/localized.h"
#include "app/editor/theme/icons.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

constexpr int kProgressWidth = 120;
constexpr int kProgressSteps = 1000;
constexpr int kProgressMilliseconds = 60;
constexpr int kMessageMilliseconds = 5000;

QString stageText(const QString& stage) {
  if (stage.startsWith("Measuring")) {
    return StatusLine::tr("Measuring the error…");
  }
  return stage == "Importing" ? StatusLine::tr("Reading the model…") : StatusLine::tr("Baking…");
}

}  // namespace

StatusLine::StatusLine(Workshop& workshop, QWidget* parent) : QStatusBar(parent), m_workshop(workshop) {
  setSizeGripEnabled(false);
  setContentsMargins(8, 0, 12, 0);
  m_sign = new QLabel;
  m_state = named(new ElidedLabel, "statusText");
  m_size = new ElidedLabel;
  m_progress = named(new QProgressBar, "progress");
  m_progress->setFixedWidth(kProgressWidth);
  m_progress->setTextVisible(false);
  m_progress->setRange(0, kProgressSteps);
  m_cancel = iconButton("remove", tr("Cancel"), "flat");
  m_device = new ElidedLabel;
  for (ElidedLabel* each : {m_state, m_size, m_device}) {
    setRole(*each, "muted");
  }
  for (QWidget* widget : std::initializer_list<QWidget*>{m_sign, m_state, m_progress, m_cancel, m_size}) {
    addWidget(widget);
  }
  m_message = named(new ElidedLabel, "statusMessage");
  m_message->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_message->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // It takes the remaining room.
  m_message->hide();
  addPermanentWidget(m_message, 1);
  addPermanentWidget(m_device);
  afterPause(m_told, kMessageMilliseconds, this, [this] {
    m_message->hide();
    m_device->show();
  });

  JobRunner& runner = workshop.runner();
  connect(m_cancel, &QToolButton::clicked, &runner, &JobRunner::cancel);
  connect(&runner, &JobRunner::started, this, [this] {
    m_reached = {0.0, m_workshop.isImporting() ? "Importing" : "Baking"};
    showProgress();
    setBusy(true);
  });
  // Throttled, because a changed bar repaints the whole window immediately.
  afterPause(m_soon, kProgressMilliseconds, this, &StatusLine::showProgress);
  connect(&runner, &JobRunner::progressed, this, [this](double fraction, const QString& stage) {
    m_reached = {fraction, stage};
    if (!m_soon.isActive()) {
      m_soon.start();
    }
  });
  connect(&runner, &JobRunner::finished, this, [this] { setBusy(false); });
  connect(&runner, &JobRunner::cancelled, this, [this] {
    setBusy(false);
    if (m_workshop.document().isEmpty() || m_workshop.bake()) {
      return;
    }
    m_state->setWholeText(tr("Cancelled"));
  });
  for (const auto signal :
       {&Workshop::modelChanged, &Workshop::bakeChanged, &Workshop::measured, &Workshop::problemChanged}) {
    connect(&workshop, signal, this, &StatusLine::showState);
  }
  setBusy(false);
}

void StatusLine::tell(const QString& text) {
  m_message->setWholeText(text);
  m_message->show();
  m_device->hide();
  m_told.start();
}

void StatusLine::setBusy(bool busy) {
  m_progress->setVisible(busy);
  m_cancel->setVisible(busy);
  if (!busy) {
    m_soon.stop();
    showState();
  }
}

void StatusLine::showProgress() {
  // Otherwise the bar immediately repaints everything that is due.
  m_progress->setUpdatesEnabled(false);
  m_progress->setValue(static_cast<int>(m_reached.first * kProgressSteps));
  m_progress->setUpdatesEnabled(true);
  if (!m_workshop.problem()) {
    m_sign->clear();
    setRole(*m_state, "muted");
    m_state->setWholeText(stageText(m_reached.second));
  }
}

void StatusLine::showState() {
  const auto& bake = m_workshop.bake();
  const auto say = [this](const char* sign, Token token, const char* role, const QString& text) {
    m_sign->setPixmap(sign == nullptr ? QPixmap() : icon(sign, token).pixmap(QSize(16, 16), devicePixelRatioF()));
    setRole(*m_state, role);
    m_state->setWholeText(text);
  };
  m_size->setWholeText({});
  if (bake) {
    const vat::TextureLayout& layout = bake->animation->layout;
    m_size->setWholeText(
        tr("Baked in %1", "time")
            .arg(bake->seconds < 1.0 ? tr("%1 ms").arg(std::lround(bake->seconds * 1000)) : seconds(bake->seconds)) +
        QString::fromUtf8("    %1 × %2 · %3")
            .arg(count(layout.width), count(layout.height), megabytes(bake->animation->texels.byteCount())));
  }
  if (m_workshop.model() && m_workshop.model()->clips.empty()) {
    say("info", Token::Muted, "muted", tr("The model has no clips: add motions from other files."));
    return;
  }
  if (m_workshop.problem()) {
    const QString text = localized(*m_workshop.problem());
    say("error", Token::Error, "error", text);
    return;
  }
  if (m_workshop.document().isEmpty()) {
    say(nullptr, Token::Muted, "muted", tr("Drop a model on the window to begin."));
  } else if (!bake && m_workshop.model() && m_workshop.document().state().noClips) {
    say("info", Token::Muted, "muted", tr("No clip is ticked: nothing is baked."));
  } else if (const auto worst = m_workshop.worst()) {
    const auto tooMuch = m_workshop.tooMuch();
    const ErrorLimits limits = m_workshop.errorLimits(tooMuch.value_or(*worst).clip);
    if (!tooMuch) {
      say(limits.isOwn ? "good" : "info", limits.isOwn ? Token::Good : Token::Muted, "muted",
          tr("Largest error: %1").arg(millimetres(worst->millimetres)));
      return;
    }
    const ErrorGrade grade = limits.gradeOf(tooMuch->millimetres);
    const QString clip = QString::fromStdString(bake->animation->clips[tooMuch->clip].name);
    const QString text =
        limits.isOwn
            ? tr("%1 over the limit in %2").arg(millimetres(tooMuch->millimetres - limits.warningMillimetres), clip)
            : tr("Error of %1 in %2").arg(millimetres(tooMuch->millimetres), clip);
    grade == ErrorGrade::Error ? say("error", Token::Error, "error", text)
                               : say("warning", Token::Warning, "warning", text);
  }
}

}  // namespace texeleton::editor

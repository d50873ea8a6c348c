#include "app/editor/window/transport_strip.h"

#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

ScrubBar::ScrubBar(Playback& playback, QWidget* parent) : QWidget(parent), m_playback(playback) {
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Time"));
  setToolTip(tr("Drag to look at a time; Left and Right step a frame"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  const auto repaint = [this] { update(); };
  connect(&playback, &Playback::moved, this, repaint);
  connect(&playback, &Playback::animationChanged, this, repaint);
}

double ScrubBar::placeOf(double seconds) const {
  const vat::BakedClip* clip = m_playback.shownClip();
  return clip == nullptr || clip->lengthSeconds <= 0.0 ? 0.0 : seconds / clip->lengthSeconds * (width() - 1);
}

void ScrubBar::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const QRectF bar(0, height() / 2.0 - 5, width(), 10);
  painter.fillRect(bar, color(Token::Field));
  const vat::BakedClip* clip = m_playback.shownClip();
  if (clip != nullptr) {
    const double at = placeOf(m_playback.seconds());
    painter.fillRect(QRectF(bar.left(), bar.top(), at, bar.height()), color(Token::AccentSurface));
    for (const model::ClipEvent& event : clip->events) {
      painter.fillRect(QRectF(placeOf(event.timeSeconds) - 1, height() / 2.0 - 8, 2, 16), color(Token::Good));
    }
    painter.fillRect(QRectF(at - 1, 2, 3, height() - 4), color(Token::Error));
  }
  if (hasFocus()) {
    painter.setPen(color(Token::Accent));
    painter.drawRect(QRectF(0.5, 0.5, width() - 1, height() - 1));
  }
}

void ScrubBar::seekTo(double x) {
  const vat::BakedClip* clip = m_playback.shownClip();
  if (clip != nullptr) {
    m_playback.seek(x / std::max(width() - 1, 1) * clip->lengthSeconds);
  }
}

void ScrubBar::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) {
    m_playback.setPlaying(false);
    seekTo(event->position().x());
  }
}

void ScrubBar::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons().testFlag(Qt::LeftButton)) {
    seekTo(event->position().x());
  }
}

void ScrubBar::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) {
    m_playback.step(event->key() == Qt::Key_Left ? -1 : 1);
  } else {
    QWidget::keyPressEvent(event);
  }
}

TransportStrip::TransportStrip(Playback& playback, QWidget* parent) : FittingRow(parent), m_playback(playback) {
  setObjectName("strip");
  setProperty("place", "bottom");
  setAttribute(Qt::WA_StyledBackground);
  m_clips = named(comboBox({}, 9), "transportClip");
  m_clips->setMinimumWidth(96);
  m_clips->setMaximumWidth(180);
  m_clips->setAccessibleName(tr("Clip"));
  auto* first = iconButton("step-back", tr("First frame (Shift+Left)"), "toStart");
  auto* back = iconButton("frame-back", tr("Previous frame (Left)"), "stepBack");
  m_play = iconButton("play", tr("Play (Space)"), "play");
  m_play->setFixedWidth(36);
  auto* forward = iconButton("frame-forward", tr("Next frame (Right)"), "stepForward");
  auto* last = iconButton("step-forward", tr("Last frame (Shift+Right)"), "toEnd");
  m_scrub = new ScrubBar(playback);
  m_scrub->setMinimumWidth(100);
  m_shown = named(label({}), "transportShown", tr("The pose that is shown, and its time"));
  m_shown->setFont(figuresFont(m_shown->font()));
  m_time = named(label({}), "transportTime");
  m_time->setFont(figuresFont(m_time->font()));
  m_time->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_loop = iconButton("loop", tr("Repeat the clip"), "loop");
  m_loop->setCheckable(true);
  m_loop->setChecked(playback.repeats());
  m_speed = named(new NumberField(0.05, 10.0, 2, "×"), "speed", tr("Speed of the preview; the bake does not change"));
  m_speed->setFixedWidth(60);
  m_speed->setAccessibleName(tr("Speed"));
  m_speed->show(playback.speed());
  m_speed->installEventFilter(this);
  m_speeds = new QMenu(this);
  connect(m_speeds, &QMenu::aboutToShow, this, &TransportStrip::fillSpeeds);

  // Controls with keys are hidden first.
  add(m_clips);
  add(first, 4);
  add(back, 4);
  add(m_play);
  add(forward, 4);
  add(last, 4);
  add(m_scrub, 0, 1);
  add(m_shown, 1);
  add(m_time, 1);
  add(m_loop);
  add(m_speed, 2);

  connect(m_clips, &QComboBox::activated, &playback, &Playback::setClip);
  connect(first, &QToolButton::clicked, &playback, &Playback::goToStart);
  connect(last, &QToolButton::clicked, &playback, &Playback::goToEnd);
  connect(back, &QToolButton::clicked, &playback, [&playback] { playback.step(-1); });
  connect(forward, &QToolButton::clicked, &playback, [&playback] { playback.step(1); });
  connect(m_play, &QToolButton::clicked, &playback, &Playback::toggle);
  connect(m_loop, &QToolButton::toggled, &playback, &Playback::setRepeats);
  connect(m_speed, &QDoubleSpinBox::valueChanged, &playback, &Playback::setSpeed);
  connect(&playback, &Playback::animationChanged, this, &TransportStrip::showClips);
  connect(&playback, &Playback::clipChanged, this, &TransportStrip::showClip);
  connect(&playback, &Playback::moved, this, &TransportStrip::showTime);
  connect(&playback, &Playback::playingChanged, this, &TransportStrip::showPlaying);
  showClips();
  showTime();
  showPlaying();
}

// Without room for its field, the speed is chosen at the loop button.
bool TransportStrip::eventFilter(QObject* watched, QEvent* event) {
  const bool hides = event->type() == QEvent::HideToParent;
  if (watched == m_speed && (hides || event->type() == QEvent::ShowToParent)) {
    m_loop->setMenu(hides ? m_speeds : nullptr);
    setState(*m_loop, "popupMode", static_cast<int>(hides ? QToolButton::MenuButtonPopup : QToolButton::DelayedPopup));
  }
  return FittingRow::eventFilter(watched, event);
}

void TransportStrip::fillSpeeds() {
  m_speeds->clear();
  for (const double speed : {0.1, 0.25, 0.5, 1.0, 2.0, 4.0}) {
    QAction* action = m_speeds->addAction(QString::fromUtf8("%1 ×").arg(locale().toString(speed)));
    action->setCheckable(true);
    action->setChecked(speed == m_playback.speed());
    connect(action, &QAction::triggered, m_speed, [this, speed] { m_speed->setValue(speed); });
  }
}

void TransportStrip::showPlaying() {
  m_play->setIcon(icon(m_playback.isPlaying() ? "pause" : "play"));
  m_play->setToolTip(m_playback.isPlaying() ? tr("Pause (Space)") : tr("Play (Space)"));
}

void TransportStrip::showClips() {
  m_clips->clear();
  if (m_playback.animation()) {
    m_clips->addItems(namesOf(m_playback.animation()->clips, &vat::BakedClip::name));
  }
  showClip();
  showTime();
}

void TransportStrip::showClip() {
  // A previewed clip is not in the list, but named in its place.
  const QString name = m_playback.isPreview() ? QString::fromStdString(m_playback.shownClip()->name) : QString();
  m_clips->setPlaceholderText(name);
  m_clips->setToolTip(name.isEmpty() ? QString() : tr("%1 is not baked").arg(name));
  m_clips->setCurrentIndex(m_playback.clipNumber());
  m_clips->update();
  setEnabled(m_playback.shownClip() != nullptr);
  m_scrub->update();
}

void TransportStrip::setShown(const QString& text) {
  m_shown->setText(text);
  m_time->setEnabled(text.isEmpty());
}

void TransportStrip::showTime() {
  const vat::BakedClip* clip = m_playback.shownClip();
  if (clip == nullptr) {
    m_time->setText(QString());
    return;
  }
  m_time->setText(tr("%1 / %2 · %3", "frame, frames, time")
                      .arg(m_playback.shownFrame())
                      .arg(clip->frameCount)
                      .arg(seconds(m_playback.seconds(), 3)));
  const QString widest = tr("%1 / %2 · %3", "frame, frames, time")
                             .arg(clip->frameCount)
                             .arg(clip->frameCount)
                             .arg(seconds(clip->lengthSeconds + 0.0005, 3));
  m_time->setMinimumWidth(m_time->fontMetrics().horizontalAdvance(widest) + 4);
}

}  // namespace texeleton::editor

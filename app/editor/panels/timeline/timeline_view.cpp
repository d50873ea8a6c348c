#include "app/editor/panels/timeline/timeline_view.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QTimer>
#include <QToolTip>
#include <algorithm>
#include <functional>
#include <utility>

#include "app/editor/panels/clips/range_edit.h"
#include "app/editor/panels/timeline/timeline_metrics.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

constexpr int kFlashMilliseconds = 350;

}  // namespace

using namespace timeline;

TimelineView::TimelineView(Workshop& workshop, Playback& playback, Selection& selection, QWidget* parent)
    : QWidget(parent),
      m_workshop(workshop),
      m_playback(playback),
      m_selection(selection),
      m_events(workshop, playback, selection),
      m_scale(workshop, playback, *this),
      m_markers(m_events, m_scale, *this),
      m_drag(m_events, m_markers, m_scale, playback),
      m_painter(playback, selection, m_events, m_scale, m_markers, m_drag, *this) {
  setObjectName("timeline");
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAccessibleName(tr("Timeline"));
  setAccessibleDescription(
      tr("Up and Down select an event, Alt+Left and Alt+Right move it by a frame, F2 renames it, Delete removes it."));
  const auto redraw = [this] { update(); };
  connect(&m_events, &ShownEvents::reloaded, this, &TimelineView::takeEvents);
  connect(&m_events, &ShownEvents::selectionChanged, this, redraw);
  connect(&m_events, &ShownEvents::told, this, &TimelineView::told);
  connect(&m_drag, &TimelineDrag::changed, this, redraw);
  connect(&m_drag, &TimelineDrag::rangeDragged, this, &TimelineView::setRangeEnd);
  connect(&playback, &Playback::moved, this, redraw);
  connect(&selection, &Selection::pointedChanged, this, redraw);
  connect(&playback, &Playback::fired, this,
          [this](const QString& name, double seconds) { flash(name.toStdString(), seconds); });
  takeEvents();
}

void TimelineView::flash(const std::string& name, double seconds) {
  m_flashes[name] = seconds;
  update();
  QTimer::singleShot(kFlashMilliseconds, this, [this, name] {
    m_flashes.erase(name);
    update();
  });
}

void TimelineView::takeEvents() {
  // A bake that ends while a name is typed does not discard it.
  if (!isRenamedThere()) {
    finishRename(false);
  }
  m_drag.cancelEvents();
  m_markers.layOut();
  update();
}

void TimelineView::resizeEvent(QResizeEvent* /*event*/) { m_markers.layOut(); }

void TimelineView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  m_painter.paint(painter, m_flashes);
}

void TimelineView::addAt(double seconds) {
  if (const std::optional<std::size_t> added = m_events.add(seconds)) {
    startRename(*added);
  }
}

void TimelineView::renameSelected() {
  if (!selected().empty()) {
    startRename(*selected().begin());
  }
}

void TimelineView::cutSelected() {
  copySelected();
  removeSelected();
}

void TimelineView::setRangeEnd(bool start, double seconds) {
  const vat::BakedClip* clip = m_playback.clip();
  if (clip == nullptr) {
    return;
  }
  RangeChange change{static_cast<std::size_t>(m_playback.clipNumber()), clip->source.fromSeconds,
                     clip->source.toSeconds};
  (start ? change.fromSeconds : change.toSeconds) = clip->source.fromSeconds + seconds;
  setClipRanges(m_workshop, {change}, tr("Change clip range"));
}

void TimelineView::setWholeRange() {
  const vat::BakedClip* clip = m_playback.clip();
  if (clip != nullptr) {
    const TimelineScale::Extent all = m_scale.clip();
    const double from = clip->source.fromSeconds;
    setClipRanges(m_workshop, {{static_cast<std::size_t>(m_playback.clipNumber()), from + all.begin, from + all.end}},
                  tr("Change clip range"));
  }
}

void TimelineView::startRename(std::size_t event) {
  if (events()[event].isFixed()) {
    return;
  }
  finishRename(true);
  m_renamed = event;
  m_renamedEvent = events()[event].mark();
  m_rename = new QLineEdit(QString::fromStdString(events()[event].name), this);
  m_rename->setObjectName("eventName");
  m_rename->selectAll();
  const QPointF at = markerOf(event);
  const int wide = 150;
  m_rename->setGeometry(std::clamp(static_cast<int>(at.x() + kDiamond + 2), 0, std::max(width() - wide, 0)),
                        static_cast<int>(at.y()) - 13, wide, 26);
  connect(m_rename, &QLineEdit::editingFinished, this, [this] { finishRename(true); });
  m_rename->show();
  m_rename->setFocus();
}

void TimelineView::finishRename(bool keep) {
  if (m_rename == nullptr) {
    return;
  }
  QLineEdit* const edit = m_rename;
  m_rename = nullptr;
  const std::string name = edit->text().trimmed().toStdString();
  edit->hide();
  edit->deleteLater();
  setFocus();
  if (keep && !name.empty() && m_renamed < events().size() && name != events()[m_renamed].name) {
    m_events.rename(m_renamed, name);
  }
}

bool TimelineView::isRenamedThere() const {
  return m_rename != nullptr && m_renamed < events().size() && events()[m_renamed].isAt(m_renamedEvent);
}

void TimelineView::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && m_playback.clip() != nullptr) {
    finishRename(true);
    m_drag.press(*event);
  }
}

void TimelineView::mouseMoveEvent(QMouseEvent* event) {
  if (m_drag.move(*event)) {
    return;
  }
  const bool onBand = event->position().y() >= kRuler && event->position().y() < kRuler + kBand;
  m_selection.pointAtClip(onBand ? m_playback.clipNumber() : -1);
  const bool canDrag = m_markers.eventAt(event->position()) >= 0 || m_drag.isHandle(event->position());
  setCursor(canDrag ? Qt::SizeHorCursor : Qt::ArrowCursor);
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) {
    m_drag.release(*event);
  }
}

void TimelineView::leaveEvent(QEvent* /*event*/) { m_selection.pointAtClip(-1); }

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (m_playback.clip() == nullptr || event->button() != Qt::LeftButton) {
    return;
  }
  m_drag.cancel();
  if (const int hit = m_markers.eventAt(event->position()); hit >= 0) {
    startRename(static_cast<std::size_t>(hit));
  } else {
    addAt(m_scale.snapped(secondsAt(event->position().x()), event->modifiers().testFlag(Qt::AltModifier)));
  }
}

void TimelineView::keyPressEvent(QKeyEvent* event) {
  const std::pair<QKeySequence::StandardKey, std::function<void()>> edits[] = {
      {QKeySequence::Copy, [this] { m_events.copySelected(); }},
      {QKeySequence::Cut, [this] { cutSelected(); }},
      {QKeySequence::Paste, [this] { pasteAt(m_playback.seconds()); }},
      {QKeySequence::SelectAll, [this] { m_events.selectAll(); }},
  };
  for (const auto& [key, edit] : edits) {
    if (event->matches(key)) {
      edit();
      return;
    }
  }
  const bool alone = event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier;
  switch (event->key()) {
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
      removeSelected();
      return;
    case Qt::Key_F2:
      renameSelected();
      return;
    case Qt::Key_Up:
    case Qt::Key_Down:
      if (alone) {
        selectNext(event->key() == Qt::Key_Up ? -1 : 1);
        return;
      }
      break;
    case Qt::Key_Left:
    case Qt::Key_Right: {
      const int by = event->key() == Qt::Key_Left ? -1 : 1;
      if (event->modifiers().testFlag(Qt::AltModifier)) {
        moveSelected(by);
      } else {
        m_playback.step(by);
      }
      return;
    }
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (alone && !selected().empty()) {
        m_playback.setPlaying(false);
        m_playback.seek(events()[*selected().begin()].clipSeconds);
        return;
      }
      break;
    case Qt::Key_Escape:
      finishRename(false);
      m_drag.cancel();
      m_events.select({});
      return;
    default:
      break;
  }
  QWidget::keyPressEvent(event);
}

void TimelineView::contextMenuEvent(QContextMenuEvent* event) {
  if (m_playback.clip() == nullptr) {
    return;
  }
  finishRename(true);
  if (event->reason() != QContextMenuEvent::Mouse) {
    const double seconds = selected().empty() ? m_playback.seconds() : events()[*selected().begin()].clipSeconds;
    const QPointF place =
        selected().empty() ? QPointF(placeOf(seconds), height() / 2.0) : markerOf(*selected().begin());
    emit menuAsked(mapToGlobal(place.toPoint()), !selected().empty(), seconds);
    return;
  }
  const int hit = m_markers.eventAt(event->pos());
  if (hit >= 0 && !m_events.isSelected(static_cast<std::size_t>(hit))) {
    m_events.select({static_cast<std::size_t>(hit)});
  }
  emit menuAsked(event->globalPos(), hit >= 0, m_scale.snapped(secondsAt(event->pos().x()), false));
}

bool TimelineView::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const int hit = m_markers.eventAt(help->pos());
    if (hit < 0) {
      QToolTip::hideText();
    } else {
      const TimelineEvent& marker = events()[static_cast<std::size_t>(hit)];
      QString text = QString::fromStdString(marker.name) + " · " + seconds(marker.clipSeconds, 3);
      if (!marker.parameter.empty()) {
        text += " · " + QString::fromStdString(marker.parameter);
      }
      text += marker.origin == TimelineEvent::Model ? "\n" + tr("From the model file; edit it there.")
              : marker.origin == TimelineEvent::File
                  ? "\n" + tr("From the events file; editing it here moves its events into the document.")
                  : QString();
      QToolTip::showText(help->globalPos(), text, this);
    }
    return true;
  }
  return QWidget::event(event);
}

}  // namespace texeleton::editor

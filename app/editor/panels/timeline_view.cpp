#include "app/editor/panels/timeline_view.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QTimer>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/editor/panels/timeline_metrics.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

constexpr double kGrab = 9.0;  // As near as the pointer has to come to a marker.
constexpr int kFlashMilliseconds = 350;

}  // namespace

using namespace timeline;

TimelineView::TimelineView(Workshop& workshop, Playback& playback, Selection& selection, QWidget* parent)
    : QWidget(parent), m_workshop(workshop), m_playback(playback), m_selection(selection) {
  setObjectName("timeline");
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAccessibleName(tr("Timeline"));
  setAccessibleDescription(
      tr("Up and Down select an event, Alt+Left and Alt+Right move it by a frame, F2 renames it, Delete removes it."));
  const auto load = [this] { reload(); };
  connect(&workshop, &Workshop::bakeChanged, this, load);
  connect(&workshop.document(), &Document::changed, this, load);
  connect(&playback, &Playback::clipChanged, this, [this] {
    if (m_playback.choice() != m_choice) {
      m_choice = m_playback.choice();
      selectNone();
    }
    reload();
  });
  connect(&workshop.document(), &Document::replaced, this, &TimelineView::selectNone);
  connect(&selection, &Selection::changed, this, &TimelineView::followSelection);
  connect(&playback, &Playback::moved, this, [this] { update(); });
  connect(&selection, &Selection::pointedChanged, this, [this] { update(); });
  connect(&playback, &Playback::fired, this, [this](const QString& name, double seconds) {
    m_flashes[name.toStdString()] = seconds;
    update();
    QTimer::singleShot(kFlashMilliseconds, this, [this, key = name.toStdString()] {
      m_flashes.erase(key);
      update();
    });
  });
  reload();
}

double TimelineView::placeOf(double seconds) const {
  const Extent extent = shownExtent();
  return extent.end <= extent.begin
             ? kMargin
             : kMargin + (seconds - extent.begin) / (extent.end - extent.begin) * (width() - 2 * kMargin);
}

double TimelineView::secondsAt(double x) const {
  const bake::BakedClip* clip = m_playback.clip();
  const Extent extent = shownExtent();
  const double at = extent.begin + (x - kMargin) / std::max(width() - 2 * kMargin, 1.0) * (extent.end - extent.begin);
  return std::clamp(at, 0.0, clip == nullptr ? 0.0 : clip->lengthSeconds);
}

double TimelineView::snapped(double seconds, bool freely) const {
  const bake::BakedClip* clip = m_playback.clip();
  const double length = clip->lengthSeconds;
  const double at = freely ? seconds : m_playback.secondsOfFrame(std::floor(seconds * clip->frameRate + 0.5));
  return std::clamp(at, 0.0, length);
}

void TimelineView::reload() {
  std::vector<TimelineEvent> events =
      m_playback.clipNumber() < 0 ? std::vector<TimelineEvent>()
                                  : timelineEvents(m_workshop, static_cast<std::size_t>(m_playback.clipNumber()));
  // A bake that ends while a name is typed takes nothing away.
  const bool same = m_rename != nullptr && m_renamed < events.size() && m_renamed < m_events.size() &&
                    events[m_renamed].name == m_events[m_renamed].name &&
                    std::abs(events[m_renamed].clipSeconds - m_events[m_renamed].clipSeconds) < 1e-9;
  if (!same) {
    finishRename(false);
  }
  std::vector<TimelineEvent> before = std::exchange(m_events, std::move(events));
  if (m_events.empty() && !before.empty()) {
    m_gone = before;
    m_goneSelected = m_selected;
  } else if (before.empty() && !m_gone.empty()) {
    before = std::exchange(m_gone, {});
    m_selected = std::exchange(m_goneSelected, {});
  }
  keepSelected(before);
  followSelection();
  m_drag = m_drag == Drag::Events ? Drag::None : m_drag;
  layOut();
  update();
}

void TimelineView::selectNone() {
  m_selected.clear();
  m_gone.clear();
  m_goneSelected.clear();
}

void TimelineView::layOut() {
  // Each in the first lane where the name before it has ended.
  std::vector<double> ends;
  m_lanes.assign(m_events.size(), 0);
  for (std::size_t i = 0; i < m_events.size(); ++i) {
    const double x = placeOf(m_events[i].clipSeconds);
    std::size_t lane = 0;
    while (lane < ends.size() && ends[lane] > x - 2 * kDiamond) {
      ++lane;
    }
    ends.resize(std::max(ends.size(), lane + 1));
    ends[lane] = x + kDiamond + 10 + fontMetrics().horizontalAdvance(QString::fromStdString(m_events[i].name));
    m_lanes[i] = static_cast<int>(lane);
  }
}

void TimelineView::resizeEvent(QResizeEvent* /*event*/) { layOut(); }

QPointF TimelineView::markerOf(std::size_t event) const {
  double seconds = m_events[event].clipSeconds;
  if (m_drag == Drag::Events && m_selected.count(event) != 0 && !m_events[event].isFixed()) {
    seconds = std::clamp(seconds + m_draggedBy, 0.0, m_playback.clip()->lengthSeconds);
  }
  return {placeOf(seconds), kFirstLane + kLane * m_lanes[event]};
}

int TimelineView::markerAt(const QPointF& place) const {
  for (std::size_t i = 0; i < m_events.size(); ++i) {
    const QPointF at = markerOf(i);
    const double text = kDiamond + 6 + fontMetrics().horizontalAdvance(QString::fromStdString(m_events[i].name));
    if (QRectF(at.x() - kGrab, at.y() - kGrab, kGrab + text, 2 * kGrab).contains(place)) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (m_playback.clip() == nullptr || event->button() != Qt::LeftButton) {
    return;
  }
  m_drag = Drag::None;
  if (const int hit = markerAt(event->position()); hit >= 0) {
    startRename(static_cast<std::size_t>(hit));
  } else {
    addAt(snapped(secondsAt(event->position().x()), event->modifiers().testFlag(Qt::AltModifier)));
  }
}

void TimelineView::addAt(double seconds) {
  if (m_playback.clip() == nullptr) {
    return;
  }
  const std::string name = "event";
  addEvent(m_workshop, static_cast<std::size_t>(m_playback.clipNumber()), name, seconds, tr("Add event"));
  for (std::size_t i = 0; i < m_events.size(); ++i) {
    if (m_events[i].name == name && std::abs(m_events[i].clipSeconds - seconds) < 1e-9) {
      m_selected = {i};
      tellSelected();
      startRename(i);
      return;
    }
  }
}

void TimelineView::removeSelected() {
  std::vector<TimelineEvent> events;
  for (const std::size_t number : m_selected) {
    if (!m_events[number].isFixed()) {
      events.push_back(m_events[number]);
    }
  }
  if (!events.empty()) {
    m_selected.clear();
    removeEvents(m_workshop, static_cast<std::size_t>(m_playback.clipNumber()), events,
                 tr("Delete %Ln event(s)", "", static_cast<int>(events.size())));
  }
}

void TimelineView::renameSelected() {
  if (!m_selected.empty()) {
    startRename(*m_selected.begin());
  }
}

void TimelineView::startRename(std::size_t event) {
  if (m_events[event].isFixed()) {
    return;
  }
  finishRename(true);
  m_renamed = event;
  m_rename = new QLineEdit(QString::fromStdString(m_events[event].name), this);
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
  if (keep && !name.empty() && m_renamed < m_events.size() && name != m_events[m_renamed].name) {
    const TimelineEvent event = m_events[m_renamed];
    renameEvent(m_workshop, static_cast<std::size_t>(m_playback.clipNumber()), event, name, tr("Rename event"));
    m_selection.selectEvent(SelectedEvent{name, event.clipSeconds});
  }
}

bool TimelineView::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const int hit = markerAt(help->pos());
    if (hit < 0) {
      QToolTip::hideText();
    } else {
      const TimelineEvent& marker = m_events[static_cast<std::size_t>(hit)];
      QString text = QString::fromStdString(marker.name) + " · " + seconds(marker.clipSeconds, 3);
      if (!marker.parameter.empty()) {
        text += " · " + QString::fromStdString(marker.parameter);
      }
      text += marker.origin == TimelineEvent::Model  ? "\n" + tr("From the model file; change it there.")
              : marker.origin == TimelineEvent::File ? "\n" + tr("From the events file; changing it here takes its "
                                                                 "events over into the document.")
                                                     : QString();
      QToolTip::showText(help->globalPos(), text, this);
    }
    return true;
  }
  return QWidget::event(event);
}

}  // namespace texeleton::editor

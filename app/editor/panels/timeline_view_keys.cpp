// Which events of the timeline are selected, across edits too; its keys, its menu and the clipboard.

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <algorithm>
#include <cmath>

#include "app/editor/panels/event_clipboard.h"
#include "app/editor/panels/timeline_view.h"

namespace texeleton::editor {

namespace {

constexpr double kSameTime = 1e-6;

}  // namespace

void TimelineView::tellSelected() {
  if (m_selected.size() == 1) {
    const TimelineEvent& event = m_events[*m_selected.begin()];
    m_selection.selectEvent(SelectedEvent{event.name, event.clipSeconds});
  } else if (m_selected.empty()) {
    m_selection.selectEvent(std::nullopt);
  }
}

void TimelineView::keepSelected(const std::vector<TimelineEvent>& before) {
  std::vector<bool> isTaken(m_events.size(), false);
  std::vector<std::size_t> changed;
  std::set<std::size_t> selected;
  const auto take = [&](std::size_t was, std::size_t now) {
    isTaken[now] = true;
    if (m_selected.count(was) != 0) {
      selected.insert(now);
    }
  };
  for (std::size_t i = 0; i < before.size(); ++i) {
    std::size_t now = 0;
    while (now < m_events.size() && (isTaken[now] || m_events[now].name != before[i].name ||
                                     std::abs(m_events[now].clipSeconds - before[i].clipSeconds) > kSameTime)) {
      ++now;
    }
    if (now < m_events.size()) {
      take(i, now);
    } else {
      changed.push_back(i);
    }
  }
  // As many as have gone are new: they have another name or time now.
  const auto isNew = static_cast<std::size_t>(std::count(isTaken.begin(), isTaken.end(), false));
  const bool isEdit = isNew == changed.size() && !changed.empty();
  const std::size_t only = m_selected.size() == 1 ? *m_selected.begin() : before.size();
  std::size_t now = 0;
  for (std::size_t i = 0; isEdit && i < changed.size(); ++i) {
    while (isTaken[now]) {
      ++now;
    }
    take(changed[i], now);
    const std::size_t was = changed[i];
    if (was == only && m_selection.subject() == Selection::Subject::Event &&
        m_selection.selectedEvent() == SelectedEvent{before[was].name, before[was].clipSeconds}) {
      m_selected = selected;
      m_selection.selectEvent(SelectedEvent{m_events[now].name, m_events[now].clipSeconds});
    }
  }
  m_selected = std::move(selected);
}

void TimelineView::followSelection() {
  if (m_selection.subject() != Selection::Subject::Event || !m_selection.selectedEvent()) {
    return;
  }
  for (std::size_t i = 0; i < m_events.size(); ++i) {
    if (m_events[i].name == m_selection.selectedEvent()->name &&
        std::abs(m_events[i].clipSeconds - m_selection.selectedEvent()->clipSeconds) < kSameTime) {
      if (m_selected.count(i) == 0) {
        m_selected = {i};
        update();
      }
      return;
    }
  }
}

void TimelineView::selectNext(int by) {
  if (m_events.empty()) {
    return;
  }
  std::ptrdiff_t next = 0;
  if (m_selected.empty()) {
    const auto behind = std::find_if(m_events.begin(), m_events.end(), [this](const TimelineEvent& event) {
      return event.clipSeconds > m_playback.seconds() - kSameTime;
    });
    next = behind - m_events.begin() - (by < 0 ? 1 : 0);
  } else {
    next = static_cast<std::ptrdiff_t>(by < 0 ? *m_selected.begin() : *m_selected.rbegin()) + by;
  }
  next = std::clamp(next, std::ptrdiff_t{0}, static_cast<std::ptrdiff_t>(m_events.size()) - 1);
  m_selected = {static_cast<std::size_t>(next)};
  tellSelected();
  update();
}

void TimelineView::moveSelected(int frames) {
  const bake::BakedClip* clip = m_playback.clip();
  std::vector<TimelineEvent> events;
  std::vector<double> times;
  for (const std::size_t number : m_selected) {
    const TimelineEvent& event = m_events[number];
    if (clip == nullptr || event.isFixed()) {
      continue;
    }
    // From between two frames to the one ahead.
    const double at = event.clipSeconds * clip->frameRate;
    const double frame = (frames > 0 ? std::floor(at + 1e-6) : std::ceil(at - 1e-6)) + frames;
    events.push_back(event);
    times.push_back(std::clamp(m_playback.secondsOfFrame(frame), 0.0, clip->lengthSeconds));
  }
  if (!events.empty()) {
    moveTo(events, times);
  }
}

void TimelineView::moveTo(const std::vector<TimelineEvent>& events, const std::vector<double>& times) {
  moveEvents(m_workshop, static_cast<std::size_t>(m_playback.clipNumber()), events, times,
             tr("Move %Ln event(s)", "", static_cast<int>(events.size())));
  // Those that were moved stay selected where the order is another now.
  m_selected.clear();
  for (std::size_t i = 0; i < m_events.size(); ++i) {
    for (std::size_t k = 0; k < events.size(); ++k) {
      if (m_events[i].name == events[k].name && std::abs(m_events[i].clipSeconds - times[k]) < 1e-9) {
        m_selected.insert(i);
      }
    }
  }
  tellSelected();
}

void TimelineView::selectAll() {
  m_selected.clear();
  for (std::size_t i = 0; i < m_events.size(); ++i) {
    m_selected.insert(i);
  }
  tellSelected();
  update();
}

std::vector<TimelineEvent> TimelineView::selectedEvents() const {
  std::vector<TimelineEvent> events;
  for (const std::size_t number : m_selected) {
    events.push_back(m_events[number]);
  }
  return events;
}

void TimelineView::copySelected() {
  if (!m_selected.empty()) {
    QGuiApplication::clipboard()->setText(textOfEvents(selectedEvents()));
    emit told(tr("%Ln event(s) copied.", "", static_cast<int>(m_selected.size())));
  }
}

void TimelineView::cutSelected() {
  copySelected();
  removeSelected();
}

bool TimelineView::canPaste() { return !eventsOfText(QGuiApplication::clipboard()->text()).empty(); }

void TimelineView::pasteAt(double seconds) {
  std::vector<TimelineEvent> events = eventsOfText(QGuiApplication::clipboard()->text());
  const bake::BakedClip* clip = m_playback.clip();
  if (clip == nullptr || events.empty()) {
    return;
  }
  const double by = seconds - events.front().clipSeconds;
  for (TimelineEvent& event : events) {
    event.clipSeconds += by;
  }
  const auto all = static_cast<int>(events.size());
  std::erase_if(events,
                [clip](const TimelineEvent& event) { return event.clipSeconds > clip->lengthSeconds + kSameTime; });
  const auto baked = static_cast<std::size_t>(m_playback.clipNumber());
  copyEvents(m_workshop, events, {baked}, tr("Paste %Ln event(s)", "", static_cast<int>(events.size())));
  m_selected.clear();
  for (std::size_t i = 0; i < m_events.size(); ++i) {
    for (const TimelineEvent& event : events) {
      if (m_events[i].name == event.name && std::abs(m_events[i].clipSeconds - event.clipSeconds) < kSameTime) {
        m_selected.insert(i);
      }
    }
  }
  tellSelected();
  update();
  const int left = all - static_cast<int>(events.size());
  emit told(left == 0 ? tr("%Ln event(s) pasted.", "", all)
                      : tr("%Ln event(s) left out: they would lie behind the end of the clip.", "", left));
}

void TimelineView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) {
    copySelected();
    return;
  }
  if (event->matches(QKeySequence::Cut)) {
    cutSelected();
    return;
  }
  if (event->matches(QKeySequence::Paste)) {
    pasteAt(m_playback.seconds());
    return;
  }
  if (event->matches(QKeySequence::SelectAll)) {
    selectAll();
    return;
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
      if (alone && !m_selected.empty()) {
        m_playback.setPlaying(false);
        m_playback.seek(m_events[*m_selected.begin()].clipSeconds);
        return;
      }
      break;
    case Qt::Key_Escape:
      finishRename(false);
      m_drag = Drag::None;
      m_selected.clear();
      tellSelected();
      update();
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
    const double seconds = m_selected.empty() ? m_playback.seconds() : m_events[*m_selected.begin()].clipSeconds;
    const QPointF place =
        m_selected.empty() ? QPointF(placeOf(seconds), height() / 2.0) : markerOf(*m_selected.begin());
    emit menuAsked(mapToGlobal(place.toPoint()), !m_selected.empty(), seconds);
    return;
  }
  const int hit = markerAt(event->pos());
  if (hit >= 0 && m_selected.count(static_cast<std::size_t>(hit)) == 0) {
    m_selected = {static_cast<std::size_t>(hit)};
    tellSelected();
    update();
  }
  emit menuAsked(event->globalPos(), hit >= 0, snapped(secondsAt(event->pos().x()), false));
}

}  // namespace texeleton::editor

#include "app/editor/panels/timeline/shown_events.h"

#include <QClipboard>
#include <QGuiApplication>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/editor/panels/timeline/event_clipboard.h"

namespace texeleton::editor {

namespace {

constexpr double kSameTime = 1e-6;

}  // namespace

ShownEvents::ShownEvents(Workshop& workshop, const Playback& playback, Selection& selection, QObject* parent)
    : QObject(parent), m_workshop(workshop), m_playback(playback), m_selection(selection) {
  connect(&workshop, &Workshop::bakeChanged, this, &ShownEvents::reload);
  connect(&workshop.document(), &Document::changed, this, &ShownEvents::reload);
  connect(&playback, &Playback::clipChanged, this, [this] {
    if (m_playback.choice() != m_choice) {
      m_choice = m_playback.choice();
      forgetSelected();
    }
    reload();
  });
  connect(&workshop.document(), &Document::replaced, this, &ShownEvents::forgetSelected);
  connect(&selection, &Selection::changed, this, &ShownEvents::followSelection);
  reload();
}

void ShownEvents::reload() {
  std::vector<TimelineEvent> events =
      m_playback.clipNumber() < 0 ? std::vector<TimelineEvent>() : timelineEvents(m_workshop, clipNumber());
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
  emit reloaded();
}

void ShownEvents::forgetSelected() {
  m_selected.clear();
  m_gone.clear();
  m_goneSelected.clear();
}

void ShownEvents::keepSelected(const std::vector<TimelineEvent>& before) {
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
  // If as many are new as have gone, they were renamed or moved.
  const auto isNew = static_cast<std::size_t>(std::ranges::count(isTaken, false));
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

void ShownEvents::followSelection() {
  if (m_selection.subject() != Selection::Subject::Event || !m_selection.selectedEvent()) {
    return;
  }
  for (std::size_t i = 0; i < m_events.size(); ++i) {
    if (m_events[i].name == m_selection.selectedEvent()->name &&
        std::abs(m_events[i].clipSeconds - m_selection.selectedEvent()->clipSeconds) < kSameTime) {
      if (!isSelected(i)) {
        m_selected = {i};
        emit selectionChanged();
      }
      return;
    }
  }
}

void ShownEvents::select(std::set<std::size_t> events) {
  m_selected = std::move(events);
  tellSelected();
  emit selectionChanged();
}

void ShownEvents::tellSelected() {
  if (m_selected.size() == 1) {
    const TimelineEvent& event = m_events[*m_selected.begin()];
    m_selection.selectEvent(SelectedEvent{event.name, event.clipSeconds});
  } else if (m_selected.empty()) {
    m_selection.selectEvent(std::nullopt);
  }
}

void ShownEvents::selectAll() {
  std::set<std::size_t> all;
  for (std::size_t i = 0; i < m_events.size(); ++i) {
    all.insert(i);
  }
  select(std::move(all));
}

void ShownEvents::selectNext(int by) {
  if (m_events.empty()) {
    return;
  }
  std::ptrdiff_t next = 0;
  if (m_selected.empty()) {
    const auto behind = std::ranges::find_if(
        m_events, [this](const TimelineEvent& event) { return event.clipSeconds > m_playback.seconds() - kSameTime; });
    next = behind - m_events.begin() - (by < 0 ? 1 : 0);
  } else {
    next = static_cast<std::ptrdiff_t>(by < 0 ? *m_selected.begin() : *m_selected.rbegin()) + by;
  }
  next = std::clamp(next, std::ptrdiff_t{0}, static_cast<std::ptrdiff_t>(m_events.size()) - 1);
  select({static_cast<std::size_t>(next)});
}

std::optional<std::size_t> ShownEvents::add(double seconds) {
  if (m_playback.clip() == nullptr) {
    return std::nullopt;
  }
  const std::string name = "event";
  addEvent(m_workshop, clipNumber(), name, seconds, tr("Add event"));
  for (std::size_t i = 0; i < m_events.size(); ++i) {
    if (m_events[i].name == name && std::abs(m_events[i].clipSeconds - seconds) < 1e-9) {
      select({i});
      return i;
    }
  }
  return std::nullopt;
}

void ShownEvents::rename(std::size_t event, const std::string& name) {
  const TimelineEvent renamed = m_events[event];
  renameEvent(m_workshop, clipNumber(), renamed, name, tr("Rename event"));
  m_selection.selectEvent(SelectedEvent{name, renamed.clipSeconds});
}

void ShownEvents::removeSelected() {
  std::vector<TimelineEvent> events;
  for (const std::size_t number : m_selected) {
    if (!m_events[number].isFixed()) {
      events.push_back(m_events[number]);
    }
  }
  if (!events.empty()) {
    m_selected.clear();
    removeEvents(m_workshop, clipNumber(), events, tr("Delete %Ln event(s)", "", static_cast<int>(events.size())));
  }
}

void ShownEvents::moveSelectedByFrames(int frames) {
  const vat::BakedClip* clip = m_playback.clip();
  std::vector<TimelineEvent> events;
  std::vector<double> times;
  for (const std::size_t number : m_selected) {
    const TimelineEvent& event = m_events[number];
    if (clip == nullptr || event.isFixed()) {
      continue;
    }
    // Between two frames, moves to the next one in this direction.
    const double at = event.clipSeconds * clip->frameRate;
    const double frame = (frames > 0 ? std::floor(at + 1e-6) : std::ceil(at - 1e-6)) + frames;
    events.push_back(event);
    times.push_back(std::clamp(m_playback.secondsOfFrame(frame), 0.0, clip->lengthSeconds));
  }
  if (!events.empty()) {
    moveTo(events, times);
  }
}

void ShownEvents::moveSelected(double seconds) {
  std::vector<TimelineEvent> events;
  std::vector<double> times;
  for (const std::size_t number : m_selected) {
    events.push_back(m_events[number]);
    times.push_back(std::clamp(m_events[number].clipSeconds + seconds, 0.0, m_playback.clip()->lengthSeconds));
  }
  moveTo(events, times);
}

void ShownEvents::moveTo(const std::vector<TimelineEvent>& events, const std::vector<double>& times) {
  moveEvents(m_workshop, clipNumber(), events, times, tr("Move %Ln event(s)", "", static_cast<int>(events.size())));
  // Moved events stay selected although the order may have changed.
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

void ShownEvents::copySelected() {
  if (!m_selected.empty()) {
    std::vector<TimelineEvent> events;
    for (const std::size_t number : m_selected) {
      events.push_back(m_events[number]);
    }
    QGuiApplication::clipboard()->setText(textOfEvents(events));
    emit told(tr("%Ln event(s) copied.", "", static_cast<int>(m_selected.size())));
  }
}

bool ShownEvents::canPaste() { return !eventsOfText(QGuiApplication::clipboard()->text()).empty(); }

void ShownEvents::pasteAt(double seconds) {
  std::vector<TimelineEvent> events = eventsOfText(QGuiApplication::clipboard()->text());
  const vat::BakedClip* clip = m_playback.clip();
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
  copyEvents(m_workshop, events, {clipNumber()}, tr("Paste %Ln event(s)", "", static_cast<int>(events.size())));
  std::set<std::size_t> selected;
  for (std::size_t i = 0; i < m_events.size(); ++i) {
    for (const TimelineEvent& event : events) {
      if (m_events[i].name == event.name && std::abs(m_events[i].clipSeconds - event.clipSeconds) < kSameTime) {
        selected.insert(i);
      }
    }
  }
  select(std::move(selected));
  const int left = all - static_cast<int>(events.size());
  emit told(left == 0 ? tr("%Ln event(s) pasted.", "", all)
                      : tr("%Ln event(s) left out: after the end of the clip.", "", left));
}

}  // namespace texeleton::editor

#include "app/editor/panels/timeline/shown_events.h"

#include <QClipboard>
#include <QGuiApplication>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/editor/panels/timeline/event_clipboard.h"
#include "core/base/mapped.h"

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
    while (now < m_events.size() && (isTaken[now] || !m_events[now].isAt(before[i].mark()))) {
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
        m_selection.selectedEvent() == before[was].mark()) {
      m_selected = selected;
      m_selection.selectEvent(m_events[now].mark());
    }
  }
  m_selected = std::move(selected);
}

void ShownEvents::followSelection() {
  if (m_selection.subject() != Selection::Subject::Event || !m_selection.selectedEvent()) {
    return;
  }
  const std::set<std::size_t> numbers = numbersOf({*m_selection.selectedEvent()});
  if (!numbers.empty() && !isSelected(*numbers.begin())) {
    m_selected = {*numbers.begin()};
    emit selectionChanged();
  }
}

void ShownEvents::select(std::set<std::size_t> events) {
  m_selected = std::move(events);
  tellSelected();
  emit selectionChanged();
}

void ShownEvents::tellSelected() {
  if (m_selected.size() == 1) {
    m_selection.selectEvent(m_events[*m_selected.begin()].mark());
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
  const SelectedEvent added{"event", seconds};
  addEvent(m_workshop, clipNumber(), added.name, seconds, tr("Add event"));
  const std::set<std::size_t> numbers = numbersOf({added});
  if (numbers.empty()) {
    return std::nullopt;
  }
  select({*numbers.begin()});
  return *numbers.begin();
}

void ShownEvents::rename(std::size_t event, const std::string& name) {
  const TimelineEvent renamed = m_events[event];
  setEventText(m_workshop, clipNumber(), renamed, &recipe::RecipeEvent::name, name, tr("Rename event"));
  m_selection.selectEvent(SelectedEvent{name, renamed.clipSeconds});
}

void ShownEvents::removeSelected() {
  std::vector<TimelineEvent> events = selectedEvents();
  std::erase_if(events, &TimelineEvent::isFixed);
  if (!events.empty()) {
    m_selected.clear();
    removeEvents(m_workshop, clipNumber(), events, tr("Delete %Ln event(s)", "", static_cast<int>(events.size())));
  }
}

void ShownEvents::moveSelectedByFrames(int frames) {
  moveSelectedTo([this, frames](double seconds) {
    // Between two frames, moves to the next one in this direction.
    const double at = seconds * m_playback.clip()->frameRate;
    return m_playback.secondsOfFrame((frames > 0 ? std::floor(at + 1e-6) : std::ceil(at - 1e-6)) + frames);
  });
}

void ShownEvents::moveSelected(double seconds) {
  moveSelectedTo([seconds](double from) { return from + seconds; });
}

void ShownEvents::moveSelectedTo(const std::function<double(double)>& placeOf) {
  std::vector<TimelineEvent> events = selectedEvents();
  std::erase_if(events, &TimelineEvent::isFixed);
  if (m_playback.clip() == nullptr || events.empty()) {
    return;
  }
  std::vector<double> times;
  std::vector<SelectedEvent> moved = mapped(events, &TimelineEvent::mark);
  for (SelectedEvent& event : moved) {
    event.clipSeconds = std::clamp(placeOf(event.clipSeconds), 0.0, m_playback.clip()->lengthSeconds);
    times.push_back(event.clipSeconds);
  }
  moveEvents(m_workshop, clipNumber(), events, times, tr("Move %Ln event(s)", "", static_cast<int>(events.size())));
  // Moved events stay selected although the order may have changed.
  m_selected = numbersOf(moved);
  tellSelected();
}

std::vector<TimelineEvent> ShownEvents::selectedEvents() const {
  return mapped(m_selected, [this](std::size_t number) { return m_events[number]; });
}

std::set<std::size_t> ShownEvents::numbersOf(const std::vector<SelectedEvent>& places) const {
  const auto numbers = placesWhere(m_events.size(), [&](std::size_t i) {
    return std::ranges::any_of(places, [&](const SelectedEvent& place) { return m_events[i].isAt(place); });
  });
  return {numbers.begin(), numbers.end()};
}

void ShownEvents::copySelected() {
  if (!m_selected.empty()) {
    QGuiApplication::clipboard()->setText(textOfEvents(selectedEvents()));
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
  copyEvents(m_workshop, events, clipNumber(), tr("Paste %Ln event(s)", "", static_cast<int>(events.size())));
  select(numbersOf(mapped(events, &TimelineEvent::mark)));
  const int left = all - static_cast<int>(events.size());
  emit told(left == 0 ? tr("%Ln event(s) pasted.", "", all)
                      : tr("%Ln event(s) left out: after the end of the clip.", "", left));
}

}  // namespace texeleton::editor

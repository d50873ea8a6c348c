#include "app/editor/panels/timeline/event_edit.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/recipe/events_file.h"

namespace texeleton::editor {

namespace {

struct CutTimes {
  double from = 0.0;  ///< Seconds of the source clip.
  double to = 0.0;
};

/// The row of a baked clip; −1: the document has changed.
int rowOf(const std::vector<ClipRow>& rows, const Workshop& workshop, std::size_t baked) {
  const auto numbers = bakedClipOfRows(rows, *workshop.bake()->animation, *workshop.model());
  const auto it = std::ranges::find(numbers, static_cast<int>(baked));
  return it == numbers.end() ? -1 : static_cast<int>(it - numbers.begin());
}

const std::vector<model::ClipEvent>* fileEvents(const Workshop& workshop, ClipIndex clip) {
  for (const recipe::ClipEvents& events : workshop.bake()->fileEvents) {
    if (events.clip == clip) {
      return &events.events;
    }
  }
  return nullptr;
}

double sourceSecondsOf(const recipe::RecipeEvent& event, const model::Clip& clip) {
  return event.frame ? recipe::sourceFrameSeconds(clip, *event.frame) : event.timeSeconds.value_or(0.0);
}

/// Calls `change` with the document's events of the clip, followed by those of the events file.
void edit(Workshop& workshop, std::size_t baked, const QString& text,
          const std::function<void(std::vector<recipe::RecipeEvent>& events, std::size_t ownCount, double cutStart)>&
              change) {
  if (!workshop.bake() || workshop.bake()->model != workshop.model()) {
    return;
  }
  Document& document = workshop.document();
  std::vector<ClipRow> rows = clipRows(document.state(), *workshop.model());
  const int row = rowOf(rows, workshop, baked);
  if (row < 0) {
    return;
  }
  const std::size_t own = rows[static_cast<std::size_t>(row)].clip.events.size();
  const double start = workshop.bake()->animation->clips[baked].source.fromSeconds;
  // takeEventsOver() keeps the order of ticked rows and of others.
  DocumentState next = takeEventsOver(document.state(), rows, workshop.bake()->fileEvents);
  const auto number = std::count_if(rows.begin(), rows.begin() + row, [](const ClipRow& each) { return each.ticked; });
  change(next.recipe.clips[static_cast<std::size_t>(number)].events, own, start);
  document.setState(text, std::move(next));
}

/// Passes changed rows to the document; events of the events file are moved behind the rows' own.
void commit(Workshop& workshop, const std::vector<ClipRow>& rows, const QString& text) {
  Document& document = workshop.document();
  document.setState(text, takeEventsOver(document.state(), rows, workshop.bake()->fileEvents));
}

constexpr double kSameEventTime = 1e-4;

/// The part of its source clip that a row bakes.
CutTimes cutTimesOf(const ClipRow& row, const model::Clip& source) {
  return {row.clip.from.value_or(source.startSeconds),
          row.clip.to.value_or(source.startSeconds + source.lengthSeconds)};
}

bool liesIn(const CutTimes& cut, const model::ClipEvent& event) {
  return event.timeSeconds >= cut.from - kSameEventTime && event.timeSeconds <= cut.to + kSameEventTime;
}

/// Whether a row has an event of its source clip: its own, of the events file or of the model.
bool isKnown(const ClipRow& row, const Workshop& workshop, const model::ClipEvent& event) {
  const model::Clip& source = workshop.model()->clips[row.source.value];
  const auto same = [&event](const std::string& name, double time) {
    return name == event.name && std::abs(time - event.timeSeconds) < kSameEventTime;
  };
  const auto sameEvent = [&same](const model::ClipEvent& other) { return same(other.name, other.timeSeconds); };
  const auto* fromFile = workshop.document().eventsFile().empty() ? nullptr : fileEvents(workshop, row.source);
  return std::ranges::any_of(
             row.clip.events,
             [&](const recipe::RecipeEvent& own) { return same(own.name, sourceSecondsOf(own, source)); }) ||
         (fromFile != nullptr && std::ranges::any_of(*fromFile, sameEvent)) ||
         std::ranges::any_of(source.events, sameEvent);
}

/// Adds events of the source clip of a row that lie in its cut. Returns the number of new ones.
std::size_t addTo(ClipRow& row, const Workshop& workshop, const std::vector<model::ClipEvent>& events) {
  const CutTimes cut = cutTimesOf(row, workshop.model()->clips[row.source.value]);
  std::size_t added = 0;
  for (const model::ClipEvent& event : events) {
    if (liesIn(cut, event) && !isKnown(row, workshop, event)) {
      row.clip.events.push_back(
          {event.name, std::clamp(event.timeSeconds, cut.from, cut.to), std::nullopt, event.parameter, {}});
      ++added;
    }
  }
  return added;
}

/// Its number among the document's events after those of the file have been appended.
std::size_t placeOf(const TimelineEvent& event, std::size_t ownCount) {
  return event.origin == TimelineEvent::File ? ownCount + event.number : event.number;
}

}  // namespace

std::vector<TimelineEvent> timelineEvents(const Workshop& workshop, std::size_t baked) {
  std::vector<TimelineEvent> result;
  const auto& bake = workshop.bake();
  if (!bake || bake->model != workshop.model() || baked >= bake->animation->clips.size()) {
    return result;
  }
  const vat::BakedClip& clip = bake->animation->clips[baked];
  const model::Clip& source = bake->model->clips[clip.source.clip.value];
  const std::vector<ClipRow> rows = clipRows(workshop.document().state(), *bake->model);
  const int row = rowOf(rows, workshop, baked);
  const auto add = [&](const std::string& name, const std::string& parameter, double sourceTime,
                       TimelineEvent::Origin origin, std::size_t number) {
    const double time = sourceTime - clip.source.fromSeconds;
    if (time >= -1e-9 && time <= clip.lengthSeconds + 1e-9) {
      result.push_back({name, parameter, std::clamp(time, 0.0, clip.lengthSeconds), origin, number});
    }
  };
  for (std::size_t i = 0; i < source.events.size(); ++i) {
    add(source.events[i].name, source.events[i].parameter, source.events[i].timeSeconds, TimelineEvent::Model, i);
  }
  if (row >= 0) {
    const std::vector<recipe::RecipeEvent>& own = rows[static_cast<std::size_t>(row)].clip.events;
    for (std::size_t i = 0; i < own.size(); ++i) {
      add(own[i].name, own[i].parameter, sourceSecondsOf(own[i], source), TimelineEvent::Recipe, i);
    }
  }
  const auto* fromFile = workshop.document().eventsFile().empty() ? nullptr : fileEvents(workshop, clip.source.clip);
  for (std::size_t i = 0; fromFile != nullptr && i < fromFile->size(); ++i) {
    add((*fromFile)[i].name, (*fromFile)[i].parameter, (*fromFile)[i].timeSeconds, TimelineEvent::File, i);
  }
  std::ranges::stable_sort(
      result, [](const TimelineEvent& a, const TimelineEvent& b) { return a.clipSeconds < b.clipSeconds; });
  return result;
}

void addEvent(Workshop& workshop, std::size_t baked, const std::string& name, double clipSeconds, const QString& text) {
  edit(workshop, baked, text, [&](std::vector<recipe::RecipeEvent>& events, std::size_t, double start) {
    events.push_back({name, start + clipSeconds, std::nullopt, {}, {}});
  });
}

void removeEvents(Workshop& workshop, std::size_t baked, const std::vector<TimelineEvent>& removed,
                  const QString& text) {
  edit(workshop, baked, text, [&](std::vector<recipe::RecipeEvent>& events, std::size_t own, double) {
    std::vector<std::size_t> places;
    for (const TimelineEvent& event : removed) {
      if (!event.isFixed()) {
        places.push_back(placeOf(event, own));
      }
    }
    std::sort(places.rbegin(), places.rend());
    for (const std::size_t place : places) {
      events.erase(events.begin() + static_cast<std::ptrdiff_t>(place));
    }
  });
}

void moveEvents(Workshop& workshop, std::size_t baked, const std::vector<TimelineEvent>& moved,
                const std::vector<double>& times, const QString& text) {
  edit(workshop, baked, text, [&](std::vector<recipe::RecipeEvent>& events, std::size_t own, double start) {
    for (std::size_t i = 0; i < moved.size(); ++i) {
      if (!moved[i].isFixed()) {
        recipe::RecipeEvent& event = events[placeOf(moved[i], own)];
        event.frame.reset();
        event.timeSeconds = start + times[i];
      }
    }
  });
}

void renameEvent(Workshop& workshop, std::size_t baked, const TimelineEvent& event, const std::string& name,
                 const QString& text) {
  if (!event.isFixed()) {
    edit(workshop, baked, text, [&](std::vector<recipe::RecipeEvent>& events, std::size_t own, double) {
      events[placeOf(event, own)].name = name;
    });
  }
}

void setEventParameter(Workshop& workshop, std::size_t baked, const TimelineEvent& event, const std::string& parameter,
                       const QString& text) {
  if (!event.isFixed()) {
    edit(workshop, baked, text, [&](std::vector<recipe::RecipeEvent>& events, std::size_t own, double) {
      events[placeOf(event, own)].parameter = parameter;
    });
  }
}

NewEvents newEvents(const Workshop& workshop, const recipe::ClipEvents& events) {
  NewEvents result;
  if (!workshop.bake() || workshop.bake()->model != workshop.model()) {
    return result;
  }
  const std::vector<ClipRow> rows = clipRows(workshop.document().state(), *workshop.model());
  for (const model::ClipEvent& event : events.events) {
    bool isInside = false;
    bool isNew = false;
    for (const ClipRow& row : rows) {
      if (row.source.isValid() && row.source == events.clip &&
          liesIn(cutTimesOf(row, workshop.model()->clips[row.source.value]), event)) {
        isInside = true;
        isNew = isNew || !isKnown(row, workshop, event);
      }
    }
    if (isNew) {
      result.events.push_back(event);
    }
    result.known += isInside && !isNew ? 1u : 0u;
  }
  return result;
}

std::size_t addSourceEvents(Workshop& workshop, const std::vector<recipe::ClipEvents>& events, const QString& text) {
  if (!workshop.bake() || workshop.bake()->model != workshop.model()) {
    return 0;
  }
  std::vector<ClipRow> rows = clipRows(workshop.document().state(), *workshop.model());
  std::size_t added = 0;
  for (const recipe::ClipEvents& ofClip : events) {
    for (ClipRow& row : rows) {
      if (row.source.isValid() && row.source == ofClip.clip) {
        added += addTo(row, workshop, ofClip.events);
      }
    }
  }
  if (added > 0) {
    commit(workshop, rows, text);
  }
  return added;
}

std::size_t copyEvents(Workshop& workshop, const std::vector<TimelineEvent>& events,
                       const std::vector<std::size_t>& bakedClips, const QString& text) {
  if (!workshop.bake() || workshop.bake()->model != workshop.model()) {
    return 0;
  }
  std::vector<ClipRow> rows = clipRows(workshop.document().state(), *workshop.model());
  std::size_t added = 0;
  for (const std::size_t baked : bakedClips) {
    const int row = rowOf(rows, workshop, baked);
    if (row < 0) {
      continue;
    }
    std::vector<model::ClipEvent> copies;
    for (const TimelineEvent& event : events) {
      const double start = workshop.bake()->animation->clips[baked].source.fromSeconds;
      copies.push_back({event.name, start + event.clipSeconds, event.parameter});
    }
    added += addTo(rows[static_cast<std::size_t>(row)], workshop, copies);
  }
  if (added > 0) {
    commit(workshop, rows, text);
  }
  return added;
}

std::vector<recipe::ClipEvents> allEvents(const Workshop& workshop) {
  std::vector<recipe::ClipEvents> all;
  if (!workshop.bake()) {
    return all;
  }
  const std::vector<vat::BakedClip>& clips = workshop.bake()->animation->clips;
  for (std::size_t i = 0; i < clips.size(); ++i) {
    auto place = std::ranges::find(all, clips[i].source.clip, &recipe::ClipEvents::clip);
    if (place == all.end()) {
      place = all.insert(all.end(), recipe::ClipEvents{clips[i].source.clip, {}});
    }
    for (const TimelineEvent& event : timelineEvents(workshop, i)) {
      const model::ClipEvent one{event.name, clips[i].source.fromSeconds + event.clipSeconds, event.parameter};
      if (!event.isFixed() && std::ranges::find(place->events, one) == place->events.end()) {
        place->events.push_back(one);
      }
    }
  }
  std::erase_if(all, [](const recipe::ClipEvents& each) { return each.events.empty(); });
  for (recipe::ClipEvents& each : all) {
    std::ranges::stable_sort(each.events, [](const model::ClipEvent& a, const model::ClipEvent& b) {
      return a.timeSeconds < b.timeSeconds;
    });
  }
  return all;
}

}  // namespace texeleton::editor

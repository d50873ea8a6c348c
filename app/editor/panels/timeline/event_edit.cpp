#include "app/editor/panels/timeline/event_edit.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "core/base/mapped.h"
#include "core/recipe/events_file.h"

namespace texeleton::editor {

namespace {

struct CutTimes {
  double from = 0.0;  ///< Seconds of the source clip.
  double to = 0.0;
};

ClipRow* rowOf(std::vector<ClipRow>& rows, const Workshop& workshop, std::size_t baked) {
  return rowOfBaked(rows, *workshop.bake()->animation, *workshop.model(), baked);
}

/// The events of the events file for a clip, if the document still has the file.
std::vector<model::ClipEvent> fileEvents(const Workshop& workshop, ClipIndex clip) {
  const std::vector<recipe::ClipEvents>& all = workshop.bake()->fileEvents;
  const auto events = std::ranges::find(all, clip, &recipe::ClipEvents::clip);
  return workshop.document().eventsFile().empty() || events == all.end() ? std::vector<model::ClipEvent>()
                                                                         : events->events;
}

double sourceSecondsOf(const recipe::RecipeEvent& event, const model::Clip& clip) {
  return event.frame ? recipe::sourceFrameSeconds(clip, *event.frame) : event.timeSeconds.value_or(0.0);
}

/// Calls `change` with the document's events of the clip, followed by those of the events file.
void edit(Workshop& workshop, std::size_t baked, const QString& text,
          const std::function<void(std::vector<recipe::RecipeEvent>& events, std::size_t ownCount, double cutStart)>&
              change) {
  Document& document = workshop.document();
  std::vector<ClipRow> rows =
      workshop.isBakeOfModel() ? clipRows(document.state(), *workshop.model()) : std::vector<ClipRow>();
  const ClipRow* const row = rows.empty() ? nullptr : rowOf(rows, workshop, baked);
  if (row == nullptr) {
    return;
  }
  const std::size_t own = row->clip.events.size();
  const double start = workshop.bake()->animation->clips[baked].source.fromSeconds;
  // takeEventsOver() keeps the order of ticked rows and of others.
  DocumentState next = takeEventsOver(document.state(), rows, workshop.bake()->fileEvents);
  const auto number = std::count_if(std::as_const(rows).data(), row, [](const ClipRow& each) { return each.ticked; });
  change(next.recipe.clips[static_cast<std::size_t>(number)].events, own, start);
  document.setState(text, std::move(next));
}

/// Passes rows to the document if `add` returns the number of events added to them, and returns it. Events of the
/// events file are moved behind the rows' own.
template <typename Add>
std::size_t addToRows(Workshop& workshop, const QString& text, const Add& add) {
  if (!workshop.isBakeOfModel()) {
    return 0;
  }
  Document& document = workshop.document();
  std::vector<ClipRow> rows = clipRows(document.state(), *workshop.model());
  const std::size_t added = add(rows);
  if (added > 0) {
    document.setState(text, takeEventsOver(document.state(), rows, workshop.bake()->fileEvents));
  }
  return added;
}

bool isCutOf(const ClipRow& row, ClipIndex clip) { return row.source.isValid() && row.source == clip; }

constexpr double kSameEventTime = 1e-4;
constexpr double kSameClipTime = 1e-6;

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
  return std::ranges::any_of(
             row.clip.events,
             [&](const recipe::RecipeEvent& own) { return same(own.name, sourceSecondsOf(own, source)); }) ||
         std::ranges::any_of(fileEvents(workshop, row.source), sameEvent) ||
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

bool TimelineEvent::isAt(const SelectedEvent& place) const {
  return name == place.name && std::abs(clipSeconds - place.clipSeconds) < kSameClipTime;
}

std::vector<TimelineEvent> timelineEvents(const Workshop& workshop, std::size_t baked) {
  std::vector<TimelineEvent> result;
  const auto& bake = workshop.bake();
  if (!workshop.isBakeOfModel() || baked >= bake->animation->clips.size()) {
    return result;
  }
  const vat::BakedClip& clip = bake->animation->clips[baked];
  const model::Clip& source = bake->model->clips[clip.source.clip.value];
  std::vector<ClipRow> rows = clipRows(workshop.document().state(), *bake->model);
  const auto add = [&](const std::string& name, const std::string& parameter, double sourceTime,
                       TimelineEvent::Origin origin, std::size_t number) {
    const double time = sourceTime - clip.source.fromSeconds;
    if (time >= -1e-9 && time <= clip.lengthSeconds + 1e-9) {
      result.push_back({name, parameter, std::clamp(time, 0.0, clip.lengthSeconds), origin, number});
    }
  };
  const auto addAll = [&add](const std::vector<model::ClipEvent>& events, TimelineEvent::Origin origin) {
    for (std::size_t i = 0; i < events.size(); ++i) {
      add(events[i].name, events[i].parameter, events[i].timeSeconds, origin, i);
    }
  };
  addAll(source.events, TimelineEvent::Model);
  if (const ClipRow* const row = rowOf(rows, workshop, baked)) {
    const std::vector<recipe::RecipeEvent>& own = row->clip.events;
    for (std::size_t i = 0; i < own.size(); ++i) {
      add(own[i].name, own[i].parameter, sourceSecondsOf(own[i], source), TimelineEvent::Recipe, i);
    }
  }
  addAll(fileEvents(workshop, clip.source.clip), TimelineEvent::File);
  std::ranges::stable_sort(result, {}, &TimelineEvent::clipSeconds);
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

void setEventText(Workshop& workshop, std::size_t baked, const TimelineEvent& event,
                  std::string recipe::RecipeEvent::*member, const std::string& value, const QString& text) {
  if (!event.isFixed()) {
    edit(workshop, baked, text, [&](std::vector<recipe::RecipeEvent>& events, std::size_t own, double) {
      events[placeOf(event, own)].*member = value;
    });
  }
}

NewEvents newEvents(const Workshop& workshop, const recipe::ClipEvents& events) {
  NewEvents result;
  if (!workshop.isBakeOfModel()) {
    return result;
  }
  const std::vector<ClipRow> rows = clipRows(workshop.document().state(), *workshop.model());
  for (const model::ClipEvent& event : events.events) {
    bool isInside = false;
    bool isNew = false;
    for (const ClipRow& row : rows) {
      if (isCutOf(row, events.clip) && liesIn(cutTimesOf(row, workshop.model()->clips[row.source.value]), event)) {
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
  return addToRows(workshop, text, [&](std::vector<ClipRow>& rows) {
    std::size_t added = 0;
    for (const recipe::ClipEvents& ofClip : events) {
      for (ClipRow& row : rows) {
        added += isCutOf(row, ofClip.clip) ? addTo(row, workshop, ofClip.events) : 0;
      }
    }
    return added;
  });
}

std::size_t copyEvents(Workshop& workshop, const std::vector<TimelineEvent>& events, std::size_t baked,
                       const QString& text) {
  return addToRows(workshop, text, [&](std::vector<ClipRow>& rows) {
    ClipRow* const row = rowOf(rows, workshop, baked);
    if (row == nullptr) {
      return std::size_t{0};
    }
    const double start = workshop.bake()->animation->clips[baked].source.fromSeconds;
    return addTo(*row, workshop, mapped(events, [start](const TimelineEvent& event) {
      return model::ClipEvent{event.name, start + event.clipSeconds, event.parameter};
    }));
  });
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
    std::ranges::stable_sort(each.events, {}, &model::ClipEvent::timeSeconds);
  }
  return all;
}

}  // namespace texeleton::editor

#include "app/editor/panels/event_clipboard.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <cmath>

namespace texeleton::editor {

namespace {

constexpr const char* kEventsKey = "texeletonEvents";
constexpr qsizetype kMostCharacters = 1 << 20;  // The clipboard may contain anything.

}  // namespace

QString textOfEvents(const std::vector<TimelineEvent>& events) {
  QJsonArray list;
  for (const TimelineEvent& event : events) {
    QJsonObject one{{"name", QString::fromStdString(event.name)}, {"time", event.clipSeconds}};
    if (!event.parameter.empty()) {
      one["parameter"] = QString::fromStdString(event.parameter);
    }
    list.append(one);
  }
  return QString::fromUtf8(QJsonDocument(QJsonObject{{kEventsKey, list}}).toJson(QJsonDocument::Compact));
}

std::vector<TimelineEvent> eventsOfText(const QString& text) {
  std::vector<TimelineEvent> events;
  if (text.size() > kMostCharacters || !text.contains(kEventsKey)) {
    return events;
  }
  const QJsonArray list = QJsonDocument::fromJson(text.toUtf8()).object().value(kEventsKey).toArray();
  for (const auto& value : list) {
    const QJsonObject one = value.toObject();
    const QString name = one["name"].toString().trimmed();
    const double time = one["time"].toDouble(-1.0);
    if (!name.isEmpty() && std::isfinite(time) && time >= 0.0) {
      events.push_back({name.toStdString(), one["parameter"].toString().toStdString(), time});
    }
  }
  std::stable_sort(events.begin(), events.end(),
                   [](const TimelineEvent& a, const TimelineEvent& b) { return a.clipSeconds < b.clipSeconds; });
  return events;
}

}  // namespace texeleton::editor

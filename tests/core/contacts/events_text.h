#pragma once

#include <QString>
#include <vector>

#include "core/model/model.h"

namespace texeleton::test {

/// Names and times of events in one line, for messages.
inline QString text(const std::vector<model::ClipEvent>& events) {
  QString line;
  for (const model::ClipEvent& event : events) {
    line += QString("%1 %2 s  ").arg(QString::fromStdString(event.name)).arg(event.timeSeconds, 0, 'f', 3);
  }
  return line;
}

}  // namespace texeleton::test

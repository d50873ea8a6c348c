#pragma once

#include <QString>
#include <glm/vec3.hpp>
#include <optional>
#include <vector>

namespace texeleton::editor {

/// Facts about an item for the Selection panel. Without rows: nothing is selected, or it does not exist.
struct SelectionFacts {
  struct Row {
    QString name;
    QString value;
    bool isCode = false;
    QString tip;
    std::optional<glm::dvec3> position;  ///< Shown in three fields in place of the value.
    int decimals = 0;                    ///< Decimals of the position.
  };
  QString title;
  QString kind;  ///< Kind of the item, shown beside the dock's title.
  std::vector<Row> rows;

  void add(const QString& name, const QString& value, bool isCode = false, const QString& tip = {}) {
    rows.push_back({name, value, isCode, tip, {}, 0});
  }
  void addPosition(const QString& name, const glm::dvec3& position, int decimals) {
    rows.push_back({name, {}, false, {}, position, decimals});
  }
};

}  // namespace texeleton::editor

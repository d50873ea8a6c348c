#pragma once

#include <QString>
#include <vector>

namespace texeleton::editor {

/// Facts about an item for the Selection panel. Without rows: nothing is selected, or it does not exist.
struct SelectionFacts {
  struct Row {
    QString name;
    QString value;
    bool isCode = false;
    QString tip;
  };
  QString title;
  QString kind;  ///< Kind of the item, shown beside the dock's title.
  std::vector<Row> rows;

  void add(const QString& name, const QString& value, bool isCode = false, const QString& tip = {}) {
    rows.push_back({name, value, isCode, tip});
  }
};

}  // namespace texeleton::editor

#pragma once

#include <QString>
#include <vector>

namespace texeleton::editor {

/// What the Selection panel tells about something. Without rows: nothing is selected, or it is not there.
struct SelectionFacts {
  struct Row {
    QString name;
    QString value;
    bool isCode = false;
    QString tip;
  };
  QString title;
  QString kind;  ///< In a word, beside the dock's title.
  std::vector<Row> rows;

  void add(const QString& name, const QString& value, bool isCode = false, const QString& tip = {}) {
    rows.push_back({name, value, isCode, tip});
  }
};

}  // namespace texeleton::editor

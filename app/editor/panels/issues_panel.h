#pragma once

#include <QTreeWidget>

#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/panel.h"

namespace texeleton::editor {

/// What importing, baking and exporting found.
class IssuesPanel : public Panel {
  Q_OBJECT

 public:
  explicit IssuesPanel(Workshop& workshop, QWidget* parent = nullptr);

  /// Something that belongs to no file: kept until another document is opened.
  void add(const Issue& issue);
  int warningCount() const { return m_warnings; }
  int count() const { return m_list->topLevelItemCount(); }

 signals:
  void countChanged();

 private:
  void rebuild();
  void show(Severity severity, bool isError, const QString& text, const QString& subject);

  Workshop& m_workshop;
  QTreeWidget* m_list = nullptr;
  std::vector<Issue> m_own;
  int m_warnings = 0;
};

}  // namespace texeleton::editor

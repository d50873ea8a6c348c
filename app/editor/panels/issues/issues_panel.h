#pragma once

#include <QPlainTextEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTreeWidget>

#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/panel.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

/// Issues of importing, baking and exporting, each with a jump to its subject and, if possible, a button with a remedy;
/// and the program's log.
class IssuesPanel : public Panel {
  Q_OBJECT

 public:
  explicit IssuesPanel(Workshop& workshop, QWidget* parent = nullptr);

  /// Adds an issue that belongs to no file; it is kept until another document is opened.
  void add(const Issue& issue);
  /// The issues that were added by add().
  const std::vector<Issue>& own() const { return m_own; }
  int warningCount() const { return m_warnings; }
  int count() const { return m_list->topLevelItemCount(); }
  QTreeWidget& list() const { return *m_list; }

 signals:
  void countChanged();
  /// The user wants to locate missing files.
  void locateAsked();
  /// The user wants to find a loop range in a clip of the bake.
  void loopRangeAsked(const QString& clip);
  /// The user wants to see the subject of an issue: the name of a clip, bone, mesh, material or file.
  void jumpAsked(const QString& subject);

 private:
  QWidget* makeLog();
  void rebuild();
  void setButton(QTreeWidgetItem& item, QPushButton* button);
  void show(const Issue& issue, bool isError);

  Workshop& m_workshop;
  Segmented* m_page = nullptr;
  QStackedWidget* m_pages = nullptr;
  QTreeWidget* m_list = nullptr;
  QPlainTextEdit* m_log = nullptr;
  QLabel* m_nothing = nullptr;
  std::vector<Issue> m_own;
  int m_warnings = 0;
};

}  // namespace texeleton::editor

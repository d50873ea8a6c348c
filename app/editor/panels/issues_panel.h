#pragma once

#include <QPlainTextEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTreeWidget>

#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/panel.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

/// What importing, baking and exporting found, each with a jump to what it is about and, where there is one, the button
/// that mends it; and the program's log.
class IssuesPanel : public Panel {
  Q_OBJECT

 public:
  explicit IssuesPanel(Workshop& workshop, QWidget* parent = nullptr);

  /// Something that belongs to no file: kept until another document is opened.
  void add(const Issue& issue);
  /// What was added by that.
  const std::vector<Issue>& own() const { return m_own; }
  int warningCount() const { return m_warnings; }
  int count() const { return m_list->topLevelItemCount(); }
  QTreeWidget& list() const { return *m_list; }

 signals:
  void countChanged();
  /// The files that are missing are to be located.
  void locateAsked();
  /// A range that closes is to be looked for in a clip of the bake.
  void loopRangeAsked(const QString& clip);
  /// Who asked wants to see what an issue is about: the name of a clip, bone, mesh, material or file.
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

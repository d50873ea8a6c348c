#include "app/editor/panels/issues_panel.h"

#include <QHeaderView>
#include <QVBoxLayout>

#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"

namespace texeleton::editor {

IssuesPanel::IssuesPanel(Workshop& workshop, QWidget* parent) : Panel(parent), m_workshop(workshop) {
  m_list = new QTreeWidget;
  m_list->setObjectName("issues");
  m_list->setColumnCount(2);
  m_list->setHeaderLabels({tr("About"), tr("What was found")});
  m_list->setRootIsDecorated(false);
  m_list->setWordWrap(true);
  m_list->setTextElideMode(Qt::ElideRight);
  m_list->header()->setStretchLastSection(true);
  m_list->header()->resizeSection(0, 190);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 4, 0, 0);
  layout->addWidget(m_list);
  connect(&workshop.document(), &Document::replaced, this, [this] { m_own.clear(); });
  for (const auto signal : {&Workshop::modelChanged, &Workshop::bakeChanged, &Workshop::problemChanged}) {
    connect(&workshop, signal, this, &IssuesPanel::rebuild);
  }
  rebuild();
}

void IssuesPanel::add(const Issue& issue) {
  m_own.push_back(issue);
  rebuild();
}

void IssuesPanel::show(Severity severity, bool isError, const QString& text, const QString& subject) {
  auto* item = new QTreeWidgetItem(m_list, {subject, text});
  const bool warning = severity == Severity::Warning;
  item->setIcon(0, isError   ? icon("error", Token::Error)
                   : warning ? icon("warning", Token::Warning)
                             : icon("info", Token::Muted));
  item->setToolTip(1, text);
  item->setData(0, Qt::AccessibleTextRole, isError ? tr("Error") : warning ? tr("Warning") : tr("Note"));
  m_warnings += warning || isError ? 1 : 0;
}

void IssuesPanel::rebuild() {
  m_list->clear();
  m_warnings = 0;
  if (m_workshop.problem()) {
    show(Severity::Warning, true, QString::fromStdString(m_workshop.problem()->message),
         QString::fromStdString(m_workshop.problem()->file));
  }
  const auto showAll = [this](const std::vector<Issue>& issues) {
    for (const Issue& issue : issues) {
      show(issue.severity, false, QString::fromStdString(issue.text), QString::fromStdString(issue.subject));
    }
  };
  showAll(m_own);
  if (m_workshop.model()) {
    showAll(m_workshop.model()->issues);
  }
  if (m_workshop.bake()) {
    showAll(m_workshop.bake()->issues);
  }
  emit countChanged();
}

}  // namespace texeleton::editor

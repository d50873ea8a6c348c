#include "app/editor/panels/issues/issues_panel.h"

#include <spdlog/spdlog.h>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>

#include "app/editor/jobs/log_sink.h"
#include "app/editor/messages/localized.h"
#include "app/editor/panels/issues/issue_fix.h"
#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"

namespace texeleton::editor {

namespace {

enum Column { kSubject, kText, kFix };
constexpr int kSubjectWidth = 150;
constexpr int kPadding = 6;  // As in the style sheet.
constexpr int kButtonMargin = 4;

/// Rows as high as their wrapped text; a tree view itself measures texts unwrapped.
class WrappedRows : public QStyledItemDelegate {
 public:
  explicit WrappedRows(QTreeWidget& list) : QStyledItemDelegate(&list), m_list(list) {}

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyleOptionViewItem inColumn = option;
    inColumn.rect.setSize({m_list.columnWidth(index.column()) - 2 * kPadding, 1});
    return QStyledItemDelegate::sizeHint(inColumn, index);
  }

 private:
  const QTreeWidget& m_list;
};

}  // namespace

IssuesPanel::IssuesPanel(Workshop& workshop, QWidget* parent) : Panel(parent), m_workshop(workshop) {
  m_list = named(columnList({tr("About"), tr("Issue"), QString()}), "issues");
  m_list->setWordWrap(true);
  m_list->setTextElideMode(Qt::ElideRight);  // For words that are wider than their column.
  auto* rows = new WrappedRows(*m_list);
  m_list->setItemDelegate(rows);
  connect(m_list->header(), &QHeaderView::sectionResized, rows, [rows] { emit rows->sizeHintChanged({}); });
  m_list->setAccessibleName(tr("Issues"));
  m_list->header()->setStretchLastSection(false);
  m_list->header()->setSectionResizeMode(kText, QHeaderView::Stretch);
  m_list->header()->setSectionResizeMode(kFix, QHeaderView::Fixed);
  m_list->header()->resizeSection(kSubject, kSubjectWidth);
  m_nothing = wrappedLabel(tr("No issues. Issues of import, bake and export are listed here."), "muted");
  m_nothing->setAlignment(Qt::AlignCenter);
  m_page = named(new Segmented({tr("Found"), tr("Log")}), "issuesPage");
  m_pages = new QStackedWidget;
  m_pages->addWidget(m_list);
  m_pages->addWidget(makeLog());
  m_pages->addWidget(m_nothing);
  auto* top = put(spaced(new QHBoxLayout, -1, {12, 0, 12, 0}), {m_page, Stretch()});
  put(spaced(new QVBoxLayout(this), 8, {0, 8, 0, 0}), {top, {m_pages, 1}});

  connect(m_page, &Segmented::chosen, this, &IssuesPanel::rebuild);
  // Enter or double click.
  connect(m_list, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem* item) {
    if (!item->text(kSubject).isEmpty()) {
      emit jumpAsked(item->text(kSubject));
    }
  });
  connect(&workshop.document(), &Document::replaced, this, [this] { m_own.clear(); });
  for (const auto signal :
       {&Workshop::modelChanged, &Workshop::bakeChanged, &Workshop::problemChanged, &Workshop::exportIssuesChanged}) {
    connect(&workshop, signal, this, &IssuesPanel::rebuild);
  }
  connect(&workshop, &Workshop::bakeChanged, this, [this] {
    if (const auto& bake = m_workshop.bake()) {
      const vat::TextureLayout& layout = bake->animation->layout;
      spdlog::info(QString("baked %1 clips, %2 frames, %3 x %4 texels in %5 ms")
                       .arg(bake->animation->clips.size())
                       .arg(layout.frameCount)
                       .arg(layout.width)
                       .arg(layout.height)
                       .arg(bake->seconds * 1000.0, 0, 'f', 0)
                       .toStdString());
    }
  });
  connect(&workshop, &Workshop::problemChanged, this, [this] {
    if (m_workshop.problem()) {
      spdlog::error(describe(*m_workshop.problem()));
    }
  });
  connect(&workshop, &Workshop::exported, this,
          [](const QString& folder) { spdlog::info("exported and verified " + folder.toStdString()); });
  connect(&workshop, &Workshop::exportFailed, this,
          [](const Error& why) { spdlog::error("export: " + describe(why)); });
  rebuild();
}

QWidget* IssuesPanel::makeLog() {
  m_log = named(new QPlainTextEdit, "log");
  m_log->setReadOnly(true);
  m_log->setMaximumBlockCount(static_cast<int>(Log::kMost));
  m_log->setFont(monospacedFont());
  m_log->setAccessibleName(tr("Log"));
  for (const QString& line : Log::instance().lines()) {
    m_log->appendPlainText(line);
  }
  connect(&Log::instance(), &Log::added, m_log, &QPlainTextEdit::appendPlainText);
  return m_log;
}

void IssuesPanel::add(const Issue& issue) {
  m_own.push_back(issue);
  rebuild();
}

namespace {

bool hasRemedy(const Issue& issue, RemedyKind kind) {
  const std::vector<Remedy> remedies = issue.text.remedies();
  return std::ranges::any_of(remedies, [kind](const Remedy& remedy) { return remedy.kind == kind; });
}

}  // namespace

void IssuesPanel::show(const Issue& issue, bool isError) {
  const QString text = capitalised(localized(issue.text));
  auto* item = new QTreeWidgetItem(m_list, {QString::fromStdString(issue.subject), text});
  const bool warning = issue.severity == Severity::Warning;
  item->setIcon(kSubject, isError   ? icon("error", Token::Error)
                          : warning ? icon("warning", Token::Warning)
                                    : icon("info", Token::Muted));
  item->setToolTip(kText, text);
  if (!issue.subject.empty()) {
    item->setToolTip(kSubject, tr("%1\nEnter or a double click shows it.").arg(item->text(kSubject)));
  }
  item->setData(kSubject, Qt::AccessibleTextRole, isError ? tr("Error") : warning ? tr("Warning") : tr("Note"));
  m_warnings += warning || isError ? 1 : 0;
  const auto& problem = m_workshop.problem();
  if ((isError && problem && problem->code == ErrorCode::NotFound) || hasRemedy(issue, RemedyKind::LocateTexture)) {
    auto* locate = named(new QPushButton(tr("Locate…")), "locateIssue");
    connect(locate, &QPushButton::clicked, this, &IssuesPanel::locateAsked, Qt::QueuedConnection);
    setButton(*item, locate);
  } else if (hasRemedy(issue, RemedyKind::LoopRange)) {
    auto* find = named(new QPushButton(tr("Find loop range…")), "loopIssue",
                       tr("Proposes the range of the clip that loops best"));
    connect(
        find, &QPushButton::clicked, this, [this, clip = item->text(kSubject)] { emit loopRangeAsked(clip); },
        Qt::QueuedConnection);
    setButton(*item, find);
  } else if (auto fix = fixFor(issue, m_workshop)) {
    auto* button = named(new QPushButton(fix->text), "fix");
    // Deferred, because the row is removed with the problem.
    connect(button, &QPushButton::clicked, this,
            [this, apply = fix->apply] { QMetaObject::invokeMethod(this, apply, Qt::QueuedConnection); });
    setButton(*item, button);
  }
}

void IssuesPanel::setButton(QTreeWidgetItem& item, QPushButton* button) {
  m_list->setItemWidget(&item, kFix, button);
  button->ensurePolished();
  const QSize size = button->sizeHint() + QSize(kButtonMargin + 2 * kPadding, kButtonMargin);
  item.setSizeHint(kFix, size);
  m_list->header()->resizeSection(kFix, std::max(m_list->columnWidth(kFix), size.width()));
}

void IssuesPanel::rebuild() {
  m_list->clear();
  m_list->header()->resizeSection(kFix, m_list->header()->minimumSectionSize());
  m_warnings = 0;
  if (const auto& problem = m_workshop.problem()) {
    show({Severity::Warning, problem->message, problem->file}, true);
  }
  // An export repeats issues of its bake.
  std::vector<Issue> shown;
  const auto showAll = [this, &shown](const std::vector<Issue>& issues) {
    for (const Issue& issue : issues) {
      const auto same = [&issue](const Issue& other) {
        return other.text == issue.text && other.subject == issue.subject;
      };
      if (std::ranges::none_of(shown, same)) {
        show(issue, false);
        shown.push_back(issue);
      }
    }
  };
  showAll(m_own);
  if (m_workshop.model()) {
    showAll(m_workshop.model()->issues);
  }
  if (m_workshop.bake()) {
    showAll(m_workshop.bake()->issues);
  }
  showAll(m_workshop.exportIssues());
  m_pages->setCurrentWidget(m_page->current() == 1 ? static_cast<QWidget*>(m_log)
                            : count() == 0         ? static_cast<QWidget*>(m_nothing)
                                                   : m_list);
  emit countChanged();
}

}  // namespace texeleton::editor

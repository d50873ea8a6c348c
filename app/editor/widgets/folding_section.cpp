#include "app/editor/widgets/folding_section.h"

#include <QHBoxLayout>

#include "app/editor/theme/icons.h"

namespace texeleton::editor {

FoldingSection::FoldingSection(const QString& title, const char* name, QWidget* parent) : QWidget(parent) {
  auto* layout = put(spaced(new QVBoxLayout(this), 4), {rule()});
  m_heading = named(new QToolButton, name);
  m_heading->setProperty("heading", true);
  m_heading->setText(title);
  m_heading->setCheckable(true);
  m_heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_heading->setIcon(icon("folded", Token::Muted));
  m_heading->setAccessibleName(title);
  m_summary = new ElidedLabel;
  m_summary->setProperty("role", "muted");
  m_summary->setAlignment(Qt::AlignRight);
  m_summary->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  layout->addLayout(put(spaced(new QHBoxLayout, 8), {m_heading, {m_summary, 1}}));
  m_content = new QWidget;
  m_body = spaced(new QVBoxLayout(m_content), 8, {0, 0, 0, 4});
  m_content->hide();
  layout->addWidget(m_content);
  connect(m_heading, &QToolButton::toggled, this, [this](bool open) {
    m_content->setVisible(open);
    m_heading->setIcon(icon(open ? "unfolded" : "folded", Token::Muted));
    emit opened(open);
  });
  connect(m_heading, &QToolButton::clicked, this, [this](bool open) {
    if (open) {
      emit openedByHand();
    }
  });
}

QSize FoldingSection::minimumSizeHint() const {
  // Widgets that were never shown lack their style, which widens them.
  for (QWidget* each : m_content->findChildren<QWidget*>()) {
    each->ensurePolished();
  }
  return QWidget::minimumSizeHint().expandedTo({m_content->minimumSizeHint().width(), 0});
}

}  // namespace texeleton::editor

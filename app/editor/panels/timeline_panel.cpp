#include "app/editor/panels/timeline_panel.h"

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <cmath>

#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

constexpr std::size_t kShownFired = 3;

}  // namespace

TimelinePanel::TimelinePanel(Workshop& workshop, Playback& playback, QWidget* parent) : Panel(parent) {
  m_view = new TimelineView(workshop, playback);
  auto* add = new QPushButton(icon("add"), tr("Add event"));
  add->setObjectName("addEvent");
  add->setToolTip(tr("At the time that is shown"));
  auto* rename = new QPushButton(tr("Rename"));
  auto* remove = new QPushButton(tr("Delete"));
  remove->setObjectName("deleteEvent");
  m_fired = label({}, "muted");
  m_fired->setFont(figuresFont(m_fired->font()));
  auto* buttons = new QHBoxLayout;
  buttons->setContentsMargins(12, 8, 12, 0);
  buttons->setSpacing(8);
  buttons->addWidget(add);
  buttons->addWidget(rename);
  buttons->addWidget(remove);
  buttons->addStretch(1);
  buttons->addWidget(m_fired);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  layout->addLayout(buttons);
  layout->addWidget(m_view, 1);

  connect(add, &QPushButton::clicked, this, [this, &playback] {
    const double frame = std::floor(playback.frame() + 0.5);
    m_view->addAt(std::min(playback.secondsOfFrame(frame), playback.clip() ? playback.clip()->lengthSeconds : 0.0));
  });
  connect(rename, &QPushButton::clicked, m_view, &TimelineView::renameSelected);
  connect(remove, &QPushButton::clicked, m_view, &TimelineView::removeSelected);
  connect(&playback, &Playback::clipChanged, this, [this, add, rename, remove](int clip) {
    for (QPushButton* button : {add, rename, remove}) {
      button->setEnabled(clip >= 0);
    }
    m_lastFired.clear();
    m_fired->clear();
  });
  connect(&playback, &Playback::fired, this, [this](const QString& name, double time) {
    m_lastFired.push_front(seconds(time, 3) + " " + name);
    m_lastFired.resize(std::min(m_lastFired.size(), kShownFired));
    const QStringList shown(m_lastFired.begin(), m_lastFired.end());
    m_fired->setText(tr("Fired %1").arg(shown.join(QString::fromUtf8(" · "))));
  });
}

}  // namespace texeleton::editor

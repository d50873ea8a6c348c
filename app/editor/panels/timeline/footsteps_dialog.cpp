#include "app/editor/panels/timeline/footsteps_dialog.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <algorithm>
#include <utility>

#include "app/editor/jobs/event_files.h"
#include "app/editor/messages/localized.h"
#include "app/editor/panels/timeline/event_edit.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

constexpr int kFootstepProgressSteps = 1000;

}  // namespace

FootstepsDialog::FootstepsDialog(Workshop& workshop, std::size_t clip, QWidget* parent)
    : QDialog(parent),
      m_workshop(workshop),
      m_clip(clip),
      m_model(workshop.bake()->model),
      m_animation(workshop.bake()->animation) {
  setObjectName("footstepsDialog");
  setWindowTitle(tr("Find footsteps"));
  resize(460, 420);
  m_where = named(new QComboBox, "footstepsWhere");
  m_where->addItems({tr("In %1").arg(QString::fromStdString(m_animation->clips[clip].name)), tr("In all clips")});
  m_list = named(new QTreeWidget, "footsteps");
  m_list->setColumnCount(2);
  m_list->setHeaderLabels({tr("Event"), tr("Time")});
  m_list->setUniformRowHeights(true);
  m_list->header()->setStretchLastSection(false);
  m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  m_progress = new QProgressBar;
  m_progress->setTextVisible(false);
  m_progress->setRange(0, kFootstepProgressSteps);
  m_text = named(wrappedLabel({}, "muted"), "footstepsText");
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  m_accept = buttons->button(QDialogButtonBox::Ok);
  auto* layout = spaced(new QVBoxLayout(this), 8, {12, 12, 12, 12});
  layout->addWidget(m_where);
  layout->addWidget(m_list, 1);
  layout->addWidget(m_progress);
  layout->addWidget(m_text);
  layout->addWidget(buttons);
  connect(m_where, &QComboBox::activated, this, &FootstepsDialog::look);
  connect(m_list, &QTreeWidget::itemChanged, this, &FootstepsDialog::count);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(&m_runner, &JobRunner::progressed, this,
          [this](double fraction) { m_progress->setValue(static_cast<int>(fraction * kFootstepProgressSteps)); });
  connect(&m_runner, &JobRunner::finished, m_progress, &QWidget::hide);
  look();
}

void FootstepsDialog::look() {
  std::vector<ClipIndex> clips;
  for (std::size_t i = 0; i < m_animation->clips.size(); ++i) {
    const ClipIndex clip = m_animation->clips[i].source.clip;
    if ((m_where->currentIndex() == 1 || i == m_clip) && std::find(clips.begin(), clips.end(), clip) == clips.end()) {
      clips.push_back(clip);
    }
  }
  m_list->clear();
  m_found.clear();
  m_progress->show();
  m_progress->setValue(0);
  m_text->setText(tr("Analysing the motion of the feet…"));
  m_accept->setEnabled(false);
  m_runner.start([this, model = m_model, clips](JobContext& job, const JobRunner::Deliver& deliver) {
    auto found = proposeFootsteps(*model, clips, job);
    if (found) {
      deliver([this, events = std::move(*found)] { show(events); });
    } else {
      deliver([this, why = found.error().message] { m_text->setText(localized(why)); });
    }
  });
}

void FootstepsDialog::show(const std::vector<recipe::ClipEvents>& found) {
  const QSignalBlocker quiet(m_list);
  m_found = found;
  m_known = 0;
  for (recipe::ClipEvents& ofClip : m_found) {
    NewEvents added = newEvents(m_workshop, ofClip);
    ofClip.events = std::move(added.events);
    m_known += added.known;
  }
  for (std::size_t c = 0; c < m_found.size(); ++c) {
    const model::Clip& clip = m_model->clips[m_found[c].clip.value];
    if (m_found[c].events.empty()) {
      continue;
    }
    auto* group = new QTreeWidgetItem(m_list, {QString::fromStdString(clip.name)});
    group->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable | Qt::ItemIsAutoTristate);
    group->setExpanded(true);
    for (std::size_t e = 0; e < m_found[c].events.size(); ++e) {
      const model::ClipEvent& event = m_found[c].events[e];
      auto* item = new QTreeWidgetItem(group, {QString::fromStdString(event.name), seconds(event.timeSeconds, 3)});
      item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable | Qt::ItemIsSelectable);
      item->setCheckState(0, Qt::Checked);
      item->setData(0, Qt::UserRole, static_cast<int>(c));
      item->setData(0, Qt::UserRole + 1, static_cast<int>(e));
      item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    }
  }
  count();
}

std::vector<recipe::ClipEvents> FootstepsDialog::chosen() const {
  std::vector<recipe::ClipEvents> events;
  for (int g = 0; g < m_list->topLevelItemCount(); ++g) {
    const QTreeWidgetItem* group = m_list->topLevelItem(g);
    for (int i = 0; i < group->childCount(); ++i) {
      const QTreeWidgetItem* item = group->child(i);
      if (item->checkState(0) != Qt::Checked) {
        continue;
      }
      const recipe::ClipEvents& ofClip = m_found[static_cast<std::size_t>(item->data(0, Qt::UserRole).toInt())];
      if (events.empty() || events.back().clip != ofClip.clip) {
        events.push_back({ofClip.clip, {}});
      }
      events.back().events.push_back(ofClip.events[static_cast<std::size_t>(item->data(0, Qt::UserRole + 1).toInt())]);
    }
  }
  return events;
}

void FootstepsDialog::count() {
  int steps = 0;
  for (const recipe::ClipEvents& ofClip : chosen()) {
    steps += static_cast<int>(ofClip.events.size());
  }
  m_accept->setEnabled(steps > 0);
  m_accept->setText(tr("Add %Ln event(s)", "", steps));
  QStringList text;
  if (m_list->topLevelItemCount() != 0) {
    text << tr("Proposed from the motion.");
  } else if (m_known == 0) {
    text << tr("No foot touches down.");
  }
  if (m_known != 0) {
    text << tr("%Ln footstep(s) are there already.", "", static_cast<int>(m_known));
  }
  m_text->setText(text.join(' '));
}

}  // namespace texeleton::editor

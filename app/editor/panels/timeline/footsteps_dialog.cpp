#include "app/editor/panels/timeline/footsteps_dialog.h"

#include <algorithm>
#include <utility>

#include "app/editor/jobs/event_files.h"
#include "app/editor/messages/localized.h"
#include "app/editor/panels/timeline/event_edit.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

FootstepsDialog::FootstepsDialog(Workshop& workshop, std::size_t clip, QWidget* parent)
    : ProposalDialog(workshop, clip, "footsteps", "footsteps", {tr("Event"), tr("Time")}, parent),
      m_workshop(workshop) {
  setWindowTitle(tr("Find footsteps"));
  resize(460, 420);
  look();
}

void FootstepsDialog::look() {
  std::vector<ClipIndex> sources;
  for (const std::size_t baked : clips()) {
    const ClipIndex source = m_animation->clips[baked].source.clip;
    if (std::ranges::find(sources, source) == sources.end()) {
      sources.push_back(source);
    }
  }
  m_found.clear();
  start(tr("Analysing the motion of the feet…"),
        [this, model = m_model, sources](JobContext& job, const JobRunner::Deliver& deliver) {
          auto found = proposeFootsteps(*model, sources, job);
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
  showChosen();
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

void FootstepsDialog::showChosen() {
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

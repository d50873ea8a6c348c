#include "app/editor/panels/timeline/timeline_panel.h"

#include <QVBoxLayout>
#include <cmath>

#include "app/editor/document/paths.h"
#include "app/editor/jobs/event_files.h"
#include "app/editor/messages/localized.h"
#include "app/editor/panels/clips/loop_range_dialog.h"
#include "app/editor/panels/timeline/footsteps_dialog.h"
#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/file_dialogs.h"
#include "app/editor/widgets/fitting_row.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kShownFired = 3;

}  // namespace

TimelinePanel::TimelinePanel(Workshop& workshop, Playback& playback, Selection& selection, QWidget* parent)
    : Panel(parent), m_workshop(workshop), m_playback(playback) {
  m_view = new TimelineView(workshop, playback, selection);
  auto* add = named(new QPushButton(icon("add"), tr("Add event")), "addEvent", tr("At the current time"));
  auto* find =
      named(new QPushButton(tr("Find footsteps…")), "findFootsteps", tr("Proposes events where feet touch down"));
  auto* loop = named(new QPushButton(tr("Find loop range…")), "findLoopRange",
                     tr("Proposes the range of the clip that loops best"));
  auto* take = named(new QPushButton(tr("Import…")), "importEvents",
                     tr("Events from JSON, CSV or the import settings of Unity (.meta)"));
  auto* more = named(new QToolButton, "moreEvents", tr("Rename, delete, copy to another clip, export"));
  more->setText(QString::fromUtf8("⋯"));
  more->setAccessibleName(more->toolTip());
  more->setPopupMode(QToolButton::InstantPopup);
  m_menu = makeMenu();
  more->setMenu(m_menu);
  m_fired = named(new ElidedLabel, "fired");
  setRole(*m_fired, "muted");
  m_fired->setFont(figuresFont(m_fired->font()));
  m_fired->setAlignment(Qt::AlignRight);
  // Buttons hidden in a narrow window are in the menu too.
  auto* buttons = new FittingRow;
  buttons->add(add);
  buttons->add(find, 2);
  buttons->add(loop, 3);
  buttons->add(take, 4);
  buttons->add(more);
  buttons->add(m_fired, 0, 1);
  put(spaced(new QVBoxLayout(this), 4, {0, 4, 0, 0}), {buttons, {m_view, 1}});

  connect(m_view, &TimelineView::told, this, &TimelinePanel::told);
  connect(m_view, &TimelineView::menuAsked, this, &TimelinePanel::showMenu);
  connect(add, &QPushButton::clicked, this, [this, &playback] {
    const double frame = std::floor(playback.frame() + 0.5);
    m_view->addAt(std::min(playback.secondsOfFrame(frame), playback.clip() ? playback.clip()->lengthSeconds : 0.0));
  });
  connect(find, &QPushButton::clicked, this, &TimelinePanel::findFootsteps);
  connect(loop, &QPushButton::clicked, this, [this] { findLoopRange(m_playback.clipNumber()); });
  connect(take, &QPushButton::clicked, this, &TimelinePanel::importWithDialog);
  const auto enable = [add, find, loop, take, more](int clip) {
    for (QWidget* button : std::initializer_list<QWidget*>{add, find, loop, take, more}) {
      button->setEnabled(clip >= 0);
    }
  };
  enable(playback.clipNumber());
  connect(&playback, &Playback::clipChanged, this, [this, enable](int clip) {
    enable(clip);
    m_lastFired.clear();
    m_fired->setWholeText({});
  });
  connect(&playback, &Playback::fired, this, [this](const QString& name, double time) {
    m_lastFired.push_front(seconds(time, 3) + " " + name);
    m_lastFired.resize(std::min(m_lastFired.size(), kShownFired));
    const QStringList shown(m_lastFired.begin(), m_lastFired.end());
    m_fired->setWholeText(tr("Fired %1").arg(shown.join(QString::fromUtf8(" · "))));
  });
}

QMenu* TimelinePanel::makeMenu() {
  auto* menu = named(new QMenu(this), "eventMenu");
  QAction* rename = menu->addAction(tr("Rename"), m_view, &TimelineView::renameSelected);
  QAction* remove = menu->addAction(tr("Delete"), m_view, &TimelineView::removeSelected);
  // The view handles these keys; the menu only shows them.
  const auto withKey = [](const QString& text, QKeySequence::StandardKey key) {
    return text + "\t" + QKeySequence(key).toString(QKeySequence::NativeText);
  };
  menu->addSeparator();
  QAction* cut =
      named(menu->addAction(withKey(tr("Cut"), QKeySequence::Cut), m_view, &TimelineView::cutSelected), "cutEvents");
  QAction* copies = named(menu->addAction(withKey(tr("Copy"), QKeySequence::Copy), m_view, &TimelineView::copySelected),
                          "copySelectedEvents");
  QAction* paste = named(menu->addAction(withKey(tr("Paste"), QKeySequence::Paste), m_view,
                                         [this] { m_view->pasteAt(m_playback.seconds()); }),
                         "pasteEvents");
  // Events of the model file cannot be edited.
  connect(menu, &QMenu::aboutToShow, this, [this, rename, remove, cut, copies, paste] {
    const auto own = std::ranges::count(m_view->selectedEvents(), false, &TimelineEvent::isFixed);
    rename->setEnabled(own == 1);
    remove->setEnabled(own > 0);
    cut->setEnabled(own > 0);
    copies->setEnabled(!m_view->selected().empty());
    paste->setEnabled(TimelineView::canPaste());
  });
  QMenu* copy = named(menu->addMenu(tr("Copy to clip")), "copyEvents");
  connect(copy, &QMenu::aboutToShow, this, [this, copy] { showCopyTargets(*copy); });
  menu->addSeparator();
  menu->addAction(tr("Find footsteps…"), this, &TimelinePanel::findFootsteps);
  menu->addAction(tr("Find loop range…"), this, [this] { findLoopRange(m_playback.clipNumber()); });
  menu->addAction(tr("Import events…"), this, &TimelinePanel::importWithDialog);
  menu->addAction(tr("Export events…"), this, &TimelinePanel::exportWithDialog);
  return menu;
}

void TimelinePanel::showMenu(const QPoint& place, bool onEvent, double seconds) {
  if (onEvent) {
    m_menu->popup(place);
    return;
  }
  auto* menu = shownOnce(named(new QMenu(this), "timeMenu"));
  menu->addAction(tr("Add event here"), m_view, [this, seconds] { m_view->addAt(seconds); });
  menu->addAction(tr("Paste events here"), m_view, [this, seconds] { m_view->pasteAt(seconds); })
      ->setEnabled(TimelineView::canPaste());
  menu->addSeparator();
  menu->addAction(tr("Begin the clip here"), m_view, [this, seconds] { m_view->setRangeEnd(true, seconds); });
  menu->addAction(tr("End the clip here"), m_view, [this, seconds] { m_view->setRangeEnd(false, seconds); });
  menu->addAction(tr("Whole clip"), m_view, &TimelineView::setWholeRange);
  menu->popup(place);
}

void TimelinePanel::showCopyTargets(QMenu& menu) {
  menu.clear();
  const auto& animation = m_playback.animation();
  if (!animation || m_view->events().empty()) {
    menu.addAction(tr("There are no events here."))->setEnabled(false);
    return;
  }
  for (std::size_t i = 0; i < animation->clips.size(); ++i) {
    if (static_cast<int>(i) == m_playback.clipNumber()) {
      continue;
    }
    menu.addAction(QString::fromStdString(animation->clips[i].name), this, [this, i] {
      const QString clip = QString::fromStdString(m_playback.animation()->clips[i].name);
      const std::vector<TimelineEvent> selected = m_view->selectedEvents();
      const std::vector<TimelineEvent>& events = selected.empty() ? m_view->events() : selected;
      const std::size_t added =
          copyEvents(m_workshop, events, i, tr("Copy %Ln event(s)", "", static_cast<int>(events.size())));
      emit told(tr("%Ln event(s) copied to %1.", "", static_cast<int>(added)).arg(clip));
    });
  }
}

void TimelinePanel::findFootsteps() {
  if (!m_workshop.bake() || m_playback.clipNumber() < 0 || m_playback.animation() != m_workshop.bake()->animation) {
    return;
  }
  auto* dialog = shownOnce(new FootstepsDialog(m_workshop, static_cast<std::size_t>(m_playback.clipNumber()), this));
  connect(dialog, &QDialog::accepted, this, [this, dialog] {
    const std::size_t added = addSourceEvents(m_workshop, dialog->chosen(), tr("Add footsteps"));
    emit told(tr("%Ln event(s) added.", "", static_cast<int>(added)));
  });
  dialog->open();
}

void TimelinePanel::findLoopRange(int clip) {
  if (!m_workshop.bake() || clip < 0 || static_cast<std::size_t>(clip) >= m_workshop.bake()->animation->clips.size()) {
    return;
  }
  auto* dialog = shownOnce(new LoopRangeDialog(m_workshop, static_cast<std::size_t>(clip), this));
  connect(dialog, &QDialog::accepted, this,
          [this, dialog] { setClipRanges(m_workshop, dialog->chosen(), tr("Cut to loop range")); });
  dialog->open();
}

void TimelinePanel::importWithDialog() {
  const fs::path file = FileDialogs::open(
      this, tr("Import events"), FileDialogs::Purpose::Events, m_workshop.document().modelFile().parent_path(),
      tr("Events (%1)").arg("*.json *.csv *.tsv *.meta") + ";;" + tr("All files (*)"));
  if (!file.empty()) {
    importFrom(file);
  }
}

void TimelinePanel::importFrom(const fs::path& file) {
  if (!m_workshop.model()) {
    return;
  }
  m_runner.start([this, file, model = m_workshop.model(), recipe = m_workshop.document().recipe()](
                     JobContext& job, const JobRunner::Deliver& deliver) {
    auto events = importEvents(file, recipe, *model, job);
    if (!events) {
      deliver([this, error = events.error()] { emit failed(tr("The events cannot be imported"), localized(error)); });
      return;
    }
    deliver([this, events = std::move(*events), issues = job.takeIssues()] {
      for (const Issue& issue : issues) {
        emit found(issue);
      }
      const std::size_t added = addSourceEvents(m_workshop, events, tr("Import events"));
      emit told(tr("%Ln event(s) added.", "", static_cast<int>(added)));
    });
  });
}

void TimelinePanel::exportWithDialog() {
  const fs::path proposed = recipe::defaultEventsFile(m_workshop.document().modelFile());
  const fs::path file = FileDialogs::save(this, tr("Export events"), proposed, tr("Events (%1)").arg("*.json *.csv"));
  if (!file.empty()) {
    exportTo(file);
  }
}

void TimelinePanel::exportTo(const fs::path& file) {
  if (!m_workshop.bake()) {
    return;
  }
  const std::vector<recipe::ClipEvents> events = allEvents(m_workshop);
  auto written = m_workshop.checkNoInput(file);
  if (written) {
    written = exportEvents(file, events, *m_workshop.bake()->model);
  }
  if (!written) {
    emit failed(tr("The events were not written"), localized(written.error()));
    return;
  }
  std::size_t count = 0;
  for (const recipe::ClipEvents& each : events) {
    count += each.events.size();
  }
  emit told(tr("%Ln event(s) written to %1.", "", static_cast<int>(count)).arg(toQString(file.filename())));
}

}  // namespace texeleton::editor

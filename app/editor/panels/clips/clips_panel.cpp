#include "app/editor/panels/clips/clips_panel.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QMessageBox>
#include <QScopedValueRollback>
#include <algorithm>
#include <set>
#include <utility>

#include "app/editor/panels/clips/rename_dialog.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

ClipsPanel::ClipsPanel(Workshop& workshop, Playback& playback, Selection& selection, ClipPreview& preview,
                       QWidget* parent)
    : Panel(parent), m_workshop(workshop), m_playback(playback), m_selection(selection), m_preview(preview) {
  m_edits = new ClipEdits(
      m_workshop, [this](const QString& users) { return askAboutUsers(users); }, this);
  connect(m_edits, &ClipEdits::refused, this, &ClipsPanel::refused);
  m_list = new ClipTree(m_workshop, m_playback);
  m_menus = new ClipMenus(m_workshop, *m_list, *m_edits, *this);

  auto* layout = put(spaced(new QVBoxLayout(this), 8, {0, 0, 0, 8}), {makeTop()});
  m_firstMotions = named(new QPushButton(tr("Add motions…")), "firstMotions");
  connect(m_firstMotions, &QPushButton::clicked, this, &ClipsPanel::motionsAsked);
  put(layout, {{m_firstMotions, 0, Qt::AlignCenter}, {m_list, 1}});
  m_cut = new ClipCutFields(m_workshop, *m_list, *m_edits);
  layout->addWidget(m_cut);

  addKeys();
  connectList();
  connectDocument();
  m_list->refill();
  m_list->selectRow(m_selection.clipRow());  // Before rebuild(), which plays the current row if it is a preview.
  rebuild();
}

QLayout* ClipsPanel::makeTop() {
  m_filter = named(new QLineEdit, "clipFilter");
  m_filter->setPlaceholderText(tr("Filter clips"));
  m_filter->setClearButtonEnabled(true);
  auto* top = put(spaced(new QHBoxLayout, 4, {12, 0, 12, 0}), {m_filter});
  m_onlyTicked = iconButton("good", tr("Show only ticked clips"), "onlyTicked");
  m_onlyTicked->setCheckable(true);
  top->addWidget(m_onlyTicked);
  auto* again = iconButton("copy", tr("Add a sub-clip: another range of the selected clip"), "duplicateClip");
  connect(again, &QToolButton::clicked, this, &ClipsPanel::duplicate);
  top->addWidget(again);
  m_addMotions = iconButton("add", tr("Add motions: clips of other files with the same bones"), "addMotions");
  connect(m_addMotions, &QToolButton::clicked, this, &ClipsPanel::motionsAsked);
  top->addWidget(m_addMotions);
  auto* more = iconButton("more", tr("Tick and rename clips"), "moreClips");
  more->setPopupMode(QToolButton::InstantPopup);
  more->setMenu(new QMenu(more));
  more->menu()->setObjectName("moreClipsMenu");
  fillMore(*more->menu());
  top->addWidget(more);
  connect(m_filter, &QLineEdit::textChanged, this, &ClipsPanel::filter);
  connect(m_onlyTicked, &QToolButton::toggled, this, &ClipsPanel::filter);
  return top;
}

void ClipsPanel::fillMore(QMenu& menu) {
  menu.setToolTipsVisible(true);
  const auto add = [this, &menu](const QString& text, const QString& tip, const char* name, const auto& does) {
    QAction* const action = named(menu.addAction(text, this, does), name, tip);
    return action;
  };
  add(tr("Only selected"), tr("Bake only the selected clips"), "onlyClips", [this] {
    const ChosenRows list = m_list->chosen();
    m_edits->tick(tr("Tick only selected clips"), list.rows, [&list](int row) { return list.isSelected(row); });
  });
  add(tr("Invert"), tr("Ticks the unticked clips and unticks the others"), "invertClips", [this] {
    m_edits->tick(tr("Invert ticked clips"), rows(),
                  [this](int row) { return !rows()[static_cast<std::size_t>(row)].ticked; });
  });
  add(tr("Rename…"), tr("Renames the selected clips at once, or all shown ones if none is selected"), "renameClips",
      [this] { renameSeveral(); });
  m_shorten =
      add(tr("Shorten names"), {}, "shortenNames", [this] { m_edits->shortenNames(rows(), names().affixes()); });
}

void ClipsPanel::addKeys() {
  const auto add = [this](const QString& text, const QKeySequence& keys) {
    auto* action = new QAction(text, this);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_list->addAction(action);
    return action;
  };
  for (const int by : {-1, 1}) {
    QAction* move =
        add(by < 0 ? tr("Move up") : tr("Move down"), QKeySequence(Qt::ALT | (by < 0 ? Qt::Key_Up : Qt::Key_Down)));
    connect(move, &QAction::triggered, this, [this, by] { moveByOne(by); });
  }
  connect(add(tr("Remove"), QKeySequence::Delete), &QAction::triggered, this, &ClipsPanel::removeSelected);
}

void ClipsPanel::connectList() {
  connect(m_list, &LinkedTree::carried, this, [this](QTreeWidgetItem* item, bool before) {
    if (const int row = m_list->rowOf(item); row >= 0) {
      moveSelected(before ? row : row + 1);
    }
  });
  connect(m_list, &LinkedTree::pointedAt, this, [this](QTreeWidgetItem* item) {
    const int row = m_list->rowOf(item);
    m_selection.pointAtClip(row < 0 ? -1 : bakedClipOf(row));
  });
  connect(&m_selection, &Selection::pointedChanged, this, [this] {
    const int row = m_list->rowOfBakedClip(m_selection.pointedClip());
    m_list->mark(row < 0 ? nullptr : itemOf(row));
  });
  connect(m_list, &ClipTree::boxTicked, this,
          [this](int row, bool ticked) { m_edits->tickSoon(m_list->chosen(), row, ticked); });
  connect(m_list, &ClipTree::allTicked, this, [this](bool ticked) {
    m_edits->tick(ticked ? tr("Tick all clips") : tr("Untick all clips"), rows(), [ticked](int) { return ticked; });
  });
  connect(m_list, &ClipTree::nameTyped, this,
          [this](int row, const QString& name) { m_edits->renameSoon(rows(), row, name); });
  connect(m_list, &ClipTree::rowsSelected, this, &ClipsPanel::showCuts);
  connect(m_list, &ClipTree::rowChosen, this, &ClipsPanel::choose);
  connect(m_list, &ClipTree::fillAwaited, this, &ClipsPanel::rebuild);
  connect(m_list, &QTreeWidget::customContextMenuRequested, m_menus, &ClipMenus::showAt);
  connect(m_menus, &ClipMenus::renamingAsked, this, &ClipsPanel::renameSeveral);
  connect(m_menus, &ClipMenus::movingAsked, this, &ClipsPanel::moveByOne);
  connect(m_menus, &ClipMenus::motionsAsked, this, &ClipsPanel::motionsAsked);
}

void ClipsPanel::connectDocument() {
  connect(&m_playback, &Playback::clipChanged, this, [this] {
    m_list->markPlaying();
    // A clip was selected elsewhere, and not because of a new bake.
    if (!m_choosing && m_playback.animation() == m_playedBake && !m_preview.isWanted()) {
      m_list->selectPlaying();
    }
    m_playedBake = m_playback.animation();
  });
  connect(&m_workshop, &Workshop::modelChanged, this, &ClipsPanel::rebuild);
  connect(&m_workshop, &Workshop::bakeChanged, this, &ClipsPanel::rebuild);
  connect(&m_workshop, &Workshop::measured, this, &ClipsPanel::showErrors);
  connect(&m_workshop.document(), &Document::changed, this, &ClipsPanel::rebuild);
  connect(&m_workshop.document(), &Document::changed, m_cut, &ClipCutFields::hideNote);
}

void ClipsPanel::rebuild() {
  if (m_list->mustWait()) {
    return;
  }
  m_addMotions->setEnabled(!m_workshop.document().isEmpty());
  m_firstMotions->setVisible(hasNoClips());
  const ClipTree::HeldColumns held(*m_list);
  m_list->refill();
  showSummary();
  m_cut->showCuts();
  showShorten();
  fitColumns();
  m_list->markPlaying();
  const int current = m_list->rowOf(m_list->currentItem());
  if (m_workshop.document().state().noClips && !rows().empty()) {
    play(std::max(current, 0));  // The original stays in view while nothing is baked.
  } else if (hasNoClips() || (m_preview.isWanted() && (current >= 0 || m_workshop.bake()))) {
    play(current);  // The previewed clip may be baked now, have another range, or be removed.
  }
}

ClipEdits::Leaving ClipsPanel::askAboutUsers(const QString& users) {
  QMessageBox box(QMessageBox::Question, "Texeleton", tr("Used by %1").arg(users),
                  QMessageBox::Yes | QMessageBox::No | QMessageBox::Cancel, this);
  box.setObjectName("clipUsers");
  box.setInformativeText(tr("These refer to clips that would no longer be baked."));
  box.button(QMessageBox::Yes)->setText(tr("&Untick and take out"));
  box.button(QMessageBox::No)->setText(tr("Untick &only"));
  box.setDefaultButton(QMessageBox::Yes);
  const int answer = box.exec();
  if (answer != QMessageBox::Yes && answer != QMessageBox::No) {
    // Shows the ticks of the document again; deferred, because the list may be emitting their change.
    QMetaObject::invokeMethod(this, &ClipsPanel::rebuild, Qt::QueuedConnection);
    return ClipEdits::Leaving::Cancel;
  }
  return answer == QMessageBox::Yes ? ClipEdits::Leaving::TakeOut : ClipEdits::Leaving::Keep;
}

void ClipsPanel::choose(int row) {
  m_selection.selectClipRow(row);
  play(row);
}

void ClipsPanel::play(int row) {
  const QScopedValueRollback choosing(m_choosing, true);
  if (row >= 0 && bakedClipOf(row) >= 0) {
    m_playback.setClip(bakedClipOf(row));
    m_preview.clear();
  } else if (row >= 0 && rows()[static_cast<std::size_t>(row)].source.isValid()) {
    m_preview.show(rows()[static_cast<std::size_t>(row)].clip);
  } else if (hasNoClips()) {
    m_preview.showBindPose();
  } else {
    m_preview.clear();
  }
}

bool ClipsPanel::hasNoClips() const { return m_workshop.model() && m_workshop.model()->clips.empty(); }

void ClipsPanel::showErrors() {
  const ClipTree::HeldColumns held(*m_list);
  m_list->showErrors();
  showSummary();
  fitColumns();
}

void ClipsPanel::showCuts() {
  m_cut->hideNote();
  m_cut->showCuts();
}

void ClipsPanel::showSummary() {
  if (!m_workshop.model()) {
    emit summaryChanged(QString());
    return;
  }
  std::size_t ticked = 0;
  std::uint64_t frames = 0;
  double length = 0.0;
  for (std::size_t i = 0; i < rows().size(); ++i) {
    const int baked = bakedClipOf(static_cast<int>(i));
    ticked += rows()[i].ticked ? 1u : 0u;
    if (rows()[i].ticked && baked >= 0) {
      const vat::BakedClip& clip = m_workshop.bake()->animation->clips[static_cast<std::size_t>(baked)];
      frames += clip.frameCount;
      length += clip.lengthSeconds;
    }
  }
  emit summaryChanged(tr("%1 of %2 · %3 · %4")
                          .arg(ticked)
                          .arg(rows().size())
                          .arg(tr("%Ln frame(s)", "", static_cast<int>(frames)), seconds(length, 1)));
}

// Offers to remove common affixes.
void ClipsPanel::showShorten() {
  const retargeting::NameAffixes& affixes = names().affixes();
  const QString prefix = QString::fromStdString(affixes.prefix);
  const QString suffix = QString::fromStdString(affixes.suffix);
  m_shorten->setVisible(!affixes.isEmpty());
  m_shorten->setToolTip(suffix.isEmpty() ? tr("Removes the prefix “%1” from all names").arg(prefix)
                        : prefix.isEmpty()
                            ? tr("Removes the suffix “%1” from all names").arg(suffix)
                            : tr("Removes the prefix “%1” and the suffix “%2” from all names").arg(prefix, suffix));
}

void ClipsPanel::filter() { m_list->setFilter(m_filter->text(), m_onlyTicked->isChecked()); }

bool ClipsPanel::showNamed(const QString& name) {
  const std::vector<QTreeWidgetItem*> found = m_list->itemsNamed(name);
  if (found.empty()) {
    return false;
  }
  m_filter->clear();
  m_onlyTicked->setChecked(false);
  m_list->selectItems(found);
  return true;
}

void ClipsPanel::moveSelected(int before) {
  const std::vector<ClipRow> moved = m_edits->move(m_list->chosen(), before);
  if (moved.empty()) {
    return;
  }
  // Moved rows stay selected.
  m_list->clearSelection();
  for (std::size_t i = 0; i < rows().size(); ++i) {
    if (std::ranges::any_of(moved, [&](const ClipRow& row) { return row.clip == rows()[i].clip; })) {
      itemOf(static_cast<int>(i))->setSelected(true);
      m_selection.selectClipRow(static_cast<int>(i));
    }
  }
}

void ClipsPanel::moveByOne(int by) {
  if (const std::optional<int> before = ClipEdits::placePastNext(m_list->chosen(), by)) {
    moveSelected(*before);
  }
}

void ClipsPanel::renameSeveral() {
  std::vector<int> which = selectedRows();
  if (which.size() < 2) {
    which = m_list->shownRows();
  }
  std::erase_if(which, [this](int row) { return !rows()[static_cast<std::size_t>(row)].source.isValid(); });
  if (which.empty()) {
    return;
  }
  const model::Model& model = *m_workshop.model();
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (std::size_t i = 0; i < rows().size(); ++i) {
    if (std::ranges::binary_search(which, static_cast<int>(i))) {
      names.push_back(rows()[i].name(model));
    } else {
      taken.insert(rows()[i].name(model));
    }
  }
  auto* dialog = shownOnce(new RenameDialog(std::move(names), std::move(taken), this));
  connect(dialog, &QDialog::accepted, this, [this, dialog, which] { m_edits->rename(rows(), which, dialog->names()); });
  dialog->open();
}

void ClipsPanel::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  fitColumns();
  // Again after the list has its new width.
  QMetaObject::invokeMethod(this, &ClipsPanel::fitColumns, Qt::QueuedConnection);
}

void ClipsPanel::fitColumns() {
  if (m_list->fitLoopWords(width())) {
    rebuild();
    return;  // rebuild() calls this again.
  }
  m_list->fitColumns();
}

}  // namespace texeleton::editor

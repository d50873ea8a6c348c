#include "app/editor/panels/clips_panel.h"

#include <QAbstractItemDelegate>
#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QScopedValueRollback>
#include <algorithm>

#include "app/editor/theme/theme.h"
#include "app/editor/widgets/flow_layout.h"
#include "app/editor/widgets/setting_field.h"
#include "core/recipe/settings.h"

namespace texeleton::editor {

ClipsPanel::ClipsPanel(Workshop& workshop, Playback& playback, Selection& selection, ClipPreview& preview,
                       QWidget* parent)
    : Panel(parent), m_workshop(workshop), m_playback(playback), m_selection(selection), m_preview(preview) {
  m_filter = new QLineEdit;
  m_filter->setPlaceholderText(tr("Filter clips"));
  m_filter->setClearButtonEnabled(true);
  m_filter->setObjectName("clipFilter");
  m_onlyTicked = iconButton("good", tr("Show only ticked clips"));
  m_onlyTicked->setObjectName("onlyTicked");
  m_onlyTicked->setCheckable(true);
  m_list = new LinkedTree;
  m_list->setCarries(true);
  m_list->setFont(figuresFont(m_list->font()));
  m_list->setObjectName("clips");
  m_list->setColumnCount(kColumnCount);
  m_list->setHeaderLabels({tr("Name"), tr("Frames"), tr("Length"), tr("Loop"), tr("Error"), tr("Memory")});
  for (int column = kFrames; column < kColumnCount; ++column) {
    m_list->headerItem()->setTextAlignment(column,
                                           (column == kLoop ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  m_list->headerItem()->setToolTip(kError,
                                   tr("The largest distance between what the texture shows and the source, at any "
                                      "vertex, on frames and between them"));
  m_list->headerItem()->setToolTip(kLoop, tr("Loop"));
  m_list->headerItem()->setToolTip(kFrames, tr("Baked poses: rows of the texture, one or several each"));
  m_list->headerItem()->setToolTip(kBytes,
                                   tr("What the frames take in the texture, on disk uncompressed and on the GPU"));
  m_list->headerItem()->setToolTip(kSeconds, tr("Of the part that is baked"));
  m_list->setRootIsDecorated(false);
  m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_list->setEditTriggers(QAbstractItemView::EditKeyPressed);
  m_list->setUniformRowHeights(true);
  m_list->setTextElideMode(Qt::ElideMiddle);
  m_list->setContextMenuPolicy(Qt::CustomContextMenu);
  m_names = new ClipNameDelegate(this);
  m_list->setItemDelegateForColumn(kName, m_names);
  m_list->header()->setStretchLastSection(false);
  m_list->header()->setMinimumSectionSize(24);
  m_list->header()->setResizeContentsPrecision(30);  // Rows that are looked at for a column's width.
  m_list->header()->setSectionResizeMode(kName, QHeaderView::Stretch);
  for (int column = kFrames; column < kColumnCount; ++column) {
    m_list->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
  }

  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 8);
  layout->setSpacing(8);
  auto* top = new QHBoxLayout;
  top->setContentsMargins(12, 0, 12, 0);
  top->setSpacing(4);
  top->addWidget(m_filter);
  top->addWidget(m_onlyTicked);
  auto* again = iconButton("copy", tr("Another cut of the selected clip"));
  again->setObjectName("duplicateClip");
  connect(again, &QToolButton::clicked, this, &ClipsPanel::duplicate);
  top->addWidget(again);
  m_addMotions = iconButton("add", tr("Add motions: clips of other files with the same bones"));
  m_addMotions->setObjectName("addMotions");
  connect(m_addMotions, &QToolButton::clicked, this, &ClipsPanel::motionsAsked);
  top->addWidget(m_addMotions);
  m_more = iconButton("more", tr("Tick and rename clips"));
  m_more->setObjectName("moreClips");
  m_more->setPopupMode(QToolButton::InstantPopup);
  m_more->setMenu(new QMenu(m_more));
  m_more->menu()->setObjectName("moreClipsMenu");
  m_more->hide();
  top->addWidget(m_more);
  layout->addLayout(top);
  layout->addWidget(m_list, 1);
  m_buttons = makeButtons();
  layout->addWidget(m_buttons);
  m_cut = makeCut();
  layout->addWidget(m_cut);

  connect(m_filter, &QLineEdit::textChanged, this, &ClipsPanel::filter);
  connect(m_onlyTicked, &QToolButton::toggled, this, &ClipsPanel::filter);
  connect(m_list, &LinkedTree::carried, this, [this](QTreeWidgetItem* item, bool before) {
    if (const int row = rowAt(item); row >= 0) {
      moveSelected(before ? row : row + 1);
    }
  });
  connect(m_list, &LinkedTree::pointedAt, this, [this](QTreeWidgetItem* item) {
    const int row = rowAt(item);
    m_selection.pointAtClip(row < 0 ? -1 : m_baked[static_cast<std::size_t>(row)]);
  });
  connect(&m_selection, &Selection::pointedChanged, this, [this] {
    const auto row = m_selection.pointedClip() < 0
                         ? m_baked.end()
                         : std::find(m_baked.begin(), m_baked.end(), m_selection.pointedClip());
    m_list->mark(row == m_baked.end() ? nullptr : m_items[static_cast<std::size_t>(row - m_baked.begin())]);
  });
  for (const int by : {-1, 1}) {
    auto* move = new QAction(by < 0 ? tr("Move up") : tr("Move down"), this);
    move->setShortcut(QKeySequence(Qt::ALT | (by < 0 ? Qt::Key_Up : Qt::Key_Down)));
    move->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_list->addAction(move);
    connect(move, &QAction::triggered, this, [this, by] { moveByOne(by); });
  }
  auto* remove = new QAction(tr("Remove"), this);
  remove->setShortcut(QKeySequence::Delete);
  remove->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  m_list->addAction(remove);
  connect(remove, &QAction::triggered, this, &ClipsPanel::removeSelected);
  connect(m_list, &QTreeWidget::itemChanged, this, &ClipsPanel::itemEdited);
  connect(m_list, &QTreeWidget::itemSelectionChanged, this, [this] {
    if (!m_showing) {  // Else the fields would lose the focus for a moment in which nothing is selected.
      m_rangeNote->hide();
      showCut();
    }
  });
  connect(m_list, &QTreeWidget::customContextMenuRequested, this, &ClipsPanel::menuAt);
  connect(m_list, &QTreeWidget::itemDoubleClicked, this, [this](QTreeWidgetItem* item, int column) {
    if (column == kName && item->data(kName, kRowRole).isValid()) {
      m_list->editItem(item, kName);
    }
  });
  connect(m_list, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
    const int row = rowAt(item);
    if (!m_showing && row >= 0) {
      m_selection.selectClipRow(row);
      play(row);
    }
  });
  connect(m_list, &QTreeWidget::itemClicked, this, [this](const QTreeWidgetItem* item) {
    if (const int row = rowAt(item); row >= 0) {
      m_selection.selectClipRow(row);
      play(row);  // Of the current one too, where something else was played meanwhile.
    }
  });
  connect(
      m_names, &QAbstractItemDelegate::closeEditor, this,
      [this] {
        if (m_isLate) {
          rebuild();
        }
      },
      Qt::QueuedConnection);
  connect(&m_playback, &Playback::clipChanged, this, [this] {
    showPlaying();
    // Chosen elsewhere, and not because another bake has come.
    if (!m_choosing && m_playback.animation() == m_playedBake && !m_preview.isWanted()) {
      selectPlaying();
    }
    m_playedBake = m_playback.animation();
  });
  connect(&m_workshop, &Workshop::modelChanged, this, &ClipsPanel::rebuild);
  connect(&m_workshop, &Workshop::bakeChanged, this, &ClipsPanel::rebuild);
  connect(&m_workshop, &Workshop::measured, this, &ClipsPanel::showErrors);
  connect(&m_workshop.document(), &Document::changed, this, &ClipsPanel::rebuild);
  connect(&m_workshop.document(), &Document::changed, m_rangeNote, &QWidget::hide);
  rebuild();
}

int ClipsPanel::rowAt(const QTreeWidgetItem* item) const {
  const QVariant row = item == nullptr ? QVariant() : item->data(kName, kRowRole);
  return row.isValid() ? row.toInt() : -1;
}

void ClipsPanel::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  fitHeight();
  fitColumns();
  // Again once the list has its new width too.
  QMetaObject::invokeMethod(this, &ClipsPanel::fitColumns, Qt::QueuedConnection);
}

QWidget* ClipsPanel::makeButtons() {
  auto* box = new QWidget;
  auto* layout = new FlowLayout(box);
  layout->setContentsMargins(12, 0, 12, 0);
  layout->setSpacing(4);
  QMenu* const menu = m_more->menu();
  menu->setToolTipsVisible(true);
  const auto add = [this, layout, menu](const QString& text, const QString& tip, const char* name, const auto& does) {
    auto* button = new QPushButton(text);
    button->setObjectName(name);
    button->setToolTip(tip);
    layout->addWidget(button);
    connect(button, &QPushButton::clicked, this, does);
    menu->addAction(text, this, does)->setToolTip(tip);
    return button;
  };
  add(tr("All"), tr("Bake every clip"), "allClips", [this] { tick(tr("Tick all clips"), [](int) { return true; }); });
  add(tr("None"), tr("Unticks all clips"), "noClips",
      [this] { tick(tr("Untick all clips"), [](int) { return false; }); });
  add(tr("Only selected"), tr("Bake the selected clips and no others"), "onlyClips", [this] {
    const std::vector<int> selected = selectedRows();
    tick(tr("Tick only selected clips"),
         [&selected](int row) { return std::binary_search(selected.begin(), selected.end(), row); });
  });
  add(tr("Invert"), tr("Ticks the unticked clips and unticks the others"), "invertClips", [this] {
    tick(tr("Invert ticked clips"), [this](int row) { return !m_rows[static_cast<std::size_t>(row)].ticked; });
  });
  add(tr("Rename…"), tr("Renames all selected clips at once; none selected: all that are shown"), "renameClips",
      [this] { renameSeveral(); });
  m_shorten = add(tr("Shorten names"), {}, "shortenNames", [this] { shortenNames(); });
  m_shortenAction = menu->actions().constLast();
  return box;
}

QWidget* ClipsPanel::makeCut() {
  auto* box = new QWidget;
  auto* layout = new QGridLayout(box);
  layout->setContentsMargins(12, 0, 12, 0);
  layout->setHorizontalSpacing(6);
  layout->setVerticalSpacing(4);
  m_from = new TimeField(-1e6, 1e6);
  m_to = new TimeField(-1e6, 1e6);
  m_rate = new SettingField(recipe::settingOf<&recipe::RecipeClip::fps>().about, 2, tr("Hz"));
  m_rate->setSpecialValueText(tr("source"));
  m_rate->setToolTip(tr("Frames baked per second; 0 takes the source's own"));
  m_loop = new QComboBox;
  // In the order of LoopMode.
  m_loop->addItems({tr("Automatic"), tr("Loops"), tr("Once"), tr("Loops, +1 frame")});
  m_loop->setToolTip(
      tr("Automatic: loops when the pose at the end is the one at the start, or one frame before it.\n"
         "Loops, +1 frame: for cycles that do not repeat their first frame at the end"));
  m_loop->setPlaceholderText(QString::fromUtf8("–"));
  m_from->setObjectName("clipFrom");
  m_to->setObjectName("clipTo");
  m_rate->setObjectName("clipRate");
  m_loop->setObjectName("clipLoop");
  layout->addWidget(label(tr("From"), "muted"), 0, 0);
  layout->addWidget(m_from, 0, 1);
  layout->addWidget(label(tr("to"), "muted"), 0, 2);
  layout->addWidget(m_to, 0, 3);
  layout->addWidget(label(tr("Rate"), "muted"), 1, 0);
  layout->addWidget(m_rate, 1, 1);
  layout->addWidget(label(tr("Loop"), "muted"), 1, 2);
  layout->addWidget(m_loop, 1, 3);
  layout->setColumnStretch(1, 1);
  layout->setColumnStretch(3, 1);
  for (QWidget* field : std::initializer_list<QWidget*>{m_from, m_to, m_rate}) {
    field->setMinimumWidth(62);
  }
  m_from->setAccessibleName(tr("From"));
  m_to->setAccessibleName(tr("to"));
  m_rate->setAccessibleName(tr("Rate"));
  m_loop->setAccessibleName(tr("Loop"));

  layout->addWidget(makeRangeNote(), 2, 0, 1, 4);
  connect(m_from, &QDoubleSpinBox::valueChanged, this, [this] { setRange(*m_from, true); });
  connect(m_to, &QDoubleSpinBox::valueChanged, this, [this] { setRange(*m_to, false); });
  connect(m_rate, &QDoubleSpinBox::valueChanged, this, [this](double value) {
    edit(tr("Change clip rate"),
         [value](ClipRow& row) { row.clip.fps = value > 0.0 ? std::optional<double>(value) : std::nullopt; });
  });
  connect(m_loop, &QComboBox::activated, this, [this](int choice) {
    edit(tr("Change clip loop"), [choice](ClipRow& row) {
      row.clip.loop = choice == 0 ? std::nullopt : std::optional(static_cast<bake::LoopMode>(choice));
    });
  });
  return box;
}

std::vector<int> ClipsPanel::selectedRows() const {
  std::vector<int> rows;
  for (const QTreeWidgetItem* item : m_list->selectedItems()) {
    if (const QVariant row = item->data(kName, kRowRole); row.isValid()) {
      rows.push_back(row.toInt());
    }
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

bool ClipsPanel::isRenaming() const {
  const auto* edit = m_list->viewport()->findChild<QLineEdit*>();
  return edit != nullptr && edit->isVisible();
}

void ClipsPanel::play(int row) {
  const auto place = static_cast<std::size_t>(row);
  const QScopedValueRollback choosing(m_choosing, true);
  if (row >= 0 && m_baked[place] >= 0) {
    m_playback.setClip(m_baked[place]);
    m_preview.clear();
  } else if (row >= 0 && m_rows[place].source.isValid()) {
    m_preview.show(m_rows[place].clip);
  } else {
    m_preview.clear();
  }
}

const model::Clip* ClipsPanel::clipOf(int row) const {
  const ClipIndex source = m_rows[static_cast<std::size_t>(row)].source;
  return source.isValid() ? &m_workshop.model()->clips[source.value] : nullptr;
}

}  // namespace texeleton::editor

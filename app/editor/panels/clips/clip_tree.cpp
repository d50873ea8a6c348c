#include "app/editor/panels/clips/clip_tree.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QLocale>
#include <QScopedValueRollback>
#include <algorithm>
#include <cmath>

#include "app/editor/document/paths.h"
#include "app/editor/document/preferences.h"
#include "app/editor/panels/bake/bake_memory.h"
#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/numbers.h"
#include "core/base/mapped.h"
#include "core/recipe/resolve.h"

namespace texeleton::editor {

namespace {

constexpr double kUsualRate = 30.0;

void setColumnModes(QHeaderView& header, QHeaderView::ResizeMode mode) {
  for (int column = ClipTree::kFrames; column < ClipTree::kColumnCount; ++column) {
    header.setSectionResizeMode(column, mode);
  }
}

Qt::Alignment alignmentOf(int column) {
  return (column == ClipTree::kLoop ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter;
}

}  // namespace

ClipTree::HeldColumns::HeldColumns(const ClipTree& list) : m_list(list) {
  setColumnModes(*m_list.header(), QHeaderView::Interactive);
}

ClipTree::HeldColumns::~HeldColumns() { setColumnModes(*m_list.header(), QHeaderView::ResizeToContents); }

ClipTree::ClipTree(const Workshop& workshop, const Playback& playback, QWidget* parent)
    : LinkedTree(parent), m_workshop(workshop), m_playback(playback) {
  setCarries(true);
  setFont(figuresFont(font()));
  setObjectName("clips");
  makeColumns();
  makeTickAll();
  setRootIsDecorated(false);
  setSelectionMode(QAbstractItemView::ExtendedSelection);
  setEditTriggers(QAbstractItemView::EditKeyPressed);
  setUniformRowHeights(true);
  setTextElideMode(Qt::ElideMiddle);
  setContextMenuPolicy(Qt::CustomContextMenu);
  m_names = new ClipNameDelegate(this);
  setItemDelegateForColumn(kName, m_names);
  header()->setStretchLastSection(false);
  header()->setMinimumSectionSize(24);
  header()->setResizeContentsPrecision(30);  // Rows examined for a column's width.
  header()->setSectionResizeMode(kName, QHeaderView::Stretch);
  setColumnModes(*header(), QHeaderView::ResizeToContents);

  connect(this, &QTreeWidget::itemChanged, this, &ClipTree::tellEdited);
  connect(this, &QTreeWidget::itemSelectionChanged, this, [this] {
    if (!m_showing) {  // Otherwise the fields would lose the focus while nothing is selected.
      emit rowsSelected();
    }
  });
  connect(this, &QTreeWidget::itemDoubleClicked, this, [this](QTreeWidgetItem* item, int column) {
    if (column == kName && rowOf(item) >= 0) {
      editItem(item, kName);
    }
  });
  connect(this, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
    if (const int row = rowOf(item); !m_showing && row >= 0) {
      emit rowChosen(row);
    }
  });
  connect(this, &QTreeWidget::itemClicked, this, [this](const QTreeWidgetItem* item) {
    if (const int row = rowOf(item); row >= 0) {
      emit rowChosen(row);  // Also for the current row: something else may have been played.
    }
  });
  connect(
      m_names, &QAbstractItemDelegate::closeEditor, this,
      [this] {
        if (m_isLate) {
          emit fillAwaited();
        }
      },
      Qt::QueuedConnection);
}

void ClipTree::makeColumns() {
  setColumnCount(kColumnCount);
  setHeaderLabels(
      {QChar(QChar::Nbsp) + tr("Name"), tr("Frames"), tr("Length"), tr("Rate"), tr("Loop"), {}, tr("Memory")});
  QTreeWidgetItem& heading = *headerItem();
  for (int column = kFrames; column < kColumnCount; ++column) {
    heading.setTextAlignment(column, alignmentOf(column));
  }
  heading.setToolTip(kError, tr("The largest distance between what the texture shows and the source, at any "
                                "vertex, on frames and between them"));
  heading.setToolTip(kLoop, tr("Loop"));
  heading.setToolTip(kFrames, tr("Baked poses: rows of the texture, one or several each"));
  heading.setToolTip(kBytes, tr("Size of the frames in the texture, uncompressed on disk and on the GPU"));
  heading.setToolTip(kSeconds, tr("Length of the baked part"));
  heading.setToolTip(kRate, tr("Frames baked per second"));
}

void ClipTree::makeTickAll() {
  QPixmap room(16, 16);  // Beside the heading.
  room.fill(Qt::transparent);
  headerItem()->setIcon(kName, room);
  m_tickAll = named(new QCheckBox(header()->viewport()), "tickAll", tr("Ticks all clips, or none"));
  m_tickAll->setAccessibleName(m_tickAll->toolTip());
  connect(m_tickAll, &QCheckBox::clicked, this, [this] {
    const bool ticks = !areAllTicked();
    showTickAll();  // A click would step through the state between.
    emit allTicked(ticks);
  });
}

bool ClipTree::areAllTicked() const {
  return !m_rows.empty() && std::ranges::all_of(m_rows, [](const ClipRow& row) { return row.ticked; });
}

void ClipTree::showTickAll() {
  const bool some = std::ranges::any_of(m_rows, [](const ClipRow& row) { return row.ticked; });
  m_tickAll->setCheckState(areAllTicked() ? Qt::Checked : some ? Qt::PartiallyChecked : Qt::Unchecked);
  m_tickAll->setEnabled(!m_rows.empty());
}

int ClipTree::rowOf(const QTreeWidgetItem* item) const {
  const QVariant row = item == nullptr ? QVariant() : item->data(kName, kRowRole);
  return row.isValid() ? row.toInt() : -1;
}

int ClipTree::rowOfBakedClip(int clip) const {
  const auto row = clip < 0 ? m_baked.end() : std::ranges::find(m_baked, clip);
  return row == m_baked.end() ? -1 : static_cast<int>(row - m_baked.begin());
}

std::vector<int> ClipTree::selectedRows() const {
  std::vector<int> rows;
  for (const QTreeWidgetItem* item : selectedItems()) {
    if (const int row = rowOf(item); row >= 0) {
      rows.push_back(row);
    }
  }
  std::ranges::sort(rows);
  return rows;
}

std::vector<int> ClipTree::shownRows() const {
  return placesWhere<int>(m_items.size(), [this](std::size_t row) { return !m_items[row]->isHidden(); });
}

int ClipTree::playingRow() const {
  return m_playback.isPreview() ? rowOf(currentItem()) : rowOfBakedClip(m_playback.clipNumber());
}

bool ClipTree::isRenaming() const {
  const auto* edit = viewport()->findChild<QLineEdit*>();
  return edit != nullptr && edit->isVisible();
}

bool ClipTree::mustWait() {
  // The end of a bake must not close an open name editor.
  const bool same = m_workshop.model() && clipRows(m_workshop.document().state(), *m_workshop.model()) == m_rows;
  m_isLate = same && isRenaming();
  return m_isLate;
}

void ClipTree::refill() {
  {
    const QScopedValueRollback showing(m_showing, true);
    const std::vector<int> selected = selectedRows();
    const int current = rowOf(currentItem());
    const std::size_t before = m_rows.size();
    clear();
    m_rows.clear();
    m_items.clear();
    m_baked.clear();
    if (m_workshop.model()) {
      addRows();
    }
    if (before == m_rows.size()) {
      if (current >= 0) {
        setCurrentItem(itemOf(current), kName, QItemSelectionModel::NoUpdate);
      }
      for (const int row : selected) {
        itemOf(row)->setSelected(true);
      }
    }
    filter();
  }
  showTickAll();
  measureNames();
  m_marked = -1;
}

void ClipTree::addRows() {
  const auto& model = m_workshop.model();
  m_rows = clipRows(m_workshop.document().state(), *model);
  const auto& bake = m_workshop.bake();
  m_baked = bake && bake->model == model ? bakedClipOfRows(m_rows, *bake->animation, *model)
                                         : std::vector<int>(m_rows.size(), -1);
  // One heading a file, if there are several.
  const auto motions = recipe::sourceFiles(m_workshop.document().recipe(), {}, pack::SourceRole::Motion);
  std::vector<QTreeWidgetItem*> groups;
  for (std::size_t i = 0; i <= motions.size() && !motions.empty(); ++i) {
    const auto file = i == 0 ? m_workshop.document().modelFile() : motions[i - 1];
    auto* group = new QTreeWidgetItem(this, {toQString(file.filename())});
    group->setFirstColumnSpanned(true);
    group->setForeground(kName, color(Token::Muted));
    group->setToolTip(kName, toQString(file));
    group->setData(kName, kMotionRole, static_cast<int>(i));
    group->setFlags(Qt::ItemIsEnabled);
    group->setExpanded(true);
    groups.push_back(group);
  }
  // Filled before insertion, because a visible list measures every row after each change.
  std::vector<QList<QTreeWidgetItem*>> members(std::max<std::size_t>(groups.size(), 1));
  for (std::size_t i = 0; i < m_rows.size(); ++i) {
    const std::size_t file = m_rows[i].source.isValid() ? model->clips[m_rows[i].source.value].motionFile : 0;
    auto* item = new QTreeWidgetItem;
    members[std::min(file, members.size() - 1)].append(item);
    item->setData(kName, kRowRole, static_cast<int>(i));
    m_items.push_back(item);
    fill(static_cast<int>(i));
  }
  fillErrors();
  if (groups.empty()) {
    addTopLevelItems(members.front());
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    groups[i]->addChildren(members[i]);
  }
}

void ClipTree::fill(int number) {
  const auto place = static_cast<std::size_t>(number);
  const ClipRow& row = m_rows[place];
  const model::Model& model = *m_workshop.model();
  QTreeWidgetItem& item = *m_items[place];
  const QString name = QString::fromStdString(row.name(model));
  item.setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemIsEditable |
                Qt::ItemIsDragEnabled);
  item.setCheckState(kName, row.ticked ? Qt::Checked : Qt::Unchecked);
  item.setText(kName, name);
  for (int column = kFrames; column < kColumnCount; ++column) {
    item.setTextAlignment(column, alignmentOf(column));
  }
  if (!row.source.isValid()) {
    item.setToolTip(
        kName,
        tr("%1 is missing in the model. Its settings are kept; Map to… in its menu assigns them to another clip.")
            .arg(name));
    item.setIcon(kName, icon("warning", Token::Warning));
    item.setForeground(kName, color(Token::Muted));
    return;
  }
  const model::Clip& source = model.clips[row.source.value];
  const double from = row.clip.from.value_or(source.startSeconds);
  const double to = row.clip.to.value_or(source.startSeconds + source.lengthSeconds);
  item.setText(kSeconds, seconds(to - from));
  const int baked = row.ticked ? m_baked[place] : -1;
  if (baked >= 0) {
    const vat::BakedAnimation& animation = *m_workshop.bake()->animation;
    const vat::BakedClip& clip = animation.clips[static_cast<std::size_t>(baked)];
    item.setText(kFrames, count(clip.frameCount));
    item.setText(kRate, tr("%1 Hz").arg(QLocale().toString(clip.sampleRateHz, 'g', 4)));
    item.setText(kLoop, m_saysLoop ? clip.loop ? tr("loops") : tr("once") : QString());
    item.setToolTip(kLoop, clip.loop ? tr("loops") : tr("once"));
    item.setIcon(kLoop, icon(clip.loop ? "loop" : "once", Token::Muted));
    std::uint64_t largest = 0;
    for (const vat::BakedClip& each : animation.clips) {
      largest = std::max(largest, bytesOf(animation, each));
    }
    item.setText(kBytes, megabytes(bytesOf(animation, clip), largest));
  } else {
    const double rate = row.clip.fps.value_or(source.sourceRateHz > 0.0 ? source.sourceRateHz : kUsualRate);
    item.setText(kFrames, count(static_cast<std::uint64_t>(std::max(1.0, std::floor((to - from) * rate + 0.5)))));
    item.setText(kRate, tr("%1 Hz").arg(QLocale().toString(rate, 'g', 4)));
    item.setText(kLoop, QString::fromUtf8("–"));
    item.setText(kBytes, QString::fromUtf8("–"));
  }
  item.setToolTip(kName, name);
  for (int column = kName; column < kColumnCount; ++column) {
    item.setForeground(column, color(row.ticked ? Token::Text : Token::Muted));
  }
}

void ClipTree::showErrors() {
  const QScopedValueRollback showing(m_showing, true);
  fillErrors();
}

void ClipTree::fillErrors() {
  headerItem()->setText(kError, tr("Error (%1)").arg(unitSign()));
  const auto& errors = m_workshop.errors();
  for (std::size_t i = 0; i < m_items.size(); ++i) {
    const int baked = m_rows[i].ticked ? m_baked[i] : -1;
    QString text = QString::fromUtf8("–");
    ErrorGrade grade = ErrorGrade::Good;
    if (baked >= 0 && !errors) {
      text = QString::fromUtf8("…");
    } else if (baked >= 0 && static_cast<std::size_t>(baked) < errors->size()) {
      const vat::ClipError& error = (*errors)[static_cast<std::size_t>(baked)];
      text = millimetreNumber(error.maxMillimetres);
      grade = m_workshop.errorLimits(static_cast<std::size_t>(baked)).gradeOf(error.maxMillimetres);
      m_items[i]->setToolTip(
          kError, tr("Largest %1, root mean square %2.\nPixel format %3, blending between frames %4, dropped "
                     "influences %5, dropped morph targets %6.\nGap at the loop: %7.")
                      .arg(millimetres(error.maxMillimetres), millimetres(error.rmsMillimetres),
                           millimetres(error.encodingMillimetres), millimetres(error.interpolationMillimetres),
                           millimetres(error.influencesMillimetres), millimetres(error.morphsMillimetres),
                           millimetres(error.loopGapMillimetres)));
    }
    m_items[i]->setText(kError, text);
    const Token token = grade == ErrorGrade::Error     ? Token::Error
                        : grade == ErrorGrade::Warning ? Token::Warning
                        : m_rows[i].ticked             ? Token::Text
                                                       : Token::Muted;
    m_items[i]->setForeground(kError, color(token));
    m_items[i]->setIcon(
        kError, grade == ErrorGrade::Good ? QIcon() : icon(grade == ErrorGrade::Error ? "error" : "warning", token));
  }
}

void ClipTree::setFilter(const QString& text, bool onlyTicked) {
  m_filterText = text;
  m_onlyTicked = onlyTicked;
  filter();
}

void ClipTree::filter() {
  for (QTreeWidgetItem* item : m_items) {
    const bool left = m_onlyTicked && item->checkState(kName) != Qt::Checked;
    const bool isOther = !m_filterText.isEmpty() && !item->text(kName).contains(m_filterText, Qt::CaseInsensitive);
    item->setHidden(left || isOther);
  }
}

// Common parts of names are grey and can be removed.
void ClipTree::measureNames() {
  std::vector<std::string> names;
  for (const ClipRow& row : m_rows) {
    if (row.source.isValid()) {
      names.push_back(row.name(*m_workshop.model()));
    }
  }
  m_names->setAffixes(retargeting::commonAffixes(names));
  const retargeting::NameAffixes& affixes = m_names->affixes();
  // The names' width, plus part of the folded affixes, the check box and the margins.
  m_longestName = 0;
  QFont bold = font();
  bold.setBold(true);
  const QFontMetrics metrics(bold);
  const QString folded = QString::fromUtf8("…");
  for (const std::string& name : names) {
    const QString own = QString::fromStdString(retargeting::withoutAffixes(name, affixes));
    const int wide = metrics.horizontalAdvance((affixes.prefix.empty() ? QString() : folded) + own +
                                               (affixes.suffix.empty() ? QString() : folded));
    m_longestName = std::max(m_longestName, wide);
  }
  constexpr int kBoxAndMargins = 34;
  m_longestName += kBoxAndMargins;
}

bool ClipTree::fitLoopWords(int width) {
  constexpr int kForLoopWords = 440;
  if (m_saysLoop == (width >= kForLoopWords)) {
    return false;
  }
  m_saysLoop = !m_saysLoop;  // The icon alone suffices.
  headerItem()->setText(kLoop, m_saysLoop ? tr("Loop") : QString());
  return true;
}

void ClipTree::fitColumns() {
  constexpr int kLeftOfBox = 3;  // As the rows' boxes.
  m_tickAll->setGeometry(kLeftOfBox, 0, m_tickAll->sizeHint().width(), header()->height());
  constexpr int kLeastForName = 84;
  constexpr int kMostForName = 250;
  int room = viewport()->width() - std::clamp(m_longestName, kLeastForName, kMostForName);
  for (int column = kFrames; column < kColumnCount; ++column) {
    room -= neededWidth(column);
  }
  for (const int column : {kRate, kBytes, kSeconds}) {
    const bool isHidden = room < 0;
    room += isHidden ? neededWidth(column) : 0;
    setColumnHidden(column, isHidden);
  }
}

// A header gives no size for hidden columns, so their last known width is used.
int ClipTree::neededWidth(int column) {
  int& heading = m_headingWidths[static_cast<std::size_t>(column)];
  if (!isColumnHidden(column)) {
    heading = header()->sectionSizeHint(column);
  }
  return std::max(sizeHintForColumn(column), heading);
}

void ClipTree::markPlaying() {
  if (isRenaming()) {
    m_isLate = true;  // A change of the item would discard the typed text.
    return;
  }
  const int playing = playingRow();
  const HeldColumns held(*this);
  const QScopedValueRollback showing(m_showing, true);
  for (const int row : {m_marked, playing}) {
    if (row >= 0 && row < static_cast<int>(m_items.size())) {
      QFont shown = font();
      shown.setBold(row == playing);
      itemOf(row)->setFont(kName, shown);
      itemOf(row)->setData(kName, Qt::AccessibleDescriptionRole, row == playing ? tr("plays") : QString());
    }
  }
  m_marked = playing;
}

void ClipTree::selectRow(int row) {
  if (row >= 0 && row < static_cast<int>(m_items.size())) {
    const QScopedValueRollback showing(m_showing, true);
    setCurrentItem(itemOf(row));
  }
}

void ClipTree::selectPlaying() {
  const int playing = playingRow();
  const std::vector<int> selected = selectedRows();
  if (playing < 0 || selected.size() != 1 || selected.front() == playing) {
    return;
  }
  {
    const QScopedValueRollback showing(m_showing, true);
    setCurrentItem(itemOf(playing));
    scrollToItem(itemOf(playing));
  }
  emit rowsSelected();
}

std::vector<QTreeWidgetItem*> ClipTree::itemsNamed(const QString& name) const {
  const auto& model = m_workshop.model();
  for (std::size_t i = 0; i < m_rows.size() && model; ++i) {
    const ClipRow& row = m_rows[i];
    const bool isSource = row.source.isValid() && model->clips[row.source.value].name == name.toStdString();
    if (isSource || row.name(*model) == name.toStdString()) {
      return {m_items[i]};
    }
  }
  std::vector<QTreeWidgetItem*> found;
  for (int i = 0; i < topLevelItemCount() && found.empty(); ++i) {
    QTreeWidgetItem* const heading = topLevelItem(i);
    const bool isFile = heading->data(kName, kMotionRole).isValid();
    for (int child = 0;
         child < heading->childCount() && isFile && heading->text(kName) == toQString(toPath(name).filename());
         ++child) {
      found.push_back(heading->child(child));
    }
  }
  return found;
}

void ClipTree::selectItems(const std::vector<QTreeWidgetItem*>& items) {
  QTreeWidgetItem* const first = items.front();
  setCurrentItem(first);
  for (QTreeWidgetItem* item : items) {
    item->setSelected(true);
  }
  scrollToItem(first->parent() != nullptr ? first->parent() : first);
  scrollToItem(first);
}

void ClipTree::tellEdited(const QTreeWidgetItem* item, int column) {
  const int row = rowOf(item);
  if (m_showing || column != kName || row < 0) {
    return;
  }
  const ClipRow& was = m_rows[static_cast<std::size_t>(row)];
  const bool ticked = item->checkState(kName) == Qt::Checked;
  const QString name = item->text(kName).trimmed();
  if (ticked != was.ticked) {
    emit boxTicked(row, ticked);
  } else if (name.toStdString() != was.name(*m_workshop.model())) {
    emit nameTyped(row, name);
  }
}

}  // namespace texeleton::editor

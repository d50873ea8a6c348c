// What the list of the Clips panel shows.

#include <QHeaderView>
#include <QScopedValueRollback>
#include <algorithm>

#include "app/editor/document/paths.h"
#include "app/editor/panels/clips_panel.h"
#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/numbers.h"
#include "core/bake/rows/frame_table.h"
#include "core/recipe/resolve.h"

namespace texeleton::editor {

std::uint64_t bytesOf(const bake::BakedAnimation& animation, const bake::BakedClip& clip) {
  return std::uint64_t{bake::storedFrameCount(animation, clip)} * animation.layout.rowsPerFrame *
         animation.layout.width * bake::texelBytes(animation.pixelFormat);
}

namespace {

constexpr double kUsualRate = 30.0;

/// Columns keep their widths while this lives: a tree measures every row of every column anew after each change of an
/// item, which took seconds at a hundred clips.
class HeldColumns {
 public:
  explicit HeldColumns(QHeaderView& header) : m_header(header) { setModes(QHeaderView::Interactive); }
  ~HeldColumns() { setModes(QHeaderView::ResizeToContents); }
  HeldColumns(const HeldColumns&) = delete;
  HeldColumns& operator=(const HeldColumns&) = delete;

 private:
  void setModes(QHeaderView::ResizeMode mode) {
    for (int column = ClipsPanel::kFrames; column < ClipsPanel::kColumnCount; ++column) {
      m_header.setSectionResizeMode(column, mode);
    }
  }
  QHeaderView& m_header;
};

}  // namespace

// Names come first: a narrow panel leaves out what the Selection panel tells too.
void ClipsPanel::fitColumns() {
  constexpr int kForLoopWords = 440;
  constexpr int kLeastForName = 84;
  constexpr int kMostForName = 250;
  // The sign alone says it too.
  if (m_saysLoop != (width() >= kForLoopWords)) {
    m_saysLoop = !m_saysLoop;
    m_list->headerItem()->setText(kLoop, m_saysLoop ? tr("Loop") : QString());
    rebuild();
    return;  // It has asked for this again.
  }
  int room = m_list->viewport()->width() - std::clamp(m_longestName, kLeastForName, kMostForName);
  for (int column = kFrames; column < kColumnCount; ++column) {
    room -= neededWidth(column);
  }
  for (const int column : {kBytes, kLoop, kFrames, kSeconds}) {
    const bool isHidden = room < 0;
    room += isHidden ? neededWidth(column) : 0;
    m_list->setColumnHidden(column, isHidden);
  }
}

void ClipsPanel::fitHeight() {
  constexpr int kLeastRows = 6;
  const int row = m_items.empty() ? 26 : m_list->sizeHintForRow(0);
  int needed = kLeastRows * row + m_list->header()->height();
  const int gap = layout()->spacing();
  needed += m_filter->sizeHint().height() + gap;
  needed += m_buttons->heightForWidth(width()) + gap;
  needed += m_cut->sizeHint().height() + gap + layout()->contentsMargins().bottom();
  const bool isLow = height() < needed;
  m_buttons->setVisible(!isLow);
  m_more->setVisible(isLow);
}

// What all names share is grey, and can be taken off.
void ClipsPanel::showAffixes() {
  std::vector<std::string> names;
  for (const ClipRow& row : m_rows) {
    if (row.source.isValid()) {
      names.push_back(row.name(*m_workshop.model()));
    }
  }
  m_names->setAffixes(retargeting::commonAffixes(names));
  const retargeting::NameAffixes& affixes = m_names->affixes();
  const QString prefix = QString::fromStdString(affixes.prefix);
  const QString suffix = QString::fromStdString(affixes.suffix);
  m_shorten->setVisible(!affixes.isEmpty());
  m_shortenAction->setVisible(!affixes.isEmpty());
  m_shorten->setToolTip(suffix.isEmpty() ? tr("Takes “%1” off the front of all names").arg(prefix)
                        : prefix.isEmpty()
                            ? tr("Takes “%1” off the end of all names").arg(suffix)
                            : tr("Takes “%1” off the front and “%2” off the end of all names").arg(prefix, suffix));
  m_shortenAction->setToolTip(m_shorten->toolTip());
  // As wide as the names themselves, with a little of what is folded, the box before them and the margins.
  m_longestName = 0;
  QFont bold = m_list->font();
  bold.setBold(true);
  const QFontMetrics metrics(bold);
  const QString folded = QString::fromUtf8("…");
  for (const std::string& name : names) {
    const QString own = QString::fromStdString(retargeting::withoutAffixes(name, affixes));
    const int wide = metrics.horizontalAdvance((prefix.isEmpty() ? QString() : folded) + own +
                                               (suffix.isEmpty() ? QString() : folded));
    m_longestName = std::max(m_longestName, wide);
  }
  constexpr int kBoxAndMargins = 34;
  m_longestName += kBoxAndMargins;
}

// A header says nothing of columns that are hidden: their headings are as wide as they were.
int ClipsPanel::neededWidth(int column) {
  int& heading = m_headingWidths[static_cast<std::size_t>(column)];
  if (!m_list->isColumnHidden(column)) {
    heading = m_list->header()->sectionSizeHint(column);
  }
  const QAbstractItemView& list = *m_list;
  return std::max(list.sizeHintForColumn(column), heading);
}

void ClipsPanel::rebuild() {
  // The end of a bake must not close the field in which a name is typed.
  const bool same = m_workshop.model() && clipRows(m_workshop.document().state(), *m_workshop.model()) == m_rows;
  m_isLate = same && isRenaming();
  if (m_isLate) {
    return;
  }
  m_addMotions->setEnabled(!m_workshop.document().isEmpty());
  const HeldColumns held(*m_list->header());
  m_showing = true;
  const std::vector<int> selected = selectedRows();
  const QVariant current = m_list->currentItem() == nullptr ? QVariant() : m_list->currentItem()->data(kName, kRowRole);
  const std::size_t before = m_rows.size();
  m_list->clear();
  m_rows.clear();
  m_items.clear();
  m_baked.clear();
  const auto& model = m_workshop.model();
  if (model) {
    m_rows = clipRows(m_workshop.document().state(), *model);
    const auto& bake = m_workshop.bake();
    m_baked = bake && bake->model == model ? bakedClipOfRows(m_rows, *bake->animation, *model)
                                           : std::vector<int>(m_rows.size(), -1);
    // A heading a file, where there are several.
    const auto motions = recipe::sourceFiles(m_workshop.document().recipe(), {}, pack::SourceRole::Motion);
    std::vector<QTreeWidgetItem*> groups;
    for (std::size_t i = 0; i <= motions.size() && !motions.empty(); ++i) {
      const auto file = i == 0 ? m_workshop.document().modelFile() : motions[i - 1];
      auto* group = new QTreeWidgetItem(m_list, {toQString(file.filename())});
      group->setFirstColumnSpanned(true);
      group->setForeground(kName, color(Token::Muted));
      group->setToolTip(kName, toQString(file));
      group->setData(kName, kMotionRole, static_cast<int>(i));
      group->setFlags(Qt::ItemIsEnabled);
      group->setExpanded(true);
      groups.push_back(group);
    }
    // Filled before they are shown: a list that is watched measures every row anew with every word.
    std::vector<QList<QTreeWidgetItem*>> members(std::max<std::size_t>(groups.size(), 1));
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
      const std::size_t file = m_rows[i].source.isValid() ? model->clips[m_rows[i].source.value].motionFile : 0;
      auto* item = new QTreeWidgetItem;
      members[std::min(file, members.size() - 1)].append(item);
      item->setData(kName, kRowRole, static_cast<int>(i));
      m_items.push_back(item);
      fill(static_cast<int>(i));
    }
    showErrorsInRows();
    if (groups.empty()) {
      m_list->addTopLevelItems(members.front());
    }
    for (std::size_t i = 0; i < groups.size(); ++i) {
      groups[i]->addChildren(members[i]);
    }
  }
  if (before == m_rows.size()) {
    if (current.isValid()) {
      m_list->setCurrentItem(itemOf(current.toInt()), kName, QItemSelectionModel::NoUpdate);
    }
    for (const int row : selected) {
      itemOf(row)->setSelected(true);
    }
  }
  filter();
  m_showing = false;
  showSummary();
  showCut();
  showAffixes();
  fitHeight();
  fitColumns();
  m_marked = -1;
  showPlaying();
  // What is looked at may be baked by now, have another range, or be gone.
  if (m_preview.isWanted()) {
    play(rowAt(m_list->currentItem()));
  }
}

int ClipsPanel::playingRow() const {
  if (m_playback.isPreview()) {
    return rowAt(m_list->currentItem());
  }
  const auto row =
      m_playback.clipNumber() < 0 ? m_baked.end() : std::find(m_baked.begin(), m_baked.end(), m_playback.clipNumber());
  return row == m_baked.end() ? -1 : static_cast<int>(row - m_baked.begin());
}

void ClipsPanel::showPlaying() {
  if (isRenaming()) {
    m_isLate = true;  // A change of the item would take back what is typed.
    return;
  }
  const int playing = playingRow();
  const HeldColumns held(*m_list->header());
  m_showing = true;
  for (const int row : {m_marked, playing}) {
    if (row >= 0 && row < static_cast<int>(m_items.size())) {
      QFont font = m_list->font();
      font.setBold(row == playing);
      itemOf(row)->setFont(kName, font);
      itemOf(row)->setData(kName, Qt::AccessibleDescriptionRole, row == playing ? tr("plays") : QString());
    }
  }
  m_marked = playing;
  m_showing = false;
}

void ClipsPanel::selectPlaying() {
  const int playing = playingRow();
  const std::vector<int> selected = selectedRows();
  if (playing >= 0 && selected.size() == 1 && selected.front() != playing) {
    {
      const QScopedValueRollback showing(m_showing, true);
      m_list->setCurrentItem(itemOf(playing));
      m_list->scrollToItem(itemOf(playing));
    }
    m_rangeNote->hide();
    showCut();
  }
}

void ClipsPanel::fill(int number) {
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
    item.setTextAlignment(column, (column == kLoop ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (!row.source.isValid()) {
    item.setToolTip(kName, tr("%1 is no longer in the model. Its settings are kept; Map to… in its menu gives them to "
                              "another clip.")
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
    const bake::BakedAnimation& animation = *m_workshop.bake()->animation;
    const bake::BakedClip& clip = animation.clips[static_cast<std::size_t>(baked)];
    item.setText(kFrames, count(clip.frameCount));
    item.setText(kLoop, m_saysLoop ? clip.loop ? tr("loops") : tr("once") : QString());
    item.setToolTip(kLoop, clip.loop ? tr("loops") : tr("once"));
    item.setIcon(kLoop, icon(clip.loop ? "loop" : "once", Token::Muted));
    std::uint64_t largest = 0;
    for (const bake::BakedClip& each : animation.clips) {
      largest = std::max(largest, bytesOf(animation, each));
    }
    item.setText(kBytes, megabytes(bytesOf(animation, clip), largest));
  } else {
    const double rate = row.clip.fps.value_or(source.sourceRateHz > 0.0 ? source.sourceRateHz : kUsualRate);
    item.setText(kFrames, count(static_cast<std::uint64_t>(std::max(1.0, std::floor((to - from) * rate + 0.5)))));
    item.setText(kLoop, QString::fromUtf8("–"));
    item.setText(kBytes, QString::fromUtf8("–"));
  }
  item.setToolTip(kName, name);
  for (int column = kName; column < kColumnCount; ++column) {
    item.setForeground(column, color(row.ticked ? Token::Text : Token::Muted));
  }
}

void ClipsPanel::showErrors() {
  const HeldColumns held(*m_list->header());
  m_showing = true;
  showErrorsInRows();
  m_showing = false;
  showSummary();
  fitColumns();
}

void ClipsPanel::showErrorsInRows() {
  const auto& errors = m_workshop.errors();
  for (std::size_t i = 0; i < m_items.size(); ++i) {
    const int baked = m_rows[i].ticked ? m_baked[i] : -1;
    QString text = QString::fromUtf8("–");
    ErrorGrade grade = ErrorGrade::Good;
    if (baked >= 0 && !errors) {
      text = QString::fromUtf8("…");
    } else if (baked >= 0 && static_cast<std::size_t>(baked) < errors->size()) {
      const bake::ClipError& error = (*errors)[static_cast<std::size_t>(baked)];
      text = millimetres(error.maxMillimetres);
      grade = m_workshop.errorLimits(static_cast<std::size_t>(baked)).gradeOf(error.maxMillimetres);
      m_items[i]->setToolTip(
          kError, tr("Largest %1, mean square %2.\nOf it the pixel format %3, blending between "
                     "frames %4, dropped influences %5, dropped morph targets %6.\nGap at the loop: %7.")
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

void ClipsPanel::showSummary() {
  if (!m_workshop.model()) {
    emit summaryChanged(QString());
    return;
  }
  std::size_t ticked = 0;
  std::uint64_t frames = 0;
  double length = 0.0;
  for (std::size_t i = 0; i < m_rows.size(); ++i) {
    ticked += m_rows[i].ticked ? 1u : 0u;
    if (m_rows[i].ticked && m_baked[i] >= 0) {
      const bake::BakedClip& clip = m_workshop.bake()->animation->clips[static_cast<std::size_t>(m_baked[i])];
      frames += clip.frameCount;
      length += clip.lengthSeconds;
    }
  }
  emit summaryChanged(tr("%1 of %2 · %3 · %4")
                          .arg(ticked)
                          .arg(m_rows.size())
                          .arg(tr("%Ln frame(s)", "", static_cast<int>(frames)), seconds(length, 1)));
}

void ClipsPanel::filter() {
  const QString wanted = m_filter->text();
  for (QTreeWidgetItem* item : m_items) {
    const bool left = m_onlyTicked->isChecked() && item->checkState(kName) != Qt::Checked;
    item->setHidden(left || (!wanted.isEmpty() && !item->text(kName).contains(wanted, Qt::CaseInsensitive)));
  }
}

bool ClipsPanel::showNamed(const QString& name) {
  const auto& model = m_workshop.model();
  std::vector<QTreeWidgetItem*> found;
  for (std::size_t i = 0; i < m_rows.size() && model; ++i) {
    const ClipRow& row = m_rows[i];
    const bool isSource = row.source.isValid() && model->clips[row.source.value].name == name.toStdString();
    if (found.empty() && (isSource || row.name(*model) == name.toStdString())) {
      found.push_back(m_items[i]);
    }
  }
  for (int i = 0; i < m_list->topLevelItemCount() && found.empty(); ++i) {
    QTreeWidgetItem* const heading = m_list->topLevelItem(i);
    const bool isFile = heading->data(kName, kMotionRole).isValid();
    for (int child = 0;
         child < heading->childCount() && isFile && heading->text(kName) == toQString(toPath(name).filename());
         ++child) {
      found.push_back(heading->child(child));
    }
  }
  if (found.empty()) {
    return false;
  }
  m_filter->clear();
  m_onlyTicked->setChecked(false);
  m_list->setCurrentItem(found.front());
  for (QTreeWidgetItem* item : found) {
    item->setSelected(true);
  }
  m_list->scrollToItem(found.front()->parent() != nullptr ? found.front()->parent() : found.front());
  m_list->scrollToItem(found.front());
  return true;
}

}  // namespace texeleton::editor

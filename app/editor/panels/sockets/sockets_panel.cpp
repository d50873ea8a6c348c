#include "app/editor/panels/sockets/sockets_panel.h"

#include <QHBoxLayout>
#include <QRegularExpression>
#include <algorithm>

#include "app/editor/document/attachment_edit.h"
#include "app/editor/messages/localized.h"
#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"

namespace texeleton::editor {

namespace {

constexpr int kHintLines = 4;
constexpr int kPauseMilliseconds = 300;

/// Position and reason of a syntax error in an expression; empty: it is valid.
QString problemOf(const QString& pattern) {
  const QRegularExpression expression(pattern);
  if (expression.isValid()) {
    return {};
  }
  const auto at = std::min<qsizetype>(std::max<qsizetype>(expression.patternErrorOffset(), 0), pattern.size());
  const QString mark = QString("<span style=\"color:%1\">%2<u><b>%3</b></u>%4</span>")
                           .arg(color(Token::Error).name(), pattern.left(at).toHtmlEscaped(),
                                at < pattern.size() ? pattern.mid(at, 1).toHtmlEscaped() : QString::fromUtf8("‸"),
                                pattern.mid(at + 1).toHtmlEscaped());
  return SocketsPanel::tr("Character %1: %2").arg(at + 1).arg(expression.errorString().toHtmlEscaped()) + "<br><tt>" +
         mark + "</tt>";
}

}  // namespace

SocketsPanel::SocketsPanel(Workshop& workshop, Selection& selection,
                           const std::map<std::string, viewport::HeldObject>& held, QWidget* parent)
    : Panel(parent), m_workshop(workshop), m_selection(selection) {
  for (const auto& [socket, object] : held) {
    m_held[QString::fromStdString(socket)] = object;
  }
  m_filters = spaced(new QVBoxLayout, 4, {12, 0, 12, 0});
  auto* layout = put(spaced(new QVBoxLayout(this), 8, {0, 0, 0, 8}), {m_filters});
  auto* add = iconButton("add", tr("Another expression"), "flat");
  add->setText(tr("Add expression"));
  add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  auto* bottom = put(spaced(new QHBoxLayout, -1, {12, 0, 12, 0}), {add, Stretch()});
  layout->addLayout(bottom);
  m_hint = wrappedLabel(
      tr("Bones whose full name matches become sockets, to which objects are attached. Try weapon.* or hand_[lr]."),
      "muted");
  m_hint->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  m_hint->setMinimumHeight(kHintLines * fontMetrics().lineSpacing());  // Docks do not support height for width.
  m_hint->setContentsMargins(12, 0, 12, 0);
  layout->addWidget(m_hint, 1);
  m_matches = named(new QListWidget, "socketMatches");
  m_matches->setUniformItemSizes(true);
  m_matches->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
  m_matches->setTextElideMode(Qt::ElideMiddle);
  m_matches->setAccessibleName(tr("Sockets"));
  m_matches->setMouseTracking(true);
  m_matches->viewport()->installEventFilter(this);
  layout->addWidget(m_matches, 1);
  m_heldBox = makeHeld();
  layout->addWidget(m_heldBox);

  connect(add, &QToolButton::clicked, this, [this] {
    m_rows.push_back(makeRow(static_cast<int>(m_rows.size())));
    m_rows.back().edit->setFocus();
  });
  connect(m_matches, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) {
    showHeld();
    if (item != nullptr) {
      m_selection.selectBone(NodeIndex(item->data(Qt::UserRole).toULongLong()));
    }
  });
  connect(m_matches, &QListWidget::itemClicked, this, [this](const QListWidgetItem* item) {
    m_selection.selectBone(NodeIndex(item->data(Qt::UserRole).toULongLong()));
  });
  connect(m_matches, &QListWidget::itemEntered, this, [this](const QListWidgetItem* item) {
    m_selection.pointAtBone(NodeIndex(item->data(Qt::UserRole).toULongLong()));
  });
  connect(m_matches, &QListWidget::viewportEntered, this, [this] { m_selection.pointAtBone({}); });
  connect(m_matches, &QListWidget::itemChanged, this, &SocketsPanel::renamed);
  connect(&m_selection, &Selection::boneChanged, this, &SocketsPanel::showSelected);
  afterPause(m_pause, kPauseMilliseconds, this, [this] {
    if (std::ranges::all_of(m_rows, [](const Row& row) { return problemOf(row.edit->text()).isEmpty(); })) {
      commit();
    }
  });
  connect(&m_workshop.document(), &Document::replaced, this, [this] { showFilters(true); });
  connect(&m_workshop.document(), &Document::changed, this, [this] { showFilters(false); });
  connect(&m_workshop, &Workshop::modelChanged, this, &SocketsPanel::showMatches);
  showFilters(true);
}

// Objects held in the viewport, to check the placement of the selected socket.
QWidget* SocketsPanel::makeHeld() {
  auto* box = new QWidget;
  m_shape = named(comboBox({tr("Nothing"), tr("Dagger"), tr("Staff"), tr("Shield")}), "heldShape",
                  tr("Sample object on the selected socket, to check its position and rotation; not part of the "
                     "pack"));
  m_shape->setAccessibleName(tr("Object at the socket"));
  m_roll = named(new NumberField(-360, 360, 1, QString::fromUtf8("°")), "heldRoll",
                 tr("Roll about the Z axis of the socket"));
  m_roll->setAccessibleName(tr("Roll"));
  m_scale =
      named(new NumberField(0.01, 100, 2, QString::fromUtf8("×")), "heldScale", tr("Size relative to the default"));
  m_scale->setAccessibleName(tr("Size"));
  put(spaced(new QHBoxLayout(box), 4, {12, 0, 12, 0}), {{m_shape, 1}, m_roll, m_scale});
  connect(m_shape, &QComboBox::activated, this, &SocketsPanel::holdObject);
  connect(m_roll, &QDoubleSpinBox::valueChanged, this, &SocketsPanel::holdObject);
  connect(m_scale, &QDoubleSpinBox::valueChanged, this, &SocketsPanel::holdObject);
  connect(&m_workshop.document(), &Document::replaced, this, [this] {
    m_held.clear();
    m_names.clear();
    showHeld();
  });
  return box;
}

void SocketsPanel::showHeld() {
  const QListWidgetItem* socket = m_matches->currentItem();
  m_heldBox->setVisible(!m_matches->isHidden() && m_workshop.model() != nullptr);
  m_heldBox->setEnabled(socket != nullptr);
  const auto known = socket != nullptr ? m_held.find(socket->text()) : m_held.end();
  const viewport::HeldObject held = known != m_held.end() ? known->second : viewport::HeldObject();
  m_shape->setCurrentIndex(static_cast<int>(held.shape));
  m_roll->show(static_cast<double>(held.rollDegrees));
  m_scale->show(static_cast<double>(held.scale));
}

void SocketsPanel::holdObject() {
  if (const QListWidgetItem* socket = m_matches->currentItem()) {
    viewport::HeldObject& held = m_held[socket->text()];
    held = {static_cast<viewport::HeldObject::Shape>(m_shape->currentIndex()), static_cast<float>(m_roll->value()),
            static_cast<float>(m_scale->value())};
    emit heldChanged(socket->text(), held);
  }
}

bool SocketsPanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Leave) {
    m_selection.pointAtBone({});
  }
  return Panel::eventFilter(watched, event);
}

SocketsPanel::Row SocketsPanel::makeRow(int number) {
  Row row;
  row.box = new QWidget;
  row.edit = named(new QLineEdit, QString("expose%1").arg(number));
  row.edit->setFont(monospacedFont());
  row.edit->setPlaceholderText(tr("Expression, e.g. weapon.*"));
  row.edit->setAccessibleName(tr("Expression for sockets"));
  row.caseButton = iconButton("case", tr("Match case"));
  row.caseButton->setCheckable(true);
  row.caseButton->setChecked(true);
  auto* remove = iconButton("remove", tr("Remove the expression"), "flat");
  auto* line = put(spaced(new QHBoxLayout, 4), {{row.edit, 1}, row.caseButton, remove});
  auto* column = put(spaced(new QVBoxLayout(row.box), 2), {line});
  row.problem = named(wrappedLabel({}, "error"), QString("exposeProblem%1").arg(number));
  row.problem->setTextFormat(Qt::RichText);
  row.problem->hide();
  column->addWidget(row.problem);
  m_filters->addWidget(row.box);
  letUndoThrough(*row.edit);
  connect(row.edit, &QLineEdit::textEdited, this, [this, number] {
    check(m_rows[static_cast<std::size_t>(number)]);
    m_pause.start();
  });
  connect(row.edit, &QLineEdit::editingFinished, this, [this, number] { finished(static_cast<std::size_t>(number)); });
  connect(row.caseButton, &QToolButton::toggled, this, [this, number] { finished(static_cast<std::size_t>(number)); });
  connect(remove, &QToolButton::clicked, this, [this, number] {
    m_rows[static_cast<std::size_t>(number)].edit->clear();
    // Deferred, because the row is removed.
    QMetaObject::invokeMethod(
        this,
        [this] {
          m_workshop.document().set(tr("Remove socket expression"), &recipe::RecipeBake::expose, typed());
          showFilters(true);
        },
        Qt::QueuedConnection);
  });
  return row;
}

std::vector<recipe::RecipeExpose> SocketsPanel::typed() const {
  std::vector<recipe::RecipeExpose> filters;
  for (const Row& row : m_rows) {
    if (const auto filter = filterOf(row)) {
      filters.push_back(*filter);
    }
  }
  return filters;
}

/// The typed expression, or the previous one if it is invalid; nothing for an empty field.
std::optional<recipe::RecipeExpose> SocketsPanel::filterOf(const Row& row) {
  const QString pattern = row.edit->text();
  if (pattern.isEmpty()) {
    return std::nullopt;
  }
  if (!problemOf(pattern).isEmpty()) {
    return row.stored;
  }
  recipe::RecipeExpose filter = row.stored.value_or(recipe::RecipeExpose());
  filter.pattern = pattern.toStdString();
  filter.caseSensitive = row.caseButton->isChecked();
  return filter;
}

void SocketsPanel::check(const Row& row) {
  const QString problem = problemOf(row.edit->text());
  setState(*row.edit, "wrong", !problem.isEmpty());
  showText(*row.problem, problem);
}

void SocketsPanel::commit() {
  m_pause.stop();
  m_workshop.document().set(tr("Change socket expression"), &recipe::RecipeBake::expose, typed(), kMergeExpose);
}

void SocketsPanel::finished(std::size_t number) {
  if (number < m_rows.size()) {
    commit();
    m_rows[number].stored = filterOf(m_rows[number]);
  }
}

void SocketsPanel::showFilters(bool anew) {
  const std::vector<recipe::RecipeExpose>& filters = m_workshop.document().recipe().bake.expose;
  const bool isOther = filters != m_known && filters != typed();  // Fields being edited are kept.
  m_known = filters;
  if (anew || isOther || m_rows.empty()) {
    m_pause.stop();
    for (const Row& row : m_rows) {
      m_filters->removeWidget(row.box);
      row.box->deleteLater();
    }
    m_rows.clear();
    for (std::size_t i = 0; i < std::max<std::size_t>(filters.size(), 1); ++i) {
      m_rows.push_back(makeRow(static_cast<int>(i)));
      if (i < filters.size()) {
        const QSignalBlocker quiet(m_rows[i].caseButton);
        m_rows[i].stored = filters[i];
        m_rows[i].edit->setText(QString::fromStdString(filters[i].pattern));
        m_rows[i].caseButton->setChecked(filters[i].caseSensitive);
        check(m_rows[i]);
      }
    }
  }
  showMatches();
}

// The held object of a socket follows its name, also when that is undone.
void SocketsPanel::followName(const std::string& bone, const QString& name) {
  QString& before = m_names[bone];
  if (!before.isEmpty() && before != name) {
    if (auto held = m_held.extract(before); !held.empty()) {
      held.key() = name;
      emit heldChanged(before, {});
      emit heldChanged(name, held.mapped());
      m_held.insert(std::move(held));
    }
  }
  before = name;
}

void SocketsPanel::renamed(const QListWidgetItem* item) {
  const auto node = static_cast<std::size_t>(item->data(Qt::UserRole).toULongLong());
  const std::string bone = m_workshop.model()->nodes[node].name;
  const std::string name = item->text().trimmed().toStdString();
  // Deferred, because the list is emitting the change.
  QMetaObject::invokeMethod(
      this,
      [this, bone, name] {
        DocumentState next = m_workshop.document().state();
        renameSocket(next.recipe.bake, bone, name);
        m_workshop.document().setState(tr("Rename socket"), std::move(next));
        showMatches();
      },
      Qt::QueuedConnection);
}

// A valid expression that cannot be evaluated: shown below its row.
void SocketsPanel::showProblem(const Error& error) {
  for (const Row& row : m_rows) {
    const std::string pattern = row.edit->text().toStdString();
    if (!pattern.empty() && error.message.find('"' + pattern + '"') != std::string::npos) {
      setState(*row.edit, "wrong", true);
      showText(*row.problem, localized(error).toHtmlEscaped());
    }
  }
}

bool SocketsPanel::showNamed(const QString& name) {
  for (const Row& row : m_rows) {
    if (!name.isEmpty() && row.edit->text() == name) {
      row.edit->setFocus();
      row.edit->selectAll();
      return true;
    }
  }
  const QList<QListWidgetItem*> found = m_matches->findItems(name, Qt::MatchExactly | Qt::MatchCaseSensitive);
  if (!found.isEmpty()) {
    m_matches->setCurrentItem(found.front());
  }
  return !found.isEmpty();
}

void SocketsPanel::showSelected() {
  const QSignalBlocker quiet(m_matches);
  int found = -1;
  for (int i = 0; i < m_matches->count(); ++i) {
    if (m_selection.bone().isValid() &&
        m_matches->item(i)->data(Qt::UserRole).toULongLong() == m_selection.bone().value) {
      found = i;
    }
  }
  m_matches->setCurrentRow(found);
  showHeld();
}

void SocketsPanel::showMatches() {
  const QSignalBlocker quiet(m_matches);
  m_matches->clear();
  const auto& model = m_workshop.model();
  const std::vector<recipe::RecipeExpose>& expose = m_workshop.document().recipe().bake.expose;
  m_hint->setVisible(expose.empty());
  m_matches->setVisible(!expose.empty());
  if (!model) {
    showHeld();
    emit summaryChanged(QString());
    return;
  }
  m_finder.find(model, expose, [this, model](const Result<std::vector<NodeIndex>>& nodes) {
    if (model != m_workshop.model()) {
      return;
    }
    if (!nodes) {
      showProblem(nodes.error());
    }
    listMatches(*model, nodes.value_or(std::vector<NodeIndex>()));
  });
}

void SocketsPanel::listMatches(const model::Model& model, const std::vector<NodeIndex>& nodes) {
  const QSignalBlocker quiet(m_matches);
  m_matches->clear();
  for (const NodeIndex node : nodes) {
    const std::string& bone = model.nodes[node.value].name;
    const QString name = QString::fromStdString(socketNameOf(m_workshop.document().recipe().bake, bone));
    followName(bone, name);
    auto* item = new QListWidgetItem(icon("socket", Token::Accent), name, m_matches);
    item->setData(Qt::UserRole, static_cast<qulonglong>(node.value));
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable);
    item->setToolTip(tr("Bone %1. F2 renames the socket.").arg(QString::fromStdString(bone)));
  }
  showSelected();
  emit summaryChanged(m_matches->isHidden() ? QString()
                      : nodes.empty()       ? tr("No bone matches this expression")
                                            : tr("%Ln match(es)", "", static_cast<int>(nodes.size())));
}

}  // namespace texeleton::editor

#include "app/editor/panels/selection/selection_panel.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLocale>
#include <QVBoxLayout>

#include "app/editor/theme/theme.h"
#include "app/editor/view/transform_fields.h"
#include "app/editor/widgets/numbers.h"
#include "app/editor/widgets/scrolled.h"

namespace texeleton::editor {

namespace {

constexpr int kSoonMilliseconds = 100;

}  // namespace

SelectionPanel::SelectionPanel(Workshop& workshop, Playback& playback, Selection& selection, const ClipsPanel& clips,
                               ViewportArea& viewport, QWidget* parent)
    : Panel(parent),
      m_workshop(workshop),
      m_selection(selection),
      m_bakeSubjects(workshop, selection, clips, viewport),
      m_modelSubjects(workshop, selection) {
  auto* content = new QWidget;
  m_title = named(wrappedLabel({}, "title"), "selectionTitle");
  m_hint = wrappedLabel(
      tr("Click a bone, a mesh, a material, a clip, a character, an event or a texel to see its values."), "muted");
  auto* layout = put(spaced(new QVBoxLayout(content), 6, {12, 0, 12, 8}), {m_title, m_hint});
  // Editable fields come first, so that they are visible in a low window.
  m_event = new EventFields(workshop, playback, selection);
  put(layout, {m_event, makeStage(viewport.gizmo())});
  auto* values = new QWidget;
  m_form = spaced(new QFormLayout(values), 12, 4);
  m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
  layout->addWidget(values);
  m_ragdoll = new RagdollFields(workshop, selection, viewport.effects().ragdoll());
  put(layout, {m_ragdoll, Stretch()});
  put(spaced(new QVBoxLayout(this)), {new Scrolled(content)});

  afterPause(m_soon, kSoonMilliseconds, this, &SelectionPanel::refresh);
  connect(&m_selection, &Selection::changed, this, &SelectionPanel::refresh);
  connect(&playback, &Playback::moved, this, &SelectionPanel::showSoon);
  connect(&playback, &Playback::clipChanged, this, &SelectionPanel::showSoon);
  connect(&viewport.effects(), &SceneEffects::posed, this, &SelectionPanel::showSoon);
  connect(&m_workshop, &Workshop::bakeChanged, this, [this] {
    m_bakeSubjects.takeBake();
    showSoon();
  });
  connect(&m_workshop, &Workshop::measured, this, &SelectionPanel::showSoon);
  connect(&m_workshop.document(), &Document::changed, this, &SelectionPanel::showSoon);
  refresh();
}

// Items that the gizmo moves and no other panel shows: the character, the light, the camera's target.
QWidget* SelectionPanel::makeStage(GizmoControl& gizmo) {
  auto* stage = new QWidget;
  QLabel* title = named(label({}, "title"), "stageTitle");
  auto* fields = new TransformFields(gizmo, "stage");
  put(spaced(new QVBoxLayout(stage), 4), {title, fields});
  const auto follow = [this, stage, title, fields, &gizmo] {
    const bool isShown = gizmo.hasTarget() && !gizmo.title().isEmpty();
    title->setText(gizmo.title());
    fields->setTarget(isShown ? gizmo.target() : nullptr);
    stage->setVisible(isShown);
    m_hasStage = isShown;
    refresh();
  };
  connect(&gizmo, &GizmoControl::changed, this, follow);
  stage->setVisible(false);
  return stage;
}

void SelectionPanel::showSoon() {
  if (!m_soon.isActive()) {
    m_soon.start();
  }
}

void SelectionPanel::refresh() {
  const bool isTyping = m_event->isAncestorOf(QApplication::focusWidget());
  if (isTyping && m_workshop.model() && !m_workshop.isBakeOfModel()) {
    return;  // A typed change is being baked: the fields must keep the focus.
  }
  const SelectionFacts told = facts();
  const bool isSomething = !told.rows.empty();
  m_title->setText(told.title);
  m_title->setToolTip(told.title);
  emit summaryChanged(told.kind);
  for (std::size_t i = 0; i < told.rows.size(); ++i) {
    showRow(told.rows[i], i);
  }
  m_hint->setVisible(!isSomething && !m_hasStage);
  m_ragdoll->refresh();
  const bool isEvent = isSomething && m_selection.subject() == Selection::Subject::Event;
  m_event->setVisible(isEvent);
  m_title->setVisible(isSomething && !isEvent);  // An event's name is its first field.
  for (std::size_t i = 0; i < m_lines.size(); ++i) {
    m_lines[i].name->setVisible(i < told.rows.size());
    const bool isPosition = i < told.rows.size() && told.rows[i].position;
    m_lines[i].value->parentWidget()->setVisible(i < told.rows.size());
    m_lines[i].value->setVisible(!isPosition);
    m_lines[i].position->setVisible(isPosition);
  }
  if (const bool isEmpty = !isSomething && !m_hasStage; isEmpty != m_isEmpty) {
    m_isEmpty = isEmpty;
    emit emptyChanged(isEmpty);
  }
}

SelectionFacts SelectionPanel::facts() {
  const bool canShow = m_workshop.model() && m_workshop.isBakeOfModel();
  switch (canShow ? m_selection.subject() : Selection::Subject::None) {
    case Selection::Subject::Bone:
      return m_bakeSubjects.bone();
    case Selection::Subject::Clip:
      return m_bakeSubjects.clip();
    case Selection::Subject::Instances:
      return m_bakeSubjects.instances();
    case Selection::Subject::Event:
      return m_event->fill();
    case Selection::Subject::Texel:
      return m_bakeSubjects.texel();
    case Selection::Subject::Mesh:
      return m_modelSubjects.mesh();
    case Selection::Subject::Material:
      return m_modelSubjects.material();
    case Selection::Subject::Variant:
      return m_modelSubjects.variant();
    case Selection::Subject::None:
      break;
  }
  return {};
}

SelectionPanel::Line SelectionPanel::makeLine(std::size_t place) {
  Line line;
  line.name = label({}, "muted");
  line.value = named(wrappedLabel({}), QString("selectionValue%1").arg(place));
  line.value->setTextInteractionFlags(Qt::TextSelectableByMouse);
  line.position = new QWidget;
  auto* fields = spaced(new QHBoxLayout(line.position), 3);
  for (std::size_t axis = 0; axis < line.axes.size(); ++axis) {
    auto* field = named(new QLineEdit, QString("selection%1%2").arg(kAxisNames[axis]).arg(place));
    field->setProperty("narrow", true);
    field->setReadOnly(true);
    field->setMinimumWidth(44);
    field->setFont(figuresFont(font()));
    field->setAccessibleName(kAxisNames[axis]);
    fields->addWidget(label(kAxisNames[axis], "muted"));
    fields->addWidget(field, 1);
    line.axes[axis] = field;
  }
  auto* cell = new QWidget;
  put(spaced(new QVBoxLayout(cell)), {line.value, line.position});
  m_form->addRow(line.name, cell);
  return line;
}

void SelectionPanel::showRow(const SelectionFacts::Row& row, std::size_t place) {
  if (place == m_lines.size()) {
    m_lines.push_back(makeLine(place));
  }
  const Line& line = m_lines[place];
  line.name->setText(row.name);
  line.value->setText(row.value);
  line.value->setToolTip(row.tip);
  line.value->setFont(row.isCode ? monospacedFont() : figuresFont(font()));
  for (std::size_t axis = 0; row.position && axis < line.axes.size(); ++axis) {
    QLineEdit& field = *line.axes[axis];
    const QString text = QLocale().toString((*row.position)[static_cast<glm::length_t>(axis)], 'f', row.decimals);
    if (field.text() != text && !field.hasSelectedText()) {  // A selected number stays until it is copied.
      field.setText(text);
      field.setCursorPosition(0);
    }
  }
}

}  // namespace texeleton::editor

#include "app/editor/panels/selection_panel.h"

#include <QApplication>
#include <QLocale>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "app/editor/document/paths.h"
#include "app/editor/panels/bake_memory.h"
#include "app/editor/panels/texel_info.h"
#include "app/editor/panels/texture_panel.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/numbers.h"
#include "app/editor/widgets/scrolled.h"
#include "core/bake/bake.h"
#include "core/recipe/resolve.h"

namespace texeleton::editor {

namespace {

constexpr int kSoonMilliseconds = 100;

QString vectorText(const glm::dvec3& v, int decimals, const QString& unit = {}) {
  const QLocale locale;
  return QString("X %1  Y %2  Z %3")
      .arg(locale.toString(v.x, 'f', decimals) + unit, locale.toString(v.y, 'f', decimals) + unit,
           locale.toString(v.z, 'f', decimals) + unit);
}

/// Degrees about X, then Y, then Z of the world. Shear and scale are left out.
glm::dvec3 degreesOf(const glm::dmat4& world) {
  const glm::dvec3 x = glm::normalize(glm::dvec3(world[0]));
  const glm::dvec3 y = glm::normalize(glm::dvec3(world[1]) - x * glm::dot(x, glm::dvec3(world[1])));
  const glm::dvec3 z = glm::cross(x, y);
  const double about = std::asin(std::clamp(-x.z, -1.0, 1.0));
  return glm::degrees(glm::dvec3(std::atan2(y.z, z.z), about, std::atan2(x.y, x.x)));
}

QString subjectText(Selection::Subject subject) {
  switch (subject) {
    case Selection::Subject::Bone:
      return SelectionPanel::tr("bone");
    case Selection::Subject::Clip:
      return SelectionPanel::tr("clip");
    case Selection::Subject::Instances:
      return SelectionPanel::tr("character");
    case Selection::Subject::Texel:
      return SelectionPanel::tr("texel");
    case Selection::Subject::Event:  // These say it themselves.
    case Selection::Subject::Mesh:
    case Selection::Subject::Material:
    case Selection::Subject::Variant:
    case Selection::Subject::None:
      break;
  }
  return {};
}

}  // namespace

SelectionPanel::SelectionPanel(Workshop& workshop, Playback& playback, Selection& selection, const ClipsPanel& clips,
                               const ViewportArea& viewport, QWidget* parent)
    : Panel(parent),
      m_workshop(workshop),
      m_playback(playback),
      m_selection(selection),
      m_clips(clips),
      m_viewport(viewport) {
  auto* content = new QWidget;
  auto* layout = new QVBoxLayout(content);
  layout->setContentsMargins(12, 0, 12, 8);
  layout->setSpacing(6);
  m_title = label({}, "title");
  m_title->setObjectName("selectionTitle");
  m_title->setWordWrap(true);
  m_hint = label(tr("Click a bone, a mesh, a material, a clip, a character, an event or a texel to see its values."),
                 "muted");
  m_hint->setWordWrap(true);
  layout->addWidget(m_title);
  layout->addWidget(m_hint);
  // What can be edited comes first, and is in sight in a low window.
  m_event = makeEvent();
  layout->addWidget(m_event);
  auto* values = new QWidget;
  m_form = new QFormLayout(values);
  m_form->setContentsMargins(0, 0, 0, 0);
  m_form->setHorizontalSpacing(12);
  m_form->setVerticalSpacing(4);
  layout->addWidget(values);
  layout->addStretch(1);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->addWidget(new Scrolled(content));

  m_soon.setSingleShot(true);
  m_soon.setInterval(kSoonMilliseconds);
  connect(&m_soon, &QTimer::timeout, this, &SelectionPanel::refresh);
  connect(&m_selection, &Selection::changed, this, &SelectionPanel::refresh);
  connect(&m_playback, &Playback::moved, this, &SelectionPanel::showSoon);
  connect(&m_playback, &Playback::clipChanged, this, &SelectionPanel::showSoon);
  connect(&m_workshop, &Workshop::bakeChanged, this, [this] {
    m_source.reset();
    if (const auto& bake = m_workshop.bake()) {
      m_source = std::make_unique<SourceValues>(bake->bakedModel(), bake->animation, bake->sockets);
    }
    showSoon();
  });
  connect(&m_workshop, &Workshop::measured, this, &SelectionPanel::showSoon);
  connect(&m_workshop.document(), &Document::changed, this, &SelectionPanel::showSoon);
  refresh();
}

void SelectionPanel::showSoon() {
  if (!m_soon.isActive()) {
    m_soon.start();
  }
}

void SelectionPanel::begin(const QString& title, const QString& kind) {
  m_used = 0;
  m_title->setText(title);
  m_title->setToolTip(title);
  emit summaryChanged(kind);
}

void SelectionPanel::add(const QString& name, const QString& value, bool isCode, const QString& tip) {
  if (m_used == m_rows.size()) {
    Row row;
    row.name = label({}, "muted");
    row.value = label({});
    row.value->setWordWrap(true);
    row.value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row.value->setObjectName(QString("selectionValue%1").arg(m_used));
    m_form->addRow(row.name, row.value);
    m_rows.push_back(row);
  }
  const Row& row = m_rows[m_used++];
  row.name->setText(name);
  row.value->setText(value);
  row.value->setToolTip(tip);
  row.value->setFont(isCode ? monospacedFont() : figuresFont(font()));
}

void SelectionPanel::refresh() {
  const bool isTyping = m_event->isAncestorOf(QApplication::focusWidget());
  if (isTyping && m_workshop.model() && (!m_workshop.bake() || m_workshop.bake()->model != m_workshop.model())) {
    return;  // What was typed is being baked: the fields would lose the focus.
  }
  m_used = 0;
  const bool canShow = m_workshop.model() && m_workshop.bake() && m_workshop.bake()->model == m_workshop.model();
  switch (canShow ? m_selection.subject() : Selection::Subject::None) {
    case Selection::Subject::Bone:
      tellBone();
      break;
    case Selection::Subject::Clip:
      tellClip();
      break;
    case Selection::Subject::Instances:
      tellInstances();
      break;
    case Selection::Subject::Event:
      tellEvent();
      break;
    case Selection::Subject::Texel:
      tellTexel();
      break;
    case Selection::Subject::Mesh:
      tellMesh();
      break;
    case Selection::Subject::Material:
      tellMaterial();
      break;
    case Selection::Subject::Variant:
      tellVariant();
      break;
    case Selection::Subject::None:
      break;
  }
  if (m_used == 0) {
    tellNothing();
  }
  m_hint->setVisible(m_used == 0);
  const bool isEvent = m_used != 0 && m_selection.subject() == Selection::Subject::Event;
  m_event->setVisible(isEvent);
  m_title->setVisible(m_used != 0 && !isEvent);  // An event's name is its first field.
  for (std::size_t i = 0; i < m_rows.size(); ++i) {
    m_rows[i].name->setVisible(i < m_used);
    m_rows[i].value->setVisible(i < m_used);
  }
}

void SelectionPanel::tellNothing() { begin({}, {}); }

void SelectionPanel::tellBone() {
  const model::Model& model = *m_workshop.model();
  const NodeIndex bone = m_selection.bone();
  if (!bone.isValid() || bone.value >= model.nodes.size()) {
    return;
  }
  const model::Node& node = model.nodes[bone.value];
  begin(QString::fromStdString(node.name), subjectText(m_selection.subject()));
  if (m_source && m_playback.clip() != nullptr && m_playback.animation() == m_source->animation()) {
    const glm::dmat4 world =
        m_source->nodeWorld(static_cast<std::size_t>(m_playback.clipNumber()), m_playback.seconds(), bone);
    add(tr("Position, m"), vectorText(glm::dvec3(world[3]), 3));
    add(tr("Rotation"), vectorText(degreesOf(world), 1, QString::fromUtf8("°")));
  }
  add(tr("Parent"),
      node.parent.isValid() ? QString::fromStdString(model.nodes[node.parent.value].name) : QString::fromUtf8("–"));
  const bake::BakedAnimation& animation = *m_workshop.bake()->animation;
  QStringList columns;
  for (std::uint32_t i = 0; i < animation.bones.size(); ++i) {
    if (animation.bones[i].name == node.name) {
      const bake::TexelAddress first = addressOf(animation, 0, i);
      columns << QString::fromUtf8("%1 … %2").arg(first.x).arg(first.x + animation.layout.texelsPerElement - 1);
    }
  }
  if (animation.mode == bake::BakeMode::Bone) {
    add(tr("Columns"), columns.isEmpty() ? tr("none (moves no vertices)") : columns.join(", "));
  }
  const std::vector<recipe::RecipeSocketName>& names = m_workshop.document().recipe().bake.socketNames;
  const auto named = std::find_if(names.begin(), names.end(),
                                  [&node](const recipe::RecipeSocketName& name) { return name.node == node.name; });
  const std::string& wanted = named == names.end() ? node.name : named->name;
  const auto socket = std::find_if(animation.sockets.begin(), animation.sockets.end(),
                                   [&wanted](const bake::Socket& each) { return each.name == wanted; });
  add(tr("Socket"), socket != animation.sockets.end() ? QString::fromStdString(wanted) : tr("no"));
  if (socket != animation.sockets.end()) {
    // Its frame in the bind pose, as the pack tells it.
    add(tr("Socket direction"), vectorText(socket->direction, 2), false,
        tr("Direction of its Z axis in the bind pose"));
    add(tr("Socket rotation"),
        vectorText(degreesOf(glm::dmat4(glm::mat3_cast(socket->rotation))), 1, QString::fromUtf8("°")), false,
        tr("Rotation in the bind pose, including roll"));
    add(tr("Socket scale"), vectorText(socket->scale, 3));
  }
}

void SelectionPanel::tellClip() {
  const int number = m_selection.clipRow();
  if (number < 0 || static_cast<std::size_t>(number) >= m_clips.rows().size()) {
    return;
  }
  const ClipRow& row = m_clips.rows()[static_cast<std::size_t>(number)];
  const model::Model& model = *m_workshop.model();
  begin(QString::fromStdString(row.name(model)), subjectText(m_selection.subject()));
  if (!row.source.isValid()) {
    add(tr("Source"), tr("no longer in the model"));
    return;
  }
  const model::Clip& source = model.clips[row.source.value];
  const std::size_t several = m_clips.selectedRows().size();
  if (several > 1) {
    emit summaryChanged(tr("%Ln clip(s) selected", "", static_cast<int>(several)));
  }
  const double from = row.clip.from.value_or(source.startSeconds);
  const double to = row.clip.to.value_or(source.startSeconds + source.lengthSeconds);
  add(tr("Source"), QString::fromStdString(source.sourceName.empty() ? source.name : source.sourceName));
  add(tr("Range"), tr("%1 to %2").arg(seconds(from, 3), seconds(to, 3)));
  const int baked = m_clips.bakedClipOf(number);
  if (baked < 0) {
    add(tr("Baked"), tr("no (not ticked)"));
    return;
  }
  const auto place = static_cast<std::size_t>(baked);
  const bake::BakedClip& clip = m_workshop.bake()->animation->clips[place];
  add(tr("Frames"), tr("%1 at %2 Hz").arg(count(clip.frameCount), decimal(clip.frameRate)));
  add(tr("Rows"), QString::fromUtf8("%1 … %2").arg(clip.frameBegin).arg(clip.frameBegin + clip.frameCount - 1));
  const bake::BakedAnimation& animation = *m_workshop.bake()->animation;
  add(tr("Memory"), megabytes(bytesOf(animation, clip)), false, memoryText(memoryOf(animation)));
  add(tr("Loop"), clip.loop ? tr("loops") : tr("once"));
  if (clip.rootMotion) {
    add(tr("Root motion"), (clip.rootMotion->mode == root_motion::RootMotionMode::Extract ? tr("extracted from %1")
                                                                                          : tr("removed from %1"))
                               .arg(QString::fromStdString(clip.rootMotion->node)));
  }
  add(tr("Events"), count(clip.events.size()));
  if (m_workshop.errors() && place < m_workshop.errors()->size()) {
    const bake::ClipError& error = (*m_workshop.errors())[place];
    add(tr("Error"),
        tr("%1 at worst, %2 mean square").arg(millimetres(error.maxMillimetres), millimetres(error.rmsMillimetres)));
    add(tr("Gap at the loop"), millimetres(error.loopGapMillimetres));
  }
}

void SelectionPanel::tellInstances() {
  const viewport::Crowd& crowd = m_viewport.window().scene().crowd;
  const std::vector<std::uint32_t>& instances = m_selection.instances();
  const bake::BakedAnimation& animation = *m_workshop.bake()->animation;
  if (instances.empty() || instances.back() >= crowd.size() ||
      m_viewport.window().scene().animation.get() != &animation) {
    return;
  }
  if (instances.size() > 1) {
    begin(tr("%Ln character(s)", "", static_cast<int>(instances.size())), subjectText(m_selection.subject()));
    add(tr("Out of"), count(crowd.size()));
    return;
  }
  const std::uint32_t number = instances.front();
  begin(tr("Character %1").arg(count(number)), subjectText(m_selection.subject()));
  const viewport::InstanceRecord& record = crowd.records()[number];
  const viewport::CrowdMotion motion = crowd.motion(number);
  const runtime::AnimationTickOutput output = crowd.output(number);
  const bake::BakedClip& clip = animation.clips[motion.clip];
  const double frame = output.current - clip.frameBegin + static_cast<double>(output.interpolate);
  add(tr("Clip"), QString::fromStdString(clip.name));
  add(tr("Frame"), tr("%1 of %2").arg(QLocale().toString(frame, 'f', 2)).arg(clip.frameCount));
  add(tr("Speed"), QString::fromUtf8("%1 ×").arg(QLocale().toString(motion.speed, 'f', 2)));
  add(tr("Position, m"), vectorText(glm::dvec3(record.position), 2));
  if (!animation.variants.empty() && record.variant() < animation.variants.size()) {
    add(tr("Variant"), QString::fromStdString(animation.variants[record.variant()].name));
  }
}

void SelectionPanel::tellTexel() {
  const bake::BakedAnimation& animation = *m_workshop.bake()->animation;
  const auto texel = m_selection.texel();
  if (!texel || texel->x >= animation.layout.width || texel->y >= animation.layout.height) {
    return;
  }
  const TexelInfo info = texelInfo(animation, texel->x, texel->y);
  begin(texelName(info, animation), subjectText(m_selection.subject()));
  add(tr("Texel"), tr("x %1, y %2").arg(info.x).arg(info.y));
  if (info.clip) {
    add(tr("Clip, frame"), tr("%1, %2").arg(QString::fromStdString(animation.clips[*info.clip].name)).arg(info.frame));
  }
  const auto line = [](const auto& value) {
    QStringList numbers;
    for (int i = 0; i < 4; ++i) {
      numbers << QString::number(static_cast<double>(value[i]), 'g', 7);
    }
    return numbers.join("\n");
  };
  add(tr("Value"), line(info.value), true);
  if (m_source) {
    if (const auto source = sourceOf(info, animation, *m_source)) {
      add(tr("Source"), line(*source), true);
    }
  }
}

}  // namespace texeleton::editor

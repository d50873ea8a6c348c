#include "app/editor/panels/selection/bake_subjects.h"

#include <QLocale>
#include <algorithm>

#include "app/editor/document/attachment_edit.h"
#include "app/editor/panels/bake/bake_memory.h"
#include "app/editor/panels/texture/texel_info.h"
#include "app/editor/panels/texture/texel_values.h"
#include "app/editor/widgets/numbers.h"
#include "core/recipe/resolve.h"
#include "core/transform/rotation.h"
#include "core/transform/transform.h"
#include "core/vat/texture_settings.h"
#include "viewport/scene/shown_pose.h"

namespace texeleton::editor {

namespace {

QString vectorText(const glm::dvec3& v, int decimals, const QString& unit = {}) {
  return QString("X %1  Y %2  Z %3")
      .arg(fixed(v.x, decimals) + unit, fixed(v.y, decimals) + unit, fixed(v.z, decimals) + unit);
}

/// The angles of TransformFields.
QString anglesText(const glm::dquat& rotation) {
  return vectorText(transform::toEulerDegrees(rotation), 1, QString::fromUtf8("°"));
}

}  // namespace

BakeSubjects::BakeSubjects(const Workshop& workshop, const Selection& selection, const ClipsPanel& clips,
                           const ViewportArea& viewport)
    : m_workshop(workshop), m_selection(selection), m_clips(clips), m_viewport(viewport) {}

void BakeSubjects::takeBake() {
  m_source.reset();
  if (const auto& bake = m_workshop.bake()) {
    m_source = std::make_unique<SourceValues>(bake->bakedModel(), bake->animation, bake->sockets);
  }
}

SelectionFacts BakeSubjects::bone() const {
  const model::Model& model = *m_workshop.model();
  const NodeIndex bone = m_selection.bone();
  if (!bone.isValid() || bone.value >= model.nodes.size()) {
    return {};
  }
  const model::Node& node = model.nodes[bone.value];
  SelectionFacts facts{QString::fromStdString(node.name), tr("bone"), {}};
  const viewport::Scene& scene = m_viewport.window().scene();
  const std::uint32_t instance = viewport::shownInstance(scene);
  viewport::ShownPose pose;
  if (scene.animation && instance < scene.crowd.size()) {
    pose.show(scene, viewport::shownPath(scene.view));
  }
  if (pose.hasSkeleton() && bone.value < scene.skeleton->model().nodes.size()) {
    std::vector<glm::dmat4> worlds;
    pose.worlds(instance, worlds);
    facts.add(tr("Pose"), m_viewport.effects().poseText(instance));
    facts.addPosition(tr("Position, m"), glm::dvec3(worlds[bone.value][3]), 3);
    facts.add(tr("Rotation"), anglesText(transform::decompose(worlds[bone.value]).rotation));
  }
  facts.add(tr("Parent"), node.parent.isValid() ? QString::fromStdString(model.nodes[node.parent.value].name)
                                                : QString::fromUtf8("–"));
  const vat::BakedAnimation& animation = *m_workshop.bake()->animation;
  QStringList columns;
  for (std::uint32_t i = 0; i < animation.bones.size(); ++i) {
    if (animation.bones[i].name == node.name) {
      const vat::TexelAddress first = addressOf(animation, 0, i);
      columns << QString::fromUtf8("%1 … %2").arg(first.x).arg(first.x + animation.layout.texelsPerElement - 1);
    }
  }
  if (animation.mode == vat::BakeMode::Bone) {
    facts.add(tr("Columns"), columns.isEmpty() ? tr("none (moves no vertices)") : columns.join(", "));
  }
  const std::string wanted = socketNameOf(m_workshop.document().recipe().bake, node.name);
  const auto socket = std::ranges::find(animation.sockets, wanted, &vat::Socket::name);
  facts.add(tr("Socket"), socket != animation.sockets.end() ? QString::fromStdString(wanted) : tr("no"));
  if (socket != animation.sockets.end()) {
    // Its bind-pose frame, as in the pack.
    facts.add(tr("Socket direction"), vectorText(socket->direction, 2), false,
              tr("Direction of its Z axis in the bind pose"));
    facts.add(tr("Socket rotation"), anglesText(socket->rotation), false,
              tr("Rotation in the bind pose, including roll"));
    facts.add(tr("Socket scale"), vectorText(socket->scale, 3));
  }
  return facts;
}

SelectionFacts BakeSubjects::clip() const {
  const int number = m_selection.clipRow();
  if (number < 0 || static_cast<std::size_t>(number) >= m_clips.rows().size()) {
    return {};
  }
  const ClipRow& row = m_clips.rows()[static_cast<std::size_t>(number)];
  const model::Model& model = *m_workshop.model();
  SelectionFacts facts{QString::fromStdString(row.name(model)), tr("clip"), {}};
  if (!row.source.isValid()) {
    facts.add(tr("Source"), tr("missing in the model"));
    return facts;
  }
  const model::Clip& source = model.clips[row.source.value];
  const std::size_t several = m_clips.selectedRows().size();
  if (several > 1) {
    facts.kind = tr("%Ln clip(s) selected", "", static_cast<int>(several));
  }
  const double from = row.clip.from.value_or(source.startSeconds);
  const double to = row.clip.to.value_or(source.startSeconds + source.lengthSeconds);
  facts.add(tr("Source"), QString::fromStdString(source.sourceName.empty() ? source.name : source.sourceName));
  facts.add(tr("Range"), tr("%1 to %2").arg(seconds(from, 3), seconds(to, 3)));
  const int baked = m_clips.bakedClipOf(number);
  if (baked < 0) {
    facts.add(tr("Baked"), tr("no (not ticked)"));
    return facts;
  }
  const auto place = static_cast<std::size_t>(baked);
  const vat::BakedClip& clip = m_workshop.bake()->animation->clips[place];
  facts.add(tr("Frames"), tr("%1 at %2 Hz").arg(count(clip.frameCount), decimal(clip.frameRate)));
  facts.add(tr("Rows"), QString::fromUtf8("%1 … %2").arg(clip.frameBegin).arg(clip.frameBegin + clip.frameCount - 1));
  const vat::BakedAnimation& animation = *m_workshop.bake()->animation;
  facts.add(tr("Memory"), megabytes(bytesOf(animation, clip)), false, memoryText(memoryOf(animation)));
  facts.add(tr("Loop"), clip.loop ? tr("loops") : tr("once"));
  if (clip.rootMotion) {
    facts.add(tr("Root motion"),
              (clip.rootMotion->mode == vat::RootMotionMode::Extract ? tr("extracted from %1") : tr("removed from %1"))
                  .arg(QString::fromStdString(clip.rootMotion->node)));
  }
  facts.add(tr("Events"), count(clip.events.size()));
  if (m_workshop.errors() && place < m_workshop.errors()->size()) {
    const vat::ClipError& error = (*m_workshop.errors())[place];
    facts.add(tr("Error"), tr("%1 at most, %2 root mean square")
                               .arg(millimetres(error.maxMillimetres), millimetres(error.rmsMillimetres)));
    facts.add(tr("Gap at the loop"), millimetres(error.loopGapMillimetres));
  }
  return facts;
}

SelectionFacts BakeSubjects::instances() const {
  const viewport::Crowd& crowd = m_viewport.window().scene().crowd;
  const std::vector<std::uint32_t>& instances = m_selection.instances();
  const vat::BakedAnimation& animation = *m_workshop.bake()->animation;
  if (instances.empty() || instances.back() >= crowd.size() ||
      m_viewport.window().scene().animation.get() != &animation) {
    return {};
  }
  if (instances.size() > 1) {
    SelectionFacts facts{tr("%Ln character(s)", "", static_cast<int>(instances.size())), tr("character"), {}};
    facts.add(tr("Crowd size"), count(crowd.size()));
    return facts;
  }
  const std::uint32_t number = instances.front();
  SelectionFacts facts{tr("Character %1").arg(count(number)), tr("character"), {}};
  const viewport::InstanceRecord& record = crowd.records()[number];
  const viewport::Scene& scene = m_viewport.window().scene();
  const viewport::ShownMotion shown = viewport::shownMotion(scene, viewport::shownPath(scene.view), number);
  const vat::BakedClip& clip = animation.clips[shown.clip];
  facts.add(tr("Pose"), m_viewport.effects().poseText(number));
  if (!shown.isPosed) {
    facts.add(tr("Clip"), QString::fromStdString(clip.name));
    facts.add(tr("Frame"), tr("%1 of %2").arg(QLocale().toString(shown.clipFrame, 'f', 2)).arg(clip.frameCount));
    facts.add(tr("Speed"), QString::fromUtf8("%1 ×").arg(QLocale().toString(crowd.motion(number).speed, 'f', 2)));
  }
  facts.addPosition(tr("Position, m"), glm::dvec3(record.position), 2);
  if (!animation.variants.empty() && record.variant() < animation.variants.size()) {
    facts.add(tr("Variant"), QString::fromStdString(animation.variants[record.variant()].name));
  }
  return facts;
}

SelectionFacts BakeSubjects::texel() const {
  const vat::BakedAnimation& animation = *m_workshop.bake()->animation;
  const auto texel = m_selection.texel();
  if (!texel || texel->x >= animation.layout.width || texel->y >= animation.layout.height) {
    return {};
  }
  const TexelInfo info = texelInfo(animation, texel->x, texel->y);
  SelectionFacts facts{TexelValues::nameOf(info, animation), tr("texel"), {}};
  facts.add(tr("Texel"), tr("x %1, y %2").arg(info.x).arg(info.y));
  if (info.clip) {
    facts.add(tr("Clip, frame"),
              tr("%1, %2").arg(QString::fromStdString(animation.clips[*info.clip].name)).arg(info.frame));
  }
  const auto line = [](const auto& value) { return fourNumbers(glm::dvec4(value), 7).join("\n"); };
  facts.add(tr("Value"), line(info.value), true);
  if (m_source) {
    if (const auto source = sourceOf(info, animation, *m_source)) {
      facts.add(tr("Source"), line(*source), true);
    }
  }
  return facts;
}

}  // namespace texeleton::editor

#include "app/editor/panels/selection/ragdoll_fields.h"

#include <QHBoxLayout>
#include <algorithm>

#include "app/editor/messages/localized.h"
#include "core/recipe/settings.h"

namespace texeleton::editor {

RagdollFields::RagdollFields(Workshop& workshop, const Selection& selection, RagdollPlay& ragdoll, QWidget* parent)
    : FoldingSection(tr("Ragdoll"), "ragdollHeading", parent),
      m_workshop(workshop),
      m_selection(selection),
      m_ragdoll(ragdoll) {
  m_own = named(new QCheckBox(tr("Body of its own")), "ragdollBody",
                tr("When disabled, it moves with its parent, as props, fingers and faces do"));
  m_reset = named(iconButton("reset", tr("Reset the ragdoll settings of this bone"), "flat"), "ragdollReset");
  auto* top = put(new QHBoxLayout, {{m_own, 1}, m_reset});
  FoldingSection::body().addLayout(top);
  m_form = spaced(new QFormLayout, 12, 4);
  FoldingSection::body().addLayout(m_form);
  m_mass = addNumber(tr("Mass"), "ragdollMass", &ragdoll::RagdollBone::mass, tr("kg"),
                     tr("For a character of 1.8 m. 0: by its volume"));
  m_mass->setSpecialValueText(tr("by volume"));
  m_joint = named(comboBox({tr("Ball"), tr("Hinge")}), "ragdollJoint",
                  tr("Ball: swings to all sides and twists. Hinge: bends about one axis, like a knee"));
  m_joint->setAccessibleName(tr("Joint"));
  m_form->addRow(label(tr("Joint"), "muted"), m_joint);
  const QString degrees = QString::fromUtf8("°");
  m_swing = addNumber(tr("Swing"), "ragdollSwing", &ragdoll::RagdollBone::swing, degrees,
                      tr("To each side from the rest pose"));
  m_twist =
      addNumber(tr("Twist"), "ragdollTwist", &ragdoll::RagdollBone::twist, degrees, tr("About its length, either way"));
  m_bendFrom = addNumber(tr("Bend from"), "ragdollBendFrom", &ragdoll::RagdollBone::bendFrom, degrees,
                         tr("Negative: bent the wrong way"));
  m_bendTo = addNumber(tr("Bend to"), "ragdollBendTo", &ragdoll::RagdollBone::bendTo, degrees, tr("Folded"));
  m_problem = wrappedLabel({}, "warning");
  FoldingSection::body().addWidget(m_problem);
  connect(m_own, &QCheckBox::clicked, this, [this](bool own) {
    change(tr("Change ragdoll body"), [own](ragdoll::RagdollBone& bone) { bone.body = own; });
  });
  connect(m_reset, &QToolButton::clicked, this, [this] {
    change(tr("Reset ragdoll settings"),
           [](ragdoll::RagdollBone& bone) { bone = {bone.bone, {}, {}, {}, {}, {}, {}}; });
  });
  connect(m_joint, &QComboBox::activated, this, [this](int joint) { setJoint(joint == 1); });
  connect(this, &FoldingSection::opened, this, &RagdollFields::refresh);
  refresh();
}

SettingField* RagdollFields::addNumber(const QString& text, const char* name,
                                       std::optional<double> ragdoll::RagdollBone::*member, const QString& unit,
                                       const QString& tip) {
  const SettingAbout& about = member == &ragdoll::RagdollBone::mass ? settingOf<&ragdoll::RagdollBone::mass>().about
                              : member == &ragdoll::RagdollBone::swing || member == &ragdoll::RagdollBone::twist
                                  ? settingOf<&ragdoll::RagdollBone::swing>().about
                                  : settingOf<&ragdoll::RagdollBone::bendTo>().about;
  auto* field = named(new SettingField(about, 1, unit), name, tip);
  m_form->addRow(labelOf(field, text), field);
  connect(field, &QDoubleSpinBox::valueChanged, this, [this, text, member](double value) {
    change(tr("Change %1").arg(text), [member, value](ragdoll::RagdollBone& bone) {
      const bool isUnset = member == &ragdoll::RagdollBone::mass && value <= 0.0;
      bone.*member = isUnset ? std::nullopt : std::optional(value);
    });
  });
  return field;
}

void RagdollFields::setJoint(bool isHinge) {
  const ragdoll::RagdollBody usual;
  change(tr("Change joint of ragdoll"), [&usual, isHinge](ragdoll::RagdollBone& bone) {
    bone.swing = isHinge ? std::nullopt : std::optional(usual.swing);
    bone.twist = isHinge ? std::nullopt : std::optional(usual.twist);
    bone.bendFrom = isHinge ? std::optional(usual.bendFrom) : std::nullopt;
    bone.bendTo = isHinge ? std::optional(usual.bendTo) : std::nullopt;
  });
}

void RagdollFields::change(const QString& text, const std::function<void(ragdoll::RagdollBone&)>& change) {
  const std::string name = bone();
  std::vector<ragdoll::RagdollBone> bones = m_workshop.document().recipe().ragdoll;
  auto entry = std::ranges::find_if(bones, [&name](const auto& each) { return each.bone == name; });
  if (entry == bones.end()) {
    entry = bones.insert(bones.end(), {name, {}, {}, {}, {}, {}, {}});
  }
  change(*entry);
  if (*entry == ragdoll::RagdollBone{name, {}, {}, {}, {}, {}, {}}) {
    bones.erase(entry);
  }
  m_workshop.document().set(text, &recipe::Recipe::ragdoll, bones);
  refresh();
}

std::string RagdollFields::bone() const {
  const auto& model = m_workshop.model();
  const NodeIndex node = m_selection.bone();
  const bool isBone =
      m_selection.subject() == Selection::Subject::Bone && model && node.isValid() && node.value < model->nodes.size();
  return isBone ? model->nodes[node.value].name : std::string();
}

const ragdoll::RagdollBody* RagdollFields::body() const {
  const Result<ragdoll::RagdollShape>& shape = m_ragdoll.shape();
  if (!shape) {
    return nullptr;
  }
  // The baked model may have other numbers: attachments are merged into it.
  const std::string name = bone();
  const auto found = std::ranges::find_if(
      shape->bodies, [&](const ragdoll::RagdollBody& each) { return m_ragdoll.nameOf(each.node) == name; });
  return found == shape->bodies.end() ? nullptr : &*found;
}

void RagdollFields::refresh() {
  const std::string name = bone();
  setVisible(!name.empty());
  if (name.empty() || !isOpen()) {
    return;
  }
  const std::vector<ragdoll::RagdollBone>& bones = m_workshop.document().recipe().ragdoll;
  const bool isSet = std::ranges::any_of(bones, [&name](const auto& each) { return each.bone == name; });
  m_reset->setVisible(isSet);
  const Result<ragdoll::RagdollShape>& shape = m_ragdoll.shape();
  m_problem->setVisible(!shape);
  m_problem->setText(shape ? QString() : capitalised(localized(shape.error().message)));
  const ragdoll::RagdollBody* own = body();
  m_own->setChecked(own != nullptr);
  const auto show = [this](QWidget* field, bool isShown) { m_form->setRowVisible(field, isShown); };
  show(m_mass, own != nullptr);
  const bool hasJoint = own != nullptr && own->parent.has_value();
  show(m_joint, hasJoint);
  for (SettingField* field : {m_swing, m_twist}) {
    show(field, hasJoint && !own->isHinge);
  }
  for (SettingField* field : {m_bendFrom, m_bendTo}) {
    show(field, hasJoint && own->isHinge);
  }
  if (own != nullptr) {
    m_mass->show(own->mass.value_or(0.0));
    m_joint->setCurrentIndex(own->isHinge ? 1 : 0);
    m_swing->show(own->swing);
    m_twist->show(own->twist);
    m_bendFrom->show(own->bendFrom);
    m_bendTo->show(own->bendTo);
  }
}

}  // namespace texeleton::editor

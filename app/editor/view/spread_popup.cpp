#include "app/editor/view/spread_popup.h"

#include <QPushButton>
#include <algorithm>

#include "app/editor/view/mask_dialog.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

constexpr int kFieldWidth = 104;

}  // namespace

SpreadPopup::SpreadPopup(Document& document, QWidget* parent) : Popup(parent), m_document(document) {
  addForm(tr("The crowd"));
  // Controls that a narrow window hides from the strip are here too.
  m_count = new NumberField(CrowdSetup::kFewest, CrowdSetup::kMost, 0, {});
  addRow(tr("Characters"), m_count, "spreadCount", {});
  connect(m_count, &QDoubleSpinBox::valueChanged, this, [this](double count) {
    m_document.set(tr("Change crowd size"), &CrowdSetup::count, static_cast<std::uint32_t>(count));
  });
  m_layout = comboBox({tr("Grid", "of characters"), tr("Disc"), tr("Scatter")});
  addRow(tr("Layout"), m_layout, "spreadLayout", {});
  connect(m_layout, &QComboBox::activated, this, [this](int choice) {
    m_document.set(tr("Change crowd layout"), &CrowdSetup::layout, static_cast<viewport::CrowdLayout>(choice));
  });

  const auto share = [](double CrowdSpread::*member) {
    return Field{new NumberField(0, kPercent, 1, "%"), member, kPercent};
  };
  addField(tr("Phase"),
           tr("Variation of the time in the clip. 0 %: all in step. 100 %: anywhere between start and end"),
           tr("Change spread of phase"), share(&CrowdSpread::phase), "spreadPhase");
  addField(tr("Speed ±"), tr("Variation of the playback speed"), tr("Change spread of speed"),
           share(&CrowdSpread::speed), "spreadSpeed");
  addField(tr("Turn ±"), tr("Variation of the heading to either side"), tr("Change spread of turn"),
           {new NumberField(0, 180, 1, QString::fromUtf8("°")), &CrowdSpread::turnDegrees, 1.0}, "spreadTurn");
  addField(tr("Size ±"), tr("Variation of the size"), tr("Change spread of size"), share(&CrowdSpread::size),
           "spreadSize");
  addField(tr("Tint"), tr("Strength of the random tint. 0 %: original colours"), tr("Change spread of tint"),
           share(&CrowdSpread::tint), "spreadTint");
  m_seed = new NumberField(0, 999'999, 0, {});
  m_seed->setGroupSeparatorShown(false);
  addField(tr("Seed"), tr("Changes the random places, phases and colours. The same seed always gives the same crowd"),
           tr("Change seed of the crowd"), {m_seed, nullptr, 1.0}, "spreadSeed");
  m_impostors = new NumberField(0, viewport::ViewSetup::kMostImpostorPixels, 0, tr("px"));
  m_impostors->setSpecialValueText(tr("off"));
  addRow(
      tr("Impostors up to"), m_impostors, "impostorPixels",
      tr("Draws characters of at most this size on the screen as impostors: baked views from many directions, lit like "
         "the mesh. Faster for the far end of large crowds. 0: off"));
  connect(m_impostors, &QDoubleSpinBox::valueChanged, this, [this](double pixels) {
    m_document.set(tr("Change size of impostors"), &viewport::ViewSetup::impostorPixels, pixels);
  });
  addLayer();
  auto* reset = named(new QPushButton(tr("Reset")), "spreadReset", tr("Restores the spread of a new document"));
  column().addWidget(reset, 0, Qt::AlignRight);
  m_reset = reset;
  connect(reset, &QPushButton::clicked, this, [this] { set(tr("Reset spread of the crowd"), {}); });
  connect(&m_document, &Document::changed, this, &SpreadPopup::showSpread);
  showSpread();
}

void SpreadPopup::addRow(const QString& name, QWidget* field, const QString& objectName, const QString& toolTip) {
  field->setFixedWidth(kFieldWidth);
  Popup::addRow(name, field, objectName, toolTip);
}

void SpreadPopup::addLayer() {
  const auto set = [this](auto member, const auto& value) { m_document.set(tr("Change layer"), member, value); };
  m_layerClip = new QComboBox;
  addRow(
      tr("Layer"), m_layerClip, "layerClip",
      tr("A second clip on some of the bones, such as an attack while running. Bone mode only; shown by the animation "
         "texture, not by skinning"));
  m_layerMask = new QComboBox;
  addRow(tr("Mask"), m_layerMask, "layerMask",
         tr("Bones that play the layer: a mask of the document, which is also baked for engines, or the bones below a "
            "bone"));
  m_editMasks = named(new QPushButton(tr("Masks…")), "editMasks",
                      tr("Creates and edits the baked masks: start bones and weights"));
  m_editMasks->setFixedWidth(kFieldWidth);
  form().addRow(QString(), m_editMasks);
  connect(m_editMasks, &QPushButton::clicked, this, &SpreadPopup::editMasks);
  connect(m_layerMask, &QComboBox::activated, this, [this, set](int choice) {
    set(&viewport::ViewSetup::layerMask, choice > 0 ? m_layerMask->itemText(choice).toStdString() : std::string());
  });
  m_layerBone = new NodeChooser(tr("None"));
  addRow(tr("Layer begins at"), m_layerBone, "layerBone",
         tr("The layer plays on this bone and all below it, such as the spine and the whole upper body"));
  m_layerSoftness = new NumberField(0, viewport::ViewSetup::kMostLayerSoftness, 0, {});
  addRow(tr("Softened over"), m_layerSoftness, "layerSoftness",
         tr("Bones over which the weight of the layer rises from where it begins. 0: a hard seam"));
  m_layerProblem = named(wrappedLabel({}, "warning"), "layerProblem");
  m_layerProblem->setVisible(false);
  form().addRow(m_layerProblem);
  connect(m_layerClip, &QComboBox::activated, this, [this, set](int choice) {
    set(&viewport::ViewSetup::layerClip, choice > 0 ? m_layerClip->itemText(choice).toStdString() : std::string());
  });
  connect(m_layerBone, &NodeChooser::chosen, this,
          [set](const QString& bone) { set(&viewport::ViewSetup::layerBone, bone.toStdString()); });
  connect(m_layerSoftness, &QDoubleSpinBox::valueChanged, this,
          [set](double bones) { set(&viewport::ViewSetup::layerSoftness, static_cast<std::uint32_t>(bones)); });
  m_layerClip->addItem(tr("None"));
}

void SpreadPopup::editMasks() {
  if (m_shown == nullptr || m_shown->bones.empty()) {
    return;
  }
  hide();
  texeleton::editor::editMasks(m_document, m_shown->bones, m_document.state().view.layerMask, parentWidget());
}

void SpreadPopup::setShown(const vat::BakedAnimation* animation, const model::Model* model) {
  m_shown = animation;
  m_editMasks->setEnabled(animation != nullptr && !animation->bones.empty());
  m_layerClip->clear();
  m_layerClip->addItem(tr("None"));
  if (animation != nullptr) {
    m_layerClip->addItems(namesOf(animation->clips, &vat::BakedClip::name));
  }
  m_layerBone->setNodes(model);
  showSpread();
}

void SpreadPopup::setMany(bool many) {
  m_many = many;
  for (const Field& field : m_fields) {
    field.field->setEnabled(many);
  }
  m_seed->setEnabled(many);
  m_impostors->setEnabled(many);
  showSpread();
}

void SpreadPopup::setLayerProblem(const QString& problem) { showText(*m_layerProblem, problem); }

void SpreadPopup::addField(const QString& name, const QString& tip, const QString& edit, const Field& field,
                           const char* objectName) {
  addRow(name, field.field, objectName, tip);
  if (field.member != nullptr) {
    m_fields.push_back(field);
  }
  connect(field.field, &QDoubleSpinBox::valueChanged, this, [this, edit, field](double value) {
    CrowdSpread spread = m_document.state().crowd.spread;
    if (field.member != nullptr) {
      spread.*field.member = value / field.unit;
    } else {
      spread.seed = static_cast<std::uint32_t>(value);
    }
    set(edit, spread);
  });
}

void SpreadPopup::set(const QString& edit, const CrowdSpread& spread) {
  m_document.set(edit, &CrowdSetup::spread, spread, kMergeSpread);
}

void SpreadPopup::showSpread() {
  const CrowdSpread& spread = m_document.state().crowd.spread;
  for (const Field& field : m_fields) {
    field.field->show(spread.*field.member * field.unit);
  }
  m_seed->show(spread.seed);
  const viewport::ViewSetup& view = m_document.state().view;
  m_impostors->show(view.impostorPixels);
  m_layerClip->setCurrentIndex(std::max(0, m_layerClip->findText(QString::fromStdString(view.layerClip))));
  m_layerMask->clear();
  m_layerMask->addItem(tr("Below a bone"));
  m_layerMask->addItems(namesOf(m_document.recipe().bake.masks, &recipe::RecipeMask::name));
  m_layerMask->setCurrentIndex(view.layerMask.empty() ? 0
                                                      : m_layerMask->findText(QString::fromStdString(view.layerMask)));
  m_layerBone->setEnabled(view.layerMask.empty());
  m_layerSoftness->setEnabled(view.layerMask.empty());
  m_layerBone->showName(view.layerBone);
  m_layerSoftness->show(view.layerSoftness);
  m_count->show(m_document.state().crowd.count);
  m_layout->setCurrentIndex(static_cast<int>(m_document.state().crowd.layout));
  m_reset->setEnabled(m_many && !(spread == CrowdSpread()));
}

void SpreadPopup::showBelow(const QWidget& button) {
  Popup::showBelow(button);
  NumberField* const first = m_many ? m_fields.front().field : m_count;
  first->setFocus();
  first->selectAll();
}

}  // namespace texeleton::editor

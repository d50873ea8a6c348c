#include "app/editor/view/mask_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <algorithm>
#include <functional>

#include "app/editor/widgets/controls.h"
#include "core/recipe/resolve.h"
#include "core/vat/masks.h"

namespace texeleton::editor {

namespace {

constexpr double kWeightStep = 0.05;

QString weightText(double weight) { return QString::number(weight, 'g', 3); }

}  // namespace

MaskDialog::MaskDialog(std::vector<vat::BakedBone> bones, std::vector<recipe::RecipeMask> masks,
                       std::vector<std::string> used, const std::string& chosen, QWidget* parent)
    : QDialog(parent), m_bones(std::move(bones)), m_masks(std::move(masks)), m_used(std::move(used)) {
  for (const recipe::RecipeMask& each : m_masks) {
    m_namesBefore.push_back(each.name);
  }
  setObjectName("maskDialog");
  setWindowTitle(tr("Masks of layers"));
  resize(520, 560);
  m_choice = named(new QComboBox, "masks");
  m_choice->setAccessibleName(tr("Mask"));
  auto* addButton = named(new QPushButton(tr("Add")), "maskAdd");
  m_remove = named(new QPushButton(tr("Remove")), "maskRemove");
  auto* top = put(spaced(new QHBoxLayout, 8), {{m_choice, 1}, addButton, m_remove});
  m_name = named(new QLineEdit, "maskName", tr("Name that engines use: playLayer(…, \"upper body\")"));
  m_softened = named(new NumberField(0, 255, 0, {}), "maskSoftened",
                     tr("Bones over which the weight rises to 1 from where the mask begins. 0: a hard seam"));
  auto* form = new QFormLayout;
  form->setHorizontalSpacing(16);
  form->addRow(label(tr("Name"), "muted"), m_name);
  form->addRow(label(tr("Softened over"), "muted"), m_softened);
  makeTree();
  m_problem = named(wrappedLabel({}, "warning"), "maskProblem");
  m_note = named(wrappedLabel({}, "muted"), "maskNote");
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  m_accept = named(buttons->button(QDialogButtonBox::Ok), "maskAccept");
  put(spaced(new QVBoxLayout(this), 8, {12, 12, 12, 12}),
      {top, form, {m_tree, 1}, makePainting(), m_problem, m_note, buttons});
  connect(m_choice, &QComboBox::activated, this, &MaskDialog::showMask);
  connect(addButton, &QPushButton::clicked, this, &MaskDialog::add);
  connect(m_remove, &QPushButton::clicked, this, &MaskDialog::remove);
  connect(m_name, &QLineEdit::textEdited, this, &MaskDialog::rename);
  connect(m_softened, &QDoubleSpinBox::valueChanged, this, [this](double count) {
    if (recipe::RecipeMask* shown = mask(); shown != nullptr && !m_isShowing) {
      shown->softened = static_cast<std::uint32_t>(count);
      showMask();
    }
  });
  connect(m_tree, &QTreeWidget::itemChanged, this, &MaskDialog::itemChanged);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  const auto found = std::ranges::find_if(m_masks, [&](const auto& each) { return each.name == chosen; });
  showMasks(found == m_masks.end() ? 0 : static_cast<std::size_t>(found - m_masks.begin()));
}

void MaskDialog::makeTree() {
  m_tree = named(new QTreeWidget, "maskBones");
  m_tree->setAccessibleName(tr("Bones"));
  m_tree->setHeaderLabels({tr("Bone"), tr("Begins here"), tr("Weight")});
  m_tree->setUniformRowHeights(true);
  m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
  stretchColumn(*m_tree, Bone);
  m_items.assign(m_bones.size(), nullptr);
  // Parents may come after their children.
  const std::function<QTreeWidgetItem*(std::size_t)> itemOf = [&](std::size_t bone) {
    if (m_items[bone] == nullptr) {
      auto* item = new QTreeWidgetItem({QString::fromStdString(m_bones[bone].name)});
      m_items[bone] = item;
      item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
      item->setTextAlignment(Weight, Qt::AlignRight | Qt::AlignVCenter);
      if (m_bones[bone].parent >= 0) {
        itemOf(static_cast<std::size_t>(m_bones[bone].parent))->addChild(item);
      } else {
        m_tree->addTopLevelItem(item);
      }
    }
    return m_items[bone];
  };
  for (std::size_t i = 0; i < m_bones.size(); ++i) {
    itemOf(i);
  }
  m_tree->expandAll();
}

QWidget* MaskDialog::makePainting() {
  m_painting = new QWidget;
  auto* row = spaced(new QHBoxLayout(m_painting), 8);
  m_weight = named(new NumberField(0, 1, 2, {}), "maskWeight");
  m_weight->setSingleStep(kWeightStep);
  m_weight->show(1.0);
  const auto button = [&](const QString& text, const char* name, const QString& tip, const auto& act) {
    auto* made = named(new QPushButton(text), name, tip);
    row->addWidget(made);
    connect(made, &QPushButton::clicked, this, act);
  };
  put(row, {labelOf(m_weight, tr("Weight")), m_weight});
  button(tr("Set"), "maskPaint", tr("Sets the weight of the selected bones"),
         [this] { paint(m_weight->value(), false); });
  button(tr("Set with children"), "maskPaintBelow", tr("Sets the weight of the selected bones and their children"),
         [this] { paint(m_weight->value(), true); });
  button(tr("Clear"), "maskClear", tr("Resets the weight of the selected bones to that of the mask"),
         [this] { paint(std::nullopt, false); });
  row->addStretch(1);
  return m_painting;
}

void MaskDialog::keyPressEvent(QKeyEvent* event) {
  const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (isEnter && !m_accept->hasFocus()) {
    event->accept();
    return;
  }
  QDialog::keyPressEvent(event);
}

recipe::RecipeMask* MaskDialog::mask() {
  const int index = m_choice->currentIndex();
  return index >= 0 && static_cast<std::size_t>(index) < m_masks.size() ? &m_masks[static_cast<std::size_t>(index)]
                                                                        : nullptr;
}

void MaskDialog::add() {
  QString name = tr("mask");
  for (int n = 2; m_choice->findText(name) >= 0; ++n) {
    name = tr("mask %1").arg(n);
  }
  recipe::RecipeMask& made = m_masks.emplace_back();
  made.name = name.toStdString();
  m_namesBefore.emplace_back();
  showMasks(m_masks.size() - 1);
  m_name->setFocus();
  m_name->selectAll();
}

void MaskDialog::remove() {
  const int index = m_choice->currentIndex();
  m_masks.erase(m_masks.begin() + index);
  m_namesBefore.erase(m_namesBefore.begin() + index);
  showMasks(static_cast<std::size_t>(std::max(index - 1, 0)));
}

void MaskDialog::rename() {
  if (recipe::RecipeMask* shown = mask()) {
    shown->name = m_name->text().toStdString();
    m_choice->setItemText(m_choice->currentIndex(), m_name->text());
    showMask();
  }
}

Renamed MaskDialog::renamed() const {
  Renamed renamed;
  for (std::size_t i = 0; i < m_masks.size(); ++i) {
    if (!m_namesBefore[i].empty() && m_namesBefore[i] != m_masks[i].name) {
      renamed.emplace(m_namesBefore[i], m_masks[i].name);
    }
  }
  return renamed;
}

void MaskDialog::itemChanged(QTreeWidgetItem* item, int column) {
  recipe::RecipeMask* shown = mask();
  if (m_isShowing || shown == nullptr || column != Begins) {
    return;
  }
  const std::string bone = item->text(Bone).toStdString();
  std::erase(shown->from, bone);
  if (item->checkState(Begins) == Qt::Checked) {
    shown->from.push_back(bone);
  }
  showMask();
}

void MaskDialog::setWeight(const std::string& bone, std::optional<double> weight) {
  std::vector<recipe::RecipeMaskBone>& bones = mask()->bones;
  const auto found = std::ranges::find_if(bones, [&](const auto& each) { return each.bone == bone; });
  if (!weight) {
    if (found != bones.end()) {
      bones.erase(found);
    }
  } else if (found != bones.end()) {
    found->weight = weight;
  } else {
    bones.push_back({bone, weight, {}});
  }
}

void MaskDialog::paint(std::optional<double> weight, bool below) {
  if (mask() == nullptr) {
    return;
  }
  const std::function<void(const QTreeWidgetItem*)> paintItem = [&](const QTreeWidgetItem* item) {
    setWeight(item->text(Bone).toStdString(), weight);
    for (int i = 0; below && i < item->childCount(); ++i) {
      paintItem(item->child(i));
    }
  };
  for (const QTreeWidgetItem* item : m_tree->selectedItems()) {
    paintItem(item);
  }
  showMask();
}

void MaskDialog::showMasks(std::size_t shown) {
  m_choice->clear();
  m_choice->addItems(namesOf(m_masks, &recipe::RecipeMask::name));
  m_choice->setCurrentIndex(m_masks.empty() ? -1 : static_cast<int>(shown));
  showMask();
}

void MaskDialog::showMask() {
  m_isShowing = true;
  const recipe::RecipeMask* shown = mask();
  for (QWidget* each : std::initializer_list<QWidget*>{m_remove, m_name, m_softened, m_tree, m_painting}) {
    each->setEnabled(shown != nullptr);
  }
  const recipe::RecipeMask none;
  const recipe::RecipeMask& of = shown != nullptr ? *shown : none;
  const QString name = QString::fromStdString(of.name);
  if (m_name->text() != name) {
    m_name->setText(name);
  }
  m_softened->show(of.softened.value_or(0));
  const vat::MaskWeights found = vat::maskWeights(m_bones, recipe::toMaskChoice(of));
  for (std::size_t i = 0; i < m_items.size(); ++i) {
    const std::string& bone = m_bones[i].name;
    const bool begins = std::ranges::find(of.from, bone) != of.from.end();
    const bool painted =
        std::ranges::any_of(of.bones, [&](const recipe::RecipeMaskBone& each) { return each.bone == bone; });
    m_items[i]->setCheckState(Begins, begins ? Qt::Checked : Qt::Unchecked);
    m_items[i]->setText(
        Weight, found.weights[i] > 0.0f || painted ? weightText(static_cast<double>(found.weights[i])) : QString());
    QFont font = m_tree->font();
    font.setBold(painted);
    m_items[i]->setFont(Weight, font);
  }
  QString problem;
  for (std::size_t i = 0; i < m_masks.size(); ++i) {
    const recipe::RecipeMask& each = m_masks[i];
    const bool isTwice = std::any_of(m_masks.begin(), m_masks.begin() + static_cast<std::ptrdiff_t>(i),
                                     [&](const recipe::RecipeMask& other) { return other.name == each.name; });
    if (each.name.empty()) {
      problem = tr("A mask needs a name.");
    } else if (isTwice) {
      problem = tr("Two masks are named %1.").arg(QString::fromStdString(each.name));
    } else if (each.from.empty() && each.bones.empty()) {
      problem = tr("%1 has no bones yet: tick where it begins, or set weights.").arg(QString::fromStdString(each.name));
    }
  }
  showText(*m_problem, problem);
  m_accept->setEnabled(problem.isEmpty());
  QStringList notes;
  for (const std::string& used : m_used) {
    if (!used.empty() && std::ranges::find(m_namesBefore, used) == m_namesBefore.end()) {
      notes << tr("%1 is the mask of the layer, which will have none.").arg(QString::fromStdString(used));
    }
  }
  notes.removeDuplicates();
  showText(*m_note, notes.join('\n'));
  m_isShowing = false;
}

std::string MaskDialog::shownNew() const {
  const int index = m_choice->currentIndex();
  const auto at = static_cast<std::size_t>(index);
  return index >= 0 && m_namesBefore[at].empty() ? m_masks[at].name : std::string();
}

void editMasks(Document& document, const std::vector<vat::BakedBone>& bones, const std::string& chosen, QWidget* parent,
               const std::function<void(DocumentState&, const MaskDialog&)>& also) {
  auto* dialog =
      shownOnce(new MaskDialog(bones, document.recipe().bake.masks, usedMasks(document.state()), chosen, parent));
  QObject::connect(dialog, &QDialog::accepted, &document, [&document, dialog, also] {
    DocumentState next = document.state();
    setMasks(next, dialog->masks(), dialog->renamed());
    if (also) {
      also(next, *dialog);
    }
    document.setState(MaskDialog::tr("Change masks"), std::move(next));
  });
  dialog->open();
}

}  // namespace texeleton::editor

#include "app/editor/panels/bake/tint_section.h"

#include <QPainter>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <algorithm>
#include <cmath>

#include "app/editor/theme/theme.h"
#include "app/editor/widgets/flow_layout.h"
#include "core/base/name_expression.h"

namespace texeleton::editor {

namespace {

constexpr int kMostShownMaterials = 6;
constexpr std::uint32_t kUsualEntries = 8;
constexpr std::array<QRgb, 6> kTintColors = {0xffffff, 0xd94b3f, 0xe0a93a, 0x5aa65b, 0x3f86d9, 0x9a62c9};

const model::TextureSlot& slotOf(const model::Material& material, bake::TextureUse use) {
  switch (use) {
    case bake::TextureUse::MetallicRoughness:
      return material.metallicRoughnessTexture;
    case bake::TextureUse::Normal:
      return material.normalTexture;
    case bake::TextureUse::Occlusion:
      return material.occlusionTexture;
    case bake::TextureUse::Emissive:
      return material.emissiveTexture;
    case bake::TextureUse::BaseColor:
      break;
  }
  return material.baseColorTexture;
}

glm::vec3 linear(const QColor& color) {
  const auto of = [](float c) { return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f); };
  return {of(static_cast<float>(color.redF())), of(static_cast<float>(color.greenF())),
          of(static_cast<float>(color.blueF()))};
}

QIcon colorSwatch(const QColor& color) {
  QPixmap pixmap(32, 32);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(texeleton::editor::color(Token::Edge), 2));
  painter.setBrush(color);
  painter.drawRoundedRect(QRectF(3, 3, 26, 26), 5, 5);
  return QIcon(pixmap);
}

/// The materials that the expressions match; without expressions, all of them.
std::vector<bool> chosenOf(const model::Model& model, const std::vector<std::string>& patterns) {
  std::vector<bool> chosen(model.materials.size(), patterns.empty());
  for (const std::string& pattern : patterns) {
    if (const auto expression = NameExpression::compile(pattern)) {
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        const auto matches = expression->matches(model.materials[i].name);
        if (!matches) {
          break;  // It cannot be evaluated; the bake reports it.
        }
        chosen[i] = chosen[i] || *matches;
      }
    }
  }
  return chosen;
}

std::string exactly(const std::string& name) {
  return QRegularExpression::escape(QString::fromStdString(name)).toStdString();
}

/// Takes over those settings that the source of the others uses.
void takeUsed(bake::TintSettings& kept, const bake::TintSettings& settings) {
  const bool masked = settings.source == bake::TintSource::VertexColor || settings.source == bake::TintSource::Texture;
  kept.materials = settings.materials;
  kept.channel = masked ? settings.channel : kept.channel;
  kept.texture = settings.source == bake::TintSource::Texture ? settings.texture : kept.texture;
  if (settings.source == bake::TintSource::Palette) {
    kept.stepU = settings.stepU;
    kept.stepV = settings.stepV;
    kept.entryCount = settings.entryCount;
  }
}

}  // namespace

TintSection::TintSection(Workshop& workshop, ViewportArea& viewport, QWidget* parent)
    : FoldingSection(tr("Tint"), "tintHeading", parent), m_workshop(workshop), m_viewport(viewport) {
  m_form = formLayout(nullptr, 12, 8);
  m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
  body().addLayout(m_form);
  m_source =
      named(comboBox({tr("Everything"), tr("Some materials"), tr("Vertex colours"), tr("A texture"), tr("A palette")}),
            "tintSource");
  addRow(
      tr("Tint affects"), m_source,
      tr("Parts that the character's colour tints: everything, some materials, the area of a mask, or the entry of a "
         "palette texture"));
  m_texture =
      named(comboBox({tr("Base colour"), tr("Metal and roughness"), tr("Normals"), tr("Occlusion"), tr("Emission")}),
            "tintTexture");
  addRow(tr("Mask texture"), m_texture, tr("Texture of the materials whose channel is the mask"));
  m_channel = named(comboBox({tr("Red"), tr("Green"), tr("Blue"), tr("Alpha")}), "tintChannel");
  addRow(tr("Channel"), m_channel,
         tr("Tinted where the channel is 1, unchanged where it is 0. The channel is removed from the vertex colours"));
  m_stepU = named(new NumberField(-1, 1, 5, {}), "tintStepU");
  addRow(tr("Step U"), m_stepU, tr("Distance between palette entries along U, in texture coordinates"));
  m_stepV = named(new NumberField(-1, 1, 5, {}), "tintStepV");
  addRow(tr("Step V"), m_stepV, tr("Distance between palette entries along V, in texture coordinates"));
  m_entries = named(new NumberField(1, 65536, 0, {}), "tintEntries");
  addRow(tr("Entries"), m_entries, tr("Number of entries in the palette"));
  m_pattern = named(new QLineEdit, "tintMaterials");
  m_pattern->setFont(monospacedFont());
  m_pattern->setPlaceholderText(tr("all"));
  addRow(tr("Materials"), m_pattern,
         tr("Regular expression that matches whole material names. Only matching materials are tinted, or all when "
            "empty"));
  m_problem = wrappedLabel({}, "error");
  m_problem->hide();
  body().addWidget(m_problem);
  m_materials = named(new QListWidget, "tintMaterialList");
  m_materials->setUniformItemSizes(true);
  m_materials->setTextElideMode(Qt::ElideMiddle);
  m_materials->setAccessibleName(tr("Tinted materials"));
  body().addWidget(m_materials);
  m_try = makeTry();
  body().addWidget(m_try);
  connectFields();
  showSettings();
}

void TintSection::addRow(const QString& name, QWidget* field, const QString& tip) {
  m_form->addRow(labelOf(field, name, tip), field);
}

void TintSection::showField(QWidget* field, bool shown) {
  field->setVisible(shown);
  m_form->labelForField(field)->setVisible(shown);
}

QWidget* TintSection::makeTry() {
  auto* box = new QWidget;
  auto* row = spaced(new FlowLayout(box), 4);
  QLabel* text = label(tr("Preview"), "muted");
  text->setToolTip(tr("Displays a single character in this colour. Does not affect the bake"));
  row->addWidget(text);
  const auto tryWith = [this](auto member, const auto& value) {
    TriedLook look = m_viewport.effects().triedLook();
    look.*member = value;
    m_viewport.effects().setTriedLook(look);
  };
  for (std::size_t i = 0; i < kTintColors.size(); ++i) {
    const QColor own(kTintColors[i]);
    auto* button = named(new QToolButton, QString("tryColor%1").arg(i), i == 0 ? tr("Original colours") : own.name());
    button->setIcon(colorSwatch(own));
    button->setCheckable(true);
    button->setAutoExclusive(true);
    button->setChecked(i == 0);
    button->setAccessibleName(button->toolTip());
    row->addWidget(button);
    connect(button, &QToolButton::clicked, this, [tryWith, own] { tryWith(&TriedLook::color, linear(own)); });
    m_swatches.push_back(button);
  }
  m_entry = named(new NumberField(0, 65535, 0, {}), "tryEntry", tr("Palette entry of the displayed character, from 0"));
  m_entry->setAccessibleName(tr("Entry of the palette"));
  m_entry->setFixedWidth(64);
  row->addWidget(m_entry);
  connect(m_entry, &QDoubleSpinBox::valueChanged, this,
          [tryWith](double entry) { tryWith(&TriedLook::entry, static_cast<std::uint32_t>(entry)); });
  return box;
}

bake::TintSettings TintSection::settings() const {
  const std::optional<recipe::RecipeTint>& tint = m_workshop.document().recipe().bake.tint;
  return tint ? tint->settings : bake::TintSettings();
}

void TintSection::set(const QString& text, const std::optional<bake::TintSettings>& settings, int mergeKey) {
  std::optional<recipe::RecipeTint> tint = m_workshop.document().recipe().bake.tint;
  if (settings) {
    takeUsed(m_last, *settings);
    tint = tint.value_or(recipe::RecipeTint());
    tint->settings = {};  // Without settings of other sources, so that the document equals a saved one.
    tint->settings.source = settings->source;
    takeUsed(tint->settings, *settings);
  } else {
    tint.reset();
  }
  m_workshop.document().set(text, &recipe::RecipeBake::tint, tint, mergeKey);
}

void TintSection::connectFields() {
  connect(m_source, &QComboBox::activated, this, [this](int choice) { choose(static_cast<bake::TintSource>(choice)); });
  const auto change = [this](auto* field, auto signal, const QString& text, auto bake::TintSettings::*member) {
    connect(field, signal, this, [this, text, member](auto value) {
      bake::TintSettings tint = settings();
      tint.*member = static_cast<std::remove_reference_t<decltype(tint.*member)>>(value);
      set(text, tint);
    });
  };
  change(m_texture, &QComboBox::activated, tr("Change tint mask"), &bake::TintSettings::texture);
  change(m_channel, &QComboBox::activated, tr("Change tint mask"), &bake::TintSettings::channel);
  change(m_stepU, &QDoubleSpinBox::valueChanged, tr("Change palette"), &bake::TintSettings::stepU);
  change(m_stepV, &QDoubleSpinBox::valueChanged, tr("Change palette"), &bake::TintSettings::stepV);
  change(m_entries, &QDoubleSpinBox::valueChanged, tr("Change palette"), &bake::TintSettings::entryCount);
  connect(m_pattern, &QLineEdit::textEdited, this, &TintSection::edited);
  connect(m_pattern, &QLineEdit::editingFinished, this, &TintSection::showSettings);
  connect(m_materials, &QListWidget::itemChanged, this, [this] {
    // Deferred, because the list is emitting the change.
    QMetaObject::invokeMethod(this, &TintSection::ticked, Qt::QueuedConnection);
  });
  connect(&m_workshop.document(), &Document::changed, this, &TintSection::showSettings);
  connect(&m_workshop.document(), &Document::replaced, this, [this] {
    m_last = {};
    m_swatches.front()->setChecked(true);
    m_entry->show(0);
    if (settings().source != bake::TintSource::None) {
      setOpen(true);
    }
  });
  connect(&m_workshop, &Workshop::modelChanged, this, &TintSection::showSettings);
}

bool TintSection::hasTexture(bake::TextureUse use) const {
  const auto& model = m_workshop.model();
  return model && std::ranges::any_of(model->materials, [use](const model::Material& material) {
           return static_cast<bool>(slotOf(material, use).image);
         });
}

// Disables sources for which the model has no mask.
void TintSection::enableSources() {
  const auto& model = m_workshop.model();
  const auto enable = [](const QComboBox& box, int item, bool can, const QString& why) {
    const auto* items = qobject_cast<const QStandardItemModel*>(box.model());
    items->item(item)->setEnabled(can);
    items->item(item)->setToolTip(can ? QString() : why);
  };
  const bool materials = model && !model->materials.empty();
  const bool colors =
      model && std::ranges::any_of(model->parts, [](const model::MeshPart& part) { return part.hasColor; });
  bool textures = false;
  for (int use = 0; use < m_texture->count(); ++use) {
    const bool has = hasTexture(static_cast<bake::TextureUse>(use));
    enable(*m_texture, use, has, tr("No material has such a texture"));
    textures = textures || has;
  }
  enable(*m_source, static_cast<int>(bake::TintSource::Material), materials, tr("The model has no materials"));
  enable(*m_source, static_cast<int>(bake::TintSource::VertexColor), colors, tr("The model has no vertex colours"));
  enable(*m_source, static_cast<int>(bake::TintSource::Texture), textures, tr("No material has a texture"));
  enable(*m_source, static_cast<int>(bake::TintSource::Palette), hasTexture(bake::TextureUse::BaseColor),
         tr("No material has a base-colour texture"));
}

void TintSection::choose(bake::TintSource source) {
  if (source == bake::TintSource::None) {
    takeUsed(m_last, settings());
    set(tr("Change tint mask"), std::nullopt);
    return;
  }
  // Restores settings from before another source was chosen.
  if (settings().source != bake::TintSource::None) {
    takeUsed(m_last, settings());
  }
  bake::TintSettings tint = m_last;
  tint.source = source;
  const auto& model = m_workshop.model();
  if (source == bake::TintSource::Material && tint.materials.empty() && model) {
    for (const model::Material& material : model->materials) {  // At least one must be named.
      tint.materials.push_back(exactly(material.name));
    }
  }
  if (source == bake::TintSource::Texture && !hasTexture(tint.texture)) {
    for (int use = m_texture->count() - 1; use >= 0; --use) {
      tint.texture = hasTexture(static_cast<bake::TextureUse>(use)) ? static_cast<bake::TextureUse>(use) : tint.texture;
    }
  }
  if (source == bake::TintSource::Palette && tint.entryCount < 1) {
    tint.entryCount = kUsualEntries;
    tint.stepU = 1.0 / kUsualEntries;
  }
  set(tr("Change tint mask"), tint);
}

void TintSection::edited() {
  const QString text = m_pattern->text();
  const auto expression = NameExpression::compile(text.toStdString());
  const auto& model = m_workshop.model();
  QString problem;
  if (!text.isEmpty() && !expression) {
    const QRegularExpression parsed(text);
    problem = tr("Character %1: %2").arg(parsed.patternErrorOffset() + 1).arg(parsed.errorString());
  } else if (!text.isEmpty() && model) {
    const std::vector<bool> chosen = chosenOf(*model, {text.toStdString()});
    problem = std::ranges::find(chosen, true) == chosen.end() ? tr("No material has this name.") : QString();
  } else if (text.isEmpty() && settings().source == bake::TintSource::Material) {
    problem = tr("Name at least one material.");
  }
  setState(*m_pattern, "wrong", !problem.isEmpty());
  showText(*m_problem, problem);
  if (problem.isEmpty()) {
    bake::TintSettings tint = settings();
    tint.materials.clear();
    if (!text.isEmpty()) {
      tint.materials.push_back(text.toStdString());
    }
    set(tr("Change materials of the tint"), tint, kMergeTint);
  }
}

void TintSection::ticked() {
  const auto& model = m_workshop.model();
  if (!model || static_cast<std::size_t>(m_materials->count()) != model->materials.size()) {
    return;
  }
  bake::TintSettings tint = settings();
  tint.materials.clear();
  for (int i = 0; i < m_materials->count(); ++i) {
    if (m_materials->item(i)->checkState() == Qt::Checked) {
      tint.materials.push_back(exactly(model->materials[static_cast<std::size_t>(i)].name));
    }
  }
  if (tint.materials.empty()) {  // An empty mask is not allowed: the last one stays.
    showSettings();
    m_problem->setText(tr("At least one material must stay selected. Choose Everything to tint the whole model."));
    m_problem->show();
    return;
  }
  if (tint.materials.size() == model->materials.size() && tint.source != bake::TintSource::Material) {
    tint.materials.clear();
  }
  set(tr("Change materials of the tint"), tint);
}

void TintSection::showSettings() {
  const bake::TintSettings tint = settings();
  enableSources();
  m_source->setCurrentIndex(static_cast<int>(tint.source));
  m_texture->setCurrentIndex(static_cast<int>(tint.texture));
  m_channel->setCurrentIndex(static_cast<int>(tint.channel));
  m_stepU->show(tint.stepU);
  m_stepV->show(tint.stepV);
  m_entries->show(tint.entryCount);
  const bool masks = tint.source != bake::TintSource::None;
  showField(m_texture, tint.source == bake::TintSource::Texture);
  showField(m_channel, tint.source == bake::TintSource::Texture || tint.source == bake::TintSource::VertexColor);
  for (QWidget* field : {m_stepU, m_stepV, m_entries}) {
    showField(field, tint.source == bake::TintSource::Palette);
  }
  showField(m_pattern, masks);
  const bool typing = m_pattern->hasFocus() && m_problem->isVisibleTo(this);
  if (!typing) {
    const QString pattern = namesOf(tint.materials).join('|');  // Matches what any of them does.
    if (m_pattern->text() != pattern) {
      m_pattern->setText(pattern);
    }
    setState(*m_pattern, "wrong", false);
    m_problem->hide();
  }
  showMaterials(tint);
  m_entry->setVisible(tint.source == bake::TintSource::Palette);
  m_entry->setMaximum(std::max<double>(tint.entryCount, 1.0) - 1.0);
  setSummary(m_source->currentText());
}

void TintSection::showMaterials(const bake::TintSettings& settings) {
  const auto& model = m_workshop.model();
  const bool shown = settings.source != bake::TintSource::None && model && !model->materials.empty();
  m_materials->setVisible(shown);
  if (!shown) {
    return;
  }
  const QSignalBlocker quiet(m_materials);
  const auto number = static_cast<int>(model->materials.size());
  while (m_materials->count() > number) {
    delete m_materials->takeItem(m_materials->count() - 1);
  }
  while (m_materials->count() < number) {
    m_materials->addItem(new QListWidgetItem);
  }
  const std::vector<bool> chosen = chosenOf(*model, settings.materials);
  for (int i = 0; i < number; ++i) {
    QListWidgetItem* item = m_materials->item(i);
    item->setText(QString::fromStdString(model->materials[static_cast<std::size_t>(i)].name));
    item->setToolTip(item->text());
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setCheckState(chosen[static_cast<std::size_t>(i)] ? Qt::Checked : Qt::Unchecked);
  }
  m_materials->setFixedHeight(std::min(number, kMostShownMaterials) * std::max(m_materials->sizeHintForRow(0), 24) + 4);
}

}  // namespace texeleton::editor

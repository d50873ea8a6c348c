#include "app/editor/panels/bake/root_motion_section.h"

#include <QFormLayout>
#include <QLocale>
#include <algorithm>
#include <cmath>

#include "app/editor/widgets/numbers.h"
#include "core/vat/texture_settings.h"

namespace texeleton::editor {

namespace {

vat::RootMotionMode modeOf(const recipe::RecipeRootMotion& settings) {
  return settings.mode.value_or(vat::RootMotionMode::Keep);
}

QFormLayout* formIn(QVBoxLayout& body) {
  auto* form = formLayout(nullptr, 12, 8);
  form->setRowWrapPolicy(QFormLayout::WrapLongRows);
  body.addLayout(form);
  return form;
}

}  // namespace

RootMotionSection::RootMotionSection(Workshop& workshop, Playback& playback, ClipsPanel& clips, ViewportArea& viewport,
                                     QWidget* parent)
    : FoldingSection(tr("Root motion"), "rootMotionHeading", parent),
      m_workshop(workshop),
      m_playback(playback),
      m_clips(clips),
      m_viewport(viewport) {
  QFormLayout* form = formIn(body());
  const auto row = [form](const QString& name, QWidget* field, const QString& tip) {
    QLabel* text = labelOf(field, name, tip);
    form->addRow(text, field);
    return text;
  };
  const QStringList modes = {rootMotionText(vat::RootMotionMode::Keep), rootMotionText(vat::RootMotionMode::Remove),
                             rootMotionText(vat::RootMotionMode::Extract)};
  m_mode = named(comboBox(modes), "rootMotion");
  row(tr("All clips"), m_mode,
      tr("Keep: the texture contains the clip unchanged. Remove: the clip plays in place. Extract: the clip plays in "
         "place, and its path is stored with it, so that a game can move the character"));
  m_clipMode = named(comboBox(QStringList(tr("As all clips")) + modes), "clipRootMotion");
  m_clipMode->setPlaceholderText(QString::fromUtf8("–"));
  m_clipsName =
      row(tr("Selected clips"), m_clipMode, tr("Overrides the setting for the clips that are selected under Clips"));
  m_node = named(new NodeChooser(tr("Found in each clip")), "rootNode");
  row(tr("Root node"), m_node,
      tr("The node that moves the character. Its position on the ground is removed from the pose"));
  m_problem = wrappedLabel({}, "error");
  m_problem->hide();
  form->addRow(m_problem);
  m_yaw = named(comboBox({tr("Automatic"), tr("Removed from the pose"), tr("Stays in the pose")}), "rootYaw");
  row(tr("Turn"), m_yaw,
      tr("Also removes the rotation about the vertical axis. Automatic: with Extract, but not with Remove"));
  m_height = named(comboBox({tr("Stays in the pose"), tr("Removed from the pose")}), "rootHeight");
  row(tr("Height"), m_height, tr("Also removes the height, for example for ladders and stairs"));
  m_way = named(wrappedLabel({}, "muted"), "rootWay");
  body().addWidget(m_way);
  connectFields();
  m_node->setNodes(m_workshop.model().get());
  showSettings();
}

void RootMotionSection::connectFields() {
  Document& document = m_workshop.document();
  connect(m_mode, &QComboBox::activated, this, [&document](int choice) {
    document.set(tr("Change root motion"), &recipe::RecipeRootMotion::mode, static_cast<vat::RootMotionMode>(choice));
  });
  connect(m_clipMode, &QComboBox::activated, this, [this](int choice) {
    m_clips.setRootMotion(choice == 0 ? std::nullopt : std::optional(static_cast<vat::RootMotionMode>(choice - 1)));
  });
  connect(m_node, &NodeChooser::chosen, this, [this, &document](const QString& name) {
    m_problem->hide();
    document.set(tr("Change root node"), &recipe::RecipeRootMotion::node, name.toStdString());
  });
  connect(m_node, &NodeChooser::unknown, this, [this](const QString& name) {
    m_problem->setText(tr("The model has no node %1. Nothing was changed.").arg(name));
    m_problem->show();
  });
  connect(m_yaw, &QComboBox::activated, this, [&document](int choice) {
    document.set(tr("Change turn of root motion"), &recipe::RecipeRootMotion::yaw,
                 choice == 0 ? std::nullopt : std::optional(choice == 1));
  });
  connect(m_height, &QComboBox::activated, this, [&document](int choice) {
    document.set(tr("Change height of root motion"), &recipe::RecipeRootMotion::height,
                 choice == 0 ? std::nullopt : std::optional(true));
  });
  connect(&m_workshop, &Workshop::modelChanged, this, [this] {
    m_node->setNodes(m_workshop.model().get());
    showClips();
  });
  connect(&document, &Document::changed, this, &RootMotionSection::showSettings);
  connect(&document, &Document::replaced, this, [this] {
    m_problem->hide();
    const recipe::RecipeBake& bake = m_workshop.document().recipe().bake;
    const std::vector<recipe::RecipeClip>& clips = m_workshop.document().recipe().clips;
    if (bake.rootMotion != recipe::RecipeRootMotion() ||
        std::ranges::any_of(clips, [](const recipe::RecipeClip& clip) { return clip.rootMotion.has_value(); })) {
      setOpen(true);
    }
  });
  connect(&m_clips.list(), &QTreeWidget::itemSelectionChanged, this, &RootMotionSection::showClips);
  connect(&m_viewport.effects(), &SceneEffects::trailChanged, this, &RootMotionSection::showWay);
}

void RootMotionSection::showSettings() {
  const recipe::RecipeRootMotion& settings = m_workshop.document().recipe().bake.rootMotion;
  m_mode->setCurrentIndex(static_cast<int>(modeOf(settings)));
  if (!m_problem->isVisibleTo(this)) {
    m_node->showName(settings.node);
  }
  m_yaw->setCurrentIndex(!settings.yaw ? 0 : *settings.yaw ? 1 : 2);
  m_height->setCurrentIndex(settings.height.value_or(false) ? 1 : 0);
  std::size_t others = 0;
  for (const recipe::RecipeClip& clip : m_workshop.document().recipe().clips) {
    others += clip.rootMotion && *clip.rootMotion != modeOf(settings) ? 1 : 0;
  }
  const QString mode = rootMotionText(modeOf(settings));
  setSummary(others == 0
                 ? mode
                 : tr("%1, %Ln clip(s) otherwise", "Keep, Remove or Extract", static_cast<int>(others)).arg(mode));
  showClips();
}

void RootMotionSection::showClips() {
  const std::vector<int> selected = m_clips.selectedRows();
  const auto modeAt = [this](int row) { return m_clips.rows()[static_cast<std::size_t>(row)].clip.rootMotion; };
  const bool any = !selected.empty() && static_cast<std::size_t>(selected.back()) < m_clips.rows().size() &&
                   m_workshop.model() != nullptr;
  m_clipMode->setEnabled(any);
  if (!any) {
    m_clipsName->setText(tr("Selected clips"));
    m_clipMode->setCurrentIndex(-1);
    return;
  }
  const auto first = modeAt(selected.front());
  const bool alike = std::ranges::all_of(selected, [&](int row) { return modeAt(row) == first; });
  m_clipMode->setCurrentIndex(!alike ? -1 : first ? static_cast<int>(*first) + 1 : 0);
  const std::size_t front = static_cast<std::size_t>(selected.front());
  const QString name = selected.size() == 1 ? QString::fromStdString(m_clips.rows()[front].name(*m_workshop.model()))
                                            : tr("%Ln clip(s)", "", static_cast<int>(selected.size()));
  m_clipsName->setText(fontMetrics().elidedText(name, Qt::ElideMiddle, 110));
  m_clipsName->setToolTip(name);
}

void RootMotionSection::showWay() {
  const RootTrail& trail = m_viewport.effects().trail();
  const vat::BakedClip* clip = m_playback.shownClip();
  if (clip == nullptr || !trail.root.isValid() || !m_workshop.model() ||
      trail.root.value >= m_workshop.model()->nodes.size()) {
    const bool isKnown = m_viewport.roots().isKnown();
    const bool isCrowd = m_workshop.document().state().showsCrowd;
    m_way->setText(clip == nullptr || !isKnown ? QString()
                   : isCrowd                   ? tr("Display a single character to see how far its clip travels.")
                                               : tr("No node moves the whole model. Specify the root node."));
    return;
  }
  const QString root = QString::fromStdString(m_workshop.model()->nodes[trail.root.value].name);
  const QString name = QString::fromStdString(clip->name);
  if (trail.points.empty()) {
    m_way->setText(tr("%1 does not travel. Its root node is %2.", "clip, node").arg(name, root));
    return;
  }
  const bool turns = std::abs(trail.turnDegrees) >= 0.5;
  const QString text =
      turns ? clip->loop ? tr("In %1, %2 travels %3 m and turns by %4° per loop.", "clip, node, metres, degrees")
                         : tr("In %1, %2 travels %3 m and turns by %4°.", "clip, node, metres, degrees")
      : clip->loop ? tr("In %1, %2 travels %3 m per loop.", "clip, node, metres")
                   : tr("In %1, %2 travels %3 m.", "clip, node, metres");
  const QString travel = decimal(trail.travelMetres);
  m_way->setText(turns ? text.arg(name, root, travel, QLocale().toString(trail.turnDegrees, 'f', 0))
                       : text.arg(name, root, travel));
}

}  // namespace texeleton::editor

#pragma once

#include <QTreeWidget>
#include <optional>
#include <string>
#include <vector>

#include "app/editor/panels/animator/animator_form.h"
#include "app/editor/panels/animator/animator_live.h"
#include "app/editor/panels/clips/clips_panel.h"
#include "app/editor/panels/panel.h"
#include "app/editor/view/viewport_area.h"

namespace texeleton::editor {

/// The document's animator: layers, states, transitions, parameters, limbs and gazes (left), the selected item
/// (middle), and live controls (right).
class AnimatorPanel : public Panel {
  Q_OBJECT

 public:
  AnimatorPanel(Workshop& workshop, ClipsPanel& clips, ViewportArea& viewport, QWidget* parent = nullptr);

  QTreeWidget& tree() const { return *m_tree; }
  void setOn(bool on);
  /// Columns scroll, so they do not widen the window.
  QSize sizeHint() const override;

 signals:
  /// A ragdoll's motion was recorded to this file.
  void motionRecorded(const QString& file);
  /// Side effects of an edit.
  void said(const QString& text);

 private:
  using Kind = AnimatorItem::Kind;
  QWidget* makeTools();
  QWidget* makeTree();
  void showSetup();
  void showPlay();
  void addGroup(const QString& title, Kind kind, const QStringList& names);
  void addGroup(const QString& title, Kind kind, const QStringList& names, const std::vector<std::size_t>& indices);
  /// The states of a layer (empty: the base).
  void addStates(const QString& title, const animator::AnimatorSetup& all, const std::string& layer);
  AnimatorItem selected() const;
  void select(const AnimatorItem& item);
  /// The layer of the selected state, or the selected layer; empty: the base.
  std::string selectedLayer(const animator::AnimatorSetup& all) const;
  void add(Kind kind);
  void remove();
  void tellDropped(const animator::AnimatorSetup& before, const std::vector<animator::SetupTransition>& kept);
  bool mayRemove(const QString& users, const QString& result);
  /// Asks if the layer has states.
  bool mayRemoveLayer(const animator::AnimatorSetup& all, std::size_t index);
  /// Asks if transitions, blend trees or layers depend on the parameter.
  bool mayRemoveParameter(const animator::AnimatorSetup& all, std::size_t index);
  void makeFromClips();
  void drawSkinned(bool skinned);
  void dropRagdoll(bool down);
  void recordMotion(bool on);
  void showRecorded();
  void addLimbsByName();
  RagdollPlay& ragdoll() const { return m_viewport.effects().ragdoll(); }
  AnimatorPlay& play() const { return m_viewport.effects().animator(); }
  animator::AnimatorSetup setup() const;

  Workshop& m_workshop;
  ClipsPanel& m_clips;
  ViewportArea& m_viewport;
  QTreeWidget* m_tree = nullptr;
  AnimatorForm* m_form = nullptr;
  AnimatorLive* m_live = nullptr;
  QToolButton* m_on = nullptr;
  QToolButton* m_restart = nullptr;
  QToolButton* m_make = nullptr;
  QToolButton* m_fall = nullptr;
  QToolButton* m_record = nullptr;
  NumberField* m_blendIn = nullptr;
  NumberField* m_getUp = nullptr;
  QToolButton* m_add = nullptr;
  QToolButton* m_remove = nullptr;
  QLabel* m_problem = nullptr;
  std::optional<viewport::DrawPath> m_pathBefore;  ///< The path before something needed skinning.
};

}  // namespace texeleton::editor

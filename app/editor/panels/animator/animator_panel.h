#pragma once

#include <QTreeWidget>
#include <functional>
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
  /// Adds a heading and the items of a kind; `takes`: which of them, by their numbers.
  void addGroup(const QString& title, Kind kind, const QStringList& names,
                const std::function<bool(std::size_t)>& takes = {});
  AnimatorItem selected() const;
  void select(const AnimatorItem& item);
  /// The layer of the selected state, or the selected layer; empty: the base.
  std::string selectedLayer(const animator::AnimatorSetup& all) const;
  void add(Kind kind);
  void remove();
  void tellDropped(const animator::AnimatorSetup& before, const std::vector<animator::SetupTransition>& kept);
  /// Asks if something depends on an item. `text`: %1 its name, %2 its users; `result`: what becomes of them.
  bool mayRemove(const std::string& name, const QStringList& users, const QString& text, const QString& result);
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

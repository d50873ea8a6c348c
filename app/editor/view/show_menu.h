#pragma once

#include <QComboBox>
#include <QMenu>
#include <QToolButton>
#include <cstdint>
#include <optional>

#include "app/editor/document/document.h"
#include "app/editor/view/gizmo_menu.h"
#include "app/editor/view/scene_effects.h"
#include "viewport/rhi_window.h"

namespace texeleton::editor {

/// Options for what the viewport shows beside characters, and for controls that a narrow window hides from the strip.
class ShowMenu : public QMenu {
  Q_OBJECT

 public:
  /// Controls of the strip that have entries here; all must be non-null.
  struct Mirrored {
    QToolButton* skeleton;
    QToolButton* sockets;
    QToolButton* bounds;
    QComboBox* surfaces;
    QComboBox* projection;
    QComboBox* crowdLayout;
  };

  ShowMenu(Document& document, viewport::RhiWindow& window, SceneEffects& effects, GizmoControl& gizmo,
           const Mirrored& mirrored, QWidget* parent = nullptr);

  /// Whether a crowd is shown.
  void setMany(bool many) { m_gizmo->setMany(many); }
  /// Whether characters of a crowd flash when their events fire.
  bool flashes() const { return m_flash->isChecked(); }
  void setFlashes(bool flashes) { m_flash->setChecked(flashes); }

 signals:
  void flashToggled();
  void cameraAsked();
  void spreadAsked();
  /// The level of detail to draw; unset: by distance.
  void levelChosen(std::optional<std::uint32_t> level);

 private:
  void addHeading(const QString& text);
  void mirror(QToolButton& button);
  QMenu* mirror(const QString& title, QComboBox& box);
  void addToggle(const QString& text, bool viewport::ViewOptions::*member, const QString& tip = {});
  void addEffects(SceneEffects& effects);
  void fillLevels(QMenu& menu);

  viewport::RhiWindow& m_window;
  QAction* m_flash = nullptr;
  GizmoMenu* m_gizmo = nullptr;
};

}  // namespace texeleton::editor

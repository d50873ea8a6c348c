#pragma once

#include <QComboBox>
#include <QToolButton>
#include <cstdint>
#include <optional>

#include "app/editor/document/document.h"
#include "app/editor/view/camera_popup.h"
#include "app/editor/view/show_menu.h"
#include "app/editor/view/spread_popup.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/fitting_row.h"
#include "viewport/rhi_window.h"

namespace texeleton::editor {

/// The strip over the picture: what is shown, and how. What a narrow window hides of it is in the menu "Show" too.
class ViewportStrip : public FittingRow {
  Q_OBJECT

 public:
  ViewportStrip(Document& document, viewport::RhiWindow& window, SceneEffects& effects, GizmoControl& gizmo,
                QWidget* parent = nullptr);

  /// Which choices there are.
  struct Choices {
    bool baked = true;
    bool original = true;
    bool crowd = true;  ///< Else what is shown is always one character.
  };
  void setChoices(const Choices& choices);
  /// Whether what is shown is skinned from the source.
  void showSource(bool isOriginal) { m_source->setCurrent(isOriginal ? 1 : 0); }
  /// What the document says of its crowd.
  void showCrowd(const DocumentState& state);
  /// What is being waited for; empty: nothing.
  void showBusy(const QString& text) { m_busy->setWholeText(text); }

  viewport::ViewMode surfaces() const { return static_cast<viewport::ViewMode>(m_surfaces->currentData().toInt()); }
  bool showsSkeleton() const { return m_skeleton->isChecked(); }
  bool flashes() const { return m_show->flashes(); }
  SpreadPopup& spread() const { return *m_spreadPopup; }

 signals:
  void sourceChosen(bool isOriginal);
  /// One or many, which the document knows already.
  void crowdChosen();
  void surfacesChosen();
  void skeletonToggled();
  void flashToggled();
  void levelChosen(std::optional<std::uint32_t> level);
  void frameAsked();

 private:
  void makeSource();
  void makeCrowd();
  void makeSurfaces();
  void makeCamera();
  void makeToggles();
  QToolButton* makeShow();
  template <class Change>
  void setCrowd(const QString& edit, const Change& change);

  Document& m_document;
  viewport::RhiWindow& m_window;
  SceneEffects& m_effects;
  GizmoControl& m_gizmo;
  Segmented* m_source = nullptr;
  Segmented* m_many = nullptr;
  NumberField* m_count = nullptr;
  QComboBox* m_layout = nullptr;
  QToolButton* m_spread = nullptr;
  SpreadPopup* m_spreadPopup = nullptr;
  QComboBox* m_surfaces = nullptr;
  QComboBox* m_projection = nullptr;
  QToolButton* m_camera = nullptr;
  CameraPopup* m_cameraPopup = nullptr;
  ElidedLabel* m_busy = nullptr;  ///< While a picture takes long.
  QToolButton* m_skeleton = nullptr;
  QToolButton* m_sockets = nullptr;
  ShowMenu* m_show = nullptr;
};

}  // namespace texeleton::editor

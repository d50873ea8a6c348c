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

/// The strip over the picture with display settings. Controls that a narrow window hides are also in the menu "Show".
class ViewportStrip : public FittingRow {
  Q_OBJECT

 public:
  ViewportStrip(Document& document, viewport::RhiWindow& window, SceneEffects& effects, GizmoControl& gizmo,
                QWidget* parent = nullptr);

  /// Available choices.
  struct Choices {
    bool baked = true;
    bool original = true;
    bool crowd = true;  ///< False: only one character can be shown.
  };
  void setChoices(const Choices& choices);
  /// Shows whether the picture is skinned from the source.
  void showSource(bool isOriginal) { m_source->setCurrent(isOriginal ? 1 : 0); }
  /// Shows the document's crowd.
  void showCrowd(const DocumentState& state);
  /// Shows settings of the picture that are not the document's.
  void showView(const viewport::ViewOptions& view, viewport::ViewMode surfaces, bool flashes);
  /// Shows what is being waited for; empty: nothing. Other controls leave a narrow strip for it.
  void showBusy(const QString& text);
  QSize minimumSizeHint() const override;

  viewport::ViewMode surfaces() const { return static_cast<viewport::ViewMode>(m_surfaces->currentData().toInt()); }
  bool showsSkeleton() const { return m_skeleton->isChecked(); }
  bool flashes() const { return m_show->flashes(); }
  SpreadPopup& spread() const { return *m_spreadPopup; }

 signals:
  void sourceChosen(bool isOriginal);
  /// The user chose one character or a crowd; already in the document.
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
  ElidedLabel* m_busy = nullptr;  ///< Shown while a picture takes long.
  QToolButton* m_skeleton = nullptr;
  QToolButton* m_sockets = nullptr;
  QToolButton* m_bounds = nullptr;
  ShowMenu* m_show = nullptr;
};

}  // namespace texeleton::editor

#pragma once

#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>
#include <QWidget>
#include <memory>

#include "app/editor/document/playback.h"
#include "app/editor/document/selection.h"
#include "app/editor/jobs/clip_preview.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/view/gizmo_control.h"
#include "app/editor/view/scene_effects.h"
#include "app/editor/view/start_page.h"
#include "app/editor/view/viewport_strip.h"
#include "viewport/rhi_window.h"

namespace texeleton::editor {

/// The paths that draw and how they are compared, as set in the Compare panel.
struct Comparing {
  enum class How { Off, Split, Overlay, Heat } how = How::Off;
  viewport::DrawPath path = viewport::DrawPath::Texture;
  viewport::DrawPath other = viewport::DrawPath::Compute;
  double heatLimitMillimetres = 0.0;  ///< 0: derived from the current clips.

  friend bool operator==(const Comparing&, const Comparing&) = default;
};

/// What is shown and how, beside the document's settings. A recreated viewport starts from its predecessor's state.
struct ViewportState {
  viewport::ViewOptions view;
  viewport::ViewMode surfaces = viewport::ViewMode::Lit;  ///< Also while the heat map is shown.
  Comparing comparing;
  bool flashes = false;
  bool showsPath = true;
  bool travels = true;
  bool showsBodies = false;  ///< Outlines of ragdolls.
  bool playsAnimator = false;
  TriedLook look;
};

/// The picture with its strip, showing the newest bake or a preview of a clip that is not baked.
class ViewportArea : public QWidget {
  Q_OBJECT

 public:
  ViewportArea(Workshop& workshop, Playback& playback, Selection& selection, ClipPreview& preview,
               viewport::GpuBackend backend, std::shared_ptr<viewport::VulkanInstance> instance,
               const ViewportState& state, QWidget* parent = nullptr);

  ViewportState state() const;

  /// Owned by its container.
  viewport::RhiWindow& window() const { return *m_window; }
  /// The widget that contains the picture's window.
  QWidget& pictureWidget() const { return *m_container; }
  void frameAll();
  /// Frames the selection, or everything.
  void frameSelected();
  /// "Vulkan · llvmpipe", empty before the first frame.
  QString deviceText() const;

  RootFinding& roots() const { return *m_roots; }
  SceneEffects& effects() const { return *m_effects; }
  /// Moves the selected item; the code that selects an item sets its target.
  GizmoControl& gizmo() const { return *m_gizmo; }
  /// The level of detail of everything; unset: by distance.
  std::optional<std::uint32_t> level() const { return m_window->scene().view.level; }
  void setLevel(std::optional<std::uint32_t> level);

  /// Sets the variant of the bake for the selected characters of the crowd, or for all if none is selected, while they
  /// play; unset: the crowd's own. A single character shows the selected variant.
  void wear(std::optional<std::uint32_t> variant);

  /// The object shown at the socket with this name.
  void setHeld(const std::string& socket, const viewport::HeldObject& held);

  const Comparing& comparing() const { return m_comparing; }
  void setComparing(const Comparing& comparing);
  /// Shown while there is no document.
  StartPage& startPage() const { return *m_start; }

 signals:
  /// The first frame of a device was shown.
  void deviceChanged();
  void locateAsked();
  void comparingChanged();
  void levelChanged();
  /// The shown crowd or bake changed.
  void sceneChanged();

 private:
  void restore(const ViewportState& state);
  void makeStrip(const ViewportState& state);
  void makeMessage();
  void showBake();
  void showPicture();
  /// The work that the picture waits for to show the current state; empty: none.
  QString awaited() const;
  void showAwaited();
  void showBusy(const QString& text);
  void makeCrowd();
  void wearSelected();
  /// The shown snapshot: of the preview, else of the bake. Null: none.
  const std::shared_ptr<const BakeSnapshot>& shown() const;
  bool isPreview() const { return m_preview.snapshot() != nullptr; }
  bool showsMany() const { return m_workshop.document().state().showsCrowd && !isPreview(); }
  void followDocument();
  void chooseSource(bool isOriginal);
  void showChoices();
  void applyView();
  void applyLayer();
  void showSelection();
  void selectMesh(std::uint32_t mesh);
  void showMessage(const QString& title, const QString& text);

  Workshop& m_workshop;
  Playback& m_playback;
  Selection& m_selection;
  ClipPreview& m_preview;
  viewport::RhiWindow* m_window = nullptr;
  RootFinding* m_roots = nullptr;
  SceneEffects* m_effects = nullptr;
  GizmoControl* m_gizmo = nullptr;
  QStackedWidget* m_pages = nullptr;
  QWidget* m_container = nullptr;
  StartPage* m_start = nullptr;
  QWidget* m_message = nullptr;
  QLabel* m_messageTitle = nullptr;
  QLabel* m_messageText = nullptr;
  QPushButton* m_locate = nullptr;
  ViewportStrip* m_strip = nullptr;
  CrowdSetup m_crowd;                        ///< As shown.
  viewport::ViewSetup m_setup;               ///< As shown.
  std::vector<model::Box> m_attachedBounds;  ///< Bounds of clips including attachments; empty: there are none.
  const void* m_offered = nullptr;           ///< The animation whose clips the popup offers.
  bool m_shownMany = false;
  QTimer m_takesLong;     ///< Delays the message about what is awaited.
  bool m_bakes = false;   ///< The workshop works on a bake that the picture will show.
  bool m_isBusy = false;  ///< The message is shown.
  Comparing m_comparing;
  bool m_framed = false;
  double m_unit = 0.0;  ///< Metres per file unit of the model that is shown.
  bool m_toldDevice = false;
};

}  // namespace texeleton::editor

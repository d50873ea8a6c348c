#pragma once

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <QWidget>
#include <functional>
#include <vector>

#include "app/editor/view/viewport_area.h"

namespace texeleton::editor {

/// Live controls of playing characters: the animator's parameters as sliders and switches, its current state, and the
/// cross-fade that the animation texture supports too.
class AnimatorLive : public QWidget {
  Q_OBJECT

 public:
  AnimatorLive(Workshop& workshop, ViewportArea& viewport, QWidget* parent = nullptr);

  /// Offers two clips of the bake, by name, for the cross-fade: no edit until they are used.
  void offerFade(const QString& from, const QString& to);

 private:
  void fill();
  void addParameter(const animator::SetupParameter& parameter);
  void addMeshes(QVBoxLayout& layout);
  void fillMeshes();
  void showMeshes();
  void addFade(QVBoxLayout& layout);
  void fillFade();
  void showFade();
  void startFade();
  void changeFade(bool clips);
  void followFade();
  void showState();
  void hear(const QString& state, const QString& event);

  Workshop& m_workshop;
  ViewportArea& m_viewport;
  AnimatorPlay& m_play;
  QWidget* m_parameters = nullptr;
  std::vector<animator::SetupParameter> m_shown;
  bool m_filled = false;
  std::vector<std::function<void()>> m_follow;  ///< Update the display of the parameters' values.
  QLabel* m_state = nullptr;
  QLabel* m_events = nullptr;
  QStringList m_heard;
  QComboBox* m_meshes = nullptr;
  viewport::FadeSetup m_fadeShown;  ///< As in the document; the boxes may show an offer instead.
  bool m_offered = false;
  QComboBox* m_from = nullptr;
  QComboBox* m_to = nullptr;
  NumberField* m_seconds = nullptr;
  QPushButton* m_fade = nullptr;
};

}  // namespace texeleton::editor

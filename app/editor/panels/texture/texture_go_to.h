#pragma once

#include <QLabel>
#include <QPushButton>
#include <optional>

#include "app/editor/document/playback.h"
#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/texture/texel_values.h"
#include "app/editor/panels/texture/texture_view.h"
#include "app/editor/widgets/number_field.h"
#include "app/editor/widgets/popup.h"

namespace texeleton::editor {

/// Navigates to texels: of the selected bone, of the current frame, or by numbers. A button with a popup saves a row of
/// space.
class TextureGoTo : public QPushButton {
  Q_OBJECT

 public:
  TextureGoTo(const Workshop& workshop, const Playback& playback, const Selection& selection, TextureView& view,
              const TexelValues& values, QWidget* parent = nullptr);

 private:
  QLayout* makeNumbers();
  void enable();
  void showPopup();
  void showNumbers();
  void goToNumbers();
  /// Texel of the selected bone: of its matrix, or in vertex mode of its socket.
  std::optional<std::uint32_t> texelOfBone() const;
  void goToBone();
  void goToFrame();
  void goTo(std::uint32_t texelOfFrame);

  const Workshop& m_workshop;
  const Playback& m_playback;
  const Selection& m_selection;
  TextureView& m_view;
  const TexelValues& m_values;
  Popup* m_popup = nullptr;
  QPushButton* m_bone = nullptr;
  NumberField* m_frame = nullptr;
  NumberField* m_element = nullptr;
  QLabel* m_elementName = nullptr;
};

}  // namespace texeleton::editor

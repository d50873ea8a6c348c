#pragma once

#include <QFrame>

#include "app/editor/widgets/controls.h"
#include "viewport/scene/crowd.h"

namespace texeleton::editor {

/// How the characters of a crowd differ from one another; comes up under the button that asks for it.
class CrowdSpread : public QFrame {
  Q_OBJECT

 public:
  explicit CrowdSpread(QWidget* parent = nullptr);

  /// Everything but count, layout and clip.
  const CrowdSettings& settings() const { return m_settings; }
  /// Beneath `widget`, whole on its screen.
  void showUnder(const QWidget& widget);

 signals:
  void changed();

 private:
  CrowdSettings m_settings;
};

}  // namespace texeleton::editor

#pragma once

#include <QLabel>
#include <QToolButton>
#include <QWidget>
#include <memory>
#include <optional>

#include "app/editor/document/source_value.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/texel_info.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

/// What a texel is and holds, beside the texture: its values, the source's, its bits.
class TexelValues : public QWidget {
  Q_OBJECT

 public:
  explicit TexelValues(const Workshop& workshop, QWidget* parent = nullptr);

  /// The workshop has another bake.
  void takeBake();
  /// Shows a texel, which must lie in the texture, or none.
  void showTexel(const std::optional<bake::TexelAddress>& texel);
  const std::optional<bake::TexelAddress>& shown() const { return m_shown; }
  /// The value that is shown, to the clipboard.
  void copy();

  /// What a texel is, in words: "handslot.r · row 1".
  static QString nameOf(const TexelInfo& info, const bake::BakedAnimation& animation);

 signals:
  /// The texture is to be saved as a picture.
  void pictureAsked();

 private:
  QLayout* makeValues();

  const Workshop& m_workshop;
  std::unique_ptr<SourceValues> m_source;  ///< Of the bake; null: there is none.
  std::optional<bake::TexelAddress> m_shown;
  QLabel* m_title = nullptr;
  ElidedLabel* m_place = nullptr;
  QLabel* m_value = nullptr;
  QLabel* m_bits = nullptr;
  QLabel* m_sourceValue = nullptr;
  QToolButton* m_copy = nullptr;
};

}  // namespace texeleton::editor

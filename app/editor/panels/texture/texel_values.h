#pragma once

#include <QLabel>
#include <QToolButton>
#include <QWidget>
#include <memory>
#include <optional>

#include "app/editor/document/source_value.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/texture/texel_info.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

/// Meaning and contents of a texel, beside the texture: its values, the source's, its bits.
class TexelValues : public QWidget {
  Q_OBJECT

 public:
  explicit TexelValues(const Workshop& workshop, QWidget* parent = nullptr);

  /// The workshop has a new bake.
  void takeBake();
  /// Shows a texel, which must lie in the texture, or none.
  void showTexel(const std::optional<vat::TexelAddress>& texel);
  const std::optional<vat::TexelAddress>& shown() const { return m_shown; }
  /// Copies the shown value to the clipboard.
  void copy();

  /// A texel's description: "handslot.r · row 1".
  static QString nameOf(const TexelInfo& info, const vat::BakedAnimation& animation);

 signals:
  /// The user wants to save the texture as a picture.
  void pictureAsked();

 private:
  QLayout* makeValues();

  const Workshop& m_workshop;
  std::unique_ptr<SourceValues> m_source;  ///< Values of the bake's source; null: there is no bake.
  std::optional<vat::TexelAddress> m_shown;
  QLabel* m_title = nullptr;
  ElidedLabel* m_clip = nullptr;
  QLabel* m_place = nullptr;
  QLabel* m_value = nullptr;
  QLabel* m_bits = nullptr;
  QLabel* m_sourceValue = nullptr;
  QToolButton* m_copy = nullptr;
};

}  // namespace texeleton::editor

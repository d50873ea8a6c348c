#pragma once

#include <QStyledItemDelegate>

#include "core/retargeting/clip_names.h"

namespace texeleton::editor {

/// Draws clip names so that they can be told apart: what all of them share in front and behind is grey, and folded to
/// "…" where there is no room for it; then the name itself is elided in the middle. They are edited as they are.
class ClipNameDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void setAffixes(retargeting::NameAffixes affixes) { m_affixes = std::move(affixes); }
  const retargeting::NameAffixes& affixes() const { return m_affixes; }

  /// What is shown of a name: its own part in the middle.
  struct Parts {
    QString before;
    QString name;
    QString behind;

    QString all() const { return before + name + behind; }
  };
  Parts shown(const QString& name, const QFontMetrics& metrics, int width) const;

 protected:
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  retargeting::NameAffixes m_affixes;
};

}  // namespace texeleton::editor

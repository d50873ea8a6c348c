#pragma once

#include <QStyledItemDelegate>

#include "core/retargeting/clip_names.h"

namespace texeleton::editor {

/// Draws clip names so that they can be distinguished: common affixes are grey, and folded to "…" if there is no room;
/// then the name itself is elided in the middle. Editing uses the full name.
class ClipNameDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void setAffixes(retargeting::NameAffixes affixes) { m_affixes = std::move(affixes); }
  const retargeting::NameAffixes& affixes() const { return m_affixes; }

  /// The displayed parts of a name; its own part is in the middle.
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

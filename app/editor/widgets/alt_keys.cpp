#include "app/editor/widgets/alt_keys.h"

#include <QAbstractButton>
#include <QFormLayout>
#include <QKeySequence>
#include <QLabel>
#include <QList>
#include <QSet>
#include <QString>
#include <QToolButton>

namespace texeleton::editor {

namespace {

bool isKeyLetter(QChar c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// The letter of a text's key; null: it has none.
QChar keyOf(const QString& text) {
  const QString keys = QKeySequence::mnemonic(text).toString(QKeySequence::PortableText);
  return keys.isEmpty() ? QChar() : keys.back().toUpper();
}

/// A free letter of the text: the first one of a word, else any. −1: none.
qsizetype placeOfKey(const QString& text, const QSet<QChar>& taken) {
  for (const bool anywhere : {false, true}) {
    for (qsizetype i = 0; i < text.size(); ++i) {
      const bool begins = i == 0 || !text[i - 1].isLetterOrNumber();
      if (isKeyLetter(text[i]) && (begins || anywhere) && !taken.contains(text[i].toUpper())) {
        return i;
      }
    }
  }
  return -1;
}

/// With a key of the alphabet behind the text, before its last punctuation.
QString withKeyBehind(const QString& text, const QString& preferred, const QSet<QChar>& taken) {
  const QString letters = preferred.toUpper() + "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (const QChar letter : letters) {
    if (isKeyLetter(letter) && !taken.contains(letter)) {
      const bool isPointed = text.endsWith(QChar(0x2026)) || text.endsWith(':') || text.endsWith(QChar(0xff1a));
      QString result = text;
      result.insert(text.size() - (isPointed ? 1 : 0), QString("(&%1)").arg(letter));
      return result;
    }
  }
  return text;
}

/// Buttons and labels have the property "text".
QList<QWidget*> keyed(const QDialog& dialog) {
  QList<QWidget*> found;
  for (QWidget* widget : dialog.findChildren<QWidget*>()) {
    const auto* button = qobject_cast<QAbstractButton*>(widget);
    const auto* tool = qobject_cast<QToolButton*>(widget);
    const auto* text = qobject_cast<QLabel*>(widget);
    const bool isButton = button != nullptr && (tool == nullptr || tool->toolButtonStyle() != Qt::ToolButtonIconOnly);
    if ((isButton || (text != nullptr && text->buddy() != nullptr)) && widget->isVisibleTo(&dialog) &&
        !widget->property("text").toString().isEmpty()) {
      found << widget;
    }
  }
  return found;
}

}  // namespace

void giveAltKeys(QDialog& dialog) {
  for (const QFormLayout* form : dialog.findChildren<QFormLayout*>()) {
    for (int row = 0; row < form->rowCount(); ++row) {
      const QLayoutItem* name = form->itemAt(row, QFormLayout::LabelRole);
      const QLayoutItem* field = form->itemAt(row, QFormLayout::FieldRole);
      auto* text = name == nullptr ? nullptr : qobject_cast<QLabel*>(name->widget());
      if (text != nullptr && text->buddy() == nullptr && field != nullptr && field->widget() != nullptr) {
        text->setBuddy(field->widget());
      }
    }
  }
  const QList<QWidget*> all = keyed(dialog);
  QSet<QChar> taken;
  for (const QWidget* widget : all) {
    taken << keyOf(widget->property("text").toString());
  }
  for (QWidget* widget : all) {
    QString text = widget->property("text").toString();
    if (!keyOf(text).isNull()) {
      continue;
    }
    const qsizetype place = placeOfKey(text, taken);
    text = place < 0 ? withKeyBehind(text, widget->objectName(), taken) : text.insert(place, '&');
    taken << keyOf(text);
    widget->setProperty("text", text);
  }
}

}  // namespace texeleton::editor

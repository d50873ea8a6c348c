#pragma once

#include <QObject>
#include <QString>

#include "core/base/job_context.h"

class QWidget;

namespace texeleton::editor {

/// The window's messages to the user.
class Notices : public QObject {
  Q_OBJECT

 public:
  /// `window`: the parent of the boxes.
  explicit Notices(QWidget& window);

  /// A sentence in the status line for some seconds.
  void say(const QString& text) { emit said(text); }
  /// A message in a box that does not block.
  void tell(const QString& title, const QString& text);
  /// A message that stays in the list of issues although it belongs to no file.
  void add(const Issue& issue) { emit found(issue); }
  /// The same with text in the user's language.
  void warn(const QString& text);

 signals:
  /// For the status line.
  void said(const QString& text);
  /// For the list of issues.
  void found(const texeleton::Issue& issue);

 private:
  QWidget& m_window;
};

}  // namespace texeleton::editor

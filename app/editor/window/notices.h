#pragma once

#include <QObject>
#include <QString>

#include "core/base/job_context.h"

class QWidget;

namespace texeleton::editor {

/// How the window tells the user something, for all who have something to tell.
class Notices : public QObject {
  Q_OBJECT

 public:
  /// `window`: the parent of the boxes.
  explicit Notices(QWidget& window);

  /// A sentence, for some seconds in the status line.
  void say(const QString& text) { emit said(text); }
  /// Something that the user should know, in a box that blocks nothing.
  void tell(const QString& title, const QString& text);
  /// Something that stays among the issues, though it belongs to no file.
  void add(const Issue& issue) { emit found(issue); }
  /// The same, of a text that is in the user's language already.
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

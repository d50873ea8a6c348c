#include "app/editor/messages/localized.h"

#include <QCoreApplication>
#include <QLocale>
#include <string_view>

#include "core/model/names.h"
#include "viewport/overlay/panel.h"

namespace texeleton::editor {

namespace {

constexpr qsizetype kLongestLocalized = 8'000;

/// Chinese and Japanese are written without spaces, but are separated from other scripts by one.
bool isIdeograph(QChar c) { return c.unicode() >= 0x3040 && c.unicode() <= 0x9fff; }
bool isWide(QChar c) { return isIdeograph(c) || c == QChar(0x201c) || c == QChar(0x201d); }
bool isAlphanumeric(QChar c) { return c.unicode() < 0x80 && c.isLetterOrNumber(); }

/// Appends a piece: no space between ideographs, one between these and letters or digits.
void add(QString& text, const QString& piece) {
  if (text.isEmpty() || piece.isEmpty()) {
    text += piece;
    return;
  }
  const bool spaced = text.back() == ' ' || piece.front() == ' ';
  const QStringView left = QStringView(text).left(text.size() - (text.back() == ' ' ? 1 : 0));
  const QStringView right = QStringView(piece).mid(piece.front() == ' ' ? 1 : 0);
  if (!left.isEmpty() && !right.isEmpty()) {
    const QChar a = left.back();
    const QChar b = right.front();
    if (spaced && isWide(a) && isWide(b)) {
      text.truncate(left.size());
      text += right;
      return;
    }
    if (!spaced && ((isIdeograph(a) && isAlphanumeric(b)) || (isAlphanumeric(a) && isIdeograph(b)))) {
      text += ' ';
    }
  }
  text += piece;
}

QString shown(const MessageArgument& argument) {
  switch (argument.kind()) {
    case MessageArgument::Kind::Text:
      break;
    case MessageArgument::Kind::Message:
      return localized(argument.message());
    case MessageArgument::Kind::Remedy:
      return inWordsOfTheForm(argument.remedy());
  }
  // The file determines quoted text, so it is shortened.
  return QString::fromStdString(model::shortenedText(argument.ownText()));
}

QString formWords(const char* text) { return QCoreApplication::translate("FormWords", text); }

QString number(double value) { return QLocale::c().toString(value, 'g', 4); }

}  // namespace

QString inWordsOfTheForm(const Remedy& remedy) {
  const QString subject = QString::fromStdString(remedy.subject);
  switch (remedy.kind) {
    case RemedyKind::Unit:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "setting the unit to %1 m")).arg(number(remedy.number));
    case RemedyKind::SmallerUnit:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "a smaller unit"));
    case RemedyKind::CharacterUnit:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "a unit of %1 m for %2")).arg(number(remedy.number), subject);
    case RemedyKind::Rate:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "a rate of %1 Hz")).arg(number(remedy.number));
    case RemedyKind::LowerRate:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "a lower rate"));
    case RemedyKind::ClipRate:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "a rate of %1 Hz for %2")).arg(number(remedy.number), subject);
    case RemedyKind::MaxSize:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "a maximum width of %1 px")).arg(number(remedy.number));
    case RemedyKind::ExactSize:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "the exact size"));
    case RemedyKind::HalfTexels:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "16-bit texels"));
    case RemedyKind::FloatTexels:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "32-bit texels"));
    case RemedyKind::BoneMode:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "bone mode"));
    case RemedyKind::VertexMode:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "vertex mode"));
    case RemedyKind::Encoding:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "the encoding %1")).arg(subject);
    case RemedyKind::FewerShapes:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "fewer shapes"));
    case RemedyKind::PlayOnce:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "“Once” under Loop"));
    case RemedyKind::CutClip:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "an end of %1 at %2 s")).arg(subject, number(remedy.number));
    case RemedyKind::WholeClip:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "the whole clip"));
    case RemedyKind::Root:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "“Root node” under Root motion"));
    case RemedyKind::IgnoreLevels:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "turning off “Use the model's own levels”"));
    case RemedyKind::IgnoreMeta:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "ignoring Unity's settings"));
    case RemedyKind::LeaveOutMesh:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "disabling them in the Model panel"));
    case RemedyKind::ListMotions:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "removing the motion in the Model panel"));
    case RemedyKind::EvenRows:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "even frame spacing"));
    case RemedyKind::UnevenRows:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "adaptive frame spacing"));
    case RemedyKind::ErrorLimit:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "a largest error of %1 mm")).arg(number(remedy.number));
    case RemedyKind::LoopRange:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "a loop range"));
    case RemedyKind::MoreMemory:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "%1 GiB of memory for imports")).arg(number(remedy.number));
    case RemedyKind::MoreTime:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "%1 s for imports"))
          .arg(QLocale::c().toString(remedy.number, 'g', 6));
    case RemedyKind::FollowOutside:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "“Take %1”")).arg(subject.section('/', -1));
    case RemedyKind::Retarget:
      return remedy.subject == "copy" ? formWords(QT_TRANSLATE_NOOP("FormWords", "“Copy bones”"))
                                      : formWords(QT_TRANSLATE_NOOP("FormWords", "“Match rest poses”"));
    case RemedyKind::ShowHidden:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "“Take hidden meshes”"));
    case RemedyKind::Replace:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "“Replace it” under Issues"));
    case RemedyKind::Pieces:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "“Pieces” within %1 mm")).arg(number(remedy.number));
    case RemedyKind::SortConstraints:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "“Sort constraints”"));
    case RemedyKind::AttachToRoot:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "another parent for %1")).arg(subject);
    case RemedyKind::LocateTexture:
      return formWords(QT_TRANSLATE_NOOP("FormWords", "“Locate…” under Issues"));
  }
  return {};
}

QString localized(const Message& message) {
  if (message.format().empty()) {
    return {};
  }
  const QString format = QCoreApplication::translate("messages", message.format().c_str());
  QString text;
  forEachPlace(
      format.toStdString(),
      [&text](std::string_view literal) {
        add(text, QString::fromUtf8(literal.data(), static_cast<qsizetype>(literal.size())));
      },
      [&](std::size_t place) {
        if (place <= message.arguments().size() && text.size() < kLongestLocalized) {
          add(text, shown(message.arguments()[place - 1]));
        }
      });
  return text;
}

QString localized(const char* said) { return QCoreApplication::translate("messages", said); }

QString localized(const Error& error) {
  return error.file.empty() ? localized(error.message) : localized(message("%1: %2", error.file, error.message));
}

QString capitalised(QString text) {
  if (!text.isEmpty()) {
    text[0] = text[0].toUpper();
  }
  return text;
}

void localizeViewport() {
  viewport::setPanelWording([](const Message& label) { return localized(label).toStdString(); });
}

}  // namespace texeleton::editor

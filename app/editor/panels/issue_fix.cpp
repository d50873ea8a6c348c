#include "app/editor/panels/issue_fix.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

namespace texeleton::editor {

namespace {

QString words(const char* text) { return QCoreApplication::translate("IssueFix", text); }

}  // namespace

std::optional<IssueFix> fixFor(const Issue& issue, Workshop& workshop) {
  const QString text = QString::fromStdString(issue.text);
  Document& document = workshop.document();
  // The remedies that the messages themselves name.
  static const QRegularExpression scale("\"--scale ([0-9.eE+-]+)\"");
  if (const auto found = scale.match(text); found.hasMatch()) {
    const double metres = found.captured(1).toDouble();
    return IssueFix{words(QT_TRANSLATE_NOOP("IssueFix", "Take a unit as %1 m")).arg(QLocale().toString(metres, 'g', 4)),
                    [&document, metres] {
                      RecipeImport import = document.recipe().import;
                      import.scale = metres;
                      document.setImport(words(QT_TRANSLATE_NOOP("IssueFix", "Change units")), import);
                    }};
  }
  if (text.contains("rgba32f") && document.recipe().bake.pixelFormat != PixelFormat::Rgba32F) {
    return IssueFix{words(QT_TRANSLATE_NOOP("IssueFix", "Use 32-bit")), [&document] {
                      document.set(words(QT_TRANSLATE_NOOP("IssueFix", "Change texel format")),
                                   &RecipeBake::pixelFormat, std::optional(PixelFormat::Rgba32F));
                    }};
  }
  if (text.contains("morph") && document.recipe().bake.mode.value_or(BakeMode::Bone) == BakeMode::Bone &&
      text.contains("vertex mode", Qt::CaseInsensitive)) {
    return IssueFix{words(QT_TRANSLATE_NOOP("IssueFix", "Bake as Vertices")), [&document] {
                      document.set(words(QT_TRANSLATE_NOOP("IssueFix", "Change mode")), &RecipeBake::mode,
                                   std::optional(BakeMode::Vertex));
                    }};
  }
  return std::nullopt;
}

}  // namespace texeleton::editor

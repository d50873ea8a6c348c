#include "app/editor/panels/issue_fix.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "app/editor/document/clip_rows.h"
#include "app/editor/document/cut_range.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

constexpr std::uint32_t kCommonSize = 8192;  // Texels a side that every engine takes.
constexpr double kRateOfNone = 30.0;         // Of clips whose file has none.

QString words(const char* text) { return QCoreApplication::translate("IssueFix", text); }

/// The first number that an expression captures.
std::optional<double> numberIn(const QString& text, const QRegularExpression& expression) {
  const auto found = expression.match(text);
  bool isNumber = false;
  const double number = found.captured(1).toDouble(&isNumber);
  return found.hasMatch() && isNumber && number > 0.0 ? std::optional(number) : std::nullopt;
}

double rateOf(const ClipRow& row, const Document& document, const Model& model) {
  const double source = row.source.isValid() ? model.clips[row.source.value].sourceRateHz : 0.0;
  return row.clip.fps.value_or(document.recipe().bake.fps.value_or(source > 0.0 ? source : kRateOfNone));
}

/// The highest rate of what is baked; 0: nothing is.
double fastestRate(const Workshop& workshop) {
  double fastest = 0.0;
  if (workshop.model()) {
    for (const ClipRow& row : clipRows(workshop.document().state(), *workshop.model())) {
      fastest = row.ticked ? std::max(fastest, rateOf(row, workshop.document(), *workshop.model())) : fastest;
    }
  }
  return fastest;
}

/// All rates in the same proportion, the highest to this one: clips of their own rates keep how they compare.
void lowerRates(Workshop& workshop, double hertz) {
  Document& document = workshop.document();
  const QString text = words(QT_TRANSLATE_NOOP("IssueFix", "Lower rate"));
  const double fastest = fastestRate(workshop);
  if (fastest <= 0.0) {
    document.set(text, &RecipeBake::fps, std::optional(hertz));
    return;
  }
  std::vector<ClipRow> rows = clipRows(document.state(), *workshop.model());
  const bool alike = std::all_of(rows.begin(), rows.end(), [&](const ClipRow& row) {
    return !row.ticked || (!row.clip.fps && rateOf(row, document, *workshop.model()) == fastest);
  });
  if (alike) {
    document.set(text, &RecipeBake::fps, std::optional(hertz));
    return;
  }
  for (ClipRow& row : rows) {
    if (row.ticked) {
      // Down to what a field shows, so that no frame more comes of it.
      row.clip.fps = std::floor(rateOf(row, document, *workshop.model()) * hertz / fastest * 1000.0) / 1000.0;
    }
  }
  document.setClips(text, listsOf(rows));
}

/// Of clips of one name that are baked faster.
void lowerRateOf(Workshop& workshop, const QString& clip, double hertz) {
  if (!workshop.model()) {
    return;
  }
  std::vector<ClipRow> rows = clipRows(workshop.document().state(), *workshop.model());
  for (ClipRow& row : rows) {
    if (row.ticked && QString::fromStdString(row.name(*workshop.model())) == clip &&
        rateOf(row, workshop.document(), *workshop.model()) > hertz) {
      row.clip.fps = hertz;
    }
  }
  workshop.document().setClips(words(QT_TRANSLATE_NOOP("IssueFix", "Lower rate")), listsOf(rows));
}

QString rateText(double hertz) {
  return words(QT_TRANSLATE_NOOP("IssueFix", "Bake at %1 Hz")).arg(QLocale().toString(hertz, 'g', 4));
}

IssueFix modeFix(Document& document, BakeMode mode) {
  return {mode == BakeMode::Bone ? words(QT_TRANSLATE_NOOP("IssueFix", "Bake as Bones"))
                                 : words(QT_TRANSLATE_NOOP("IssueFix", "Bake as Vertices")),
          [&document, mode] {
            document.set(words(QT_TRANSLATE_NOOP("IssueFix", "Change mode")), &RecipeBake::mode, std::optional(mode));
          },
          {}};
}

/// Fits the ranges of the clips of one name into the clips, or takes them back where they have nothing in common.
void fitRanges(Workshop& workshop, const QString& clip) {
  if (!workshop.model()) {
    return;
  }
  std::vector<ClipRow> rows = clipRows(workshop.document().state(), *workshop.model());
  for (ClipRow& row : rows) {
    if (!row.source.isValid() || QString::fromStdString(row.name(*workshop.model())) != clip) {
      continue;
    }
    const Clip& source = workshop.model()->clips[row.source.value];
    const double from = rangeStart(row.clip, source);
    const double to = rangeEnd(row.clip, source);
    row.clip.from.reset();
    row.clip.to.reset();
    if (from <= to && to >= source.startSeconds && from <= source.startSeconds + source.lengthSeconds) {
      setRangeStart(row.clip, source, from);
      setRangeEnd(row.clip, source, to);
    }
  }
  workshop.document().setClips(words(QT_TRANSLATE_NOOP("IssueFix", "Change clip range")), listsOf(rows));
}

/// A texture that is too large: its size, its rate, its mode.
void addSizeFixes(std::vector<IssueFix>& fixes, const QString& text, Workshop& workshop) {
  Document& document = workshop.document();
  if (text.contains("--size exact")) {
    fixes.push_back({words(QT_TRANSLATE_NOOP("IssueFix", "Exact size")),
                     [&document] {
                       document.set(words(QT_TRANSLATE_NOOP("IssueFix", "Change size rule")), &RecipeBake::size,
                                    std::optional(SizeRule::Exact));
                     },
                     words(QT_TRANSLATE_NOOP("IssueFix", "Sides that are no powers of two"))});
  }
  static const QRegularExpression size("--max-size ([0-9]+)");
  std::optional<IssueFix> larger;
  bool common = true;
  if (const auto found = numberIn(text, size)) {
    const auto pixels = static_cast<std::uint32_t>(*found);
    common = pixels <= kCommonSize;
    larger = IssueFix{
        words(QT_TRANSLATE_NOOP("IssueFix", "Maximum width %1 px")).arg(count(pixels)),
        [&document, pixels] {
          document.set(words(QT_TRANSLATE_NOOP("IssueFix", "Change maximum width")), &RecipeBake::maxSize,
                       std::optional(pixels));
        },
        common ? QString() : words(QT_TRANSLATE_NOOP("IssueFix", "Not every engine takes textures that large"))};
  }
  if (larger && common) {
    fixes.push_back(*larger);
  }
  static const QRegularExpression rate("--fps ([0-9.eE+-]*[0-9])");
  static const QRegularExpression ofClip("clip \"(.*)\" lasts .*bake it at ([0-9.]+) Hz or less");
  const double fastest = fastestRate(workshop);
  if (const auto hertz = numberIn(text, rate)) {
    fixes.push_back({rateText(*hertz), [&workshop, hertz = *hertz] { lowerRates(workshop, hertz); },
                     words(QT_TRANSLATE_NOOP("IssueFix", "Fewer frames, and more to blend between them"))});
  } else if (const auto clip = ofClip.match(text); clip.hasMatch() && clip.captured(2).toDouble() > 0.0) {
    const double hertzOfClip = clip.captured(2).toDouble();
    fixes.push_back({rateText(hertzOfClip),
                     [&workshop, name = clip.captured(1), hertzOfClip] { lowerRateOf(workshop, name, hertzOfClip); },
                     words(QT_TRANSLATE_NOOP("IssueFix", "Fewer frames, and more to blend between them"))});
  } else if (text.contains("memory") && text.contains("lower rate") && fastest > 0.0) {
    fixes.push_back({rateText(fastest / 2.0), [&workshop, fastest] { lowerRates(workshop, fastest / 2.0); },
                     words(QT_TRANSLATE_NOOP("IssueFix", "Fewer frames, and more to blend between them"))});
  }
  if (larger && !common) {
    fixes.push_back(*larger);
  }
  const BakeMode mode = document.recipe().bake.mode.value_or(BakeMode::Bone);
  static const QRegularExpression bones("(try|use) bone mode|Bone mode needs|vertex mode, in which characters");
  if (mode == BakeMode::Vertex && text.contains(bones)) {
    fixes.push_back(modeFix(document, BakeMode::Bone));
  }
  if (mode == BakeMode::Bone && text.contains("use vertex mode")) {
    fixes.push_back(modeFix(document, BakeMode::Vertex));
  }
}

}  // namespace

std::vector<IssueFix> fixesFor(const std::string& message, Workshop& workshop) {
  const QString text = QString::fromStdString(message);
  Document& document = workshop.document();
  std::vector<IssueFix> fixes;
  // The remedies that the messages themselves name.
  static const QRegularExpression scale("\"--scale ([0-9.eE+-]+)\"");
  if (const auto metres = numberIn(text, scale)) {
    fixes.push_back(
        {words(QT_TRANSLATE_NOOP("IssueFix", "Take a unit as %1 m")).arg(QLocale().toString(*metres, 'g', 4)),
         [&document, metres = *metres] {
           RecipeImport import = document.recipe().import;
           import.scale = metres;
           document.setImport(words(QT_TRANSLATE_NOOP("IssueFix", "Change units")), import);
         },
         {}});
  }
  static const QRegularExpression range("clip \"(.*)\": the range .* (is empty|lies outside the clip); the clip runs");
  if (const auto found = range.match(text); found.hasMatch()) {
    fixes.push_back({words(QT_TRANSLATE_NOOP("IssueFix", "Whole clip")),
                     [&workshop, clip = found.captured(1)] { fitRanges(workshop, clip); },
                     words(QT_TRANSLATE_NOOP("IssueFix", "Bakes the clip from its start to its end"))});
  }
  if (text.contains("rgba32f") && document.recipe().bake.pixelFormat != PixelFormat::Rgba32F) {
    fixes.push_back({words(QT_TRANSLATE_NOOP("IssueFix", "Use 32-bit")),
                     [&document] {
                       document.set(words(QT_TRANSLATE_NOOP("IssueFix", "Change texel format")),
                                    &RecipeBake::pixelFormat, std::optional(PixelFormat::Rgba32F));
                     },
                     {}});
  }
  if (text.contains("morph") && document.recipe().bake.mode.value_or(BakeMode::Bone) == BakeMode::Bone &&
      text.contains("vertex mode", Qt::CaseInsensitive)) {
    fixes.push_back(modeFix(document, BakeMode::Vertex));
    return fixes;
  }
  addSizeFixes(fixes, text, workshop);
  return fixes;
}

std::optional<IssueFix> fixFor(const Issue& issue, Workshop& workshop) {
  if (issue.text.find("reaches beyond the clip and was cut to it") != std::string::npos) {
    return IssueFix{words(QT_TRANSLATE_NOOP("IssueFix", "Cut to the clip")),
                    [&workshop, clip = QString::fromStdString(issue.subject)] { fitRanges(workshop, clip); },
                    words(QT_TRANSLATE_NOOP("IssueFix", "Keeps what lies in the clip as its range"))};
  }
  const std::vector<IssueFix> fixes = fixesFor(issue.text, workshop);
  return fixes.empty() ? std::nullopt : std::optional(fixes.front());
}

}  // namespace texeleton::editor

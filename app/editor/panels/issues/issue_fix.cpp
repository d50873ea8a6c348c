#include "app/editor/panels/issues/issue_fix.h"

#include <QLocale>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <utility>

#include "app/editor/document/attachment_edit.h"
#include "app/editor/document/clip_rows.h"
#include "app/editor/document/constraint_edit.h"
#include "app/editor/document/cut_range.h"
#include "app/editor/document/motion_sources.h"
#include "app/editor/document/paths.h"
#include "app/editor/document/preferences.h"
#include "app/editor/widgets/numbers.h"
#include "core/bake/settings/bake_settings.h"
#include "core/pipeline/share_animation.h"
#include "core/recipe/events_file.h"
#include "core/vat/basis.h"
#include "core/vat/encoding.h"

namespace texeleton::editor {

namespace {

constexpr double kRateOfNone = 30.0;   // For clips whose file states no rate.
constexpr double kSmallerUnit = 10.0;  // Factor that is offered if the right unit is unknown.

double rateOf(const ClipRow& row, const Document& document, const model::Model& model) {
  const double source = row.source.isValid() ? model.clips[row.source.value].sourceRateHz : 0.0;
  return row.clip.fps.value_or(document.recipe().bake.fps.value_or(source > 0.0 ? source : kRateOfNone));
}

/// The highest rate of the baked clips; 0: none is baked.
double fastestRate(const Workshop& workshop) {
  double fastest = 0.0;
  if (workshop.model()) {
    for (const ClipRow& row : clipRows(workshop.document().state(), *workshop.model())) {
      fastest = row.ticked ? std::max(fastest, rateOf(row, workshop.document(), *workshop.model())) : fastest;
    }
  }
  return fastest;
}

/// Scales all rates so that the highest becomes `hertz`; ratios between clips are kept.
void lowerRates(Workshop& workshop, double hertz) {
  Document& document = workshop.document();
  const QString text = IssueFix::tr("Lower rate");
  const double fastest = fastestRate(workshop);
  if (fastest <= 0.0) {
    document.set(text, &recipe::RecipeBake::fps, std::optional(hertz));
    return;
  }
  std::vector<ClipRow> rows = clipRows(document.state(), *workshop.model());
  const bool alike = std::ranges::all_of(rows, [&](const ClipRow& row) {
    return !row.ticked || (!row.clip.fps && rateOf(row, document, *workshop.model()) == fastest);
  });
  if (alike) {
    document.set(text, &recipe::RecipeBake::fps, std::optional(hertz));
    return;
  }
  for (ClipRow& row : rows) {
    if (row.ticked) {
      // Rounded down to the field's precision, so that no further frame results.
      row.clip.fps = std::floor(rateOf(row, document, *workshop.model()) * hertz / fastest * 1000.0) / 1000.0;
    }
  }
  document.setClips(text, listsOf(rows));
}

QString rateText(double hertz) { return IssueFix::tr("Bake at %1 Hz").arg(QLocale().toString(hertz, 'g', 4)); }

IssueFix modeFix(Document& document, vat::BakeMode mode) {
  return {mode == vat::BakeMode::Bone ? IssueFix::tr("Bake as Bones") : IssueFix::tr("Bake as Vertices"),
          [&document, mode] { document.setMode(IssueFix::tr("Change mode"), mode); },
          {}};
}

/// Changes the rows of clips with this name.
void changeClips(Workshop& workshop, const QString& text, const std::string& clip,
                 const std::function<void(ClipRow&, const model::Clip&)>& change) {
  if (!workshop.model()) {
    return;
  }
  std::vector<ClipRow> rows = clipRows(workshop.document().state(), *workshop.model());
  for (ClipRow& row : rows) {
    if (row.source.isValid() && row.name(*workshop.model()) == clip) {
      change(row, workshop.model()->clips[row.source.value]);
    }
  }
  workshop.document().setClips(text, listsOf(rows));
}

/// Lowers the rate of clips with this name that exceed it.
void lowerRateOf(Workshop& workshop, const std::string& clip, double hertz) {
  changeClips(workshop, IssueFix::tr("Lower rate"), clip, [&](ClipRow& row, const model::Clip&) {
    if (row.ticked && rateOf(row, workshop.document(), *workshop.model()) > hertz) {
      row.clip.fps = hertz;
    }
  });
}

/// Clamps the ranges of clips with this name to the clips, or resets them if they do not overlap.
void fitRanges(Workshop& workshop, const std::string& clip) {
  changeClips(workshop, IssueFix::tr("Change clip range"), clip, [](ClipRow& row, const model::Clip& source) {
    const double from = rangeStart(row.clip, source);
    const double to = rangeEnd(row.clip, source);
    row.clip.from.reset();
    row.clip.to.reset();
    if (from <= to && to >= source.startSeconds && from <= source.startSeconds + source.lengthSeconds) {
      setRangeStart(row.clip, source, from);
      setRangeEnd(row.clip, source, to);
    }
  });
}

/// The topmost bone of the model.
std::optional<std::string> topmostBone(const Workshop& workshop) {
  const auto& model = workshop.model();
  return model && !model->palette.empty() ? std::optional(model->nodes[model->palette.front().node.value].name)
                                          : std::nullopt;
}

QString unitText(double metres) { return IssueFix::tr("Set unit to %1 m").arg(QLocale().toString(metres, 'g', 4)); }

/// Sets a member of a part of the document, as an edit with another name.
template <class T, class Part>
IssueFix settingFix(Document& document, const QString& text, const QString& edit, T Part::*member,
                    const std::type_identity_t<T>& value, const QString& hint = {}) {
  return {text, [&document, edit, member, value] { document.set(edit, member, value); }, hint};
}

IssueFix unitFix(Document& document, double metres) {
  return settingFix(document, unitText(metres), IssueFix::tr("Change unit"), &recipe::RecipeImport::scale, metres);
}

IssueFix sizeFix(Document& document, std::uint32_t pixels) {
  return settingFix(
      document, IssueFix::tr("Maximum width %1 px").arg(count(pixels)), IssueFix::tr("Change maximum width"),
      &recipe::RecipeBake::maxSize, pixels,
      pixels <= vat::kCommonTextureSide ? QString() : IssueFix::tr("Not every engine supports textures of this size"));
}

IssueFix formatFix(Document& document, vat::PixelFormat format) {
  return settingFix(document,
                    format == vat::PixelFormat::Rgba32F ? IssueFix::tr("Use 32-bit") : IssueFix::tr("Use 16-bit"),
                    IssueFix::tr("Change texel format"), &recipe::RecipeBake::pixelFormat, format);
}

/// Selects an encoding and, if necessary, its mode.
std::optional<IssueFix> encodingFix(Document& document, const std::string& name) {
  const vat::Encoding* const encoding = vat::findEncoding(name);
  if (encoding == nullptr) {
    return std::nullopt;
  }
  return IssueFix{IssueFix::tr("Use %1").arg(QString::fromStdString(name)),
                  [&document, encoding] {
                    recipe::RecipeBake bake = document.recipe().bake;
                    bake.encoding = encoding->name;
                    if (bake.mode.value_or(vat::BakeMode::Bone) != encoding->mode) {
                      bake.mode = encoding->mode;
                    }
                    document.set(IssueFix::tr("Change encoding"), &recipe::Recipe::bake, bake);
                  },
                  {}};
}

IssueFix rateFix(double hertz, std::function<void()> apply) {
  return {rateText(hertz), std::move(apply), IssueFix::tr("Fewer frames, larger steps between them")};
}

void setCharacterUnit(Document& document, const std::string& character, double metres) {
  std::vector<recipe::RecipeSource> sources = document.recipe().sources;
  for (recipe::RecipeSource& source : sources) {
    if (source.role == pack::SourceRole::Character && std::filesystem::path(source.path).stem() == character) {
      source.scale = metres;
    }
  }
  document.set(IssueFix::tr("Change unit"), &recipe::Recipe::sources, sources);
}

/// Removes the motion file or point cache with this name.
void removeMotion(Document& document, const std::string& file) {
  for (const std::size_t number : motionNumbers(document.recipe())) {
    const recipe::RecipeSource source = document.recipe().sources[number];
    if (std::filesystem::path(source.path).filename() == file) {
      removeSource(document, valueOf<pack::SourceRole>(source.role).value_or(pack::SourceRole::Motion), source.path);
      return;
    }
  }
}

/// Adds a file beside the model whose purpose is known by its name. Nothing: it is a source already.
std::optional<IssueFix> followFix(Document& document, const std::string& file) {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::absolute(file, error).lexically_normal();
  const std::vector<recipe::RecipeSource>& now = document.recipe().sources;
  if (std::ranges::any_of(now, [&](const auto& source) { return source.path == utf8Of(path); })) {
    return std::nullopt;
  }
  const bool isEvents = path == recipe::defaultEventsFile(document.modelFile());
  const pack::SourceRole role = isEvents ? pack::SourceRole::Events : pack::SourceRole::Motion;
  return IssueFix{IssueFix::tr("Take %1").arg(toQString(path.filename())),
                  [&document, path, role] {
                    std::vector<recipe::RecipeSource> sources = document.recipe().sources;
                    sources.push_back({utf8Of(path), wordOf(role), {}, {}});
                    document.setSources(IssueFix::tr("Follow link"), std::move(sources));
                  },
                  IssueFix::tr("Opens the file outside the model's folder")};
}

/// Imports with other limits, which are preferences of the user and not part of the document.
void importWithin(Workshop& workshop, double Preferences::*limit, double number) {
  Preferences preferences = readPreferences();
  preferences.*limit = number;
  keep(preferences);
  apply(preferences);
  workshop.refresh();
}

void attachToRoot(Workshop& workshop, const std::string& attachment) {
  if (!workshop.model()) {
    return;
  }
  std::vector<recipe::RecipeAttachment> all = workshop.document().recipe().bake.attachments;
  for (recipe::RecipeAttachment& each : all) {
    if (each.name == attachment) {
      attachTo(each, {AttachmentParent::Kind::Node, workshop.model()->nodes.front().name});
    }
  }
  workshop.document().set(IssueFix::tr("Hang attachment elsewhere"), &recipe::RecipeBake::attachments, all);
}

/// Remedies for clips: rates, ranges and loops.
std::optional<IssueFix> clipFix(const Remedy& remedy, Workshop& workshop) {
  const std::string clip = remedy.subject;
  const double number = remedy.number;
  switch (remedy.kind) {
    case RemedyKind::Rate:
      return rateFix(number, [&workshop, number] { lowerRates(workshop, number); });
    case RemedyKind::LowerRate:
      if (const double fastest = fastestRate(workshop); fastest > 0.0) {
        return rateFix(fastest / 2.0, [&workshop, fastest] { lowerRates(workshop, fastest / 2.0); });
      }
      return std::nullopt;
    case RemedyKind::ClipRate:
      return rateFix(number, [&workshop, clip, number] { lowerRateOf(workshop, clip, number); });
    case RemedyKind::PlayOnce:
      return IssueFix{IssueFix::tr("Play once"),
                      [&workshop, clip] {
                        changeClips(workshop, IssueFix::tr("Change looping"), clip,
                                    [](ClipRow& row, const model::Clip&) { row.clip.loop = bake::LoopMode::Off; });
                      },
                      {}};
    case RemedyKind::CutClip:
      return IssueFix{
          IssueFix::tr("End %1 at %2 s").arg(QString::fromStdString(clip), QLocale().toString(number, 'g', 4)),
          [&workshop, clip, number] {
            changeClips(workshop, IssueFix::tr("Change clip range"), clip,
                        [number](ClipRow& row, const model::Clip& source) { setRangeEnd(row.clip, source, number); });
          },
          {}};
    case RemedyKind::WholeClip:
      return IssueFix{IssueFix::tr("Cut to the clip"), [&workshop, clip] { fitRanges(workshop, clip); },
                      IssueFix::tr("Limits the range to the clip")};
    default:
      return std::nullopt;
  }
}

/// Remedies for imports: limits, and files beside the model.
std::optional<IssueFix> importFix(const Remedy& remedy, Workshop& workshop) {
  const double number = remedy.number;
  const QString hint = IssueFix::tr("Preferences have the limit");
  switch (remedy.kind) {
    case RemedyKind::MoreMemory:
      return IssueFix{IssueFix::tr("Allow %1 GiB").arg(QLocale().toString(number, 'g', 4)),
                      [&workshop, number] { importWithin(workshop, &Preferences::importGibibytes, number); }, hint};
    case RemedyKind::MoreTime:
      return IssueFix{IssueFix::tr("Allow %1 s").arg(QLocale().toString(number, 'g', 6)),
                      [&workshop, number] { importWithin(workshop, &Preferences::importSeconds, number); }, hint};
    case RemedyKind::FollowOutside:
      return followFix(workshop.document(), remedy.subject);
    case RemedyKind::Replace:
      return IssueFix{
          IssueFix::tr("Replace it"),
          [&workshop, pack = fromUtf8(remedy.subject)] { workshop.exportPacks({pack}, exporting::OfAnother::Replace); },
          IssueFix::tr("Overwrites the files of the other character")};
    default:
      return std::nullopt;
  }
}

/// Remedies for the file: units, files beside it, meshes and root.
std::optional<IssueFix> modelFix(const Remedy& remedy, Workshop& workshop) {
  Document& document = workshop.document();
  const double number = remedy.number;
  const std::string subject = remedy.subject;
  switch (remedy.kind) {
    case RemedyKind::Unit:
      return unitFix(document, number);
    case RemedyKind::SmallerUnit: {
      const double metres = workshop.model() ? workshop.model()->unitMetres / kSmallerUnit : 0.0;
      return metres > 0.0 ? std::optional(unitFix(document, metres)) : std::nullopt;
    }
    case RemedyKind::CharacterUnit:
      return IssueFix{unitText(number), [&document, subject, number] { setCharacterUnit(document, subject, number); },
                      QString::fromStdString(subject)};
    case RemedyKind::Root:
      if (const auto bone = topmostBone(workshop)) {
        return settingFix(document, IssueFix::tr("Root node: %1").arg(QString::fromStdString(*bone)),
                          IssueFix::tr("Change root node"), &recipe::RecipeRootMotion::node, *bone,
                          IssueFix::tr("Uses the topmost bone. Bake settings lists all nodes"));
      }
      return std::nullopt;
    case RemedyKind::IgnoreLevels:
      return settingFix(document, IssueFix::tr("Ignore levels in names"), IssueFix::tr("Change levels of detail"),
                        &recipe::RecipeMeshes::authoredLods, false,
                        IssueFix::tr("Imports meshes named NAME_LOD1 and so on as ordinary meshes"));
    case RemedyKind::IgnoreMeta:
      return settingFix(document, IssueFix::tr("Ignore Unity's settings"), IssueFix::tr("Change import"),
                        &recipe::RecipeImport::unityMeta, false, IssueFix::tr("Imports the takes of the file"));
    case RemedyKind::ShowHidden:
      return settingFix(document, IssueFix::tr("Take hidden meshes"), IssueFix::tr("Change import"),
                        &recipe::RecipeImport::hidden, true);
    case RemedyKind::Retarget: {
      const bool copies = subject == "copy";
      return settingFix(document, copies ? IssueFix::tr("Copy bones") : IssueFix::tr("Match rest poses"),
                        IssueFix::tr("Change motions"), &recipe::RecipeMotion::retarget,
                        copies ? retargeting::Retarget::Copy : retargeting::Retarget::Match,
                        copies ? IssueFix::tr("Bones have the pose of the motion file")
                               : IssueFix::tr("Bones move relative to the rest pose"));
    }
    case RemedyKind::Pieces:
      if (sourcesOf(document.recipe(), pack::SourceRole::Cache).empty()) {
        return std::nullopt;
      }
      return IssueFix{IssueFix::tr("Bake as Pieces"),
                      [&document, number] { document.setPieces(IssueFix::tr("Change pieces"), number); },
                      IssueFix::tr("Separates meshes of point caches into pieces, with a bone for each")};
    case RemedyKind::SortConstraints: {
      const auto sorted = sortedConstraints(document.recipe(), workshop.model().get());
      if (!sorted) {
        return std::nullopt;
      }
      return IssueFix{IssueFix::tr("Sort constraints"),
                      [&document, sorted] {
                        document.set(IssueFix::tr("Sort constraints"), &recipe::Recipe::constraints, *sorted);
                      },
                      IssueFix::tr("Each acts after those that move what it follows")};
    }
    case RemedyKind::ListMotions:
      return IssueFix{IssueFix::tr("Leave out %1").arg(QString::fromStdString(subject)),
                      [&document, subject] { removeMotion(document, subject); },
                      {}};
    case RemedyKind::AttachToRoot:
      if (!workshop.model() || workshop.model()->nodes.empty()) {
        return std::nullopt;
      }
      return IssueFix{IssueFix::tr("Attach %1 to the root").arg(QString::fromStdString(subject)),
                      [&workshop, subject] { attachToRoot(workshop, subject); },
                      IssueFix::tr("Attachments has a list of all parents")};
    case RemedyKind::LeaveOutMesh:
      return IssueFix{IssueFix::tr("Leave out %1").arg(QString::fromStdString(subject)),
                      [&document, subject] {
                        std::vector<std::string> hidden = document.recipe().bake.meshes.hide;
                        hidden.push_back(asExpression(subject));
                        document.set(IssueFix::tr("Change meshes"), &recipe::RecipeMeshes::hide, hidden);
                      },
                      {}};
    default:
      return std::nullopt;
  }
}

/// Remedies for the texture: size, texel format, mode.
std::optional<IssueFix> textureFix(const Remedy& remedy, Workshop& workshop) {
  Document& document = workshop.document();
  const recipe::RecipeBake& bake = document.recipe().bake;
  switch (remedy.kind) {
    case RemedyKind::MaxSize:
      return sizeFix(document, static_cast<std::uint32_t>(remedy.number));
    case RemedyKind::ExactSize:
      return settingFix(document, IssueFix::tr("Exact size"), IssueFix::tr("Change size rule"),
                        &recipe::RecipeBake::size, vat::SizeRule::Exact, IssueFix::tr("Sides are not powers of two"));
    case RemedyKind::HalfTexels:
      return formatFix(document, vat::PixelFormat::Rgba16F);
    case RemedyKind::FloatTexels:
      return bake.pixelFormat == vat::PixelFormat::Rgba32F
                 ? std::nullopt
                 : std::optional(formatFix(document, vat::PixelFormat::Rgba32F));
    case RemedyKind::BoneMode:
    case RemedyKind::VertexMode: {
      const vat::BakeMode mode = remedy.kind == RemedyKind::BoneMode ? vat::BakeMode::Bone : vat::BakeMode::Vertex;
      return bake.mode.value_or(vat::BakeMode::Bone) == mode ? std::nullopt : std::optional(modeFix(document, mode));
    }
    case RemedyKind::Encoding:
      return encodingFix(document, remedy.subject);
    case RemedyKind::EvenRows:
      return settingFix(document, IssueFix::tr("Use even frame spacing"), IssueFix::tr("Change frame spacing"),
                        &recipe::RecipeBake::rows, bake::RowSpacing::Even);
    case RemedyKind::UnevenRows:
      return settingFix(document, IssueFix::tr("Use adaptive frame spacing"), IssueFix::tr("Change frame spacing"),
                        &recipe::RecipeBake::rows, bake::RowSpacing::Uneven);
    case RemedyKind::ErrorLimit:
      return settingFix(document, IssueFix::tr("Allow %1 mm").arg(QLocale().toString(remedy.number, 'g', 4)),
                        IssueFix::tr("Change error limit"), &recipe::RecipeBake::maxError, remedy.number);
    case RemedyKind::FewerShapes: {
      const std::uint32_t fewer = bake.shapes.value_or(vat::kMaxShapes) / 2;
      return fewer == 0 ? std::nullopt
                        : std::optional(settingFix(document, IssueFix::tr("Use %1 shapes").arg(count(fewer)),
                                                   IssueFix::tr("Change shapes"), &recipe::RecipeBake::shapes, fewer));
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

std::vector<IssueFix> fixesFor(const std::vector<Remedy>& remedies, Workshop& workshop) {
  std::vector<IssueFix> fixes;
  std::vector<IssueFix> last;  // Remedies that not every engine supports.
  for (const Remedy& remedy : remedies) {
    std::optional<IssueFix> fix = clipFix(remedy, workshop);
    fix = fix ? std::move(fix) : modelFix(remedy, workshop);
    fix = fix ? std::move(fix) : textureFix(remedy, workshop);
    fix = fix ? std::move(fix) : importFix(remedy, workshop);
    if (fix) {
      const bool isRare = remedy.kind == RemedyKind::MaxSize && remedy.number > vat::kCommonTextureSide;
      (isRare ? last : fixes).push_back(std::move(*fix));
    }
  }
  std::move(last.begin(), last.end(), std::back_inserter(fixes));
  return fixes;
}

std::optional<IssueFix> fixFor(const Issue& issue, Workshop& workshop) {
  std::vector<IssueFix> fixes = fixesFor(issue.text.remedies(), workshop);
  return fixes.empty() ? std::nullopt : std::optional(std::move(fixes.front()));
}

}  // namespace texeleton::editor

// The Bake panel over its error limit: it names the cause, and its remedies fix it.

#include <QComboBox>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QUndoStack>
#include <algorithm>
#include <cmath>

#include "app/editor/document/clip_rows.h"
#include "app/editor/document/error_limits.h"
#include "app/editor/document/mend.h"
#include "app/editor/document/preferences.h"
#include "app/editor/jobs/recipe_job.h"
#include "app/editor/panels/bake/bake_memory.h"
#include "app/editor/panels/bake/encoding_title.h"
#include "app/editor/panels/issues/issue_fix.h"
#include "app/editor/panels/issues/issues_panel.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/numbers.h"
#include "app/editor/window/window_menus.h"
#include "core/contacts/body_points.h"
#include "core/runtime/pack_player.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/editor/menus.h"
#include "tests/support/suite.h"
#include "viewport/scene/gpu/draw_vertices.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace {

vat::BakedAnimation animationAt(std::initializer_list<double> rates) {
  vat::BakedAnimation animation;
  for (const double rate : rates) {
    animation.clips.emplace_back();
    animation.clips.back().sampleRateHz = rate;
  }
  return animation;
}

vat::ClipError errorOf(double encoding, double interpolation, double influences) {
  vat::ClipError error;
  error.encodingMillimetres = encoding;
  error.interpolationMillimetres = interpolation;
  error.influencesMillimetres = influences;
  error.maxMillimetres = encoding + interpolation + influences;
  return error;
}

}  // namespace

class TestBakePanel : public EditorTest {
  Q_OBJECT

  double errorNow(std::size_t clip) { return (*window().workshop().errors())[clip].maxMillimetres; }
  std::vector<QPushButton*> mendsOfProblem() {
    std::vector<QPushButton*> shown;
    for (QPushButton* button : window().findChildren<QPushButton*>("mendProblem")) {
      if (button->isVisible()) {
        shown.push_back(button);
      }
    }
    return shown;
  }
  /// Entirely visible, not scrolled away.
  static bool isInSight(const QWidget& widget) {
    return widget.isVisible() && widget.visibleRegion().boundingRect().size() == widget.size();
  }
  bool isMeasured() { return window().workshop().errors() != nullptr && !window().workshop().runner().isBusy(); }

 private slots:
  void init() { openSampleWindow(); }
  void cleanup() { closeWindow(); }

  void namesCauses() {
    const vat::BakedAnimation animation = animationAt({30.0, 60.0, 30.0});
    const std::vector<vat::ClipError> errors = {errorOf(0.1, 0.2, 0.0), errorOf(0.1, 12.0, 0.0),
                                                errorOf(0.2, 0.1, 0.1)};
    QVERIFY(!mendsFor(animation, errors, {20.0, 20.0, 20.0}));
    // 12 mm to 4 mm: a factor of √3, so the rate doubles.
    auto mends = mendsFor(animation, errors, {4.0, 4.0, 4.0});
    QVERIFY(mends && mends->cause == ErrorCause::Interpolation && !mends->floats && !mends->vertices);
    QCOMPARE(mends->causeMillimetres, 12.0);
    QCOMPARE(mends->worstMillimetres, 12.1);
    QCOMPARE(mends->rates.size(), std::size_t{1});
    QCOMPARE(mends->rates[0].clip, std::size_t{1});
    QCOMPARE(mends->rates[0].hertz, 120.0);
    // 12 mm to 1 mm: a factor of 3.46, so 4 times; capped at the highest rate that is suggested.
    mends = mendsFor(animation, errors, {1.0, 1.0, 1.0});
    QCOMPARE(mends->rates[0].hertz, 240.0);
    mends = mendsFor(animation, errors, {0.01, 0.01, 0.01});
    QCOMPARE(mends->rates[1].hertz, 240.0);
    QVERIFY(mends->floats && mends->vertices);

    mends = mendsFor(animationAt({30.0}), {errorOf(3.0, 0.1, 0.2)}, {1.0});
    QVERIFY(mends->cause == ErrorCause::Encoding && mends->floats && !mends->vertices && mends->rates.empty());
    mends = mendsFor(animationAt({30.0}), {errorOf(0.1, 0.1, 5.0)}, {1.0});
    QVERIFY(mends->cause == ErrorCause::Influences && !mends->floats && mends->vertices && mends->rates.empty());
    vat::BakedAnimation exact = animationAt({200.0});
    exact.pixelFormat = vat::PixelFormat::Rgba32F;
    exact.mode = vat::BakeMode::Vertex;
    mends = mendsFor(exact, {errorOf(3.0, 2.0, 2.0)}, {1.0});
    QVERIFY(!mends->floats && !mends->vertices && mends->rates.empty());  // 400 Hz is not suggested.
    vat::ClipError jump = errorOf(0.1, 12.0, 0.0);
    jump.isAtJump = true;
    mends = mendsFor(animationAt({30.0}), {jump}, {1.0});
    QVERIFY(mends->cause == ErrorCause::Jump && mends->rates.empty());
  }

  // 12.1 mm are below a limit of 20 mm; 0.2 mm are four times a limit of 0.05 mm.
  void limitsPerClip() {
    const auto mends =
        mendsFor(animationAt({30.0, 30.0}), {errorOf(0.05, 12.0, 0.0), errorOf(0.02, 0.2, 0.0)}, {20.0, 0.05});
    QVERIFY(mends && mends->rates.size() == 1);
    QCOMPARE(mends->rates[0].clip, std::size_t{1});
    QCOMPARE(mends->causeMillimetres, 0.2);

    QTRY_VERIFY(isMeasured());
    Workshop& workshop = window().workshop();
    const std::vector<double> errors = [&] {
      std::vector<double> millimetres;
      for (const vat::ClipError& error : *workshop.errors()) {
        millimetres.push_back(error.maxMillimetres);
      }
      return millimetres;
    }();
    const std::size_t least = std::min_element(errors.begin(), errors.end()) - errors.begin();
    QVERIFY(errors.size() > 1 && errors[least] > 0.0 && workshop.worst()->clip != least);
    Document& document = window().document();
    const model::Model& model = *workshop.model();
    std::vector<ClipRow> rows = clipRows(document.state(), model);
    const std::vector<int> baked = bakedClipOfRows(rows, *workshop.bake()->animation, model);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (baked[i] == static_cast<int>(least)) {
        rows[i].clip.maxError = errors[least] / 2;
      }
    }
    document.setClips("Limit", listsOf(rows));
    QTRY_VERIFY(isMeasured() && workshop.overLimit());
    QCOMPARE(workshop.overLimit()->clip, least);
    QVERIFY(std::abs(workshop.overLimit()->millimetres - errors[least] / 2) < 1e-9);
    QVERIFY(workshop.worst()->clip != least);
    QCOMPARE(workshop.tooMuch()->clip, least);
    QVERIFY(find<QLabel>("statusText")
                .text()
                .contains(QString::fromStdString(workshop.bake()->animation->clips[least].name)));
  }

  // The parts are separate maxima at different places; none is shown larger than the total.
  void figuresAgree() {
    vat::ClipError error = errorOf(0.1, 12.0, 0.0);
    error.maxMillimetres = 11.5;
    const auto mends = mendsFor(animationAt({30.0}), {error}, {4.0});
    QVERIFY(mends && mends->cause == ErrorCause::Interpolation);
    QCOMPARE(mends->worstMillimetres, 11.5);
    QCOMPARE(mends->causeMillimetres, 11.5);

    QTRY_VERIFY(isMeasured());
    typeInto(find<NumberField>("errorLimit"), "6");
    QTRY_VERIFY(window().workshop().overLimit() && find<QPushButton>("raiseRate").isVisible());
    // Texts: "9.09 mm over your limit in Attack", "Mostly blending between frames (15.1 mm of 15.1 mm)".
    const QRegularExpression number("([0-9.]+) mm");
    std::vector<double> told;
    const QString text = find<QLabel>("bakeState").text();
    for (auto found = number.globalMatch(text); found.hasNext();) {
      told.push_back(found.next().captured(1).toDouble());
    }
    QVERIFY2(told.size() == 3, qPrintable(text));
    QVERIFY2(std::abs(told[0] + 6.0 - told[2]) < 0.056 && told[1] <= told[2], qPrintable(text));
    QVERIFY2(std::abs(told[2] - errorNow(3)) < 0.051, qPrintable(text));
  }

  // The remedies are visible without scrolling as soon as the error exceeds the limit.
  void remediesAreVisible() {
    for (const QSize size : {QSize(1440, 900), QSize(1280, 800), QSize(1024, 700)}) {
      window().resize(size);
      QTest::qWait(50);
      QTRY_VERIFY(isMeasured());
      typeInto(find<NumberField>("errorLimit"), "0.001");
      for (const char* name : {"useFloats", "raiseRate", "showWhere"}) {
        auto& button = find<QPushButton>(name);
        QTRY_VERIFY2(button.isVisible(), name);
        QTRY_VERIFY2(isInSight(button), qPrintable(QString("%1 at %2").arg(name).arg(size.width())));
      }
      m_editor->keepPicture(QString("mends-%1").arg(size.width()));
      typeInto(find<NumberField>("errorLimit"), "0");
      QTRY_VERIFY(!window().workshop().overLimit());
    }
    // The mode is chosen in the tool bar only; the advice is short once it has been applied.
    QVERIFY(find<Segmented>("toolBarMode").isVisible());
    QVERIFY(!find<QPushButton>("takeAdvice").isVisible());
    QTest::mouseClick(find<Segmented>("toolBarMode").button(1), Qt::LeftButton);
    QTRY_VERIFY(find<QPushButton>("takeAdvice").isVisible());
    QVERIFY(m_editor->waitUntilBaked());
    QTest::mouseClick(&find<QPushButton>("takeAdvice"), Qt::LeftButton);
    QCOMPARE(document().recipe().bake.mode, std::optional(vat::BakeMode::Bone));
    QTRY_VERIFY(!find<QPushButton>("takeAdvice").isVisible());
  }

  // A texture that does not fit is fixed by a button, in the card and in Issues.
  void fixesFailedBake() {
    QTRY_VERIFY(isMeasured());
    const auto mended = [this](const QString& text) {
      for (QPushButton* button : mendsOfProblem()) {
        if (button->text() == text) {
          QTest::mouseClick(button, Qt::LeftButton);
          return true;
        }
      }
      return false;
    };
    typeInto(find<NumberField>("maxSize"), "128");
    QTRY_VERIFY(window().workshop().problem().has_value());
    QTRY_VERIFY(!mendsOfProblem().empty());
    const QString told = find<QLabel>("bakeState").text();
    QVERIFY2(!told.contains("--") && told.contains("a maximum width of 512 px") && told.contains("a rate of "),
             qPrintable(told));
    QVERIFY2(!find<QLabel>("statusText").text().contains("--"), qPrintable(find<QLabel>("statusText").text()));
    for (QPushButton* button : mendsOfProblem()) {
      QTRY_VERIFY2(isInSight(*button), qPrintable(button->text()));
    }
    m_editor->keepPicture("too-high");
    QVERIFY(mended("Maximum width 512 px"));
    QTRY_COMPARE(document().recipe().bake.maxSize, std::optional(512u));
    QTRY_VERIFY(isMeasured() && !window().workshop().problem());
    QCOMPARE(animation().layout.height, 512u);
    QVERIFY(mendsOfProblem().empty());
    QCOMPARE(document().undoStack().undoText(), QString("Change maximum width"));

    // By the rate: clips with their own rates keep their ratios, and the texture fits.
    document().undoStack().undo();
    QTRY_VERIFY(window().workshop().problem().has_value() && !window().workshop().runner().isBusy());
    QTRY_VERIFY(!mendsOfProblem().empty());
    QString slower;
    for (const QPushButton* button : mendsOfProblem()) {
      slower = button->text().contains("Hz") ? button->text() : slower;
    }
    QVERIFY(mended(slower));
    QTRY_VERIFY(isMeasured() && !window().workshop().problem());
    QCOMPARE(document().undoStack().undoText(), QString("Lower rate"));
    QVERIFY(animation().layout.height <= 128);

    // And from Issues.
    document().undoStack().undo();
    QTRY_VERIFY(window().workshop().problem().has_value() && !window().workshop().runner().isBusy());
    window().raiseDock("issues");
    auto* fix = window().findChild<IssuesPanel*>()->findChild<QPushButton*>("fix");
    QTRY_VERIFY((fix = window().findChild<IssuesPanel*>()->findChild<QPushButton*>("fix")) != nullptr);
    QTest::qWait(30);
    m_editor->keepPicture("too-high-issue");
    QVERIFY(!find<QTreeWidget>("issues").topLevelItem(0)->text(1).contains("--"));
    QTest::mouseClick(fix, Qt::LeftButton);
    QTRY_VERIFY(isMeasured() && !window().workshop().problem());
  }

  // Every remedy of core has a button, labelled in the editor's words instead of the command line option, that changes
  // the document or the limits of imports.
  void everyRemedyHasButton() {
    QTRY_VERIFY(isMeasured());
    Workshop& workshop = window().workshop();
    const model::Model& model = *workshop.model();
    const auto walk = [&](RemedyKind kind, double number = 0.0) {
      return Remedy{kind, number, model.clips.at(1).name};
    };
    document().set("Encoding", &recipe::RecipeBake::shapes, std::optional<std::uint32_t>(32));
    const auto roleOf = [](RemedyKind kind) {
      return kind == RemedyKind::CharacterUnit ? std::optional(pack::SourceRole::Character)
             : kind == RemedyKind::ListMotions || kind == RemedyKind::FollowOutside
                 ? std::optional(pack::SourceRole::Motion)
             : kind == RemedyKind::Pieces ? std::optional(pack::SourceRole::Cache)
                                          : std::nullopt;
    };
    int kinds = 0;
    for (auto kind = RemedyKind::Unit; kind <= kLastRemedyKind;
         kind = static_cast<RemedyKind>(static_cast<int>(kind) + 1)) {
      ++kinds;
      if (kind == RemedyKind::LoopRange) {  // A dialog (TestLoopRange), which Issues opens.
        const Issue jumps{Severity::Warning, message("jumps: %1", walk(kind)), walk(kind).subject};
        QVERIFY(fixesFor(jumps.text.remedies(), workshop).empty());
        window().findChild<IssuesPanel*>()->add(jumps);
        QVERIFY(window().findChild<QPushButton*>("loopIssue") != nullptr);
        continue;
      }
      if (kind == RemedyKind::LocateTexture) {  // A dialog (TestDrops).
        QVERIFY(fixesFor({walk(kind)}, workshop).empty());
        continue;
      }
      document().set("Mode", &recipe::RecipeBake::mode,
                     std::optional(kind == RemedyKind::BoneMode ? vat::BakeMode::Vertex : vat::BakeMode::Bone));
      document().set("Encoding", &recipe::RecipeBake::encoding,
                     std::string(kind == RemedyKind::BoneMode     ? "offset16"
                                 : kind == RemedyKind::VertexMode ? "quaternion"
                                                                  : ""));
      document().set(
          "Texels", &recipe::RecipeBake::pixelFormat,
          std::optional(kind == RemedyKind::HalfTexels ? vat::PixelFormat::Rgba32F : vat::PixelFormat::Rgba16F));
      document().set("Rows", &recipe::RecipeBake::rows,
                     std::optional(kind == RemedyKind::UnevenRows ? bake::RowSpacing::Even : bake::RowSpacing::Uneven));
      if (kind == RemedyKind::WholeClip) {
        auto lists = document().recipe();
        std::vector<ClipRow> rows = clipRows(document().state(), model);
        rows.at(1).clip.from = 100.0;
        document().setClips("Range", listsOf(rows));
      }
      if (kind == RemedyKind::SortConstraints) {
        constraints::Constraint look = constraints::usualConstraint(constraints::ConstraintType::LookAt);
        look.node = "head";
        look.target = "hand_r";
        constraints::Constraint spin = constraints::usualConstraint(constraints::ConstraintType::Spin);
        spin.node = "hand_r";
        document().set("Constraints", &recipe::Recipe::constraints, {{look, {}}, {spin, {}}});
      }
      Remedy remedy = walk(kind, kind == RemedyKind::ClipRate ? 2.0 : 12.0);
      remedy.subject = kind == RemedyKind::Encoding ? "positionNormal" : remedy.subject;
      remedy.number = kind == RemedyKind::CutClip ? 0.25 : remedy.number;
      if (const auto role = roleOf(kind)) {  // An additional source, which may be absent.
        remedy.subject = kind == RemedyKind::FollowOutside ? "/there/is/other.fbx" : "friend";
        if (kind != RemedyKind::FollowOutside) {
          std::vector<recipe::RecipeSource> sources = document().recipe().sources;
          sources.push_back({"/there/is/friend.fbx", wordOf(*role), {}, {}});
          document().setSources("Friend", std::move(sources));
        }
        remedy.subject += kind == RemedyKind::ListMotions ? ".fbx" : "";
      }
      if (kind == RemedyKind::AttachToRoot) {
        recipe::RecipeAttachment attachment;
        attachment.name = attachment.attachment = remedy.subject;
        document().set("Attachment", &recipe::RecipeBake::attachments, {attachment});
      }
      const std::vector<IssueFix> fixes = fixesFor({remedy}, workshop);
      QVERIFY2(fixes.size() == 1, nameOf(kind));
      QVERIFY2(!fixes[0].text.isEmpty() && !fixes[0].text.contains("--"), nameOf(kind));
      if (kind == RemedyKind::Replace) {  // An export: TestExports.
        continue;
      }
      const recipe::Recipe before = document().recipe();
      fixes[0].apply();
      if (kind == RemedyKind::MoreMemory || kind == RemedyKind::MoreTime) {
        QVERIFY(document().recipe() == before);
        QCOMPARE(kind == RemedyKind::MoreTime ? readPreferences().importSeconds : readPreferences().importGibibytes,
                 12.0);
        const importing::ImportLimits limits = planOf(before).model.import.limits;
        QVERIFY(kind == RemedyKind::MoreTime ? limits.timeSeconds == 12.0 : limits.memoryBytes == 12ull << 30);
      } else {
        QVERIFY2(!(document().recipe() == before), nameOf(kind));
      }
      if (kind == RemedyKind::FollowOutside) {  // Applied: the button has gone.
        QVERIFY(document().recipe().sources.back().path == remedy.subject && fixesFor({remedy}, workshop).empty());
      }
      if (kind == RemedyKind::BoneMode || kind == RemedyKind::VertexMode) {  // Drops the other mode's encoding.
        QCOMPARE(document().recipe().bake.encoding, std::string());
      }
      if (kind == RemedyKind::Encoding) {  // An encoding of vertex mode, which switches the mode.
        QVERIFY(document().recipe().bake.mode == vat::BakeMode::Vertex);
      }
    }
    QCOMPARE(kinds, static_cast<int>(kLastRemedyKind) + 1);
    keep(Preferences());
    apply(Preferences());
    document().undoStack().setIndex(0);
    // A texture size that not every engine supports comes last; here a clip is too long for its rate.
    const std::vector<IssueFix> sizes = fixesFor({{RemedyKind::MaxSize, 16384.0}, {RemedyKind::Rate, 3.899}}, workshop);
    QCOMPARE(sizes.size(), std::size_t{2});
    QCOMPARE(sizes[0].text, QString("Bake at 3.899 Hz"));
    QCOMPARE(sizes[1].text, QString("Maximum width 16,384 px"));
    fixesFor({walk(RemedyKind::ClipRate, 12.5)}, workshop).at(0).apply();
    QCOMPARE(document().recipe().clips.at(1).fps, std::optional(12.5));
    QVERIFY(document().recipe().clips.at(0).fps != std::optional(12.5));
  }

  // Memory is split into texture and mesh, with equal figures everywhere.
  void memoryIsSplit() {
    QTRY_VERIFY(isMeasured());
    const BakeMemory memory = memoryOf(animation());
    const viewport::DrawVertices drawn =
        viewport::drawVertices(animation().mesh, animation().mode, viewport::VertexPrecision::Packed, animation().tint);
    std::size_t indices = animation().mesh.indices.size();
    for (const vat::BakedLod& lod : animation().mesh.lods) {
      indices += lod.indices.size();
    }
    QCOMPARE(memory.meshBytes, std::uint64_t{4} * (drawn.words.size() + drawn.extras.size() + indices));
    QCOMPARE(memory.textureBytes, std::uint64_t{animation().texels.byteCount()});
    const QString split = memoryText(memory);
    QVERIFY2(split.contains(megabytes(memory.textureBytes)) && split.contains(megabytes(memory.meshBytes)),
             qPrintable(split));
    QCOMPARE(find<QLabel>("bakeFigure").toolTip(), split);
    clickItem(window().clips().list(), window().clips().itemOf(1), 0);
    QTRY_VERIFY(selectionText().contains(megabytes(bytesOf(animation(), animation().clips[1]))));
    bool isTold = false;
    for (const QLabel* label : window().findChildren<QLabel*>()) {
      isTold = isTold ||
               (label->objectName().startsWith("selectionValue") && label->isVisible() && label->toolTip() == split);
    }
    QVERIFY(isTold);
  }

  // Without an explicit limit, errors are graded by the model's size.
  void errorsAreGradedBySize() {
    recipe::RecipeBake bake;
    ErrorLimits limits = errorLimits(bake.maxError, 1.8);
    QVERIFY(limits.gradeOf(8.99) == ErrorGrade::Good && limits.gradeOf(9.01) == ErrorGrade::Warning);
    QVERIFY(limits.gradeOf(35.9) == ErrorGrade::Warning && limits.gradeOf(360.0) == ErrorGrade::Warning);
    QVERIFY(errorLimits(bake.maxError, 0.02).gradeOf(0.11) == ErrorGrade::Warning);
    bake.maxError = 0.5;
    limits = errorLimits(bake.maxError, 1.8);
    QVERIFY(limits.gradeOf(0.5) == ErrorGrade::Good && limits.gradeOf(0.51) == ErrorGrade::Warning);
    QVERIFY(limits.gradeOf(36.1) == ErrorGrade::Error);
    bake.maxError = 50.0;  // An explicit limit is respected.
    QVERIFY(errorLimits(bake.maxError, 1.8).gradeOf(49.0) == ErrorGrade::Good);

    QTRY_VERIFY(isMeasured());
    QVERIFY(!document().recipe().bake.maxError);
    const double size = contacts::bodyHeight(model()) * 1000.0;
    const double usual = errorNow(3);
    const auto looksAs = [&](Token token) {
      return window().clips().itemOf(3)->foreground(ClipTree::kError).color() == color(token);
    };
    QVERIFY2(usual >= 0.005 * size && usual < 0.02 * size, qPrintable(QString("%1 of %2").arg(usual).arg(size)));
    QVERIFY(looksAs(Token::Warning));
    QCOMPARE(find<QLabel>("bakeState").property("role").toString(), QString("warning"));
    QTRY_VERIFY(isInSight(find<QPushButton>("raiseRate")));
    QVERIFY(!window().workshop().overLimit());  // Not a limit set by the user, so exports do not ask.
    m_editor->keepPicture("default-limit");
    // At 8 Hz the error is larger; without a user's limit it is still no fault.
    ClipLists lists = document().clipLists();
    lists.ticked[3].fps = 8.0;
    document().setClips("slow", lists);
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY2(errorNow(3) >= 0.02 * size, qPrintable(QString::number(errorNow(3))));
    QTRY_VERIFY(looksAs(Token::Warning));
    QCOMPARE(find<QLabel>("bakeState").property("role").toString(), QString("warning"));
    document().set("limit", &recipe::RecipeBake::maxError, std::optional(1.0));
    QTRY_VERIFY(looksAs(Token::Error));
    m_editor->keepPicture("own-limit-wrong");
    document().set("limit", &recipe::RecipeBake::maxError, std::optional<double>());
    QTest::mouseClick(&find<QPushButton>("raiseRate"), Qt::LeftButton);
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(errorNow(3) < 0.02 * size);
    QVERIFY(find<QLabel>("bakeState").property("role").toString() != "error");
    document().undoStack().setIndex(0);
  }

  // The result is a strip of fixed height that collapses to size, error and remedies.
  void resultStripHasFixedHeight() {
    QTRY_VERIFY(isMeasured());
    auto& card = *find<QLabel>("bakeFigure").parentWidget();
    const auto placeAndHeight = [&card, this] {
      const QPoint top = card.mapTo(&window(), QPoint(0, 0));
      return QSize(top.y(), card.height());
    };
    document().set("limit", &recipe::RecipeBake::maxError, std::optional(100.0));
    QTRY_VERIFY(!window().workshop().tooMuch());
    QTest::qWait(50);
    const QSize good = placeAndHeight();
    document().set("limit", &recipe::RecipeBake::maxError, std::optional(0.1));
    QTRY_VERIFY(isInSight(find<QPushButton>("raiseRate")));
    QTest::qWait(50);
    QCOMPARE(placeAndHeight(), good);
    typeInto(find<NumberField>("maxSize"), "128");
    QTRY_VERIFY(window().workshop().problem().has_value() && !mendsOfProblem().empty());
    QTest::qWait(50);
    QCOMPARE(placeAndHeight(), good);

    auto& heading = find<QToolButton>("resultHeading");
    QTest::mouseClick(&heading, Qt::LeftButton);
    QTRY_VERIFY(card.height() < good.height() - 20);
    QVERIFY(isInSight(find<QLabel>("bakeFigure")) && isInSight(find<QLabel>("bakeState")));
    QTRY_VERIFY(isInSight(*mendsOfProblem().front()));
    QTest::mouseClick(&heading, Qt::LeftButton);
    QTRY_COMPARE(placeAndHeight(), good);
    document().undoStack().setIndex(0);
  }

  // The encoding depends on the mode.
  void choosesEncoding() {
    auto& encoding = find<QComboBox>("bakeEncoding");
    QCOMPARE(encoding.count(), 2);
    QCOMPARE(encoding.currentText(), encodingTitle("matrix3x4"));
    encoding.setFocus();
    QTest::keyClick(&encoding, Qt::Key_Down);
    QCOMPARE(document().recipe().bake.encoding, std::string("quaternion"));
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(std::string(animation().encoding->name), std::string("quaternion"));
    document().setMode("mode", vat::BakeMode::Vertex);
    QCOMPARE(encoding.count(), 3);
    QCOMPARE(encoding.currentText(), encodingTitle("positionNormal"));
    document().undoStack().undo();
    QCOMPARE(encoding.currentText(), encodingTitle("quaternion"));
    document().undoStack().undo();
    QCOMPARE(document().recipe().bake.encoding, std::string());
    QCOMPARE(encoding.currentText(), encodingTitle("matrix3x4"));
  }

  // A changed setting has an arrow that resets it.
  void resetsChangedSettings() {
    auto& rate = find<NumberField>("bakeRate");
    auto& arrow = *rate.parentWidget()->findChild<QToolButton*>("flat");
    QVERIFY(!document().recipe().bake.fps && !arrow.isVisible());
    typeInto(rate, "12");
    QCOMPARE(document().recipe().bake.fps, std::optional(12.0));
    QVERIFY(arrow.isVisible());
    const int edits = document().undoStack().count();
    QTest::mouseClick(&arrow, Qt::LeftButton);
    QVERIFY(!document().recipe().bake.fps && !arrow.isVisible());
    QCOMPARE(document().undoStack().count(), edits + 1);
    document().undoStack().undo();
    QCOMPARE(document().recipe().bake.fps, std::optional(12.0));
    auto& size = find<QComboBox>("sizeRule");
    auto& second = *size.parentWidget()->findChild<QToolButton*>("flat");
    const int usual = size.currentIndex();
    QVERIFY(!second.isVisible());
    size.setFocus();
    QTest::keyClick(&size, usual == 0 ? Qt::Key_Down : Qt::Key_Up);
    QVERIFY(document().recipe().bake.size && second.isVisible());
    QTest::mouseClick(&second, Qt::LeftButton);
    QVERIFY(!document().recipe().bake.size && !second.isVisible());
    QCOMPARE(size.currentIndex(), usual);
  }

  // Settings are saved as a preset and applied to another document in one edit.
  void savesAndAppliesPresets() {
    document().set("rate", &recipe::RecipeBake::fps, std::optional(12.0));
    document().set("limit", &recipe::RecipeBake::maxError, std::optional(3.0));
    QMenu* bakeMenu = openMenu(*window().menuBar(), WindowMenus::tr("&Bake"));
    QVERIFY(bakeMenu != nullptr && choose(*bakeMenu, WindowActions::tr("Save settings…")));
    auto* dialog = window().findChild<QInputDialog*>("presetDialog");
    QVERIFY(dialog != nullptr);
    dialog->setTextValue("Props: far");
    dialog->accept();
    const auto file = m_editor->folder() / "presets" / "Props- far.texeleton";
    QTRY_VERIFY(std::filesystem::exists(file));
    // A preset refers to nothing of the model.
    JobContext job;
    const auto preset = recipe::readRecipe(file, job);
    QVERIFY(preset && preset->sources.empty() && preset->bake.fps == 12.0);
    QVERIFY(job.takeIssues().empty());

    document().undoStack().setClean();
    QVERIFY(m_editor->openSample());
    document().setMode("mode", vat::BakeMode::Vertex);
    const recipe::Recipe before = document().recipe();
    const int edits = document().undoStack().count();
    auto& menu = find<QMenu>("applyPreset");
    emit menu.aboutToShow();
    QCOMPARE(menu.actions().front()->text(), QString("Props- far"));
    menu.actions().front()->trigger();
    QCOMPARE(document().undoStack().count(), edits + 1);
    QCOMPARE(document().recipe().bake.fps, std::optional(12.0));
    QCOMPARE(document().recipe().bake.maxError, std::optional(3.0));
    QCOMPARE(document().recipe().bake.mode, std::optional(vat::BakeMode::Bone));
    QVERIFY(document().recipe().clips == before.clips && document().recipe().sources == before.sources);
    QVERIFY(m_editor->waitUntilBaked());
    document().undoStack().undo();
    QVERIFY(document().recipe() == before);
  }

  // "Show where" seeks to the moment, marks the vertex with a cross and turns the camera to it.
  void marksWorstVertex() {
    QTRY_VERIFY(isMeasured());
    typeInto(find<NumberField>("errorLimit"), "6");
    auto& showWhere = find<QPushButton>("showWhere");
    QTRY_VERIFY(window().workshop().overLimit() && showWhere.isVisible());
    const viewport::Scene& scene = window().viewport().window().scene();
    const auto cross = [&scene] {
      std::vector<viewport::SceneLine> red;
      for (std::size_t i = 0; scene.lines && i < scene.lines->size(); ++i) {
        const viewport::SceneLine& line = (*scene.lines)[i];
        if (line.color.x > 0.9f && line.color.y < 0.2f) {
          red.push_back(line);
        }
      }
      return red;
    };
    QVERIFY(cross().empty());
    QTest::mouseClick(&showWhere, Qt::LeftButton);
    const std::size_t clip = window().workshop().tooMuch()->clip;
    const vat::ClipError error = (*window().workshop().errors())[clip];
    QCOMPARE(playback().clipNumber(), static_cast<int>(clip));
    QVERIFY(std::abs(playback().frame() - error.worstFrame) < 1e-3);
    QCOMPARE(cross().size(), std::size_t{3});
    const glm::vec3 place = (cross().front().from + cross().front().to) * 0.5f;
    const glm::vec3 shown = scene.crowd.records().front().toWorld(
        runtime::decodeVertex(animation(), error.worstVertex, scene.crowd.output(0)).position);
    const auto size = static_cast<float>(animation().sizeMetres);
    QVERIFY(glm::distance(place, shown) < 1e-4f * size);
    QVERIFY(glm::distance(scene.camera.target, place) < 0.05f * size);
    m_editor->keepPicture("show-where");
    playback().setPlaying(true);
    QTRY_VERIFY(cross().empty());
    playback().setPlaying(false);
  }

  void higherRateFixes() {
    QTRY_VERIFY(isMeasured());
    const auto others = document().recipe().clips;
    const double before = errorNow(3);  // The attack: almost all of its error comes from blending between frames.
    QVERIFY(before > 6.0);
    typeInto(find<NumberField>("errorLimit"), "6");
    auto& raise = find<QPushButton>("raiseRate");
    QTRY_VERIFY(window().workshop().overLimit() && raise.isVisible());
    QVERIFY(!find<QPushButton>("useFloats").isVisible());
    QVERIFY(find<QLabel>("bakeState").text().contains("Mostly blending"));
    QCOMPARE(raise.text(), QString("Bake at 120 Hz"));
    m_editor->keepPicture("raise-rate");
    QTest::mouseClick(&raise, Qt::LeftButton);
    QCOMPARE(document().recipe().clips.size(), std::size_t{4});
    QCOMPARE(document().recipe().clips[3].fps, std::optional(120.0));
    QVERIFY(document().recipe().clips[1] == others[1]);  // Already within the limit.
    QTRY_VERIFY(isMeasured() && window().workshop().bake()->animation->clips[3].sampleRateHz == 120.0);
    QTRY_VERIFY(!window().workshop().overLimit());
    QVERIFY(errorNow(3) < 6.0);
    QCOMPARE(find<QLabel>("bakeState").property("role").toString(), QString("good"));
    QVERIFY(!raise.isVisible());
    document().undoStack().undo();
    QVERIFY(document().recipe().clips[3].fps != std::optional(120.0));
    QTRY_VERIFY(raise.isVisible());
  }
};

TEXELETON_EDITOR_SUITE(TestBakePanel)

#include "test_bake_panel.moc"

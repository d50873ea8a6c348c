// The texture inspector: texel details, display modes, and navigation.

#include <QClipboard>
#include <QPointer>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/editor/widgets/numbers.h"
#include "core/animation/pose.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/editor/menus.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

class TestTexture : public EditorTest {
  Q_OBJECT

  void openGoTo() {
    QTest::mouseClick(&find<QPushButton>("goTo"), Qt::LeftButton);
    QTRY_VERIFY(find<QPushButton>("goToBone").isVisible());
  }

 private slots:
  void init() { openSampleWindow(); }
  void cleanup() { closeWindow(); }

  // The source's value is a row of the skin matrix, in more digits than the texel holds.
  void texelsMatchSource() {
    window().raiseDock("texture");
    TextureView& view = window().texture().view();
    QTRY_VERIFY(view.isVisible());
    QTest::qWait(30);
    const vat::BakedClip& clip = animation().clips[2];
    const std::uint32_t entry = 4;
    const vat::TexelAddress at = addressOf(animation(), clip.frameBegin + 5, entry);
    view.reveal(at);
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.placeOf(at.x + 1.5, at.y + 0.5).toPoint());  // Row 2.
    QVERIFY(window().selection().texel().has_value());
    animation::SourcePose pose(model(), clip.source.clip);
    pose.evaluate(clip.source.fromSeconds + 5.0 / clip.frameRate);
    const glm::dmat4& matrix = pose.skinMatrices()[entry];
    QCOMPARE(model().nodes[model().palette[entry].node.value].name, animation().bones[entry].name);
    const QString text = find<QLabel>("texelSource").toolTip();
    const QStringList numbers = text.split('\n').mid(0, 4);
    const QStringList shown = find<QLabel>("texelSource").text().split('\n');
    QCOMPARE(shown.size(), 4);
    for (int c = 0; c < 4; ++c) {
      QVERIFY2(std::abs(numbers[c].toDouble() - matrix[c][1]) < 1e-12, qPrintable(text));
      QVERIFY(std::abs(shown[c].toDouble() - matrix[c][1]) < 1e-5);
      QVERIFY(std::abs(animation().texels.texel(at.x + 1, at.y)[c] - matrix[c][1]) < 2e-3);
    }
    m_editor->keepPicture("texel-source");
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text().split(", ").size(), 4);
    QCOMPARE(QGuiApplication::clipboard()->text().split(", ")[0].toFloat(), animation().texels.texel(at.x + 1, at.y).r);
    // Goes to the playing frame.
    window().playback().setClip(3);
    window().playback().seek(window().playback().secondsOfFrame(20));
    openGoTo();
    QTest::mouseClick(&find<QPushButton>("goToFrame"), Qt::LeftButton);
    const double row = animation().clips[3].frameBegin + 20.5;
    const double y = view.placeOf(0, row).y();
    QVERIFY(y > 0 && y < view.height());
  }

  // The texel cursor: the arrow keys hover as the mouse does, Enter selects, and Space still plays.
  void navigatesTexelsByKeys() {
    window().raiseDock("texture");
    TextureView& view = window().texture().view();
    QTRY_VERIFY(view.isVisible());
    QTest::qWait(30);
    const vat::BakedClip& clip = animation().clips[1];
    const vat::TexelAddress at = addressOf(animation(), clip.frameBegin + 3, 2);
    view.reveal(at);
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.placeOf(at.x + 0.5, at.y + 0.5).toPoint());
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Right);
    const auto isAt = [&view](std::uint32_t x, std::uint32_t y) {
      return view.pointedTexel() && view.pointedTexel()->x == x && view.pointedTexel()->y == y;
    };
    QVERIFY(isAt(at.x + 1, at.y));
    const auto shows = [this](std::uint32_t x, std::uint32_t y) {
      const QString value = QString::number(static_cast<double>(animation().texels.texel(x, y).r), 'g', 9);
      return find<QLabel>("texelValue").toolTip().startsWith(value + "\n");
    };
    QVERIFY(shows(at.x + 1, at.y));
    QTest::keyClick(&view, Qt::Key_Down);
    QVERIFY(isAt(at.x + 1, at.y + 1) && shows(at.x + 1, at.y + 1));
    m_editor->keepPicture("texel-cursor");
    // A hovered texel is highlighted as with the mouse.
    QTest::keyClick(&view, Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(isAt(at.x + 9, at.y + 1));
    QCOMPARE(window().selection().pointedBone(), nodeNamed(model(), animation().bones[(at.x + 9) / 3].name));
    QTest::keyClick(&view, Qt::Key_Left);
    QTest::keyClick(&view, Qt::Key_Up);
    QVERIFY(isAt(at.x + 8, at.y));
    // The cursor stays in the texture and visible.
    for (int i = 0; i < 200; ++i) {
      QTest::keyClick(&view, Qt::Key_Down, Qt::ShiftModifier);
    }
    QVERIFY(isAt(at.x + 8, animation().layout.height - 1));
    const QPointF seen = view.placeOf(view.pointedTexel()->x + 0.5, view.pointedTexel()->y + 0.5);
    QVERIFY(QRectF(view.rect()).contains(seen));
    for (int i = 0; i < 200; ++i) {
      QTest::keyClick(&view, Qt::Key_Up, Qt::ShiftModifier);
    }
    QVERIFY(isAt(at.x + 8, 0));
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(window().selection().texel()->x, at.x + 8);
    QCOMPARE(window().selection().texel()->y, 0u);
    QCOMPARE(window().playback().clipNumber(), 0);
    QTest::keyClick(&view, Qt::Key_Space);
    QVERIFY(window().playback().isPlaying());
    QTest::keyClick(&view, Qt::Key_Space);
    QVERIFY(!window().playback().isPlaying());
    QTest::keyClick(&view, Qt::Key_Escape);
    QVERIFY(!view.pointedTexel());
    QVERIFY(!window().selection().pointedBone().isValid());
    QTest::keyClick(&view, Qt::Key_Down);
    QVERIFY(view.pointedTexel().has_value());
    find<QLineEdit>("boneFilter").setFocus();
    QVERIFY(!view.pointedTexel());
    QCOMPARE(document().undoStack().count(), 0);
  }

  // Goes to bones, and to frames and elements by number; an unavailable target is disabled and says why.
  void goesToTexels() {
    window().raiseDock("texture");
    TextureView& view = window().texture().view();
    QTRY_VERIFY(view.isVisible());
    auto& goTo = find<QPushButton>("goToBone");
    const auto inSight = [&view](std::uint32_t x, std::uint32_t y) {
      return QRectF(view.rect()).contains(view.placeOf(x + 0.5, y + 0.5));
    };
    QVERIFY(!goTo.isEnabled() && goTo.toolTip().contains("first"));
    window().playback().setClip(1);
    window().selection().selectBone(nodeNamed(model(), "weapon_r"));
    window().selection().selectBone(nodeNamed(model(), animation().bones[3].name));
    QVERIFY(goTo.isEnabled());
    openGoTo();
    QTest::mouseClick(&goTo, Qt::LeftButton);
    QVERIFY(!goTo.isVisible());
    vat::TexelAddress at = addressOf(animation(), animation().clips[1].frameBegin, 3);
    QVERIFY(inSight(at.x, at.y));

    // By number.
    openGoTo();
    auto& frame = find<NumberField>("goToFrameNumber");
    auto& element = find<NumberField>("goToElementNumber");
    QTRY_VERIFY(frame.isVisible());
    QCOMPARE(frame.maximum(), animation().clips[1].frameCount - 1.0);
    m_editor->keepPicture("go-to-number");
    typeInto(frame, "7");
    typeInto(element, "5");
    at = addressOf(animation(), animation().clips[1].frameBegin + 7, 5);
    QCOMPARE(window().selection().texel(), std::optional(SelectedTexel{at.x, at.y}));
    QVERIFY(inSight(at.x, at.y));
    QCOMPARE(static_cast<int>(window().playback().frame() + 0.5), 7);
    QTest::keyClick(&element, Qt::Key_Escape);
    QTRY_VERIFY(!frame.isVisible());

    // In vertex mode only sockets have texels of a bone.
    document().set("Mode", &recipe::RecipeBake::mode, std::optional(vat::BakeMode::Vertex));
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(!goTo.isEnabled() && goTo.toolTip().contains("sockets"));
    window().selection().selectBone(nodeNamed(model(), "weapon_r"));
    QVERIFY(goTo.isEnabled());
    openGoTo();
    QTest::mouseClick(&goTo, Qt::LeftButton);
    QVERIFY(!goTo.isVisible());
    const auto clip = static_cast<std::size_t>(window().playback().clipNumber());
    const auto shown = static_cast<std::uint32_t>(window().playback().frame() + 1e-6);
    at = vat::texelAddress(animation().layout, animation().clips[clip].frameBegin + shown,
                           animation().layout.elementCount * vat::kTexelsPerVertex);
    QVERIFY(texelInfo(animation(), at.x, at.y).kind == TexelInfo::Socket);
    QVERIFY(inSight(at.x, at.y));
    document().undoStack().undo();
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(goTo.isEnabled());
  }

  // Fitted, the texture fills the panel whatever its proportions, and hovering finds the right texel.
  void fittedTextureFillsPanel() {
    window().raiseDock("texture");
    TextureView& view = window().texture().view();
    QTRY_VERIFY(view.isVisible());
    for (const double rate : {60.0, 3.0}) {
      document().set("Rate", &recipe::RecipeBake::fps, std::optional(rate));
      QVERIFY(m_editor->waitUntilBaked());
      view.fit();
      const vat::TextureLayout& layout = animation().layout;
      QCOMPARE(layout.rowsPerFrame, 1u);
      const QPointF end = view.placeOf(layout.texelsPerFrame, layout.frameCount);  // The rest is padding.
      const double top = view.placeOf(0, 0).y();
      const QString said = QString("%1 × %2 texels in %3 × %4 pixels end at %5, %6")
                               .arg(layout.width)
                               .arg(layout.height)
                               .arg(view.width())
                               .arg(view.height())
                               .arg(end.x())
                               .arg(end.y());
      QVERIFY2(end.x() <= view.width() + 1e-6 && end.x() >= 0.8 * view.width(), qPrintable(said));
      QVERIFY2(end.y() <= view.height() + 1e-6 && end.y() - top >= 0.8 * (view.height() - top), qPrintable(said));
      for (const vat::TexelAddress texel :
           {vat::TexelAddress{0, 0}, vat::TexelAddress{layout.texelsPerFrame / 2, layout.frameCount / 3},
            vat::TexelAddress{layout.texelsPerFrame - 1, layout.frameCount - 1}}) {
        QCOMPARE(view.texelAt(view.placeOf(texel.x + 0.5, texel.y + 0.5)), std::optional(texel));
      }
      m_editor->keepPicture(rate > 10.0 ? "texture-whole-long" : "texture-whole");
    }
    // The wheel keeps the proportions; a zoom factor makes texels square again.
    const double across = view.state.zoom;
    const double down = view.state.zoomDown;
    turnWheel(view, view.rect().center(), 2, Qt::NoModifier);
    QVERIFY(view.state.zoom > across && view.state.zoomDown > down);
    view.zoomTo(4.0, view.rect().center());
    QCOMPARE(view.state.zoom, 4.0);
    QCOMPARE(view.state.zoomDown, 4.0);
  }

  // The histogram counts the texture's values, and fitting uses the range of the displayed channels.
  void fitsRangeToValues() {
    window().raiseDock("texture");
    TextureView& view = window().texture().view();
    QTRY_VERIFY(view.isVisible());
    auto& histogram = find<HistogramStrip>("histogram");
    QTRY_VERIFY(histogram.histogram().has_value());
    const vat::TextureLayout& layout = animation().layout;
    float least = 1e30f;
    float most = -1e30f;
    float leastRed = 1e30f;
    float mostRed = -1e30f;
    std::uint64_t texels = 0;
    for (std::uint32_t y = 0; y < layout.height; ++y) {
      for (std::uint32_t x = 0; x < layout.width; ++x) {
        const TexelInfo info = texelInfo(animation(), x, y);
        if (info.kind != TexelInfo::Padding) {
          ++texels;
          for (const float value : {info.value.r, info.value.g, info.value.b}) {
            least = std::min(least, value);
            most = std::max(most, value);
          }
          leastRed = std::min(leastRed, info.value.r);
          mostRed = std::max(mostRed, info.value.r);
        }
      }
    }
    for (const auto& counts : histogram.histogram()->counts) {
      QCOMPARE(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}), texels);
    }
    QTest::mouseClick(&histogram, Qt::LeftButton);
    QCOMPARE(view.state.from, static_cast<double>(least));
    QCOMPARE(view.state.to, static_cast<double>(most));
    QVERIFY2(find<QComboBox>("range").currentText().startsWith(TextureRange::tr("Fitted")),
             qPrintable(find<QComboBox>("range").currentText()));
    m_editor->keepPicture("texture-fitted");
    QTest::mouseClick(find<Segmented>("channels").button(1), Qt::LeftButton);  // Red only.
    QCOMPARE(view.state.from, static_cast<double>(leastRed));
    QCOMPARE(view.state.to, static_cast<double>(mostRed));
    QTest::mouseClick(find<Segmented>("channels").button(0), Qt::LeftButton);
    find<QComboBox>("range").setCurrentIndex(0);
    emit find<QComboBox>("range").activated(0);
    QCOMPARE(view.state.from, -1.0);
    QCOMPARE(view.state.to, 1.0);
  }

  // The difference view shows the distance of texels from the source, in both modes.
  void showsDifferenceFromSource() {
    window().raiseDock("texture");
    TextureView& view = window().texture().view();
    QTRY_VERIFY(view.isVisible());
    for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
      document().set("Mode", &recipe::RecipeBake::mode, std::optional(mode));
      QVERIFY(m_editor->waitUntilBaked());
      QTest::mouseClick(find<Segmented>("textureWhat").button(1), Qt::LeftButton);
      QTRY_VERIFY_WITH_TIMEOUT(view.largestDifference().has_value(), 60000);
      // The relative error of half floats is at most 2^-11, and not zero.
      float largest = 0.0f;
      for (std::uint32_t y = 0; y < animation().layout.height; ++y) {
        for (std::uint32_t x = 0; x < animation().layout.width; ++x) {
          const glm::vec4 value = glm::abs(animation().texels.texel(x, y));
          largest = std::max({largest, value.r, value.g, value.b, value.a});
        }
      }
      QVERIFY2(*view.largestDifference() > 0.0 &&
                   *view.largestDifference() <= static_cast<double>(largest) / 2048.0 * 1.01 + 1e-7,
               qPrintable(QString("%1 of %2").arg(*view.largestDifference()).arg(static_cast<double>(largest))));
      QVERIFY(find<QLabel>("differenceText").isVisible() && !find<QComboBox>("range").isVisible());
      QTest::qWait(50);
      m_editor->keepPicture(mode == vat::BakeMode::Bone ? "texture-difference" : "texture-difference-vertices");
      QTest::mouseClick(find<Segmented>("textureWhat").button(0), Qt::LeftButton);
      QVERIFY(find<QComboBox>("range").isVisible());
    }
    // Texel by texel, against the panel's own evaluation of the source.
    document().undoStack().undo();
    QVERIFY(m_editor->waitUntilBaked());
    const auto bake = window().workshop().bake();
    const vat::TexelAddress at = addressOf(animation(), animation().clips[1].frameBegin + 3, 4);
    const JobContext job;
    const TextureDifference difference = differenceOf(bake, {at.x, at.x + 1}, {0, at.y}, job);
    SourceValues source(bake->bakedModel(), bake->animation, bake->sockets);
    const TexelInfo info = texelInfo(animation(), at.x, at.y);
    const auto truth = sourceOf(info, animation(), source);
    QVERIFY(truth && difference.find(at.x, at.y) != nullptr && difference.find(at.x + 2, at.y) == nullptr);
    for (int c = 0; c < 4; ++c) {
      QCOMPARE((*difference.find(at.x, at.y))[c], static_cast<float>(std::abs(double{info.value[c]} - (*truth)[c])));
    }
  }

  // Exposure makes small values visible without changing the texture or the document.
  void exposureChangesDisplayOnly() {
    window().raiseDock("texture");
    TextureView& view = window().texture().view();
    QTRY_VERIFY(view.isVisible());
    auto& field = find<NumberField>("exposure");
    const auto buttons = window().texture().findChildren<QToolButton*>();
    const auto named = std::find_if(buttons.begin(), buttons.end(), [](const QToolButton* button) {
      return button->accessibleName() == TexturePanel::tr("Reset the exposure");
    });
    QVERIFY(named != buttons.end());
    QToolButton& reset = **named;
    const auto bake = window().workshop().bake();
    const vat::TexelAddress at = addressOf(animation(), animation().clips[1].frameBegin + 3, 4);
    const glm::vec4 value = animation().texels.texel(at.x, at.y);
    // As defined: v · 2^EV, then the range, here −1 … 1.
    const auto shownAt = [&](double stops) {
      const auto level = [stops](double v) {
        return static_cast<int>(std::clamp((v * std::exp2(stops) + 1.0) * 127.5, 0.0, 255.0));
      };
      return qRgb(level(value.r), level(value.g), level(value.b));
    };
    const JobContext job;
    const auto shown = [&] {
      return pictureOf(animation(), view.state, job).pixel(static_cast<int>(at.x), static_cast<int>(at.y));
    };
    QVERIFY(shownAt(0.0) != shownAt(-2.0) && shownAt(0.0) != shownAt(1.5));
    QCOMPARE(shown(), shownAt(0.0));
    QVERIFY(!reset.isEnabled());
    const QImage before = view.grab().toImage();
    typeInto(field, "1.5");
    QCOMPARE(view.state.exposure, 1.5);
    QCOMPARE(shown(), shownAt(1.5));
    QVERIFY(view.grab().toImage() != before);
    m_editor->keepPicture("exposure");
    // By keys in the field and in the view.
    QTest::keyClick(&field, Qt::Key_Down);
    QCOMPARE(view.state.exposure, 1.0);
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_E);
    QTest::keyClick(&view, Qt::Key_E);
    QCOMPARE(field.value(), 2.0);
    for (int i = 0; i < 8; ++i) {
      QTest::keyClick(&view, Qt::Key_E, Qt::ShiftModifier);
    }
    QCOMPARE(field.value(), -2.0);
    QCOMPARE(shown(), shownAt(-2.0));
    QTest::keyClick(&view, Qt::Key_0);
    QCOMPARE(field.value(), 0.0);
    QCOMPARE(shown(), shownAt(0.0));
    // By the wheel, which zooms without Shift.
    const double zoom = view.state.zoom;
    turnWheel(view, view.rect().center(), 2, Qt::ShiftModifier);
    QCOMPARE(view.state.exposure, 1.0);
    QCOMPARE(view.state.zoom, zoom);
    turnWheel(view, view.rect().center(), 1, Qt::NoModifier);
    QCOMPARE(view.state.exposure, 1.0);
    QVERIFY(view.state.zoom > zoom);
    // Exposure is kept for the next bake and the next start, clamped to its bounds.
    document().set("Rate", &recipe::RecipeBake::fps, std::optional(12.0));
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(view.state.exposure, 1.0);
    find<QComboBox>("range").setFocus();
    QTest::keyClick(&find<QComboBox>("range"), Qt::Key_Down);
    QTest::mouseClick(find<Segmented>("channels").button(2), Qt::LeftButton);
    window().texture().keepView();
    QTest::mouseClick(find<Segmented>("channels").button(0), Qt::LeftButton);
    QTest::mouseClick(&reset, Qt::LeftButton);
    QCOMPARE(view.state.exposure, 0.0);
    QVERIFY(!reset.isEnabled());
    window().texture().restoreView();
    QCOMPARE(view.state.exposure, 1.0);
    QVERIFY(view.state.channels == Channels::G && find<Segmented>("channels").current() == 2);
    QCOMPARE(view.state.from, 0.0);
    QSettings().setValue("texture/exposure", "nan");
    QSettings().setValue("texture/channels", 99);
    QSettings().setValue("texture/range", -3);
    window().texture().restoreView();
    QCOMPARE(view.state.exposure, 0.0);
    QVERIFY(view.state.channels == Channels::G);
    QSettings().remove("texture");
    // None of this is an edit, and the first bake is unchanged.
    QCOMPARE(document().undoStack().count(), 1);
    QVERIFY(bake->animation->texels.texel(at.x, at.y) == value);
  }

  // Saved as displayed, one pixel per texel; a failure to write is reported.
  void savesTextureAsPicture() {
    window().raiseDock("texture");
    TextureView& view = window().texture().view();
    QTRY_VERIFY(view.isVisible());
    QTest::mouseClick(find<Segmented>("channels").button(2), Qt::LeftButton);
    const auto saveAs = [this](const QString& file) {
      QTimer typing;  // The dialog has an event loop of its own.
      connect(&typing, &QTimer::timeout, this, [&typing, &file] {
        typing.stop();
        const QPointer<QFileDialog> dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        if (dialog) {
          typeFile(*dialog, file);
        }
        if (!dialog || dialog->isVisible()) {  // Not open yet, or the completer took the key.
          typing.start(50);
        }
      });
      typing.start(30);
      QTest::mouseClick(&find<QToolButton>("savePicture"), Qt::LeftButton);
    };
    const QString file = QString::fromStdString((m_editor->folder() / "shown.png").string());
    QSignalSpy told(&window().texture(), &TexturePanel::told);
    saveAs(file);
    QTRY_COMPARE(told.count(), 1);
    const QImage saved(file);
    const JobContext job;
    QCOMPARE(saved.convertToFormat(QImage::Format_RGB32), pictureOf(animation(), view.state, job));
    QCOMPARE(saved.size(),
             QSize(static_cast<int>(animation().layout.width), static_cast<int>(animation().layout.height)));
    comeBack();
    saveAs(QString::fromStdString((m_editor->folder() / "gone" / "no-such-place.png").string()));
    QTRY_VERIFY(window().findChild<QMessageBox*>("message") != nullptr);
    QVERIFY(find<QMessageBox>("message").informativeText().contains("no-such-place.png"));
    find<QMessageBox>("message").close();
    QTest::mouseClick(find<Segmented>("channels").button(0), Qt::LeftButton);
  }

  void elementsMatchSource() {
    document().set("Mode", &recipe::RecipeBake::mode, std::optional(vat::BakeMode::Vertex));
    QVERIFY(m_editor->waitUntilBaked());
    const auto bake = window().workshop().bake();
    SourceValues source(bake->bakedModel(), bake->animation, bake->sockets);
    double farthest = 0.0;
    for (std::uint32_t element = 0; element < animation().layout.elementCount; element += 97) {
      for (const bool normal : {false, true}) {
        TexelInfo info;
        info.kind = normal ? TexelInfo::Normal : TexelInfo::Position;
        info.clip = 2;
        info.frame = 7;
        info.element = element;
        const auto value = sourceOf(info, animation(), source);
        QVERIFY(value.has_value());
        const vat::TexelAddress at = vat::texelAddress(animation().layout, animation().clips[2].frameBegin + 7,
                                                       vat::elementTexel(animation().layout, element, normal ? 1 : 0));
        const glm::dvec4 decoded(animation().texels.texel(at.x, at.y));
        farthest = std::max(farthest, glm::distance(decoded, *value));
      }
    }
    QVERIFY2(farthest > 0.0 && farthest < 2.5e-3, qPrintable(QString::number(farthest)));  // Half floats near 1.
  }

  // In vertex mode sockets have their own texels, whatever their names.
  void socketsMatchSource() {
    document().set("Mode", &recipe::RecipeBake::mode, std::optional(vat::BakeMode::Vertex));
    document().set("Format", &recipe::RecipeBake::pixelFormat, std::optional(vat::PixelFormat::Rgba32F));
    document().set("Names", &recipe::RecipeBake::socketNames, {{"weapon_r", "grip", ""}});
    QVERIFY(m_editor->waitUntilBaked());
    const auto bake = window().workshop().bake();
    QCOMPARE(animation().sockets.at(0).name, std::string("grip"));
    SourceValues source(bake->bakedModel(), bake->animation, bake->sockets);
    const vat::BakedClip& clip = animation().clips[1];
    const std::uint32_t frame = 5;
    const NodeIndex node = nodeNamed(model(), "weapon_r");
    animation::SourcePose pose(model(), clip.source.clip);
    pose.evaluate(clip.source.fromSeconds + frame / clip.frameRate);
    for (std::uint32_t row = 0; row < vat::kTexelsPerSocket; ++row) {
      const vat::TexelAddress at = vat::texelAddress(animation().layout, clip.frameBegin + frame,
                                                     animation().layout.elementCount * vat::kTexelsPerVertex + row);
      const TexelInfo info = texelInfo(animation(), at.x, at.y);
      QCOMPARE(info.kind, TexelInfo::Socket);
      QCOMPARE(info.row, row);
      const auto value = sourceOf(info, animation(), source);
      QVERIFY(value.has_value());
      QVERIFY(glm::distance(glm::dvec4(info.value), *value) < 1e-5);
      QVERIFY(nodeOf(info, *bake) == node);
      // Multiplied by the socket's frame it gives the bone's position.
      const glm::dvec4 frameAt(animation().sockets[0].position, 1.0);
      const glm::dvec3 bone(pose.worlds()[node.value][3]);
      QVERIFY(std::abs(glm::dot(*value, frameAt) - bone[static_cast<glm::length_t>(row)]) < 1e-9);
    }
  }
};

TEXELETON_EDITOR_SUITE(TestTexture)

#include "test_texture.moc"

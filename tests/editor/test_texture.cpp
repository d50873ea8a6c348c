// The texture inspector: what it says of texels, how it shows them, and how one gets to them.

#include <QClipboard>
#include <QPointer>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>
#include <algorithm>
#include <cmath>

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

  // The source's value is the row of the skin matrix, to more digits than the texel holds.
  void texelsSayWhatTheSourceSays() {
    window().raiseDock("texture");
    TextureView& view = window().texture().view();
    QTRY_VERIFY(view.isVisible());
    QTest::qWait(30);
    const BakedClip& clip = animation().clips[2];
    const std::uint32_t entry = 4;
    const TexelAddress at = addressOf(animation(), clip.frameBegin + 5, entry);
    view.reveal(at);
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.placeOf(at.x + 1.5, at.y + 0.5).toPoint());  // Row 2.
    QVERIFY(window().selection().texel().has_value());
    SourcePose pose(model(), clip.source.clip);
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
    // To the frame that plays.
    window().playback().setClip(3);
    window().playback().seek(window().playback().secondsOfFrame(20));
    openGoTo();
    QTest::mouseClick(&find<QPushButton>("goToFrame"), Qt::LeftButton);
    const double row = animation().clips[3].frameBegin + 20.5;
    const double y = view.placeOf(0, row).y();
    QVERIFY(y > 0 && y < view.height());
  }

  // The texel cursor: the arrows point as the mouse does, Enter selects, and Space goes on playing.
  void texelsAreReachedByKeys() {
    window().raiseDock("texture");
    TextureView& view = window().texture().view();
    QTRY_VERIFY(view.isVisible());
    QTest::qWait(30);
    const BakedClip& clip = animation().clips[1];
    const TexelAddress at = addressOf(animation(), clip.frameBegin + 3, 2);
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
    // What is pointed at is highlighted as by the mouse.
    QTest::keyClick(&view, Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(isAt(at.x + 9, at.y + 1));
    QCOMPARE(window().selection().pointedBone(), nodeNamed(model(), animation().bones[(at.x + 9) / 3].name));
    QTest::keyClick(&view, Qt::Key_Left);
    QTest::keyClick(&view, Qt::Key_Up);
    QVERIFY(isAt(at.x + 8, at.y));
    // Not beyond the texture, and always in sight.
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

  // To bones, and to frames and elements by number; what cannot be done is disabled and says why.
  void texelsAreGoneTo() {
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
    TexelAddress at = addressOf(animation(), animation().clips[1].frameBegin, 3);
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

    // Vertices keep texels of sockets alone.
    document().set("Mode", &RecipeBake::mode, std::optional(BakeMode::Vertex));
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(!goTo.isEnabled() && goTo.toolTip().contains("sockets"));
    window().selection().selectBone(nodeNamed(model(), "weapon_r"));
    QVERIFY(goTo.isEnabled());
    openGoTo();
    QTest::mouseClick(&goTo, Qt::LeftButton);
    QVERIFY(!goTo.isVisible());
    const auto clip = static_cast<std::size_t>(window().playback().clipNumber());
    const auto shown = static_cast<std::uint32_t>(window().playback().frame() + 1e-6);
    at = texelAddress(animation().layout, animation().clips[clip].frameBegin + shown,
                      animation().layout.elementCount * kTexelsPerVertex);
    QVERIFY(texelInfo(animation(), at.x, at.y).kind == TexelInfo::Socket);
    QVERIFY(inSight(at.x, at.y));
    document().undoStack().undo();
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(goTo.isEnabled());
  }

  // Exposure shows small values; neither the texture nor the document knows of it.
  void exposureChangesOnlyThePicture() {
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
    const TexelAddress at = addressOf(animation(), animation().clips[1].frameBegin + 3, 4);
    const glm::vec4 value = animation().texels.texel(at.x, at.y);
    // As the definition says: v · 2^EV, then the range, here −1 … 1.
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
    // By keys in the field and in the picture.
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
    // It stays with another bake and another start, but never out of bounds.
    document().set("Rate", &RecipeBake::fps, std::optional(12.0));
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
    // Nothing of this was an edit, and the first bake is as it was.
    QCOMPARE(document().undoStack().count(), 1);
    QVERIFY(bake->animation->texels.texel(at.x, at.y) == value);
  }

  // As it is shown, a pixel a texel; where it cannot be written, that is said.
  void theTextureIsSavedAsAPicture() {
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
        if (!dialog || dialog->isVisible()) {  // Not there yet, or its proposals took the key.
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

  void elementsSayWhatTheSourceSays() {
    document().set("Mode", &RecipeBake::mode, std::optional(BakeMode::Vertex));
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
        const TexelAddress at = texelAddress(animation().layout, animation().clips[2].frameBegin + 7,
                                             elementTexel(animation().layout, element, normal ? 1 : 0));
        const glm::dvec4 decoded(animation().texels.texel(at.x, at.y));
        farthest = std::max(farthest, glm::distance(decoded, *value));
      }
    }
    QVERIFY2(farthest > 0.0 && farthest < 2.5e-3, qPrintable(QString::number(farthest)));  // Halves of about 1.
  }

  // In vertex mode sockets have texels of their own; what they are called does not matter.
  void socketsSayWhatTheSourceSays() {
    document().set("Mode", &RecipeBake::mode, std::optional(BakeMode::Vertex));
    document().set("Format", &RecipeBake::pixelFormat, std::optional(PixelFormat::Rgba32F));
    document().set("Names", &RecipeBake::socketNames, {{"weapon_r", "grip", ""}});
    QVERIFY(m_editor->waitUntilBaked());
    const auto bake = window().workshop().bake();
    QCOMPARE(animation().sockets.at(0).name, std::string("grip"));
    SourceValues source(bake->bakedModel(), bake->animation, bake->sockets);
    const BakedClip& clip = animation().clips[1];
    const std::uint32_t frame = 5;
    const NodeIndex node = nodeNamed(model(), "weapon_r");
    SourcePose pose(model(), clip.source.clip);
    pose.evaluate(clip.source.fromSeconds + frame / clip.frameRate);
    for (std::uint32_t row = 0; row < kTexelsPerSocket; ++row) {
      const TexelAddress at = texelAddress(animation().layout, clip.frameBegin + frame,
                                           animation().layout.elementCount * kTexelsPerVertex + row);
      const TexelInfo info = texelInfo(animation(), at.x, at.y);
      QCOMPARE(info.kind, TexelInfo::Socket);
      QCOMPARE(info.row, row);
      const auto value = sourceOf(info, animation(), source);
      QVERIFY(value.has_value());
      QVERIFY(glm::distance(glm::dvec4(info.value), *value) < 1e-5);
      QVERIFY(nodeOf(info, *bake) == node);
      // Times the frame it is where the bone is.
      const glm::dvec4 frameAt(animation().sockets[0].position, 1.0);
      const glm::dvec3 bone(pose.worlds()[node.value][3]);
      QVERIFY(std::abs(glm::dot(*value, frameAt) - bone[static_cast<glm::length_t>(row)]) < 1e-9);
    }
  }
};

TEXELETON_SUITE_RUN(runEditorTest<TestTexture>)

#include "test_texture.moc"

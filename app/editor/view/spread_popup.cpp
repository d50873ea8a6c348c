#include "app/editor/view/spread_popup.h"

#include <QFormLayout>
#include <QPushButton>
#include <QScreen>
#include <algorithm>

namespace texeleton::editor {

namespace {

constexpr double kPercent = 100.0;
constexpr int kFieldWidth = 104;

}  // namespace

SpreadPopup::SpreadPopup(Document& document, QWidget* parent) : QFrame(parent, Qt::Popup), m_document(document) {
  setObjectName("popup");
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(12, 12, 12, 12);
  layout->setSpacing(8);
  layout->addWidget(label(tr("The crowd"), "title"));
  auto* form = new QFormLayout;
  form->setHorizontalSpacing(16);
  form->setVerticalSpacing(4);
  layout->addLayout(form);

  // What a narrow window leaves out of the strip is here too.
  m_count = new NumberField(CrowdSetup::kFewest, CrowdSetup::kMost, 0, {});
  m_count->setObjectName("spreadCount");
  m_count->setAccessibleName(tr("Characters"));
  m_count->setFixedWidth(kFieldWidth);
  form->addRow(label(tr("Characters"), "muted"), m_count);
  connect(m_count, &QDoubleSpinBox::valueChanged, this, [this](double count) {
    CrowdSetup crowd = m_document.state().crowd;
    crowd.count = static_cast<std::uint32_t>(count);
    m_document.setCrowd(tr("Change crowd size"), crowd);
  });
  m_layout = new QComboBox;
  m_layout->setObjectName("spreadLayout");
  m_layout->addItems({tr("Grid", "of characters"), tr("Disc"), tr("Scatter")});
  m_layout->setAccessibleName(tr("Layout"));
  m_layout->setFixedWidth(kFieldWidth);
  form->addRow(label(tr("Layout"), "muted"), m_layout);
  connect(m_layout, &QComboBox::activated, this, [this](int choice) {
    CrowdSetup crowd = m_document.state().crowd;
    crowd.layout = static_cast<CrowdLayout>(choice);
    m_document.setCrowd(tr("Change crowd layout"), crowd);
  });

  const auto share = [](double CrowdSpread::*member) {
    return Field{new NumberField(0, kPercent, 1, "%"), member, kPercent};
  };
  addField(*form, tr("Phase"),
           tr("How far into their clips characters may be ahead of one another. 0 %: all step at once; 100 %: anywhere "
              "between start and end"),
           tr("Change spread of phase"), share(&CrowdSpread::phase), "spreadPhase");
  addField(*form, tr("Speed ±"), tr("By how much characters play faster or slower than the clip"),
           tr("Change spread of speed"), share(&CrowdSpread::speed), "spreadSpeed");
  addField(*form, tr("Turn ±"), tr("By how much characters are turned to the left or right"),
           tr("Change spread of turn"),
           {new NumberField(0, 180, 1, QString::fromUtf8("°")), &CrowdSpread::turnDegrees, 1.0}, "spreadTurn");
  addField(*form, tr("Size ±"), tr("By how much characters are larger or smaller than the model"),
           tr("Change spread of size"), share(&CrowdSpread::size), "spreadSize");
  addField(*form, tr("Tint"),
           tr("How strongly each character is tinted in a colour of its own. 0 %: all have the model's colours"),
           tr("Change spread of tint"), share(&CrowdSpread::tint), "spreadTint");
  m_seed = new NumberField(0, 999'999, 0, {});
  m_seed->setGroupSeparatorShown(false);
  addField(*form, tr("Seed"),
           tr("Changes the random places, phases and colours. The same seed always gives the same crowd"),
           tr("Change seed of the crowd"), {m_seed, nullptr, 1.0}, "spreadSeed");
  auto* reset = new QPushButton(tr("Reset"));
  reset->setObjectName("spreadReset");
  reset->setToolTip(tr("Restores the spread of a new document"));
  layout->addWidget(reset, 0, Qt::AlignRight);
  m_reset = reset;
  connect(reset, &QPushButton::clicked, this, [this] { set(tr("Reset spread of the crowd"), {}); });
  connect(&m_document, &Document::changed, this, &SpreadPopup::showSpread);
  showSpread();
}

void SpreadPopup::addField(QLayout& layout, const QString& name, const QString& tip, const QString& edit,
                           const Field& field, const char* objectName) {
  NumberField* number = field.field;
  number->setObjectName(objectName);
  number->setToolTip(tip);
  number->setAccessibleName(name);
  number->setFixedWidth(kFieldWidth);
  QLabel* text = label(name, "muted");
  text->setToolTip(tip);
  text->setBuddy(number);
  static_cast<QFormLayout&>(layout).addRow(text, number);
  if (field.member != nullptr) {
    m_fields.push_back(field);
  }
  connect(number, &QDoubleSpinBox::valueChanged, this, [this, edit, field](double value) {
    CrowdSpread spread = m_document.state().crowd.spread;
    if (field.member != nullptr) {
      spread.*field.member = value / field.unit;
    } else {
      spread.seed = static_cast<std::uint32_t>(value);
    }
    set(edit, spread);
  });
}

void SpreadPopup::set(const QString& edit, const CrowdSpread& spread) {
  CrowdSetup crowd = m_document.state().crowd;
  crowd.spread = spread;
  m_document.setCrowd(edit, crowd, kMergeSpread);
}

void SpreadPopup::showSpread() {
  const CrowdSpread& spread = m_document.state().crowd.spread;
  for (const Field& field : m_fields) {
    field.field->show(spread.*field.member * field.unit);
  }
  m_seed->show(spread.seed);
  m_count->show(m_document.state().crowd.count);
  m_layout->setCurrentIndex(static_cast<int>(m_document.state().crowd.layout));
  m_reset->setEnabled(!(spread == CrowdSpread()));
}

void SpreadPopup::showBelow(const QWidget& button) {
  adjustSize();
  const QRect room = button.screen()->availableGeometry();
  QPoint place = button.mapToGlobal(QPoint(0, button.height() + 4));
  place.setX(std::clamp(place.x(), room.left(), std::max(room.left(), room.right() - width())));
  place.setY(std::clamp(place.y(), room.top(), std::max(room.top(), room.bottom() - height())));
  move(place);
  show();
  m_fields.front().field->setFocus();
  m_fields.front().field->selectAll();
}

}  // namespace texeleton::editor

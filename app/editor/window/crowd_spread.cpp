#include "app/editor/window/crowd_spread.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScreen>
#include <algorithm>
#include <array>
#include <vector>

#include "app/editor/theme/theme.h"

namespace texeleton::editor {

namespace {

constexpr float kDegreesPerRadian = 57.29577951f;

/// What a new crowd looks like: alive, not a parade.
CrowdSettings livelySettings() {
  CrowdSettings settings;
  settings.phaseSpread = 1.0f;
  settings.speedSpread = 0.08f;
  settings.tintSpread = 0.35f;
  settings.turnSpread = 0.22f;
  settings.scaleSpread = 0.05f;
  return settings;
}

}  // namespace

CrowdSpread::CrowdSpread(QWidget* parent) : QFrame(parent, Qt::Popup), m_settings(livelySettings()) {
  setObjectName("crowdSpread");
  auto* form = new QFormLayout(this);
  form->setContentsMargins(12, 12, 12, 12);
  form->setHorizontalSpacing(12);
  form->setVerticalSpacing(8);
  struct Row {
    QString text;
    QString tip;
    const char* name;
    float CrowdSettings::*member;
    double most;
    double perUnit;  ///< What is shown for 1.
    QString unit;
  };
  const std::array rows = {
      Row{tr("Start"), tr("How far into their clip characters begin, at most"), "spreadPhase",
          &CrowdSettings::phaseSpread, 100, 100, "%"},
      Row{tr("Speed"), tr("How much faster or slower characters are, at most"), "spreadSpeed",
          &CrowdSettings::speedSpread, 100, 100, "%"},
      Row{tr("Turn"), tr("How far characters are turned, at most"), "spreadTurn", &CrowdSettings::turnSpread, 180,
          kDegreesPerRadian, QString::fromUtf8("°")},
      Row{tr("Height"), tr("How much larger or smaller characters are, at most"), "spreadScale",
          &CrowdSettings::scaleSpread, 90, 100, "%"},
      Row{tr("Tint"), tr("How much colours differ; 0 leaves them as they are"), "spreadTint",
          &CrowdSettings::tintSpread, 100, 100, "%"},
      Row{tr("Distance"), tr("Between neighbours; 0 suits the size of the model"), "spreadDistance",
          &CrowdSettings::spacing, 1000, 1, tr("m")},
  };
  std::vector<NumberField*> fields;
  for (const Row& row : rows) {
    auto* field = new NumberField(0, row.most, row.perUnit == 1 ? 2 : 0, row.unit);
    field->setObjectName(row.name);
    field->setToolTip(row.tip);
    field->setAccessibleName(row.text);
    field->setMinimumWidth(110);
    if (row.member == &CrowdSettings::spacing) {
      field->setSpecialValueText(tr("automatic"));
    }
    field->show(m_settings.*row.member * row.perUnit);
    QLabel* name = label(row.text, "muted");
    name->setBuddy(field);
    form->addRow(name, field);
    fields.push_back(field);
    connect(field, &QDoubleSpinBox::valueChanged, this, [this, member = row.member, per = row.perUnit](double value) {
      m_settings.*member = static_cast<float>(value / per);
      emit changed();
    });
  }
  auto* same = new QPushButton(tr("All alike"));
  same->setObjectName("spreadNone");
  same->setToolTip(tr("Characters that differ in nothing but their place"));
  auto* lively = new QPushButton(tr("As usual"));
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  buttons->addWidget(same);
  buttons->addWidget(lively);
  form->addRow(buttons);
  const auto take = [this, fields, rows](const CrowdSettings& settings) {
    m_settings = settings;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      fields[i]->show(m_settings.*rows[i].member * rows[i].perUnit);
    }
    emit changed();
  };
  connect(same, &QPushButton::clicked, this, [take] { take(CrowdSettings()); });
  connect(lively, &QPushButton::clicked, this, [take] { take(livelySettings()); });
}

void CrowdSpread::showUnder(const QWidget& widget) {
  adjustSize();
  QPoint place = widget.mapToGlobal(QPoint(0, widget.height() + 2));
  const QRect room = widget.screen()->availableGeometry();
  place.setX(std::clamp(place.x(), room.left(), std::max(room.left(), room.right() - width())));
  move(place);
  show();
  findChild<NumberField*>()->setFocus();
}

}  // namespace texeleton::editor

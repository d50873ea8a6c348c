// Roles of clips by their names, in the conventions of several tools, and the animator made from them.

#include <QtTest>
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/animator/animator_setup.h"
#include "core/animator/clip_roles.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;
using animator::ClipRole;

namespace {

/// An animator of clips of equal length with these names; those in `loops` loop.
animator::AnimatorSetup setupOf(const std::vector<std::string>& names, const std::vector<std::string>& loops) {
  const model::Model model = twoBoneStrip();
  std::vector<animator::PlayableClip> clips;
  for (const std::string& name : names) {
    const bool loop = std::find(loops.begin(), loops.end(), name) != loops.end();
    clips.push_back({name, ClipIndex(0), 0.0, 1.0, loop, {}, {}});
  }
  animator::AnimatorSetup setup = animator::defaultSetup(model, clips);
  const auto resolved = animator::resolveSetup(setup, model, clips, {});
  return resolved ? setup : animator::AnimatorSetup();
}

std::vector<std::pair<std::string, std::string>> waysOf(const animator::AnimatorSetup& setup) {
  std::vector<std::pair<std::string, std::string>> ways;
  for (const animator::SetupTransition& transition : setup.transitions) {
    ways.emplace_back(transition.from, transition.to);
  }
  return ways;
}

}  // namespace

class TestClipRoles : public QObject {
  Q_OBJECT

 private slots:
  static void names_data() {
    QTest::addColumn<ClipRole>("role");
    const std::pair<const char*, ClipRole> rows[] = {
        {"Idle", ClipRole::Idle},
        {"idle_01", ClipRole::Idle},
        {"Armature|Idle", ClipRole::Idle},
        {"CharacterArmature|Walk|BaseLayer", ClipRole::Walk},
        {"Standing Walk Forward", ClipRole::Walk},
        {"hero@walk", ClipRole::Walk},
        {"walkcycle", ClipRole::Walk},
        {"Walking_A", ClipRole::Walk},
        {"Walking_Backwards", ClipRole::None},
        {"RunForward", ClipRole::Run},
        {"Anim_Jog_Fwd", ClipRole::Run},
        {"sprint.loop", ClipRole::Run},
        {"Running_Strafe_Left", ClipRole::None},
        {"Runner", ClipRole::None},
        {"Jump_Start", ClipRole::Jump},
        {"rig|Standing Jump", ClipRole::Jump},
        {"Jump_Idle", ClipRole::Fall},
        {"Falling Loop", ClipRole::Fall},
        {"Jump_Land", ClipRole::Land},
        {"HardLanding", ClipRole::Land},
        {"1H_Melee_Attack_Chop", ClipRole::Attack},
        {"swordSlash02", ClipRole::Attack},
        {"Run_Attack", ClipRole::Attack},
        {"mixamo.com|Punching", ClipRole::Attack},
        {"TakeDamage", ClipRole::Hit},
        {"Hit_A", ClipRole::Hit},
        {"Block-Hit", ClipRole::Hit},
        {"hurt", ClipRole::Hit},
        {"Death01", ClipRole::Death},
        {"Falling Back Death", ClipRole::Death},
        {"Armature|Die", ClipRole::Death},
        {"Death_A_Pose", ClipRole::None},
        {"T-Pose", ClipRole::None},
        {"Wave", ClipRole::None},
        {"行走", ClipRole::Walk},
        {"攻击_1", ClipRole::Attack},
    };
    for (const auto& [name, role] : rows) {
      QTest::newRow(name) << role;
    }
  }
  static void names() {
    QFETCH(ClipRole, role);
    const std::string name = QTest::currentDataTag();
    QVERIFY(animator::clipRoles(std::vector<std::string>{name}).front().role == role);
  }

  // Words shared by all names carry no information.
  static void sharedWordsAreCut() {
    const auto roles =
        animator::clipRoles(std::vector<std::string>{"Attack_Bot_Idle_v2", "Attack_Bot_Run_v2", "Attack_Bot_Wave_v2"});
    QVERIFY(roles[0].role == ClipRole::Idle && roles[1].role == ClipRole::Run && roles[2].role == ClipRole::None);
    QCOMPARE(roles[0].extraWords, std::size_t{0});
  }

  // By names and usual speeds, although nothing in the strip walks; death has no way back, the fall lasts until "land".
  static void byNamesFirst() {
    const animator::AnimatorSetup setup = setupOf(
        {"Unarmed_Idle", "Walk", "Idle", "Run", "Jump_Start", "Jump_Idle", "Jump_Land", "Death", "Hit", "Attack"},
        {"Unarmed_Idle", "Idle", "Walk", "Run", "Jump_Idle", "Attack"});
    QCOMPARE(setup.states.size(), std::size_t{7});
    const std::vector<animator::SetupClip>& move = setup.states[0].clips;
    QCOMPARE(move.size(), std::size_t{3});
    QVERIFY(move[0].clip == "Idle" && move[1].clip == "Walk" && move[2].clip == "Run");
    QVERIFY(move[0].x == 0.0 && move[1].x > 0.0 && move[2].x > move[1].x);
    const std::vector<std::pair<std::string, std::string>> ways = {
        {"Move", "Jump_Start"}, {"Jump_Start", "Jump_Idle"}, {"Jump_Idle", "Jump_Land"},
        {"Jump_Land", "Move"},  {"Move", "Attack"},          {"Attack", "Move"},
        {"Move", "Hit"},        {"Attack", "Hit"},           {"Hit", "Move"},
        {"", "Death"}};
    QVERIFY(waysOf(setup) == ways);
    for (const animator::SetupState& state : setup.states) {
      QCOMPARE(state.loop.value_or(false), state.name == "Move" || state.name == "Jump_Idle");
    }
    QVERIFY(setup.transitions[2].conditions.front().parameter == "land" && !setup.transitions[2].exitFraction);
  }

  // Without known names the motion decides: nothing travels, so each loop is a state.
  static void byMotionOtherwise() {
    const animator::AnimatorSetup setup = setupOf({"one", "two", "three"}, {"one", "two"});
    QCOMPARE(setup.states.size(), std::size_t{3});
    QVERIFY((waysOf(setup) == std::vector<std::pair<std::string, std::string>>{{"", "three"}, {"three", "one"}}));
  }
};

TEXELETON_SUITE(TestClipRoles)
#include "test_clip_roles.moc"

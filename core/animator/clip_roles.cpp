#include "core/animator/clip_roles.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "core/base/name_words.h"

namespace texeleton::animator {

namespace {

constexpr std::string_view kIdle[] = {"idle",   "idles",   "idling",  "stand",   "standing",
                                      "stance", "rest",    "resting", "breathe", "breathing",
                                      "wait",   "waiting", "ready",   "survey",  "await"};
constexpr std::string_view kWalk[] = {"walk", "walks", "walking", "stroll", "strolling", "amble", "wlk", "march"};
constexpr std::string_view kRun[] = {"run", "runs",   "running", "jog",      "jogging", "sprint",     "sprinting",
                                     "rn",  "gallop", "runloop", "runcycle", "trot",    "runforward", "cantering"};
constexpr std::string_view kJump[] = {"jump", "jumps", "jumping", "leap", "leaping", "hop", "hopping", "takeoff"};
constexpr std::string_view kFall[] = {"fall", "falling", "falls", "airborne", "air", "inair", "midair", "freefall"};
constexpr std::string_view kLand[] = {"land", "landing", "lands", "landed", "touchdown"};
constexpr std::string_view kAttack[] = {
    "attack", "attacks",  "attacking", "atk",   "slash",     "slashing",     "punch", "punching", "kick",     "kicking",
    "stab",   "stabbing", "chop",      "slice", "swing",     "strike",       "bite",  "shoot",    "shooting", "shot",
    "fire",   "firing",   "cast",      "spell", "spellcast", "spellcasting", "melee", "combo",    "claw",     "smash"};
constexpr std::string_view kHit[] = {"hit",        "hits",    "hurt",    "damage",  "damaged", "impact",
                                     "flinch",     "stagger", "recoil",  "gethit",  "react",   "reaction",
                                     "takedamage", "dmg",     "wounded", "hitreact"};
constexpr std::string_view kDeath[] = {"death",  "deaths", "die",      "dies", "dying",    "dead",
                                       "killed", "defeat", "defeated", "ko",   "knockout", "collapse"};
constexpr std::string_view kPose[] = {"pose", "tpose", "apose", "bindpose"};
constexpr std::string_view kOtherWays[] = {"back",    "backward", "backwards", "bwd",   "bw",       "left",
                                           "right",   "strafe",   "strafing",  "side",  "sideways", "turn",
                                           "turning", "l",        "r",         "start", "stop",     "to",
                                           "begin",   "end",      "reverse",   "up",    "down"};
constexpr std::string_view kStart[] = {"start", "begin", "up", "takeoff", "in"};
/// Words of tools and layers, which do not distinguish clips.
constexpr std::string_view kNoise[] = {"armature", "anim",      "animation", "action",  "clip", "take",  "layer",
                                       "base",     "baselayer", "mixamo",    "com",     "loop", "cycle", "rig",
                                       "inplace",  "place",     "fwd",       "forward", "root", "rm",    "skeleton",
                                       "metarig",  "the",       "in",        "a",       "b",    "c",     "full"};

struct RoleWords {
  ClipRole role = ClipRole::None;
  std::span<const std::string_view> words;
  std::span<const std::string_view> signs;  // Parts of names without spaces.
};

constexpr std::string_view kIdleSigns[] = {"待机", "站立", "待機", "アイドル"};
constexpr std::string_view kWalkSigns[] = {"走路", "行走", "步行", "歩"};
constexpr std::string_view kRunSigns[] = {"跑", "走る", "走り"};
constexpr std::string_view kJumpSigns[] = {"跳", "ジャンプ"};
constexpr std::string_view kFallSigns[] = {"下落", "落下"};
constexpr std::string_view kLandSigns[] = {"落地", "着地"};
constexpr std::string_view kAttackSigns[] = {"攻击", "攻擊", "攻撃"};
constexpr std::string_view kHitSigns[] = {"受击", "受伤", "被弾"};
constexpr std::string_view kDeathSigns[] = {"死"};

/// In order of precedence: "Run_Attack" is an attack, "Standing Walk" a walk.
constexpr RoleWords kRoles[] = {{ClipRole::Death, kDeath, kDeathSigns},    {ClipRole::Hit, kHit, kHitSigns},
                                {ClipRole::Attack, kAttack, kAttackSigns}, {ClipRole::Land, kLand, kLandSigns},
                                {ClipRole::Fall, kFall, kFallSigns},       {ClipRole::Jump, kJump, kJumpSigns},
                                {ClipRole::Run, kRun, kRunSigns},          {ClipRole::Walk, kWalk, kWalkSigns},
                                {ClipRole::Idle, kIdle, kIdleSigns}};
/// Found at either end of a word too: "walkcycle", "heroidle".
constexpr std::string_view kStems[] = {"death", "attack", "jump", "sprint", "walk", "idle"};

/// The name without a rig, a layer and the part before an '@': "Armature|Walk|BaseLayer" → "Walk".
std::string_view bare(std::string_view name) {
  const std::size_t at = name.find_last_of("@:");
  name = at == std::string_view::npos || at + 1 == name.size() ? name : name.substr(at + 1);
  std::string_view best;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('|', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    const std::vector<std::string> words = nameWords(part);
    const bool isNoise = std::all_of(words.begin(), words.end(), [](const std::string& word) {
      return std::find(std::begin(kNoise), std::end(kNoise), word) != std::end(kNoise);
    });
    const bool isSigns = words.empty() && !part.empty();
    best = best.empty() || !isNoise || isSigns ? part : best;
    begin = end + 1;
  }
  return best.empty() ? name : best;
}

/// Removes words that all lists begin or end with, as long as each keeps one.
void cutCommon(std::vector<std::vector<std::string>>& lists) {
  if (lists.size() < 2) {
    return;
  }
  const auto allShare = [&lists](const auto& of) {
    return std::all_of(lists.begin(), lists.end(),
                       [&](const auto& words) { return words.size() > 1 && of(words) == of(lists.front()); });
  };
  while (allShare([](const auto& words) { return words.front(); })) {
    for (std::vector<std::string>& words : lists) {
      words.erase(words.begin());
    }
  }
  while (allShare([](const auto& words) { return words.back(); })) {
    for (std::vector<std::string>& words : lists) {
      words.pop_back();
    }
  }
}

ClipRole roleOf(const std::vector<std::string>& words, std::string_view name) {
  for (const RoleWords& each : kRoles) {
    const auto holds = [name](std::string_view sign) { return name.find(sign) != std::string_view::npos; };
    if (hasWordOf(words, each.words) || std::any_of(each.signs.begin(), each.signs.end(), holds)) {
      return each.role;
    }
  }
  for (const std::string_view stem : kStems) {
    const auto isGlued = [stem](const std::string& word) { return word.starts_with(stem) || word.ends_with(stem); };
    if (std::any_of(words.begin(), words.end(), isGlued)) {
      return roleOf({std::string(stem)}, {});
    }
  }
  return ClipRole::None;
}

NamedRole named(const std::vector<std::string>& words, std::string_view name) {
  NamedRole result;
  result.role = roleOf(words, name);
  const bool isIdle = std::find(words.begin(), words.end(), "idle") != words.end();
  if (result.role == ClipRole::Jump && isIdle) {
    result.role = ClipRole::Fall;  // "Jump_Idle": in the air.
  }
  const bool isLoop = result.role == ClipRole::Idle || result.role == ClipRole::Walk || result.role == ClipRole::Run;
  if (hasWordOf(words, kPose) || (isLoop && hasWordOf(words, kOtherWays))) {
    result.role = ClipRole::None;
  }
  result.isStart = hasWordOf(words, kStart);
  std::size_t told = 0;
  for (const std::string& word : words) {
    const bool isNoise = std::find(std::begin(kNoise), std::end(kNoise), word) != std::end(kNoise);
    told += isNoise || roleOf({word}, {}) == result.role ? 1 : 0;
  }
  result.extraWords = words.size() - told;
  return result;
}

}  // namespace

std::vector<NamedRole> clipRoles(std::span<const std::string> names) {
  std::vector<std::vector<std::string>> words;
  for (const std::string& name : names) {
    words.push_back(nameWords(bare(name)));
  }
  cutCommon(words);
  std::vector<NamedRole> roles;
  for (std::size_t i = 0; i < names.size(); ++i) {
    roles.push_back(named(words[i], bare(names[i])));
  }
  return roles;
}

}  // namespace texeleton::animator

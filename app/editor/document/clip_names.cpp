#include "app/editor/document/clip_names.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <utility>

#include "app/editor/document/animator_edit.h"

namespace texeleton::editor {

namespace {

void renameBy(std::string& name, const Renamed& renamed) {
  if (const auto found = renamed.find(name); found != renamed.end()) {
    name = found->second;
  }
}

bool usesAny(const animator::SetupState& state, const std::set<std::string>& clips) {
  return std::ranges::any_of(state.clips,
                             [&clips](const animator::SetupClip& each) { return clips.count(each.clip) != 0; });
}

}  // namespace

Renamed renamedClips(const std::vector<ClipRow>& before, const std::vector<ClipRow>& after, const model::Model& model) {
  Renamed renamed;
  std::set<std::string> kept;
  for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
    const std::string was = before[i].name(model);
    const std::string is = after[i].name(model);
    if (was != is) {
      renamed.emplace(was, is);
    } else if (after[i].ticked) {
      kept.insert(was);
    }
  }
  std::erase_if(renamed, [&kept](const auto& each) { return kept.count(each.first) != 0; });
  return renamed;
}

void renameClips(DocumentState& state, const Renamed& renamed) {
  if (state.recipe.animator) {
    for (animator::SetupState& each : state.recipe.animator->states) {
      for (animator::SetupClip& clip : each.clips) {
        renameBy(clip.clip, renamed);
      }
    }
  }
  renameBy(state.view.layerClip, renamed);
  renameBy(state.view.fade.from, renamed);
  renameBy(state.view.fade.to, renamed);
}

void setMasks(DocumentState& state, std::vector<recipe::RecipeMask> masks, const Renamed& renamed) {
  const auto follow = [&](std::string& mask) {
    renameBy(mask, renamed);
    if (std::ranges::none_of(masks, [&mask](const auto& each) { return each.name == mask; })) {
      mask.clear();
    }
  };
  follow(state.view.layerMask);
  if (state.recipe.animator) {
    for (animator::SetupLayer& layer : state.recipe.animator->layers) {
      follow(layer.mask);
    }
  }
  state.recipe.bake.masks = std::move(masks);
}

std::vector<std::string> usedMasks(const DocumentState& state) {
  std::vector<std::string> used = {state.view.layerMask};
  if (state.recipe.animator) {
    for (const animator::SetupLayer& layer : state.recipe.animator->layers) {
      used.push_back(layer.mask);
    }
  }
  return used;
}

QString usersOfClips(const DocumentState& state, const std::set<std::string>& clips) {
  QStringList users;
  if (state.recipe.animator) {
    for (const animator::SetupState& each : state.recipe.animator->states) {
      if (usesAny(each, clips)) {
        users << QString::fromStdString(each.name);
      }
    }
  }
  if (clips.count(state.view.layerClip) != 0) {
    users << QCoreApplication::translate("ClipNames", "layer");
  }
  if (clips.count(state.view.fade.from) != 0 || clips.count(state.view.fade.to) != 0) {
    users << QCoreApplication::translate("ClipNames", "cross-fade");
  }
  return users.join(QCoreApplication::translate("ClipNames", ", "));
}

void takeClipsOut(DocumentState& state, const std::set<std::string>& clips) {
  if (state.recipe.animator) {
    animator::AnimatorSetup& setup = *state.recipe.animator;
    for (std::size_t i = setup.states.size(); i-- > 0;) {
      if (usesAny(setup.states[i], clips)) {
        std::erase_if(setup.states[i].clips,
                      [&clips](const animator::SetupClip& each) { return clips.count(each.clip) != 0; });
        if (setup.states[i].clips.empty()) {
          removeState(setup, i);
        }
      }
    }
  }
  for (std::string* const name : {&state.view.layerClip, &state.view.fade.from, &state.view.fade.to}) {
    if (clips.count(*name) != 0) {
      name->clear();
    }
  }
}

}  // namespace texeleton::editor

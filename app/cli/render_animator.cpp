#include "app/cli/render_animator.h"

#include <algorithm>
#include <utility>

#include "app/cli/option_values.h"
#include "core/animator/animator_setup.h"
#include "core/base/mapped.h"
#include "core/base/one_line.h"
#include "core/base/similar_names.h"
#include "core/settings/json_fields.h"

namespace texeleton::cli {

namespace {

constexpr double kAnimatorStepsPerSecond = 60.0;

}  // namespace

void AnimatorArguments::addTo(CLI::App& command) {
  CLI::Option* option = command.add_flag(
      "--animator", on,
      "Skinned characters play the animator of the recipe, or one made from the model's clips, up to --time");
  command
      .add_option("--set", values,
                  "Set a parameter of the animator from the start, or with @SECONDS from that time on; may be repeated")
      ->type_name("NAME=VALUE[@SECONDS]")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->needs(option);
}

Result<RenderedAnimator::Change> RenderedAnimator::parse(const std::string& text,
                                                         const animator::AnimatorController& controller) {
  const auto wrong = [&text](const Message& why) {
    return fail(ErrorCode::InvalidArgument, message("--set %1: %2", inQuotes(text), why));
  };
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos || equals == 0) {
    return wrong(message("must be NAME=VALUE or NAME=VALUE@SECONDS"));
  }
  Change change;
  change.parameter = text.substr(0, equals);
  std::string value = text.substr(equals + 1);
  if (const std::size_t at = value.find('@'); at != std::string::npos) {
    const auto seconds = finiteNumber(value.substr(at + 1));
    if (!seconds || *seconds < 0.0) {
      return wrong(message("after @ there must be a time in seconds"));
    }
    change.seconds = *seconds;
    value.resize(at);
  }
  const auto number = finiteNumber(value);
  if (!number) {
    return wrong(message("the value must be a number; switches take 0 and 1"));
  }
  change.value = *number;
  const std::vector<std::string> names = mapped(controller.parameters, &animator::AnimatorParameter::name);
  if (std::ranges::find(names, change.parameter) == names.end()) {
    return wrong(message("the animator has no such parameter%1", namesInstead(change.parameter, names)));
  }
  return change;
}

Result<RenderedAnimator> RenderedAnimator::create(const AnimatorArguments& arguments,
                                                  std::shared_ptr<const viewport::Skeleton> skeleton,
                                                  const std::optional<animator::AnimatorSetup>& setup,
                                                  std::span<const vat::MaskChoice> masks) {
  const model::Model& model = skeleton->model();
  const std::vector<animator::PlayableClip> clips = animator::playableClips(*skeleton->animation(), model);
  auto resolved = animator::resolveSetup(setup ? *setup : animator::defaultSetup(model, clips), model, clips, masks);
  auto crowd =
      resolved ? viewport::AnimatedCrowd::create(std::move(skeleton), std::move(*resolved)) : fail(resolved.error());
  TRY(crowd);
  RenderedAnimator made(std::move(*crowd));
  for (const std::string& text : arguments.values) {
    auto change = parse(text, made.m_crowd.controller());
    TRY(change);
    made.m_changes.push_back(std::move(*change));
  }
  std::ranges::stable_sort(made.m_changes, {}, &Change::seconds);
  return made;
}

void RenderedAnimator::step(viewport::Scene& scene, float withinMetres, double seconds) {
  for (; m_changed < m_changes.size() && m_changes[m_changed].seconds <= m_seconds; ++m_changed) {
    m_crowd.set(m_changes[m_changed].parameter, m_changes[m_changed].value);
  }
  m_crowd.apply(scene, withinMetres, seconds);
  m_seconds += seconds;
  const animator::Animator& lead = m_crowd.lead();
  for (const animator::PassedEvent& passed : lead.passedEvents()) {
    m_heard.push_back({m_seconds, lead.controller().states[passed.state].name, lead.eventOf(passed).name});
  }
}

void RenderedAnimator::apply(viewport::Scene& scene, float withinMetres, double seconds) {
  if (m_steps == 0 && m_seconds == 0.0) {
    step(scene, withinMetres, 0.0);  // All characters exist from the start.
  }
  while (static_cast<double>(m_steps + 1) / kAnimatorStepsPerSecond <= seconds) {
    ++m_steps;
    step(scene, withinMetres, static_cast<double>(m_steps) / kAnimatorStepsPerSecond - m_seconds);
  }
  step(scene, withinMetres, std::max(0.0, seconds - m_seconds));
}

Json RenderedAnimator::toJson() const {
  const animator::Animator& lead = m_crowd.lead();
  Json parameters = Json::object();
  for (const animator::AnimatorParameter& parameter : lead.controller().parameters) {
    parameters[parameter.name] = lead.value(parameter.name).value_or(0.0);
  }
  Json events = Json::array();
  for (const Heard& heard : m_heard) {
    events.push_back({{"seconds", heard.seconds}, {"state", heard.state}, {"event", heard.event}});
  }
  Json result = {{"state", lead.controller().states[lead.state()].name},
                 {"fade", lead.fadeWeight()},
                 {"parameters", std::move(parameters)},
                 {"events", std::move(events)}};
  for (std::size_t layer = 1; layer < lead.layerCount(); ++layer) {
    result["layers"].push_back({{"layer", lead.controller().layers[layer - 1].name},
                                {"state", lead.controller().states[lead.state(layer)].name},
                                {"fade", lead.fadeWeight(layer)},
                                {"share", lead.layerShare(layer)}});
  }
  return result;
}

}  // namespace texeleton::cli

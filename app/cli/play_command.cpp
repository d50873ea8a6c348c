// texeleton-cli play: the frames and events that a run-time gets from a clip, step by step.

#include <cmath>
#include <cstdio>
#include <memory>

#include "app/cli/clip_argument.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "core/pack/pack.h"
#include "core/runtime/animation_ticker.h"
#include "core/runtime/pack_player.h"
#include "core/runtime/root_motion_track.h"
#include "core/settings/json_fields.h"
#include "core/vat/texture_settings.h"

namespace texeleton::cli {

namespace {

struct PlayArguments {
  std::string pack;
  std::string clip;
  double speed = 1.0;
  double start = 0.0;
  bool startGiven = false;
  double seconds = -1.0;  // < 0: the clip's length
  double step = 1.0 / 30.0;
};

constexpr double kMaxSteps = 10e6;
constexpr double kLastStepSlack = 1e-3;  // of a step
constexpr std::int64_t kMaxEventsPerStep = 10000;

Json toJson(const runtime::SocketPose& pose, const std::string& name) {
  return {{"name", name},
          {"position", {pose.position.x, pose.position.y, pose.position.z}},
          {"rotation", {pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w}},
          {"scale", {pose.scale.x, pose.scale.y, pose.scale.z}}};
}

struct Step {
  double time = 0.0;
  runtime::AnimationTickOutput output;
  std::vector<runtime::FiredEvent> events;
  std::optional<vat::RootSample> root;  // unrolled, from the clip's start
};

void printJson(const vat::BakedAnimation& animation, const vat::BakedClip& clip, const Step& step,
               const Console& console) {
  Json json = {{"time", step.time},
               {"clip", clip.name},
               {"current", step.output.current},
               {"next", step.output.next},
               {"interpolate", step.output.interpolate},
               {"events", Json::array()},
               {"sockets", Json::array()},
               {"rootMotion", nullptr}};
  if (step.root) {
    const glm::dvec3& p = step.root->position;
    json["rootMotion"] = {{"position", {p.x, p.y, p.z}}, {"yawRadians", step.root->yawRadians}};
  }
  for (const runtime::FiredEvent& event : step.events) {
    json["events"].push_back({{"name", event.name},
                              {"timeSeconds", event.timeSeconds},
                              {"loop", event.loop},
                              {"parameter", event.parameter}});
  }
  for (std::size_t i = 0; i < animation.sockets.size(); ++i) {
    json["sockets"].push_back(
        toJson(runtime::decodeSocket(animation, SocketIndex(i), step.output), animation.sockets[i].name));
  }
  console.printJson(json, -1);
}

void printText(const vat::BakedAnimation& animation, const Step& step) {
  std::printf("%10.4f s  frames %u > %u  %.4f", step.time, step.output.current, step.output.next,
              static_cast<double>(step.output.interpolate));
  for (const runtime::FiredEvent& event : step.events) {
    std::printf("  [%s at %.4g s, loop %lld]", printable(std::string(event.name)).c_str(), event.timeSeconds,
                static_cast<long long>(event.loop));
  }
  if (step.root) {
    const glm::dvec3& p = step.root->position;
    std::printf("  root (%.4f, %.4f, %.4f) turned %.2f degrees", p.x, p.y, p.z, glm::degrees(step.root->yawRadians));
  }
  std::printf("\n");
  for (std::size_t i = 0; i < animation.sockets.size(); ++i) {
    const runtime::SocketPose pose = runtime::decodeSocket(animation, SocketIndex(i), step.output);
    std::printf("              %s  at (%.4f, %.4f, %.4f)  rotation (%.4f, %.4f, %.4f, %.4f)\n",
                printable(animation.sockets[i].name).c_str(), static_cast<double>(pose.position.x),
                static_cast<double>(pose.position.y), static_cast<double>(pose.position.z),
                static_cast<double>(pose.rotation.x), static_cast<double>(pose.rotation.y),
                static_cast<double>(pose.rotation.z), static_cast<double>(pose.rotation.w));
  }
}

std::vector<runtime::FiredEvent> take(const runtime::FiredEvents& fired, const Console& console) {
  std::vector<runtime::FiredEvent> events;
  for (const runtime::FiredEvent& event : fired) {
    if (static_cast<std::int64_t>(events.size()) == kMaxEventsPerStep) {
      console.issues(
          {{Severity::Warning,
            message("only the first %1 of %2 events of this step are shown", kMaxEventsPerStep, fired.count()), ""}});
      break;
    }
    events.push_back(event);
  }
  return events;
}

int play(const PlayArguments& arguments, const Console& console) {
  JobContext job;
  // Playback of packs that fail verification is undefined: a length that does not fit the frames, non-finite values.
  const auto pack = pack::readVerifiedPack(arguments.pack, job);
  if (!pack) {
    return console.error(pack.error());
  }
  const vat::BakedAnimation& animation = pack->animation;
  const auto found = findBakedClip(animation, arguments.clip);
  if (!found) {
    return console.error(Error{found.error().code, found.error().message, arguments.pack});
  }
  const vat::BakedClip* clip = &animation.clips[*found];
  const double seconds = arguments.seconds >= 0.0 ? arguments.seconds : clip->lengthSeconds;
  if (!(seconds / arguments.step <= kMaxSteps)) {
    return console.error("this would take over ten million steps: give a larger --step or fewer --seconds");
  }

  const runtime::EventTrack track = runtime::eventTrack(*clip);
  runtime::AnimationTicker ticker;
  const auto start = arguments.startGiven ? std::optional<double>(arguments.start) : std::nullopt;
  Step step;
  step.events = take(ticker.play(track, arguments.speed, start), console);
  for (std::int64_t i = 0;; ++i) {
    step.output = ticker.output();
    if (clip->rootMotion && clip->rootMotion->mode == vat::RootMotionMode::Extract) {
      step.root = runtime::rootMotionAt(*clip, ticker.positionSeconds());
    }
    if (console.json) {
      printJson(animation, *clip, step, console);
    } else {
      printText(animation, step);
    }
    double next = static_cast<double>(i + 1) * arguments.step;
    if (next > seconds - arguments.step * kLastStepSlack) {
      next = seconds;  // no extra step for the rounding of a length
    }
    if (next <= step.time) {
      return kDone;
    }
    step.events = take(ticker.tick(next - step.time), console);
    step.time = next;
  }
}

}  // namespace

void addPlayCommand(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<PlayArguments>();
  CLI::App* command =
      app.add_subcommand("play", "Prints frames, fractions, events and socket poses as a run-time would see them");
  namesPath(command->add_option("PACK", arguments->pack, "A NAME.texpack folder"), "PACK")->required();
  command->add_option("--clip", arguments->clip, "The clip to play: its name, or # and its number, from 0")
      ->type_name("NAME|#INDEX")
      ->required();
  command->add_option("--speed", arguments->speed, "Speed factor; negative: backward")
      ->check(numberIn(-1e6, 1e6))
      ->capture_default_str();
  CLI::Option* start = command->add_option("--start", arguments->start, "Clip time at the start, in seconds")
                           ->check(numberIn(-1e9, 1e9));
  command->add_option("--seconds", arguments->seconds, "Duration (default: the clip's length)")
      ->check(numberIn(0.0, 1e9));
  command->add_option("--step", arguments->step, "Seconds per step")->check(numberIn(1e-6, 1e9));
  command->footer(R"(Examples:
  texeleton-cli play hero.texpack --clip Walk
  texeleton-cli play hero.texpack --clip '#2' --speed -0.5 --seconds 3 --step 0.1
  texeleton-cli play hero.texpack --clip Walk --seconds 2 --json)");
  command->callback([arguments, start, &action] {
    arguments->startGiven = start->count() > 0;
    action = [arguments](const Console& console) { return play(*arguments, console); };
  });
}

}  // namespace texeleton::cli

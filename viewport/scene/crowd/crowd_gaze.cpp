#include "viewport/scene/crowd/crowd_gaze.h"

#include <algorithm>
#include <utility>

#include "core/cycles/model_as_baked.h"
#include "viewport/scene/gpu/packing.h"

namespace texeleton::viewport {

namespace {

// One state for each clip of the pack, at speed 0: the crowd's clock sets its time.
animator::AnimatorController standingClips(const vat::BakedAnimation& animation) {
  animator::AnimatorController controller;
  for (const vat::BakedClip& clip : animation.clips) {
    animator::AnimatorState state;
    state.name = std::to_string(controller.states.size());
    state.children.push_back({clip.source.clip, 0.0});
    state.speed = 0.0;
    state.loop = false;
    controller.states.push_back(std::move(state));
  }
  return controller;
}

}  // namespace

Result<CrowdGaze> CrowdGaze::create(std::shared_ptr<const Skeleton> skeleton, NodeIndex node) {
  const model::Model& model = skeleton->model();
  const vat::BakedAnimation& animation = *skeleton->animation();
  if (node.value >= model.nodes.size()) {
    return fail(ErrorCode::InvalidArgument, "the model has no such node to look with");
  }
  for (const vat::BakedClip& clip : animation.clips) {
    if (cycles::rootTaking(model, clip).node.isValid()) {
      return fail(
          ErrorCode::InvalidArgument,
          message("the root motion was taken out of the clip \"%1\", and gazes are only of clips that keep theirs",
                  clip.name));
    }
  }
  CrowdGaze made;
  made.m_controller = std::make_shared<const animator::AnimatorController>(standingClips(animation));
  made.m_aim.node = node;
  made.m_aim.axis = animator::forwardAxis(model, node);
  made.m_aim.maxDegrees = kMaxDegrees;
  made.m_model = skeleton->sharedModel();
  made.m_skeleton = std::move(skeleton);
  return made;
}

CrowdGaze::Place CrowdGaze::placeOf(std::uint32_t clipBits, const runtime::CrowdPhase& motion,
                                    const runtime::CrowdClock& clock) const {
  const runtime::CrowdClip clip = unpackClip(clipBits);
  const std::vector<vat::BakedClip>& clips = m_skeleton->animation()->clips;
  const std::uint32_t which = clipNumber(*m_skeleton->animation(), clip);
  const model::Clip& source = m_model->clips[clips[which].source.clip.value];
  const double seconds = sourceSeconds(clips[which], runtime::crowdOutput(clip, motion, clock)) - source.startSeconds;
  return {which, source.lengthSeconds > 0.0 ? seconds / source.lengthSeconds : 0.0};
}

Result<void> CrowdGaze::apply(Scene& scene, float withinMetres) {
  scene.poses.clear();
  m_pool.begin();
  std::size_t used = 0;
  const glm::vec3 eye = scene.camera.position();
  const runtime::CrowdClock& clock = scene.crowd.clock();
  for (std::uint32_t i = 0; i < scene.crowd.size(); ++i) {
    const InstanceRecord& record = scene.crowd.records()[i];
    if (withinMetres > 0.0f && glm::distance(record.position, eye) >= withinMetres) {
      continue;
    }
    if (used == m_animators.size()) {
      auto made = animator::Animator::create(m_model, m_controller);
      TRY(made);
      m_animators.push_back(std::move(*made));
    }
    animator::Animator& animator = m_animators[used++];
    animator.aims().assign(1, m_aim);
    animator.aims().front().target = record.toPack(eye);
    const Place to = placeOf(record.clipB, record.motionB(), clock);
    const double weight = static_cast<double>(record.fadeWeight(clock));
    if (weight < 1.0) {
      const Place from = placeOf(record.clipA, record.motionA(), clock);
      animator.play(from.state, 0.0, from.fraction);
      animator.update(0.0);
      animator.play(to.state, 1.0, to.fraction);
    } else {
      animator.play(to.state, 0.0, to.fraction);
    }
    animator.update(weight < 1.0 ? weight : 0.0);
    const std::shared_ptr<CharacterPose> pose = m_pool.take();
    pose->set(m_model, animator.worlds(), animator.skinMatrices());
    pose->followsClip = true;
    scene.poses.emplace(i, pose);
  }
  return {};
}

}  // namespace texeleton::viewport

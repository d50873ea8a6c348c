#include "tests/viewport/scenes.h"

#include <QTest>

namespace texeleton::test {

std::shared_ptr<const bake::BakedAnimation> baked(const model::Model& model, const bake::BakeSettings& settings) {
  return changeable(model, settings);
}

std::shared_ptr<bake::BakedAnimation> changeable(const model::Model& model, const bake::BakeSettings& settings) {
  JobContext job;
  auto result = bake::bake(model, settings, job);
  if (!result) {
    QTest::qFail(result.error().message.c_str(), __FILE__, __LINE__);
    return nullptr;
  }
  return std::make_shared<bake::BakedAnimation>(std::move(*result));
}

viewport::Scene stillScene(std::shared_ptr<const bake::BakedAnimation> animation, std::uint32_t clip, double seconds) {
  viewport::CrowdSettings settings;
  settings.clip = clip;
  settings.speed = 0.0f;
  settings.startSeconds = seconds;
  viewport::Scene scene;
  scene.animation = std::move(animation);
  if (!scene.animation) {
    return scene;
  }
  auto crowd = viewport::Crowd::make(settings, *scene.animation);
  if (!crowd) {
    QTest::qFail(crowd.error().message.c_str(), __FILE__, __LINE__);
    return scene;
  }
  scene.crowd = std::move(*crowd);
  scene.camera.framePoints(scene.crowd.outline(), 1.2f);
  return scene;
}

}  // namespace texeleton::test

#include "tests/viewport/scenes.h"

#include <QTest>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/bake/bake.h"
#include "core/model/point_motion.h"
#include "tests/support/made_models.h"

namespace texeleton::test {

namespace {

class Wave : public model::PointMotion {
 public:
  explicit Wave(std::vector<glm::vec3> rest) : m_rest(std::move(rest)) {}
  void evaluate(double seconds, std::span<glm::vec3> points) const override {
    for (std::size_t i = 0; i < points.size(); ++i) {
      points[i] = glm::vec3(waved(m_rest[i], seconds));
    }
  }

 private:
  std::vector<glm::vec3> m_rest;
};

}  // namespace

glm::dvec3 waved(const glm::vec3& rest, double seconds) {
  const double height = static_cast<double>(rest.y);
  return glm::dvec3(rest) + glm::dvec3(0.0, 0.0, 0.3 * height * std::sin(2.0 * std::numbers::pi * seconds + height));
}

model::Model wavingStrip() {
  model::Model model = twoBoneStrip();
  model::MeshPart& part = model.parts.front();
  part.pointCount = part.vertexCount;
  part.points.resize(part.vertexCount);
  std::iota(part.points.begin(), part.points.end(), 0u);
  part.pointSet = PointSetIndex(0);
  model.pointSets = {{part.pointCount, 0}};
  model.clips.front().tracks.clear();
  model.clips.front().timelines.clear();
  model.clips.front().pointTracks = {
      {PointSetIndex(0), nullptr, {}, glm::dmat4(1.0), std::make_shared<Wave>(model.vertices.positions)}};
  return model;
}

std::shared_ptr<const vat::BakedAnimation> baked(const model::Model& model, const bake::BakeSettings& settings) {
  return changeable(model, settings);
}

std::shared_ptr<vat::BakedAnimation> changeable(const model::Model& model, const bake::BakeSettings& settings) {
  JobContext job;
  auto result = bake::bake(model, settings, job);
  if (!result) {
    QTest::qFail(result.error().message.c_str(), __FILE__, __LINE__);
    return nullptr;
  }
  return std::make_shared<vat::BakedAnimation>(std::move(*result));
}

viewport::Scene stillScene(std::shared_ptr<const vat::BakedAnimation> animation, std::uint32_t clip, double seconds) {
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

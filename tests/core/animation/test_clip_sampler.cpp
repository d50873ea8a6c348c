#include <QObject>
#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "core/animation/clip_sampler.h"
#include "core/animation/frame_block.h"
#include "core/animation/pose.h"
#include "hwy/targets.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

namespace texeleton {

namespace {

using Seconds = std::array<double, animation::kFrameLanes>;

/// Largest difference of any matrix element between the fast sampler and SourcePose, over blocks of eight frames.
double largestDifference(const model::Model& model, ClipIndex clip, double from, double to, std::size_t frameCount) {
  const animation::ClipSampler sampler(model, clip, model.palette);
  animation::ClipSampler::Scratch scratch;
  sampler.growScratch(scratch);
  std::vector<animation::LaneMatrix> matrices(model.palette.size());
  std::vector<animation::LaneValue> weights(sampler.morphWeightCount());
  animation::SourcePose pose(model, clip);
  double worst = 0.0;
  for (std::size_t first = 0; first < frameCount; first += animation::kFrameLanes) {
    Seconds seconds{};
    for (std::size_t i = 0; i < animation::kFrameLanes; ++i) {
      seconds[i] = from + (to - from) * static_cast<double>(std::min(first + i, frameCount - 1)) / (frameCount - 1.0);
    }
    sampler.sample(seconds, scratch, matrices.data(), weights.data());
    for (std::size_t i = 0; i < animation::kFrameLanes; ++i) {
      pose.evaluate(seconds[i]);
      for (std::size_t e = 0; e < matrices.size(); ++e) {
        for (int r = 0; r < 3; ++r) {
          for (int c = 0; c < 4; ++c) {
            const double difference =
                std::abs(pose.skinMatrices()[e][c][r] - static_cast<double>(matrices[e].m[4 * r + c][i]));
            worst = std::isnan(difference) ? 1e30 : std::max(worst, difference);
          }
        }
      }
      std::size_t weight = 0;
      for (std::size_t set = 0; set < model.morphSets.size(); ++set) {
        for (const double expected : pose.morphWeights(MorphSetIndex(set))) {
          worst = std::max(worst, std::abs(expected - static_cast<double>(weights[weight++].v[i])));
        }
      }
    }
  }
  return worst;
}

std::vector<animation::LaneMatrix> sampleOn(std::int64_t target, const model::Model& model, ClipIndex clip, double rate,
                                            std::set<std::string>& targetsSeen) {
  hwy::SetSupportedTargetsForTest(target);
  targetsSeen.insert(animation::vectorTargetName());
  const animation::ClipSampler sampler(model, clip, model.palette);
  animation::ClipSampler::Scratch scratch;
  sampler.growScratch(scratch);
  std::vector<animation::LaneMatrix> all;
  std::vector<animation::LaneMatrix> matrices(model.palette.size());
  for (int block = 0; block < 12; ++block) {
    Seconds seconds{};
    for (std::size_t i = 0; i < animation::kFrameLanes; ++i) {
      seconds[i] = -0.1 + (block * 8.0 + static_cast<double>(i)) / rate;
    }
    sampler.sample(seconds, scratch, matrices.data(), nullptr);
    all.insert(all.end(), matrices.begin(), matrices.end());
  }
  hwy::SetSupportedTargetsForTest(0);
  return all;
}

}  // namespace

class TestClipSampler : public QObject {
  Q_OBJECT

 private slots:
  // A CPU with more instruction sets than were built uses the built ones: also without inlining, where one function
  // counts the entries of every dispatch table.
  void choosesBuiltTargetsOnly() {
#if HWY_ARCH_X86
    const std::string usual = animation::vectorTargetName();
    hwy::SetSupportedTargetsForTest(hwy::SupportedTargets() | HWY_AVX3 | HWY_AVX3_DL);
    const std::string chosen = animation::vectorTargetName();
    hwy::SetSupportedTargetsForTest(0);
    QCOMPARE(chosen, usual);
#else
    QSKIP("the kernels are built for one target here");
#endif
  }

  void agreesWithFloat64_data() {
    QTest::addColumn<bool>("shared");
    QTest::addColumn<bool>("all");
    QTest::addColumn<bool>("scales");
    QTest::addColumn<int>("keys");
    for (int i = 0; i < 8; ++i) {
      for (const int keys : {2, 12, 400}) {
        const std::string name = "mask " + std::to_string(i) + ", keys " + std::to_string(keys);
        QTest::newRow(name.c_str()) << ((i & 1) != 0) << ((i & 2) != 0) << ((i & 4) != 0) << keys;
      }
    }
  }

  void agreesWithFloat64() {
    QFETCH(bool, shared);
    QFETCH(bool, all);
    QFETCH(bool, scales);
    QFETCH(int, keys);
    test::CharacterSpec spec;
    spec.seed = 7;
    spec.joints = 40;
    spec.keysPerTrack = static_cast<std::size_t>(keys);
    spec.sharedTimelines = shared;
    spec.allInterpolations = all;
    spec.scales = scales;
    const model::Model model = test::makeCharacter(spec);
    for (std::size_t clip = 0; clip < model.clips.size(); ++clip) {
      const model::Clip& c = model.clips[clip];
      // Frames before the first and after the last key, sparse and dense.
      for (const std::size_t frames : {9u, 61u, 1000u}) {
        const double worst = largestDifference(model, ClipIndex(clip), c.startSeconds - 0.2,
                                               c.startSeconds + c.lengthSeconds + 0.2, frames);
        QVERIFY2(worst < 1e-5, std::to_string(worst).c_str());
      }
    }
  }

  void morphWeightsAgree() {
    const model::Model model = test::morphingMesh();
    QVERIFY(largestDifference(model, ClipIndex(0), -0.1, 1.1, 77) < 1e-6);
  }

  void madeModelsAgree() {
    for (const model::Model& model : {test::twoBoneStrip(), test::animatedRigidNode()}) {
      for (std::size_t clip = 0; clip < model.clips.size(); ++clip) {
        QVERIFY(largestDifference(model, ClipIndex(clip), -0.1, 2.1, 77) < 2e-6);
      }
    }
  }

  void deepChainKeepsItsPrecision() {
    model::Model model;
    model::Clip clip;
    clip.lengthSeconds = 1.0;
    constexpr std::size_t kDepth = 1000;
    for (std::size_t i = 0; i < kDepth; ++i) {
      model::Node node;
      node.name = std::to_string(i);
      node.parent = i == 0 ? NodeIndex() : NodeIndex(i - 1);
      node.rest.translation = glm::dvec3(0.001, 0.0, 0.0);
      model.nodes.push_back(node);
      const float s = std::sin(0.01f * static_cast<float>(i % 7));
      test::addTrack(clip, model::TrackTarget::Rotation, model::Interpolation::Linear, NodeIndex(i), {0.0, 1.0},
                     {0, 0, 0, 1, 0, s, 0, std::sqrt(1 - s * s)});
    }
    model.clips.push_back(clip);
    model.palette.push_back({NodeIndex(kDepth - 1), glm::dmat4(1.0)});
    const double worst = largestDifference(model, ClipIndex(0), 0.0, 1.0, 31);
    QVERIFY2(worst < 1e-4, std::to_string(worst).c_str());
  }

  void everyTargetGivesTheSameBits() {
    for (const bool shared : {false, true}) {
      test::CharacterSpec spec;
      spec.joints = 30;
      spec.keysPerTrack = 25;
      spec.sharedTimelines = shared;
      spec.allInterpolations = true;
      spec.scales = true;
      const model::Model model = test::makeCharacter(spec);
      for (const double rate : {10.0, 24.0, 60.0, 500.0}) {
        std::vector<animation::LaneMatrix> first;
        std::set<std::string> targetsSeen;
        for (std::int64_t rest = hwy::SupportedTargets(); rest != 0; rest &= rest - 1) {
          const std::vector<animation::LaneMatrix> result =
              sampleOn(rest & -rest, model, ClipIndex(1), rate, targetsSeen);
          if (first.empty()) {
            first = result;
          }
          QVERIFY(std::memcmp(first.data(), result.data(), first.size() * sizeof(animation::LaneMatrix)) == 0);
        }
        QVERIFY(targetsSeen.count(animation::vectorTargetName()) == 1);
#ifdef __x86_64__
        QVERIFY(targetsSeen.size() >= 2);
#endif
      }
    }
  }
};

TEXELETON_PLAIN_SUITE(TestClipSampler)

}  // namespace texeleton

#include "test_clip_sampler.moc"

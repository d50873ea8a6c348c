#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "core/animation/pose.h"
#include "core/retargeting/add_motions.h"
#include "tests/core/retargeting/made_rig.h"
#include "tests/support/suite.h"

using namespace texeleton;
using test::turnAbout;

namespace {

const std::vector<std::string> kBones = {"hips", "spine", "head", "arm_l", "hand_l", "leg_l", "foot_l"};
const std::vector<int> kParents = {-1, 0, 1, 1, 3, 0, 5};

/// A skeleton below a node "rig"; its single clip moves every bone.
model::Model makeHero() {
  model::Model model;
  model.nodes.push_back({"rig", {}, {}, {}});
  std::mt19937 random(7);
  const auto any = [&random] { return static_cast<double>(random()) / 4294967295.0 * 2.0 - 1.0; };
  model::Clip clip;
  clip.name = clip.sourceName = "Walk";
  clip.lengthSeconds = 1.0;
  clip.timelines = {{0.0, 0.25, 0.5, 1.0}};
  for (std::size_t i = 0; i < kBones.size(); ++i) {
    model::Node node;
    node.name = kBones[i];
    node.parent = NodeIndex(static_cast<std::size_t>(kParents[i] + 1));
    node.rest.translation = glm::dvec3(0.2 * any(), 0.3 + 0.1 * any(), 0.1 * any());
    node.rest.rotation = turnAbout({any(), any(), any()}, 40.0 * any());
    model.nodes.push_back(node);
    model::Track rotation;
    rotation.target = model::TrackTarget::Rotation;
    rotation.node = NodeIndex(i + 1);
    model::Track translation = rotation;
    translation.target = model::TrackTarget::Translation;
    for (std::size_t key = 0; key < clip.timelines[0].size(); ++key) {
      const glm::dquat q = node.rest.rotation * turnAbout({any(), any(), any()}, 15.0);
      for (const double v : {q.x, q.y, q.z, q.w}) {
        rotation.values.push_back(static_cast<float>(v));
      }
      const glm::dvec3 t = node.rest.translation + (i == 0 ? 0.3 * glm::dvec3(any(), any(), any()) : glm::dvec3(0.0));
      for (const double v : {t.x, t.y, t.z}) {
        translation.values.push_back(static_cast<float>(v));
      }
    }
    clip.tracks.push_back(rotation);
    clip.tracks.push_back(translation);
  }
  model.clips.push_back(clip);
  return model;
}

model::Model withoutClips(model::Model model) {
  model.clips.clear();
  return model;
}

/// The result of adding the clip of `motion` to `hero`.
Result<model::Model> add(const model::Model& hero, const model::Model& motion, JobContext& job,
                         const bone_names::BoneMap& map = {}, const char* file = "hero@walk.fbx",
                         retargeting::Retarget retarget = retargeting::Retarget::Auto) {
  const retargeting::Motion one{file, std::make_shared<const model::Model>(motion)};
  return retargeting::addMotions(withoutClips(hero), {&one, 1}, map, job, nullptr, retarget);
}

/// A file with only the clip, as artists export it: its nodes are in the clip's pose at `seconds`.
model::Model posedAt(model::Model motion, double seconds) {
  animation::SourcePose pose(motion, ClipIndex(0u));
  pose.evaluate(seconds);
  for (std::size_t i = 0; i < motion.nodes.size(); ++i) {
    motion.nodes[i].rest = pose.locals()[i];
  }
  return motion;
}

/// Modifies the keys of one bone in the clip: `change` gets four or three floats and the index of the key.
template <class Change>
void changeKeys(model::Model& motion, const char* bone, model::TrackTarget target, const Change& change) {
  for (model::Track& track : motion.clips[0].tracks) {
    if (track.target == target && motion.nodes[track.node.value].name == bone) {
      const std::size_t count = target == model::TrackTarget::Rotation ? 4 : 3;
      for (std::size_t key = 0; key * count < track.values.size(); ++key) {
        change(&track.values[key * count], key);
      }
    }
  }
}

void turnHips(model::Model& motion, const glm::dquat& turn) {
  changeKeys(motion, "hips", model::TrackTarget::Rotation, [&](float* v, std::size_t) {
    const glm::dquat turned = turn * glm::dquat(double{v[3]}, double{v[0]}, double{v[1]}, double{v[2]});
    v[0] = static_cast<float>(turned.x);
    v[1] = static_cast<float>(turned.y);
    v[2] = static_cast<float>(turned.z);
    v[3] = static_cast<float>(turned.w);
  });
}

/// Largest distance of any bone between the first clips of two models with the same nodes.
double largestDistance(const model::Model& a, const model::Model& b) {
  animation::SourcePose poseA(a, ClipIndex(0u));
  animation::SourcePose poseB(b, ClipIndex(0u));
  double largest = 0.0;
  for (double t = 0.0; t <= 1.0; t += 0.0625) {
    poseA.evaluate(t);
    poseB.evaluate(t);
    for (std::size_t i = 0; i < a.nodes.size(); ++i) {
      for (int column = 0; column < 4; ++column) {
        largest = std::max(largest, glm::distance(poseA.worlds()[i][column], poseB.worlds()[i][column]));
      }
    }
  }
  return largest;
}

bool saidOf(JobContext& job, const char* text) {
  const std::vector<Issue> issues = job.takeIssues();
  for (const Issue& issue : issues) {
    qInfo("%s: %s", severityName(issue.severity), issue.text.c_str());
  }
  return std::any_of(issues.begin(), issues.end(),
                     [text](const Issue& issue) { return issue.text.find(text) != std::string::npos; });
}

}  // namespace

class TestAddMotions : public QObject {
  Q_OBJECT
 private slots:
  void sameSkeletonCopiesKeys() {
    const model::Model hero = makeHero();
    model::Model motion = hero;
    for (std::size_t i = 1; i < motion.nodes.size(); ++i) {
      motion.nodes[i].name = "mixamorig1:" + motion.nodes[i].name;
    }
    JobContext job;
    const auto result = add(hero, motion, job);
    QVERIFY(result.has_value());
    QVERIFY(!saidOf(job, ""));
    QCOMPARE(result->clips.size(), std::size_t{1});
    QCOMPARE(result->clips[0].motionFile, 1u);
    for (std::size_t i = 0; i < hero.clips[0].tracks.size(); ++i) {
      QVERIFY(result->clips[0].tracks[i].node == hero.clips[0].tracks[i].node);
      QVERIFY(result->clips[0].tracks[i].values == hero.clips[0].tracks[i].values);
    }
    QVERIFY(!model::checkModel(*result).has_value());
  }

  void reportsOtherRestPoses() {
    const model::Model hero = makeHero();
    model::Model motion = hero;
    motion.nodes[4].rest.rotation = motion.nodes[4].rest.rotation * turnAbout({0, 0, 1}, 35.0);
    JobContext job;
    const auto result = add(hero, motion, job);
    QVERIFY(result.has_value());
    QCOMPARE(largestDistance(hero, *result), 0.0);
    QVERIFY(saidOf(job, "\"arm_l\" by 35 degrees."));
  }

  /// Exported while posed, without a mesh: the model's skeleton is recognised bone by bone, and each bone is placed as
  /// in the motion file, whatever else the motion moves.
  void posedMotionsOfTheSameSkeletonAreCopied_data() {
    QTest::addColumn<bool>("armMoves");
    QTest::addColumn<bool>("armElsewhere");
    QTest::addColumn<double>("unit");
    QTest::addColumn<glm::dquat>("turn");
    const glm::dquat none(1.0, 0.0, 0.0, 0.0);
    QTest::newRow("posed") << false << false << 1.0 << none;
    QTest::newRow("the shoulder moves") << true << false << 1.0 << none;
    QTest::newRow("the shoulder is elsewhere for good") << false << true << 1.0 << none;
    QTest::newRow("in centimetres") << true << false << 100.0 << none;
    QTest::newRow("turned by 90 degrees") << true << false << 1.0 << turnAbout({0, 1, 0}, 90.0);
    QTest::newRow("lying") << true << false << 1.0 << turnAbout({1, 0, 0}, -88.0);
  }
  void posedMotionsOfTheSameSkeletonAreCopied() {
    QFETCH(bool, armMoves);
    QFETCH(bool, armElsewhere);
    QFETCH(double, unit);
    QFETCH(glm::dquat, turn);
    const model::Model hero = makeHero();
    model::Model motion = hero;
    turnHips(motion, turnAbout({1, 1, 0}, 50.0));
    turnHips(motion, turn);
    changeKeys(motion, "arm_l", model::TrackTarget::Rotation, [&](float* v, std::size_t) { std::swap(v[0], v[3]); });
    changeKeys(motion, "arm_l", model::TrackTarget::Translation, [&](float* v, std::size_t key) {
      v[0] += armMoves ? 0.1f * static_cast<float>(key + 1) : armElsewhere ? 0.2f : 0.0f;
      v[2] += armMoves ? 0.05f : armElsewhere ? -0.1f : 0.0f;
    });
    const model::Model expected = motion;
    for (std::size_t i = 0; i < motion.nodes.size(); ++i) {
      changeKeys(motion, motion.nodes[i].name.c_str(), model::TrackTarget::Translation, [&](float* v, std::size_t) {
        for (int c = 0; c < 3; ++c) {
          v[c] *= static_cast<float>(unit);
        }
      });
      motion.nodes[i].rest.translation *= unit;
    }
    motion = posedAt(motion, 0.25);
    JobContext job;
    const auto result = add(hero, motion, job);
    QVERIFY(result.has_value());
    const double largest = largestDistance(expected, *result);
    QVERIFY2(largest < 1e-6, qPrintable(QString::number(largest)));
    QVERIFY(saidOf(job, "7 of its 7 bones have the axes of the model's and stand exactly as in the motion"));
  }

  void retargetingCanBeForced() {
    const model::Model hero = makeHero();
    model::Model expected = hero;
    changeKeys(expected, "arm_l", model::TrackTarget::Rotation, [&](float* v, std::size_t) { std::swap(v[0], v[3]); });
    const model::Model posed = posedAt(expected, 0.25);
    const auto with = [&](retargeting::Retarget retarget) {
      JobContext job;
      return add(hero, posed, job, {}, "hero@walk.fbx", retarget);
    };
    QVERIFY(largestDistance(expected, *with(retargeting::Retarget::Auto)) < 1e-6);
    QVERIFY(largestDistance(expected, *with(retargeting::Retarget::Copy)) < 1e-6);
    // Relative to the rest poses: in the pose of the motion's export, the bones point like the motion's, but their roll
    // is the model's.
    QVERIFY(largestDistance(expected, *with(retargeting::Retarget::Match)) > 0.05);
    // With different lengths the default is not to copy; copying uses the rotations unchanged.
    model::Model longer = expected;
    for (std::size_t i = 1; i < longer.nodes.size(); ++i) {
      longer.nodes[i].rest.translation *= 1.0 + 0.1 * static_cast<double>(i);
    }
    longer = posedAt(longer, 0.25);
    JobContext job;
    const auto copied = add(hero, longer, job, {}, "hero@walk.fbx", retargeting::Retarget::Copy);
    QVERIFY(copied.has_value());
    for (const model::Track& track : copied->clips[0].tracks) {
      if (track.target == model::TrackTarget::Rotation) {
        const auto same =
            std::find_if(longer.clips[0].tracks.begin(), longer.clips[0].tracks.end(), [&](const model::Track& other) {
              return other.target == track.target && other.node == track.node && other.values == track.values;
            });
        QVERIFY(same != longer.clips[0].tracks.end());
      }
    }
  }

  void findsUnitFromBones() {
    const model::Model hero = makeHero();
    model::Model motion = hero;  // In centimetres below a node that converts to metres.
    motion.nodes[0].rest.scale = glm::dvec3(0.01);
    for (std::size_t i = 1; i < motion.nodes.size(); ++i) {
      motion.nodes[i].rest.translation *= 100.0;
    }
    for (model::Track& track : motion.clips[0].tracks) {
      for (float& value : track.values) {
        value *= track.target == model::TrackTarget::Translation ? 100.0f : 1.0f;
      }
    }
    JobContext job;
    const auto result = add(hero, motion, job);
    QVERIFY(result.has_value());
    QVERIFY(largestDistance(hero, *result) < 1e-6);
    QVERIFY(saidOf(job, "multiplied by 0.01"));
  }

  void convertsOtherAxes() {
    const model::Model hero = makeHero();
    model::Model motion = hero;
    animation::SourcePose rest(hero, ClipIndex());
    rest.evaluate(0.0);
    // Every bone with the axes of pack space, as in BVH: the same positions, other keys.
    const auto restTurn = [&](NodeIndex node) {
      return node.isValid() ? glm::normalize(glm::quat_cast(glm::dmat3(rest.worlds()[node.value])))
                            : glm::dquat(1.0, 0.0, 0.0, 0.0);
    };
    for (std::size_t i = 0; i < motion.nodes.size(); ++i) {
      model::Node& node = motion.nodes[i];
      node.rest.translation = restTurn(node.parent) * node.rest.translation;
      node.rest.rotation = glm::dquat(1.0, 0.0, 0.0, 0.0);
    }
    for (model::Track& track : motion.clips[0].tracks) {
      const glm::dquat above = restTurn(motion.nodes[track.node.value].parent);
      const glm::dquat own = restTurn(track.node);
      const std::size_t count = track.componentCount(0);
      for (std::size_t k = 0; k < track.values.size(); k += count) {
        float* v = &track.values[k];
        const auto d = [v](int i) { return static_cast<double>(v[i]); };
        if (count == 4) {
          const glm::dquat q = above * glm::dquat(d(3), d(0), d(1), d(2)) * glm::inverse(own);
          v[0] = static_cast<float>(q.x);
          v[1] = static_cast<float>(q.y);
          v[2] = static_cast<float>(q.z);
          v[3] = static_cast<float>(q.w);
        } else {
          const glm::dvec3 t = above * glm::dvec3(d(0), d(1), d(2));
          for (int c = 0; c < 3; ++c) {
            v[c] = static_cast<float>(t[c]);
          }
        }
      }
    }
    JobContext job;
    const auto result = add(hero, motion, job);
    QVERIFY(result.has_value());
    const double distance = largestDistance(hero, *result);
    QVERIFY2(distance < 1e-5, qPrintable(QString::number(distance)));
    QVERIFY(saidOf(job, "other axes"));
  }

  /// A node above the skeleton, which the model lacks, rotates and moves the motion.
  void movedNodeAboveSkeleton() {
    const model::Model hero = makeHero();
    model::Model motion = hero;
    motion.nodes[0].name = "stage";
    motion.nodes[0].rest.rotation = turnAbout({1, 0, 0}, -90.0);
    motion.nodes[0].rest.translation = glm::dvec3(0.0, 1.0, 0.0);
    const glm::dquat back = glm::inverse(motion.nodes[0].rest.rotation);
    model::Node& hips = motion.nodes[1];
    hips.rest.rotation = back * hips.rest.rotation;
    hips.rest.translation = back * (hips.rest.translation - motion.nodes[0].rest.translation);
    for (model::Track& track : motion.clips[0].tracks) {
      const std::size_t count = track.componentCount(0);
      for (std::size_t k = 0; track.node == NodeIndex(1u) && k < track.values.size(); k += count) {
        float* v = &track.values[k];
        const auto d = [v](int i) { return static_cast<double>(v[i]); };
        if (count == 4) {
          const glm::dquat q = back * glm::dquat(d(3), d(0), d(1), d(2));
          v[0] = static_cast<float>(q.x);
          v[1] = static_cast<float>(q.y);
          v[2] = static_cast<float>(q.z);
          v[3] = static_cast<float>(q.w);
        } else {
          const glm::dvec3 t = back * (glm::dvec3(d(0), d(1), d(2)) - motion.nodes[0].rest.translation);
          for (int c = 0; c < 3; ++c) {
            v[c] = static_cast<float>(t[c]);
          }
        }
      }
    }
    JobContext job;
    const auto result = add(hero, motion, job);
    QVERIFY(result.has_value());
    const double distance = largestDistance(hero, *result);
    QVERIFY2(distance < 1e-6, qPrintable(QString::number(distance)));
  }

  void rejectsTooFewBones() {
    const model::Model hero = makeHero();
    model::Model motion = hero;
    for (std::size_t i = 1; i < motion.nodes.size() - 1; ++i) {
      motion.nodes[i].name = "Bip" + std::to_string(i);
    }
    JobContext job;
    const auto result = add(hero, motion, job);
    QVERIFY(!result.has_value());
    QVERIFY(result.error().code == ErrorCode::NotFound);
    QVERIFY(result.error().message.find("of its 7 animated bones 6 have no counterpart: \"Bip1\"") !=
            std::string::npos);
    QCOMPARE(result.error().file, std::string("hero@walk.fbx"));

    bone_names::BoneMap map;
    for (std::size_t i = 1; i < motion.nodes.size() - 1; ++i) {
      map["Bip" + std::to_string(i)] = hero.nodes[i].name;
    }
    const auto mapped = add(hero, motion, job, map);
    QVERIFY(mapped.has_value());
    QCOMPARE(largestDistance(hero, *mapped), 0.0);
    map["Bip1"] = "no such bone";
    QVERIFY(add(hero, motion, job, map).has_value());
    QVERIFY(saidOf(job, "\"Bip1 = no such bone\""));
  }

  /// A moving armature and a middle bone that only the motion has: joints move to the motion's positions.
  void unmatchedParentsMoveMatchedBones_data() {
    QTest::addColumn<model::Interpolation>("interpolation");
    QTest::newRow("linear") << model::Interpolation::Linear;
    QTest::newRow("step") << model::Interpolation::Step;
  }
  void unmatchedParentsMoveMatchedBones() {
    QFETCH(const model::Interpolation, interpolation);
    const model::Model hero = makeHero();
    model::Model motion = hero;
    motion.nodes[0].name = "stage";
    // A bone with its own rotation and translation is inserted between the spine and its child.
    const NodeIndex middle(3u);
    const auto moved = [](NodeIndex node) {
      return node.isValid() && node.value > 2 ? NodeIndex(node.value + 1) : node;
    };
    for (model::Node& node : motion.nodes) {
      node.parent = node.parent == NodeIndex(2u) ? middle : moved(node.parent);
    }
    motion.nodes.insert(motion.nodes.begin() + 3, {"chest", NodeIndex(2u), {}, {}});
    model::Clip& clip = motion.clips[0];
    for (model::Track& track : clip.tracks) {
      track.interpolation = interpolation;
      track.node = moved(track.node);
    }
    clip.timelines.push_back({0.0, 0.4, 1.0});
    const auto turnOf = [&](NodeIndex node, const glm::dvec3& axis) {
      model::Track track;
      track.target = model::TrackTarget::Rotation;
      track.interpolation = interpolation;
      track.node = node;
      track.timeline = 1;
      for (const double degrees : {0.0, 50.0, 20.0}) {
        const glm::dquat q = turnAbout(axis, degrees);
        for (const double v : {q.x, q.y, q.z, q.w}) {
          track.values.push_back(static_cast<float>(v));
        }
      }
      clip.tracks.push_back(track);
      track.target = model::TrackTarget::Translation;
      track.values = {0.0f, 0.0f, 0.0f, 0.3f, 0.1f, 0.0f, -0.2f, 0.0f, 0.4f};
      clip.tracks.push_back(track);
    };
    turnOf(NodeIndex(0u), {0, 1, 0});
    turnOf(middle, {1, 0, 1});

    JobContext job;
    const auto result = add(hero, motion, job);
    QVERIFY(result.has_value());
    QVERIFY(saidOf(job, "that the model does not have move what hangs on them: \"stage\", \"chest\""));
    animation::SourcePose mine(*result, ClipIndex(0u));
    animation::SourcePose truth(motion, ClipIndex(0u));
    double largest = 0.0;
    for (double t = 0.0; t <= 1.0; t += 1.0 / 64.0) {
      mine.evaluate(t);
      truth.evaluate(t);
      for (std::size_t i = 1; i < hero.nodes.size(); ++i) {
        for (int column = 0; column < 4; ++column) {
          largest =
              std::max(largest, glm::distance(mine.worlds()[i][column], truth.worlds()[i > 2 ? i + 1 : i][column]));
        }
      }
    }
    QVERIFY2(largest < 5e-4, qPrintable(QString::number(largest)));
  }

  void listsUnmatchedBones() {
    const model::Model hero = makeHero();
    model::Model motion = hero;
    motion.nodes[3].name = "antenna";
    JobContext job;
    const auto result = add(hero, motion, job);
    QVERIFY(result.has_value());
    QCOMPARE(result->clips[0].tracks.size(), hero.clips[0].tracks.size() - 2);
    QVERIFY(saidOf(job,
                   "1 of the motion's 7 animated bones have no counterpart in the model and are left out: "
                   "\"antenna\""));
  }

  void idleClipNamesBecomeFileNames() {
    model::Model motion = makeHero();
    motion.clips.push_back(motion.clips[0]);
    motion.clips[0].name = motion.clips[0].sourceName = "mixamo.com";
    motion.clips[1].name = "Jump";
    const std::vector<retargeting::Motion> motions = {{"a/hero@walk.fbx", std::make_shared<const model::Model>(motion)},
                                                      {"b/walk.glb", std::make_shared<const model::Model>(motion)}};
    JobContext job;
    const auto result = retargeting::addMotions(makeHero(), motions, {}, job);
    QVERIFY(result.has_value());
    std::vector<std::string> names;
    for (const model::Clip& clip : result->clips) {
      names.push_back(clip.name + "/" + std::to_string(clip.motionFile));
    }
    QCOMPARE(names, (std::vector<std::string>{"Walk/0", "walk/1", "Jump/1", "walk 2/2", "Jump 2/2"}));
  }
};

TEXELETON_PLAIN_SUITE(TestAddMotions)
#include "test_add_motions.moc"

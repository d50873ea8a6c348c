// Ragdolls of the bundled sample: at rest after ten seconds, joints connected, repeatable, recorded and imported as a
// motion, baked and verified.

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "core/animation/pose.h"
#include "core/bake/bake.h"
#include "core/bake/measure/measure.h"
#include "core/base/job_context.h"
#include "core/constraints/constraint.h"
#include "core/pipeline/load_model.h"
#include "core/ragdoll/fit_ragdoll.h"
#include "core/ragdoll/motion_file.h"
#include "core/ragdoll/pose_mix.h"
#include "core/ragdoll/ragdoll.h"
#include "core/ragdoll/recording.h"
#include "core/transform/transform.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

std::shared_ptr<const model::Model> knight() {
  static const std::shared_ptr<const model::Model> model = [] {
    pipeline::ModelRequest request;
    request.model = sourceFolder() / "resources/samples/lantern-knight.glb";
    JobContext job;
    auto loaded = pipeline::loadModel(request, job);
    return loaded ? *loaded : nullptr;
  }();
  return model;
}

std::vector<glm::dmat4> poseOf(const model::Model& model, std::uint32_t clip, double seconds, double lift = 0.0) {
  animation::SourcePose pose(model, ClipIndex(clip));
  pose.evaluate(model.clips[clip].startSeconds + seconds);
  std::vector<glm::dmat4> worlds(pose.worlds().begin(), pose.worlds().end());
  for (glm::dmat4& world : worlds) {
    world[3].y += lift;
  }
  return worlds;
}

/// Ends of a body's capsule, moved from the rest pose by the pose.
std::pair<glm::dvec3, glm::dvec3> capsuleOf(const ragdoll::RagdollBody& body, std::span<const glm::dmat4> worlds) {
  glm::dmat4 rest(1.0);
  for (NodeIndex at = body.node; at.isValid(); at = knight()->nodes[at.value].parent) {
    const model::Node& node = knight()->nodes[at.value];
    rest = (node.restMatrix ? *node.restMatrix : toMatrix(node.rest)) * rest;
  }
  const glm::dmat4 moves = worlds[body.node.value] * glm::inverse(rest);
  return {glm::dvec3(moves * glm::dvec4(body.from, 1.0)), glm::dvec3(moves * glm::dvec4(body.to, 1.0))};
}

NodeIndex nodeCalled(const model::Model& model, const char* name) {
  const auto found = std::find_if(model.nodes.begin(), model.nodes.end(),
                                  [name](const model::Node& node) { return node.name == name; });
  return found == model.nodes.end() ? NodeIndex() : NodeIndex(static_cast<std::size_t>(found - model.nodes.begin()));
}

bool isFinite(std::span<const glm::dmat4> matrices) {
  return std::all_of(matrices.begin(), matrices.end(), [](const glm::dmat4& m) {
    for (int c = 0; c < 4; ++c) {
      for (int r = 0; r < 4; ++r) {
        if (!std::isfinite(m[c][r])) {
          return false;
        }
      }
    }
    return true;
  });
}

}  // namespace

class TestRagdoll : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QVERIFY(knight() != nullptr); }

  // Bodies enclose most of the vertices that their bones move, form one tree, and knees and elbows are hinges.
  void fitsCapsules() {
    const auto shape = ragdoll::fitRagdoll(*knight());
    QVERIFY(shape.has_value());
    QVERIFY2(shape->bodies.size() >= 8 && shape->bodies.size() <= 32,
             qPrintable(QString::number(shape->bodies.size())));
    int hinges = 0;
    for (std::size_t i = 0; i < shape->bodies.size(); ++i) {
      const ragdoll::RagdollBody& body = shape->bodies[i];
      QVERIFY(i == 0 ? !body.parent : *body.parent < i);
      QVERIFY(body.radius > 0.0 && body.radius < 0.2 * shape->heightMetres);
      hinges += body.isHinge ? 1 : 0;
    }
    QVERIFY2(hinges >= 2, qPrintable(QString::number(hinges)));
    model::Model bare = *knight();
    bare.vertices = {};
    bare.parts.clear();
    QVERIFY(!ragdoll::fitRagdoll(bare));
  }

  // Sword, lantern and cape are part of the bodies that carry them, and keep their relative rotation through a fall.
  void weldsProps() {
    const model::Model& model = *knight();
    const auto shape = ragdoll::fitRagdoll(model);
    QVERIFY(shape.has_value());
    const auto hasBody = [&](NodeIndex node) {
      return std::any_of(shape->bodies.begin(), shape->bodies.end(),
                         [node](const ragdoll::RagdollBody& body) { return body.node == node; });
    };
    const auto pose = poseOf(model, 0, 0.2);
    auto ragdoll = ragdoll::Ragdoll::create(knight(), *shape, pose);
    QVERIFY(ragdoll.has_value());
    ragdoll->push({2.0, 1.0, -1.0});
    const auto degreesToParent = [&](NodeIndex node) {
      const NodeIndex parent = model.nodes[node.value].parent;
      const auto local = [&](std::span<const glm::dmat4> worlds) {
        return transform::decompose(glm::inverse(worlds[parent.value]) * worlds[node.value]).rotation;
      };
      return glm::degrees(2.0 * std::acos(std::min(1.0, std::abs(glm::dot(local(pose), local(ragdoll->worlds()))))));
    };
    for (int i = 0; i < 240; ++i) {
      QVERIFY(ragdoll->advance(1.0 / 60.0));
      for (const char* name : {"Sword", "weapon_r", "Lantern", "lantern", "cape_1", "cape_3"}) {
        const NodeIndex node = nodeCalled(model, name);
        QVERIFY2(!hasBody(node), name);
        QVERIFY2(degreesToParent(node) < 1e-4, name);
      }
    }
    QVERIFY(hasBody(nodeCalled(model, "head")) && hasBody(nodeCalled(model, "forearm_r")));
    const auto withPiece = [](const ragdoll::RagdollBody& body) { return !body.welded.empty(); };
    QVERIFY(std::count_if(shape->bodies.begin(), shape->bodies.end(), withPiece) >= 2);
  }

  // A model of rigid parts keeps its limbs, although no bone connects body and legs.
  void joinsRigidParts() {
    const auto models = sharedModels();
    if (!models) {
      TEXELETON_SKIP("no shared models");
    }
    const auto bodiesOf = [&models](const char* file) {
      pipeline::ModelRequest request;
      request.model = *models / file;
      JobContext job;
      const auto model = pipeline::loadModel(request, job);
      const auto shape = model ? ragdoll::fitRagdoll(**model) : fail(model.error());
      QStringList names;
      for (std::size_t i = 0; shape && i < shape->bodies.size(); ++i) {
        names << QString::fromStdString((*model)->nodes[shape->bodies[i].node.value].name);
      }
      return names;
    };
    const QStringList robot = bodiesOf("kenney-character/kenney-character.glb");
    for (const char* limb : {"leg-left", "leg-right", "arm-left", "arm-right"}) {
      QVERIFY2(robot.contains(limb), qPrintable(robot.join(' ')));
    }
    const QStringList kaykit = bodiesOf("kaykit-knight.glb");
    QVERIFY2(kaykit.size() >= 10 && kaykit.contains("head"), qPrintable(kaykit.join(' ')));
    QVERIFY2(kaykit.filter(QRegularExpression("Sword|Shield|Helmet|Cape|handslot")).isEmpty(),
             qPrintable(kaykit.join(' ')));
  }

  // Joints have limits by their names; settings of a bone take precedence over its name and shape.
  void setsBones() {
    const auto bodyOf = [](const ragdoll::RagdollShape& shape, const char* name) -> const ragdoll::RagdollBody* {
      const NodeIndex node = nodeCalled(*knight(), name);
      const auto found = std::find_if(shape.bodies.begin(), shape.bodies.end(),
                                      [node](const ragdoll::RagdollBody& body) { return body.node == node; });
      return found == shape.bodies.end() ? nullptr : &*found;
    };
    const auto usual = ragdoll::fitRagdoll(*knight());
    QVERIFY(usual.has_value());
    for (const char* name : {"chest", "head", "thigh_l", "upper_arm_l", "forearm_l"}) {
      QVERIFY2(bodyOf(*usual, name) != nullptr, name);
    }
    QVERIFY(bodyOf(*usual, "chest")->swing < bodyOf(*usual, "head")->swing);
    QVERIFY(bodyOf(*usual, "head")->swing < bodyOf(*usual, "thigh_l")->swing);
    QVERIFY(bodyOf(*usual, "thigh_l")->swing < bodyOf(*usual, "upper_arm_l")->swing);
    QVERIFY(bodyOf(*usual, "forearm_l")->isHinge);
    std::vector<ragdoll::RagdollBone> bones(4);
    bones[0].bone = "head";
    bones[0].body = false;
    bones[1].bone = "cape_1";
    bones[1].body = true;
    bones[1].mass = 3.0;
    bones[2].bone = "forearm_l";
    bones[2].swing = 12.0;
    bones[3].bone = "shin_l";
    bones[3].bendTo = 90.0;
    const auto set = ragdoll::fitRagdoll(*knight(), bones);
    QVERIFY2(set.has_value(), set ? "" : set.error().message.c_str());
    QVERIFY(bodyOf(*set, "head") == nullptr);
    QVERIFY(bodyOf(*set, "cape_1") != nullptr && bodyOf(*set, "cape_1")->mass == 3.0);
    QVERIFY(!bodyOf(*set, "forearm_l")->isHinge && bodyOf(*set, "forearm_l")->swing == 12.0);
    QVERIFY(bodyOf(*set, "shin_l")->isHinge && bodyOf(*set, "shin_l")->bendTo == 90.0);
    auto ragdoll = ragdoll::Ragdoll::create(knight(), *set, poseOf(*knight(), 0, 0.2));
    QVERIFY(ragdoll.has_value() && ragdoll->advance(0.2) && isFinite(ragdoll->worlds()));
    bones[0].bone = "haed";
    const auto refused = ragdoll::fitRagdoll(*knight(), bones);
    QVERIFY(!refused && refused.error().message.contains("head"));
  }

  // The initial pose equals the given pose.
  void beginsInGivenPose() {
    const auto shape = ragdoll::fitRagdoll(*knight());
    const auto pose = poseOf(*knight(), 0, 0.2);
    const auto ragdoll = ragdoll::Ragdoll::create(knight(), *shape, pose);
    QVERIFY(ragdoll.has_value());
    double worst = 0.0;
    for (std::size_t i = 0; i < pose.size(); ++i) {
      worst = std::max(worst, glm::distance(glm::dvec3(pose[i][3]), glm::dvec3(ragdoll->worlds()[i][3])));
    }
    QVERIFY2(worst < 1e-4, qPrintable(QString::number(worst)));
    QVERIFY(ragdoll->largestStretch() < 1e-3);
  }

  void settlesOnTheGround() {
    const auto shape = ragdoll::fitRagdoll(*knight());
    const double height = shape->heightMetres;
    for (std::uint32_t clip = 0; clip < std::min<std::size_t>(3, knight()->clips.size()); ++clip) {
      std::vector<glm::dmat4> ends[2];
      for (std::vector<glm::dmat4>& end : ends) {
        auto ragdoll = ragdoll::Ragdoll::create(knight(), *shape, poseOf(*knight(), clip, 0.3, 0.3 * height),
                                                poseOf(*knight(), clip, 0.28, 0.3 * height), 0.02);
        QVERIFY(ragdoll.has_value());
        double stretch = 0.0;
        for (int i = 0; i < 600; ++i) {
          QVERIFY(ragdoll->advance(1.0 / 60.0));
          QVERIFY(isFinite(ragdoll->worlds()) && isFinite(ragdoll->skinMatrices()));
          stretch = std::max(stretch, ragdoll->largestStretch());
        }
        QVERIFY2(stretch < 0.02, qPrintable(QString::number(stretch)));
        QVERIFY2(ragdoll->speed() < 0.1 * height, qPrintable(QString::number(ragdoll->speed())));
        for (const ragdoll::RagdollBody& body : shape->bodies) {
          const auto [from, to] = capsuleOf(body, ragdoll->worlds());
          const double lowest = std::min(from.y, to.y) - body.radius;
          QVERIFY2(lowest > -0.03 * height && lowest < height, qPrintable(QString::number(lowest)));
        }
        QVERIFY2(ragdoll->worlds()[shape->bodies[0].node.value][3].y < 0.35 * height, "it stands");
        end.assign(ragdoll->worlds().begin(), ragdoll->worlds().end());
      }
      QVERIFY(ends[0] == ends[1]);  // Bit by bit.
    }
  }

  // Bones keep their lengths under any load.
  void bonesKeepTheirLengths() {
    const auto shape = ragdoll::fitRagdoll(*knight());
    const auto pose = poseOf(*knight(), 0, 0.0);
    auto ragdoll = ragdoll::Ragdoll::create(knight(), *shape, pose);
    QVERIFY(ragdoll.has_value());
    ragdoll->push({3.0, 2.0, -1.0});
    for (int i = 0; i < 120; ++i) {
      QVERIFY(ragdoll->advance(1.0 / 60.0));
      for (const ragdoll::RagdollBody& body : shape->bodies) {
        if (!body.parent) {
          continue;
        }
        const auto length = [&](std::span<const glm::dmat4> worlds) {
          return glm::distance(glm::dvec3(worlds[body.node.value][3]),
                               glm::dvec3(worlds[shape->bodies[*body.parent].node.value][3]));
        };
        QVERIFY(std::abs(length(ragdoll->worlds()) - length(pose)) < 1e-6 + 1e-5 * length(pose));
      }
    }
  }

  // Grabbed by the middle and pulled up, it hangs there with its joints connected.
  void isDragged() {
    const auto shape = ragdoll::fitRagdoll(*knight());
    auto ragdoll = ragdoll::Ragdoll::create(knight(), *shape, poseOf(*knight(), 0, 0.0));
    QVERIFY(ragdoll.has_value());
    const double height = shape->heightMetres;
    const auto [from, to] = capsuleOf(shape->bodies[0], ragdoll->worlds());
    const glm::dvec3 middle = 0.5 * (from + to);
    const auto hit = ragdoll->hit(middle + glm::dvec3(0.0, 0.0, 5.0 * height), {0.0, 0.0, -1.0});
    QVERIFY(hit.has_value());
    ragdoll->grab(hit->body, hit->place);
    const glm::dvec3 target = hit->place + glm::dvec3(0.4 * height, 0.8 * height, 0.0);
    double stretch = 0.0;
    for (int i = 0; i < 360; ++i) {
      ragdoll->dragTo(glm::mix(hit->place, target, std::min(1.0, i / 120.0)));
      QVERIFY(ragdoll->advance(1.0 / 60.0));
      stretch = std::max(stretch, ragdoll->largestStretch());
    }
    QVERIFY2(stretch < 0.02, qPrintable(QString::number(stretch)));
    const auto [a, b] = capsuleOf(shape->bodies[hit->body], ragdoll->worlds());
    const double off = glm::distance(0.5 * (a + b), target);
    QVERIFY2(off < 0.35 * height, qPrintable(QString::number(off)));
    ragdoll->release();
    for (int i = 0; i < 300; ++i) {
      QVERIFY(ragdoll->advance(1.0 / 60.0));
    }
    QVERIFY(ragdoll->worlds()[shape->bodies[0].node.value][3].y < 0.45 * height);
  }

  void mixesPoses() {
    const auto a = poseOf(*knight(), 0, 0.0);
    const auto b = poseOf(*knight(), 1, 0.2);
    std::vector<glm::dmat4> mixed;
    for (const double share : {0.0, 1.0}) {
      ragdoll::mixPoses(*knight(), a, b, share, mixed);
      const auto& wanted = share == 0.0 ? a : b;
      for (std::size_t i = 0; i < mixed.size(); ++i) {
        QVERIFY(glm::distance(glm::dvec3(mixed[i][3]), glm::dvec3(wanted[i][3])) < 1e-6);
      }
    }
  }

  // Linear from the animation to the fall, and never outside of 0 … 1.
  void blendWeights() {
    for (const auto& [seconds, wanted] :
         {std::pair(0.0, 1.0), {0.1, 0.8}, {0.25, 0.5}, {0.4, 0.2}, {0.5, 0.0}, {7.0, 0.0}, {-1.0, 1.0}}) {
      QVERIFY(std::abs(ragdoll::animationShare(seconds, 0.5) - wanted) < 1e-12);
    }
    QCOMPARE(ragdoll::animationShare(0.0, 0.0), 0.0);
  }

  // Recorded, written as a motion, imported, baked and measured.
  void recordedAndBaked() {
    const auto shape = ragdoll::fitRagdoll(*knight());
    auto ragdoll =
        ragdoll::Ragdoll::create(knight(), *shape, poseOf(*knight(), 0, 0.3), poseOf(*knight(), 0, 0.28), 0.02);
    QVERIFY(ragdoll.has_value());
    ragdoll->push({0.0, 0.0, 1.5});
    ragdoll::Recording recording(*knight(), 30.0);
    std::vector<std::vector<glm::dmat4>> poses;
    for (int i = 0; i <= 60; ++i) {
      recording.add(ragdoll->worlds());
      poses.emplace_back(ragdoll->worlds().begin(), ragdoll->worlds().end());
      QVERIFY(ragdoll->advance(1.0 / 30.0));
    }
    const auto bytes = ragdoll::motionFile(*knight(), recording.clip("Fall"));
    QVERIFY(bytes.has_value());
    const QTemporaryDir folder;
    const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "fall.glb";
    std::ofstream(file, std::ios::binary) << *bytes;
    pipeline::ModelRequest request;
    request.model = sourceFolder() / "resources/samples/lantern-knight.glb";
    request.motions = {file};
    JobContext job;
    const auto model = pipeline::loadModel(request, job);
    QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
    const auto clip = std::find_if((*model)->clips.begin(), (*model)->clips.end(),
                                   [](const model::Clip& each) { return each.name == "Fall"; });
    QVERIFY(clip != (*model)->clips.end());
    QVERIFY(std::abs(clip->lengthSeconds - 2.0) < 1e-5);
    const ClipIndex index(static_cast<std::size_t>(clip - (*model)->clips.begin()));
    animation::SourcePose pose(**model, index);
    double worst = 0.0;
    for (std::size_t i = 0; i < poses.size(); ++i) {
      pose.evaluate(clip->startSeconds + static_cast<double>(i) / 30.0);
      for (std::size_t n = 0; n < poses[i].size(); ++n) {
        worst = std::max(worst, glm::distance(glm::dvec3(pose.worlds()[n][3]), glm::dvec3(poses[i][n][3])));
      }
    }
    QVERIFY2(worst < 1e-4, qPrintable(QString::number(worst)));
    bake::BakeSettings settings;
    bake::ClipSelection selection;
    selection.clip = index;
    settings.clips = {selection};
    const auto baked = bake::bake(**model, settings, job);
    QVERIFY2(baked.has_value(), baked ? "" : baked.error().message.c_str());
    const auto errors = bake::measureError(**model, *baked, job);
    QVERIFY(errors.has_value());
    QVERIFY2(errors->front().maxMillimetres < 30.0, qPrintable(QString::number(errors->front().maxMillimetres)));
    QVERIFY(baked->clips.front().bounds.max.y < 2.5 * shape->heightMetres);
  }

  // A recording that begins on the ground is baked without a warning, plays once, and is constrained again only if a
  // constraint names it.
  void recordingIsUnchanged() {
    const auto shape = ragdoll::fitRagdoll(*knight());
    auto ragdoll = ragdoll::Ragdoll::create(knight(), *shape, poseOf(*knight(), 0, 0.3));
    QVERIFY(ragdoll.has_value());
    ragdoll->push({0.0, 0.0, -2.0});
    for (int i = 0; i < 180; ++i) {
      QVERIFY(ragdoll->advance(1.0 / 60.0));
    }
    ragdoll::Recording recording(*knight(), 30.0);
    for (int i = 0; i <= 30; ++i) {
      recording.add(ragdoll->worlds());
      QVERIFY(ragdoll->advance(1.0 / 30.0));
    }
    const auto bytes = ragdoll::motionFile(*knight(), recording.clip("Lying"));
    QVERIFY(bytes.has_value());
    const QTemporaryDir folder;
    const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "lying.glb";
    std::ofstream(file, std::ios::binary) << *bytes;
    const auto headOf = [&file](const std::vector<constraints::Constraint>& constraints) {
      pipeline::ModelRequest request;
      request.model = sourceFolder() / "resources/samples/lantern-knight.glb";
      request.motions = {file};
      request.constraints = constraints;
      JobContext job;
      const auto model = pipeline::loadModel(request, job);
      for (const Issue& issue : job.takeIssues()) {
        if (issue.severity == Severity::Warning) {
          qWarning("%s", issue.text.c_str());
          return glm::dmat4(0.0);
        }
      }
      if (!model || (*model)->clips.back().name != "Lying" || (*model)->clips.back().loopHint != false) {
        return glm::dmat4(0.0);
      }
      animation::SourcePose pose(**model, ClipIndex((*model)->clips.size() - 1));
      pose.evaluate(0.25);
      return pose.worlds()[nodeCalled(**model, "head").value];
    };
    const glm::dmat4 alone = headOf({});
    QVERIFY(alone != glm::dmat4(0.0));
    constraints::Constraint spin = constraints::usualConstraint(constraints::ConstraintType::Spin);
    spin.node = "head";
    QVERIFY(headOf({spin}) == alone);
    spin.clips = {"Lying"};
    const glm::dmat4 named = headOf({spin});
    QVERIFY(named != glm::dmat4(0.0) && named != alone);
  }

  // The cost of 20 at once; printed, not checked.
  void twentyRagdolls() {
    const auto shape = ragdoll::fitRagdoll(*knight());
    std::vector<ragdoll::Ragdoll> all;
    for (int i = 0; i < 20; ++i) {
      auto made = ragdoll::Ragdoll::create(knight(), *shape, poseOf(*knight(), 0, 0.05 * i));
      QVERIFY(made.has_value());
      all.push_back(std::move(*made));
    }
    QElapsedTimer timer;
    timer.start();
    for (int frame = 0; frame < 60; ++frame) {
      for (ragdoll::Ragdoll& ragdoll : all) {
        QVERIFY(ragdoll.advance(1.0 / 60.0));
      }
    }
    qInfo("20 ragdolls: %.2f ms a frame", static_cast<double>(timer.elapsed()) / 60.0);
  }
};

TEXELETON_SUITE(TestRagdoll)
#include "test_ragdoll.moc"

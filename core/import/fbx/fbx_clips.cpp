#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "core/base/listed_names.h"
#include "core/import/fbx/fbx_curve.h"
#include "core/import/fbx/fbx_nodes.h"
#include "core/import/fbx/fbx_track.h"

namespace texeleton::importing::fbx {

namespace {

// A property of three components, some of which have curves.
struct AnimatedVector {
  std::array<Curve, 3> curves;
  glm::dvec3 still{0.0};
  bool animated = false;

  glm::dvec3 at(double time) const {
    glm::dvec3 value = still;
    for (int i = 0; i < 3; ++i) {
      const Curve& curve = curves[static_cast<std::size_t>(i)];
      value[i] = curve.keys.empty() ? still[i] : curve.evaluate(time);
    }
    return value;
  }
};

struct AnimatedModel {
  AnimatedVector translation, rotation, scale;
};

struct Take {
  std::string name;
  std::map<std::size_t, AnimatedModel> models;
  std::map<std::int64_t, Curve> percents;  // By blend channel.
  std::set<std::string> layered, unfollowed, extrapolated, skipped;
};

using Sample = TrackSampler::Sample;

Sample asSample(const glm::dvec3& v) { return {v.x, v.y, v.z}; }
Sample asSample(const glm::dquat& q) { return {q.x, q.y, q.z, q.w}; }

class ClipReader {
 public:
  ClipReader(const Scene& scene, const NodeMap& map, const std::vector<MorphUse>& morphs, SourceScene& out,
             JobContext& job)
      : m_scene(scene), m_map(map), m_morphs(morphs), m_out(out), m_job(job) {
    m_frame = 1.0 / ((scene.rateHz > 0.0 ? scene.rateHz : 30.0) * kSecondsPerFbxTick);
    for (const auto& [destination, sources] : scene.sourcesOf) {
      for (const auto& source : sources) {
        m_targetsOf[source.source].push_back({destination, source.property});
      }
    }
  }

  std::vector<Take> readTakes(std::vector<const Record*>& stacks) {
    std::vector<Take> takes;
    // In the order of the file, which the map of objects has lost.
    for (const Record& section : m_scene.document->root.children) {
      for (const Record& object : section.children) {
        if (section.name == "Objects" && object.name == "AnimationStack" && !object.values.empty()) {
          takes.push_back(readTake(object));
          stacks.push_back(&object);
        }
      }
    }
    return takes;
  }

  // Curves that no take of ours uses count too: they show that the file is damaged.
  void checkKeyCounts() {
    std::size_t differing = 0;
    for (const auto& [id, object] : m_scene.objects) {
      const Record* times = object->name == "AnimationCurve" ? object->find("KeyTime") : nullptr;
      const Record* values = times != nullptr ? object->find("KeyValueFloat") : nullptr;
      const bool counted = values != nullptr && !times->values.empty() && !values->values.empty();
      differing += counted && times->values.front().length != values->values.front().length ? 1 : 0;
    }
    if (differing != 0) {
      m_job.warn(
          message("%1 animation curves declare more keys than they hold; the keys that are there are kept", differing));
    }
  }

  void addClip(const Take& take, const Record& stack) {
    SourceClip clip;
    clip.name = take.name;
    clip.rateHz = m_scene.rateHz;
    m_sparse.clear();
    for (const auto& [model, animated] : take.models) {
      addModelTracks(take, model, animated, clip);
    }
    // What takes the scale of others into its own translation or scale moves with them.
    for (std::size_t i = 0; i < m_scene.models.size(); ++i) {
      if (take.models.count(i) == 0 && (anyScaled(take, m_map.movedBy[i]) || anyScaled(take, m_map.scaledBy[i]))) {
        addModelTracks(take, i, stillModel(i), clip);
      }
    }
    addMorphTracks(take, clip);
    report(take);
    if (clip.tracks.empty()) {
      m_job.inform("the take moves nothing and is left out", take.name);
      return;
    }
    setRange(stack, clip);
    m_out.clips.push_back(std::move(clip));
  }

  std::optional<Error> error;

 private:
  Take readTake(const Record& stack) {
    Take take;
    take.name = objectName(stack);
    std::set<std::pair<std::int64_t, std::string_view>> seen;
    forSources(stack.values.front().integer, "AnimationLayer", [&](const Record& layer) {
      forSources(layer.values.front().integer, "AnimationCurveNode", [&](const Record& curveNode) {
        for (const auto& [target, property] : m_targetsOf[curveNode.values.front().integer]) {
          readCurveNode(take, curveNode, target, property, seen);
        }
      });
    });
    return take;
  }

  template <class Visit>
  void forSources(std::int64_t id, std::string_view kind, const Visit& visit) const {
    const auto it = m_scene.sourcesOf.find(id);
    if (it == m_scene.sourcesOf.end()) {
      return;
    }
    for (const auto& connection : it->second) {
      const auto object = m_scene.objects.find(connection.source);
      if (object != m_scene.objects.end() && object->second->name == kind) {
        visit(*object->second);
      }
    }
  }

  Curve readOne(Take& take, const Record& record, const std::string& subject) {
    auto curve = readCurve(record, m_scene.tickScale);
    if (!curve) {
      error =
          Error{ErrorCode::BadFile, message("%1 (clip \"%2\", \"%3\")", curve.error().message, take.name, subject), {}};
      return {};
    }
    if (curve->hasUnfollowedTangents) {
      take.unfollowed.insert(subject);
    }
    if (curve->isExtrapolated) {
      take.extrapolated.insert(subject);
    }
    return std::move(*curve);
  }

  // Calls `visit(component, curve record)` for the curves of a curve node.
  template <class Visit>
  void forCurves(const Record& curveNode, const Visit& visit) const {
    const auto it = m_scene.sourcesOf.find(curveNode.values.front().integer);
    if (it == m_scene.sourcesOf.end()) {
      return;
    }
    for (const auto& connection : it->second) {
      const auto object = m_scene.objects.find(connection.source);
      if (object != m_scene.objects.end() && object->second->name == "AnimationCurve") {
        visit(connection.property, *object->second);
      }
    }
  }

  void readCurveNode(Take& take, const Record& curveNode, std::int64_t target, std::string_view property,
                     std::set<std::pair<std::int64_t, std::string_view>>& seen) {
    const auto model = m_scene.modelById.find(target);
    if (model == m_scene.modelById.end()) {
      if (property == "DeformPercent") {
        forCurves(curveNode, [&](std::string_view, const Record& curve) {
          take.percents.emplace(target, readOne(take, curve, objectName(*m_scene.objects.at(target))));
        });
      }
      return;
    }
    const std::string& name = m_scene.models[model->second].name;
    const bool isTranslation = property == "Lcl Translation";
    const bool isRotation = property == "Lcl Rotation";
    if (!isTranslation && !isRotation && property != "Lcl Scaling") {
      for (const std::string_view moved : {"Pivot", "Offset", "PreRotation", "PostRotation", "Geometric"}) {
        if (property.find(moved) != std::string_view::npos) {
          take.skipped.insert(name + "." + std::string(property));
        }
      }
      return;
    }
    if (!seen.insert({target, property}).second) {
      take.layered.insert(name);
      return;
    }
    auto [entry, isNew] = take.models.try_emplace(model->second);
    if (isNew) {
      entry->second = stillModel(model->second);
    }
    AnimatedModel& animated = entry->second;
    AnimatedVector& vector = isTranslation ? animated.translation : isRotation ? animated.rotation : animated.scale;
    const Properties own{curveNode.find("Properties70"), nullptr};
    vector.still = {own.number("d|X", vector.still.x), own.number("d|Y", vector.still.y),
                    own.number("d|Z", vector.still.z)};
    forCurves(curveNode, [&](std::string_view component, const Record& curve) {
      const std::size_t axis = component == "d|X" ? 0 : component == "d|Y" ? 1 : component == "d|Z" ? 2 : 3;
      if (axis < 3) {
        vector.curves[axis] = readOne(take, curve, name);
        vector.animated = vector.animated || !vector.curves[axis].keys.empty();
      }
    });
  }

  AnimatedModel stillModel(std::size_t index) const {
    const Model& model = m_scene.models[index];
    AnimatedModel animated;
    animated.translation.still = model.translation;
    animated.rotation.still = model.rotation;
    animated.scale.still = model.scale;
    return animated;
  }

  static const AnimatedVector* scaleOf(const Take& take, std::size_t model) {
    const auto it = take.models.find(model);
    return it != take.models.end() && it->second.scale.animated ? &it->second.scale : nullptr;
  }

  bool anyScaled(const Take& take, std::optional<std::size_t> first) const {
    bool scaled = false;
    m_map.forScales(first, [&](std::size_t m) { scaled = scaled || scaleOf(take, m) != nullptr; });
    return scaled;
  }

  glm::dvec3 scaleProduct(const Take& take, std::optional<std::size_t> first, double time) const {
    glm::dvec3 product(1.0);
    m_map.forScales(first, [&](std::size_t m) {
      const AnimatedVector* moving = scaleOf(take, m);
      product *= moving != nullptr ? moving->at(time) : m_scene.models[m].scale;
    });
    return product;
  }

  static void addCurves(TrackSampler& sampler, const AnimatedVector& vector) {
    for (const Curve& curve : vector.curves) {
      sampler.addCurve(curve);
    }
  }

  void addScaleCurves(TrackSampler& sampler, const Take& take, std::optional<std::size_t> first) const {
    m_map.forScales(first, [&](std::size_t m) {
      if (const AnimatedVector* moving = scaleOf(take, m)) {
        addCurves(sampler, *moving);
      }
    });
  }

  void addModelTracks(const Take& take, std::size_t index, const AnimatedModel& animated, SourceClip& clip) {
    const Model& model = m_scene.models[index];
    const auto at = [&](double time) {
      return localTransform(model, animated.translation.at(time), animated.rotation.at(time), animated.scale.at(time));
    };
    const auto euler = [&](double time) { return animated.rotation.at(time); };
    const std::optional<std::size_t> movedBy = m_map.movedBy[index];
    const std::optional<std::size_t> scaledBy = m_map.scaledBy[index];
    const std::size_t outer = m_map.unscaled[index].value_or(m_map.node[index]);

    TrackSampler translation(
        m_frame, [&](double time) { return asSample(at(time).translation * scaleProduct(take, movedBy, time)); });
    addCurves(translation, animated.translation);
    if (model.hasPivots()) {
      addCurves(translation, animated.rotation);
      addCurves(translation, animated.scale);
    }
    addScaleCurves(translation, take, movedBy);
    translation.sample(model::TrackTarget::Translation, outer, clip.tracks);

    TrackSampler rotation(
        m_frame, [&](double time) { return asSample(at(time).rotation); }, euler);
    addCurves(rotation, animated.rotation);
    rotation.sample(model::TrackTarget::Rotation, outer, clip.tracks);
    if (rotation.added() > 0) {
      m_sparse.push_back(model.name);
    }

    TrackSampler scale(m_frame,
                       [&](double time) { return asSample(at(time).scale * scaleProduct(take, scaledBy, time)); });
    addCurves(scale, animated.scale);
    addScaleCurves(scale, take, scaledBy);
    scale.sample(model::TrackTarget::Scale, m_map.node[index], clip.tracks);
  }

  void addMorphTracks(const Take& take, SourceClip& clip) {
    for (const MorphUse& use : m_morphs) {
      const Geometry& geometry = m_scene.geometries.at(use.geometry);
      bool animated = false;
      const auto value = [&](double time) {
        std::vector<std::vector<double>> weights;
        for (const BlendChannel& channel : geometry.channels) {
          const auto curve = take.percents.find(channel.id);
          const bool moves = curve != take.percents.end() && !curve->second.keys.empty();
          weights.push_back(shapeWeights(channel, moves ? curve->second.evaluate(time) : channel.percent));
        }
        Sample sample;
        for (const auto& [channel, shape] : use.targets) {
          sample.push_back(weights[channel][shape]);
        }
        return sample;
      };
      TrackSampler sampler(m_frame, value);
      for (const BlendChannel& channel : geometry.channels) {
        if (const auto curve = take.percents.find(channel.id); curve != take.percents.end()) {
          sampler.addCurve(curve->second);
          animated = true;
        }
      }
      const std::size_t before = clip.tracks.size();
      if (animated) {
        sampler.sample(model::TrackTarget::MorphWeights, use.node, clip.tracks);
      }
      if (clip.tracks.size() > before) {
        clip.tracks.back().mesh = use.mesh;
      }
    }
  }

  void report(const Take& take) {
    if (!m_sparse.empty()) {
      const bool one = m_sparse.size() == 1;
      m_job.inform(
          message(one ? "%1 rotation track holds too few keys to follow the authoring tool's curve by itself (%2); its "
                        "curve was sampled at the frames of the file, and between them where they bend"
                      : "%1 rotation tracks hold too few keys to follow the authoring tool's curve by themselves (%2); "
                        "their curves were sampled at the frames of the file, and between them where they bend",
                  m_sparse.size(), listedNames(m_sparse)),
          take.name);
    }
    const auto warnAbout = [&](const std::set<std::string>& names, const char* one, const char* many) {
      if (!names.empty()) {
        m_job.warn(message(names.size() == 1 ? one : many, names.size(), listedNames(names)), take.name);
      }
    };
    warnAbout(
        take.layered,
        said("%1 node is animated in several layers; only the first layer is read, merge them to keep all (%2)"),
        said("%1 nodes are animated in several layers; only the first layer is read, merge them to keep all (%2)"));
    warnAbout(take.unfollowed,
              said("%1 node has curves with TCB or biased tangents, whose keys are kept but whose way in between is "
                   "only approximated; bake the animation to keep it (%2)"),
              said("%1 nodes have curves with TCB or biased tangents, whose keys are kept but whose way in between is "
                   "only approximated; bake the animation to keep it (%2)"));
    warnAbout(take.extrapolated,
              said("%1 node has curves that go on beyond their keys (cycles, slopes); the last key is held instead, "
                   "bake the animation to keep them (%2)"),
              said("%1 nodes have curves that go on beyond their keys (cycles, slopes); the last key is held instead, "
                   "bake the animation to keep them (%2)"));
    warnAbout(take.skipped, said("%1 animated pivot or offset is left out; bake the animation to keep them (%2)"),
              said("%1 animated pivots or offsets are left out; bake the animation to keep them (%2)"));
  }

  void setRange(const Record& stack, SourceClip& clip) const {
    const Properties properties{stack.find("Properties70"), nullptr};
    std::int64_t start = properties.integer("LocalStart", 0);
    std::int64_t stop = properties.integer("LocalStop", 0);
    const Record* takes = m_scene.document->root.find("Takes");
    if (start == 0 && stop == 0 && takes != nullptr) {
      for (const Record& record : takes->children) {
        const Record* local = record.find("LocalTime");
        if (record.name == "Take" && record.textAt(0) == clip.name && local != nullptr) {
          start = local->integerAt(0);
          stop = local->integerAt(1);
        }
      }
    }
    if (start == 0 && stop == 0) {
      return;
    }
    if (stop < start) {
      m_job.warn("the take ends before it starts; it is read from its first to its last key", clip.name);
      return;
    }
    clip.startSeconds = static_cast<double>(start) * m_scene.tickScale * kSecondsPerFbxTick;
    clip.endSeconds = static_cast<double>(stop) * m_scene.tickScale * kSecondsPerFbxTick;
  }

  const Scene& m_scene;
  const NodeMap& m_map;
  const std::vector<MorphUse>& m_morphs;
  SourceScene& m_out;
  JobContext& m_job;
  double m_frame = 0.0;
  std::unordered_map<std::int64_t, std::vector<std::pair<std::int64_t, std::string_view>>> m_targetsOf;
  std::vector<std::string> m_sparse;
};

}  // namespace

std::optional<Error> addClips(const Scene& scene, const NodeMap& map, const std::vector<MorphUse>& morphs,
                              SourceScene& out, JobContext& job) {
  ClipReader reader(scene, map, morphs, out, job);
  reader.checkKeyCounts();
  std::vector<const Record*> stacks;
  const std::vector<Take> takes = reader.readTakes(stacks);
  for (std::size_t i = 0; i < takes.size() && !reader.error && !job.isCancelled(); ++i) {
    reader.addClip(takes[i], *stacks[i]);
  }
  return reader.error;
}

}  // namespace texeleton::importing::fbx

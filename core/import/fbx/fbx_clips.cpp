#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <memory>
#include <set>

#include "core/base/listed_names.h"
#include "core/import/fbx/fbx_curve.h"
#include "core/import/fbx/fbx_layers.h"
#include "core/import/fbx/fbx_nodes.h"
#include "core/import/fbx/fbx_track.h"

namespace texeleton::importing::fbx {

namespace {

// The animated properties of a node, in the order of kNodeProperties.
enum class NodeProperty : std::uint8_t {
  Translation,
  Rotation,
  Scale,
  PreRotation,
  PostRotation,
  RotationOffset,
  RotationPivot,
  ScalingOffset,
  ScalingPivot
};

constexpr std::array<std::string_view, 9> kNodeProperties = {"Lcl Translation", "Lcl Rotation",  "Lcl Scaling",
                                                             "PreRotation",     "PostRotation",  "RotationOffset",
                                                             "RotationPivot",   "ScalingOffset", "ScalingPivot"};

struct AnimatedModel {
  std::array<AnimatedProperty, kNodeProperties.size()> properties;

  const AnimatedProperty& operator[](NodeProperty property) const {
    return properties[static_cast<std::size_t>(property)];
  }
};

using Slider = std::pair<std::int64_t, std::string>;  // Object and property that move a blend channel.
Slider sliderOf(const BlendChannel& channel) { return {channel.id, channel.property}; }

struct Take {
  std::string name;
  std::map<std::size_t, AnimatedModel> models;
  std::map<Slider, AnimatedProperty> percents;
  std::pair<double, double> range{0.0, 0.0};  // Ticks.
  std::set<std::string> doubled, extrapolated, skipped, silenced;
};

using Sample = TrackSampler::Sample;

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
    for (const auto& [id, geometry] : scene.geometries) {
      for (const BlendChannel& channel : geometry.channels) {
        m_channels.emplace(sliderOf(channel), &channel);
      }
    }
  }

  std::vector<Take> readTakes(std::vector<const Record*>& stacks) {
    std::vector<Take> takes;
    // In file order, which the map of objects lacks.
    m_scene.document->forRecords("Objects", [&](const Record& object) {
      if (object.name == "AnimationStack" && !object.values.empty()) {
        takes.push_back(readTake(object));
        takes.back().range = playedRange(object, takes.back());
        stacks.push_back(&object);
      }
    });
    return takes;
  }

  // Checks all curves, including those of no take: a wrong count indicates a damaged file.
  void checkKeyCounts() {
    std::size_t differing = 0;
    for (const auto& [id, object] : m_scene.objects) {
      const Value* times = object->name == "AnimationCurve" ? object->valueOf("KeyTime") : nullptr;
      const Value* values = times != nullptr ? object->valueOf("KeyValueFloat") : nullptr;
      differing += values != nullptr && times->length != values->length ? 1 : 0;
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
    m_unfollowed = 0;
    for (const auto& [model, animated] : take.models) {
      addModelTracks(take, model, animated, clip);
    }
    // Nodes that apply the scale of animated ancestors need tracks too.
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

  Result<void> outcome;

 private:
  Take readTake(const Record& stack) {
    Take take;
    take.name = objectName(stack);
    std::vector<const Record*> layers;
    m_scene.forSources(stack.values.front().integer, "AnimationLayer",
                       [&](std::int64_t, std::string_view, const Record& layer) { layers.push_back(&layer); });
    const auto is = [&](const Record* layer, std::string_view flag) {
      return m_scene.properties(*layer).integer(flag, 0) != 0;
    };
    const bool anySolo = std::any_of(layers.begin(), layers.end(), [&](const Record* l) { return is(l, "Solo"); });
    for (const Record* record : layers) {
      if (is(record, "Mute") || (anySolo && !is(record, "Solo"))) {
        take.silenced.insert(objectName(*record));
        continue;
      }
      const auto layer = readLayer(take, *record, record == layers.front());
      m_scene.forSources(record->values.front().integer, "AnimationCurveNode",
                         [&](std::int64_t id, std::string_view, const Record& curveNode) {
                           for (const auto& [target, property] : m_targetsOf[id]) {
                             readCurveNode(take, layer, curveNode, target, property);
                           }
                         });
    }
    return take;
  }

  std::shared_ptr<const Layer> readLayer(Take& take, const Record& record, bool isBase) {
    const Properties properties = m_scene.properties(record);
    auto layer = std::make_shared<Layer>();
    layer->isBase = isBase;
    const std::int64_t blend = properties.integer("BlendMode", 0);
    layer->blend = blend == 0   ? Layer::Blend::Additive
                   : blend == 2 ? Layer::Blend::OverridePassthrough
                                : Layer::Blend::Override;
    layer->composesRotations = properties.integer("RotationAccumulationMode", 0) == 0;
    layer->multipliesScales = properties.integer("ScaleAccumulationMode", 0) == 0;
    layer->percent = properties.number("Weight", 100.0);
    m_scene.forSources(record.values.front().integer, "",
                       [&](std::int64_t, std::string_view property, const Record& curveNode) {
                         if (property == "Weight") {
                           forCurves(curveNode, [&](std::string_view, const Record& curve) {
                             layer->percentCurve = readOne(take, curve, objectName(record));
                           });
                         }
                       });
    return layer;
  }

  Curve readOne(Take& take, const Record& record, const std::string& subject) {
    auto curve = readCurve(record, m_scene.tickScale);
    if (!curve) {
      outcome =
          fail(ErrorCode::BadFile, message("%1 (clip \"%2\", \"%3\")", curve.error().message, take.name, subject));
      return {};
    }
    if (curve->hasUnknownExtrapolation) {
      take.extrapolated.insert(subject);
    }
    return std::move(*curve);
  }

  // Calls `visit(component, curve record)` for the curves of a curve node.
  template <class Visit>
  void forCurves(const Record& curveNode, const Visit& visit) const {
    m_scene.forSources(curveNode.values.front().integer, "AnimationCurve",
                       [&](std::int64_t, std::string_view property, const Record& curve) { visit(property, curve); });
  }

  void readCurveNode(Take& take, const std::shared_ptr<const Layer>& layer, const Record& curveNode,
                     std::int64_t target, std::string_view property) {
    const auto model = m_scene.modelById.find(target);
    if (model == m_scene.modelById.end()) {
      Slider slider(target, property);
      const auto channel = m_channels.find(slider);
      if (channel != m_channels.end()) {
        const std::string& name = channel->second->name;
        AnimatedProperty::Part part{layer, {}, glm::dvec3(0.0)};
        forCurves(curveNode, [&](std::string_view, const Record& curve) {
          if (part.curves[0].keys.empty()) {
            part.curves[0] = readOne(take, curve, name);
          }
        });
        if (part.hasKeys() && !take.percents.try_emplace(std::move(slider), glm::dvec3(channel->second->percent))
                                   .first->second.add(std::move(part))) {
          take.doubled.insert(name);
        }
      }
      return;
    }
    const Model& node = m_scene.models[model->second];
    const auto known = std::find(kNodeProperties.begin(), kNodeProperties.end(), property);
    if (known == kNodeProperties.end()) {
      if (property.find("Geometric") != std::string_view::npos) {
        take.skipped.insert(node.name + "." + std::string(property));
      }
      return;
    }
    const auto number = static_cast<NodeProperty>(known - kNodeProperties.begin());
    if (!node.turnsByPivots && (number == NodeProperty::PreRotation || number == NodeProperty::PostRotation)) {
      return;
    }
    auto [entry, isNew] = take.models.try_emplace(model->second);
    if (isNew) {
      entry->second = stillModel(model->second);
    }
    AnimatedProperty& animated = entry->second.properties[static_cast<std::size_t>(number)];
    AnimatedProperty::Part part{layer, {}, glm::dvec3(0.0)};
    const bool isFactor = number == NodeProperty::Scale && layer->multipliesScales;
    const glm::dvec3 unmoved = layer->isBase ? animated.rest() : glm::dvec3(isFactor ? 1.0 : 0.0);
    const Properties own{curveNode.find("Properties70"), nullptr};
    part.still = {own.number("d|X", unmoved.x), own.number("d|Y", unmoved.y), own.number("d|Z", unmoved.z)};
    forCurves(curveNode, [&](std::string_view component, const Record& curve) {
      const std::size_t axis = component == "d|X" ? 0 : component == "d|Y" ? 1 : component == "d|Z" ? 2 : 3;
      if (axis < 3) {
        part.curves[axis] = readOne(take, curve, node.name);
      }
    });
    if (!animated.add(std::move(part))) {
      take.doubled.insert(node.name);
    }
  }

  AnimatedModel stillModel(std::size_t index) const {
    using Kind = AnimatedProperty::Kind;
    const Model& model = m_scene.models[index];
    const Properties properties = m_scene.properties(*model.record);
    AnimatedModel animated;
    for (std::size_t i = 0; i < kNodeProperties.size(); ++i) {
      const auto property = static_cast<NodeProperty>(i);
      const bool isScale = property == NodeProperty::Scale;
      const bool isRotation = property == NodeProperty::Rotation;
      animated.properties[i] = AnimatedProperty(properties.vector(kNodeProperties[i], glm::dvec3(isScale ? 1.0 : 0.0)),
                                                isScale      ? Kind::Scale
                                                : isRotation ? Kind::Rotation
                                                             : Kind::Number,
                                                model.pivots.rotationOrder);
    }
    return animated;
  }

  // Ticks: the range that the stack gives, else that of all keys.
  std::pair<double, double> playedRange(const Record& stack, const Take& take) const {
    SourceClip clip;
    clip.name = take.name;
    setRange(stack, clip, false);
    std::pair<double, double> range{std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()};
    if (clip.startSeconds && clip.endSeconds) {
      return {*clip.startSeconds / kSecondsPerFbxTick, *clip.endSeconds / kSecondsPerFbxTick};
    }
    const auto widen = [&](const Curve& curve) {
      if (!curve.keys.empty()) {
        range = {std::min(range.first, curve.keys.front().time), std::max(range.second, curve.keys.back().time)};
      }
    };
    for (const auto& [model, animated] : take.models) {
      for (const AnimatedProperty& property : animated.properties) {
        property.forCurves(widen);
      }
    }
    for (const auto& [slider, percent] : take.percents) {
      percent.forCurves(widen);
    }
    return range.first <= range.second ? range : std::pair(0.0, 0.0);
  }

  static const AnimatedProperty* scaleOf(const Take& take, std::size_t model) {
    const auto it = take.models.find(model);
    return it != take.models.end() && it->second[NodeProperty::Scale].isAnimated() ? &it->second[NodeProperty::Scale]
                                                                                   : nullptr;
  }

  bool anyScaled(const Take& take, std::optional<std::size_t> first) const {
    bool scaled = false;
    m_map.forScales(first, [&](std::size_t m) { scaled = scaled || scaleOf(take, m) != nullptr; });
    return scaled;
  }

  glm::dvec3 scaleProduct(const Take& take, std::optional<std::size_t> first, double time) const {
    glm::dvec3 product(1.0);
    m_map.forScales(first, [&](std::size_t m) {
      const AnimatedProperty* moving = scaleOf(take, m);
      product *= moving != nullptr ? moving->at(time) : m_scene.models[m].scale;
    });
    return product;
  }

  void addCurves(TrackSampler& sampler, const Take& take, const AnimatedProperty& property) {
    property.forCurves([&](const Curve& curve) { m_unfollowed += sampler.addCurve(curve, take.range) ? 0 : 1; });
    if (property.isAnimated()) {
      sampler.addKey(take.range.first);  // Layers may change the value without any keys.
    }
  }

  void addScaleCurves(TrackSampler& sampler, const Take& take, std::optional<std::size_t> first) {
    m_map.forScales(first, [&](std::size_t m) {
      if (const AnimatedProperty* moving = scaleOf(take, m)) {
        addCurves(sampler, take, *moving);
      }
    });
  }

  static Pivots pivotsAt(const Model& model, const AnimatedModel& animated, double time) {
    Pivots pivots = model.pivots;
    const auto set = [&](NodeProperty property, auto& value, const auto& make) {
      if (animated[property].isAnimated()) {
        value = make(animated[property].at(time));
      }
    };
    const auto turn = [](const glm::dvec3& degrees) { return eulerRotation(degrees, 0); };
    const auto same = [](const glm::dvec3& v) { return v; };
    set(NodeProperty::PreRotation, pivots.preRotation, turn);
    set(NodeProperty::PostRotation, pivots.postRotation, turn);
    set(NodeProperty::RotationOffset, pivots.rotationOffset, same);
    set(NodeProperty::RotationPivot, pivots.rotationPivot, same);
    set(NodeProperty::ScalingOffset, pivots.scalingOffset, same);
    set(NodeProperty::ScalingPivot, pivots.scalingPivot, same);
    return pivots;
  }

  void addModelTracks(const Take& take, std::size_t index, const AnimatedModel& animated, SourceClip& clip) {
    const Model& model = m_scene.models[index];
    const auto& all = animated.properties;
    constexpr auto kFirstPivot = static_cast<std::size_t>(NodeProperty::PreRotation);
    const bool pivotsMove =
        std::any_of(all.begin() + kFirstPivot, all.end(), [](const AnimatedProperty& p) { return p.isAnimated(); });
    const auto at = [&](double time) {
      return localTransform(pivotsMove ? pivotsAt(model, animated, time) : model.pivots,
                            animated[NodeProperty::Translation].at(time), animated[NodeProperty::Rotation].at(time),
                            animated[NodeProperty::Scale].at(time));
    };
    const auto turns = {NodeProperty::Rotation, NodeProperty::PreRotation, NodeProperty::PostRotation};
    const auto euler = [&](double time) {
      Sample angles;
      for (const NodeProperty property : turns) {
        animated[property].appendParts(time, angles);
      }
      return angles;
    };
    const std::optional<std::size_t> movedBy = m_map.movedBy[index];
    const std::optional<std::size_t> scaledBy = m_map.scaledBy[index];
    const std::size_t outer = m_map.unscaled[index].value_or(m_map.node[index]);

    TrackSampler translation(m_frame, [&](double time) {
      return TrackSampler::of(at(time).translation * scaleProduct(take, movedBy, time));
    });
    addCurves(translation, take, animated[NodeProperty::Translation]);
    if (pivotsMove || model.pivots.moveTheOrigin()) {
      addCurves(translation, take, animated[NodeProperty::Rotation]);
      addCurves(translation, take, animated[NodeProperty::Scale]);
      std::for_each(all.begin() + kFirstPivot, all.end(),
                    [&](const AnimatedProperty& property) { addCurves(translation, take, property); });
    }
    addScaleCurves(translation, take, movedBy);
    translation.sample(model::TrackTarget::Translation, outer, clip.tracks);

    TrackSampler rotation(
        m_frame, [&](double time) { return TrackSampler::of(at(time).rotation); }, euler);
    for (const NodeProperty property : turns) {
      addCurves(rotation, take, animated[property]);
    }
    rotation.sample(model::TrackTarget::Rotation, outer, clip.tracks);
    if (rotation.added() > 0) {
      m_sparse.push_back(model.name);
    }

    TrackSampler scale(
        m_frame, [&](double time) { return TrackSampler::of(at(time).scale * scaleProduct(take, scaledBy, time)); });
    addCurves(scale, take, animated[NodeProperty::Scale]);
    addScaleCurves(scale, take, scaledBy);
    scale.sample(model::TrackTarget::Scale, m_map.node[index], clip.tracks);
  }

  void addMorphTracks(const Take& take, SourceClip& clip) {
    for (const MorphUse& use : m_morphs) {
      const std::vector<BlendChannel>& channels = m_scene.geometries.at(use.geometry).channels;
      std::vector<const AnimatedProperty*> moving;  // One entry per channel; null: not animated.
      for (const BlendChannel& channel : channels) {
        const auto percent = take.percents.find(sliderOf(channel));
        moving.push_back(percent != take.percents.end() ? &percent->second : nullptr);
      }
      const auto value = [&](double time) {
        std::vector<std::vector<double>> weights;
        for (std::size_t c = 0; c < channels.size(); ++c) {
          weights.push_back(
              shapeWeights(channels[c], moving[c] != nullptr ? moving[c]->at(time).x : channels[c].percent));
        }
        Sample sample;
        for (const auto& [channel, shape] : use.targets) {
          sample.push_back(weights[channel][shape]);
        }
        return sample;
      };
      TrackSampler sampler(m_frame, value);
      bool animated = false;
      for (const AnimatedProperty* percent : moving) {
        if (percent != nullptr) {
          addCurves(sampler, take, *percent);
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
    if (m_unfollowed != 0) {
      m_job.warn("curves repeat their keys too often to be followed; bake the animation to keep them", take.name);
    }
    const auto warnAbout = [&](const std::set<std::string>& names, const char* one, const char* many) {
      if (!names.empty()) {
        m_job.warn(message(names.size() == 1 ? one : many, names.size(), listedNames(names)), take.name);
      }
    };
    warnAbout(take.doubled, said("%1 node has a property with two sets of curves in one layer; the first is read (%2)"),
              said("%1 nodes have a property with two sets of curves in one layer; the first is read (%2)"));
    warnAbout(take.silenced, said("%1 animation layer is muted, or another one is solo; it is left out (%2)"),
              said("%1 animation layers are muted, or others are solo; they are left out (%2)"));
    warnAbout(take.extrapolated,
              said("%1 node has curves that go on beyond their keys in a way that FBX does not have; the last key is "
                   "held instead (%2)"),
              said("%1 nodes have curves that go on beyond their keys in a way that FBX does not have; the last key is "
                   "held instead (%2)"));
    warnAbout(take.skipped, said("%1 animated geometric transform is left out; bake the animation to keep it (%2)"),
              said("%1 animated geometric transforms are left out; bake the animation to keep them (%2)"));
  }

  void setRange(const Record& stack, SourceClip& clip, bool tells = true) const {
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
      if (tells) {
        m_job.warn("the take ends before it starts; it is read from its first to its last key", clip.name);
      }
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
  std::map<Slider, const BlendChannel*> m_channels;
  std::vector<std::string> m_sparse;
  std::size_t m_unfollowed = 0;  ///< Uses of curves that repeat too often to be followed.
};

}  // namespace

Result<void> addClips(const Scene& scene, const NodeMap& map, const std::vector<MorphUse>& morphs, SourceScene& out,
                      JobContext& job) {
  ClipReader reader(scene, map, morphs, out, job);
  reader.checkKeyCounts();
  std::vector<const Record*> stacks;
  const std::vector<Take> takes = reader.readTakes(stacks);
  for (std::size_t i = 0; i < takes.size() && reader.outcome && !job.isCancelled(); ++i) {
    reader.addClip(takes[i], *stacks[i]);
  }
  return reader.outcome;
}

}  // namespace texeleton::importing::fbx

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/base/listed_names.h"
#include "core/import/assimp/assimp_parts.h"

namespace texeleton::importing {

namespace {

class ClipConverter {
 public:
  ClipConverter(const AssimpNodes& nodes, AssimpFormat format, SourceScene& out, JobContext& job)
      : m_nodes(nodes), m_format(format), m_out(out), m_job(job) {}

  void convert(const aiAnimation& animation, const std::string& defaultName) {
    m_clip = {};
    m_clip.name = animation.mName.length != 0 ? toText(animation.mName) : defaultName;
    m_secondsPerTick = 1.0 / ticksPerSecond(animation);
    m_missing.clear();
    m_sparse.clear();
    for (unsigned c = 0; c < animation.mNumChannels; ++c) {
      addChannel(*animation.mChannels[c]);
    }
    for (unsigned c = 0; c < animation.mNumMorphMeshChannels; ++c) {
      addMorphChannel(*animation.mMorphMeshChannels[c]);
    }
    report();
    setRangeOfKeys(m_clip);  // Assimp puts a single key at time 0 for a property without a track.
    m_out.clips.push_back(std::move(m_clip));
  }

 private:
  double ticksPerSecond(const aiAnimation& animation) {
    const double ticks = animation.mTicksPerSecond;
    const bool usable = std::isfinite(ticks) && ticks > 0.0;
    if (!usable) {
      m_job.warn("the clip does not say how fast it is (a frame time of 0?); 30 frames a second are taken",
                 m_clip.name);
    }
    const bool framed = m_format == AssimpFormat::Md5 || m_format == AssimpFormat::Bvh;
    m_clip.rateHz = framed ? (usable ? ticks : 30.0) : 0.0;
    return usable ? ticks : 30.0;
  }

  void addTrack(SourceTrack& track) {
    if (!track.times.empty()) {
      m_clip.tracks.push_back(std::move(track));
    }
  }

  SourceTrack makeTrack(model::TrackTarget target, std::size_t node, unsigned keyCount) const {
    SourceTrack track;
    track.target = target;
    track.node = node;
    track.times.reserve(keyCount);
    return track;
  }

  void addVectors(model::TrackTarget target, std::size_t node, const aiVectorKey* keys, unsigned count) {
    SourceTrack track = makeTrack(target, node, count);
    for (unsigned k = 0; k < count; ++k) {
      track.times.push_back(keys[k].mTime * m_secondsPerTick);
      track.values.insert(track.values.end(), {keys[k].mValue.x, keys[k].mValue.y, keys[k].mValue.z});
    }
    addTrack(track);
  }

  void addRotations(std::size_t node, const aiQuatKey* keys, unsigned count) {
    SourceTrack track = makeTrack(model::TrackTarget::Rotation, node, count);
    const double rate = m_clip.rateHz > 0.0 ? m_clip.rateHz : 30.0;
    bool sparse = false;
    for (unsigned k = 0; k < count; ++k) {
      const aiQuaternion& q = keys[k].mValue;
      track.times.push_back(keys[k].mTime * m_secondsPerTick);
      track.values.insert(track.values.end(), {q.x, q.y, q.z, q.w});
      if (k > 0) {
        const aiQuaternion& p = keys[k - 1].mValue;
        const double dot = std::abs(double{q.x} * p.x + double{q.y} * p.y + double{q.z} * p.z + double{q.w} * p.w);
        const double degrees = glm::degrees(2.0 * std::acos(std::min(1.0, dot)));
        const double frames = (track.times[k] - track.times[k - 1]) * rate;
        sparse = sparse || (degrees >= kSparseDegrees && frames > kSparseFrames);
      }
    }
    if (sparse) {
      m_sparse.push_back(m_out.nodes[node].name);
    }
    addTrack(track);
  }

  void addChannel(const aiNodeAnim& channel) {
    const auto node = m_nodes.byName.find(toText(channel.mNodeName));
    if (node == m_nodes.byName.end()) {
      m_missing.push_back(toText(channel.mNodeName));
      return;
    }
    addVectors(model::TrackTarget::Translation, node->second, channel.mPositionKeys, channel.mNumPositionKeys);
    addRotations(node->second, channel.mRotationKeys, channel.mNumRotationKeys);
    addVectors(model::TrackTarget::Scale, node->second, channel.mScalingKeys, channel.mNumScalingKeys);
  }

  // The channel has the name of a node or of a mesh; some readers add "*" and a number.
  void addMorphChannel(const aiMeshMorphAnim& channel) {
    const std::string full = toText(channel.mName);
    const std::string name = full.substr(0, full.find('*'));
    bool found = false;
    for (const SourceInstance& instance : m_out.instances) {
      const SourceMesh& mesh = m_out.meshes[instance.mesh];
      const std::size_t count = mesh.morphWeights.size();
      if (count == 0 || (m_out.nodes[instance.node].name != name && mesh.name != name)) {
        continue;
      }
      found = true;
      SourceTrack track = makeTrack(model::TrackTarget::MorphWeights, instance.node, channel.mNumKeys);
      track.mesh = instance.mesh;
      for (unsigned k = 0; k < channel.mNumKeys; ++k) {
        const aiMeshMorphKey& key = channel.mKeys[k];
        std::vector<float> weights = mesh.morphWeights;
        for (unsigned v = 0; v < key.mNumValuesAndWeights; ++v) {
          if (key.mValues[v] < count) {
            weights[key.mValues[v]] = static_cast<float>(key.mWeights[v]);
          }
        }
        track.times.push_back(key.mTime * m_secondsPerTick);
        track.values.insert(track.values.end(), weights.begin(), weights.end());
      }
      addTrack(track);
    }
    if (!found) {
      m_missing.push_back(full);
    }
  }

  void report() {
    if (!m_missing.empty()) {
      const bool none = m_clip.tracks.empty();
      m_job.warn(m_missing.size() == 1 ? message(none ? "a channel is left out, as its node is not there (%1): no "
                                                        "channel of the clip fits the skeleton"
                                                      : "a channel is left out, as its node is not there (%1)",
                                                 listedNames(m_missing))
                                       : message(none ? "%1 channels are left out, as their nodes are not there (%2): "
                                                        "no channel of the clip fits the skeleton"
                                                      : "%1 channels are left out, as their nodes are not there (%2)",
                                                 m_missing.size(), listedNames(m_missing)),
                 m_clip.name);
    }
    warnOfSparseKeys(m_sparse, m_clip.name, m_job);
  }

  const AssimpNodes& m_nodes;
  AssimpFormat m_format;
  SourceScene& m_out;
  JobContext& m_job;
  SourceClip m_clip;
  double m_secondsPerTick = 1.0;
  std::vector<std::string> m_missing, m_sparse;  // Names of nodes.
};

}  // namespace

void setRangeOfKeys(SourceClip& clip) {
  double first = std::numeric_limits<double>::infinity();
  double last = -first;
  for (const SourceTrack& track : clip.tracks) {
    if (track.times.size() > 1) {
      for (const double time : track.times) {
        first = std::min(first, time);
        last = std::max(last, time);
      }
    }
  }
  if (first <= last) {
    clip.startSeconds = clip.startSeconds.value_or(first);
    clip.endSeconds = clip.endSeconds.value_or(last);
    for (SourceTrack& track : clip.tracks) {
      if (track.times.size() == 1) {
        track.times.front() = *clip.startSeconds;
      }
    }
  }
}

void warnOfSparseKeys(const std::vector<std::string>& nodes, const std::string& clip, JobContext& job) {
  if (!nodes.empty()) {
    job.warn(message(nodes.size() == 1 ? "%1 rotation track has keys 60 degrees or more apart, so the way between them "
                                         "may not be the authoring tool's; export with a key at every frame (%2)"
                                       : "%1 rotation tracks have keys 60 degrees or more apart, so the way between "
                                         "them may not be the authoring tool's; export with a key at every frame (%2)",
                     nodes.size(), listedNames(nodes)),
             clip);
  }
}

void readClips(const aiScene& scene, const AssimpNodes& nodes, AssimpFormat format, const std::string& defaultName,
               SourceScene& out, JobContext& job) {
  ClipConverter converter(nodes, format, out, job);
  for (unsigned a = 0; a < scene.mNumAnimations; ++a) {
    converter.convert(*scene.mAnimations[a], defaultName);
  }
}

}  // namespace texeleton::importing

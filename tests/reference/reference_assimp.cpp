// All formats except glTF and FBX, read by Assimp and evaluated naively.

#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <fstream>
#include <functional>
#include <iterator>
#include <regex>
#include <stdexcept>
#include <string>

#include "tests/reference/reference_scene.h"

namespace texeleton::test {

namespace {

glm::dmat4 toGlm(const aiMatrix4x4& m) {
  glm::dmat4 result;
  for (unsigned r = 0; r < 4; ++r) {
    for (unsigned c = 0; c < 4; ++c) {
      result[static_cast<int>(c)][static_cast<int>(r)] = static_cast<double>(m[r][c]);
    }
  }
  return result;
}

glm::dvec3 toGlm(const aiVector3D& v) { return {v.x, v.y, v.z}; }

class Builder {
 public:
  Builder(const aiScene& source, ReferenceScene& target) : m_source(source), m_target(target) {}

  void build() {
    addNode(*m_source.mRootNode, -1);
    for (unsigned i = 0; i < m_source.mNumAnimations; ++i) {
      addClip(*m_source.mAnimations[i]);
    }
  }

 private:
  void addNode(const aiNode& node, int parent) {
    ReferenceNode result;
    result.name = node.mName.C_Str();
    result.parent = parent;
    result.hasMatrix = true;
    result.matrix = toGlm(node.mTransformation);
    aiVector3D scale;
    aiVector3D translation;
    aiQuaternion rotation;
    node.mTransformation.Decompose(scale, rotation, translation);  // used only if a channel lacks one of the three
    result.translation = toGlm(translation);
    result.rotation = glm::dquat(static_cast<double>(rotation.w), static_cast<double>(rotation.x),
                                 static_cast<double>(rotation.y), static_cast<double>(rotation.z));
    result.scale = toGlm(scale);
    const std::size_t index = m_target.nodes.size();
    m_numbers.emplace(result.name, index);
    m_target.nodes.push_back(std::move(result));
    for (unsigned i = 0; i < node.mNumMeshes; ++i) {
      m_pending.emplace_back(index, m_source.mMeshes[node.mMeshes[i]]);
    }
    for (unsigned i = 0; i < node.mNumChildren; ++i) {
      addNode(*node.mChildren[i], static_cast<int>(index));
    }
    if (parent < 0) {
      for (const auto& [place, mesh] : m_pending) {
        addPart(place, *mesh);
      }
    }
  }

  void addPart(std::size_t node, const aiMesh& mesh) {
    ReferencePart part;
    part.name = mesh.mName.C_Str();
    part.node = node;
    for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
      part.positions.push_back(toGlm(mesh.mVertices[v]));
    }
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
      if (mesh.mFaces[f].mNumIndices == 3) {
        for (unsigned k = 0; k < 3; ++k) {
          part.corners.push_back(mesh.mFaces[f].mIndices[k]);
        }
      }
    }
    if (part.corners.empty()) {
      return;
    }
    if (mesh.mNumBones > 0) {
      part.influences.resize(part.positions.size());
    }
    for (unsigned b = 0; b < mesh.mNumBones; ++b) {
      const aiBone& bone = *mesh.mBones[b];
      part.joints.push_back(m_numbers.at(bone.mName.C_Str()));
      part.offsets.push_back(toGlm(bone.mOffsetMatrix));
      for (unsigned w = 0; w < bone.mNumWeights; ++w) {
        part.influences[bone.mWeights[w].mVertexId].push_back({b, static_cast<double>(bone.mWeights[w].mWeight)});
      }
    }
    for (unsigned m = 0; m < mesh.mNumAnimMeshes; ++m) {
      ReferenceMorph morph;
      for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
        morph.deltas.push_back(toGlm(mesh.mAnimMeshes[m]->mVertices[v]) - part.positions[v]);
      }
      part.morphs.push_back(std::move(morph));
    }
    m_target.parts.push_back(std::move(part));
  }

  void addClip(const aiAnimation& animation) {
    ReferenceClip clip;
    clip.name = animation.mName.C_Str();
    const double rate = animation.mTicksPerSecond > 0.0 ? animation.mTicksPerSecond : 25.0;
    for (unsigned c = 0; c < animation.mNumChannels; ++c) {
      const aiNodeAnim& channel = *animation.mChannels[c];
      const auto node = m_numbers.find(channel.mNodeName.C_Str());
      if (node == m_numbers.end()) {
        continue;
      }
      const auto vectors = [&](const char* what, const aiVectorKey* keys, unsigned count) {
        ReferenceTrack track;
        for (unsigned k = 0; k < count; ++k) {
          track.times.push_back(keys[k].mTime / rate);
          const glm::dvec3 v = toGlm(keys[k].mValue);
          track.values.push_back({v.x, v.y, v.z});
        }
        if (count > 0) {
          clip.tracks[{node->second, what}] = std::move(track);
        }
      };
      vectors("translation", channel.mPositionKeys, channel.mNumPositionKeys);
      vectors("scale", channel.mScalingKeys, channel.mNumScalingKeys);
      ReferenceTrack rotation;
      for (unsigned k = 0; k < channel.mNumRotationKeys; ++k) {
        const aiQuaternion& q = channel.mRotationKeys[k].mValue;
        rotation.times.push_back(channel.mRotationKeys[k].mTime / rate);
        rotation.values.push_back(
            {static_cast<double>(q.x), static_cast<double>(q.y), static_cast<double>(q.z), static_cast<double>(q.w)});
      }
      if (!rotation.times.empty()) {
        clip.tracks[{node->second, "rotation"}] = std::move(rotation);
      }
    }
    for (unsigned c = 0; c < animation.mNumMorphMeshChannels; ++c) {
      const aiMeshMorphAnim& channel = *animation.mMorphMeshChannels[c];
      std::string name = channel.mName.C_Str();
      name.resize(std::min(name.size(), name.find('*')));
      const auto node = m_numbers.find(name);
      if (node == m_numbers.end()) {
        continue;
      }
      ReferenceTrack track;
      for (unsigned k = 0; k < channel.mNumKeys; ++k) {
        const aiMeshMorphKey& key = channel.mKeys[k];
        std::vector<double> weights;
        for (unsigned i = 0; i < key.mNumValuesAndWeights; ++i) {
          weights.resize(std::max<std::size_t>(weights.size(), key.mValues[i] + 1));
          weights[key.mValues[i]] = key.mWeights[i];
        }
        track.times.push_back(key.mTime / rate);
        track.values.push_back(std::move(weights));
      }
      clip.tracks[{node->second, "weights"}] = std::move(track);
    }
    m_target.clips.push_back(std::move(clip));
  }

  const aiScene& m_source;
  ReferenceScene& m_target;
  std::map<std::string, std::size_t> m_numbers;
  std::vector<std::pair<std::size_t, const aiMesh*>> m_pending;
};

/// Joints of a skin are SIDs, but Assimp also takes a node with that ID: such nodes get another ID and name.
std::string withoutSidsAsIds(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  const std::regex node(R"re(<node id="([^"]*)" name="([^"]*)")re");
  std::string result;
  auto from = text.begin();
  for (std::sregex_iterator found(text.begin(), text.end(), node), end; found != end; ++found) {
    if (text.find(" sid=\"" + (*found)[1].str() + '"') == std::string::npos) {
      continue;
    }
    result.append(from, (*found)[0].first);
    result += "<node id=\"node-" + (*found)[1].str() + "\" name=\"node-" + (*found)[2].str() + '"';
    from = (*found)[0].second;
  }
  return result.append(from, text.end());
}

}  // namespace

ReferenceScene readReferenceAssimp(const std::filesystem::path& file) {
  Assimp::Importer importer;
  importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
  const bool isCollada = file.extension() == ".dae";
  const std::string text = isCollada ? withoutSidsAsIds(file) : std::string();
  const aiScene* source = isCollada
                              ? importer.ReadFileFromMemory(text.data(), text.size(), aiProcess_Triangulate, "dae")
                              : importer.ReadFile(file.string(), aiProcess_Triangulate);
  if (source == nullptr) {
    throw std::runtime_error(importer.GetErrorString());
  }
  ReferenceScene scene;
  Builder(*source, scene).build();
  return scene;
}

}  // namespace texeleton::test

#include <assimp/config.h>
#include <assimp/postprocess.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <cctype>
#include <glm/gtc/type_ptr.hpp>

#include "core/import/assimp/assimp_files.h"
#include "core/import/assimp/assimp_parts.h"
#include "core/import/collada/collada_transform.h"

namespace texeleton::importing {

namespace {

// Transformations that Assimp ignores or misreads.
bool isLeftOut(const collada::Transform& transform) {
  return transform.kind == collada::Transform::Kind::Skew || transform.kind == collada::Transform::Kind::LookAt;
}

}  // namespace

AssimpFormat assimpFormatOf(std::string_view extension) {
  return extension == "fbx"                                 ? AssimpFormat::Fbx
         : extension == "dae"                               ? AssimpFormat::Collada
         : extension == "x"                                 ? AssimpFormat::X
         : extension == "bvh"                               ? AssimpFormat::Bvh
         : extension == "md5mesh" || extension == "md5anim" ? AssimpFormat::Md5
                                                            : AssimpFormat::Other;
}

glm::dmat4 toGlm(const aiMatrix4x4& m) {
  return {m.a1, m.b1, m.c1, m.d1, m.a2, m.b2, m.c2, m.d2, m.a3, m.b3, m.c3, m.d3, m.a4, m.b4, m.c4, m.d4};
}

std::string toText(const aiString& text) {
  return {text.data, std::min<std::size_t>(text.length, sizeof(text.data) - 1)};
}

struct AssimpRun::State {
  Assimp::Importer importer;
  ModelFiles* files = nullptr;
};

AssimpRun::AssimpRun(ModelFiles& files, const std::vector<std::byte>& content) : m_state(std::make_unique<State>()) {
  m_state->files = &files;
  m_state->importer.SetIOHandler(new ModelIoSystem(files, content));  // The importer owns it.
  m_state->importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
}

AssimpRun::~AssimpRun() = default;

void AssimpRun::set(const char* property, bool value) { m_state->importer.SetPropertyBool(property, value); }

Result<const aiScene*> AssimpRun::load(bool triangulate) {
  const std::string file = m_state->files->modelFile().string();
  std::string reason;
  try {
    const aiScene* scene = m_state->importer.ReadFile(file, triangulate ? aiProcess_Triangulate : 0u);
    if (scene != nullptr && scene->mRootNode != nullptr) {
      return scene;
    }
    reason = m_state->importer.GetErrorString();
  } catch (const std::exception& exception) {
    reason = exception.what();
  }
  if (reason.find("bad_alloc") != std::string::npos) {
    return fail(ErrorCode::Limit, "reading the file needs more memory than the import may use", file);
  }
  std::replace_if(
      reason.begin(), reason.end(), [](char c) { return std::iscntrl(static_cast<unsigned char>(c)) != 0; }, ' ');
  if (reason.find("No suitable reader found") != std::string::npos) {
    return fail(ErrorCode::BadFile, "is none of the formats that are read, whatever its ending says", file);
  }
  return fail(ErrorCode::BadFile,
              reason.empty() ? message("the file cannot be read") : message("the file cannot be read: %1", reason),
              file);
}

AssimpNodes readNodes(const aiScene& scene, const collada::Document* document, SourceScene& out, JobContext& job) {
  AssimpNodes nodes;
  nodes.ofDocument.resize(document != nullptr ? document->nodes.size() : 0);
  std::size_t unnamed = 0;
  std::size_t repeated = 0;
  std::string firstRepeated;
  std::vector<const aiNode*> open = {scene.mRootNode};
  while (!open.empty()) {
    const aiNode* node = open.back();
    open.pop_back();
    SourceNode result;
    result.name = toText(node->mName);
    if (node->mParent != nullptr) {
      result.parent = nodes.index.at(node->mParent);
    }
    result.restMatrix = toGlm(node->mTransformation);
    const std::size_t index = out.nodes.size();
    nodes.index.emplace(node, index);
    if (document != nullptr) {
      nodes.inDocument.push_back(collada::nodeNamed(result.name, *document));
      if (const auto source = nodes.inDocument.back()) {
        nodes.ofDocument[*source].push_back(index);
        result.name = collada::shownName(*document, *source);
        const auto& transforms = document->nodes[*source].transforms;
        if (std::any_of(transforms.begin(), transforms.end(), isLeftOut)) {
          result.restMatrix = collada::localMatrix(transforms);
        }
      }
      if (result.name.empty()) {
        result.name = "$ColladaAutoName$_";
        result.name += std::to_string(unnamed++);
      }
    } else if (!nodes.byName.emplace(result.name, index).second) {
      firstRepeated = repeated++ == 0 ? result.name : firstRepeated;
    }
    out.nodes.push_back(std::move(result));
    for (unsigned c = node->mNumChildren; c-- > 0;) {
      open.push_back(node->mChildren[c]);
    }
  }
  if (repeated != 0 && (scene.mNumAnimations != 0 || scene.mNumMeshes != 0)) {
    job.warn(
        message("%1 nodes have a name that another node has too; bones and channels of that name go to the first node",
                repeated),
        firstRepeated);
  }
  return nodes;
}

}  // namespace texeleton::importing

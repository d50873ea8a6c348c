#include "core/meshes/choose_meshes.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/listed_names.h"
#include "core/base/mapped.h"
#include "core/base/name_expression.h"
#include "core/base/similar_names.h"
#include "core/meshes/keep_parts.h"

namespace texeleton::meshes {

namespace {

/// All names that expressions are matched against.
class InstanceNames {
 public:
  InstanceNames(const model::Model& model, const MeshInstances& meshes) {
    for (const MeshInstance& instance : meshes.instances) {
      auto& names = m_names.emplace_back();
      names = {instance.name, model.nodes[instance.node.value].name};
      if (instance.group && !meshes.groups[*instance.group].name.empty()) {
        names.push_back(meshes.groups[*instance.group].name);
      }
    }
  }

  std::vector<bool> named(const std::string& wanted) const {
    return mapped(m_names, [&](const auto& names) { return std::ranges::find(names, wanted) != names.end(); });
  }

  /// Errors: those of NameExpression.
  Result<std::vector<bool>> matching(const std::string& pattern) const {
    const auto expression = NameExpression::compile(pattern);
    TRY(expression);
    std::vector<bool> found(m_names.size(), false);
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (auto name = m_names[i].begin(); name != m_names[i].end() && !found[i]; ++name) {
        const Result<bool> matches = expression->matches(*name);
        TRY(matches);
        found[i] = *matches;
      }
    }
    return found;
  }

  /// The meshes' names, for messages: without duplicates, in order; with a node's name if it differs from its mesh's.
  Message listed() const {
    std::vector<std::string> all;
    std::set<std::string> seen;
    for (const auto& names : m_names) {
      const std::string both = names[0] == names[1] ? names[0] : names[0] + " (node " + names[1] + ")";
      if (seen.insert(both).second) {
        all.push_back(both);
      }
    }
    return listedNames(all);
  }

  /// All names, without duplicates.
  std::vector<std::string> all() const {
    std::set<std::string> all;
    for (const auto& names : m_names) {
      all.insert(names.begin(), names.end());
    }
    return {all.begin(), all.end()};
  }

  std::size_t size() const { return m_names.size(); }

 private:
  std::vector<std::vector<std::string>> m_names;
};

bool any(const std::vector<bool>& values) { return std::ranges::find(values, true) != values.end(); }

void unite(std::vector<bool>& all, const std::vector<bool>& more) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = all[i] || more[i];
  }
}

/// The instances that any of the expressions matches; an expression without a match is an Issue.
Result<std::vector<bool>> matchAny(const InstanceNames& names, const std::vector<std::string>& patterns,
                                   JobContext& job) {
  std::vector<bool> all(names.size(), false);
  for (const std::string& pattern : patterns) {
    const auto found = names.matching(pattern);
    TRY(found);
    if (!any(*found)) {
      job.warn(message("no mesh and no node of a mesh is called so; \"inspect\" lists the names%1",
                       didYouMean(pattern, names.all())),
               pattern);
    }
    unite(all, *found);
  }
  return all;
}

/// Adds all levels of detail of the meshes in the set.
void addOtherLevels(const MeshInstances& meshes, std::vector<bool>& set) {
  std::set<std::uint32_t> groups;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const MeshInstance& instance = meshes.instances[i];
    if (set[i] && instance.group && !meshes.groups[*instance.group].name.empty()) {
      groups.insert(*instance.group);
    }
  }
  for (std::size_t i = 0; i < set.size(); ++i) {
    const auto& group = meshes.instances[i].group;
    set[i] = set[i] || (group && groups.count(*group) != 0);
  }
}

Result<FoundVariant> findVariant(const InstanceNames& names, const MeshInstances& meshes, const VariantChoice& choice) {
  std::vector<bool> set(names.size(), false);
  const auto nothing = [&](const char* why, const std::string& text) {
    return fail(ErrorCode::InvalidArgument, message(why, choice.name, text, names.listed()));
  };
  for (const std::string& pattern : choice.match) {
    const auto found = names.matching(pattern);
    if (!found) {
      return fail(ErrorCode::InvalidArgument, message("the variant \"%1\": %2", choice.name, found.error().message));
    }
    if (!any(*found)) {
      return nothing(said("the variant \"%1\": no mesh and no node of a mesh matches \"%2\"; there are %3"), pattern);
    }
    unite(set, *found);
  }
  for (const std::string& wanted : choice.meshes) {
    const std::vector<bool> found = names.named(wanted);
    if (!any(found)) {
      return nothing(said("the variant \"%1\": no mesh and no node of a mesh is called \"%2\"; there are %3"), wanted);
    }
    unite(set, found);
  }
  addOtherLevels(meshes, set);
  FoundVariant variant;
  variant.name = choice.name;
  variant.instances = placesWhere<std::uint32_t>(set.size(), [&](std::size_t i) { return set[i]; });
  return variant;
}

}  // namespace

Result<void> checkMeshChoice(const MeshChoice& choice) {
  const auto check = [](const std::vector<std::string>& patterns) -> Result<void> {
    for (const std::string& pattern : patterns) {
      TRY(NameExpression::compile(pattern));
    }
    return {};
  };
  for (const auto* patterns : {&choice.show, &choice.hide}) {
    TRY(check(*patterns));
  }
  std::set<std::string> names;
  for (const VariantChoice& variant : choice.variants) {
    if (variant.name.empty()) {
      return fail(ErrorCode::InvalidArgument, "a variant has no name");
    }
    if (!names.insert(variant.name).second) {
      return fail(ErrorCode::InvalidArgument, message("two variants are called \"%1\"", variant.name));
    }
    if (variant.match.empty() && variant.meshes.empty()) {
      return fail(ErrorCode::InvalidArgument, message("the variant \"%1\" does not say what it shows", variant.name));
    }
    if (auto good = check(variant.match); !good) {
      return fail(ErrorCode::InvalidArgument, message("the variant \"%1\": %2", variant.name, good.error().message));
    }
  }
  return {};
}

Result<std::optional<model::Model>> withChosenMeshes(const model::Model& model, const MeshChoice& choice,
                                                     JobContext& job) {
  if ((choice.show.empty() && choice.hide.empty()) || model.parts.empty()) {
    return std::optional<model::Model>();
  }
  const MeshInstances meshes = meshInstances(model, choice.authoredLods);
  const InstanceNames names(model, meshes);
  auto shown = choice.show.empty() ? Result<std::vector<bool>>(std::vector<bool>(names.size(), true))
                                   : matchAny(names, choice.show, job);
  TRY(shown);
  const auto hidden = matchAny(names, choice.hide, job);
  TRY(hidden);
  std::vector<bool> keep(model.parts.size(), false);
  bool all = true;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool stays = (*shown)[i] && !(*hidden)[i];
    all = all && stays;
    for (const std::uint32_t part : meshes.instances[i].parts) {
      keep[part] = stays;
    }
  }
  if (!any(keep)) {
    return fail(ErrorCode::InvalidArgument,
                message(any(*shown) ? "no mesh is left: what is to be shown is hidden too; there are %1"
                                    : "no mesh is left: none is called as was asked for; there are %1",
                        names.listed()));
  }
  if (all) {
    return std::optional<model::Model>();
  }
  return std::optional<model::Model>(keepParts(model, keep));
}

Result<std::vector<FoundVariant>> findVariants(const model::Model& model, const MeshInstances& meshes,
                                               const MeshChoice& choice, JobContext& job) {
  std::vector<FoundVariant> variants;
  TRY(checkMeshChoice(choice));
  const InstanceNames names(model, meshes);
  std::vector<bool> inNone(names.size(), true);
  for (const VariantChoice& wanted : choice.variants) {
    auto variant = findVariant(names, meshes, wanted);
    TRY(variant);
    for (const std::uint32_t instance : variant->instances) {
      inNone[instance] = false;
    }
    variants.push_back(std::move(*variant));
  }
  if (!variants.empty() && any(inNone)) {
    std::set<std::string> left;
    for (std::size_t i = 0; i < inNone.size(); ++i) {
      if (inNone[i]) {
        left.insert(meshes.instances[i].name);
      }
    }
    const Remedy leaveOut{RemedyKind::LeaveOutMesh, 0.0, left.size() == 1 ? *left.begin() : std::string()};
    job.inform(message(left.size() == 1 ? "no variant shows %1; %2 would leave it out of the pack"
                                        : "no variant shows %1; %2 would leave them out of the pack",
                       listedNames(left), leaveOut));
  }
  return variants;
}

}  // namespace texeleton::meshes

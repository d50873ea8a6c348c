#include "app/editor/document/variant_edit.h"

#include <algorithm>
#include <set>

#include "core/base/mapped.h"
#include "core/base/name_expression.h"

namespace texeleton::editor {

namespace {

bool any(const std::vector<bool>& set) { return std::ranges::find(set, true) != set.end(); }

bool isWithin(const std::vector<bool>& set, const std::vector<bool>& other) {
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (set[i] && !other[i]) {
      return false;
    }
  }
  return true;
}

void unite(std::vector<bool>& set, const std::vector<bool>& other) {
  for (std::size_t i = 0; i < set.size(); ++i) {
    set[i] = set[i] || other[i];
  }
}

}  // namespace

VariantEdit::VariantEdit(std::vector<recipe::RecipeVariant> variants, const model::Model& model,
                         const meshes::MeshInstances& meshes, std::vector<bool> baked, std::vector<std::string> merged)
    : m_variants(std::move(variants)), m_meshes(meshes), m_baked(std::move(baked)), m_merged(std::move(merged)) {
  for (const meshes::MeshInstance& mesh : meshes.instances) {
    auto& names = m_names.emplace_back();
    names = {mesh.name, model.nodes[mesh.node.value].name};
    if (mesh.group && !meshes.groups[*mesh.group].name.empty()) {
      names.push_back(meshes.groups[*mesh.group].name);
    }
  }
  for (const recipe::RecipeVariant& variant : m_variants) {
    m_members.push_back(membersOf(variant));
  }
}

/// The baked meshes of a set and all levels of detail of the meshes in it.
VariantEdit::Set VariantEdit::found(const Set& named) const {
  std::set<std::uint32_t> groups;
  for (std::size_t i = 0; i < named.size(); ++i) {
    const auto& group = m_meshes.instances[i].group;
    if (named[i] && m_baked[i] && group && !m_meshes.groups[*group].name.empty()) {
      groups.insert(*group);
    }
  }
  Set set = named;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const auto& group = m_meshes.instances[i].group;
    set[i] = m_baked[i] && (set[i] || (group && groups.count(*group) != 0));
  }
  return set;
}

VariantEdit::Set VariantEdit::foundByExpression(const std::string& pattern) const {
  Set set(m_names.size(), false);
  if (const auto expression = NameExpression::compile(pattern)) {
    for (std::size_t i = 0; i < set.size(); ++i) {
      for (auto name = m_names[i].begin(); name != m_names[i].end() && !set[i]; ++name) {
        const auto matches = expression->matches(*name);
        if (!matches) {
          return Set(m_names.size(), false);  // The bake reports it.
        }
        set[i] = *matches;
      }
    }
  }
  return found(set);
}

VariantEdit::Set VariantEdit::foundByName(const std::string& name) const {
  Set set(m_names.size(), false);
  for (std::size_t i = 0; i < set.size(); ++i) {
    set[i] = std::ranges::find(m_names[i], name) != m_names[i].end();
  }
  return found(set);
}

VariantEdit::Set VariantEdit::foundByNumber(const std::vector<std::size_t>& meshes) const {
  Set set(m_names.size(), false);
  for (const std::size_t mesh : meshes) {
    set[mesh] = true;
  }
  return found(set);
}

bool VariantEdit::isMerged(const std::string& name) const {
  return std::ranges::find(m_merged, name) != m_merged.end();
}

std::vector<std::string> VariantEdit::mergedBy(const std::string& pattern) const {
  std::vector<std::string> names;
  const auto expression = NameExpression::compile(pattern);
  for (const std::string& name : m_merged) {
    if (expression && expression->matches(name).value_or(false)) {
      names.push_back(name);
    }
  }
  return names;
}

bool VariantEdit::hasMerged(const recipe::RecipeVariant& variant) const {
  return std::ranges::any_of(variant.meshes, [this](const std::string& name) { return isMerged(name); }) ||
         std::ranges::any_of(variant.match, [this](const std::string& pattern) { return !mergedBy(pattern).empty(); });
}

VariantEdit::Set VariantEdit::membersOf(const recipe::RecipeVariant& variant) const {
  Set members(m_names.size(), false);
  for (const std::string& pattern : variant.match) {
    unite(members, foundByExpression(pattern));
  }
  for (const std::string& name : variant.meshes) {
    unite(members, foundByName(name));
  }
  return members;
}

std::size_t VariantEdit::count(std::size_t variant) const {
  return static_cast<std::size_t>(std::ranges::count(m_members[variant], true));
}

std::vector<std::size_t> VariantEdit::variantsOf(std::size_t mesh) const {
  return placesWhere(m_members.size(), [&](std::size_t variant) { return shows(variant, mesh); });
}

std::vector<std::string> VariantEdit::lost(std::size_t variant) const {
  recipe::RecipeVariant left = m_variants[variant];
  return takeLost(left);
}

/// Removes the expressions and names that match nothing, and returns them.
std::vector<std::string> VariantEdit::takeLost(recipe::RecipeVariant& variant) const {
  std::vector<std::string> lost;
  const auto take = [&lost](std::vector<std::string>& entries, const auto& matches) {
    const auto first = std::stable_partition(entries.begin(), entries.end(), matches);
    lost.insert(lost.end(), first, entries.end());
    entries.erase(first, entries.end());
  };
  take(variant.match,
       [this](const std::string& pattern) { return any(foundByExpression(pattern)) || !mergedBy(pattern).empty(); });
  take(variant.meshes, [this](const std::string& name) { return any(foundByName(name)) || isMerged(name); });
  return lost;
}

/// Keeps the expressions and names of the variant that only match wanted meshes, and names the remaining meshes and
/// merged attachments.
void VariantEdit::rewrite(std::size_t variant, const Set& wanted) {
  recipe::RecipeVariant& recipe = m_variants[variant];
  const auto isKept = [&wanted](const Set& set) { return any(set) && isWithin(set, wanted); };
  std::vector<std::string> merged;
  std::erase_if(recipe.match, [&](const std::string& pattern) {
    const std::vector<std::string> names = mergedBy(pattern);
    const Set found = foundByExpression(pattern);
    const bool stays = any(found) ? isWithin(found, wanted) : !names.empty();
    if (!stays) {
      merged.insert(merged.end(), names.begin(), names.end());
    }
    return !stays;
  });
  std::erase_if(recipe.meshes, [&](const std::string& name) { return !isMerged(name) && !isKept(foundByName(name)); });
  for (std::string& name : merged) {
    if (std::ranges::find(recipe.meshes, name) == recipe.meshes.end()) {
      recipe.meshes.push_back(std::move(name));
    }
  }
  Set members = membersOf(recipe);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] && !members[i]) {
      // A shared name would match other meshes too; if all names are shared, meshes cannot be distinguished.
      const auto own = std::ranges::find_if(
          m_names[i], [&](const std::string& name) { return !name.empty() && isWithin(foundByName(name), wanted); });
      recipe.meshes.push_back(own != m_names[i].end() ? *own : m_names[i][1]);
      unite(members, foundByName(recipe.meshes.back()));
    }
  }
  m_members[variant] = std::move(members);
}

bool VariantEdit::show(std::size_t variant, const std::vector<std::size_t>& meshes, bool shown) {
  const Set named = foundByNumber(meshes);
  Set wanted = m_members[variant];
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    wanted[i] = named[i] ? shown : wanted[i];
  }
  if (!any(wanted) && !hasMerged(m_variants[variant])) {
    return false;
  }
  if (wanted != m_members[variant]) {
    rewrite(variant, wanted);
  }
  return true;
}

void VariantEdit::showAlways(const std::vector<std::size_t>& meshes) {
  for (std::size_t v = 0; v < m_variants.size(); ++v) {
    show(v, meshes, true);
  }
}

void VariantEdit::add(const std::vector<Wanted>& wanted) {
  Set shared = m_baked;
  for (const Set& members : m_members) {
    for (std::size_t i = 0; i < shared.size(); ++i) {
      shared[i] = shared[i] && members[i];
    }
  }
  const std::size_t before = m_variants.size();
  for (const Wanted& one : wanted) {
    for (std::size_t v = 0; v < before; ++v) {
      show(v, one.meshes, false);  // A variant that would become empty keeps its meshes.
    }
    const Set own = foundByNumber(one.meshes);
    for (std::size_t i = 0; i < shared.size(); ++i) {
      shared[i] = shared[i] && !own[i];
    }
  }
  for (const Wanted& one : wanted) {
    Set members = foundByNumber(one.meshes);
    unite(members, shared);
    if (!any(members)) {
      members = m_baked;  // The previous variants have nothing in common.
    }
    m_variants.push_back({freeName(one.name), {}, {}, {}});
    m_members.emplace_back(m_names.size(), false);
    rewrite(m_variants.size() - 1, members);
  }
}

void VariantEdit::remove(std::size_t variant) {
  m_variants.erase(m_variants.begin() + static_cast<std::ptrdiff_t>(variant));
  m_members.erase(m_members.begin() + static_cast<std::ptrdiff_t>(variant));
}

void VariantEdit::dropLost() {
  for (std::size_t v = m_variants.size(); v-- > 0;) {
    takeLost(m_variants[v]);
    if (!any(m_members[v]) && !hasMerged(m_variants[v])) {
      remove(v);
    }
  }
}

void VariantEdit::follow(const std::vector<bool>& before) {
  dropLost();
  showAlways(placesWhere(before.size(),
                         [&](std::size_t mesh) { return m_baked[mesh] && !before[mesh] && variantsOf(mesh).empty(); }));
}

std::vector<std::string> mergedAttachments(const recipe::RecipeBake& bake) {
  std::vector<std::string> names;
  for (const recipe::RecipeAttachment& each : bake.attachments) {
    if (each.merge) {
      names.push_back(each.name);
    }
  }
  return names;
}

std::string VariantEdit::freeName(const std::string& wanted) const {
  const auto taken = [this](const std::string& name) {
    return std::ranges::any_of(m_variants,
                               [&name](const recipe::RecipeVariant& variant) { return variant.name == name; });
  };
  std::string name = wanted;
  for (int number = 2; name.empty() || taken(name); ++number) {
    name = wanted + " " + std::to_string(number);
  }
  return name;
}

}  // namespace texeleton::editor

#include "app/editor/panels/model/model_subjects.h"

#include <algorithm>

#include "app/editor/document/mesh_choice_edit.h"
#include "app/editor/document/variant_edit.h"
#include "app/editor/panels/model/material_text.h"
#include "app/editor/panels/model/meshes_section.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

/// "Knight, Sword and 12 more".
QString listed(const QStringList& names) {
  constexpr qsizetype kMostListed = 8;
  if (names.isEmpty()) {
    return ModelSubjects::tr("none");
  }
  const QString some = names.mid(0, kMostListed).join(ModelSubjects::tr(", "));
  return names.size() <= kMostListed
             ? some
             : ModelSubjects::tr("%1 and %Ln more", "", static_cast<int>(names.size() - kMostListed)).arg(some);
}

}  // namespace

SelectionFacts ModelSubjects::mesh() const {
  const model::Model& model = *m_workshop.model();
  const meshes::MeshInstances meshes = meshesOf(m_workshop);
  const auto number = static_cast<std::size_t>(m_selection.mesh());
  if (m_selection.mesh() < 0 || number >= meshes.instances.size()) {
    return {};
  }
  const meshes::MeshInstance& mesh = meshes.instances[number];
  SelectionFacts facts{QString::fromStdString(mesh.name), tr("mesh"), {}};
  const MeshSize size = sizeOf(mesh, model);
  facts.add(tr("Node"), QString::fromStdString(model.nodes[mesh.node.value].name));
  facts.add(tr("Triangles"), count(size.triangles));
  facts.add(tr("Vertices", "of a mesh"), count(size.vertices));
  facts.add(tr("Materials"), listed(namesOf(materialsOf(mesh, model), [&model](std::size_t material) {
              return model.materials[material].name;
            })));
  if (mesh.group) {
    facts.add(
        tr("Level of detail"),
        tr("%1 of %2", "level, of what").arg(mesh.level).arg(QString::fromStdString(meshes.groups[*mesh.group].name)));
  }
  const VariantEdit variants = variantsOf(m_workshop, meshes);
  const std::vector<std::size_t> in = variants.variantsOf(number);
  if (!shownMeshes(m_workshop.document().recipe().bake.meshes, model, meshes)[number]) {
    facts.add(tr("Baked"), tr("no (not ticked)"));
  } else if (!variants.variants().empty()) {
    const QStringList shown =
        namesOf(in, [&variants](std::size_t variant) { return variants.variants()[variant].name; });
    facts.add(tr("Shown in"), in.size() == variants.variants().size() ? tr("all variants")
                              : in.empty()                            ? tr("no variant")
                                                                      : listed(shown));
  }
  return facts;
}

SelectionFacts ModelSubjects::material() const {
  const model::Model& model = *m_workshop.model();
  const auto number = static_cast<std::size_t>(m_selection.material());
  if (m_selection.material() < 0 || number >= model.materials.size()) {
    return {};
  }
  const model::Material& material = model.materials[number];
  const meshes::MeshInstances meshes = meshesOf(m_workshop);
  const MaterialUse use = materialUses(model, meshes)[number];
  SelectionFacts facts{QString::fromStdString(material.name), tr("material"), {}};
  for (const QString& issue : issuesOf(material, model)) {
    facts.add(tr("Issue"), QString::fromUtf8("⚠ ") + issue);
  }
  facts.add(tr("Base colour"), colorText(material));
  facts.add(tr("Textures"), mapsText(material));
  facts.add(tr("Metal"), decimal(static_cast<double>(material.metallicFactor)));
  facts.add(tr("Roughness"), decimal(static_cast<double>(material.roughnessFactor)));
  facts.add(tr("Alpha"), alphaText(material));
  facts.add(tr("Rendering"), sidesText(material));
  facts.add(tr("Meshes"),
            listed(namesOf(use.meshes, [&meshes](std::size_t mesh) { return meshes.instances[mesh].name; })));
  facts.add(tr("Triangles"), count(use.triangles));
  return facts;
}

void ModelSubjects::addCharacter(SelectionFacts& facts, std::size_t number, const meshes::MeshInstances& meshes) const {
  const model::Model& model = *m_workshop.model();
  const std::vector<std::string>& nodes = m_workshop.source().variants[number].meshes;
  MeshSize all;
  QStringList names;
  for (const meshes::MeshInstance& mesh : meshes.instances) {
    if (std::ranges::find(nodes, model.nodes[mesh.node.value].name) == nodes.end()) {
      continue;
    }
    names << QString::fromStdString(mesh.name);
    const MeshSize size = sizeOf(mesh, model);
    all.vertices += size.vertices;
    all.triangles += size.triangles;
  }
  facts.add(tr("From"), number == 0 ? tr("the model, whose clips all characters play")
                                    : tr("a character file that shares the animation"));
  facts.add(tr("Meshes"), listed(names));
  facts.add(tr("Triangles"), count(all.triangles));
  facts.add(tr("Vertices", "of a mesh"), count(all.vertices));
}

SelectionFacts ModelSubjects::variant() const {
  const model::Model& model = *m_workshop.model();
  const meshes::MeshInstances meshes = meshesOf(m_workshop);
  const VariantEdit variants = variantsOf(m_workshop, meshes);
  const std::vector<meshes::VariantChoice>& characters = m_workshop.source().variants;
  const auto number = static_cast<std::size_t>(m_selection.variant());
  const std::size_t own = variants.variants().size();
  if (m_selection.variant() < 0 || number >= own + characters.size()) {
    return {};
  }
  const std::string& name = number < own ? variants.variants()[number].name : characters[number - own].name;
  SelectionFacts facts{QString::fromStdString(name), tr("variant"), {}};
  if (number >= own) {
    addCharacter(facts, number - own, meshes);
    return facts;
  }
  QStringList all;
  QStringList only;
  std::uint64_t triangles = 0;
  for (std::size_t i = 0; i < meshes.instances.size(); ++i) {
    if (!variants.shows(number, i)) {
      continue;
    }
    const QString mesh = QString::fromStdString(meshes.instances[i].name);
    all << mesh;
    if (variants.variantsOf(i).size() < own) {
      only << mesh;
    }
    triangles += sizeOf(meshes.instances[i], model).triangles;
  }
  facts.add(tr("Meshes"), listed(all));
  facts.add(tr("Not in every variant"), listed(only));
  facts.add(tr("Triangles"), count(triangles));
  return facts;
}

}  // namespace texeleton::editor

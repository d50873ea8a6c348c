#pragma once

#include <QObject>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "app/editor/jobs/workshop.h"
#include "viewport/rhi_window.h"

namespace texeleton::editor {

/// Changes the meshes of the viewport's characters while they play: variants of the bake, one of which is each
/// character that was added from another file. The pose is unaffected. Kept by name across bakes and crowds until
/// another document is opened.
class MeshSwap : public QObject {
  Q_OBJECT

 public:
  MeshSwap(Workshop& workshop, viewport::RhiWindow& window, QObject* parent = nullptr);

  /// Sets the variant of instances to one of the shown bake; unset: the crowd's own.
  void wear(std::span<const std::uint32_t> instances, std::optional<std::uint32_t> variant);
  /// The variant that was set for an instance; unset: none.
  std::optional<std::uint32_t> wornBy(std::uint32_t instance) const;
  /// Call after a crowd was made: restores the variants that were set.
  void apply();
  /// For a single character: shows the selected variant.
  void wearAlone(std::uint32_t variant);

 signals:
  void changed();

 private:
  void put(std::uint32_t instance, std::uint32_t variant);

  viewport::RhiWindow& m_window;
  std::map<std::uint32_t, std::string> m_worn;
  std::map<std::uint32_t, std::uint32_t> m_given;  ///< The crowd's own variants of those instances.
};

}  // namespace texeleton::editor

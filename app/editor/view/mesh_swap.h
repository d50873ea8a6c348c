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

/// Other meshes for characters of the viewport while they play: the variants of the bake, of which each character that
/// was added from another file is one. What poses them goes on. Kept by name over other bakes and crowds, until another
/// document is opened.
class MeshSwap : public QObject {
  Q_OBJECT

 public:
  MeshSwap(Workshop& workshop, viewport::RhiWindow& window, QObject* parent = nullptr);

  /// Lets instances of a crowd wear a variant of the bake that is shown, or (unset) what the crowd gives them.
  void wear(std::span<const std::uint32_t> instances, std::optional<std::uint32_t> variant);
  /// The variant that an instance was given here; unset: none.
  std::optional<std::uint32_t> wornBy(std::uint32_t instance) const;
  /// After a crowd was made: who was given other meshes has them again.
  void apply();
  /// One character, which wears what is selected.
  void wearAlone(std::uint32_t variant);

 signals:
  void changed();

 private:
  void put(std::uint32_t instance, std::uint32_t variant);

  viewport::RhiWindow& m_window;
  std::map<std::uint32_t, std::string> m_worn;
  std::map<std::uint32_t, std::uint32_t> m_given;  ///< Of those, what the crowd gave them.
};

}  // namespace texeleton::editor

#pragma once

#include <QTemporaryDir>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "core/pack/pack.h"

namespace texeleton::test {

/// The properties of a made pack.
struct MadePackSpec {
  vat::BakeMode mode = vat::BakeMode::Bone;
  vat::PixelFormat pixelFormat = vat::PixelFormat::Rgba16F;
  bool folded = false;       ///< Each frame takes several rows.
  bool powerOfTwo = true;    ///< Sides rounded up, so that there is padding.
  bool images = true;        ///< Materials with a PNG and something that begins like a JPEG.
  std::uint32_t seed = 1;    ///< Moves the texels; nothing else.
  std::uint32_t frames = 9;  ///< Frames of the first clip; the second has 5, the third 1.
};

/// A complete pack, made without the baker: three bones (or elements), a small mesh with every attribute, a second
/// level, two materials, two meshes, two variants, a tint mask, three clips with events and an error, a socket. It
/// passes verifyPack.
pack::Pack madePack(const MadePackSpec& spec);

/// Describes the difference between two packs; empty if they are equal.
std::string difference(const pack::Pack& a, const pack::Pack& b);

std::vector<std::byte> readFile(const std::filesystem::path& file);
inline std::string textOf(const std::filesystem::path& file) {
  const std::vector<std::byte> bytes = readFile(file);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
void writeFile(const std::filesystem::path& file, const std::vector<std::byte>& bytes);

/// A temporary folder as a path.
inline std::filesystem::path pathOf(const QTemporaryDir& folder) { return folder.path().toStdString(); }

/// Removes "files" and "checksum" from a pack's manifest, so that damage passes the checksums.
void removeChecksums(const std::filesystem::path& pack);

}  // namespace texeleton::test

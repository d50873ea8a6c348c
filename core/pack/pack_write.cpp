#include <exception>
#include <new>
#include <utility>

#include "core/pack/exr_texture.h"
#include "core/pack/manifest.h"
#include "core/pack/manifest_surface.h"
#include "core/pack/mesh_glb.h"
#include "core/pack/output_file.h"
#include "core/pack/pack.h"
#include "core/pack/pack_check.h"
#include "core/pack/pack_inputs.h"
#include "core/pack/pack_limits.h"
#include "core/pack/swap_folder.h"

namespace texeleton::pack {

namespace {

/// A new file in the pack that is being written.
Result<OutputFile> createFile(const SwapFolder& folder, const char* name, const PackWriteOptions& options) {
  return OutputFile::create(folder.fd(), name, folder.place().path() + "/" + name, options.flushToDisk);
}

Result<ManifestFile> finishFile(OutputFile& file, const char* name, const PackWriteOptions& options) {
  auto written = file.finish(options.flushToDisk);
  TRY(written);
  return ManifestFile{name, written->bytes, std::move(written->checksum)};
}

Result<ManifestFile> writeTexture(const SwapFolder& folder, const Pack& pack, const PackWriteOptions& options,
                                  JobContext& job) {
  auto file = createFile(folder, kTextureFile, options);
  TRY(file);
  auto written = writeExr(*file, pack.animation.texels, options.compression, job);
  if (!written && written.error().code == ErrorCode::Cancelled) {
    return fail(std::move(written.error()));
  }
  auto finished = finishFile(*file, kTextureFile, options);  // Names the cause if the file failed.
  if (!finished || written) {
    return finished;
  }
  return fail(std::move(written.error()));
}

Result<ManifestFile> writeBytes(const SwapFolder& folder, const char* name, std::span<const std::byte> bytes,
                                const PackWriteOptions& options) {
  auto file = createFile(folder, name, options);
  TRY(file);
  file->append(bytes);
  return finishFile(*file, name, options);
}

Result<void> writeFiles(const SwapFolder& folder, const Pack& pack, const PackWriteOptions& options, JobContext& job) {
  if (!canListMeshes(pack.animation)) {
    if (!pack.animation.variants.empty()) {
      return fail(ErrorCode::Limit,
                  message("variants are for models of up to %1 meshes; leave out what need not be shown by itself",
                          kMaxListedRanges),
                  kManifestFile);
    }
    job.inform(message("the model has more than %1 meshes: the pack does not say which triangles are whose",
                       kMaxListedRanges));
  }
  std::vector<ManifestFile> files;
  auto texture = writeTexture(folder, pack, options, job);
  TRY(texture);
  files.push_back(std::move(*texture));
  auto glb = glbBytes(pack.animation, job);
  TRY(glb);
  auto mesh = writeBytes(folder, kMeshFile, *glb, options);
  TRY(mesh);
  files.push_back(std::move(*mesh));
  const std::string text = manifestText(pack, files);
  if (text.size() > kMaxManifestBytes) {
    return fail(ErrorCode::Limit, "the manifest would be larger than 16 MiB; bake fewer clips or events",
                kManifestFile);
  }
  TRY(writeBytes(folder, kManifestFile, std::as_bytes(std::span(text)), options));
  if (options.inputs) {
    const std::string inputs = inputsText(*options.inputs, checksumIn(text));
    TRY(writeBytes(folder, kInputsFile, std::as_bytes(std::span(inputs)), options));
  }
  return {};
}

std::optional<Message> checkPack(const Pack& pack) {
  const vat::BakedAnimation& a = pack.animation;
  if (auto problem = checkAnimation(a)) {
    return problem;
  }
  if (a.texels.format() != a.pixelFormat || a.texels.width() != a.layout.width ||
      a.texels.height() != a.layout.height) {
    return message("the texels do not have the size or format of the layout");
  }
  return checkMesh(a);
}

}  // namespace

Result<void> writePack(const std::filesystem::path& path, const Pack& pack, const PackWriteOptions& options,
                       JobContext& job) {
  try {
    if (auto problem = checkPack(pack)) {
      return fail(ErrorCode::InvalidArgument, message("cannot be written: %1", *problem), path.string());
    }
    auto place = findPackPlace(path);
    TRY(place);
    auto folder = SwapFolder::begin(std::move(*place), job);
    TRY(folder);
    TRY(writeFiles(*folder, pack, options, job));
    if (job.isCancelled()) {
      return fail(ErrorCode::Cancelled, "cancelled before the pack was put in place", path.string());
    }
    return folder->swapIn(options.flushToDisk, options.tryExchange, job);
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, "not enough memory to write the pack", path.string());
  } catch (const std::exception& error) {
    return fail(ErrorCode::Io, message("writing failed: %1", error.what()), path.string());
  }
}

}  // namespace texeleton::pack

#include "core/pack/pack_inputs.h"

#include <fcntl.h>

#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "core/model/names.h"
#include "core/pack/input_file.h"
#include "core/pack/manifest.h"
#include "core/pack/pack_folder.h"
#include "core/pack/pack_limits.h"
#include "core/pack/pack_names.h"

namespace texeleton::pack {

namespace {

constexpr const char* kFormatName = "texeleton-inputs";
constexpr int kInputsVersion = 1;
constexpr std::size_t kMaxReads = 65536;
constexpr std::size_t kMaxPathBytes = 4096;

std::string hash(const JsonCursor& json, bool mayBeEmpty) {
  std::string text = packName(json, 64);
  const bool good = text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!good && !(mayBeEmpty && text.empty())) {
    json.fail(message("is not 64 hexadecimal digits"));
  }
  return text;
}

PackSource readOne(const JsonCursor& json, std::size_t number) {
  PackSource read;
  read.role = packName(json.at("role"));
  read.file = json.at("path").text(kMaxPathBytes);
  if (read.file.empty() || read.file.find('\0') != std::string::npos) {
    json.at("path").fail(message("names no file"));
  }
  if (json.has("of")) {
    // The number of an earlier file.
    read.of = static_cast<std::uint32_t>(json.at("of").integer(0, static_cast<std::int64_t>(number)));
  }
  read.sha256 = hash(json.at("sha256"), true);
  return read;
}

Result<PackInputs> inputsFromText(std::span<const std::byte> text, const std::string& manifestChecksum,
                                  const std::string& shownPath) {
  const auto parsed = parseJson(text, shownPath);
  TRY(parsed);
  Message problem;
  const JsonCursor json(*parsed, problem);
  json.at("format").expectText(kFormatName);
  json.at("version").integer(kInputsVersion, kInputsVersion);
  PackInputs inputs;
  inputs.build = hash(json.at("build"), false);
  inputs.settings = hash(json.at("settings"), false);
  json.at("reads").each(
      kMaxReads, [&reads = inputs.reads](const JsonCursor& read) { reads.push_back(readOne(read, reads.size())); });
  if (problem.empty() && (manifestChecksum.empty() || packName(json.at("manifest"), 64) != manifestChecksum)) {
    problem = message("belongs to another manifest");
  }
  if (!problem.empty()) {
    return fail(ErrorCode::BadFile, problem, shownPath);
  }
  return inputs;
}

Result<std::vector<std::byte>> readInputsFile(const std::filesystem::path& path, std::string& shownPath) {
  const auto place = findPackPlace(path);
  TRY(place);
  const auto folder = openPackFolder(*place);
  TRY(folder);
  shownPath = place->path() + "/" + kInputsFile;
  const auto file = InputFile::open(folder->get(), kInputsFile, shownPath);
  TRY(file);
  return file->readAll(kMaxManifestBytes);
}

}  // namespace

std::string inputsText(const PackInputs& inputs, const std::string& manifestChecksum) {
  nlohmann::ordered_json json = {{"format", kFormatName},        {"version", kInputsVersion},
                                 {"manifest", manifestChecksum}, {"build", inputs.build},
                                 {"settings", inputs.settings},  {"reads", nlohmann::ordered_json::array()}};
  for (const PackSource& read : inputs.reads) {
    nlohmann::ordered_json entry = {{"role", read.role}, {"path", read.file}};
    if (read.of != 0) {
      entry["of"] = read.of;
    }
    entry["sha256"] = read.sha256;
    json["reads"].push_back(std::move(entry));
  }
  return model::escapedJson(json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) + "\n";
}

Result<PackRecord> readPackRecord(const std::filesystem::path& path) {
  const auto text = readPackManifestText(path);
  TRY(text);
  auto manifest = readManifest(std::as_bytes(std::span(*text)), path.string());
  TRY(manifest);
  const auto sizes = packFileSizes(path);
  TRY(sizes);
  PackRecord record;
  for (ManifestFile& file : manifest->files) {
    for (const PackFileSize& size : *sizes) {
      if (size.file == file.name && size.bytes != file.bytes) {
        return fail(ErrorCode::BadFile, message("has %1 bytes, the manifest says %2", size.bytes, file.bytes),
                    path.string() + "/" + file.name);
      }
    }
    record.files.push_back({std::move(file.name), file.bytes, std::move(file.xxh3)});
  }
  std::string shownPath;
  const auto bytes = readInputsFile(path, shownPath);
  TRY(bytes);
  auto inputs = inputsFromText(*bytes, checksumIn(*text), shownPath);
  TRY(inputs);
  record.inputs = std::move(*inputs);
  record.pack = std::move(manifest->pack);
  return record;
}

}  // namespace texeleton::pack

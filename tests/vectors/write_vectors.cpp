// write_vectors FOLDER: rewrites the test vectors of run-times.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>

#include "tests/vectors/vectors.h"

namespace {

/// One value of an array per line, so that changes are readable. A file that differs only in last bits is kept.
void write(const std::filesystem::path& file, const texeleton::vectors::Json& json) {
  std::ifstream before(file, std::ios::binary);
  if (texeleton::vectors::agree(texeleton::vectors::Json::parse(before, nullptr, false), json, 1e-6)) {
    return;
  }
  std::ofstream out(file, std::ios::binary);
  out << "{";
  const char* separator = "\n";
  for (const auto& [key, value] : json.items()) {
    out << separator << "\"" << key << "\": ";
    separator = ",\n";
    if (!value.is_array()) {
      out << value.dump();
      continue;
    }
    out << "[";
    const char* between = "\n";
    for (const auto& element : value) {
      out << between << element.dump();
      between = ",\n";
    }
    out << "\n]";
  }
  out << "\n}\n";
  if (!out.flush()) {
    throw std::runtime_error(file.string() + " could not be written");
  }
}

}  // namespace

int main(int argumentCount, char** argumentValues) {
  if (argumentCount != 2) {
    std::fprintf(stderr, "usage: write_vectors FOLDER\n");
    return 2;
  }
  try {
    const std::filesystem::path folder = argumentValues[1];
    using namespace texeleton::vectors;
    write(folder / "ticker.json", tickerVectors());
    write(folder / "crowd.json", crowdVectors());
    write(folder / "schedule.json", scheduleVectors());
    write(folder / "root-motion.json", rootMotionVectors());
    write(folder / "canary.json", canaryVectors());
    bakePacks(folder);
    write(folder / "decoded.json", packVectors(folder));
    write(folder / "encodings.json", encodedPackVectors(folder));
    write(folder / "uneven.json", unevenPackVectors(folder));
    write(folder / "layers.json", layerVectors(folder));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}

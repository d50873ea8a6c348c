// write_ktx2 PACK FILE raw|zstandard: the texture of a pack as KTX2, for other readers.
#include <fstream>
#include <iostream>
#include <string_view>

#include "core/export/ktx2_write.h"
#include "core/pack/pack.h"

using namespace texeleton;

int main(int argumentCount, char** arguments) {
  if (argumentCount != 4) {
    std::cerr << "usage: write_ktx2 PACK FILE raw|zstandard\n";
    return 2;
  }
  JobContext job;
  const bool isPacked = std::string_view(arguments[3]) == "zstandard";
  const auto bytes = pack::readPack(arguments[1], job).and_then([&](const pack::Pack& pack) {
    return exporting::ktx2Bytes(pack.animation.texels,
                                isPacked ? exporting::Ktx2Compression::Zstandard : exporting::Ktx2Compression::None,
                                job);
  });
  if (!bytes) {
    std::cerr << describe(bytes.error()) << '\n';
    return 1;
  }
  std::ofstream file(arguments[2], std::ios::binary);
  file.write(bytes->data(), static_cast<std::streamsize>(bytes->size()));
  return file.good() ? 0 : 1;
}

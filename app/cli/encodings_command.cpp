// texeleton-cli encodings: lists the encodings of texels.

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "core/vat/encoding.h"
#include "core/vat/vat_words.h"

namespace texeleton::cli {

namespace {

const char* modeName(const vat::Encoding& encoding) { return wordOf(encoding.mode); }

bool isDefault(const vat::Encoding& encoding) { return &vat::encodingOf(encoding.mode) == &encoding; }

int runEncodings(bool json) {
  if (json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const vat::Encoding& encoding : vat::encodings()) {
      list.push_back(
          {{"name", encoding.name},
           {"mode", modeName(encoding)},
           {"default", isDefault(encoding)},
           {"texelsPerElement", encoding.texelsPerElement},
           {"pixelFormats", encoding.allowsFloat ? nlohmann::ordered_json(allWords<vat::PixelFormat>())
                                                 : nlohmann::ordered_json::array({wordOf(vat::PixelFormat::Rgba16F)})},
           {"summary", encoding.summary}});
    }
    std::printf("%s\n", list.dump(2).c_str());
    return kDone;
  }
  std::vector<std::vector<std::string>> rows = {{"encoding", "mode", "texels", "what they hold"}};
  for (const vat::Encoding& encoding : vat::encodings()) {
    rows.push_back({std::string(encoding.name) + (isDefault(encoding) ? " (default)" : ""), modeName(encoding),
                    std::to_string(encoding.texelsPerElement), encoding.summary});
  }
  std::printf("%s", formatTable(rows, {false, false, true, false}).c_str());
  return kDone;
}

}  // namespace

void addEncodingsCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("encodings", "Lists the encodings of texels (bake --encoding)");
  const auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "The list as JSON");
  command->callback([json, &action] { action = [json](const Console& /*console*/) { return runEncodings(*json); }; });
}

}  // namespace texeleton::cli

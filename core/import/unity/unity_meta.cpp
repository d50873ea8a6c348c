#include "core/import/unity/unity_meta.h"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/import/source_scene.h"
#include "core/import/unity/yaml_tree.h"
#include "core/model/model.h"
#include "core/model/names.h"

namespace texeleton::importing {

namespace {

constexpr double kMostUnityFrames = 1e7;
constexpr double kMostTime = 1e6;
constexpr std::size_t kMostClips = 4096;

const std::set<std::string_view> kWanted = {
    "ModelImporter",  "animations",   "clipAnimations",   "name", "takeName",     "firstFrame", "lastFrame",
    "wrapMode",       "loopTime",     "events",           "time", "functionName", "data",       "stringParameter",
    "floatParameter", "intParameter", "animationWrapMode"};

enum WrapMode { kWrapDefault = 0, kWrapOnce = 1, kWrapLoop = 2, kWrapPingPong = 4, kWrapClampForever = 8 };

/// Reads fields of one file; keeps the first error.
class MetaReader {
 public:
  Result<std::vector<UnityClip>> read(const YamlNode& root) {
    std::vector<UnityClip> clips;
    const YamlNode* const importer = root.kind == YamlNode::Kind::Map ? root.find("ModelImporter") : nullptr;
    if (root.kind != YamlNode::Kind::Map || (importer != nullptr && importer->kind != YamlNode::Kind::Map)) {
      return fail(ErrorCode::BadFile, "these are no import settings of Unity: a map is expected at the top");
    }
    if (importer == nullptr) {
      return clips;
    }
    const YamlNode* list = clipList(*importer);
    for (std::size_t i = 0; list != nullptr && i < list->items.size() && m_error.message.empty(); ++i) {
      clips.push_back(clip(list->items[i], "clipAnimations[" + std::to_string(i) + "]"));
    }
    if (!m_error.message.empty()) {
      return fail(std::move(m_error));
    }
    return clips;
  }

 private:
  const YamlNode* clipList(const YamlNode& importer) {
    const YamlNode* list = importer.find("clipAnimations");
    if (const YamlNode* const animations = importer.find("animations"); list == nullptr && animations != nullptr) {
      if (animations->kind == YamlNode::Kind::Map) {
        list = animations->find("clipAnimations");
        if (const YamlNode* const wrap = animations->find("animationWrapMode")) {
          m_defaultWrap = whole(*wrap, "animationWrapMode");
        }
      } else {
        list = animations;
      }
    }
    if (list == nullptr || isNothing(*list)) {
      return nullptr;
    }
    if (list->kind != YamlNode::Kind::List) {
      wrong(*list, "clipAnimations", message("must be a list of clips"));
      return nullptr;
    }
    if (list->items.size() > kMostClips) {
      m_error = {ErrorCode::Limit, message("has over %1 clips", kMostClips), {}};
      return nullptr;
    }
    return list;
  }

  UnityClip clip(const YamlNode& node, const std::string& place) {
    UnityClip result;
    if (node.kind != YamlNode::Kind::Map) {
      wrong(node, place, message("must be a clip with name, firstFrame and lastFrame"));
      return result;
    }
    result.name = model::harmlessName(text(node, "name", place, true));
    result.takeName = model::harmlessName(text(node, "takeName", place, false));
    result.firstFrame = required(node, "firstFrame", place, kMostUnityFrames);
    result.lastFrame = required(node, "lastFrame", place, kMostUnityFrames);
    if (result.lastFrame < result.firstFrame) {
      wrong(node, place + ".lastFrame", message("lies before firstFrame"));
    }
    readLoop(node, place, result);
    if (const YamlNode* const events = node.find("events"); events != nullptr && !isNothing(*events)) {
      if (events->kind != YamlNode::Kind::List) {
        wrong(*events, place + ".events", message("must be a list"));
        return result;
      }
      m_eventCount += events->items.size();
      if (m_eventCount > kMostEvents) {
        m_error = {ErrorCode::Limit, message("has over %1 events", kMostEvents), {}};
      }
      for (std::size_t i = 0; i < events->items.size() && m_error.message.empty(); ++i) {
        result.events.push_back(event(events->items[i], place + ".events[" + std::to_string(i) + "]"));
      }
    }
    return result;
  }

  void readLoop(const YamlNode& node, const std::string& place, UnityClip& clip) {
    const YamlNode* const time = node.find("loopTime");
    const YamlNode* const wrap = node.find("wrapMode");
    if (time != nullptr) {
      clip.loop = whole(*time, place + ".loopTime") != 0;
    }
    int mode = wrap != nullptr ? whole(*wrap, place + ".wrapMode") : kWrapDefault;
    mode = mode == kWrapDefault && time == nullptr ? m_defaultWrap : mode;
    if (mode == kWrapLoop || mode == kWrapPingPong) {
      clip.loop = true;
      clip.pingPong = mode == kWrapPingPong;
    } else if (!clip.loop && (mode == kWrapOnce || mode == kWrapClampForever)) {
      clip.loop = false;
    }
  }

  UnityEvent event(const YamlNode& node, const std::string& place) {
    UnityEvent result;
    if (node.kind != YamlNode::Kind::Map) {
      wrong(node, place, message("must be an event with time and functionName"));
      return result;
    }
    result.time = required(node, "time", place, kMostTime);
    result.functionName = model::harmlessName(text(node, "functionName", place, true));
    std::string data = text(node, "data", place, false);
    data = data.empty() ? text(node, "stringParameter", place, false) : data;
    const double real = optional(node, "floatParameter", place);
    const double integer = optional(node, "intParameter", place);
    const int given = (data.empty() ? 0 : 1) + (real != 0.0 ? 1 : 0) + (integer != 0.0 ? 1 : 0);
    if (given > 1) {
      nlohmann::ordered_json all;
      if (!data.empty()) {
        all["string"] = model::harmlessText(data);
      }
      if (real != 0.0) {
        all["float"] = real;
      }
      if (integer != 0.0) {
        all["int"] = static_cast<std::int64_t>(integer);
      }
      result.parameter = all.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    } else if (given == 1) {
      result.parameter = !data.empty() ? model::harmlessText(data) : numberText(real != 0.0 ? real : integer);
    }
    if (result.parameter.size() > model::kMaxParameterBytes) {
      wrong(node, place + ".data", message("is longer than %1 bytes", model::kMaxParameterBytes));
    }
    return result;
  }

  static std::string numberText(double value) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
  }

  /// Whether the value is empty, as in "clipAnimations:".
  static bool isNothing(const YamlNode& node) {
    return node.kind == YamlNode::Kind::Scalar && (node.text.empty() || node.text == "~" || node.text == "null");
  }

  void wrong(const YamlNode& node, const std::string& field, const Message& what) {
    if (m_error.message.empty()) {
      m_error = {ErrorCode::BadFile, message("line %1: %2 %3", node.line, field, what), {}};
    }
  }

  std::string text(const YamlNode& node, const char* key, const std::string& place, bool needed) {
    const YamlNode* const found = node.find(key);
    if (found != nullptr && found->kind != YamlNode::Kind::Scalar) {
      wrong(*found, place + "." + key, message("must be a text"));
    } else if (needed && (found == nullptr || found->text.empty())) {
      wrong(node, place + "." + key, message("is missing"));
    }
    return found != nullptr ? found->text : std::string();
  }

  double number(const YamlNode& node, const std::string& field, double most) {
    double value = 0.0;
    const char* const end = node.text.data() + node.text.size();
    const char* const begin = node.text.data() + (node.text.starts_with('+') ? 1 : 0);
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (node.kind != YamlNode::Kind::Scalar || error != std::errc() || stop != end || !std::isfinite(value)) {
      wrong(node, field, message("must be a number"));
      return 0.0;
    }
    if (std::abs(value) > most) {
      wrong(node, field, message("is too large"));
      return 0.0;
    }
    return value;
  }

  double required(const YamlNode& node, const char* key, const std::string& place, double most) {
    const YamlNode* const found = node.find(key);
    if (found == nullptr || (found->kind == YamlNode::Kind::Scalar && found->text.empty())) {
      wrong(node, place + "." + key, message("is missing"));
      return 0.0;
    }
    return number(*found, place + "." + key, most);
  }

  double optional(const YamlNode& node, const char* key, const std::string& place) {
    const YamlNode* const found = node.find(key);
    return found == nullptr || isNothing(*found) ? 0.0 : number(*found, place + "." + key, 1e38);
  }

  int whole(const YamlNode& node, const std::string& field) {
    const double value = number(node, field, 1e6);
    if (value != std::floor(value)) {
      wrong(node, field, message("must be a whole number"));
    }
    return static_cast<int>(value);
  }

  Error m_error{ErrorCode::BadFile, {}, {}};
  int m_defaultWrap = kWrapDefault;
  std::size_t m_eventCount = 0;
};

}  // namespace

Result<std::vector<UnityClip>> readUnityMeta(std::string_view text) {
  const Result<YamlNode> root = parseYaml(text, kWanted);
  TRY(root);
  return MetaReader().read(*root);
}

}  // namespace texeleton::importing

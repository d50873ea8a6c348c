#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/json_reader.h"
#include "core/import/gltf/gltf_parts.h"
#include "core/model/model.h"

namespace texeleton::importing {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostTextBytes = std::size_t{8} << 20;

/// The value of the first of `names` that the object has, or null.
const Json* find(const Json& object, std::initializer_list<const char*> names) {
  for (const char* const name : names) {
    if (const auto found = object.find(name); found != object.end()) {
      return &*found;
    }
  }
  return nullptr;
}

std::optional<double> finite(const Json* json) {
  if (json == nullptr || !json->is_number()) {
    return std::nullopt;
  }
  const double value = json->get<double>();
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// A text, or a number or flag as JSON text; nullopt for other values.
std::optional<std::string> parameterOf(const Json* json) {
  if (json == nullptr || json->is_null()) {
    return std::string();
  }
  std::string text = json->is_string()                         ? json->get<std::string>()
                     : json->is_number() || json->is_boolean() ? json->dump()
                                                               : std::string();
  const bool fits = !json->is_structured() && text.size() <= model::kMaxParameterBytes;
  return fits ? std::optional(std::move(text)) : std::nullopt;
}

class ExtrasReader {
 public:
  ExtrasReader(SourceClip& clip, double rate) : m_clip(clip), m_rate(rate) {}

  std::size_t refused() const { return m_refused; }

  void events(const Json& json) {
    if (json.is_array()) {
      for (const Json& event : json) {
        add(event);
      }
    } else if (json.is_object()) {  // {"footstep_l": 0.2, "footstep_r": [0.1, 0.7]}
      for (const auto& [name, times] : json.items()) {
        if (times.is_array()) {
          for (const Json& time : times) {
            add(name, finite(&time), std::string());
          }
        } else {
          add(name, finite(&times), std::string());
        }
      }
    } else {
      ++m_refused;
    }
  }

 private:
  void add(const Json& event) {
    if (!event.is_object()) {
      ++m_refused;
      return;
    }
    const Json* const name = find(event, {"name", "event", "functionName"});
    std::optional<double> time = finite(find(event, {"timeSeconds", "time"}));
    if (const auto frame = finite(find(event, {"frame"})); !time && frame) {
      time = *frame / m_rate;
    }
    add(name != nullptr && name->is_string() ? name->get<std::string>() : std::string(), time,
        parameterOf(find(event, {"parameter", "value", "data"})));
  }

  void add(const std::string& name, std::optional<double> time, std::optional<std::string> parameter) {
    if (name.empty() || !time || !parameter || m_clip.events.size() >= kMostEvents) {
      ++m_refused;
      return;
    }
    m_clip.events.push_back({name, *time, std::move(*parameter)});
  }

  SourceClip& m_clip;
  double m_rate;
  std::size_t m_refused = 0;
};

/// The value itself, or the JSON that its text holds.
std::optional<Json> unwrapped(const Json& json) {
  if (!json.is_string()) {
    return json;
  }
  auto parsed = parseJson(json.get_ref<const std::string&>(), "", kMostTextBytes);
  return parsed ? std::optional(std::move(*parsed)) : std::nullopt;
}

}  // namespace

void readGltfAnimationExtras(const std::string& extras, const Message& what, SourceClip& clip, JobContext& job) {
  const auto parsed = parseJson(extras, "");
  if (!parsed || !parsed->is_object()) {
    return;
  }
  const Json& json = *parsed;
  if (const Json* const loop = find(json, {"loop"})) {  // Blender writes flags as numbers.
    if (loop->is_boolean()) {
      clip.loopHint = loop->get<bool>();
    } else if (const auto number = finite(loop); number && (*number == 0.0 || *number == 1.0)) {
      clip.loopHint = *number == 1.0;
    }
  }
  const Json* const events = find(json, {"events"});
  if (events == nullptr) {
    return;
  }
  const double rate = finite(find(json, {"fps"})).value_or(model::kDefaultRateHz);
  ExtrasReader reader(clip, rate > 0.0 ? rate : model::kDefaultRateHz);
  const std::optional<Json> plain = unwrapped(*events);
  if (plain) {
    reader.events(*plain);
  }
  if (!plain || reader.refused() != 0) {
    job.warn(plain
                 ? message(reader.refused() == 1
                               ? "%1: %2 entry of \"events\" in its extras cannot be read as events and was left out"
                               : "%1: %2 entries of \"events\" in its extras cannot be read as events and was left out",
                           what, reader.refused())
                 : message("%1: the text of \"events\" in its extras cannot be read as events and was left out", what));
  }
}

}  // namespace texeleton::importing

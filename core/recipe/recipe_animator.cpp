#include "core/animator/controller.h"
#include "core/recipe/json_fields.h"
#include "core/recipe/recipe_rules.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace texeleton::recipe {

namespace {

constexpr NumberRange kAny{-1e9, 1e9};
constexpr NumberRange kShareRange{0.0, 1.0};

std::string needed(JsonFields& fields, const char* key, const char* what) {
  std::string name = fields.name(key).value_or("");
  if (name.empty()) {
    fields.mistake(key, message(what));
  }
  return name;
}

std::optional<glm::dvec3> readPlace(JsonFields& fields, const char* key) {
  const Json* const json = fields.find(key);
  if (json == nullptr) {
    return std::nullopt;
  }
  glm::dvec3 place(0.0);
  if (!json->is_array() || json->size() != 3) {
    fields.mistake(key, message("must be a place in metres: [x, y, z]"));
    return std::nullopt;
  }
  for (int i = 0; i < 3; ++i) {
    const Json& number = (*json)[static_cast<std::size_t>(i)];
    place[i] = number.is_number() ? number.get<double>() : 2.0 * kAny.most;
    if (!(place[i] >= kAny.least && place[i] <= kAny.most)) {
      fields.mistake(std::string(key) + "[" + std::to_string(i) + "]", message("must be a number of metres"));
      return std::nullopt;
    }
  }
  return place;
}

animator::SetupParameter readParameter(JsonFields fields) {
  animator::SetupParameter parameter;
  parameter.what.name = needed(fields, "name", said("must be the parameter's name"));
  parameter.what.kind = fields.word<animator::ParameterKind>("kind").value_or(animator::ParameterKind::Number);
  parameter.what.initial = fields.number("initial", kAny).value_or(0.0);
  parameter.least = fields.number("min", kAny).value_or(0.0);
  parameter.most = fields.number("max", kAny).value_or(1.0);
  parameter.unknown = fields.unknown();
  return parameter;
}

animator::SetupLayer readLayer(JsonFields fields) {
  animator::SetupLayer layer;
  layer.name = needed(fields, "name", said("must be the layer's name"));
  layer.mask = fields.name("mask").value_or("");
  layer.weight = fields.number("weight", kShareRange).value_or(1.0);
  layer.parameter = fields.name("parameter").value_or("");
  layer.additive = fields.flag("additive").value_or(false);
  layer.initial = fields.name("initial").value_or("");
  layer.unknown = fields.unknown();
  return layer;
}

animator::SetupClip readChild(JsonFields fields) {
  animator::SetupClip clip;
  clip.clip = needed(fields, "clip", said("must be the name of a clip"));
  clip.x = fields.number("x", kAny).value_or(0.0);
  clip.y = fields.number("y", kAny).value_or(0.0);
  clip.unknown = fields.unknown();
  return clip;
}

animator::SetupState readState(JsonFields fields, JsonReading& reading) {
  animator::SetupState state;
  state.name = needed(fields, "name", said("must be the state's name"));
  fields.list("clips", [&](const Json& json, const std::string& place) {
    state.clips.push_back(readChild(JsonFields(json, place, reading)));
  });
  state.parameterX = fields.name("x").value_or("");
  state.parameterY = fields.name("y").value_or("");
  state.speed = fields.number("speed", {-1000.0, 1000.0}).value_or(1.0);
  state.loop = fields.flag("loop");
  state.layer = fields.name("layer").value_or("");
  state.unknown = fields.unknown();
  return state;
}

animator::SetupCondition readCondition(JsonFields fields) {
  animator::SetupCondition condition;
  condition.parameter = needed(fields, "parameter", said("must be the name of a parameter"));
  condition.compare = fields.word<animator::Compare>("is").value_or(animator::Compare::IsSet);
  condition.value = fields.number("value", kAny).value_or(0.0);
  condition.unknown = fields.unknown();
  return condition;
}

animator::SetupTransition readTransition(JsonFields fields, JsonReading& reading) {
  animator::SetupTransition transition;
  transition.from = fields.name("from").value_or("");
  transition.to = needed(fields, "to", said("must be the name of a state"));
  transition.fadeSeconds = fields.number("fade", {0.0, 60.0}).value_or(transition.fadeSeconds);
  transition.startFraction = fields.number("start", kShareRange).value_or(0.0);
  transition.exitFraction = fields.number("exit", kShareRange);
  fields.list("when", [&](const Json& json, const std::string& place) {
    transition.conditions.push_back(readCondition(JsonFields(json, place, reading)));
  });
  transition.unknown = fields.unknown();
  return transition;
}

animator::SetupLimb readLimb(JsonFields fields) {
  animator::SetupLimb limb;
  limb.root = needed(fields, "root", said("must be the node at the limb's root, as a shoulder or hip"));
  limb.middle = needed(fields, "middle", said("must be the node in the limb's middle, as an elbow or knee"));
  limb.end = needed(fields, "end", said("must be the node at the limb's end, as a wrist or ankle"));
  limb.name = fields.name("name").value_or(limb.end);
  limb.target = readPlace(fields, "target").value_or(glm::dvec3(0.0));
  limb.targetNode = fields.name("targetNode").value_or("");
  limb.pole = readPlace(fields, "pole");
  limb.weight = fields.number("weight", kShareRange).value_or(1.0);
  limb.unknown = fields.unknown();
  return limb;
}

animator::SetupGaze readGaze(JsonFields fields) {
  animator::SetupGaze gaze;
  gaze.node = needed(fields, "node", said("must be the name of a node"));
  gaze.target = readPlace(fields, "target");
  gaze.maxDegrees = fields.number("maxDegrees", {0.0, 180.0}).value_or(gaze.maxDegrees);
  gaze.weight = fields.number("weight", kShareRange).value_or(1.0);
  gaze.unknown = fields.unknown();
  return gaze;
}

Json placeToJson(const glm::dvec3& place) {
  return Json::array({numberToJson(place.x), numberToJson(place.y), numberToJson(place.z)});
}

template <class T, class F>
void putList(Json& json, const char* key, const std::vector<T>& values, const F& toJson) {
  for (const T& value : values) {
    json[key].push_back(toJson(value));
  }
}

void putText(Json& json, const char* key, const std::string& text) {
  if (!text.empty()) {
    json[key] = text;
  }
}

Json layerToJson(const animator::SetupLayer& layer, JsonWriting& writing) {
  Json json = {{"name", layer.name}};
  putText(json, "mask", layer.mask);
  json["weight"] = numberToJson(layer.weight);
  putText(json, "parameter", layer.parameter);
  if (layer.additive) {
    json["additive"] = true;
  }
  putText(json, "initial", layer.initial);
  return writing.withUnknown(std::move(json), layer.unknown);
}

Json stateToJson(const animator::SetupState& state, JsonWriting& writing) {
  Json json = {{"name", state.name}};
  putList(json, "clips", state.clips, [&](const animator::SetupClip& clip) {
    Json child = {{"clip", clip.clip}};
    if (state.clips.size() > 1 || clip.x != 0.0) {
      child["x"] = numberToJson(clip.x);
    }
    if (!state.parameterY.empty() || clip.y != 0.0) {
      child["y"] = numberToJson(clip.y);
    }
    return writing.withUnknown(std::move(child), clip.unknown);
  });
  putText(json, "x", state.parameterX);
  putText(json, "y", state.parameterY);
  json["speed"] = numberToJson(state.speed);
  if (state.loop) {
    json["loop"] = *state.loop;
  }
  putText(json, "layer", state.layer);
  return writing.withUnknown(std::move(json), state.unknown);
}

Json transitionToJson(const animator::SetupTransition& transition, JsonWriting& writing) {
  Json json = Json::object();
  putText(json, "from", transition.from);
  json["to"] = transition.to;
  json["fade"] = numberToJson(transition.fadeSeconds);
  if (transition.startFraction != 0.0) {
    json["start"] = numberToJson(transition.startFraction);
  }
  if (transition.exitFraction) {
    json["exit"] = numberToJson(*transition.exitFraction);
  }
  putList(json, "when", transition.conditions, [&](const animator::SetupCondition& condition) {
    Json when = {{"parameter", condition.parameter}, {"is", wordOf(condition.compare)}};
    if (condition.compare == animator::Compare::Greater || condition.compare == animator::Compare::Less ||
        condition.value != 0.0) {
      when["value"] = numberToJson(condition.value);
    }
    return writing.withUnknown(std::move(when), condition.unknown);
  });
  return writing.withUnknown(std::move(json), transition.unknown);
}

Json limbToJson(const animator::SetupLimb& limb, JsonWriting& writing) {
  Json json = {{"name", limb.name}, {"root", limb.root}, {"middle", limb.middle}, {"end", limb.end}};
  json["target"] = placeToJson(limb.target);
  putText(json, "targetNode", limb.targetNode);
  if (limb.pole) {
    json["pole"] = placeToJson(*limb.pole);
  }
  json["weight"] = numberToJson(limb.weight);
  return writing.withUnknown(std::move(json), limb.unknown);
}

}  // namespace

void readValue(const Json& json, const std::string& place, JsonReading& reading, animator::AnimatorSetup& setup) {
  JsonFields fields(json, place, reading);
  const auto list = [&](const char* key, const auto& read) {
    fields.list(key, [&](const Json& each, const std::string& where) { read(JsonFields(each, where, reading)); });
  };
  list("parameters", [&](const JsonFields& f) { setup.parameters.push_back(readParameter(f)); });
  list("layers", [&](const JsonFields& f) { setup.layers.push_back(readLayer(f)); });
  list("states", [&](const JsonFields& f) { setup.states.push_back(readState(f, reading)); });
  setup.initial = fields.name("initial").value_or("");
  list("transitions", [&](const JsonFields& f) { setup.transitions.push_back(readTransition(f, reading)); });
  list("limbs", [&](const JsonFields& f) { setup.limbs.push_back(readLimb(f)); });
  list("gazes", [&](const JsonFields& f) { setup.gazes.push_back(readGaze(f)); });
  setup.unknown = fields.unknown();
}

Json writeValue(const animator::AnimatorSetup& setup, JsonWriting& writing) {
  Json json = Json::object();
  putList(json, "parameters", setup.parameters, [&](const animator::SetupParameter& parameter) {
    Json each = {{"name", parameter.what.name}, {"kind", wordOf(parameter.what.kind)}};
    each["initial"] = numberToJson(parameter.what.initial);
    if (parameter.what.kind == animator::ParameterKind::Number || parameter.least != 0.0 || parameter.most != 1.0) {
      each["min"] = numberToJson(parameter.least);
      each["max"] = numberToJson(parameter.most);
    }
    return writing.withUnknown(std::move(each), parameter.unknown);
  });
  putList(json, "layers", setup.layers, [&](const animator::SetupLayer& layer) { return layerToJson(layer, writing); });
  putList(json, "states", setup.states, [&](const animator::SetupState& state) { return stateToJson(state, writing); });
  putText(json, "initial", setup.initial);
  putList(json, "transitions", setup.transitions,
          [&](const animator::SetupTransition& transition) { return transitionToJson(transition, writing); });
  putList(json, "limbs", setup.limbs, [&](const animator::SetupLimb& limb) { return limbToJson(limb, writing); });
  putList(json, "gazes", setup.gazes, [&](const animator::SetupGaze& gaze) {
    Json each = {{"node", gaze.node}};
    if (gaze.target) {
      each["target"] = placeToJson(*gaze.target);
    }
    each["maxDegrees"] = numberToJson(gaze.maxDegrees);
    each["weight"] = numberToJson(gaze.weight);
    return writing.withUnknown(std::move(each), gaze.unknown);
  });
  return writing.withUnknown(std::move(json), setup.unknown);
}

Json valueSchema(SchemaOf<animator::AnimatorSetup> /*of*/) {
  return Json::parse(R"({
 "type": "object",
 "properties": {
  "parameters": {
   "type": "array",
   "items": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "description": "Its name."
     },
     "kind": {
      "enum": [
       "number",
       "flag",
       "trigger"
      ],
      "description": "trigger: a flag that is reset by the transition that it starts."
     },
     "initial": {
      "type": "number",
      "minimum": -1000000000,
      "maximum": 1000000000,
      "description": "Its value at the start."
     },
     "min": {
      "type": "number",
      "minimum": -1000000000,
      "maximum": 1000000000,
      "description": "Lower end of the slider."
     },
     "max": {
      "type": "number",
      "minimum": -1000000000,
      "maximum": 1000000000,
      "description": "Upper end of the slider."
     }
    },
    "required": [
     "name"
    ]
   }
  },
  "layers": {
   "type": "array",
   "items": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "description": "Its name."
     },
     "mask": {
      "type": "string",
      "maxLength": 255,
      "description": "A mask of the bake; left out: all bones."
     },
     "weight": {
      "type": "number",
      "minimum": 0,
      "maximum": 1,
      "description": "0: the layers below alone."
     },
     "parameter": {
      "type": "string",
      "maxLength": 255,
      "description": "A number, limited to 0 to 1, by which the weight is multiplied."
     },
     "additive": {
      "type": "boolean",
      "description": "Adds the difference of each clip from its first frame; left out: replaces the layers below."
     },
     "initial": {
      "type": "string",
      "maxLength": 255,
      "description": "The state that it begins in; left out: its first."
     }
    },
    "required": [
     "name"
    ]
   },
   "description": "Played above the base in this order, each on the bones of its mask."
  },
  "states": {
   "type": "array",
   "items": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "description": "Its name."
     },
     "clips": {
      "type": "array",
      "items": {
       "type": "object",
       "properties": {
        "clip": {
         "type": "string",
         "minLength": 1,
         "maxLength": 255,
         "description": "A clip of the pack."
        },
        "x": {
         "type": "number",
         "minimum": -1000000000,
         "maximum": 1000000000,
         "description": "The parameter value at which this clip is played alone."
        },
        "y": {
         "type": "number",
         "minimum": -1000000000,
         "maximum": 1000000000,
         "description": "The same for the second parameter."
        }
       },
       "required": [
        "clip"
       ]
      },
      "description": "One: that clip. Several: a blend tree. None: the layer shows what is below it."
     },
     "x": {
      "type": "string",
      "maxLength": 255,
      "description": "The number that controls a blend tree."
     },
     "y": {
      "type": "string",
      "maxLength": 255,
      "description": "A second one: the blend tree has two dimensions."
     },
     "speed": {
      "type": "number",
      "minimum": -1000,
      "maximum": 1000,
      "description": "Factor; negative plays backward."
     },
     "loop": {
      "type": "boolean",
      "description": "Left out: as its first clip."
     },
     "layer": {
      "type": "string",
      "maxLength": 255,
      "description": "The layer that it belongs to; left out: the base."
     }
    },
    "required": [
     "name"
    ]
   }
  },
  "initial": {
   "type": "string",
   "maxLength": 255,
   "description": "The state that it begins in; left out: the first."
  },
  "transitions": {
   "type": "array",
   "items": {
    "type": "object",
    "properties": {
     "from": {
      "type": "string",
      "maxLength": 255,
      "description": "State; left out: any state of the layer."
     },
     "to": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "description": "State."
     },
     "fade": {
      "type": "number",
      "minimum": 0,
      "maximum": 60,
      "description": "Seconds of the cross-fade; left out: 0.2."
     },
     "start": {
      "type": "number",
      "minimum": 0,
      "maximum": 1,
      "description": "Where the new state begins, as a share of its length."
     },
     "exit": {
      "type": "number",
      "minimum": 0,
      "maximum": 1,
      "description": "Only when the old state passes this share of its length."
     },
     "when": {
      "type": "array",
      "items": {
       "type": "object",
       "properties": {
        "parameter": {
         "type": "string",
         "minLength": 1,
         "maxLength": 255,
         "description": "Parameter."
        },
        "is": {
         "enum": [
          "greater",
          "less",
          "set",
          "unset"
         ]
        },
        "value": {
         "type": "number",
         "minimum": -1000000000,
         "maximum": 1000000000,
         "description": "For greater and less."
        }
       },
       "required": [
        "parameter"
       ]
      },
      "description": "All of them must hold."
     }
    },
    "required": [
     "to"
    ]
   },
   "description": "Tried in this order; the first that holds is taken."
  },
  "limbs": {
   "type": "array",
   "items": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "maxLength": 255,
      "description": "Left out: the name of its end."
     },
     "root": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "description": "Node: shoulder or hip."
     },
     "middle": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "description": "Node: elbow or knee."
     },
     "end": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "description": "Node: wrist or ankle."
     },
     "target": {
      "type": "array",
      "items": {
       "type": "number"
      },
      "minItems": 3,
      "maxItems": 3,
      "description": "Where the end goes, in metres, in the character's space or that of targetNode."
     },
     "targetNode": {
      "type": "string",
      "maxLength": 255,
      "description": "A node that the target moves with."
     },
     "pole": {
      "type": "array",
      "items": {
       "type": "number"
      },
      "minItems": 3,
      "maxItems": 3,
      "description": "Where the middle joint points to; left out: the limb bends as in the clip."
     },
     "weight": {
      "type": "number",
      "minimum": 0,
      "maximum": 1,
      "description": "0: the clip alone."
     }
    },
    "required": [
     "root",
     "middle",
     "end"
    ]
   },
   "description": "Two-bone inverse kinematics, applied in order after the pose of the states."
  },
  "gazes": {
   "type": "array",
   "items": {
    "type": "object",
    "properties": {
     "node": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "description": "The node that turns."
     },
     "target": {
      "type": "array",
      "items": {
       "type": "number"
      },
      "minItems": 3,
      "maxItems": 3,
      "description": "Where it looks, in metres, in the character's space; left out: at the camera."
     },
     "maxDegrees": {
      "type": "number",
      "minimum": 0,
      "maximum": 180,
      "description": "It turns no farther from the clip's pose."
     },
     "weight": {
      "type": "number",
      "minimum": 0,
      "maximum": 1,
      "description": "0: the clip alone."
     }
    },
    "required": [
     "node"
    ]
   },
   "description": "Nodes that turn to the camera or to a target, after the limbs."
  }
 }
})");
}

}  // namespace texeleton::recipe

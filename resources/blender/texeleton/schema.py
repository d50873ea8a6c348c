"""The settings of a bake as Blender properties, made from the schema of recipes in the package."""
import json
import os
import re

from bpy.props import BoolProperty, EnumProperty, FloatProperty, IntProperty, StringProperty

# Shown first in the panel; all others are under "All settings".
FIRST = ("mode", "maxError", "fps", "expose")
SEPARATOR = ";"


def schema_path():
    here = os.path.dirname(os.path.abspath(__file__))
    # In the source tree the schema is in docs.
    places = (os.path.join(here, "recipe.schema.json"), os.path.join(here, "..", "..", "..", "docs", "recipe.schema.json"))
    return next(place for place in places if os.path.isfile(place))


def words(key):
    """Returns "Max error" for "maxError"."""
    text = re.sub(r"([A-Z])", lambda match: " " + match.group(1).lower(), key)
    return text[0].upper() + text[1:]


class Field:
    """A setting: its path in `bake` of a recipe, and its property."""

    def __init__(self, path, schema):
        self.path, self.schema = path, schema
        self.name = "bake_" + "_".join(path)
        self.used = "use_" + self.name  # False: not in the recipe.
        self.label = words(path[-1])
        self.is_list = schema.get("type") == "array"

    def properties(self, changed):
        about = {"name": self.label, "description": self.schema.get("description", ""), "update": changed}
        schema, kind = self.schema, self.schema.get("type")
        default = schema.get("default")
        if "enum" in schema:
            values = [value for value in schema["enum"] if isinstance(value, str)]
            made = EnumProperty(items=[(value, words(value), "") for value in values], default=default or values[0], **about)
        elif kind == "boolean":
            made = BoolProperty(default=bool(default), **about)
        elif kind in ("integer", "number"):
            low, high = schema.get("minimum", schema.get("exclusiveMinimum", 0)), schema["maximum"]
            if kind == "integer":
                made = IntProperty(default=default or low, min=low, max=high, **about)
            else:
                made = FloatProperty(default=default or (30.0 if self.path == ("fps",) else 0.0), min=low, max=high, **about)
        else:
            made = StringProperty(**about)
        return {self.name: made, self.used: BoolProperty(name=self.label, description=about["description"], update=changed)}

    def read(self, owner, bake):
        """Reads a recipe into the properties."""
        value = bake
        for key in self.path:
            value = value.get(key) if isinstance(value, dict) else None
        if self.is_list and value is not None:
            value = SEPARATOR.join(str(each) for each in value if not isinstance(each, dict))
        elif "enum" in self.schema:
            value = {True: "on", False: "off"}.get(value, value) if isinstance(value, bool) else value
            value = value if value in self.schema["enum"] else None
        elif "anyOf" in self.schema and value is not None:
            value = str(value)
        setattr(owner, self.used, value is not None)
        if value is not None:
            try:
                setattr(owner, self.name, value)
            except TypeError:  # Its type is not that of the schema; the program reports it.
                setattr(owner, self.used, False)

    def write(self, owner, bake):
        """Writes the properties to a recipe."""
        if not getattr(owner, self.used):
            holder = bake
            for key in self.path[:-1]:
                holder = holder.get(key, {})
            holder.pop(self.path[-1], None)
            return
        for key in self.path[:-1]:
            bake = bake.setdefault(key, {})
        value = getattr(owner, self.name)
        if self.is_list:
            parts = [part.strip() for part in value.split(SEPARATOR) if part.strip()]
            # Entries that are not texts (such as a pattern that ignores case) are kept.
            others = [each for each in bake.get(self.path[-1], []) if isinstance(each, dict)]
            value = [float(part) for part in parts] if self.schema["items"].get("type") == "number" else parts + others
        elif "anyOf" in self.schema:
            value = float(value) if re.fullmatch(r"\d+(\.\d*)?", value.strip()) else value.strip()
        elif isinstance(value, float):
            value = float(f"{value:.6g}")
        bake[self.path[-1]] = value


def takes_texts(schema):
    items = schema.get("items", {})
    kinds = [items] + items.get("anyOf", [])
    return any(kind.get("type") in ("string", "number") for kind in kinds)


def fields_of(schema, path=()):
    """All settings that are one value or a list of texts; others are preserved in the recipe."""
    found = []
    for key, entry in schema["properties"].items():
        if entry.get("type") == "object" and "properties" in entry:
            found += fields_of(entry, (*path, key))
        elif entry.get("type") != "array" or takes_texts(entry):
            if entry.get("type") != "object":
                found.append(Field((*path, key), entry))
    return found


with open(schema_path(), encoding="utf-8") as schema_file:
    FIELDS = fields_of(json.load(schema_file)["properties"]["bake"])
FIELD_OF = {field.name: field for field in FIELDS}

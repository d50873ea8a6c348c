"""An example: a hundred instances in the open level. Blueprints and C++ can do the same at run time."""

import unreal

from . import importer, settings


def layer_data(description, mask, clip, start, speed=1.0, fade=0.0, hold=False):
    """The eight floats, after the first thirteen, of a layer: a clip (its index) on the bones of a mask (its name), from `start`
    (seconds). A clip that plays once fades out over `fade` seconds before its end, unless `hold` is set."""
    masks = {entry["name"]: entry["texel"] for entry in description["masks"]}
    if mask not in masks:
        raise ValueError("there is no mask '%s' in this character; it has: %s" % (mask, ", ".join(masks) or "none"))
    played = description["clips"][clip]
    end = 0.0
    if not played["loop"] and not hold and speed != 0.0:
        end = max(start + played["lengthSeconds"] / abs(speed) - fade, start + 1.0 / 1024.0)
    return [float(value) for value in (clip, start, speed, masks[mask], start, fade, end, fade if end else 0.0)]


def instance_data(clip, start=0.0, speed=1.0, tint=(1.0, 1.0, 1.0), palette=0.0, stepped=False, fade=None, layer=None):
    """The custom data of one instance. fade: (clip, start, speed, begin, seconds) of the outgoing clip; layer: the result
    of layer_data(), for characters with masks."""
    before = fade if fade is not None else (-1.0, 0.0, 1.0, 0.0, 0.0)
    return [float(value) for value in (clip, start, speed, *before, *tint, palette, 1.0 if stepped else 0.0, *(layer or ()))]


def add_crowd(description_file, content, count=100):
    place = importer.Place(description_file, content)
    mesh = importer.load(place.owned(place.description["meshes"][0]["asset"]))
    if mesh is None:
        raise RuntimeError("%s is not in the project: run NAME.import.py first" % place.own)
    clips = place.description["clips"]
    floats = len(settings.INSTANCE_DATA) if place.description["masks"] else settings.PLAIN_DATA

    def data(index):
        clip = index % len(clips)
        plain = instance_data(clip, -0.37 * index if clips[clip]["loop"] else 0.0)  # Loops start at different times.
        return plain + [0.0] * (floats - len(plain))

    return place_crowd(place, mesh, count, floats, data)


def place_crowd(place, mesh, count, floats, data):
    """An actor with `count` instances of the mesh in a square; `data(index)`: the custom data of one."""
    actors = unreal.get_editor_subsystem(unreal.EditorActorSubsystem)
    actor = actors.spawn_actor_from_class(unreal.Actor, unreal.Vector(0.0, 0.0, 0.0))
    actor.set_actor_label("Texeleton crowd: " + place.description["character"])
    component = add_component(actor, unreal.InstancedStaticMeshComponent)
    component.set_editor_property("static_mesh", mesh)
    settings.apply(component, settings.crowd(floats))
    component.set_num_custom_data_floats(floats)
    side = max(1, int(count ** 0.5 + 0.5))
    bounds = place.description["bounds"]
    step = 1.2 * max(bounds["max"][0] - bounds["min"][0], bounds["max"][1] - bounds["min"][1], 50.0)
    for index in range(count):
        place_of = unreal.Vector((index % side - side // 2) * step, (index // side) * step, 0.0)
        number = component.add_instance(unreal.Transform(location=place_of, rotation=unreal.Rotator(0.0, 0.0, 0.0),
                                                         scale=unreal.Vector(1.0, 1.0, 1.0)), False)
        for key, value in enumerate(data(index)):
            component.set_custom_data_value(number, key, value, index == count - 1)
    return actor


def add_component(actor, kind):
    """A component that is saved with the level."""
    subobjects = unreal.get_engine_subsystem(unreal.SubobjectDataSubsystem)
    root = subobjects.k2_gather_subobject_data_for_instance(actor)[0]
    parameters = unreal.AddNewSubobjectParams()
    settings.apply(parameters, {"parent_handle": root, "new_class": kind.static_class()})
    handle, failure = subobjects.add_new_subobject(parameters)
    if not str(failure) == "":
        raise RuntimeError("Unreal did not add the component: %s" % failure)
    data = unreal.SubobjectDataBlueprintFunctionLibrary.get_data(handle)
    return unreal.SubobjectDataBlueprintFunctionLibrary.get_object(data)

"""The recipe beside the .blend: NAME.texeleton. Settings that the panel does not show are preserved."""
import json
import os


def recipe_path(blend):
    return os.path.splitext(blend)[0] + ".texeleton"


def scene_folder(blend):
    """The folder for meshes, clips and caches, beside the recipe."""
    return os.path.splitext(blend)[0] + ".scene"


def read(path):
    if not os.path.isfile(path):
        return {"format": "texeleton-recipe", "version": 1}
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def write(path, recipe):
    """Writes atomically, so that a program that watches the file never sees half of it."""
    beside = path + ".part"
    with open(beside, "w", encoding="utf-8") as file:
        json.dump(recipe, file, indent=2, ensure_ascii=False)
        file.write("\n")
    os.replace(beside, path)


def with_sources(recipe, folder, done):
    """Replaces the sources by the written files; sources of other kinds are kept."""
    others = [source for source in recipe.get("sources", []) if source.get("role", "model") not in ("model", "cache")]
    model = {"path": f"{folder}/{done['model']}", "role": "model"}
    caches = [{"path": f"{folder}/{cache['path']}", "role": "cache", "mesh": cache["mesh"], "fps": done["fps"]}
              for cache in done["caches"]]
    # The model stays first, so that clips' source indices stay valid if there is no cache.
    recipe["sources"] = [model, *others, *caches]
    listed = recipe.get("clips")
    if listed is not None:
        there = [clip["name"] for clip in done["clips"]]
        kept = [clip for clip in listed if clip.get("source") or clip.get("sourceName") in there]
        named = {clip.get("sourceName") for clip in kept}
        kept += [{"sourceName": name} for name in there if name not in named]
        for clip in kept:
            if not clip.get("source"):
                clip.pop("index", None)  # Its index may have changed.
        recipe["clips"] = kept
    return recipe

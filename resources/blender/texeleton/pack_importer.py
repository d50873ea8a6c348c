"""The importer of packs, which is also part of exports for Blender."""
import importlib.util
import os


def load_importer():
    here = os.path.dirname(os.path.abspath(__file__))
    # In the source tree it is in resources/engines.
    places = (os.path.join(here, "texeleton_import.py"),
              os.path.join(here, "..", "..", "engines", "blender", "texeleton_import.py"))
    path = next(place for place in places if os.path.isfile(place))
    spec = importlib.util.spec_from_file_location("texeleton_pack_importer", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

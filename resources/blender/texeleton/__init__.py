"""Texeleton for Blender, 3.4 and later: bakes animation into textures from the 3D view's sidebar. MIT licence."""
bl_info = {
    "name": "Texeleton",
    "author": "The Texeleton authors",
    "version": (0, 1, 0),
    "blender": (3, 4, 0),
    "location": "3D View > Sidebar > Texeleton",
    "description": "Bakes animation into textures for game engines",
    "category": "Import-Export",
}


def register():
    import bpy

    from . import operators, panel, properties, translations
    bpy.app.translations.register(__package__, translations.LANGUAGES)
    properties.register()
    for each in (*operators.CLASSES, *panel.CLASSES):
        bpy.utils.register_class(each)


def unregister():
    import bpy

    from . import operators, panel, properties
    if operators.is_running():
        operators.job.cancel()
    for each in reversed((*operators.CLASSES, *panel.CLASSES)):
        bpy.utils.unregister_class(each)
    properties.unregister()
    bpy.app.translations.unregister(__package__)

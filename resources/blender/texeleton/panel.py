"""The panel in the sidebar of the 3D view."""
import os
import textwrap

import bpy
from bpy.app.translations import pgettext_iface as translated
from bpy.props import StringProperty

from . import operators
from .program import INSTALL, find
from .schema import FIELD_OF, FIELDS, FIRST


def size_text(count):
    return f"{count / 1e6:.2f} MB" if count >= 1e6 else f"{count / 1e3:.1f} kB"


def say(layout, context, text, icon="NONE"):
    """Draws a text, wrapped to the width of the panel."""
    width = max(20, int(context.region.width / (8 * context.preferences.system.ui_scale)))
    column = layout.column(align=True)
    for number, line in enumerate(textwrap.wrap(text, width) or [""]):
        column.label(text=line, icon=icon if number == 0 else "BLANK1", translate=False)


def setting(layout, own, field):
    row = layout.row(align=True)
    row.prop(own, field.used)
    value = row.row(align=True)
    value.active = getattr(own, field.used)
    value.prop(own, field.name, text="")
    return row


class TEXELETON_UL_clips(bpy.types.UIList):
    def draw_item(self, context, layout, data, item, icon, active_data, active_property, index):
        row = layout.row(align=True)
        row.prop(item, "wanted", text="")
        kinds = {"action": "ACTION", "track": "NLA", "scene": "SCENE_DATA"}
        row.label(text=item.name, icon=kinds.get(item.kind, "NONE"), translate=False)
        row.label(text=f"{item.start} – {item.end}", translate=False)


class Panel:
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Texeleton"


class TEXELETON_PT_panel(Panel, bpy.types.Panel):
    bl_label = "Texeleton"

    def draw(self, context):
        layout, own = self.layout, context.scene.texeleton
        if find() is None:
            box = layout.box()
            say(box, context, translated(INSTALL), "ERROR")
            box.operator("preferences.addon_show", text="Preferences").module = __package__
        layout.row(align=True).prop(own, "what", expand=True)
        if own.what == "collection":
            layout.prop(own, "collection", text="")

        row = layout.row()
        row.label(text="Clips")
        row.operator("texeleton.find_clips", text="", icon="FILE_REFRESH")
        row.operator("texeleton.tick_clips", text="", icon="CHECKBOX_HLT").what = "all"
        row.operator("texeleton.tick_clips", text="", icon="CHECKBOX_DEHLT").what = "none"
        if len(own.clips) > 0:
            layout.template_list("TEXELETON_UL_clips", "", own, "clips", own, "clip", rows=min(max(len(own.clips), 2), 6))
        else:
            layout.label(text="All clips are baked")

        column = layout.column(align=True)
        for key in FIRST:
            row = setting(column, own, FIELD_OF["bake_" + key])
            if key == "expose":
                row.operator("texeleton.add_socket", text="", icon="ADD")

        row = layout.row()
        row.label(text="Targets")
        row.operator("texeleton.add_target", text="", icon="ADD")
        for number, item in enumerate(own.targets):
            row = layout.row(align=True)
            row.prop(item, "choice", text="")
            row.prop(item, "folder", text="")
            row.operator("texeleton.remove_target", text="", icon="X").number = number
        if len(own.targets) == 0:
            layout.label(text="The pack, beside the .blend")
        self.draw_job(context, layout)

    def draw_job(self, context, layout):
        job = operators.job
        if not bpy.data.filepath:
            say(layout, context, translated("Save the file first: the recipe lies beside it"), "INFO")
        if operators.is_running():
            row = layout.row(align=True)
            if hasattr(row, "progress"):
                row.progress(text=translated(job.stage), factor=job.fraction)
            else:
                row.label(text=f"{translated(job.stage)} {100 * job.fraction:.0f} %", translate=False)
            row.operator("texeleton.cancel", text="", icon="CANCEL")
        else:
            row = layout.row()
            row.scale_y = 1.4
            row.enabled = bool(bpy.data.filepath)
            row.operator("texeleton.bake", icon="RENDER_ANIMATION")
        column = layout.column(align=True)
        column.operator("texeleton.open", icon="WINDOW")
        column.operator("texeleton.show", icon="HIDE_OFF")
        if job is None or not job.ended:
            return
        box = layout.box()
        if job.cancelled:
            box.label(text="Cancelled")
        elif job.error:
            say(box, context, job.error, "ERROR")
        shown = set()  # Targets of one recipe share their bake.
        for result in job.results:
            name = os.path.basename(result.get("pack") or result.get("input") or "")
            figures = name, result.get("bytes"), result.get("maxMillimetres")
            if figures[1] is None or figures in shown:
                continue
            shown.add(figures)
            box.label(text=name, icon="CHECKMARK", translate=False)
            say(box, context, f"{translated('Size')}: {size_text(figures[1])}")
            if figures[2] is not None:
                say(box, context, f"{translated('Largest distance')}: {figures[2]:.3g} mm")
        for name, text in job.findings[:12]:
            say(box, context, f"{name}: {text}" if name and name not in text else text, "INFO")


class TEXELETON_PT_settings(Panel, bpy.types.Panel):
    bl_label = "All settings"
    bl_parent_id = "TEXELETON_PT_panel"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        column = self.layout.column(align=True)
        group = ()
        for field in FIELDS:
            if field.name in {"bake_" + key for key in FIRST}:
                continue
            if field.path[:-1] != group and len(field.path) > 1:
                from .schema import words
                column.label(text=words(field.path[-2]))
            group = field.path[:-1]
            setting(column, context.scene.texeleton, field)


class TexeletonPreferences(bpy.types.AddonPreferences):
    bl_idname = __package__
    program: StringProperty(name="texeleton-cli", description="The program, where it is not found by itself", subtype="FILE_PATH")

    def draw(self, context):
        self.layout.prop(self, "program")
        found = find()
        say(self.layout, context, found or translated(INSTALL), "CHECKMARK" if found else "ERROR")


CLASSES = (TEXELETON_UL_clips, TEXELETON_PT_panel, TEXELETON_PT_settings, TexeletonPreferences)

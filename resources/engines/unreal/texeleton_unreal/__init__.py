"""Brings characters that Texeleton exported into an Unreal project, and checks what is there.

import_character(description, content)   imports everything, sets and reads back every setting; returns what is wrong
check_character(description, content)    the same checks without importing, and texels as the GPU reads them
add_crowd(description, content)          a hundred instances in the open level
import_anim_to_texture(description, content)     what the plug-in AnimToTexture plays, of an export with anim-to-texture
add_anim_to_texture_crowd(description, content)  a hundred instances of that

`description` is the file NAME.texeleton.json of an export, `content` a folder such as /Game/Texeleton. Where to read on:
importer.py (what is imported), settings.py (every setting, and why), materials.py (the graphs), check.py, crowd.py,
anim_to_texture.py.
Unreal is driven by its documented Python interface alone. Written for 5.3 and later.
"""

from .anim_to_texture import add_anim_to_texture_crowd, import_anim_to_texture
from .check import check_character
from .crowd import add_crowd
from .importer import import_character

__all__ = ["add_anim_to_texture_crowd", "add_crowd", "check_character", "import_anim_to_texture", "import_character"]

"""Imports characters exported by Texeleton into an Unreal project, and checks them.

import_character(description, content)   imports everything, sets and reads back every setting; returns the problems
check_character(description, content)    the same checks without importing, and texels read by the GPU
add_crowd(description, content)          a hundred instances in the open level
import_anim_to_texture(description, content)     assets for the plug-in AnimToTexture (exports with anim-to-texture)
add_anim_to_texture_crowd(description, content)  a hundred instances of that

`description` is the file NAME.texeleton.json of an export, `content` a folder such as /Game/Texeleton. Further reading:
importer.py (the imported assets), settings.py (every setting, and why), materials.py (the graphs), check.py, crowd.py,
anim_to_texture.py.
Uses only Unreal's documented Python interface. Written for 5.3 and later.
"""

from .anim_to_texture import add_anim_to_texture_crowd, import_anim_to_texture
from .check import check_character
from .crowd import add_crowd
from .importer import import_character

__all__ = ["add_anim_to_texture_crowd", "add_crowd", "check_character", "import_anim_to_texture", "import_character"]

@tool
class_name TexeletonAsset
extends Resource
## A character: animation texture, meshes, materials, clips, sockets, variants. Any number of crowds share one.
## .texgodot files load as this.

const Canary := preload("canary.gd")
const Clip := preload("clip.gd")
const ClipSection := preload("clip_section.gd")

@export var name := ""
## "bone" or "vertex": the content of the texture.
@export var mode := "bone"
## The program that wrote it.
@export var generator := ""
@export var size_metres := 0.0
## Bounds of all clips, in the character's space.
@export var bounds := AABB()
@export var clips: Array[TexeletonClip] = []
## The texels. They are kept as an image, since a texture read back from the GPU may have lost precision.
@export var image: Image
@export var texture_width := 0
@export var texture_height := 0
## Whether it was exported with 32 bits per channel.
@export var is_float := false
## Poses mirror surfaces (bone mode): materials determine the front from the pose.
@export var mirrors := false
## The row of the canary (canary.gd); −1: there is none.
@export var canary_row := -1
@export var rows_per_frame := 1
## The first row of the frame table, for characters with uneven rows; −1: every frame is stored.
@export var table_row := -1
@export var element_count := 0
## A ShaderMaterial for each material of the character. Crowds draw copies of them: change a crowd's by
## TexeletonCrowd.set_material(), or these for all.
@export var materials: Array[ShaderMaterial] = []
## {max_millimetres, meshes (ArrayMesh, one surface each), materials (indices)} for each level of detail.
@export var levels: Array[Dictionary] = []
## {name, weights, anchors} of layers: a weight and an anchor (−1: none) for each bone.
@export var masks: Array[Dictionary] = []
## {name, bone, position, rotation, scale}: the socket frame.
@export var sockets: Array[Dictionary] = []
## Matrices of all sockets in all frames: 12 numbers each, row by row.
@export var socket_rows := PackedFloat32Array()
@export var mesh_names := PackedStringArray()
## {name, meshes}.
@export var variants: Array[Dictionary] = []
## {kind, …}; see the pack's FORMAT.md. Empty: an instance's colour may change everything.
@export var tint := {}

## The texels on the GPU. You may set it to your own texture.
var texture: Texture2D:
	get:
		if texture == null and image != null:
			texture = ImageTexture.create_from_image(image)
			_made_texture = texture
		return texture

var _made_texture: Texture2D

## A texel for each clip, 1,024 a row: first frame (two numbers of 16 bits), number of frames, whether it loops.
var clip_table: Texture2D:
	get:
		if clip_table == null:
			clip_table = _make_clip_table()
		return clip_table

## A texel for each bone of each mask, 1,024 a row: its weight, its anchor and 1. Null without masks.
var mask_table: Texture2D:
	get:
		if mask_table == null and masks.size() > 0:
			mask_table = _make_mask_table()
		return mask_table

## A row for each variant, a texel for each mesh: whether it is visible. Null without variants.
var seen_table: Texture2D:
	get:
		if seen_table == null and has_variants():
			seen_table = _make_seen_table()
		return seen_table


## Converts frames of a clip to stored frames. Characters with uneven rows store only some frames, and a table that
## places the others between stored ones.
func stored_frames(frames: Clip.Frames) -> Clip.Frames:
	if table_row < 0 or frames == null:
		return frames
	var entry := image.get_pixel(frames.current % texture_width, table_row + frames.current / texture_width)
	var current := int(entry.r) + 1024 * int(entry.g)
	var code := int(entry.b)
	return Clip.Frames.new(current, current + int(entry.a), (code % 32 + frames.fraction) / (code / 32 + 1))


## Names of the damages to the texels since the export (canary.gd); none: intact.
func damages() -> PackedStringArray:
	var used := texture
	var seen := image if used == _made_texture else used.get_image()
	if seen == null or seen.is_empty():
		return PackedStringArray(["empty"])
	return Canary.diagnose(seen, Vector2i(texture_width, texture_height), canary_row, is_float)


## Adds a part of a clip to the clips, from the frame nearest to `from_seconds` to the one nearest to `to_seconds`;
## replaces a section of that name. Call it before crowds of this asset enter the tree. Returns false (and an error) if
## there is no such part.
func add_section(section_name: String, clip_name: String, from_seconds: float, to_seconds: float, loop := false) -> bool:
	var source := clip(clip_name)
	if source == null:
		return false
	var index := clip_names().find(section_name)
	if index >= 0 and not clips[index].is_section:
		push_error("Texeleton: there is a clip \"%s\" in \"%s\" already" % [section_name, name])
		return false
	var section := ClipSection.of(source, section_name, from_seconds, to_seconds, loop)
	if section == null:
		return false
	if index >= 0:
		clips[index] = section
	else:
		clips.append(section)
	clip_table = null # Recreated on demand.
	return true


func has_variants() -> bool:
	return variants.size() > 0 and mesh_names.size() > 0


func clip_names() -> PackedStringArray:
	var names := PackedStringArray()
	for clip in clips:
		names.append(clip.name)
	return names


func socket_names() -> PackedStringArray:
	return _names(sockets)


func variant_names() -> PackedStringArray:
	return _names(variants)


## The first clip that moves; the first of all if all are poses.
func first_clip() -> TexeletonClip:
	for entry in clips:
		if entry.frame_count > 1 and entry.play_length() > 0.0:
			return entry
	return clips[0]


## The clip of that name; null (and an error that lists the known names) if unknown.
func clip(clip_name: String) -> TexeletonClip:
	var index := clip_index(clip_name)
	return clips[index] if index >= 0 else null


## Index of a clip by its name; −1 (and an error that lists the known names) if unknown.
func clip_index(clip_name: String) -> int:
	return _index(clip_names(), clip_name, "clip")


func socket_index(socket_name: String) -> int:
	return _index(socket_names(), socket_name, "socket")


func variant_index(variant_name: String) -> int:
	return _index(variant_names(), variant_name, "variant")


func mask_names() -> PackedStringArray:
	return _names(masks)


func mask_index(mask_name: String) -> int:
	return _index(mask_names(), mask_name, "mask")


func _index(names: PackedStringArray, wanted: String, what: String) -> int:
	var index := names.find(wanted)
	if index < 0:
		push_error("Texeleton: there is no %s \"%s\" in \"%s\"; it has: %s" % [
			what, wanted, name, ", ".join(names) if names.size() > 0 else "none"])
	return index


static func _names(list: Array[Dictionary]) -> PackedStringArray:
	var names := PackedStringArray()
	for entry in list:
		names.append(entry.name)
	return names


func _make_clip_table() -> Texture2D:
	var values := PackedFloat32Array()
	for entry in clips:
		var frames := clampi(entry.frame_count, 1, 65535) if entry.play_length() > 0.0 else 1
		values.append_array([entry.frame_begin & 0xffff, entry.frame_begin >> 16, frames, 1.0 if entry.plays_as_loop() else 0.0])
	var width := mini(clips.size(), 1024)
	var height := (clips.size() + 1023) / 1024
	values.resize(width * height * 4)
	return ImageTexture.create_from_image(
		Image.create_from_data(width, height, false, Image.FORMAT_RGBAF, values.to_byte_array()))


func _make_mask_table() -> Texture2D:
	var values := PackedFloat32Array()
	for mask in masks:
		for bone in mask.weights.size():
			values.append_array([mask.weights[bone], mask.anchors[bone] + 1])
	var texels := values.size() / 2
	var width := mini(texels, 1024)
	var height := (texels + 1023) / 1024
	values.resize(width * height * 2)
	return ImageTexture.create_from_image(
		Image.create_from_data(width, height, false, Image.FORMAT_RGF, values.to_byte_array()))


func _make_seen_table() -> Texture2D:
	var table := Image.create(mesh_names.size(), variants.size(), false, Image.FORMAT_L8)
	for row in variants.size():
		for mesh: int in variants[row].meshes:
			table.set_pixel(mesh, row, Color.WHITE)
	return ImageTexture.create_from_image(table)

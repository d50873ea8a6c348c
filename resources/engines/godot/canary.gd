@tool
extends RefCounted
## Known values in spare texels of the animation texture, whose changes show the damage by tools, conversions or import
## settings (docs/runtimes.md, "Canary").

const TEXELS: Array[Vector4] = [
	Vector4(0, 0.25, 0.5, 1), Vector4(0.75, 0.5, 0.25, 0.5), Vector4(-1.5, 2.5, 1000.5, -0.5),
	Vector4(0.50390625, 0.25390625, 0.0029296875, 0.75390625), Vector4(0.1, 2.7182818, 1000.1, 0.33333334),
	Vector4(1, 0, 0.125, 0.25), Vector4(0.25, 1, 0, 0.75), Vector4(0.625, 0.125, 1, 1),
]
## The fifth texel in half floats.
const FIFTH_AS_HALVES := Vector4(0.0999755859375, 2.71875, 1000, 0.333251953125)

## A description of each damage, and the setting of the Import dock to change.
const DAMAGES := {
	"resized": ["has another size than it was exported with", "set Process > Size Limit to 0, and call no Image.resize()"],
	"flipped-vertically": ["is upside down", "call no Image.flip_y(), and export again"],
	"flipped-horizontally": ["is mirrored from left to right", "call no Image.flip_x(), and export again"],
	"alpha-lost": ["has lost its alpha channel", "set Compress > Mode to VRAM Uncompressed; the formats RGBH and RGBF have no alpha, RGBAH and RGBAF have"],
	"half": ["was exported with floats and holds half floats", "keep Image.FORMAT_RGBAF, or bake with --pixel-format rgba16f"],
	"swapped": ["has red and blue exchanged", "export it again, and do not edit the texture"],
	"premultiplied": ["had its colours multiplied by alpha", "switch Process > Premult Alpha off"],
	"unsigned": ["has lost its values below 0", "set Compress > Mode to VRAM Uncompressed"],
	"clamped": ["has lost its values below 0 and above 1", "keep Image.FORMAT_RGBAH or FORMAT_RGBAF: no PNG and no 8-bit format"],
	"8-bit": ["has 8 bits a channel", "keep Image.FORMAT_RGBAH or FORMAT_RGBAF: Godot imports PNG with 8 bits, EXR with more"],
	"srgb-decoded": ["was taken for sRGB colours", "switch Process > HDR as sRGB off, and call no Image.srgb_to_linear()"],
	"srgb-encoded": ["was made sRGB", "call no Image.linear_to_srgb(): its values are data"],
	"filtered": ["has texels that are mixed with their neighbours", "switch Mipmaps > Generate and Process > Fix Alpha Border off, and set Process > Size Limit to 0"],
	"compressed": ["is only near what was exported", "set Compress > Mode to VRAM Uncompressed, and Detect 3D > Compress To to Disabled"],
	"empty": ["holds nothing but zeros", "export it again, and check that it was loaded"],
	"foreign": ["is not the one that was exported", "export the character again; is the texture another character's?"],
}


## Names of the damages to a texture; none: intact, or without a canary (`row` −1). `exported`: its exported width and
## height, `is_float`: 32 bits per channel.
static func diagnose(image: Image, exported: Vector2i, row: int, is_float: bool) -> PackedStringArray:
	if row < 0:
		return PackedStringArray()
	if image.get_size() != exported:
		return PackedStringArray(["resized"])
	if image.is_compressed():
		image = image.duplicate()
		if image.decompress() != OK:
			return PackedStringArray(["compressed"])
	return diagnose_texels(exported, row, is_float, func(x: int, y: int) -> Vector4:
		var c := image.get_pixel(x, y)
		return Vector4(c.r, c.g, c.b, c.a))


## The same with a function that returns the texel of a column and a row.
static func diagnose_texels(size: Vector2i, row: int, is_float: bool, texel_at: Callable) -> PackedStringArray:
	var known: Array[Vector4] = TEXELS.duplicate()
	if not is_float:
		known[4] = FIFTH_AS_HALVES
	var best := 0.4 # Below this it is another texture.
	var nearest := PackedStringArray(["foreign"])
	for place in 4:
		var names := PackedStringArray()
		if place & 1:
			names.append("flipped-vertically")
		if place & 2:
			names.append("flipped-horizontally")
		var seen: Array[Vector4] = []
		for i in known.size():
			var x := i % size.x
			var y := row + i / size.x
			seen.append(texel_at.call(size.x - 1 - x if place & 2 else x, size.y - 1 - y if place & 1 else y))
		var opaque := seen.all(func(v: Vector4) -> bool: return absf(v.w - 1.0) <= 1e-3)
		var found := _value_damage(known, seen, is_float, not opaque)
		if found != "?":
			if opaque:
				names.append("alpha-lost")
			if found != "":
				names.append(found)
			return names
		if place == 0 and seen.all(func(v: Vector4) -> bool: return v.x == 0.0 and v.y == 0.0 and v.z == 0.0):
			nearest = PackedStringArray(["empty"])
		var alike := _likeness(known, seen)
		if alike > best:
			best = alike
			names.append("compressed")
			nearest = names
	return nearest


## A sentence for each name: what happened, and the setting to change.
static func words(names: PackedStringArray) -> String:
	var sentences := PackedStringArray()
	for name in names:
		sentences.append("it %s (%s): %s" % [DAMAGES[name][0], name, DAMAGES[name][1]])
	return "; ".join(sentences)


static func _clamped(v: Vector4) -> Vector4:
	return v.clamp(Vector4.ZERO, Vector4.ONE)


static func _rgb(v: Vector4, change: Callable) -> Vector4:
	return Vector4(change.call(v.x), change.call(v.y), change.call(v.z), v.w)


static func _decoded(v: float) -> float:
	return v / 12.92 if v <= 0.04045 else pow((v + 0.055) / 1.055, 2.4)


static func _encoded(v: float) -> float:
	return v * 12.92 if v <= 0.0031308 else 1.055 * pow(v, 1.0 / 2.4) - 0.055


static func _agrees(known: Array[Vector4], seen: Array[Vector4], channels: int, absolute: float, relative: float, change: Callable) -> bool:
	for i in known.size():
		var wanted: Vector4 = change.call(known[i])
		for c in channels:
			# NaN equals nothing.
			if not absf(seen[i][c] - wanted[c]) <= absolute + relative * absf(wanted[c]):
				return false
	return true


## The name of the damage to the values: "" for none, "?" for an unknown one.
static func _value_damage(known: Array[Vector4], seen: Array[Vector4], is_float: bool, with_alpha: bool) -> String:
	var channels := 4 if with_alpha else 3
	var same := func(v: Vector4) -> Vector4: return v
	var inside: Array[Vector4] = []
	var within: Array[Vector4] = []
	for i in known.size():
		inside.append(_clamped(seen[i]))
		within.append(_clamped(known[i]))
	if _agrees(known, seen, channels, 1e-6, 1e-6, same):
		return ""
	if is_float and _agrees(known, seen, channels, 1e-6, 1.0 / 1024.0, same):
		return "half"
	if _agrees(known, seen, channels, 1e-6, 1.0 / 1024.0, func(v: Vector4) -> Vector4: return Vector4(v.z, v.y, v.x, v.w)):
		return "swapped"
	if _agrees(known, seen, channels, 1e-6, 1.0 / 1024.0, func(v: Vector4) -> Vector4: return Vector4(maxf(v.x, 0.0), maxf(v.y, 0.0), maxf(v.z, 0.0), maxf(v.w, 0.0))):
		return "unsigned"
	if _agrees(within, seen, channels, 1e-4, 0.0, same):
		return "clamped"
	if _agrees(within, seen, channels, 1.05 / 255.0, 0.0, same):
		return "8-bit"
	if _agrees(within, inside, channels, 0.01, 0.0, func(v: Vector4) -> Vector4: return _rgb(v, _decoded)):
		return "srgb-decoded"
	if _agrees(within, inside, channels, 0.02, 0.0, func(v: Vector4) -> Vector4: return _rgb(v, _encoded)):
		return "srgb-encoded"
	if with_alpha:
		var multiplied := func(v: Vector4) -> Vector4: return Vector4(v.x * v.w, v.y * v.w, v.z * v.w, v.w)
		if _agrees(known, seen, 4, 1e-6, 1.0 / 512.0, multiplied) or _agrees(within, inside, 4, 1.2 / 255.0, 0.0, multiplied):
			return "premultiplied"
		if _is_mixture(known, seen, 2e-3) or _is_mixture(within, seen, 1.2 / 255.0):
			return "filtered"
	return "?"


## Whether each texel is the same mixture of itself and its neighbours: least squares for the two shares.
static func _is_mixture(known: Array[Vector4], seen: Array[Vector4], tolerance: float) -> bool:
	var aa := 0.0
	var ac := 0.0
	var cc := 0.0
	var av := 0.0
	var cv := 0.0
	for i in range(1, known.size() - 1):
		for c in 4:
			# The mixture may have been saved as half floats: large values determine the shares less precisely.
			var slack := tolerance * maxf(1.0, absf(known[i][c])) + absf(seen[i][c]) / 1024.0
			var before := (known[i - 1][c] - known[i][c]) / slack
			var after := (known[i + 1][c] - known[i][c]) / slack
			var value := (seen[i][c] - known[i][c]) / slack
			aa += before * before
			ac += before * after
			cc += after * after
			av += before * value
			cv += after * value
	var determinant := aa * cc - ac * ac
	var a := (av * cc - cv * ac) / determinant
	var b := (cv * aa - av * ac) / determinant
	if not (a > -0.01 and b > -0.01 and a + b > 0.01 and a + b < 1.01):
		return false
	for i in range(1, known.size() - 1):
		for c in 4:
			var e := known[i][c]
			var mixed := e + a * (known[i - 1][c] - e) + b * (known[i + 1][c] - e)
			if not absf(seen[i][c] - mixed) <= tolerance * maxf(1.0, absf(e)) + absf(seen[i][c]) / 1024.0:
				return false
	return true


## The similarity of the colours, −1 … 1, clamped to 0 … 1.
static func _likeness(known: Array[Vector4], seen: Array[Vector4]) -> float:
	var count := 3.0 * known.size()
	var x := 0.0
	var y := 0.0
	var xx := 0.0
	var yy := 0.0
	var xy := 0.0
	for i in known.size():
		for c in 3:
			var v := clampf(known[i][c], 0.0, 1.0)
			var w := clampf(seen[i][c], 0.0, 1.0) if is_finite(seen[i][c]) else 0.0
			x += v
			y += w
			xx += v * v
			yy += w * w
			xy += v * w
	var spread := sqrt(maxf(0.0, xx / count - x * x / count / count) * maxf(0.0, yy / count - y * y / count / count))
	return (xy / count - x * y / count / count) / spread if spread > 1e-9 else 0.0

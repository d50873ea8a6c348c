@tool
extends RefCounted
## Decodes a character on the CPU: for objects on sockets, and to check the shader (check/probe.gd).

const Asset := preload("asset.gd")
const Clip := preload("clip.gd")

## Below this squared length a normal or an axis has no direction.
const TINY := 1e-20


## A moment to show: frames of one clip, or of two during a cross-fade, `share` being the second's.
class Moment:
	var from: Clip.Frames
	var to: Clip.Frames
	var share := 0.0
	## A layer over these: a clip on the bones of a mask of the asset. Null: none.
	var over: Clip.Frames
	var over_share := 0.0
	var mask := {}

	func _init(p_from: Clip.Frames, p_to: Clip.Frames = null, p_share := 0.0) -> void:
		from = p_from
		to = p_to if p_to != null else p_from
		share = p_share if p_to != null else 0.0

	## The same in stored frames.
	func stored(asset: Asset) -> Moment:
		if asset.table_row < 0:
			return self
		var moment := Moment.new(asset.stored_frames(from), asset.stored_frames(to))
		moment.share = share
		moment.over = asset.stored_frames(over)
		moment.over_share = over_share
		moment.mask = mask
		return moment

	## The four frames that it reads, with their shares.
	func frames() -> PackedInt32Array:
		return PackedInt32Array([from.current, from.next, to.current, to.next])

	func weights() -> PackedFloat64Array:
		return PackedFloat64Array([
			(1.0 - share) * (1.0 - from.fraction), (1.0 - share) * from.fraction, share * (1.0 - to.fraction), share * to.fraction,
		])


## Pose of a socket in the character's space, in full orientation: rotation by Gram–Schmidt on Z, then Y; the scale of X
## is negative if the pose mirrors.
static func socket_pose(asset: Asset, socket: int, shown: Moment) -> Transform3D:
	var moment := shown.stored(asset)
	var frames := moment.frames()
	var weights := moment.weights()
	var rows := PackedFloat64Array()
	rows.resize(12)
	var bone: int = asset.sockets[socket].get("bone", -1)
	var is_layered := moment.over != null and bone >= 0
	if is_layered:
		var posed := bone_rows(Texels.new(asset), bone, moment)
		for i in 12:
			rows[i] = posed[i / 4][i % 4]
	for k in (0 if is_layered else 4):
		var weight := weights[k]
		if weight != 0.0:
			var first := 12 * (frames[k] * asset.sockets.size() + socket)
			for i in 12:
				rows[i] += weight * asset.socket_rows[first + i]
	var matrix := Transform3D(
		Vector3(rows[0], rows[4], rows[8]), Vector3(rows[1], rows[5], rows[9]), Vector3(rows[2], rows[6], rows[10]),
		Vector3(rows[3], rows[7], rows[11]))
	var entry := asset.sockets[socket]
	var frame := Basis(entry.rotation as Quaternion)
	var position: Vector3 = entry.position
	var scale: Vector3 = entry.scale
	var x := matrix.basis * (frame.x * scale.x)
	var y := matrix.basis * (frame.y * scale.y)
	var z := matrix.basis * (frame.z * scale.z)
	var unit_z := _unit_or(z, frame.z)
	var unit_y := _orthogonal(unit_z, y)
	if unit_y == Vector3.ZERO:
		unit_y = _orthogonal(unit_z, frame.y)
	if unit_y == Vector3.ZERO:
		unit_y = _orthogonal(unit_z, unit_z.cross(frame.x))
	var mirrored := -1.0 if x.dot(y.cross(z)) < 0.0 else 1.0
	var basis := Basis(unit_y.cross(unit_z) * x.length() * mirrored, unit_y * y.length(), unit_z * z.length())
	return Transform3D(basis, matrix * position)


static func _unit_or(v: Vector3, otherwise: Vector3) -> Vector3:
	var squared := v.length_squared()
	return otherwise if squared < TINY else v / sqrt(squared)


static func _orthogonal(z: Vector3, axis: Vector3) -> Vector3:
	return _unit_or(axis - z * z.dot(axis), Vector3.ZERO)


## Texels of an animation texture, to be decoded without the GPU.
class Texels:
	var _image: Image
	var _rows: int
	var _width: int

	func _init(asset: Asset) -> void:
		_image = asset.image
		_rows = asset.rows_per_frame
		_width = asset.texture_width

	func blended(texel: int, moment: Moment) -> Vector4:
		var frames := moment.frames()
		var weights := moment.weights()
		var sum := Vector4.ZERO
		for k in 4:
			if weights[k] != 0.0:
				var color := _image.get_pixel(texel % _width, frames[k] * _rows + texel / _width)
				sum += weights[k] * Vector4(color.r, color.g, color.b, color.a)
		return sum


## Rows of a bone's skin matrix, layers included (bone mode); the moment's frames are stored ones.
static func bone_rows(texels: Texels, bone: int, moment: Moment) -> Array[Vector4]:
	var own := _rows_below(texels, bone, moment)
	var weight: float = moment.over_share * moment.mask.weights[bone] if moment.over != null else 0.0
	if weight <= 0.0:
		return own
	var layer := Moment.new(moment.over)
	var rows := _rows_below(texels, bone, layer)
	var anchor: int = moment.mask.anchors[bone]
	if anchor >= 0:
		rows = _carried(_rows_below(texels, anchor, moment), _rows_below(texels, anchor, layer), rows)
	for i in 3:
		own[i] = own[i].lerp(rows[i], weight)
	return own


static func _rows_below(texels: Texels, bone: int, moment: Moment) -> Array[Vector4]:
	return [texels.blended(3 * bone, moment), texels.blended(3 * bone + 1, moment), texels.blended(3 * bone + 2, moment)]


## anchor · inverse(from) · rows: moves `rows` from the layer's anchor to the anchor below; `rows` if `from` has no
## inverse.
static func _carried(anchor: Array[Vector4], from: Array[Vector4], rows: Array[Vector4]) -> Array[Vector4]:
	var flat := func(v: Vector4) -> Vector3: return Vector3(v.x, v.y, v.z)
	var x: Vector3 = flat.call(from[0])
	var y: Vector3 = flat.call(from[1])
	var z: Vector3 = flat.call(from[2])
	var sides: Array[Vector3] = [y.cross(z), z.cross(x), x.cross(y)]
	var determinant := x.dot(sides[0])
	if absf(determinant) < TINY:
		return rows
	var back: Array[Vector4] = []
	for row in 3:
		var sum := Vector4.ZERO
		for k in 3:
			sum += sides[k][row] / determinant * (rows[k] - Vector4(0, 0, 0, from[k].w))
		back.append(sum)
	var carried: Array[Vector4] = []
	for row in 3:
		var a := anchor[row]
		carried.append(a.x * back[0] + a.y * back[1] + a.z * back[2] + Vector4(0, 0, 0, a.w))
	return carried


## Position and normal of a vertex of a surface (arrays of ArrayMesh.surface_get_arrays()), in the character's space.
static func vertex(asset: Asset, texels: Texels, arrays: Array, number: int, shown: Moment) -> PackedVector3Array:
	var moment := shown.stored(asset)
	var bind: Vector3 = arrays[Mesh.ARRAY_VERTEX][number]
	var bind_normal: Vector3 = arrays[Mesh.ARRAY_NORMAL][number]
	if asset.mode == "vertex":
		var texel := 2 * int(arrays[Mesh.ARRAY_CUSTOM0][number])
		var p := texels.blended(texel, moment)
		var n := texels.blended(texel + 1, moment)
		return PackedVector3Array([Vector3(p.x, p.y, p.z), _unit_or(Vector3(n.x, n.y, n.z), bind_normal)])
	var x := Vector4.ZERO
	var y := Vector4.ZERO
	var z := Vector4.ZERO
	var packed := (arrays[Mesh.ARRAY_CUSTOM0] as PackedFloat32Array).slice(4 * number, 4 * number + 4)
	var bones := PackedInt32Array([
		int(packed[0]) & 4095, int(packed[0]) >> 12, int(packed[1]) & 4095, int(packed[1]) >> 12])
	if arrays[Mesh.ARRAY_CUSTOM1] != null:
		for i in 4:
			bones[i] = int(arrays[Mesh.ARRAY_CUSTOM1][4 * number + i])
	var shares := PackedInt32Array([
		65535, int(packed[2]) & 65535, int(packed[3]) & 65535, (int(packed[2]) >> 16) | ((int(packed[3]) >> 16) << 8)])
	shares[0] -= shares[1] + shares[2] + shares[3]
	for i in 4:
		if shares[i] > 0:
			var weight := shares[i] / 65535.0
			var rows := bone_rows(texels, bones[i], moment)
			x += weight * rows[0]
			y += weight * rows[1]
			z += weight * rows[2]
	var p := Vector4(bind.x, bind.y, bind.z, 1.0)
	var rx := Vector3(x.x, x.y, x.z)
	var ry := Vector3(y.x, y.y, y.z)
	var rz := Vector3(z.x, z.y, z.z)
	var yz := ry.cross(rz)
	var turned := Vector3(yz.dot(bind_normal), rz.cross(rx).dot(bind_normal), rx.cross(ry).dot(bind_normal))
	return PackedVector3Array([
		Vector3(x.dot(p), y.dot(p), z.dot(p)), _unit_or(-turned if rx.dot(yz) < 0.0 else turned, bind_normal),
	])

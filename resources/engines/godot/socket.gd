@tool
class_name TexeletonSocket
extends Node3D
## Follows a socket of one instance, in full orientation, also during cross-fades. Its children (a sword, a light) move
## with it. Put it under the TexeletonCrowd.

const Crowd := preload("crowd.gd")

## Index of the instance in the crowd.
@export var instance := 0
## Name of the socket.
@export var socket := "":
	set(value):
		socket = value
		_warned = false

var _warned := false


func _init() -> void:
	# After the crowd, whatever their order.
	process_priority = 1000


func _process(_delta: float) -> void:
	follow()


## Moves to the socket. Called every frame.
func follow() -> void:
	var crowd := get_parent() as Crowd
	if crowd == null or crowd.asset == null or instance < 0 or instance >= crowd.count or _warned:
		return
	if crowd.asset.socket_names().has(socket):
		transform = crowd.socket_transform(instance, socket)
	elif socket != "":
		_warned = true
		crowd.asset.socket_index(socket) # Reports the known names, once.


func _validate_property(property: Dictionary) -> void:
	var crowd := get_parent() as Crowd
	if property.name == "socket" and crowd != null and crowd.asset != null:
		property.hint = PROPERTY_HINT_ENUM_SUGGESTION
		property.hint_string = ",".join(crowd.asset.socket_names())


func _get_configuration_warnings() -> PackedStringArray:
	return PackedStringArray() if get_parent() is Crowd else PackedStringArray(["Put it under a TexeletonCrowd."])

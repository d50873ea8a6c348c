@tool
extends VBoxContainer
## Plays a character in a small view of its own, with a list of its clips, for the inspector.

const Asset := preload("asset.gd")
const Crowd := preload("crowd.gd")

var crowd: Crowd

var _camera: Camera3D
var _angle := 0.4


func setup(asset: Asset) -> void:
	var list := OptionButton.new()
	for name in asset.clip_names():
		list.add_item(name)
	list.item_selected.connect(func(index: int) -> void: crowd.play(0, list.get_item_text(index), 0.2))
	add_child(list)
	var container := SubViewportContainer.new()
	container.stretch = true
	container.custom_minimum_size = Vector2(200, 240)
	container.gui_input.connect(_turn)
	add_child(container)
	var viewport := SubViewport.new()
	viewport.own_world_3d = true
	viewport.transparent_bg = true
	container.add_child(viewport)
	crowd = Crowd.new()
	crowd.asset = asset
	crowd.grid_spacing = 0.0
	viewport.add_child(crowd)
	var light := DirectionalLight3D.new()
	light.rotation = Vector3(-0.8, 0.6, 0.0)
	viewport.add_child(light)
	var world := WorldEnvironment.new()
	world.environment = Environment.new()
	# Metal would be black without a sky.
	world.environment.background_mode = Environment.BG_SKY
	world.environment.sky = Sky.new()
	world.environment.sky.sky_material = ProceduralSkyMaterial.new()
	viewport.add_child(world)
	_camera = Camera3D.new()
	_camera.fov = 40.0
	viewport.add_child(_camera)
	_look()


func _look() -> void:
	var box := crowd.asset.bounds
	var radius := maxf(0.5 * box.size.length(), 0.01)
	var center := box.get_center()
	_camera.near = 0.01 * radius
	_camera.far = 20.0 * radius
	_camera.position = center + Vector3(sin(_angle), 0.25, cos(_angle)) * 3.0 * radius
	_camera.basis = Basis.looking_at(center - _camera.position)


func _turn(event: InputEvent) -> void:
	var motion := event as InputEventMouseMotion
	if motion != null and motion.button_mask & MOUSE_BUTTON_MASK_LEFT != 0:
		_angle -= 0.01 * motion.relative.x
		_look()

# Compiles the shaders into texeleton_viewport. Included from viewport/, where the library is: custom commands can only be
# added to from the folder that they were made in.

set(texeleton_shader_includes
  basis crowd_block crowd_clock crowd_instance crowd_path crowd_vertex frame_block lighting material_block octahedron offset16 packing palette quaternion shadow segment socket srgb texel_address turbo)
list(TRANSFORM texeleton_shader_includes REPLACE "(.+)" "${CMAKE_SOURCE_DIR}/shaders/\\1.glsl")

# texeleton_shaders(NAME FILES … [SUFFIX S] [DEFINES …]): `crowd.vert` becomes `crowdS.vert`.
function(texeleton_shaders name)
  cmake_parse_arguments(arg "" "SUFFIX" "FILES;DEFINES" ${ARGN})
  set(files "")
  set(outputs "")
  foreach(file IN LISTS arg_FILES)
    get_filename_component(base "${file}" NAME_WE)
    get_filename_component(stage "${file}" LAST_EXT)
    list(APPEND files "${CMAKE_SOURCE_DIR}/shaders/${file}")
    list(APPEND outputs "${base}${arg_SUFFIX}${stage}.qsb")
  endforeach()
  # The defaults are too old for texelFetch and compute.
  qt_add_shaders(texeleton_viewport "texeleton_shaders_${name}" QUIET PREFIX "/texeleton/shaders"
    GLSL "310 es,430" HLSL 50 MSL 20 DEFINES ${arg_DEFINES} FILES ${files} OUTPUTS ${outputs})
  foreach(output IN LISTS outputs)
    # Qt 6.4 does not see what a shader includes.
    add_custom_command(OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/.qsb/${output}" APPEND DEPENDS ${texeleton_shader_includes})
  endforeach()
endfunction()

texeleton_shaders(plain FILES screen.vert background.frag grid.vert grid.frag output.frag crowd.frag
  bone.vert bone.frag line.vert heat.frag highlight.frag panel.vert panel.frag probe.frag shadow.frag
  socket.vert socket_object.vert socket_probe.vert solid.frag)
texeleton_shaders(color FILES shadow.frag SUFFIX _color DEFINES DEPTH_AS_COLOR)
texeleton_shaders(extras FILES crowd.frag SUFFIX _extras DEFINES EXTRAS)

# What reads a crowd's vertices, in a variant for each kind of vertex (viewport/scene/draw_vertices.h).
function(texeleton_crowd_shaders suffix)
  texeleton_shaders(${suffix} FILES crowd.vert highlight.vert probe.vert shadow.vert SUFFIX _${suffix} DEFINES ${ARGN})
  texeleton_shaders(${suffix}_extras FILES crowd.vert SUFFIX _${suffix}_extras DEFINES ${ARGN} EXTRAS)
endfunction()
texeleton_shaders(skin FILES skin.comp)
texeleton_crowd_shaders(skinned SKINNED)
texeleton_crowd_shaders(skinned_full SKINNED FULL)
texeleton_crowd_shaders(bone BONE_MODE)
texeleton_crowd_shaders(bone_wide BONE_MODE WIDE)
texeleton_crowd_shaders(bone_full BONE_MODE FULL)
texeleton_crowd_shaders(bone_quaternion BONE_MODE QUATERNION)
texeleton_crowd_shaders(bone_wide_quaternion BONE_MODE WIDE QUATERNION)
texeleton_crowd_shaders(bone_full_quaternion BONE_MODE FULL QUATERNION)
# What compares the animation texture with skinning.
function(texeleton_heat_shaders suffix)
  texeleton_shaders(heat_${suffix} FILES heat.vert SUFFIX _${suffix} DEFINES ${ARGN} HEAT)
  texeleton_shaders(probe_heat_${suffix} FILES probe.vert SUFFIX _heat_${suffix} DEFINES ${ARGN} HEAT)
endfunction()
texeleton_heat_shaders(bone BONE_MODE)
texeleton_heat_shaders(bone_wide BONE_MODE WIDE)
texeleton_heat_shaders(bone_full BONE_MODE FULL)
texeleton_heat_shaders(bone_quaternion BONE_MODE QUATERNION)
texeleton_heat_shaders(bone_wide_quaternion BONE_MODE WIDE QUATERNION)
texeleton_heat_shaders(bone_full_quaternion BONE_MODE FULL QUATERNION)
texeleton_heat_shaders(vertex VERTEX_MODE)
texeleton_heat_shaders(vertex_full VERTEX_MODE FULL)
texeleton_heat_shaders(vertex_offset16 VERTEX_MODE OFFSET16)
texeleton_heat_shaders(vertex_full_offset16 VERTEX_MODE FULL OFFSET16)
texeleton_heat_shaders(vertex_basis VERTEX_MODE BASIS)
texeleton_heat_shaders(vertex_full_basis VERTEX_MODE FULL BASIS)
texeleton_crowd_shaders(vertex VERTEX_MODE)
texeleton_crowd_shaders(vertex_full VERTEX_MODE FULL)
texeleton_crowd_shaders(vertex_offset16 VERTEX_MODE OFFSET16)
texeleton_crowd_shaders(vertex_full_offset16 VERTEX_MODE FULL OFFSET16)
texeleton_crowd_shaders(vertex_basis VERTEX_MODE BASIS)
texeleton_crowd_shaders(vertex_full_basis VERTEX_MODE FULL BASIS)
texeleton_crowd_shaders(still STILL)
# The same for crowds in which nobody goes over into another clip and every clip loops.
function(texeleton_calm_shaders suffix)
  texeleton_shaders(${suffix} FILES crowd.vert shadow.vert SUFFIX _${suffix} DEFINES ${ARGN} CALM)
  texeleton_shaders(${suffix}_extras FILES crowd.vert SUFFIX _${suffix}_extras DEFINES ${ARGN} CALM EXTRAS)
endfunction()
texeleton_calm_shaders(bone_calm BONE_MODE)
texeleton_calm_shaders(bone_wide_calm BONE_MODE WIDE)
texeleton_calm_shaders(vertex_calm VERTEX_MODE)
texeleton_calm_shaders(bone_quaternion_calm BONE_MODE QUATERNION)
texeleton_calm_shaders(bone_wide_quaternion_calm BONE_MODE WIDE QUATERNION)
texeleton_calm_shaders(vertex_offset16_calm VERTEX_MODE OFFSET16)
texeleton_calm_shaders(vertex_basis_calm VERTEX_MODE BASIS)

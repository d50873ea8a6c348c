# Decoders of animation textures in other shading languages, made from one: resources/engines/raw/texeleton_decode.glsl.
#
# A file NAME.in of resources/engines becomes NAME in the folder `made_engines`. Its lines
#
#     @decode LANGUAGE@              @decode LANGUAGE NAMES@
#
# are replaced by all functions and structures of the source, or by the named ones and what these use, in GLSL, HLSL or
# WGSL. Definitions above such a line, or from an earlier one, stay.
#
# The source uses only what the three languages share, so that spelling is the only difference: top-level blocks
# separated by blank lines, and none within; no constructors of structures; a conditional expression is the whole right
# side of an assignment or of `return`; vectors with all their components; no `out` and no names that WGSL reserves.
set(engines "${CMAKE_CURRENT_LIST_DIR}/../resources/engines")
set(made_engines "${CMAKE_BINARY_DIR}/engines")
set(decode_definition "\n[A-Za-z0-9]+ ([Tt]exeleton[A-Za-z_0-9]*)[ (]")

# Sets OUT to the blocks for NAMES and for what they use, or to all, without those that TEXT defines.
function(decode_blocks out names text)
  file(READ "${engines}/raw/texeleton_decode.glsl" source)
  string(REGEX REPLACE "^.*#endif\n(\n// From the header.*\n)\n#endif\n$" "\\1" source "${source}")
  string(REPLACE ";" "\t" source "${source}") # Items of lists have no semicolons.
  string(REPLACE "\n\n" ";" blocks "${source}")
  set(pending "${names}")
  set(wanted)
  set(is_more ON)
  while(is_more)
    set(is_more OFF)
    set(code)
    foreach(block IN LISTS blocks)
      set(block "\n${block}")
      string(REGEX MATCH "${decode_definition}" definition "${block}")
      set(name "${CMAKE_MATCH_1}")
      if(definition AND text MATCHES "\n[A-Za-z0-9]+ ${name}[ \n(]")
        continue()
      endif()
      if(NOT names OR name IN_LIST wanted)
        string(APPEND code "${block}\n")
      endif()
      if(name IN_LIST pending AND NOT name IN_LIST wanted)
        list(APPEND wanted "${name}")
        string(REGEX MATCHALL "[Tt]exeleton[A-Za-z_0-9]*" used "${block}")
        list(APPEND pending ${used})
        set(is_more ON)
      endif()
    endforeach()
  endwhile()
  foreach(name IN LISTS names)
    if(NOT name IN_LIST wanted AND NOT text MATCHES "\n[A-Za-z0-9]+ ${name}[ \n(]")
      message(FATAL_ERROR "texeleton_decode.glsl does not define ${name}")
    endif()
  endforeach()
  string(REPLACE "\t" ";" code "${code}")
  set(${out} "${code}" PARENT_SCOPE)
endfunction()

# Replaces words in the caller's `text`: pairs GLSL=OTHER, where % is a length of vectors.
macro(decode_words)
  foreach(pair ${ARGN})
    string(REGEX REPLACE "=.*" "" word "${pair}")
    string(REGEX REPLACE ".*=" "" other "${pair}")
    string(REPLACE "%" "([234])" word "${word}")
    string(REPLACE "%" "\\2" other "${other}")
    if(NOT pair MATCHES "%")
      string(APPEND word "()")
    endif()
    foreach(pass RANGE 1) # Matches overlap by a bracket.
      string(REGEX REPLACE "([^A-Za-z0-9_])${word}([ (])" "\\1${other}\\3" text "${text}")
    endforeach()
  endforeach()
endmacro()

function(decode_in_hlsl out text)
  decode_words(vec%=float% uvec%=uint% ivec%=int% mat4=TexeletonSocketPose mix=lerp inversesqrt=rsqrt
    floatBitsToUint=asuint)
  # The vertex of Unity's files has more members.
  string(REPLACE " TexeletonVertex v;" " TexeletonVertex v = (TexeletonVertex)0;" text "${text}")
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

function(decode_in_wgsl out text)
  decode_words(vec%=vec%f uvec%=vec%u ivec%=vec%i mat4=mat4x4f float=f32 uint=u32 int=i32 inversesqrt=inverseSqrt
    floatBitsToUint=bitcast<u32> TEXELETON_FETCH=texeleton_fetch)
  set(types "u32|i32|f32|bool|vec[234][fui]|mat4x4f|Texeleton[A-Za-z]+")
  set(before)
  while(NOT "x${text}" STREQUAL "x${before}") # Members of structures, the last ones first.
    set(before "${text}")
    string(REGEX REPLACE "(\nstruct [A-Za-z]+ {[^}]*\n  )(${types}) ([a-z_]+);" "\\1\\3: \\2," text "${text}")
  endwhile()
  string(REPLACE "\n};" "\n}" text "${text}")
  string(REGEX REPLACE "\n(${types}) (texeleton_[a-z0-9_]+)\\(([^)]*)\\) {" "\nfn \\2(\\3) -> \\1 {" text "${text}")
  string(REGEX REPLACE "([( ])(${types}) ([a-z0-9_]+)([,)])" "\\1\\3: \\2\\4" text "${text}")
  string(REGEX REPLACE "([( ])(${types}) ([a-z0-9_]+)( =|;)" "\\1var \\3: \\2\\4" text "${text}")
  string(REGEX REPLACE "(=|return) ([^;?{}]*) \\? ([^:;]*) : ([^;]*);" "\\1 select(\\4, \\3, \\2);" text "${text}")
  string(REGEX REPLACE "\\+\\+([a-z])" "\\1++" text "${text}")
  # The texture is an argument.
  string(REPLACE "texeleton_fetch(" "texeleton_fetch(animation, " text "${text}")
  string(REPLACE "(layout_: " "(\n    animation: texture_2d<f32>, layout_: " text "${text}")
  string(REPLACE "(layout_," "(animation, layout_," text "${text}")
  # `from` is reserved, and `bool` has no size in buffers.
  string(REGEX REPLACE "(\n  |moment\\.)from([: ;,.)])" "\\1before\\2" text "${text}")
  string(REGEX REPLACE "(\n  |moment\\.|`)to([: ;,.)`])" "\\1after\\2" text "${text}")
  string(REPLACE "\n  loops: bool" "\n  loops: u32" text "${text}")
  string(REPLACE " = clip.loops" " = clip.loops != 0u" text "${text}")
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

function(decode_in_glsl out text)
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

# Makes the file NAME from NAME.in.
function(make_decoder name)
  file(READ "${engines}/${name}.in" text)
  while(text MATCHES "@decode ([a-z]+)([a-z_A-Z \n]*)@")
    set(line "${CMAKE_MATCH_0}")
    set(language "${CMAKE_MATCH_1}")
    string(REGEX MATCHALL "[A-Za-z_]+" names "${CMAKE_MATCH_2}")
    decode_blocks(code "${names}" "${text}")
    cmake_language(CALL decode_in_${language} code "${code}")
    foreach(pass RANGE 3) # Wrapped parameters.
      string(REGEX REPLACE "(\n[A-Za-z][^{;]*,)\n      +" "\\1\n    " code "${code}")
    endforeach()
    if(name MATCHES "\\.js$") # In a template literal.
      string(REPLACE "`" "" code "${code}")
    endif()
    string(STRIP "${code}" code)
    string(REPLACE "${line}" "${code}" text "${text}")
  endwhile()
  set(made "${made_engines}/${name}")
  if(EXISTS "${made}")
    file(READ "${made}" old)
  endif()
  if(NOT "x${text}" STREQUAL "x${old}")
    file(WRITE "${made}" "${text}")
  endif()
endfunction()

file(GLOB_RECURSE templates CONFIGURE_DEPENDS RELATIVE "${engines}" "${engines}/*.in")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${engines}/raw/texeleton_decode.glsl")
set(made_engine_files)
foreach(template IN LISTS templates)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${engines}/${template}")
  string(REGEX REPLACE "\\.in$" "" name "${template}")
  make_decoder("${name}")
  list(APPEND made_engine_files "${made_engines}/${name}")
endforeach()

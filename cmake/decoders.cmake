# Decoders of animation textures in other shading languages, made from one: resources/engines/raw/texeleton_decode.glsl.
#
# A file NAME.in of resources/engines becomes NAME in the folder `made_engines`. Its lines
#
#     @decode LANGUAGE@              @decode LANGUAGE except NAMES@              @decode LANGUAGE NAMES@
#
# are replaced by the functions and structures of the source, in GLSL, HLSL or WGSL: all of them, all but a few that the
# file has itself, or the named ones.
#
# The source keeps to what the three languages share, so that spelling is the only difference: top-level blocks
# separated by blank lines, and none within; no constructors of structures; a conditional expression is the whole right
# side of an assignment or of `return`; vectors with all their components; no `out` and no names that WGSL reserves.
set(decode_source "${CMAKE_CURRENT_LIST_DIR}/../resources/engines/raw/texeleton_decode.glsl")
set(made_engines "${CMAKE_BINARY_DIR}/engines")

# Sets OUT to the block of TEXT that defines NAME, with its comment.
function(decode_block out name text)
  string(REGEX MATCH "\n[A-Za-z0-9]+ ${name}[ (]" definition "${text}")
  if(NOT definition)
    message(FATAL_ERROR "texeleton_decode.glsl does not define ${name}")
  endif()
  string(FIND "${text}" "${definition}" at)
  string(SUBSTRING "${text}" 0 ${at} before)
  string(SUBSTRING "${text}" ${at} -1 after)
  string(FIND "${before}" "\n\n" begin REVERSE)
  string(FIND "${after}" "\n\n" length)
  math(EXPR length "${at} - ${begin} + ${length}")
  string(SUBSTRING "${text}" ${begin} ${length} block)
  set(${out} "${block}" PARENT_SCOPE)
endfunction()

function(decode_in_hlsl out text)
  foreach(spelling "vec([234])=float\\2" "uvec([234])=uint\\2" "ivec([234])=int\\2" "mat4()=TexeletonSocketPose"
      "mix()=lerp" "inversesqrt()=rsqrt" "floatBitsToUint()=asuint")
    string(REPLACE "=" ";" spelling "${spelling}")
    list(GET spelling 0 glsl)
    list(GET spelling 1 hlsl)
    string(REGEX REPLACE "([^A-Za-z0-9_])${glsl}([ (])" "\\1${hlsl}\\3" text "${text}")
    string(REGEX REPLACE "([^A-Za-z0-9_])${glsl}([ (])" "\\1${hlsl}\\3" text "${text}")
  endforeach()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

function(decode_in_wgsl out text)
  foreach(spelling "vec([234])=vec\\2f" "uvec([234])=vec\\2u" "ivec([234])=vec\\2i" "mat4()=mat4x4f" "float()=f32"
      "uint()=u32" "int()=i32" "inversesqrt()=inverseSqrt" "floatBitsToUint()=bitcast<u32>"
      "TEXELETON_FETCH()=texeleton_fetch")
    string(REPLACE "=" ";" spelling "${spelling}")
    list(GET spelling 0 glsl)
    list(GET spelling 1 wgsl)
    string(REGEX REPLACE "([^A-Za-z0-9_])${glsl}([ (])" "\\1${wgsl}\\3" text "${text}")
    string(REGEX REPLACE "([^A-Za-z0-9_])${glsl}([ (])" "\\1${wgsl}\\3" text "${text}")
  endforeach()
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
  set(template "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../resources/engines/${name}.in")
  file(READ "${template}" text)
  file(READ "${decode_source}" source)
  string(REGEX REPLACE "^.*#endif\n(\n// From the header.*\n)\n#endif\n$" "\n\\1\n" source "${source}")
  while(text MATCHES "@decode ([a-z]+)( except)?([a-z_A-Z ]*)@")
    set(directive "${CMAKE_MATCH_0}")
    set(language "${CMAKE_MATCH_1}")
    set(except "${CMAKE_MATCH_2}")
    string(REPLACE " " ";" names "${CMAKE_MATCH_3}")
    set(code)
    if(except OR NOT names)
      set(code "${source}")
    endif()
    foreach(each IN LISTS names)
      if(each)
        decode_block(block "${each}" "${source}")
        if(except)
          string(REPLACE "${block}" "" code "${code}")
        else()
          string(APPEND code "${block}")
        endif()
      endif()
    endforeach()
    cmake_language(CALL decode_in_${language} code "${code}")
    foreach(line RANGE 3) # Wrapped parameters.
      string(REGEX REPLACE "(\n[A-Za-z][^{;]*,)\n      +" "\\1\n    " code "${code}")
    endforeach()
    string(STRIP "${code}" code)
    string(REPLACE "${directive}" "${code}" text "${text}")
  endwhile()
  set(made "${made_engines}/${name}")
  if(EXISTS "${made}")
    file(READ "${made}" old)
  endif()
  if(NOT "x${text}" STREQUAL "x${old}")
    file(WRITE "${made}" "${text}")
  endif()
  set_property(DIRECTORY "${CMAKE_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${template}" "${decode_source}")
endfunction()

file(GLOB_RECURSE templates CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_LIST_DIR}/../resources/engines"
  "${CMAKE_CURRENT_LIST_DIR}/../resources/engines/*.in")
set(made_engine_files)
foreach(template IN LISTS templates)
  string(REGEX REPLACE "\\.in$" "" name "${template}")
  make_decoder("${name}")
  list(APPEND made_engine_files "${made_engines}/${name}")
endforeach()

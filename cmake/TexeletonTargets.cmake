# Shared by all targets: language, warnings as errors, sanitizers, and functions that add modules and tests.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

# The compiler cache recognises the same sources in another folder: paths below the source folder are hashed as relative
# ones, and the build folder is left out. Precompiled headers need the sloppiness (ccache's manual, "Precompiled headers");
# GCC's also hold checksums of their headers, comments included, for #pragma once: one from the cache whose headers had
# other comments defines their types again.
find_program(TEXELETON_CCACHE ccache)
if(TEXELETON_CCACHE)
  set(launcher "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" CCACHE_NOHASHDIR=1 CCACHE_COMMENTS=1
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime "${TEXELETON_CCACHE}")
  set(CMAKE_C_COMPILER_LAUNCHER "${launcher}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${launcher}")
endif()

# clang-tidy takes the settings nearest to a source. Those of unity builds are here and include sources.
file(WRITE "${CMAKE_BINARY_DIR}/.clang-tidy"
  "InheritParentConfig: true\nChecks: '-bugprone-suspicious-include'\nHeaderFilterRegex: '(core|app|viewport|tests)/.*\\.(h|cpp)$'\n")

option(TEXELETON_SANITIZE "Build with the address and undefined-behaviour sanitizers" OFF)
option(TEXELETON_HARDEN "Build with the compiler's and linker's protections (the presets do; distributions bring their own)" OFF)
option(TEXELETON_QUICK_TESTS "Only build the tests that neither draw nor take minutes (for the sanitizers)" OFF)
option(TEXELETON_WARNINGS_AS_ERRORS "Treat warnings as errors" ON)

add_library(texeleton_flags INTERFACE)
target_include_directories(texeleton_flags INTERFACE "${CMAKE_SOURCE_DIR}")
# No implicit fused multiply-add: baked texels must not depend on the compiler or the CPU.
target_compile_options(texeleton_flags INTERFACE -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
                                                 -Wold-style-cast -Woverloaded-virtual)
# No path of the build machine in programs and cached objects; -fpch-preprocess is what ccache needs.
target_compile_options(texeleton_flags INTERFACE "-ffile-prefix-map=${CMAKE_SOURCE_DIR}/="
  $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
# Joined sources allocate over a gigabyte: collecting garbage less often saves up to a tenth of the time for a sixth more
# memory.
target_compile_options(texeleton_flags INTERFACE
  $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-expand=200> $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=524288>)
include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=mold TEXELETON_HAS_MOLD)
if(TEXELETON_HAS_MOLD AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_link_options(texeleton_flags INTERFACE -fuse-ld=mold)
endif()
if(TEXELETON_WARNINGS_AS_ERRORS)
  target_compile_options(texeleton_flags INTERFACE -Werror)
endif()
if(TEXELETON_SANITIZE)
  target_compile_options(texeleton_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all
                                                   -fno-omit-frame-pointer)
  target_link_options(texeleton_flags INTERFACE -fsanitize=address,undefined)
  target_compile_definitions(texeleton_flags INTERFACE TEXELETON_SANITIZED=1)
endif()
# Hardening: stack protector, checked C library calls and containers, landing pads for indirect calls, randomised
# addresses, tables that become read-only at start. .ci/hardening checks it. It costs about 1 % of a bake's time.
# Sanitizers have checks of their own.
if(TEXELETON_HARDEN AND NOT TEXELETON_SANITIZE)
  include(CheckPIESupported)
  check_pie_supported(LANGUAGES C CXX)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  target_compile_definitions(texeleton_flags INTERFACE _GLIBCXX_ASSERTIONS)
  target_compile_options(texeleton_flags INTERFACE -fstack-protector-strong -fstack-clash-protection)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    target_compile_options(texeleton_flags INTERFACE -fcf-protection=full)
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
    target_compile_options(texeleton_flags INTERFACE -mbranch-protection=standard)
  endif()
  # Useless without optimisation, and a warning.
  target_compile_options(texeleton_flags INTERFACE
    $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE> $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=2>)
  target_link_options(texeleton_flags INTERFACE LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
endif()
# The instruction sets for which kernels are built. All sources that include Highway's headers must use the same: these
# size dispatch tables by it, in functions of which the linker keeps one copy if they are not inlined (debug builds).
# All kinds of AVX-512 are left out: lanes beyond eight frames would be empty. Kernels that benefit from its width in
# doubles, its registers or its masks enable it themselves (shape_kernels.cpp); sampling and offset16 are no faster with
# it, or slower. SSSE3 is left out too, and SSE4 under a sanitizer: each takes as long to compile as AVX2
# (docs/decisions/0069). Scalable vectors cannot hold lanes in structures.
function(texeleton_choose_vector_targets)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|i.86")
    target_compile_definitions(hwy::hwy INTERFACE HWY_DISABLED_TARGETS=$<IF:$<BOOL:${TEXELETON_SANITIZE}>,0x19FF,0x11FF>)
  else()
    target_compile_definitions(hwy::hwy INTERFACE HWY_COMPILE_ONLY_STATIC)
  endif()
endfunction()

# GLM 1.0 hides gtx headers behind this; the force flags keep angles and defaults explicit.
target_compile_definitions(texeleton_flags INTERFACE GLM_ENABLE_EXPERIMENTAL GLM_FORCE_CTOR_INIT
                                                     TEXELETON_VERSION="${PROJECT_VERSION}")

# Joined sources, if CMAKE_UNITY_BUILD requests them: headers, templates and their static analysis are most of a small
# source's cost, and are paid once for all that are joined.
if(TEXELETON_SANITIZE)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE 24)
else()
  set(CMAKE_UNITY_BUILD_BATCH_SIZE 36)
endif()

# texeleton_module(NAME SOURCES … [KERNELS …] [OPTIMIZE -O2] LINK … PRIVATE_LINK …): a static library texeleton_NAME. KERNELS
# are sources that Highway includes again for each vector target: they are never joined. OPTIMIZE is for modules without
# loops over texels, vertices or instances: -O3 takes 1.7 times as long to compile as -O2 and twice as long as -O1
# (docs/decisions/0069).
function(texeleton_module name)
  cmake_parse_arguments(arg "" "OPTIMIZE" "SOURCES;KERNELS;LINK;PRIVATE_LINK" ${ARGN})
  add_library(texeleton_${name} STATIC ${arg_SOURCES} ${arg_KERNELS})
  target_link_libraries(texeleton_${name} PUBLIC texeleton_flags glm::glm ${arg_LINK} PRIVATE ${arg_PRIVATE_LINK})
  if(arg_OPTIMIZE)
    target_compile_options(texeleton_${name} PRIVATE $<$<CONFIG:Release>:${arg_OPTIMIZE}>)
  endif()
  if(arg_KERNELS)
    set_source_files_properties(${arg_KERNELS} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()

# texeleton_moc(TARGET): runs moc on it without include paths: none of our classes needs what moc would find in included
# headers, and the search takes nine tenths of its time.
function(texeleton_moc target)
  set_target_properties(${target} PROPERTIES AUTOMOC ON)
  if(UNIX)
    set(script "${CMAKE_BINARY_DIR}/moc_without_includes")
    if(NOT EXISTS "${script}")
      get_target_property(moc Qt6::moc IMPORTED_LOCATION)
      file(CONFIGURE OUTPUT "${script}" CONTENT [[#!/bin/sh
for argument do
  shift
  case $argument in -I*) ;; *) set -- "$@" "$argument" ;; esac
done
exec "@moc@" "$@"
]] @ONLY)
      file(CHMOD "${script}" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
    endif()
    set_target_properties(${target} PROPERTIES AUTOMOC_EXECUTABLE "${script}")
  endif()
endfunction()

# texeleton_automoc(TARGET): the same, and static analysis skips moc's output.
function(texeleton_automoc target)
  texeleton_moc(${target})
  file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/${target}_autogen/.clang-tidy" "Checks: '-*,misc-definitions-in-headers'\n")
endfunction()

# texeleton_tests(PROGRAM [SUITES stem …] [GPU_SUITES stem …] [SLOW_SUITES stem …] [SOURCES …] LINK … [NEEDS target …]
#                 [TIMEOUT S] [PRECOMPILED header … | NONE]): a QtTest program with the suites in test_STEM.cpp, and a ctest
# entry PROGRAM_STEM for each, which runs `PROGRAM STEM`. One program a module: its headers, meta-objects and libraries
# are read once. GPU_SUITES draw and carry the label gpu; SLOW_SUITES start programs or bake whole models again and again,
# take minutes under the sanitizers, and carry the label slow: TEXELETON_QUICK_TESTS leaves both out. NEEDS are programs
# that the suites start. By default, a program uses the PRECOMPILED headers shared by all that do not use Qt Gui (with
# which QtTest's headers differ). NONE is for programs of one or two sources.
function(texeleton_tests program)
  cmake_parse_arguments(arg "" "TIMEOUT" "SUITES;GPU_SUITES;SLOW_SUITES;SOURCES;LINK;NEEDS;PRECOMPILED" ${ARGN})
  if(TEXELETON_QUICK_TESTS)
    set(arg_GPU_SUITES)
    set(arg_SLOW_SUITES)
    if(NOT arg_SUITES)
      return()
    endif()
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  if(TEXELETON_SANITIZE)
    math(EXPR arg_TIMEOUT "4 * ${arg_TIMEOUT}")
  endif()
  set(suites ${arg_SUITES} ${arg_GPU_SUITES} ${arg_SLOW_SUITES})
  list(TRANSFORM suites REPLACE "(.+)" "test_\\1.cpp" OUTPUT_VARIABLE sources)
  add_executable(${program} ${sources} ${arg_SOURCES})
  set_target_properties(${program} PROPERTIES UNITY_BUILD "${TEXELETON_JOIN_TESTS}" UNITY_BUILD_BATCH_SIZE 8)
  texeleton_moc(${program})
  # Almost empty; reading the precompiled headers would take all of its time.
  set_source_files_properties("${CMAKE_CURRENT_BINARY_DIR}/${program}_autogen/mocs_compilation.cpp"
    PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  # GCC treats joined sources as headers, whose classes should not use types of anonymous namespaces.
  target_compile_options(${program} PRIVATE $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:${TEXELETON_JOIN_TESTS}>>:-Wno-subobject-linkage>)
  # Tests compile in less time than they would save by running faster.
  target_compile_options(${program} PRIVATE $<IF:$<CONFIG:Debug>,-O0,-O1>)
  target_link_libraries(${program} PRIVATE texeleton_flags texeleton_suite_main texeleton_test_support Qt6::Test ${arg_LINK})
  if(arg_NEEDS)
    add_dependencies(${program} ${arg_NEEDS})
  endif()
  if(arg_PRECOMPILED STREQUAL NONE)
    set_target_properties(${program} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
  elseif(arg_PRECOMPILED)
    target_precompile_headers(${program} PRIVATE ${arg_PRECOMPILED})
  else()
    target_precompile_headers(${program} REUSE_FROM texeleton_test_precompiled)
  endif()
  foreach(suite IN LISTS suites)
    # test_recipe with docs and with recipe_docs makes test_recipe_docs, with recipe test_recipe.
    set(name "${program}_${suite}")
    if("test_${suite}" MATCHES "^${program}(_|$)")
      set(name "test_${suite}")
    elseif(program MATCHES "_${suite}$")
      set(name "${program}")
    endif()
    add_test(NAME ${name} COMMAND ${program} ${suite})
    set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT})
    if(suite IN_LIST arg_GPU_SUITES)
      set_tests_properties(${name} PROPERTIES LABELS gpu)
    elseif(suite IN_LIST arg_SLOW_SUITES)
      set_tests_properties(${name} PROPERTIES LABELS slow)
    endif()
  endforeach()
endfunction()

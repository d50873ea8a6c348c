# libdeflate: the target deflate::deflate, for systems without its CMake package, too.
find_path(TEXELETON_DEFLATE_INCLUDE libdeflate.h REQUIRED)
find_library(TEXELETON_DEFLATE_LIBRARY deflate REQUIRED)
add_library(deflate::deflate UNKNOWN IMPORTED GLOBAL)
set_target_properties(deflate::deflate PROPERTIES
  IMPORTED_LOCATION "${TEXELETON_DEFLATE_LIBRARY}"
  INTERFACE_INCLUDE_DIRECTORIES "${TEXELETON_DEFLATE_INCLUDE}")

# libzstd: the target PkgZstd::zstd, for systems without its CMake package, too.
find_path(TEXELETON_ZSTD_INCLUDE zstd.h REQUIRED)
find_library(TEXELETON_ZSTD_LIBRARY zstd REQUIRED)
add_library(PkgZstd::zstd UNKNOWN IMPORTED GLOBAL)
set_target_properties(PkgZstd::zstd PROPERTIES
  IMPORTED_LOCATION "${TEXELETON_ZSTD_LIBRARY}"
  INTERFACE_INCLUDE_DIRECTORIES "${TEXELETON_ZSTD_INCLUDE}")

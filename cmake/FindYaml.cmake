# libyaml, which has no CMake package, and a name that depends on the system: the target PkgYaml::yaml.
find_path(TEXELETON_YAML_INCLUDE yaml.h REQUIRED)
find_library(TEXELETON_YAML_LIBRARY yaml REQUIRED)
add_library(PkgYaml::yaml UNKNOWN IMPORTED GLOBAL)
set_target_properties(PkgYaml::yaml PROPERTIES
  IMPORTED_LOCATION "${TEXELETON_YAML_LIBRARY}"
  INTERFACE_INCLUDE_DIRECTORIES "${TEXELETON_YAML_INCLUDE}")

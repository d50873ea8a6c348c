# cmake -DFILES=|A|B -DOUTPUT=FILE.cpp -P bake_code.cmake: writes a source file with one hash over all files.
string(REPLACE "|" ";" files "${FILES}")
set(hashes)
foreach(file IN LISTS files)
  if(file)
    file(SHA256 "${file}" hash)
    string(APPEND hashes "${hash}")
  endif()
endforeach()
string(SHA256 hash "${hashes}")
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT [[// Made by cmake/bake_code.cmake.
#include "core/batch/up_to_date.h"
namespace texeleton::batch {
const char* bakeCode() { return "@hash@"; }
}  // namespace texeleton::batch
]] @ONLY)

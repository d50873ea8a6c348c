# Bullet's rigid bodies in single precision, for which CMake's own module only sets variables: PkgBullet::bullet.
find_path(TEXELETON_BULLET_INCLUDE btBulletDynamicsCommon.h PATH_SUFFIXES bullet REQUIRED)
add_library(PkgBullet::bullet INTERFACE IMPORTED GLOBAL)
foreach(part BulletDynamics BulletCollision LinearMath)
  find_library(TEXELETON_${part}_LIBRARY ${part} REQUIRED)
  target_link_libraries(PkgBullet::bullet INTERFACE "${TEXELETON_${part}_LIBRARY}")
endforeach()
target_include_directories(PkgBullet::bullet SYSTEM INTERFACE "${TEXELETON_BULLET_INCLUDE}")

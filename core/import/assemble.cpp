#include "core/import/source_scene.h"

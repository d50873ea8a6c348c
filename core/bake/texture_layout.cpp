#include "core/bake/texture_layout.h"

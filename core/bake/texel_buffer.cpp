#include "core/bake/texel_buffer.h"

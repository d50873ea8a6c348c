#include "core/runtime/pack_player.h"

#include "core/animation/pose.h"

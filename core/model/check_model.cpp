#include "core/model/model.h"

#include "core/model/snapshot.h"

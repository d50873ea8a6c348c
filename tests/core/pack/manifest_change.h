#pragma once

#include <QMetaType>
#include <nlohmann/json.hpp>

namespace texeleton::test {

/// Modifies or damages a manifest; a column of test data.
using ManifestChange = void (*)(nlohmann::json& manifest);

}  // namespace texeleton::test

Q_DECLARE_METATYPE(texeleton::test::ManifestChange)

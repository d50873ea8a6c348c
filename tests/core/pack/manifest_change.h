#pragma once

#include <QMetaType>
#include <nlohmann/json.hpp>

namespace texeleton::test {

/// Damages a manifest, or says something else in it; a column of test data.
using ManifestChange = void (*)(nlohmann::json& manifest);

}  // namespace texeleton::test

Q_DECLARE_METATYPE(texeleton::test::ManifestChange)

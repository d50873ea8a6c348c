#pragma once

#include <string>
#include <string_view>

namespace texeleton::importing::collada {

/// The XML of a COLLADA file, written anew so that every reader sees the same: without comments, processing
/// instructions and DOCTYPE, CDATA as plain text, and without white space at the ends of attributes and of the text of
/// elements (XML Schema allows it there for numbers, names and their lists, and Assimp does not). Nothing else changes;
/// no entity is expanded. Text that is cut short or declares entities comes back as it is.
std::string normalisedXml(std::string_view text);

/// Text or an attribute's value with its character references and the five predefined entities decoded.
std::string decodedXml(std::string_view text);

}  // namespace texeleton::importing::collada

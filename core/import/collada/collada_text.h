#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace texeleton::importing::collada {

/// The XML of a COLLADA file, rewritten so that all readers agree: without comments, processing instructions and
/// DOCTYPE, CDATA as plain text, and without white space at the ends of attributes and of the text of elements (XML
/// Schema allows it there for numbers, names and their lists, but Assimp does not). Nothing else changes; no entity is
/// expanded. Text that is incomplete or declares entities is returned unchanged.
std::string normalisedXml(std::string_view text);

/// Text or an attribute's value with its character references and the five predefined entities decoded.
std::string decodedXml(std::string_view text);

/// Converts a document to UTF-8 if its byte order mark or its declaration names another encoding, and updates the
/// declaration. A document in an unsupported encoding (see decodeText) is left unchanged.
void makeUtf8(std::vector<std::byte>& document);

}  // namespace texeleton::importing::collada

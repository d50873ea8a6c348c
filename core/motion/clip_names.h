#pragma once

#include <set>
#include <string>
#include <string_view>

namespace texeleton {

/// What a motion file is called without its folder, its ending and what stands before an '@': "hero@walk.fbx" → "walk".
std::string motionName(std::string_view fileName);

/// Whether a clip's name says nothing: empty, or one that tools give to every clip ("mixamo.com", "Take 001", "Scene").
bool isIdleName(std::string_view name);

/// `wanted`, or with " 2", " 3", … where it is taken. Adds the result to `taken`.
std::string freeName(std::string_view wanted, std::set<std::string, std::less<>>& taken);

}  // namespace texeleton

#pragma once

#include "core/export/export_target.h"

namespace texeleton::exporting {

// Internal to core/export: one function for each target, beside the files that it writes.

/// three.js: the pack, a run-time that all characters of the folder share, a page that plays it, and a guide.
ExportTarget threeTarget();

/// Babylon.js: skin matrices for its built-in BakedVertexAnimationManager.
ExportTarget babylonTarget();

/// Babylon Lite (WebGPU): skin matrices for its built-in attachVat().
ExportTarget babylonLiteTarget();

/// PlayCanvas: `.vat` containers for its VatCharacters script.
ExportTarget playcanvasTarget();

/// Godot 4: one file for each character (NAME.texgodot), and an add-on that imports and plays it.
ExportTarget godotTarget();

/// Unity 2021.3 and later, Built-in and Universal Render Pipeline: NAME.texunity with its .meta, and the package with
/// importer, run-time and shaders.
ExportTarget unityTarget();

/// For custom engines: the texture as KTX2, everything else as arrays in one file, a C header that reads both, and
/// decoders in GLSL, HLSL and WGSL.
ExportTarget rawTarget();

/// Blender: the pack, and a script that imports it as a mesh with its animation in place.
ExportTarget blenderTarget();

/// Unreal Engine 5: texture, static mesh, tables and a Python script that imports them with all their settings.
ExportTarget unrealTarget();

/// OpenVAT's layout: offsets from the mesh's rest positions over normals in one texture, a glTF with the texels' column
/// in its second texture coordinates, and the bounds as JSON.
ExportTarget openVatTarget();

}  // namespace texeleton::exporting

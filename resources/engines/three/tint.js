/** Source of a material's tint mask: "all", "none", "attribute", "palette" or a texture's channel. */
export function tintOf(asset, geometry, material, materialIndex) {
  const { tint } = asset.manifest;
  if (!tint) {
    return { kind: "all" };
  }
  if (tint.attribute) {
    return { kind: geometry.attributes.texPart ? "attribute" : "none" };
  }
  if (tint.palette) {
    return { kind: tint.palette.materials.includes(materialIndex) ? "palette" : "none" };
  }
  const entry = tint.textures.find((texture) => texture.material === materialIndex);
  const maps = { map: "vMapUv", emissiveMap: "vEmissiveMapUv", aoMap: "vAoMapUv", roughnessMap: "vRoughnessMapUv", normalMap: "vNormalMapUv" };
  const slot = entry && Object.keys(maps).find((name) => material[name] && asset.images.get(material[name]) === entry.image);
  return slot ? { kind: "texture", slot, uv: maps[slot], channel: entry.channel } : { kind: "none" };
}

import { CrowdObject } from "./crowd.js";
import { crowdUniforms, posedMaterial, shadowMaterials } from "./materials.js";

/** A crowd for WebGLRenderer: three.js' own materials, patched. See crowd.js. */
export class TexeletonCrowd extends CrowdObject {
  makeMaterials(level, geometry, material, materialIndex) {
    level.uniforms ??= crowdUniforms(this.shared, level);
    const posed = posedMaterial(this.asset, level.uniforms, geometry, material, materialIndex);
    return { material: posed, ...shadowMaterials(this.asset, level.uniforms, geometry, material) };
  }

  refresh(levels) {
    const { ticks, rest } = this.clock;
    for (const { listed, uniforms } of levels) {
      uniforms.texClock.value[0] = ticks;
      uniforms.texClock.value[1] = rest;
      uniforms.texLayout.value[2] = this.stepped ? 1 : 0;
      uniforms.texLayout.value[3] = listed ? 1 : 0;
    }
  }
}

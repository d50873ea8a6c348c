import { canaryPlaces } from "../web/canary.js";
import { texelsAt } from "../web/decode.js";
import { CrowdObject } from "./crowd.js";
import { crowdUniforms, posedMaterial, shadowMaterials } from "./materials.js";
import { packVertices } from "./packed_vertices.js";

/** A crowd for WebGLRenderer: three.js' own materials, patched. See crowd.js. */
export class TexeletonCrowd extends CrowdObject {
  makeMaterials(level, geometry, material, materialIndex) {
    level.uniforms ??= crowdUniforms(this.shared, level);
    packVertices(this.asset, geometry, false);
    const posed = posedMaterial(this.asset, level.uniforms, geometry, material, materialIndex);
    return { material: posed, ...shadowMaterials(this.asset, level.uniforms, geometry, material) };
  }

  refresh(levels) {
    const { ticks, rest } = this.clock;
    for (const { listed, uniforms, meshes } of levels) {
      uniforms.texClock.value[0] = ticks;
      uniforms.texClock.value[1] = rest;
      uniforms.texLayout.value[2] = this.stepped ? 1 : 0;
      // The first frame is drawn with the program for fades, so that both programs exist before the first fade.
      define(meshes, "TEXELETON_FADES", this.anyFades || !this.wasDrawn);
      define(meshes, "TEXELETON_LAYERS", this.anyLayers);
      define(meshes, "TEXELETON_LISTED", listed);
    }
  }

  examine(renderer) {
    const { asset } = this;
    asset.examine(texelsOnGpu(renderer, asset) ?? texelsAt(asset.pack.texels));
  }

  damage(_level, mesh) {
    for (const material of materialsOf(mesh)) {
      material.defines.TEXELETON_DAMAGED = 1;
      material.needsUpdate = true;
    }
  }
}

const materialsOf = ({ material, customDepthMaterial, customDistanceMaterial }) => [material, customDepthMaterial, customDistanceMaterial];

/** Switches a define: a smaller program is faster, and three.js keeps earlier ones. */
function define(meshes, name, holds) {
  for (const mesh of meshes) {
    if (Boolean(mesh.material.defines[name]) !== holds) {
      for (const material of materialsOf(mesh)) {
        if (holds) {
          material.defines[name] = 1;
        } else {
          delete material.defines[name];
        }
        material.needsUpdate = true;
      }
    }
  }
}

/** The canary's texels on the GPU; null if floats cannot be read back. */
function texelsOnGpu(renderer, { texture, manifest }) {
  const { width, height } = texture.image;
  if (width !== manifest.texture.width || height !== manifest.texture.height) {
    return () => []; // Texels of a texture with another size are not read.
  }
  renderer.initTexture(texture);
  const gl = renderer.getContext();
  const before = gl.getParameter(gl.READ_FRAMEBUFFER_BINDING);
  const reader = gl.createFramebuffer();
  gl.bindFramebuffer(gl.READ_FRAMEBUFFER, reader);
  gl.framebufferTexture2D(gl.READ_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, renderer.properties.get(texture).__webglTexture, 0);
  const texels = new Map();
  if (gl.checkFramebufferStatus(gl.READ_FRAMEBUFFER) === gl.FRAMEBUFFER_COMPLETE) {
    for (const [x, y] of canaryPlaces(manifest.texture)) {
      const texel = new Float32Array(4);
      gl.readPixels(x, y, 1, 1, gl.RGBA, gl.FLOAT, texel);
      texels.set(`${x} ${y}`, texel);
    }
  }
  gl.bindFramebuffer(gl.READ_FRAMEBUFFER, before);
  gl.deleteFramebuffer(reader);
  return texels.size > 0 ? (x, y) => texels.get(`${x} ${y}`) : null;
}

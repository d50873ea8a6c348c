// Cross-fades for VatCharacters, whose shader reads one clip per instance. Here it also reads the outgoing clip; a
// texture holds its frame and the weight of the playing clip for each instance.
import { ADDRESS_CLAMP_TO_EDGE, FILTER_NEAREST, PIXELFORMAT_RGBA32F, SHADERLANGUAGE_GLSL, SHADERLANGUAGE_WGSL, Texture } from "playcanvas";
import { vatChunks } from "playcanvas/scripts/esm/vat/vat-chunks.mjs";

const WIDTH = 1024;

const CHANGES = {
  glsl: [
    ["uvec4 vatTexelA;", "uniform highp sampler2D texeletonFades;\n    vec4 texeletonFade;\n    uvec4 vatTexelA;"],
    // The sample of the playing clip is mixed into that of the outgoing clip.
    ["void vatSample() {\n        float frame = max(vatFrameIndex(), 0.0);", "void vatSampleAt(float frame) {"],
    ["    // Returns the local space position", ` void vatSample() {
        texeletonFade = texelFetch(texeletonFades, ivec2(gl_InstanceID & ${WIDTH - 1}, gl_InstanceID >> 10), 0);
        vatSampleAt(max(vatFrameIndex(), 0.0));
    }

    // Returns the local space position`],
    ["        return vatBoundsMin + quantized * vatBoundsScale;", `        if (texeletonFade.y < 1.0) {
            vatSampleAt(texeletonFade.x);
            quantized = mix(mix(vec3(vatTexelA.xyz), vec3(vatTexelB.xyz), vatBlend), quantized, texeletonFade.y);
        }
        return vatBoundsMin + quantized * vatBoundsScale;`],
    ["        vec3 a = vatUnpackNormal(vatTexelA.w);", "        if (texeletonFade.y < 1.0) {\n            vatSample();\n        }\n        vec3 a = vatUnpackNormal(vatTexelA.w);"],
    ["        return normalize(mix(a, b, vatBlend));", `        vec3 normal = normalize(mix(a, b, vatBlend));
        if (texeletonFade.y < 1.0) {
            vatSampleAt(texeletonFade.x);
            vec3 before = normalize(mix(vatUnpackNormal(vatTexelA.w), vatUnpackNormal(vatTexelB.w), vatBlend));
            normal = normalize(mix(before, normal, texeletonFade.y));
        }
        return normal;`],
  ],
  wgsl: [
    ["var<private> vatTexelA: vec4u;", "var texeletonFades: texture_2d<uff>;\n    var<private> texeletonFade: vec4f;\n    var<private> vatTexelA: vec4u;"],
    ["fn vatSample() {\n        let frame: f32 = max(vatFrameIndex(), 0.0);", "fn vatSampleAt(frame: f32) {"],
    ["    // Returns the local space position", ` fn vatSample() {
        texeletonFade = textureLoad(texeletonFades, vec2i(i32(pcInstanceIndex) & ${WIDTH - 1}, i32(pcInstanceIndex) >> 10), 0);
        vatSampleAt(max(vatFrameIndex(), 0.0));
    }

    // Returns the local space position`],
    ["        let quantized: vec3f =", "        var quantized: vec3f ="],
    ["        return uniform.vatBoundsMin + quantized * uniform.vatBoundsScale;", `        if (texeletonFade.y < 1.0) {
            vatSampleAt(texeletonFade.x);
            quantized = mix(mix(vec3f(vatTexelA.xyz), vec3f(vatTexelB.xyz), vec3f(vatBlend)), quantized, vec3f(texeletonFade.y));
        }
        return uniform.vatBoundsMin + quantized * uniform.vatBoundsScale;`],
    ["        let a: vec3f = vatUnpackNormal(vatTexelA.w);", "        if (texeletonFade.y < 1.0) {\n            vatSample();\n        }\n        let a: vec3f = vatUnpackNormal(vatTexelA.w);"],
    ["        return normalize(mix(a, b, vec3f(vatBlend)));", `        var normal: vec3f = normalize(mix(a, b, vec3f(vatBlend)));
        if (texeletonFade.y < 1.0) {
            vatSampleAt(texeletonFade.x);
            let before: vec3f = normalize(mix(vatUnpackNormal(vatTexelA.w), vatUnpackNormal(vatTexelB.w), vec3f(vatBlend)));
            normal = normalize(mix(before, normal, vec3f(texeletonFade.y)));
        }
        return normal;`],
  ],
};

function changed(code, changes) {
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) {
      throw new Error("this version of PlayCanvas has other shaders in its vat script: use playcanvas 2.23");
    }
    return text.replace(from, to);
  }, code);
}

export class Fades {
  /** @param {import("playcanvas").GraphicsDevice} device @param {number} count Instances. */
  constructor(device, count) {
    const height = Math.ceil(count / WIDTH);
    this.values = new Float32Array(4 * WIDTH * height).fill(1);
    this.texture = new Texture(device, {
      name: "texeletonFades", width: WIDTH, height, format: PIXELFORMAT_RGBA32F, mipmaps: false, levels: [this.values],
      minFilter: FILTER_NEAREST, magFilter: FILTER_NEAREST, addressU: ADDRESS_CLAMP_TO_EDGE, addressV: ADDRESS_CLAMP_TO_EDGE,
    });
    this.changed = false;
  }

  /** Call it after setupVatMaterial(). @param {import("playcanvas").StandardMaterial} material */
  addTo(material) {
    material.getShaderChunks(SHADERLANGUAGE_GLSL).set("vatCoreVS", changed(vatChunks.glsl.vatCoreVS, CHANGES.glsl));
    material.getShaderChunks(SHADERLANGUAGE_WGSL).set("vatCoreVS", changed(vatChunks.wgsl.vatCoreVS, CHANGES.wgsl));
    material.setParameter("texeletonFades", this.texture);
  }

  /** Sets the frame of the outgoing clip, and the weight of the playing one. @param {number} instance */
  set(instance, frame, share) {
    const at = 4 * instance;
    if (this.values[at + 1] !== share || (share < 1 && this.values[at] !== frame)) {
      this.values[at] = frame;
      this.values[at + 1] = share;
      this.changed = true;
    }
  }

  upload() {
    if (this.changed) {
      this.texture.lock().set(this.values);
      this.texture.unlock();
      this.changed = false;
    }
  }

  destroy() {
    this.texture.destroy();
  }
}

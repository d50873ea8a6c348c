// For WebGPURenderer, on WebGPU and on its WebGL 2 fallback; index.js is for WebGLRenderer.
import "./webgpu_version.js";

import { DoubleSide, FrontSide } from "three";
import { Fn, If, int, ivec2, materialColor, normalLocal, positionPrevious, screenCoordinate, tangentLocal, texture, textureLoad, uv, varyingProperty, vec3, vec4 } from "three/tsl";
import {
  FloatType, MeshBasicNodeMaterial, MeshPhysicalNodeMaterial, MeshStandardNodeMaterial, NoBlending, NodeMaterial, QuadMesh, RenderTarget,
} from "three/webgpu";
import * as WEBGPU from "three/webgpu"; // For names that old releases lack, so that they report a readable error.

import { canaryPlaces } from "../web/canary.js";
import { texelsAt } from "../web/decode.js";
import { CrowdObject } from "./crowd.js";
import { packVertices } from "./packed_vertices.js";
import { tintOf } from "./tint.js";
import { isSeen, levelNodes, lookOf, maskOfVertex, pose } from "./pose_tsl.js";

export { TexeletonAsset } from "./asset.js";
export * from "../web/index.js";

const NODE_MATERIALS = {
  MeshBasicMaterial: MeshBasicNodeMaterial,
  MeshStandardMaterial: MeshStandardNodeMaterial,
  MeshPhysicalMaterial: MeshPhysicalNodeMaterial,
};

const NO_LAYERS =
  "Texeleton: the WebGL 2 fallback of WebGPURenderer does not play layers: use WebGPU, or index.js with WebGLRenderer";

/** A crowd for WebGPURenderer: node materials. See crowd.js. */
export class TexeletonCrowd extends CrowdObject {
  makeMaterials(level, geometry, material, materialIndex) {
    level.nodes ??= levelNodes(this.shared, level);
    packVertices(this.asset, geometry, true);
    return { material: nodeMaterial(this.shared, level.nodes, geometry, material, materialIndex) };
  }

  playLayer(instance, name, mask, options) {
    if (this.shared.isFallback) {
      throw new Error(NO_LAYERS);
    }
    super.playLayer(instance, name, mask, options);
  }

  refresh(levels) {
    const { clock, clockBefore } = this;
    if (this.shared.isFallback && this.anyLayers && !this.shared.isTold) {
      this.shared.isTold = true;
      console.error(NO_LAYERS);
    }
    for (const { listed, nodes } of levels) {
      nodes.now.ticks.value = clock.ticks;
      nodes.now.rest.value = clock.rest;
      nodes.before.ticks.value = clockBefore.ticks;
      nodes.before.rest.value = clockBefore.rest;
      nodes.layers.value = this.anyFades ? 3 : 1;
      nodes.layered.value = this.anyLayers ? 1 : 0;
      nodes.stepped.value = this.stepped ? 1 : 0;
      nodes.listed.value = listed ? 1 : 0;
    }
  }

  examine(renderer) {
    examined(renderer, this.asset);
  }

  damage(level, mesh, { material, materialIndex }) {
    mesh.material.dispose();
    mesh.material = nodeMaterial(this.shared, level.nodes, mesh.geometry, material, materialIndex);
  }
}

/** Draws the canary's texels into a row of pixels after the current frame, and reads them. */
async function examined(renderer, asset) {
  const { manifest } = asset;
  const { width, height } = asset.texture.image;
  if (width !== manifest.texture.width || height !== manifest.texture.height) {
    asset.examine(() => []);
    return;
  }
  const places = canaryPlaces(manifest.texture);
  const target = new RenderTarget(places.length, 1, { type: FloatType, depthBuffer: false });
  const material = new NodeMaterial();
  material.blending = NoBlending;
  // In the order of canaryPlaces(): eight texels, then with y mirrored, then x, then both.
  material.fragmentNode = Fn(() => {
    const number = int(screenCoordinate.x).toVar();
    const texel = number.bitAnd(7).toVar();
    const at = ivec2(texel.mod(width), texel.div(width).add(manifest.texture.canaryRow)).toVar();
    If(number.bitAnd(8).notEqual(0), () => {
      at.y.assign(int(height - 1).sub(at.y));
    });
    If(number.bitAnd(16).notEqual(0), () => {
      at.x.assign(int(width - 1).sub(at.x));
    });
    return textureLoad(asset.texture, at);
  })();
  const quad = new QuadMesh(material);
  try {
    await null;
    const state = WEBGPU.RendererUtils.resetRendererState(renderer);
    renderer.setRenderTarget(target);
    quad.render(renderer);
    WEBGPU.RendererUtils.restoreRendererState(renderer, state);
    const pixels = await renderer.readRenderTargetPixelsAsync(target, 0, 0, places.length, 1);
    const texels = new Map(places.map(([x, y], i) => [`${x} ${y}`, pixels.subarray(4 * i, 4 * i + 4)]));
    asset.examine((x, y) => texels.get(`${x} ${y}`));
  } catch {
    asset.examine(texelsAt(asset.pack.texels)); // The GPU cannot be read back.
  } finally {
    target.dispose();
    material.dispose();
  }
}

function nodeMaterial(shared, level, geometry, source, materialIndex) {
  const { asset } = shared;
  const Material = NODE_MATERIALS[source.type];
  if (!Material) {
    throw new Error(`materials of the type ${source.type} are not supported: use one of ${Object.keys(NODE_MATERIALS).join(", ")}`);
  }
  const material = new Material();
  for (const key of Object.keys(source)) {
    if (!["uuid", "type", "id", "version"].includes(key)) {
      material[key] = source[key];
    }
  }
  if (asset.mirrors && material.side === FrontSide) {
    material.side = DoubleSide;
  }

  const isDamaged = asset.damages?.length > 0;
  const withTangent = Boolean(geometry.attributes.tangent) && Boolean(material.normalMap);
  const tint = varyingProperty("vec4", "vTexTint"); // And the mask.
  const shift = varyingProperty("vec2", "vTexPalette");
  const kind = tintOf(asset, geometry, source, materialIndex);
  material.positionNode = Fn((_inputs, builder) => {
    shared.isFallback = builder.renderer.backend.isWebGLBackend === true;
    const plays = !shared.isFallback;
    const now = pose(shared, level, geometry, level.now, texture(shared.states), texture(shared.places), withTangent, isDamaged, plays);
    // three.js flips normals of back sides, but a mirrored surface has its back outside.
    normalLocal.assign(asset.mirrors ? now.normal.mul(now.mirror) : now.normal);
    if (withTangent) {
      tangentLocal.assign(now.tangent);
    }
    const look = lookOf(shared, now.state);
    tint.assign(vec4(look.tint, kind.kind === "attribute" ? maskOfVertex() : 1));
    if (look.palette) {
      shift.assign(look.palette);
    }
    if (builder.needsPreviousData?.()) {
      const before = pose(shared, level, geometry, level.before, texture(shared.statesBefore), texture(shared.placesBefore), false, isDamaged, plays);
      positionPrevious.assign(before.position);
    }
    const seen = isSeen(shared, level, now.state);
    if (seen) {
      // All corners of a triangle at one point: it is not drawn.
      If(seen.not(), () => {
        now.position.assign(vec3(0));
      });
    }
    return now.position;
  })();

  const palette = kind.kind === "palette" && source.map;
  if (palette) {
    const shown = texture(source.map, uv(source.map.channel).add(shift));
    material.colorNode = shown.mul(vec4(...source.color.toArray(), 1));
  } else if (kind.kind !== "none") {
    const mask = kind.kind === "texture" ? texture(source[kind.slot])[kind.channel] : tint.w;
    material.colorNode = Fn(() => {
      const base = vec4(materialColor).toVar();
      base.rgb.assign(base.rgb.mul(tint.xyz.mul(mask).add(vec3(1).sub(vec3(mask)))));
      return base;
    })();
  }
  if (isDamaged) {
    const square = int(screenCoordinate.x.div(6)).add(int(screenCoordinate.y.div(6))).bitAnd(1);
    material.fragmentNode = vec4(square, 0, square, 1);
  }
  // Programs built from these nodes refer to the textures of this crowd, so others must not reuse them.
  const key = `texeleton ${shared.states.uuid} ${level.visible.value.uuid}`;
  const { customProgramCacheKey } = material;
  material.customProgramCacheKey = () => customProgramCacheKey.call(material) + key;
  return material;
}

// For WebGPURenderer, on WebGPU and on its WebGL 2 fallback; index.js is for WebGLRenderer.
import { DoubleSide, FrontSide } from "three";
import { Fn, If, materialColor, normalLocal, positionPrevious, tangentLocal, texture, uv, varyingProperty, vec3, vec4 } from "three/tsl";
import { MeshBasicNodeMaterial, MeshPhysicalNodeMaterial, MeshStandardNodeMaterial } from "three/webgpu";

import { CrowdObject } from "./crowd.js";
import { tintOf } from "./tint.js";
import { isSeen, levelNodes, lookOf, maskOfVertex, pose } from "./pose_tsl.js";

export { TexeletonAsset } from "./asset.js";
export * from "../web/index.js";

const NODE_MATERIALS = {
  MeshBasicMaterial: MeshBasicNodeMaterial,
  MeshStandardMaterial: MeshStandardNodeMaterial,
  MeshPhysicalMaterial: MeshPhysicalNodeMaterial,
};

/** A crowd for WebGPURenderer: node materials. See crowd.js. */
export class TexeletonCrowd extends CrowdObject {
  makeMaterials(level, geometry, material, materialIndex) {
    level.nodes ??= levelNodes(this.shared, level);
    return { material: nodeMaterial(this.shared, level.nodes, geometry, material, materialIndex) };
  }

  refresh(levels) {
    const { clock, clockBefore } = this;
    for (const { listed, nodes } of levels) {
      nodes.now.ticks.value = clock.ticks;
      nodes.now.rest.value = clock.rest;
      nodes.before.ticks.value = clockBefore.ticks;
      nodes.before.rest.value = clockBefore.rest;
      nodes.stepped.value = this.stepped ? 1 : 0;
      nodes.listed.value = listed ? 1 : 0;
    }
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

  const withTangent = Boolean(geometry.attributes.tangent) && Boolean(material.normalMap);
  const tint = varyingProperty("vec4", "vTexTint"); // And the mask.
  const shift = varyingProperty("vec2", "vTexPalette");
  const kind = tintOf(asset, geometry, source, materialIndex);
  material.positionNode = Fn((_inputs, builder) => {
    const now = pose(shared, level, level.now, texture(shared.states), texture(shared.places), withTangent);
    // Seen from its back, three.js turns a normal round; a surface that the pose mirrors shows its back outside.
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
      const before = pose(shared, level, level.before, texture(shared.statesBefore), texture(shared.placesBefore), false);
      positionPrevious.assign(before.position);
    }
    const seen = isSeen(shared, level, now.state);
    if (seen) {
      // All corners of a triangle at one place: nothing is drawn of it.
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
  // What is built from these nodes holds the textures of this crowd: no other may take it for its own.
  const key = `texeleton ${shared.states.uuid} ${level.visible.value.uuid}`;
  const { customProgramCacheKey } = material;
  material.customProgramCacheKey = () => customProgramCacheKey.call(material) + key;
  return material;
}

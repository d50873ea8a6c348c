// A crowd for PlayCanvas on its own VatCharacters script: one script per material, all showing the same moment.
//
//     const crowd = await TexeletonCrowd.load("hero.playcanvas.json", app, 100);
//     crowd.play(7, "Run", { startSeconds: 0.3 });
//     app.on("update", (seconds) => crowd.update(seconds));
import {
  BLEND_NORMAL, BLEND_NONE, CULLFACE_BACK, CULLFACE_NONE, Color, Entity, Mat4, PRIMITIVE_TRIANGLES, Quat, SHADER_FORWARD, Vec3,
} from "playcanvas";
import { VatCharacters } from "playcanvas/scripts/esm/vat/vat-characters.mjs";

import { InstanceCrowd } from "../web-crowd/instance_crowd.js";
import { MatrixRows } from "../web-crowd/matrix_rows.js";
import { playLength } from "../web/clip.js";
import { Fades } from "./fades.mjs";

/** Converts a linear colour to PlayCanvas' material colours. */
const gamma = ([r, g, b]) => new Color(r, g, b).gamma();

/** CRC-32, as in ZIP files. @param {ArrayBuffer} buffer */
function crc32(buffer) {
  const table = Uint32Array.from({ length: 256 }, (_, i) => {
    let crc = i;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return crc;
  });
  let crc = -1;
  for (const byte of new Uint8Array(buffer)) {
    crc = (crc >>> 8) ^ table[(crc ^ byte) & 255];
  }
  return ~crc >>> 0;
}

/** Sets the properties that a container cannot store, like PlayCanvas' own glTF importer. */
function setSurface(material, { color, metallic, roughness, emissive, emissiveFromColor, alpha, alphaCutoff, doubleSided, unlit }) {
  material.diffuse = gamma(color);
  material.useMetalness = true;
  material.metalness = metallic;
  material.specular = new Color(1, 1, 1);
  material.gloss = roughness;
  material.glossInvert = true;
  material.emissive = gamma(emissive);
  material.emissiveMap = emissiveFromColor ? material.diffuseMap : null;
  material.cull = doubleSided ? CULLFACE_NONE : CULLFACE_BACK;
  material.twoSidedLighting = doubleSided;
  material.opacity = color[3];
  material.blendType = alpha === "blend" ? BLEND_NORMAL : BLEND_NONE;
  material.depthWrite = alpha !== "blend";
  material.alphaTest = alpha === "mask" ? alphaCutoff : 0;
  if (alpha !== "opaque") {
    material.opacityMap = material.diffuseMap;
    material.opacityMapChannel = "a";
  }
  if (unlit) {
    material.emissiveMap = material.diffuseMap;
    material.emissive = gamma(color);
    material.diffuseMap = null; // Otherwise ambient light is added.
    material.diffuse = new Color(0, 0, 0);
    material.useLighting = false;
    material.useSkybox = false;
  }
  material.update();
}

/** Adds vertex colours to a mesh of a container: linear RGBA bytes. */
function setVertexColors(meshInstance, colors) {
  const { mesh, material } = meshInstance;
  const [positions, normals, uvs, indices] = [[], [], [], []];
  mesh.getPositions(positions);
  mesh.getNormals(normals);
  mesh.getUvs(0, uvs);
  mesh.getIndices(indices);
  mesh.clear();
  mesh.setPositions(positions);
  mesh.setNormals(normals);
  mesh.setUvs(0, uvs);
  mesh.setColors32(colors);
  mesh.setIndices(indices);
  mesh.update(PRIMITIVE_TRIANGLES, false); // Its box covers all frames.
  // PlayCanvas looked for vertex colours when the script made the mesh instance, so they are enabled here.
  material.onUpdateShader = (options) => {
    if (options.litOptions.pass === SHADER_FORWARD) {
      options.litOptions.vertexColors = true;
      options.diffuseVertexColor = true;
      options.diffuseVertexColorChannel = "rgb";
      options.emissiveVertexColor = !material.useLighting; // Unlit: emission is the base colour.
      options.emissiveVertexColorChannel = "rgb";
    }
    return options;
  };
}

/** The container's clip that a clip is, or is a (nested) section of, and the start of the section in it. */
const sourceOf = (clip) => (clip.section ? sourceOf(clip.section.of) : clip);
const startOf = ({ section }) => (section ? section.fromSeconds + startOf(section.of) : 0);

export class TexeletonCrowd extends InstanceCrowd {
  /**
   * @param {string | URL} url Address of NAME.playcanvas.json.
   * @param {import("playcanvas").AppBase} app
   * @param {number} count Instances.
   * @param {{castShadows?: boolean, parent?: Entity}} [options]
   */
  static async load(url, app, count = 1, { castShadows = true, parent = app.root } = {}) {
    const at = new URL(url, globalThis.location?.href);
    const response = await fetch(at);
    if (!response.ok) {
      throw new Error(`${at}: ${response.status} ${response.statusText}`);
    }
    const json = await response.json();
    if (json.format !== "texeleton-web" || !(json.version <= 1)) {
      throw new Error(`${at}: this is no file of version 1 of a Texeleton export: export the character again`);
    }
    const crowd = new TexeletonCrowd(json, count);
    crowd.rows = json.texture ? await MatrixRows.load(at) : null;
    const bytesOf = async (file) => {
      const answer = await fetch(new URL(file, at));
      if (!answer.ok) {
        throw new Error(`${file}: ${answer.status} ${answer.statusText}`);
      }
      return answer.arrayBuffer();
    };
    // Containers hold integers, which no setting of PlayCanvas changes; only the file may be damaged.
    const files = await Promise.all(json.containers.map(({ file }) => bytesOf(file)));
    json.containers.forEach(({ file, crc32: wanted }, i) => {
      if (wanted !== undefined && crc32(files[i]) !== wanted) {
        throw new Error(
          `${file} is not as it was exported, so nothing is drawn: export the character again, and let tools and the server leave .vat files as they are`,
        );
      }
    });
    crowd.#fades = new Fades(app.graphicsDevice, count);
    crowd.entity = new Entity("crowd", app);
    parent.addChild(crowd.entity);
    for (const [i, { colors, material }] of json.containers.entries()) {
      const entity = new Entity(material.name, app);
      entity.addComponent("script");
      crowd.entity.addChild(entity);
      const characters = entity.script.create(VatCharacters, { properties: { castShadows, useStandardMaterial: true } });
      await characters.setData(files[i]);
      characters.capacity = count;
      characters.count = count;
      const vertexColors = colors ? new Uint8Array(await bytesOf(colors)) : null;
      for (const meshInstance of entity.findComponents("render").flatMap((render) => render.meshInstances)) {
        if (vertexColors) {
          setVertexColors(meshInstance, vertexColors);
        }
        crowd.#fades.addTo(meshInstance.material);
        setSurface(meshInstance.material, material);
      }
      crowd.characters.push(characters);
    }
    for (let i = 0; i < count; i += 1) {
      crowd.#show(i, crowd.players.playing[i]);
    }
    return crowd;
  }

  /** @type {Fades} */
  #fades;

  /** Use load(). */
  constructor(json, count) {
    super(json.clips, count);
    this.json = json;
    this.players.onBegin = (instance, playing) => this.#show(instance, playing);
    /** @type {VatCharacters[]} One for each container. */
    this.characters = [];
    this.places = Array.from({ length: count }, () => ({ position: new Vec3(), rotation: new Quat(), scale: 1 }));
  }

  get sockets() {
    return this.json.sockets;
  }

  /**
   * The place of an instance, relative to the crowd's entity.
   * @param {number} instance @param {Vec3} position @param {Quat} [rotation] @param {number} [scale]
   */
  setTransform(instance, position, rotation = Quat.IDENTITY, scale = 1) {
    const place = this.places[instance];
    place.position.copy(position);
    place.rotation.copy(rotation);
    place.scale = scale;
    this.characters.forEach((characters) => characters.setTransform(instance, position, rotation, scale));
  }

  #show(instance, playing) {
    // Speed 0: the time is set for each frame, so that all containers agree and nothing drifts.
    const clip = sourceOf(playing.clip);
    const index = this.clips.indexOf(clip);
    this.characters.forEach((characters) => characters.setAnimation(instance, index, 0, clip.loop, this.#time(playing)));
  }

  /** The pose of an instance's socket, relative to the crowd's entity. @returns {Mat4} */
  socketMatrix(instance, name) {
    if (!this.rows) {
      throw new Error("this character has no sockets: expose nodes when baking");
    }
    const { position, rotation, scale } = this.places[instance];
    const pose = new Mat4().set(this.rows.socketPose(name, this.players.framesOf(instance), this.players.fadeOf(instance)));
    return new Mat4().setTRS(position, rotation, new Vec3(scale, scale, scale)).mul(pose);
  }

  /** Call it once per frame. @param {number} seconds */
  update(seconds) {
    this.players.tick(seconds);
    for (let i = 0; i < this.count; i += 1) {
      const time = this.#time(this.players.playing[i]);
      this.characters.forEach((characters) => characters.setTime(i, time));
      const fade = this.players.fades[i];
      this.#fades.set(i, fade ? this.#frame(fade.from) : 1, this.players.shareOf(i));
    }
    this.#fades.upload();
  }

  dispose() {
    this.entity.destroy();
    this.#fades.destroy();
  }

  /** The time within one loop, since VatCharacters stores it as a 32-bit float. */
  #time(playing) {
    const { clip } = playing;
    const length = playLength(clip);
    const position = this.players.positionIn(playing);
    const time = clip.loop && length > 0 ? position - Math.floor(position / length) * length : position;
    return startOf(clip) + time;
  }

  /** The frame of the containers, as computed by VatCharacters. */
  #frame(playing) {
    const { frameStart, frameCount, duration } = this.characters[0].animations[this.clips.indexOf(sourceOf(playing.clip))];
    return frameStart + Math.min((this.#time(playing) / duration) * frameCount, frameCount - 1e-4);
  }
}

// The page NAME.babylon.html: a crowd on a ground, with shadows.
import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import { Engine } from "@babylonjs/core/Engines/engine.js";
import { DirectionalLight } from "@babylonjs/core/Lights/directionalLight.js";
import { HemisphericLight } from "@babylonjs/core/Lights/hemisphericLight.js";
import { ShadowGenerator } from "@babylonjs/core/Lights/Shadows/shadowGenerator.js";
import "@babylonjs/core/Lights/Shadows/shadowGeneratorSceneComponent.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { Color3, Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateGround } from "@babylonjs/core/Meshes/Builders/groundBuilder.js";
import { Scene } from "@babylonjs/core/scene.js";

import { TexeletonCrowd } from "./crowd.js";

/** @param {string} url Address of NAME.vat.json. */
export async function show(url) {
  const canvas = document.getElementById("view");
  const engine = new Engine(canvas, true);
  const scene = new Scene(engine);
  const camera = new ArcRotateCamera("camera", 1.2, 1.2, 6, Vector3.Zero(), scene);
  camera.attachControl(canvas, true);
  camera.wheelDeltaPercentage = 0.02;
  const sky = new HemisphericLight("sky", new Vector3(0, 1, 0), scene);
  sky.intensity = 0.9;
  sky.groundColor = new Color3(0.35, 0.32, 0.3);
  const sun = new DirectionalLight("sun", new Vector3(-0.5, -1.2, -0.6).normalize(), scene);
  sun.intensity = 2.4;
  const shadows = new ShadowGenerator(2048, sun);
  shadows.usePercentageCloserFiltering = true;
  shadows.bias = 0.002;
  const ground = CreateGround("ground", { width: 1, height: 1 }, scene);
  const floor = new StandardMaterial("floor", scene);
  floor.specularColor = Color3.Black();
  ground.material = floor;
  ground.receiveShadows = true;

  const input = (id) => document.getElementById(id);
  let crowd = null;
  let tall = 2;

  function play(i) {
    const clip = crowd.clips.find(({ name }) => name === input("clip").value) ?? crowd.clips[i % crowd.clips.length];
    const startSeconds = clip.loop ? (i * 0.37) % (clip.lengthSeconds || 1) : undefined;
    crowd.play(i, clip.name, { speed: input("speed").valueAsNumber, startSeconds, fadeSeconds: 0.3 });
  }

  function playAll() {
    for (let i = 0; i < crowd.count; i += 1) {
      play(i);
    }
  }

  /** Clips that play once are repeated after a pause. */
  function playAgain() {
    for (let i = 0; i < crowd.count; i += 1) {
      if (crowd.isFinished(i) && Math.random() < 0.02) {
        play(i);
      }
    }
  }

  async function fill(count) {
    const next = await TexeletonCrowd.load(url, scene, count);
    crowd?.dispose();
    crowd = next;
    const { min, max } = crowd.rows.bounds;
    tall = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
    const side = Math.ceil(Math.sqrt(count));
    for (let i = 0; i < count; i += 1) {
      const x = ((i % side) - (side - 1) / 2) * tall * 0.75;
      const z = (Math.floor(i / side) - (side - 1) / 2) * tall * 0.75;
      crowd.setMatrixAt(i, Matrix.Translation(x, 0, z));
    }
    ground.scaling.setAll((2 * side + 8) * tall);
    sun.position = sun.direction.scale(-2 * side * tall);
    camera.setTarget(new Vector3(0, (min[1] + max[1]) / 2, 0));
    camera.radius = (1.4 + 0.48 * side) * tall;
    camera.minZ = 0.01 * tall;
    camera.maxZ = 40 * side * tall;
    shadows.getShadowMap().renderList = [...crowd.meshes];
    for (const mesh of crowd.meshes) {
      mesh.receiveShadows = true;
    }
    if (input("clip").options.length === 0) {
      input("clip").append(new Option("all clips", ""), ...crowd.clips.map(({ name }) => new Option(name, name)));
    }
    playAll();
  }

  function theme() {
    const chosen = document.documentElement.dataset.theme;
    const isDark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    scene.clearColor = isDark ? new Color4(0.165, 0.176, 0.2, 1) : new Color4(0.875, 0.894, 0.918, 1);
    floor.diffuseColor = isDark ? new Color3(0.13, 0.14, 0.155) : new Color3(0.22, 0.23, 0.245);
    return isDark;
  }
  input("theme").addEventListener("click", () => {
    document.documentElement.dataset.theme = theme() ? "light" : "dark";
    theme();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", theme);
  input("clip").addEventListener("change", playAll);
  input("speed").addEventListener("input", playAll);
  input("count").addEventListener("change", ({ target }) => fill(Math.max(1, Math.min(20000, target.valueAsNumber || 1))));
  theme();
  await fill(input("count").valueAsNumber);
  scene.onBeforeRenderObservable.add(() => {
    crowd.update(engine.getDeltaTime() / 1000);
    playAgain();
  });
  engine.runRenderLoop(() => scene.render());
  addEventListener("resize", () => engine.resize());
  const words = crowd.damages.length > 0 ? crowd.rows.damageWords(crowd.damages) : "";
  return { engine, scene, camera, words, crowd: () => crowd };
}

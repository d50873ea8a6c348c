// The page NAME.playcanvas.html: a crowd on a ground, with shadows.
import {
  AppBase, AppOptions, CameraComponentSystem, Color, Entity, FILLMODE_FILL_WINDOW, LightComponentSystem, RESOLUTION_AUTO, RenderComponentSystem,
  ScriptComponentSystem, StandardMaterial, Vec3, createGraphicsDevice,
} from "playcanvas";

import { TexeletonCrowd } from "./crowd.mjs";

/** @param {string} url Address of NAME.playcanvas.json. */
export async function show(url) {
  const canvas = document.getElementById("view");
  const input = (id) => document.getElementById(id);
  const options = new AppOptions();
  options.graphicsDevice = await createGraphicsDevice(canvas, { deviceTypes: ["webgl2"], antialias: true });
  options.componentSystems = [CameraComponentSystem, LightComponentSystem, RenderComponentSystem, ScriptComponentSystem];
  const app = new AppBase(canvas);
  app.init(options);
  app.setCanvasFillMode(FILLMODE_FILL_WINDOW);
  app.setCanvasResolution(RESOLUTION_AUTO);
  addEventListener("resize", () => app.resizeCanvas());

  const camera = new Entity("camera", app);
  camera.addComponent("camera", {});
  const sun = new Entity("sun", app);
  sun.addComponent("light", { type: "directional", intensity: 1.6, castShadows: true, shadowResolution: 2048, shadowBias: 0.3, normalOffsetBias: 0.05 });
  sun.setEulerAngles(42, 38, 0);
  const ground = new Entity("ground", app);
  ground.addComponent("render", { type: "plane" });
  const floor = new StandardMaterial();
  ground.render.meshInstances[0].material = floor;
  [camera, sun, ground].forEach((entity) => app.root.addChild(entity));

  let crowd = null;
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

  // Orbit: dragging rotates, the wheel zooms.
  const orbit = { yaw: 25, pitch: -18, distance: 5, target: new Vec3() };
  function look() {
    camera.setEulerAngles(orbit.pitch, orbit.yaw, 0);
    camera.setPosition(camera.forward.clone().mulScalar(-orbit.distance).add(orbit.target));
  }
  canvas.addEventListener("pointermove", ({ buttons, movementX, movementY }) => {
    if (buttons & 1) {
      orbit.yaw -= movementX * 0.3;
      orbit.pitch = Math.max(-89, Math.min(20, orbit.pitch - movementY * 0.3));
      look();
    }
  });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    orbit.distance *= 1.001 ** event.deltaY;
    look();
  }, { passive: false });

  async function fill(count) {
    const next = await TexeletonCrowd.load(url, app, count);
    crowd?.dispose();
    crowd = next;
    const { min, max } = crowd.json.bounds;
    const tall = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
    const side = Math.ceil(Math.sqrt(count));
    for (let i = 0; i < count; i += 1) {
      const x = ((i % side) - (side - 1) / 2) * tall * 0.75;
      const z = (Math.floor(i / side) - (side - 1) / 2) * tall * 0.75;
      crowd.setTransform(i, new Vec3(x, 0, z));
    }
    const reach = (2 * side + 8) * tall;
    ground.setLocalScale(reach, 1, reach);
    orbit.target.set(0, (min[1] + max[1]) / 2, 0);
    orbit.distance = (1.4 + 0.55 * side) * tall;
    camera.camera.nearClip = 0.01 * tall;
    camera.camera.farClip = 40 * side * tall;
    sun.light.shadowDistance = (4 + 2 * side) * tall;
    look();
    if (input("clip").options.length === 0) {
      input("clip").append(new Option("all clips", ""), ...crowd.clips.map(({ name }) => new Option(name, name)));
    }
    playAll();
  }

  function theme() {
    const chosen = document.documentElement.dataset.theme;
    const isDark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    camera.camera.clearColor = isDark ? new Color(0.165, 0.176, 0.2) : new Color(0.875, 0.894, 0.918);
    app.scene.ambientLight = isDark ? new Color(0.35, 0.36, 0.4) : new Color(0.5, 0.5, 0.52);
    floor.diffuse = isDark ? new Color(0.4, 0.41, 0.43) : new Color(0.6, 0.61, 0.63);
    floor.update();
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
  app.on("update", (seconds) => {
    crowd.update(seconds);
    for (let i = 0; i < crowd.count; i += 1) {
      if (crowd.isFinished(i) && Math.random() < 0.02) {
        play(i); // Clips that play once are repeated after a pause.
      }
    }
  });
  app.start();
}

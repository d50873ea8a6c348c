// run_three.mjs CLI PICTURES: the three.js run-time in a real browser (headless Chromium, WebGL 2 in software), against
// the decoder of ../../../resources/engines/web and three's own skinning. Exit code 77: the browser or the packages are
// missing (`npm ci` in this folder installs them).
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { drawFrames, holdFrames } from "../browser.mjs";
import { Packs, inBrowser, models, modules, samples, softwareWebGl } from "./harness.mjs";
import { wideModel } from "./wide_model.mjs";

const [cli, pictures] = process.argv.slice(2);
const packs = new Packs(cli);
const bake = (...given) => packs.bake(...given);
bake("knight", path.join(samples, "lantern-knight.glb"), "--fps", "60");
bake("knight-vertex", path.join(samples, "lantern-knight.glb"), "--mode", "vertex", "--max-size", "2048");
for (const encoding of ["quaternion", "offset16", "basis"]) {
  bake(`knight-${encoding}`, path.join(samples, "lantern-knight.glb"), "--encoding", encoding, "--no-measure");
}
bake("banner", path.join(samples, "banner.glb"), "--mode", "vertex");
const wide = [1, 2, 4].map((bones) => `wide-${bones}`);
for (const name of wide) {
  const model = path.join(packs.folder, `${name}.gltf`);
  writeFileSync(model, wideModel(Number(name.split("-")[1])));
  bake(name, model, "--no-measure");
}

bake("levels", path.join(samples, "lantern-knight.glb"), "--lod", "0.4,0.1", "--no-measure", "--root-motion", "extract", "--variant", "bare=Sword", "--variant", "all=.*");

bake("masked", path.join(samples, "lantern-knight.glb"), "--fps", "30", "--no-measure", "--clip", "Walk", "--tint", "texture=baseColor.g");
bake("palette", path.join(samples, "lantern-knight.glb"), "--fps", "30", "--no-measure", "--clip", "Walk", "--tint", "palette=0.125,0,8");

// Shared models: [pack, model, options, clips to compare].
const shared = [
  ["fox", "fox.glb", ["--clip", "Walk", "--max-size", "64"], []],
  ["kaykit", "kaykit-knight.glb", ["--clip", "Walking_A", "--clip", "Dodge_Left"], []],
  ["kenney", "kenney-character/kenney-character.glb", [], []],
  ["morph", "morph-stress.gltf", ["--mode", "vertex"], []],
].filter(([, model]) => existsSync(path.join(models, model)));
for (const [name, model, options] of shared) {
  bake(name, path.join(models, model), "--fps", "30", "--no-measure", ...options);
}

packs.run("export", path.join(packs.folder, "knight.texpack"), "--engine", "three", "-o", path.join(packs.folder, "site"), "--quiet");

await inBrowser(packs, softwareWebGl, async ({ page, address, call, check }) => {
  await page.goto(`${address}/page.html`);
  await page.waitForFunction(() => window.ready);

  const probed = [
    ...["bone-half", "bone-float-folded", "vertex-half", "vertex-float-folded", "bone-quaternion-half", "bone-quaternion-float-folded", "vertex-offset16-folded", "vertex-basis", "bone-uneven", "bone-quaternion-uneven-float-folded", "vertex-uneven", "vertex-offset16-uneven-folded"].map((name) => `/tests/vectors/${name}.texpack`),
    "/packs/knight.texpack",
    "/packs/knight-vertex.texpack",
    ...["quaternion", "offset16", "basis"].map((encoding) => `/packs/knight-${encoding}.texpack`),
    ...wide.map((name) => `/packs/${name}.texpack`),
  ];
  for (const url of probed) {
    const result = await call("probe", url);
    // Weights are 16-bit shares, so a vertex may be off by that share of the model's size.
    const close = result.metres < 3e-5 * Math.max(1, result.sizeMetres) && result.normals < 2e-3;
    check(`vertex shader against the decoder, ${url}`, !result.error && close, result);
  }
  for (const [url, clip] of [["/packs/knight.texpack", "Run"], ["/packs/knight.texpack", "Walk"]]) {
    const rows = await call("againstSkinnedMesh", url, "/resources/samples/lantern-knight.glb", clip);
    check(`${clip} against three's own skinning`, rows.every((row) => row.overlap > 0.985 && row.covered > 1000 && row.colour < 6), rows);
  }
  if (shared.length === 0) {
    console.log(`skipped: shared models, which are not in ${models}`);
  }
  for (const [name, source, clips] of [
    ["knight", "/resources/samples/lantern-knight.glb", ["Walk", "Run"]],
    ["banner", "/resources/samples/banner.glb", []],
    ...shared.map(([pack, model, , clips]) => [pack, `/models/${model}`, clips]),
  ]) {
    const result = await call("againstMixer", `/packs/${name}.texpack`, source, clips);
    check(`positions on the GPU against three's own animation, ${name}`, result.worst < 5e-4, result);
  }
  for (const light of ["directional", "spot", "point"]) {
    const picture = await call("crowdPicture", "/packs/knight.texpack", light);
    check(`shadows of a ${light} light move`, picture.moved > 200, picture);
    if (pictures) {
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: path.join(pictures, `three-${light}.png`), timeout: 240000 });
    }
  }
  const culled = await call("culling", "/packs/levels.texpack");
  check("culling instances leaves the picture as it is", culled.differing === 0 && culled.hidden > 50 && culled.drawn < culled.count / 2 && culled.drawn > 4 && culled.away === 0, culled);
  const levels = await call("levels", "/packs/levels.texpack");
  check("levels of detail go by distance", JSON.stringify(levels.counts) === JSON.stringify(levels.expected) && levels.counts.every((n) => n > 0) && levels.forced === 0 && levels.fine > 50, levels);
  const whole = await call("rays", "/packs/levels.texpack", "all");
  const bare = await call("rays", "/packs/levels.texpack", "bare");
  check("rays hit the pose that is drawn", whole.wrong === 0 && whole.hits > 30 && whole.asked > whole.hits + 100, whole);
  check("rays hit what the variant shows", bare.wrong === 0 && bare.hits > 1 && bare.covered < whole.covered, bare);
  const { mask, palette, untinted } = await call("tints", "/packs/masked.texpack", "/packs/palette.texpack");
  check("a mask in a texture says what is tinted", mask.compared > 2000 && mask.changed > 200 && mask.most < 0.02, mask);
  check("an entry of the palette is shown", palette.compared > 2000 && palette.changed > 300 && palette.most < 0.02 && untinted.changed === 0, { palette, untinted });
  const travelled = await call("travel", "/packs/levels.texpack", "Walk");
  check("root motion carries an instance", travelled.off < 1e-5 && travelled.bounds < 1e-4, travelled);
  const mirrored = await call("mirrored", "/packs/knight.texpack");
  check("poses that mirror show their outside", mirrored.mirrors && mirrored.turned > 3 && mirrored.overlap > 0.99 && mirrored.colour < 4, mirrored);
  const left = await call("disposal", "/packs/knight.texpack");
  check("nothing is left on the GPU", JSON.stringify(left.before) === JSON.stringify(left.after), left);
  const manifest = JSON.parse(readFileSync(path.join(packs.folder, "knight.texpack/manifest.json"), "utf8"));
  const walk = manifest.clips.find((clip) => clip.events.length > 0);
  if (walk) {
    const fired = await call("events", "/packs/knight.texpack", walk.name, walk.lengthSeconds * 10 + 0.001, 0.013);
    check("each event once a cycle, for the instance that plays it", fired.length >= walk.events.length * 10 && fired.every((text) => text.startsWith("1 ")), fired.length);
  }
  // The export's page, opened as a user does, with few characters in a small picture.
  await page.setViewportSize({ width: 320, height: 240 });
  const few = (file) => writeFileSync(file, readFileSync(file, "utf8").replace(/(<input id="count"[^>]* value=")[0-9]+/, (_, start) => `${start}4`));
  few(path.join(packs.folder, "site/knight.html"));
  await holdFrames(page);
  const isThere = () => page.waitForFunction(() => document.querySelectorAll("#clip option").length > 1 && document.querySelector("canvas"), undefined, { polling: 50 });
  await page.goto(`${address}/packs/site/knight.html`);
  await isThere();
  await drawFrames(page, 1);
  const shot = await page.screenshot({ ...(pictures && { path: path.join(pictures, "three-page.png") }), timeout: 240000 });
  check("the exported page draws", shot.length > 9000, { pngBytes: shot.length });

  // A single HTML file, opened from the disk without a network.
  const single = path.join(packs.folder, "single");
  mkdirSync(path.join(packs.folder, "uneven"));
  bake("uneven/knight", path.join(samples, "lantern-knight.glb"), "--rows", "uneven", "--max-error", "20mm", "--fps", "60");
  const three = path.join(modules, "three");
  packs.run("export", path.join(packs.folder, "uneven/knight.texpack"), "--engine", "three", "-o", single, "--quiet", "--option", "single-file", "--option", `three=${three}`);
  const html = readFileSync(path.join(single, "knight.html"));
  packs.run("export", path.join(packs.folder, "uneven/knight.texpack"), "--engine", "three", "-o", `${single}2`, "--quiet", "--option", "single-file", "--option", `three=${three}`);
  check("one HTML file twice is the same", html.equals(readFileSync(path.join(`${single}2`, "knight.html"))), html.length);
  rmSync(path.join(single, "knight.texpack"), { recursive: true });
  rmSync(path.join(single, "texeleton"), { recursive: true });
  const asked = [];
  page.on("request", (request) => asked.push(request.url().slice(0, 60)));
  few(path.join(single, "knight.html"));
  await page.context().setOffline(true);
  await page.goto(pathToFileURL(path.join(single, "knight.html")).href);
  await isThere();
  await drawFrames(page, 1);
  const dark = await page.screenshot({ ...(pictures && { path: path.join(pictures, "three-single-1.png") }), timeout: 240000 });
  await page.click("#shade");
  await page.selectOption("#clip", { index: 2 });
  await drawFrames(page, 1);
  const bright = await page.screenshot({ ...(pictures && { path: path.join(pictures, "three-single-2.png") }), timeout: 240000 });
  const outside = asked.filter((url) => !/^(file|data|blob):/.test(url));
  check("one HTML file opens without a network", dark.length > 9000 && bright.length > 9000 && !dark.equals(bright) && outside.length === 0, { dark: dark.length, bright: bright.length, outside });
  let refused = "";
  try {
    execFileSync(cli, ["export", path.join(packs.folder, "knight.texpack"), "--engine", "three", "-o", path.join(packs.folder, "none"), "--quiet", "--option", "single-file"], { stdio: "pipe" });
  } catch (error) {
    refused = String(error.stderr);
  }
  check("without three.js it says what to do", refused.includes("npm install three"), refused);
});

// bench.mjs: frame times of a crowd in three.js, against the alternatives in three.js for the same model:
//   plain             InstancedMesh without animation: the baseline
//   texeleton         TexeletonCrowd; texeleton-events: with a listener for events, if the clip has any
//   three.ez          @three.ez/instanced-mesh with skinning
//   skinned           one SkinnedMesh with an AnimationMixer each
//
//   node tests/engines/three/bench.mjs --cli build/release/bin/texeleton-cli --count 10000 [options]
//
// Needs `npm ci` in this folder (TEXELETON_NODE_MODULES names another place; three, @three.ez/instanced-mesh, bvh.js
// and playwright-core are enough) and a Chromium; no network. The variants take turns in one run and wait for the GPU
// after each picture; medians are printed as a table and as JSON. Ends without figures if the browser draws in
// software, unless --software is given. On a machine with nothing but Node.js and Chromium:
//
//   node bench.mjs --pack fox.texpack --model fox.glb --chromium PATH --gl angle=vulkan --count 10000 --json out.json
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { browserPath, root, samples, serve } from "../browser.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({
  options: {
    cli: { type: "string" }, // For baking the pack, unless one is given.
    pack: { type: "string" },
    model: { type: "string", default: path.join(samples, "lantern-knight.glb") },
    clip: { type: "string", default: "" }, // Default: the first looping one.
    count: { type: "string", default: "10000" }, // One or several: 100,10000.
    only: { type: "string", default: "" }, // Variants, separated by commas.
    frames: { type: "string", default: "20" }, // For each round, at most.
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "10" }, // For each variant in all rounds, at most.
    size: { type: "string", default: "1280x720" },
    chromium: { type: "string" },
    gl: { type: "string", default: "" }, // angle=vulkan, angle=gl-egl, angle=swiftshader, egl.
    flag: { type: "string", multiple: true, default: [] }, // Additional ones for Chromium.
    software: { type: "boolean", default: false },
    json: { type: "string" },
  },
});

const fail = (why) => {
  console.error(why);
  process.exit(1);
};
const modules = process.env.TEXELETON_NODE_MODULES ?? path.join(here, "node_modules");
for (const name of ["three", "@three.ez/instanced-mesh", "bvh.js", "playwright-core"]) {
  if (!existsSync(path.join(modules, name))) {
    fail(`there is no ${name} in ${modules}: run npm ci in ${here}`);
  }
}
const chromiumPath = values.chromium ?? browserPath() ?? fail("there is no Chromium: name one with --chromium PATH");
const numbers = (text) => text.split(",").map((part) => (Number.isInteger(Number(part)) && Number(part) > 0 ? Number(part) : fail(`not a number: ${part}`)));
const [width, height] = numbers(values.size.replace("x", ","));
const counts = numbers(values.count);
const [frames] = numbers(values.frames);
const [rounds] = numbers(values.rounds);

/** Chromium's arguments for a way to the GPU, by its name. */
function graphicsFlags() {
  const [gl, angle] = (values.gl || (values.software ? "angle=swiftshader" : "angle=vulkan")).split("=");
  const flags = [`--use-gl=${gl}`, "--ignore-gpu-blocklist"];
  if (angle) {
    flags.push(`--use-angle=${angle}`);
  }
  if (angle === "vulkan") {
    flags.push("--enable-features=Vulkan", "--disable-vulkan-surface");
  }
  if (angle === "swiftshader") {
    flags.push("--enable-unsafe-swiftshader");
  }
  return flags;
}

const work = mkdtempSync(path.join(tmpdir(), "texeleton-bench-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
let pack = values.pack && path.resolve(values.pack);
if (!pack) {
  pack = path.join(work, "model.texpack");
  const recipe = values.model.replace(/\.[^.]*$/, ".texeleton");
  execFileSync(values.cli ?? fail("name a pack (--pack) or what bakes one (--cli)"), ["bake", existsSync(recipe) ? recipe : values.model, "-o", pack, "--quiet", "--no-measure"], { stdio: "inherit" });
}
const model = path.resolve(values.model);

// Files that the build makes, and the others.
const bin = values.cli ? path.dirname(values.cli) : path.join(root, "build/release/bin");
const engines = [path.join(bin, "../engines"), path.join(root, "resources/engines")];

// Isolated pages have clocks of 5 µs instead of 100.
const isolated = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
const { server, address } = await serve(
  { "/node_modules/": modules, "/pack.texpack/": pack, "/model/": path.dirname(model), "/resources/engines/": engines, "/resources/": path.join(root, "resources"), "/": here },
  isolated,
);
const { chromium } = createRequire(path.join(modules, "x"))("playwright-core");
const browser = await chromium.launch({
  executablePath: chromiumPath,
  headless: false, // Playwright's would be the old mode; the arguments select the new one.
  ignoreDefaultArgs: values.software ? [] : ["--enable-unsafe-swiftshader"],
  args: ["--headless=new", "--no-sandbox", "--disable-gpu-watchdog", "--js-flags=--max-old-space-size=8192", ...graphicsFlags(), ...values.flag],
});

const median = (list) => (list.length === 0 ? null : [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]);
const shown = (value) => (value === null || value === undefined ? "–" : value < 1 ? value.toFixed(3) : value.toFixed(value < 100 ? 2 : 0));

async function measure(page, count) {
  const only = values.only.split(",").filter(Boolean);
  const made = await page.evaluate((given) => window.bench.setUp(given), {
    pack: "/pack.texpack", model: `/model/${path.basename(model)}`, clip: values.clip, count, only,
  });
  const names = Object.keys(made.drawn);
  const rows = Object.fromEntries(names.map((name) => [name, { update: [], render: [], frame: [], gpu: [], events: 0 }]));
  const turn = (name, most, seconds) => page.evaluate((given) => window.bench.round(...given), [name, most, seconds]);
  for (const name of names) {
    await turn(name, 5, 2); // Warms up.
  }
  for (let i = 0; i < rounds; i += 1) {
    for (const name of names) {
      const { events, ...lists } = await turn(name, frames, Number(values.seconds) / rounds);
      Object.entries(lists).forEach(([key, list]) => rows[name][key].push(...list));
      rows[name].events = events;
    }
  }
  const variants = names.map((name) => {
    const { update, render, frame, gpu } = rows[name];
    const { covered, moved, calls, triangles, setUpSeconds } = made.drawn[name];
    return {
      name, frames: frame.length, frameMs: median(frame), gpuMs: median(gpu), updateMs: median(update), renderMs: median(render),
      scriptMs: median(update.map((value, i) => value + render[i])), calls, triangles, covered, moved, setUpSeconds,
    };
  });
  const floor = variants.find(({ name }) => name === "plain");
  console.log(`\n${count} instances of ${path.basename(model)}, clip ${made.clip}, ${made.vertices} vertices each, ${width}×${height}\n`);
  console.log("| | frame, ms | to the floor | GPU, ms | to the floor | script, ms (update + render) | draws | triangles | pictures |");
  console.log("|---|---|---|---|---|---|---|---|---|");
  for (const v of variants) {
    const ratio = (key) => (floor?.[key] ? (v[key] === null ? "–" : (v[key] / floor[key]).toFixed(2)) : "–");
    console.log(
      `| ${v.name} | ${shown(v.frameMs)} | ${ratio("frameMs")} | ${shown(v.gpuMs)} | ${ratio("gpuMs")} | ` +
        `${shown(v.scriptMs)} (${shown(v.updateMs)} + ${shown(v.renderMs)}) | ${v.calls} | ${v.triangles} | ${v.frames} |`,
    );
  }
  // Figures of invisible or static crowds would be meaningless.
  for (const { name, covered, moved } of variants) {
    const animated = name !== "empty" && name !== "plain";
    if ((name !== "empty" && covered < 0.7 * (floor?.covered ?? 1)) || animated !== moved > 0) {
      fail(`${name} does not draw what it should: ${covered} pixels covered, ${moved} moved; the floor covers ${floor?.covered}`);
    }
  }
  return { count, clip: made.clip, vertices: made.vertices, variants };
}

let result;
try {
  const page = await browser.newPage({ viewport: { width, height } });
  page.setDefaultTimeout(600000);
  page.on("console", (message) => message.type() === "error" && console.error(message.text()));
  page.on("pageerror", (error) => fail(String(error)));
  await page.goto(`${address}/bench.html`);
  await page.waitForFunction(() => window.ready);
  // Without such a path to a GPU, Chromium restarts its GPU process again and again.
  const late = setTimeout(() => fail("Chromium gives no WebGL in a minute: try another --gl; DEBUG=pw:browser shows what it says"), 60000);
  const graphics = await page.evaluate((size) => window.bench.start(...size), [width, height]).catch((error) => fail(String(error)));
  clearTimeout(late);
  console.log(`renderer: ${graphics.renderer}; three.js ${graphics.three}; ${cpus().length} × ${cpus()[0]?.model}`);
  if (/swiftshader|llvmpipe|lavapipe|softpipe|software|basic render/i.test(graphics.renderer) && !values.software) {
    fail("this is software, not a GPU: give --gl angle=vulkan (or another way to the GPU), or --software to measure it all the same");
  }
  result = { ...graphics, width, height, model: path.basename(model), runs: [] };
  for (const count of counts) {
    result.runs.push(await measure(page, count));
  }
} finally {
  await browser.close();
  server.close();
}
console.log(`\n${JSON.stringify(result)}`);
if (values.json) {
  writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
}

// run_babylon.mjs CLI [PICTURES]: exports for Babylon.js, played by the real library in a real browser (headless
// Chromium, WebGL 2 in software), against Babylon's own skinning of the same glTF. Exit code 77: a requirement is
// missing.
import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { damageRows, damages } from "../web/damages.mjs";
import { BrowserTest, models, needs, root, run, samples, serve, temporaryFolder } from "../browser.mjs";

const [cli, pictures] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const knight = path.join(samples, "lantern-knight.glb");
const file = (name) => path.join(models, name);
const modules = needs(here, ["@babylonjs/core", "@babylonjs/loaders"], [cli, ...["fox.glb", "kaykit-knight.glb", "hydra/hydra.gltf", "kenney-character/kenney-character.glb"].map(file)]);
const test = new BrowserTest(modules, pictures);

const folder = temporaryFolder();
const out = path.join(folder, "out");
// Name, model, options of the bake, clips. The hydra has eight influences per vertex, of which a bake keeps four.
const exports = [
  ["knight", knight, ["--clip", "Walk", "--clip", "Run,fps=60", "--clip", "Attack,fps=60,loop=off", "--expose", "weapon.*"], ["Run", "Attack"]],
  ["fox", file("fox.glb"), ["--pixel-format", "rgba32f"], ["Run"]],
  ["kaykit", file("kaykit-knight.glb"), ["--clip", "Walking_A", "--clip", "1H_Melee_Attack_Chop"], ["1H_Melee_Attack_Chop"]],
  ["hydra", file("hydra/hydra.gltf"), ["--max-size", "512"], ["Sway"]],
  ["kenney", file("kenney-character/kenney-character.glb"), [], ["walk"]],
  // Only stored frames; its exported rows are even again.
  ["uneven", knight, ["--clip", "Walk", "--clip", "Run,fps=60", "--clip", "Attack,fps=60,loop=off", "--expose", "weapon.*", "--rows", "uneven", "--max-error", "20mm"], []],
];
for (const [name, model, options] of exports) {
  const pack = path.join(folder, `${name}.texpack`);
  for (const args of [["bake", model, "-o", pack, "--quiet", ...options], ["export", pack, "--engine", "babylon", "-o", out, "--quiet"]]) {
    const { code, text } = run(cli, ...args);
    if (code !== 0) {
      test.check(`${args[0]} ${name}`, false, text);
    }
  }
}
// Vertex mode is rejected by name.
run(cli, "bake", path.join(samples, "banner.glb"), "--mode", "vertex", "-o", path.join(folder, "banner.texpack"), "--quiet");
const refused = run(cli, "export", path.join(folder, "banner.texpack"), "--engine", "babylon", "-o", path.join(folder, "refused"));
test.check("vertex mode is refused in words", refused.code !== 0 && refused.text.includes('bake with --mode bone'), refused);
// 60 rows per second from a bake at 30.
run(cli, "export", path.join(folder, "fox.texpack"), "--engine", "babylon", "--option", "rate=60", "-o", path.join(folder, "out60"), "--quiet");
cpSync(path.join(folder, "out60"), path.join(out, "sixty"), { recursive: true });
// Damaged files.
const spoilt = Object.keys(damages).filter((name) => name !== "half" && name !== "resized" && name !== "filtered");
for (const name of spoilt) {
  damageRows(out, "kenney.vat", `damaged-${name}.vat`, name);
}

const { server, address } = await serve({
  "/out/node_modules/": modules, "/node_modules/": modules, "/out/": out, "/packs/": folder, "/models/": models,
  "/test/": here, "/": root,
});
try {
  const page = await test.start();
  await page.goto(`${address}/test/page.html`);
  await page.waitForFunction(() => window.ready);
  const source = (model) => (model.startsWith(root) ? model.slice(root.length) : `/models/${path.relative(models, model)}`);
  for (const [name, model, , clips] of exports) {
    for (const clip of clips) {
      const rows = await test.call("againstSkinning", `/out/${name}.vat.json`, source(model), clip);
      test.check(`${name}: ${clip} against Babylon's own skinning`, rows.every((row) => row.overlap > (name === "hydra" ? 0.98 : 0.997) && row.covered > 2000 && row.colour < 4), rows);
    }
  }
  for (const [clip, speed] of [["Run", 1], ["Run", -1], ["Attack", 1], ["Attack", -0.5]]) {
    const rows = await test.call("overTime", "/out/knight.vat.json", clip, speed);
    test.check(`${clip} at speed ${speed}, long after`, rows.every((row) => row.overlap > 0.9999) && rows.filter((row) => row.changed).length > 2, rows);
  }
  const sixty = await test.call("overTime", "/out/sixty/fox.vat.json", "Run", 1);
  test.check("rows at 60 Hz", sixty.every((row) => row.overlap > 0.9999), sixty);
  for (const light of ["directional", "spot", "point"]) {
    const picture = await test.call("shadows", "/out/knight.vat.json", light, light === "directional");
    test.check(`shadows of a ${light} light move`, picture.moved > 300, picture);
    await test.screenshot(`babylon-${light}.png`);
  }
  const manifest = JSON.parse(readFileSync(path.join(folder, "knight.texpack/manifest.json"), "utf8"));
  const walk = manifest.clips.find((clip) => clip.name === "Walk");
  const fired = await test.call("events", "/out/knight.vat.json", "Walk", walk.lengthSeconds * 9.99, walk.lengthSeconds / 100);
  test.check("each event once a cycle, of the instance that plays it", walk.events.length > 0 && fired.filter((text) => text.startsWith("1 Walk")).length === walk.events.length * 10 && fired.every((text) => text.startsWith("1 Walk")), fired.length);
  // Blended rows are rounded to half floats again.
  for (const [name, close] of [["knight", 1e-4], ["uneven", 1e-3]]) {
    const sockets = await test.call("sockets", `/out/${name}.vat.json`, `/packs/${name}.texpack`);
    test.check(`sockets against the decoder of packs, ${name}`, sockets.count > 0 && sockets.far < close, sockets);
  }
  const fade = await test.call("fade", "/out/knight.vat.json", "Run", "Attack", "Walk");
  test.check("a cross-fade goes from one clip to the other", fade.start > 0.9999 && fade.end > 0.9999 && fade.middleA < 0.98 && fade.middleB < 0.98, fade);
  test.check("a section shows its clip; its end is told once, and what is queued begins there", fade.section > 0.9999 && fade.told, fade);
  test.check("one that is interrupted does not jump", fade.largest < 0.12 && fade.travelled > 1, fade);
  const apart = await test.call("parented", "/out/knight.vat.json", source(knight), "Run", "weapon_r");
  test.check("what hangs on a socket is where it hangs on the node of the source, also below a parent", apart < 0.005, apart);
  for (const name of spoilt) {
    const seen = await test.call("damaged", `/out/damaged-${name}.vat.json`);
    test.check(`a texture that is ${name} is named, and a checker drawn`, seen.names.join() === name && seen.said.length > 60 && seen.checker > 1000 && seen.other === 0, seen);
  }
  await test.openedAsFile(path.join(out, "knight.babylon.html"), "#words");
  await test.failsLater(`${address}/out/knight.babylon.html`, "page.js");
  await page.unroute("**/page.js");
  // The export's page, opened as a user does.
  for (const name of ["knight", "hydra"]) {
    await test.exportedPage(`${address}/out/${name}.babylon.html`, `babylon-page-${name}`);
  }
} finally {
  server.close();
}
await test.end();

// run_canary.mjs CLI: exported textures with each damage that the canary detects: `doctor` names it in the files, and
// so does the run-time in a real browser, from the texture on the GPU, which draws a checker in place of the character.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { damages, readImage, writeExr } from "../web/damages.mjs";
import { Packs, inBrowser, root, softwareWebGpu } from "./harness.mjs";

const [cli] = process.argv.slice(2);
const packs = new Packs(cli);
const names = ["bone-half", "vertex-float-folded"];
for (const name of names) {
  packs.run("export", path.join(root, `tests/vectors/${name}.texpack`), "--engine", "three", "-o", path.join(packs.folder, "site"), "--quiet");
}

/** The names of doctor's findings. */
function examined() {
  let text = "";
  try {
    text = execFileSync(cli, ["doctor", path.join(packs.folder, "site"), "--json"], { stdio: ["ignore", "pipe", "inherit"] }).toString();
  } catch (error) {
    text = error.stdout.toString(); // The exit code of findings.
  }
  const report = JSON.parse(text);
  return [...report.exports, report].flatMap(({ findings }) => findings).map(({ name }) => name);
}

await inBrowser(packs, softwareWebGpu, async ({ page, address, call, check }) => {
  for (const [file, backend] of [["page.html", "WebGL"], ["page_gpu.html", "WebGPU"]]) {
    await page.goto(`${address}/${file}`);
    await page.waitForFunction(() => window.ready);
    for (const name of names) {
      const url = `/packs/site/${name}.texpack`;
      const whole = await call("canary", url);
      check(`${backend}: ${name} as it was exported`, whole.names.length === 0 && whole.said === "" && whole.magenta === 0, whole);
      const exr = path.join(packs.folder, `site/${name}.texpack/animation.exr`);
      const original = readFileSync(exr);
      const bytes = original.buffer.slice(original.byteOffset, original.byteOffset + original.byteLength);
      const image = await readImage(bytes);
      const isFloat = image.type === "float";
      // Software WebGPU is slow: each kind once, on either pack.
      const few = isFloat ? ["half", "srgb-decoded", "empty"] : ["resized", "flipped-vertically", "8-bit", "premultiplied"];
      for (const damage of Object.keys(damages)) {
        if ((damage === "half" && !isFloat) || (backend === "WebGPU" && !few.includes(damage))) {
          continue;
        }
        writeFileSync(exr, writeExr(bytes, damages[damage](image)));
        const found = backend === "WebGL" ? examined() : [damage];
        const seen = await call("canary", url);
        const isChecker = seen.magenta > 500 && seen.black > 500 && seen.other < 0.02 * seen.magenta;
        check(`${backend}: ${name}, ${damage}`, found.join() === damage && seen.names.join() === damage && seen.said.length > 60 && isChecker, { found, ...seen });
      }
      writeFileSync(exr, original);
    }
    if (backend === "WebGL") {
      check("mended, all is well", examined().length === 0, examined());
      // Changes by the page's own code before the texture is uploaded.
      for (const [setting, name] of [["flipY", "flipped-vertically"], ["premultiplyAlpha", "premultiplied"]]) {
        const seen = await call("canary", "/packs/site/bone-half.texpack", { [setting]: true });
        check(`${setting} is named`, seen.names.join() === name && seen.said.includes(`${setting} = false`), seen);
      }
      const shown = await call("canaryShadow", "/packs/site/bone-half.texpack");
      check("the canary is looked at in the pass of a shadow, too", shown.names.length === 0 && shown.error === 0, shown);
    }
  }
});

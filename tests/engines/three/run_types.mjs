// run_types.mjs CLI: the types of the three.js run-time, as exported and found by npm, checked by the TypeScript
// compiler, and compared with the code; and the refusal of an old three.js. Exit code 77: the compiler or three's types
// are missing (npm ci).
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const [cli, pack] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const modules = process.env.TEXELETON_NODE_MODULES ?? path.join(here, "node_modules");
if (!existsSync(path.join(modules, "typescript")) || !existsSync(path.join(modules, "@types/three"))) {
  console.log(`skipped: needs typescript and @types/three in ${modules}`);
  process.exit(77);
}
const folder = mkdtempSync(path.join(tmpdir(), "texeleton-types-"));
let failed = false;
try {
  execFileSync(cli, ["export", pack, "--engine", "three", "-o", path.join(folder, "site"), "--quiet"], { stdio: "inherit" });
  mkdirSync(path.join(folder, "node_modules"));
  for (const name of ["three", "@types", "@dimforge", "@tweenjs", "@webgpu", "fflate", "meshoptimizer", "typescript"]) {
    if (existsSync(path.join(modules, name))) {
      symlinkSync(path.join(modules, name), path.join(folder, "node_modules", name));
    }
  }
  symlinkSync("../site/texeleton", path.join(folder, "node_modules/texeleton"));
  copyFileSync(path.join(here, "use.ts"), path.join(folder, "use.mts"));
  const compiler = path.join(modules, "typescript/bin/tsc");
  for (const resolution of [["bundler", "esnext"], ["node16", "node16"]]) {
    const given = ["--noEmit", "--strict", "--preserveSymlinks", "--target", "esnext", "--lib", "esnext,dom"];
    const result = spawnSync(process.execPath, [compiler, ...given, "--moduleResolution", resolution[0], "--module", resolution[1], "--skipLibCheck", "use.mts"], { cwd: folder, encoding: "utf8" });
    console.log(`${result.status === 0 ? "PASS" : "FAIL"}: types, as ${resolution[0]} finds them\n${result.stdout}`);
    failed ||= result.status !== 0;
  }
  // Each declared member of the classes exists in the code.
  const types = readFileSync(path.join(folder, "site/texeleton/three/index.d.ts"), "utf8");
  const code = ["asset.js", "crowd.js"].map((name) => readFileSync(path.join(folder, "site/texeleton/three", name), "utf8")).join("");
  const members = [...types.matchAll(/^  (?:static |readonly )*(\w+)(?:\(|\??:)/gm)].map(([, name]) => name);
  const classes = types.slice(types.indexOf("export class"));
  const missing = members.filter((name) => classes.includes(`  ${name}`) && name !== "constructor" && !new RegExp(`\\b${name}\\b`).test(code));
  console.log(`${missing.length === 0 ? "PASS" : "FAIL"}: the code has what the types declare: ${missing}`);
  failed ||= missing.length > 0 || members.length < 40;

  // One number of each oldest release: in the code, in package.json and in the documents.
  const version = readFileSync(path.join(folder, "site/texeleton/three/version.js"), "utf8");
  const [webgl, webgpu] = [...version.match(/OLDEST_THREE = .*/)[0].matchAll(/: (\d+)/g)].map(([, number]) => `0.${number}`);
  const { peerDependencies } = JSON.parse(readFileSync(path.join(folder, "site/texeleton/package.json"), "utf8"));
  const documents = ["three.md", "three.zh-CN.md"].map((name) => readFileSync(path.join(here, "../../../docs/engines", name), "utf8"));
  const same = peerDependencies.three === `>=${webgl}` && documents.every((text) => text.includes(`three.js ${webgl} `) && new RegExp(`\`WebGPURenderer\`[^.]* ${webgpu}|${webgpu} or newer for \`WebGPURenderer\``).test(text));
  console.log(`${same ? "PASS" : "FAIL"}: package.json and documents name the releases that the code checks: ${webgl} and ${webgpu}`);
  failed ||= !same;

  // Stand-ins for old releases: all names that the run-time imports, except for newer ones.
  const three = path.join(folder, "old/node_modules/three");
  mkdirSync(three, { recursive: true });
  cpSync(path.join(folder, "site/texeleton"), path.join(folder, "old/texeleton"), { recursive: true });
  const sources = readdirSync(path.join(folder, "old/texeleton/three")).filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(path.join(folder, "old/texeleton/three", name), "utf8"));
  const names = (module) => [...new Set(sources.flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from "([^"]*)"/g)]
    .filter(([, , from]) => from === module).flatMap(([, list]) => list.split(",").map((name) => name.trim()).filter(Boolean))))];
  writeFileSync(path.join(three, "package.json"), JSON.stringify({ name: "three", type: "module", exports: { ".": "./three.js", "./webgpu": "./webgpu.js", "./tsl": "./tsl.js", "./addons/*": "./addon.js" } }));
  writeFileSync(path.join(three, "addon.js"), "export class GLTFLoader {}");
  const standIn = (module, more = "") => `${names(module).filter((name) => name !== "REVISION").map((name) => `export class ${name} {}`).join("\n")}\n${more}`;
  writeFileSync(path.join(three, "webgpu.js"), standIn("three/webgpu"));
  writeFileSync(path.join(three, "tsl.js"), standIn("three/tsl"));
  for (const [revision, entry, wanted] of [["160", "index.js", `three.js ${webgl} or newer for WebGLRenderer; this is 0.160`], ["180", "webgpu.js", `three.js ${webgpu} or newer for WebGPURenderer; this is 0.180`], ["171", "index.js", ""], ["187dev", "index.js", ""]]) {
    writeFileSync(path.join(three, "three.js"), standIn("three", `export const REVISION = "${revision}";`));
    const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", `await import("./texeleton/three/${entry}");`], { cwd: path.join(folder, "old"), encoding: "utf8" });
    const holds = wanted === "" ? status === 0 : status !== 0 && stderr.includes(wanted);
    console.log(`${holds ? "PASS" : "FAIL"}: three.js 0.${revision}, ${entry}: ${wanted || "taken"}${holds ? "" : `\n${stderr}`}`);
    failed ||= !holds;
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.exit(failed ? 1 : 0);

// run_types.mjs CLI PACK: strict TypeScript on the code of docs/engines with the types in exports for Babylon.js,
// Babylon Lite and PlayCanvas; compares the types of resources/engines/web with the compiler's output for its code.
// Exit code 77: the compiler is missing (npm ci in ../three).
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const [cli, pack] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../../..");
const compiler = path.join(here, "../three/node_modules/typescript");
if (!existsSync(compiler)) {
  console.log("skipped: needs typescript in ../three/node_modules");
  process.exit(77);
}
const folder = mkdtempSync(path.join(tmpdir(), "texeleton-types-"));
let passed = 0;
let failed = 0;
const check = (what, holds, detail = "") => {
  console.log(`${holds ? "PASS" : "FAIL"}: ${what} ${holds ? "" : detail}`);
  if (holds) passed += 1;
  else failed += 1;
};
const ts = createRequire(import.meta.url)(compiler);
const libraries = new Map(); // TypeScript's own declarations, read once for all programs.
/** As `tsc` with these arguments in the folder `at`: writes what they ask for, gives the errors as tsc prints them. */
function compile(at, ...args) {
  const { options, fileNames } = ts.parseCommandLine(["--target", "esnext", "--lib", "esnext,dom", ...args]);
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getCurrentDirectory = () => at;
  host.getSourceFile = (file, ...rest) => {
    if (!file.startsWith(path.join(compiler, "lib"))) return getSourceFile.call(host, file, ...rest);
    if (!libraries.has(file)) libraries.set(file, getSourceFile.call(host, file, ...rest));
    return libraries.get(file);
  };
  const program = ts.createProgram(fileNames.map((name) => path.join(at, name)), options, host);
  const errors = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  return ts.formatDiagnostics(errors, host);
}

// Names of the page that contains the documents' code.
const PLACES = {
  babylon: {
    packages: ["@babylonjs"],
    head: `import { Engine } from "@babylonjs/core/Engines/engine.js";
import { ShadowGenerator } from "@babylonjs/core/Lights/Shadows/shadowGenerator.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
declare const engine: Engine, scene: Scene, shadowGenerator: ShadowGenerator;
declare const sword: { scaling: Vector3; rotationQuaternion: Quaternion; position: Vector3 };`,
    wrong: "crowd.setTintAt(7, 3);",
  },
  "babylon-lite": {
    packages: ["@babylonjs"],
    head: `import { onBeforeRender, type EngineContext, type SceneContext } from "@babylonjs/lite";
declare const engine: EngineContext, scene: SceneContext;`,
    wrong: "crowd.play(7, 3);",
  },
  playcanvas: {
    packages: ["playcanvas"],
    head: `import { AppBase, Quat, Vec3 } from "playcanvas";
declare const app: AppBase, rotation: Quat;`,
    wrong: 'crowd.play(7, "Run", { fade: 0.2 });',
  },
};
try {
  for (const [name, { packages, head, wrong }] of Object.entries(PLACES)) {
    const modules = path.join(here, "..", name, "node_modules");
    if (!existsSync(modules)) {
      console.log(`skipped: ${name} needs its packages (npm ci in ../${name})`);
      continue;
    }
    const site = path.join(folder, name);
    execFileSync(cli, ["export", pack, "--engine", name, "-o", site, "--quiet"], { stdio: "inherit" });
    mkdirSync(path.join(site, "node_modules"));
    packages.forEach((of) => symlinkSync(path.join(modules, of), path.join(site, "node_modules", of)));
    const given = (page, more = "") => {
      const text = readFileSync(path.join(root, "docs/engines", page), "utf8");
      const code = [...text.matchAll(/^```js\n(.*?)^```/gms)].map(([, block]) => block.replaceAll("…", "")).join("\n");
      check(`${page} has code`, code.length > 200);
      return `${head}\n${code}\n${more}\nexport {};\n`;
    };
    writeFileSync(path.join(site, "use.mts"), given(`${name}.md`));
    writeFileSync(path.join(site, "use_zh.mts"), given(`${name}.zh-CN.md`));
    writeFileSync(path.join(site, "wrong.mts"), given(`${name}.md`, wrong));
    for (const [resolution, module] of [["bundler", "esnext"], ["node16", "node16"]]) {
      const result = compile(site, "--noEmit", "--strict", "--skipLibCheck", "--moduleResolution", resolution, "--module", module, "use.mts", "use_zh.mts", "wrong.mts");
      const errors = result.trim().split("\n").filter((line) => line.includes(": error "));
      check(`${name}: the documents' code is strict TypeScript, as ${resolution} finds it; a wrong call is refused`, errors.length === 1 && errors[0].startsWith("wrong.mts"), result);
    }
    // Each declared member exists in the code of the crowd or of its base.
    const extension = name === "playcanvas" ? "mjs" : "js";
    const at = path.join(site, "texeleton", name);
    const read = (suffix) => [`${at}/crowd.${suffix}`, path.join(at, "../web-crowd", `instance_crowd.${suffix.replace("m", "")}`)].map((file) => readFileSync(file, "utf8"));
    const types = read(`d.${extension.replace("js", "ts")}`).map((text) => text.slice(text.indexOf("export class"))).join("\n");
    const source = read(extension).join("\n");
    const members = [...types.matchAll(/^  (?:static |readonly )*(\w+)(?:\(|\??:)/gm)].map(([, member]) => member);
    const missing = members.filter((member) => !new RegExp(`\\b${member}\\b`).test(source));
    check(`${name}: the code has what the types declare`, members.length > 12 && missing.length === 0, missing.join());
    const { exports, peerDependencies } = JSON.parse(readFileSync(path.join(at, "package.json"), "utf8"));
    check(`${name}: the package names its files and its library`, Object.values(exports["."]).every((file) => existsSync(path.join(at, file))) && Object.keys(peerDependencies).length > 0);
  }
  const web = path.join(root, "resources/engines/web");
  const out = path.join(folder, "web");
  // Types of the code alone: declarations next to it would be used instead.
  const plain = path.join(folder, "plain");
  mkdirSync(plain);
  readdirSync(web).filter((file) => /(?<!\.d)\.js$/.test(file)).forEach((file) => copyFileSync(path.join(web, file), path.join(plain, file)));
  compile(plain, "--declaration", "--allowJs", "--emitDeclarationOnly", "--module", "esnext", "--moduleResolution", "bundler", "--outDir", out, "index.js");
  const made = existsSync(out) ? readdirSync(out) : [];
  const other = made.filter((file) => !existsSync(path.join(web, file)) || readFileSync(path.join(web, file), "utf8") !== readFileSync(path.join(out, file), "utf8"));
  check("the types of web are what tsc --declaration makes of its code", made.length > 10 && other.length === 0, other.join());
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

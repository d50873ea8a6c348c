import { REVISION } from "three";

/**
 * The oldest releases of three.js with which the tests of the run-time pass, by renderer. package.json and the documents say the
 * same; tests/engines/three/run_types.mjs compares them.
 */
export const OLDEST_THREE = { WebGLRenderer: 170, WebGPURenderer: 185 };

/** Throws where three.js is older: it would fail in silence, or later and elsewhere. @param {keyof typeof OLDEST_THREE} renderer */
export function checkThree(renderer) {
  const oldest = OLDEST_THREE[renderer];
  if (!(Number.parseInt(REVISION, 10) >= oldest)) {
    throw new Error(`Texeleton needs three.js 0.${oldest} or newer for ${renderer}; this is 0.${REVISION}: run "npm install three@latest"`);
  }
}

checkThree("WebGLRenderer");

// Imported first, so that it is checked before code of three.js that older releases do not have runs.
import { checkThree } from "./version.js";

checkThree("WebGPURenderer");

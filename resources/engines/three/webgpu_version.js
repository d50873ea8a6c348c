// Imported first, to check the release before code runs that older releases lack.
import { checkThree } from "./version.js";

checkThree("WebGPURenderer");

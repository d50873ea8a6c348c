// Code shared by players of packs, without a graphics library.
export * from "./canary.js";
export * from "./clip.js";
export * from "./clip_section.js";
export * from "./crowd_clock.js";
export * from "./crowd_state.js";
export * from "./decode.js";
export * from "./event_scheduler.js";
export * from "./events.js";
export * from "./layers.js";
export * from "./pack.js";
export * from "./root_motion.js";
export * from "./ticker.js";

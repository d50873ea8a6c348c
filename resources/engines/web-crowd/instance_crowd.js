// What the crowds of Babylon.js, Babylon Lite and PlayCanvas have in common: what their instances play.
import { rootMotionAt, rootTrack } from "../web/root_motion.js";
import { InstancePlayers } from "./instance_players.js";

export class InstanceCrowd {
  /** @param {import("../web/clip.js").Clip[]} clips @param {number} count Instances. */
  constructor(clips, count) {
    this.players = new InstancePlayers(clips, count);
  }

  /** Called for each event, once: {instance, name, parameter, timeSeconds, clip}. */
  get onEvent() {
    return this.players.onEvent;
  }
  set onEvent(listener) {
    this.players.onEvent = listener;
  }

  /** Called once when a clip that plays once has ended, after its events: {instance, clip}. */
  get onFinished() {
    return this.players.onFinished;
  }
  set onFinished(listener) {
    this.players.onFinished = listener;
  }

  get count() {
    return this.players.playing.length;
  }

  get clips() {
    return this.players.clips;
  }

  /**
   * Plays a clip. With a fade during another fade it waits for the end of that.
   * @param {number} instance
   * @param {string} clip
   * @param {{speed?: number, startSeconds?: number, fadeSeconds?: number}} [options] A negative speed plays backward.
   */
  play(instance, clip, options) {
    this.players.play(instance, clip, options);
  }

  /**
   * Plays a clip after the current one and those queued before: at the end of a clip that plays once, or at the end of
   * the current loop. A fade begins then. play() clears the queue.
   */
  queue(instance, clip, options) {
    this.players.queue(instance, clip, options);
  }

  /** Clears the queue; the current clip continues. */
  clearQueue(instance) {
    this.players.clearQueue(instance);
  }

  /** Adds a section of a clip to the clips, from the frame nearest to `fromSeconds` to the one nearest to `toSeconds`. */
  addSection(name, clip, fromSeconds, toSeconds, options) {
    this.players.addSection(name, clip, fromSeconds, toSeconds, options);
  }

  /** Seconds from the start of an instance's clip; unrolled if it loops. */
  positionOf(instance) {
    return this.players.positionOf(instance);
  }

  /** Whether an instance has reached the end of a clip that plays once. */
  isFinished(instance) {
    return this.players.isFinished(instance);
  }

  /** The root motion of an instance since its clip began, in glTF's space: {x, y, z, yaw}. */
  rootMotionAt(instance) {
    const { clip } = this.players.playing[instance];
    return rootMotionAt(clip, rootTrack(clip), this.positionOf(instance));
  }
}

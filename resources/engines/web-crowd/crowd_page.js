// The controls of an export's page (web-page/page.html), for a crowd on a ground.
const input = (id) => document.getElementById(id);

/** Whether the page is dark: as its button says, else as the system is. */
export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Characters in a square: their size, the number in a row, and [x, z] of each. */
export function inSquare({ min, max }, count) {
  const tall = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  const side = Math.ceil(Math.sqrt(count));
  const along = (place) => (place - (side - 1) / 2) * tall * 0.75;
  return { tall, side, places: Array.from({ length: count }, (_, i) => [along(i % side), along(Math.floor(i / side))]) };
}

export class CrowdControls {
  /** @type {import("./instance_crowd.js").InstanceCrowd | null} */
  crowd = null;

  /**
   * @param {number} most The most instances.
   * @param {(count: number) => void} fill Shows another number of instances.
   * @param {() => void} paint Draws in the colours of the theme.
   */
  constructor(most, fill, paint) {
    this.most = most;
    input("theme").addEventListener("click", () => {
      document.documentElement.dataset.theme = isDark() ? "light" : "dark";
      paint();
    });
    input("clip").addEventListener("change", () => this.playAll());
    input("speed").addEventListener("input", () => this.playAll());
    input("count").addEventListener("change", () => fill(this.count));
  }

  get count() {
    return Math.max(1, Math.min(this.most, input("count").valueAsNumber || 1));
  }

  /** Lists the clips of a new crowd and plays them. */
  show(crowd) {
    this.crowd = crowd;
    if (input("clip").options.length === 0) {
      input("clip").append(new Option("all clips", ""), ...crowd.clips.map(({ name }) => new Option(name, name)));
    }
    this.playAll();
  }

  play(i) {
    const { clips } = this.crowd;
    const clip = clips.find(({ name }) => name === input("clip").value) ?? clips[i % clips.length];
    const startSeconds = clip.loop ? (i * 0.37) % (clip.lengthSeconds || 1) : undefined;
    this.crowd.play(i, clip.name, { speed: input("speed").valueAsNumber, startSeconds, fadeSeconds: 0.3 });
  }

  playAll() {
    for (let i = 0; i < this.crowd.count; i += 1) {
      this.play(i);
    }
  }

  /** Call it once per frame: clips that play once are repeated after a pause. */
  playAgain() {
    for (let i = 0; i < this.crowd.count; i += 1) {
      if (this.crowd.isFinished(i) && Math.random() < 0.02) {
        this.play(i);
      }
    }
  }
}

// A section of a clip, and a queue after it, as run by the test pages of each library.

/**
 * Two pictures of the same moment, played as a section and as its clip, and what is told when the section has ended.
 * @param {object} crowd @param {number} instance @param {string} clip @param {string} next What follows.
 * @param {(change: () => void) => Promise<object>} show Makes a change and gives the picture.
 */
export async function sections(crowd, instance, clip, next, show) {
  const { lengthSeconds } = crowd.clips.find(({ name }) => name === clip);
  crowd.addSection("part", clip, 0.3 * lengthSeconds, 0.8 * lengthSeconds);
  const part = crowd.clips.at(-1);
  const startSeconds = 0.4 * part.lengthSeconds;
  const mine = await show(() => crowd.play(instance, "part", { speed: 0, startSeconds }));
  const whole = await show(() => crowd.play(instance, clip, { speed: 0, startSeconds: part.section.fromSeconds + startSeconds }));
  const ends = [];
  crowd.onFinished = (end) => ends.push(`${end.instance} ${end.clip}`);
  crowd.play(instance, "part");
  crowd.queue(instance, next);
  for (let i = 0; i < 10; i += 1) {
    crowd.update(part.lengthSeconds / 8);
  }
  crowd.onFinished = null;
  // A quarter of the section has passed since then.
  const late = Math.abs(crowd.positionOf(instance) - part.lengthSeconds / 4);
  return { mine, whole, told: ends.join() === `${instance} part` && late < 1e-6 };
}

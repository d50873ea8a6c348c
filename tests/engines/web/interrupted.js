// A cross-fade that is interrupted twice, for the test pages of all libraries.

/**
 * Largest way of a socket in a millisecond while one clip is asked for after another, each in the middle of a cross-fade.
 * @param {object} crowd @param {string[]} clips Three names. @param {string} socket
 * @param {(matrix: object) => ArrayLike<number>} numbersOf The 16 numbers of what socketMatrix() gives, columns.
 */
export function interrupted(crowd, [first, second, third], socket, numbersOf) {
  const place = () => Array.from(numbersOf(crowd.socketMatrix(0, socket))).slice(12, 15);
  let largest = 0;
  let travelled = 0;
  let before = null;
  const pass = (milliseconds) => {
    for (let i = 0; i < milliseconds; i += 1) {
      crowd.update(0.001);
      const now = place();
      const way = before ? Math.hypot(...now.map((v, axis) => v - before[axis])) : 0;
      largest = Math.max(largest, way);
      travelled += way;
      before = now;
    }
  };
  crowd.play(0, first);
  pass(200);
  crowd.play(0, second, { fadeSeconds: 0.3 });
  pass(150);
  crowd.play(0, third, { fadeSeconds: 0.3 });
  pass(100);
  crowd.play(0, first, { fadeSeconds: 0.3 });
  pass(700);
  return { largest, travelled };
}

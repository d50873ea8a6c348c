// Integer time of a crowd: the frames that an instance shows. Twin of core/runtime/crowd_clock.h, which defines the
// units.

struct CrowdFrames {
  uint current;
  uint next;
  float fraction;
};

// Position of a looping record in turns * 2^32.
uint crowdLoopPhase(uint phase, int stepHigh, uint stepLow, uint ticks, uint rest) {
  uint high = uint(stepHigh);
  uint whole = high * ticks + stepLow * (ticks >> 16) + ((stepLow * (ticks & 0xffffu)) >> 16);
  uint part = uint((stepHigh >> 16) * int(rest)) + (((high & 0xffffu) * rest) >> 16);
  return phase + whole + part;
}

// Position of a record that plays once: x in turns * 2^32; y is 1 for a complete turn, which does not fit into 32 bits.
uvec2 crowdOncePhase(uint phase, int stepHigh, uint stepLow, uint ticks, uint rest) {
  bool backward = stepHigh < 0;
  if (stepHigh == 0 && stepLow == 0u) {
    return uvec2(phase, 0u);
  }
  // Backward playback is forward playback from the end: the 48 bits are negated.
  uint low = backward ? (0u - stepLow) & 0xffffu : stepLow;
  uint high = backward ? ~uint(stepHigh) + (stepLow == 0u ? 1u : 0u) : uint(stepHigh);
  uint elapsed = ticks - phase;
  uint made = 0u;
  bool whole = false;
  if (elapsed < 0x80000000u) {
    uint over;
    uint a;
    umulExtended(high, elapsed, over, a);
    whole = over != 0u;  // An overflow of 32 bits means a complete turn or more.
    uint b = a + low * (elapsed >> 16) + ((low * (elapsed & 0xffffu)) >> 16);
    made = b + (high >> 16) * rest + (((high & 0xffffu) * rest) >> 16);
    whole = whole || b < a || made < b;
  }
  if (whole) {
    return uvec2(0u, backward ? 0u : 1u);
  }
  return backward ? uvec2(0u - made, made == 0u ? 1u : 0u) : uvec2(made, 0u);
}

// Frames and fraction of a position.
CrowdFrames crowdFrames(uint frameBegin, uint frameCount, bool loops, uint phase, bool atEnd) {
  uint last = frameCount - 1u;
  uint steps = loops ? frameCount : last;
  uint position = atEnd ? last << 16 : (phase >> 16) * steps + (((phase & 0xffffu) * steps) >> 16);
  uint frame = position >> 16;
  uint next = frame < last ? frame + 1u : (loops ? 0u : last);
  CrowdFrames result;
  result.current = frameBegin + frame;
  result.next = frameBegin + next;
  result.fraction = float(position & 0xffffu) * (1.0 / 65536.0);
  return result;
}

// Weight of the incoming clip in a cross-fade.
float crowdFadeWeight(uint startTicks, uint durationTicks, uint ticks, uint rest) {
  uint elapsed = ticks - startTicks;
  if (elapsed >= 0x80000000u) {
    return 0.0;
  }
  if (elapsed >= durationTicks) {
    return 1.0;
  }
  float part = float(rest) * (1.0 / 65536.0);
  float made = float(elapsed) + part;
  float duration = float(durationTicks);
  float weight = made / duration;
  return weight > 1.0 ? 1.0 : weight;
}

// The current moment of an instance: two frames, a fraction and a share for each of two clips (playing and outgoing).
// Time is in integers (docs/runtimes.md), so that nothing drifts. Layout: width of the texture, rows per frame, row of
// its tail, height. The tail: eight texels of canary, then three texels per clip: first frame (3 bytes), loops; frames
// (2 bytes) and its step (6 bytes): turns * 2^48 per tick. With uneven rows (2 more than loops) only some frames are
// stored: a clip's first frame is then the first texel of its entries in the tail, which place its frames between
// stored ones.
uint textureWidth = uint(Layout.x + 0.5);
uint frameRows = uint(Layout.y + 0.5);
uint tailRow = uint(Layout.z + 0.5);
uint nowTicks = uint(Clock.x + 0.5) * 65536u + uint(Clock.y + 0.5);
uint nowRest = min(uint(Clock.z * 65536.0), 65535u);

// The playing clip, the outgoing one and, with bones, a layer above both: TRACKS.
float clips[TRACKS];
float starts[TRACKS];
float speeds[TRACKS];
float shares[TRACKS];
clips[0] = Clip;
starts[0] = Start;
speeds[0] = Speed;
clips[1] = FadeClip;
starts[1] = FadeStart;
speeds[1] = FadeSpeed;
shares[0] = 1.0;
if (FadeClip > -0.5)
{
  float beginTicks = FadeBegin * 1024.0;
  int sinceTicks = int(nowTicks - uint(int(floor(beginTicks))));
  float sinceSeconds = (float(sinceTicks) + (Clock.z - (beginTicks - floor(beginTicks)))) / 1024.0;
  shares[0] = FadeSeconds > 0.0 ? saturate(sinceSeconds / FadeSeconds) : 1.0;
}
shares[1] = 1.0 - shares[0];

// LAYER
uint frames[2 * TRACKS];  // Current and next of each.
float fractions[TRACKS];
[unroll]
for (int layer = 0; layer < TRACKS; ++layer)
{
  frames[2 * layer] = 0u;
  frames[2 * layer + 1] = 0u;
  fractions[layer] = 0.0;
  if (shares[layer] > 0.0)
  {
    uint entry = 8u + 3u * uint(max(clips[layer], 0.0) + 0.5);
    float4 first = Anim.Load(int3(entry % textureWidth, tailRow + entry / textureWidth, 0));
    entry += 1u;
    float4 count = Anim.Load(int3(entry % textureWidth, tailRow + entry / textureWidth, 0));
    entry += 1u;
    float4 rest = Anim.Load(int3(entry % textureWidth, tailRow + entry / textureWidth, 0));
    uint firstFrame = uint(first.x) + uint(first.y) * 256u + uint(first.z) * 65536u;
    uint frameCount = max(uint(count.x) + uint(count.y) * 256u, 1u);
    uint kind = uint(first.w + 0.5);
    bool loops = (kind & 1u) != 0u;

    // Ticks since the start, in 1/65,536: a sign and 48 bits.
    float startTicks = starts[layer] * 1024.0;
    int whole = int(nowTicks - uint(int(floor(startTicks))));
    uint startRest = min(uint((startTicks - floor(startTicks)) * 65536.0), 65535u);
    uint low = nowRest - startRest;
    if (nowRest < startRest)
    {
      whole -= 1;
      low += 65536u;
    }
    bool before = whole < 0;
    uint high = uint(whole);
    if (before)
    {
      high = ~high + (low == 0u ? 1u : 0u);
      low = (65536u - low) & 0xffffu;
    }

    // Turns = ticks * speed * step, exactly, in limbs of 16 bits: the whole turns begin at limb 5.
    float speed = speeds[layer];
    uint speedFixed = uint(min(floor(abs(speed) * 65536.0 + 0.5), 2147483520.0));
    uint elapsed[3] = {low, high & 0xffffu, high >> 16};
    uint faster[2] = {speedFixed & 0xffffu, speedFixed >> 16};
    uint stepLimbs[3] = {uint(count.z) + uint(count.w) * 256u, uint(rest.x) + uint(rest.y) * 256u,
                    uint(rest.z) + uint(rest.w) * 256u};
    uint scaled[6] = {0u, 0u, 0u, 0u, 0u, 0u};
    uint turns[9] = {0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u};
    int i;
    int j;
    [unroll]
    for (i = 0; i < 3; ++i)
    {
      [unroll]
      for (j = 0; j < 2; ++j)
      {
        uint product = elapsed[i] * faster[j];
        scaled[i + j] += product & 0xffffu;
        scaled[i + j + 1] += product >> 16;
      }
    }
    [unroll]
    for (i = 0; i < 5; ++i)
    {
      scaled[i + 1] += scaled[i] >> 16;
      scaled[i] &= 0xffffu;
    }
    [unroll]
    for (i = 0; i < 5; ++i)
    {
      [unroll]
      for (j = 0; j < 3; ++j)
      {
        uint product = scaled[i] * stepLimbs[j];
        turns[i + j] += product & 0xffffu;
        turns[i + j + 1] += product >> 16;
      }
    }
    [unroll]
    for (i = 0; i < 8; ++i)
    {
      turns[i + 1] += turns[i] >> 16;
      turns[i] &= 0xffffu;
    }
    uint part = turns[4] * 65536u + turns[3];  // Fraction of a turn, in 1/2^32.
    bool over = (turns[5] | turns[6] | turns[7] | turns[8]) != 0u;

    uint position;  // Frames, in 1/65,536.
    if (loops)
    {
      part = before != (speed < 0.0) ? 0u - part : part;
      position = (part >> 16) * frameCount + (((part & 0xffffu) * frameCount) >> 16);
    }
    else
    {
      uint last = frameCount - 1u;
      uint done = (part >> 16) * last + (((part & 0xffffu) * last) >> 16);
      done = over ? last << 16 : done;
      done = before ? 0u : done;
      position = speed < 0.0 ? (last << 16) - done : done;
    }
    uint current = position >> 16;
    uint next = current + 1u;
    if (next >= frameCount)
    {
      next = loops ? 0u : current;
    }
    frames[2 * layer] = firstFrame + current;
    frames[2 * layer + 1] = firstFrame + next;
    fractions[layer] = Stepped > 0.5 ? 0.0 : float(position & 0xffffu) / 65536.0;
    if (kind >= 2u)
    {
      uint place = firstFrame + current;
      float4 stored = Anim.Load(int3(place % textureWidth, tailRow + place / textureWidth, 0));
      uint code = uint(stored.z);
      frames[2 * layer] = uint(stored.x) + 1024u * uint(stored.y);
      frames[2 * layer + 1] = uint(int(frames[2 * layer]) + int(stored.w));
      fractions[layer] = (float(code & 31u) + fractions[layer]) / float((code >> 5) + 1u);
    }
  }
}

// The canary: these texels show damage to the texture by wrong import settings, which check_character() names. A
// damaged character is drawn in its bind pose.
uint realWidth;
uint realHeight;
Anim.GetDimensions(realWidth, realHeight);
float4 canary1 = Anim.Load(int3(1u % textureWidth, tailRow + 1u / textureWidth, 0));
float4 canary2 = Anim.Load(int3(2u % textureWidth, tailRow + 2u / textureWidth, 0));
float4 canary3 = Anim.Load(int3(3u % textureWidth, tailRow + 3u / textureWidth, 0));
float4 least = float4(1e-6, 1e-6, 1e-6, 1e-6);
bool whole = realWidth == textureWidth && realHeight == uint(Layout.w + 0.5) &&
             all(abs(canary1 - float4(0.75, 0.5, 0.25, 0.5)) < least) &&
             all(abs(canary2 - float4(-1.5, 2.5, 1000.5, -0.5)) < least) &&
             all(abs(canary3 - float4(0.50390625, 0.25390625, 0.0029296875, 0.75390625)) < least);
OutDamage = whole ? 0.0 : 1.0;

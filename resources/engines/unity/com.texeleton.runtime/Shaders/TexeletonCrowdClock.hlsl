// Time of a crowd in integers, the same as CrowdClock.cs: nothing drifts or steps after days of play, and CPU and GPU
// agree to the bit. The clock: ticks of 1/1024 s, and the rest of a tick in 1/65,536.

#ifndef TEXELETON_CROWD_CLOCK_INCLUDED
#define TEXELETON_CROWD_CLOCK_INCLUDED

struct TexeletonClock
{
    uint ticks;
    uint rest;
};

// The movement of an instance through its clip.
struct TexeletonRecord
{
    uint phase;
    uint stepHigh; // A signed number.
    uint stepLow;
    uint frameBegin;
    uint lastFrame; // Counted from frameBegin.
    bool loops;
};

uint TexeletonLoopPhase(TexeletonRecord r, TexeletonClock clock)
{
    uint whole = r.stepHigh * clock.ticks + r.stepLow * (clock.ticks >> 16) + ((r.stepLow * (clock.ticks & 0xffffu)) >> 16);
    uint part = (uint)((int)r.stepHigh >> 16) * clock.rest + (((r.stepHigh & 0xffffu) * clock.rest) >> 16);
    return r.phase + whole + part;
}

// `atEnd` means a whole turn, which 32 bits cannot hold.
uint TexeletonOncePhase(TexeletonRecord r, TexeletonClock clock, out bool atEnd)
{
    atEnd = false;
    if (r.stepHigh == 0u && r.stepLow == 0u)
    {
        return r.phase;
    }
    // Backward the distance counts from the end: the 48 bits are negated.
    bool backward = (int)r.stepHigh < 0;
    uint low = backward ? (0u - r.stepLow) & 0xffffu : r.stepLow;
    uint high = backward ? ~r.stepHigh + (r.stepLow == 0u ? 1u : 0u) : r.stepHigh;
    uint elapsed = clock.ticks - r.phase;
    uint made = 0u;
    bool whole = false;
    if (elapsed < 0x80000000u)
    {
        // A sum beyond 32 bits is a whole turn or more.
        whole = high != 0u && elapsed > 0xffffffffu / max(high, 1u);
        uint a = high * elapsed;
        uint b = a + low * (elapsed >> 16) + ((low * (elapsed & 0xffffu)) >> 16);
        made = b + (high >> 16) * clock.rest + (((high & 0xffffu) * clock.rest) >> 16);
        whole = whole || b < a || made < b;
    }
    if (whole)
    {
        atEnd = !backward;
        return 0u;
    }
    atEnd = backward && made == 0u;
    return backward ? 0u - made : made;
}

TexeletonFrames TexeletonCrowdFrames(TexeletonRecord r, TexeletonClock clock, bool stepped)
{
    bool atEnd = false;
    uint phase = 0u;
    if (r.loops)
    {
        phase = TexeletonLoopPhase(r, clock);
    }
    else
    {
        phase = TexeletonOncePhase(r, clock, atEnd);
    }
    uint steps = r.loops ? r.lastFrame + 1u : r.lastFrame;
    uint position = atEnd ? r.lastFrame * 65536u : (phase >> 16) * steps + (((phase & 0xffffu) * steps) >> 16);
    uint frame = position >> 16;
    TexeletonFrames frames;
    frames.current = r.frameBegin + frame;
    frames.next = r.frameBegin + (frame < r.lastFrame ? frame + 1u : r.loops ? 0u : r.lastFrame);
    frames.fraction = stepped ? 0.0 : (float)(position & 0xffffu) / 65536.0;
    return frames;
}

float TexeletonFadeShare(uint startTicks, uint durationTicks, TexeletonClock clock)
{
    uint elapsed = clock.ticks - startTicks;
    if (elapsed >= 0x80000000u)
    {
        return 0.0;
    }
    if (elapsed >= durationTicks)
    {
        return 1.0;
    }
    return min(((float)elapsed + (float)clock.rest / 65536.0) / (float)durationTicks, 1.0);
}

#endif

// The crowd's clock: ticks of 1/1024 s as (ticks / 65,536, ticks mod 65,536, rest of a tick in [0, 1)).
// Time: the game's, in seconds, as a float. Driven: the same three numbers, kept by the project; w > 0.5: they count.
// All steps are exact: floats of seconds are multiplied by a power of two and split.
if (Driven.w > 0.5)
{
  return Driven.xyz;
}
float ticks = Time * 1024.0;
float whole = floor(ticks);
float high = floor(whole / 65536.0);
return float3(high, whole - high * 65536.0, ticks - whole);

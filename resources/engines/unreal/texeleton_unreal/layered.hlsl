// The rows of a bone (layeredBone) with the layer over it, into layeredRows: with B and L the bone below and in the
// layer, A and K its anchor in both, (1 - w)*B + w*A*inverse(K)*L. A mask has a texel per bone in the tail: 65,535
// times its weight in two bytes, its anchor + 1 (0: none) in two digits of 1,024.
uint layeredPlace = uint(LayerMask + 0.5) + layeredBone;
float4 layeredEntry = Anim.Load(int3(layeredPlace % textureWidth, tailRow + layeredPlace / textureWidth, 0));
float layeredWeight = shares[2] * (layeredEntry.x + layeredEntry.y * 256.0) / 65535.0;
uint layeredAnchor = uint(layeredEntry.z) + 1024u * uint(layeredEntry.w);
int layeredCount = layeredWeight > 0.0 ? (layeredAnchor > 0u ? 4 : 2) : 1;
float4 gathered[12];  // Rows of B, L, A, K.
int g;
for (g = 0; g < 12; ++g)
{
  gathered[g] = float4(0.0, 0.0, 0.0, 0.0);
}
for (g = 0; g < layeredCount; ++g)
{
  uint texel = 3u * (g < 2 ? layeredBone : layeredAnchor - 1u);
  bool inLayer = (g & 1) == 1;
  for (int track = inLayer ? 2 : 0; track < (inLayer ? 3 : 2); ++track)
  {
    float part = inLayer ? 1.0 : shares[track];
    if (part > 0.0)
    {
      uint before = frames[2 * track] * frameRows;
      uint after = frames[2 * track + 1] * frameRows;
      for (uint row = 0u; row < 3u; ++row)
      {
        uint x = (texel + row) % textureWidth;
        uint y = (texel + row) / textureWidth;
        gathered[3 * g + int(row)] +=
            part * lerp(Anim.Load(int3(x, before + y, 0)), Anim.Load(int3(x, after + y, 0)), fractions[track]);
      }
    }
  }
}
layeredRows[0] = gathered[0];
layeredRows[1] = gathered[1];
layeredRows[2] = gathered[2];
if (layeredWeight > 0.0)
{
  float4 over[3];
  over[0] = gathered[3];
  over[1] = gathered[4];
  over[2] = gathered[5];
  float3 k12 = cross(gathered[10].xyz, gathered[11].xyz);
  float3 k20 = cross(gathered[11].xyz, gathered[9].xyz);
  float3 k01 = cross(gathered[9].xyz, gathered[10].xyz);
  float determinantOfK = dot(gathered[9].xyz, k12);
  if (layeredCount == 4 && abs(determinantOfK) >= 1e-20)
  {
    float4 m0 = over[0] - float4(0.0, 0.0, 0.0, gathered[9].w);
    float4 m1 = over[1] - float4(0.0, 0.0, 0.0, gathered[10].w);
    float4 m2 = over[2] - float4(0.0, 0.0, 0.0, gathered[11].w);
    float4 b0 = (k12.x * m0 + k20.x * m1 + k01.x * m2) / determinantOfK;
    float4 b1 = (k12.y * m0 + k20.y * m1 + k01.y * m2) / determinantOfK;
    float4 b2 = (k12.z * m0 + k20.z * m1 + k01.z * m2) / determinantOfK;
    for (g = 0; g < 3; ++g)
    {
      float4 a = gathered[6 + g];
      over[g] = a.x * b0 + a.y * b1 + a.z * b2 + float4(0.0, 0.0, 0.0, a.w);
    }
  }
  for (g = 0; g < 3; ++g)
  {
    layeredRows[g] = lerp(gathered[g], over[g], layeredWeight);
  }
}

// Vertex mode. An element has two texels: its position in metres, and its normal. P: the point of the bind pose in
// centimetres; N: its normal.
uint t = 2u * uint(ElementTint.x + 0.5);
uint xp = t % textureWidth;
uint yp = t / textureWidth;
uint xn = (t + 1u) % textureWidth;
uint yn = (t + 1u) / textureWidth;
float3 posed = float3(0.0, 0.0, 0.0);
float3 turned = float3(0.0, 0.0, 0.0);
[unroll]
for (int side = 0; side < 2; ++side)
{
  if (shares[side] > 0.0)
  {
    uint row0 = frames[2 * side] * frameRows;
    uint row1 = frames[2 * side + 1] * frameRows;
    posed += shares[side] * lerp(Anim.Load(int3(xp, row0 + yp, 0)).xyz, Anim.Load(int3(xp, row1 + yp, 0)).xyz,
                                 fractions[side]);
    turned += shares[side] * lerp(Anim.Load(int3(xn, row0 + yn, 0)).xyz, Anim.Load(int3(xn, row1 + yn, 0)).xyz,
                                  fractions[side]);
  }
}
float squared = dot(turned, turned);
OutNormal = squared < 1e-20 ? N : turned * rsqrt(squared);
if (OutDamage > 0.5)
{
  OutNormal = N;
  return float3(0.0, 0.0, 0.0);
}
return posed * 100.0 - P;

// Bone mode. A bone has three texels: the rows of its skin matrix, in metres. The matrices of both clips and of all
// influences are blended, then the point is moved. P: the point of the bind pose in centimetres; N: its normal.
float4 bones = float4(Bones01, Bones23);
float4 weights = float4(Weights01, Weight2Tint.x, max(1.0 - Weights01.x - Weights01.y - Weight2Tint.x, 0.0));
float4 r0 = float4(0.0, 0.0, 0.0, 0.0);
float4 r1 = float4(0.0, 0.0, 0.0, 0.0);
float4 r2 = float4(0.0, 0.0, 0.0, 0.0);
if (shares[2] > 0.0)
{
  for (int under = 0; under < 4; ++under)
  {
    if (weights[under] > 0.0)
    {
      uint layeredBone = uint(bones[under] + 0.5);
      float4 layeredRows[3];
// LAYERED
      r0 += weights[under] * layeredRows[0];
      r1 += weights[under] * layeredRows[1];
      r2 += weights[under] * layeredRows[2];
    }
  }
}
[unroll]
for (int side = 0; side < 2; ++side)
{
  if (shares[side] > 0.0 && shares[2] <= 0.0)
  {
    uint row0 = frames[2 * side] * frameRows;
    uint row1 = frames[2 * side + 1] * frameRows;
    float fraction = fractions[side];
    [unroll]
    for (int influence = 0; influence < 4; ++influence)
    {
      float weight = weights[influence] * shares[side];
      if (weight > 0.0)
      {
        uint t = 3u * uint(bones[influence] + 0.5);
        uint x0 = t % textureWidth;
        uint y0 = t / textureWidth;
        uint x1 = (t + 1u) % textureWidth;
        uint y1 = (t + 1u) / textureWidth;
        uint x2 = (t + 2u) % textureWidth;
        uint y2 = (t + 2u) / textureWidth;
        r0 += weight * lerp(Anim.Load(int3(x0, row0 + y0, 0)), Anim.Load(int3(x0, row1 + y0, 0)), fraction);
        r1 += weight * lerp(Anim.Load(int3(x1, row0 + y1, 0)), Anim.Load(int3(x1, row1 + y1, 0)), fraction);
        r2 += weight * lerp(Anim.Load(int3(x2, row0 + y2, 0)), Anim.Load(int3(x2, row1 + y2, 0)), fraction);
      }
    }
  }
}
float4 bindPoint = float4(P * 0.01, 1.0);
float3 posed = float3(dot(r0, bindPoint), dot(r1, bindPoint), dot(r2, bindPoint));
// Normals are transformed by the cofactors, which is correct for any scale; the sign is that of the determinant.
float3 cofactor0 = cross(r1.xyz, r2.xyz);
float3 cofactor1 = cross(r2.xyz, r0.xyz);
float3 cofactor2 = cross(r0.xyz, r1.xyz);
float3 turned = float3(dot(cofactor0, N), dot(cofactor1, N), dot(cofactor2, N));
turned = dot(r0.xyz, cofactor0) < 0.0 ? -turned : turned;
float squared = dot(turned, turned);
OutNormal = squared < 1e-20 ? N : turned * rsqrt(squared);
if (OutDamage > 0.5)
{
  OutNormal = N;
  return float3(0.0, 0.0, 0.0);
}
return (posed - bindPoint.xyz) * 100.0;

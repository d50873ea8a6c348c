// A prop on a socket: all its points follow the socket's matrix. Socket.x: its first texel. Frame0 … Frame2: the rows
// of the socket frame, in metres. P, N: point (in centimetres) and normal of the prop.
uint t = uint(Socket.x + 0.5);
uint x0 = t % textureWidth;
uint y0 = t / textureWidth;
uint x1 = (t + 1u) % textureWidth;
uint y1 = (t + 1u) / textureWidth;
uint x2 = (t + 2u) % textureWidth;
uint y2 = (t + 2u) / textureWidth;
float4 r0 = float4(0.0, 0.0, 0.0, 0.0);
float4 r1 = float4(0.0, 0.0, 0.0, 0.0);
float4 r2 = float4(0.0, 0.0, 0.0, 0.0);
if (shares[2] > 0.0)
{
  uint layeredBone = t / 3u;
  float4 layeredRows[3];
// LAYERED
  r0 = layeredRows[0];
  r1 = layeredRows[1];
  r2 = layeredRows[2];
}
[unroll]
for (int side = 0; side < 2; ++side)
{
  if (shares[side] > 0.0 && shares[2] <= 0.0)
  {
    uint row0 = frames[2 * side] * frameRows;
    uint row1 = frames[2 * side + 1] * frameRows;
    float fraction = fractions[side];
    r0 += shares[side] * lerp(Anim.Load(int3(x0, row0 + y0, 0)), Anim.Load(int3(x0, row1 + y0, 0)), fraction);
    r1 += shares[side] * lerp(Anim.Load(int3(x1, row0 + y1, 0)), Anim.Load(int3(x1, row1 + y1, 0)), fraction);
    r2 += shares[side] * lerp(Anim.Load(int3(x2, row0 + y2, 0)), Anim.Load(int3(x2, row1 + y2, 0)), fraction);
  }
}
float4 inFrame = float4(P * 0.01, 1.0);
float4 inBind = float4(dot(Frame0, inFrame), dot(Frame1, inFrame), dot(Frame2, inFrame), 1.0);
float3 posed = float3(dot(r0, inBind), dot(r1, inBind), dot(r2, inBind));
// The normal, transformed by the cofactors of both matrices.
float3 f0 = cross(Frame1.xyz, Frame2.xyz);
float3 f1 = cross(Frame2.xyz, Frame0.xyz);
float3 f2 = cross(Frame0.xyz, Frame1.xyz);
float3 framed = float3(dot(f0, N), dot(f1, N), dot(f2, N));
float3 c0 = cross(r1.xyz, r2.xyz);
float3 c1 = cross(r2.xyz, r0.xyz);
float3 c2 = cross(r0.xyz, r1.xyz);
float3 turned = float3(dot(c0, framed), dot(c1, framed), dot(c2, framed));
turned = dot(r0.xyz, c0) * dot(Frame0.xyz, f0) < 0.0 ? -turned : turned;
float squared = dot(turned, turned);
OutNormal = squared < 1e-20 ? N : turned * rsqrt(squared);
return posed * 100.0 - P;

// The normal of a pixel, in the world. N: the animated normal; P: the pixel's place relative to the camera; UV and
// Bump: texture coordinates and value of the normal map, green towards the top as in glTF; Strength: its scale; Side:
// -1 on back sides. The tangents are those of the surface as it is drawn, so they are correct in every pose.
float3 n = normalize(N) * Side;
float3 px = ddx(P);
float3 py = ddy(P);
float2 ux = ddx(UV);
float2 uy = ddy(UV);
float3 alongX = cross(py, n);
float3 alongY = cross(n, px);
float3 tangent = alongX * ux.x + alongY * uy.x;
float3 down = alongX * ux.y + alongY * uy.y;
float longest = max(dot(tangent, tangent), dot(down, down));
float scale = longest > 0.0 ? rsqrt(longest) : 0.0;
scale = dot(px, alongX) < 0.0 ? -scale : scale;
return normalize((tangent * Bump.x - down * Bump.y) * (scale * Strength) + n * Bump.z);

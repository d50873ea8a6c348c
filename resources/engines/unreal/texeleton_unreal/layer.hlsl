// A layer: a second clip on the bones of a mask, above the instance's clip. It fades in and out; LayerEnd counts if it
// is after LayerBegin.
clips[2] = LayerClip;
starts[2] = LayerStart;
speeds[2] = LayerSpeed;
shares[2] = 0.0;
if (LayerMask > 0.5)
{
  float layerTicks = LayerBegin * 1024.0;
  int layerWhole = int(nowTicks - uint(int(floor(layerTicks))));
  float layerSeconds = (float(layerWhole) + (Clock.z - (layerTicks - floor(layerTicks)))) / 1024.0;
  shares[2] = layerSeconds < 0.0 ? 0.0 : LayerFade > 0.0 ? saturate(layerSeconds / LayerFade) : 1.0;
  if (LayerEnd > LayerBegin)
  {
    layerTicks = LayerEnd * 1024.0;
    layerWhole = int(nowTicks - uint(int(floor(layerTicks))));
    layerSeconds = (float(layerWhole) + (Clock.z - (layerTicks - floor(layerTicks)))) / 1024.0;
    shares[2] *= layerSeconds < 0.0 ? 1.0 : LayerFadeOut > 0.0 ? 1.0 - saturate(layerSeconds / LayerFadeOut) : 0.0;
  }
}

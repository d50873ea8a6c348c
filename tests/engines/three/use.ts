// Compiled by run_types.mjs, never run: typical TypeScript code of users.
import { Color, Matrix4, Scene } from "three";
import { TexeletonAsset, TexeletonCrowd, type CrowdEvent, type RootSample } from "texeleton/three";
import { TexeletonCrowd as GpuCrowd } from "texeleton/three/webgpu";

export async function use(scene: Scene): Promise<void> {
  const asset = await TexeletonAsset.load("hero.texpack");
  const crowd = new TexeletonCrowd(asset, 1000);
  scene.add(crowd);
  crowd.setMatrixAt(7, new Matrix4());
  const started: boolean = crowd.play(7, "Run", { fadeSeconds: 0.2, speed: -1 });
  crowd.setTintAt(7, new Color("tomato"));
  crowd.onEvent = ({ instance, name, parameter }: CrowdEvent) => console.log(instance, name, parameter, started);
  crowd.onFinished = ({ instance, clip, layer }) => console.log(instance, clip, layer);
  asset.addSection("Windup", "Attack", 0, 0.4, { loop: true });
  crowd.queue(7, "Idle", { fadeSeconds: 0.2 });
  if (crowd.isFinished(7)) crowd.clearQueue(7);
  const step: RootSample = crowd.rootStepAt(7);
  crowd.lodDistances = [10, 20];
  crowd.update(step.x);
  scene.add(new GpuCrowd(asset, 10));
  const names: string[] = asset.clips.map((clip) => clip.name);
  console.log(names, crowd.socketMatrix(7, "weapon_r", new Matrix4()).elements);

  // @ts-expect-error Clips are given by name.
  crowd.play(7, 3);
  // @ts-expect-error There is no such option.
  crowd.play(7, "Run", { fade: 0.2 });
  // @ts-expect-error Read only.
  crowd.count = 5;
}

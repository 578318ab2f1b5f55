// A camera that sees a QR code: Chromium plays a file as its camera, and the file is one picture.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import QRCode from "qrcode";

export interface TestCamera {
  browserArgs: string[];
  /** Held before the camera from the next time on that it is opened. */
  hold(text: string): Promise<void>;
  remove(): Promise<void>;
}

const width = 640;
const height = 480;

export async function makeCamera(): Promise<TestCamera> {
  const folder = await mkdtemp(join(tmpdir(), "camera-"));
  const file = join(folder, "picture.y4m");
  const hold = (text: string) => writeFile(file, pictureOf(text));
  await hold("nothing yet");
  return {
    browserArgs: [
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${file}`,
    ],
    hold,
    remove: () => rm(folder, { recursive: true }),
  };
}

/** Brightness first, then two planes of colour at half the size, both grey. */
function pictureOf(text: string): Buffer {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
  const pixels = Math.floor(360 / modules.size);
  const left = Math.floor((width - pixels * modules.size) / 2);
  const top = Math.floor((height - pixels * modules.size) / 2);
  const light = Buffer.alloc(width * height, 235);
  for (let y = 0; y < pixels * modules.size; y += 1) {
    for (let x = 0; x < pixels * modules.size; x += 1) {
      const isDark = modules.get(Math.floor(y / pixels), Math.floor(x / pixels));
      if (isDark) light[(top + y) * width + left + x] = 16;
    }
  }
  const grey = Buffer.alloc((width * height) / 2, 128);
  const head = `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`;
  const frame = [Buffer.from("FRAME\n"), light, grey];
  return Buffer.concat([Buffer.from(head), ...frame, ...frame]);
}

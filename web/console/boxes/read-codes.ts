// QR codes from a camera's picture: by the browser itself where it can (Android, macOS), else by a
// decoder of 40 kB that is loaded only then.

export interface CodeReader {
  /** What stands in the code that is in the picture; null without one. */
  read(video: HTMLVideoElement): Promise<string | null>;
}

interface Detector {
  detect(source: CanvasImageSource): Promise<{ rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

export async function makeReader(): Promise<CodeReader> {
  return (await detectorReader()) ?? decoderReader();
}

async function detectorReader(): Promise<CodeReader | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (!BarcodeDetector) return null;
  const formats = await BarcodeDetector.getSupportedFormats().catch(() => [] as string[]);
  if (!formats.includes("qr_code")) return null;
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  return { read: async (video) => (await detector.detect(video))[0]?.rawValue ?? null };
}

/** More pixels only cost time: a code held before the camera fills half the picture. */
const widestPixels = 640;

async function decoderReader(): Promise<CodeReader> {
  const { default: decode } = await import("jsqr");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return {
    async read(video) {
      if (!context || video.videoWidth === 0) return null;
      const scale = Math.min(1, widestPixels / video.videoWidth);
      canvas.width = Math.round(video.videoWidth * scale);
      canvas.height = Math.round(video.videoHeight * scale);
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
      return decode(data, width, height, { inversionAttempts: "dontInvert" })?.data ?? null;
    },
  };
}

// Takes the stage away as it is seen: as a picture, or as a video of what is drawn between two presses of a button.

import { paintStage } from './painted-stage.ts';
import { Recording } from './recording.ts';
import { download, offer, shareButton } from './share-menu.ts';

/** A picture that can be drawn on demand. */
export interface DrawnPicture {
  readonly canvas: HTMLCanvasElement;
  /** Draws now, without handles, and calls `take` while the canvas has the picture. */
  drawFor(take: () => void): void;
  /** Calls the listener after every picture, while the canvas has it, until the returned function is called. */
  onDrawn(listener: () => void): () => void;
}

export function offerPicture(picture: DrawnPicture, stage: Element): void {
  offer('picture', async () => {
    const copy = copyOf(picture.canvas);
    picture.drawFor(() => paintStage(copy, picture.canvas, stage));
    const file = await new Promise<Blob | null>((resolve) => copy.toBlob(resolve, 'image/png'));
    if (file === null) return 'There is no picture';
    download(file, 'scene.png');
    return 'Saved scene.png';
  });
  offerVideo(picture, stage);
}

/** One press starts to record, the next one ends it and saves the video. */
function offerVideo(picture: DrawnPicture, stage: Element): void {
  const button = shareButton('video');
  const { textContent: text } = button;
  let stop: (() => Promise<Blob>) | null = null;
  button.hidden = false;
  button.addEventListener('click', async () => {
    if (stop === null) {
      stop = record(picture, stage);
      button.textContent = stop === null ? 'This browser records no video' : 'Stop and save video';
      button.dataset.recording = String(stop !== null);
      return;
    }
    const video = await stop();
    stop = null;
    delete button.dataset.recording;
    button.textContent = text;
    download(video, 'scene.webm');
  });
}

/** Starts to record; what is returned ends it. Null where the browser cannot. */
function record(picture: DrawnPicture, stage: Element): (() => Promise<Blob>) | null {
  const copy = copyOf(picture.canvas);
  const recording = Recording.start(copy);
  if (recording === null) return null;
  const paint = (): void => paintStage(copy, picture.canvas, stage);
  const stopPainting = picture.onDrawn(paint);
  // The first frame is the picture as it is.
  picture.drawFor(paint);
  return () => {
    stopPainting();
    return recording.stop(() => picture.drawFor(paint));
  };
}

function copyOf({ width, height }: HTMLCanvasElement): HTMLCanvasElement {
  return Object.assign(document.createElement('canvas'), { width, height });
}

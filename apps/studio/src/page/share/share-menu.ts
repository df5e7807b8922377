// What a scene can be taken away as: a link, a program, a command, a file for `nearmiss batch`, a picture, a video.

import { elementOf } from '../element.ts';
import type { Recording } from './recording.ts';

export interface ShareActions {
  link(): string;
  code(): string;
  command(): string;
  /** The content of the file; it may take a moment. */
  file(): Promise<string>;
  picture(): Promise<Blob | null>;
  /** Starts to record, or null where that cannot be done. */
  record(): Recording | null;
}

/** How long a button says what it did. Milliseconds. */
const SAYING_TIME = 1600;

export function attachShareMenu(actions: ShareActions): void {
  const onClick = (selector: string, act: () => Promise<string>): void => {
    const button = elementOf(selector, HTMLButtonElement);
    const { textContent } = button;
    button.addEventListener('click', async () => {
      button.textContent = await act();
      setTimeout(() => {
        button.textContent = textContent;
      }, SAYING_TIME);
    });
  };
  onClick('#share-link', () => copy(actions.link(), 'It is in the address bar'));
  onClick('#share-code', () => copy(actions.code(), 'The clipboard is closed'));
  onClick('#share-command', () => copy(actions.command(), 'The clipboard is closed'));
  onClick('#share-file', async () => {
    download(new Blob([await actions.file()], { type: 'application/jsonl' }), 'scene.jsonl');
    return 'Saved scene.jsonl';
  });
  onClick('#share-picture', async () => {
    const picture = await actions.picture();
    if (picture === null) return 'There is no picture';
    download(picture, 'scene.png');
    return 'Saved scene.png';
  });
  attachRecording(actions.record);
}

/** One press starts to record, the next one ends it and saves the video. */
function attachRecording(record: ShareActions['record']): void {
  const button = elementOf('#share-video', HTMLButtonElement);
  let recording: Recording | null = null;
  button.addEventListener('click', async () => {
    if (recording === null) {
      recording = record();
      button.textContent = recording === null ? 'This browser records no video' : 'Stop and save video';
      button.dataset.recording = String(recording !== null);
      return;
    }
    const video = await recording.stop();
    recording = null;
    delete button.dataset.recording;
    button.textContent = 'Record video';
    download(video, 'scene.webm');
  });
}

/** Pages without a secure address have no clipboard; what was copied is also at hand for tests and extensions. */
async function copy(text: string, otherwise: string): Promise<string> {
  elementOf('#share', HTMLElement).dataset.copied = text;
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied';
  } catch {
    return otherwise;
  }
}

function download(content: Blob, name: string): void {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

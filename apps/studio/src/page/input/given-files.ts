import { elementOf } from '../element.ts';

/** Hands over files that are dropped on the stage, or chosen after `#open`. */
export function attachGivenFiles(onFiles: (files: readonly File[]) => void): void {
  const stage = elementOf('#stage', HTMLElement);
  const input = elementOf('#files', HTMLInputElement);
  const take = (files: readonly File[]): void => {
    if (files.length > 0) onFiles(files);
  };
  elementOf('#open', HTMLButtonElement).addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    take([...(input.files ?? [])]);
    // The same file may be chosen again.
    input.value = '';
  });
  stage.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
  });
  stage.addEventListener('drop', (event) => {
    event.preventDefault();
    take([...(event.dataTransfer?.files ?? [])]);
  });
}

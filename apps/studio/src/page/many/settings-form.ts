import { elementOf } from '../element.ts';
import { FIELDS, type Field, type SceneName } from './settings.ts';

/** The form with what can be chosen of a scene. */
export class SettingsForm {
  readonly #inputs: readonly (HTMLInputElement | HTMLSelectElement)[];

  constructor(scene: SceneName, onChange: (values: URLSearchParams) => void) {
    const form = elementOf('#settings', HTMLFormElement);
    this.#inputs = FIELDS[scene].map(inputFor);
    form.replaceChildren(...FIELDS[scene].map((field, k) => labelled(field, this.#inputs[k])));
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('change', () => {
      onChange(new URLSearchParams(this.#inputs.map(({ name, value }) => [name, value])));
    });
  }

  show(values: URLSearchParams): void {
    for (const input of this.#inputs) input.value = values.get(input.name) ?? input.value;
  }
}

function inputFor(field: Field): HTMLInputElement | HTMLSelectElement {
  const { name } = field;
  if (!('words' in field)) {
    const { least, most } = field;
    return Object.assign(document.createElement('input'), {
      type: 'number',
      name,
      min: String(least),
      max: String(most),
    });
  }
  const select = Object.assign(document.createElement('select'), { name });
  select.append(...field.words.map((word) => new Option(word, word)));
  return select;
}

function labelled({ label }: Field, input: HTMLElement | undefined): HTMLElement {
  const root = Object.assign(document.createElement('label'), { className: 'button pick' });
  root.append(Object.assign(document.createElement('span'), { textContent: label }), input ?? '');
  return root;
}

// Elements of a page in one call each.

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}

/** A vector picture over another one. */
export function overlay(className: string): SVGSVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  made.setAttribute('class', `overlay ${className}`);
  made.setAttribute('aria-hidden', 'true');
  return made;
}

/** A choice with its label. `options` are what people read and the value of each. */
export function choice(
  label: string,
  options: readonly (readonly [string, string])[],
  onChange: (value: string) => void,
): { readonly root: HTMLLabelElement; readonly select: HTMLSelectElement } {
  const select = element('select', '', ...options.map(([text, value]) => new Option(text, value)));
  select.addEventListener('change', () => onChange(select.value));
  return { root: element('label', '', label, ' ', select), select };
}

export function button(text: string, onClick: () => void): HTMLButtonElement {
  const made = element('button', '', text);
  made.type = 'button';
  made.addEventListener('click', onClick);
  return made;
}

/** A list of terms and values, read out when it changes. */
export class AnswerList {
  readonly root: HTMLElement = element('dl', 'demo-answer');

  constructor() {
    this.root.setAttribute('aria-live', 'polite');
  }

  show(rows: readonly (readonly [string, string])[]): void {
    this.root.replaceChildren(
      ...rows.map(([term, value]) => element('div', '', element('dt', '', term), element('dd', '', value))),
    );
  }
}

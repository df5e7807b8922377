/** Some digits and a power of ten, as one writes it: 3·10⁻¹⁴. */
export function powerOfTen(value: number, digits: number): string {
  const [first = '', exponent = ''] = value.toExponential(digits - 1).split('e');
  const raised = Array.from(exponent.replace('+', ''), (character) => SUPERSCRIPTS[character] ?? character);
  return `${first}·10${raised.join('')}`;
}

const SUPERSCRIPTS: Readonly<Record<string, string>> = {
  '-': '⁻',
  0: '⁰',
  1: '¹',
  2: '²',
  3: '³',
  4: '⁴',
  5: '⁵',
  6: '⁶',
  7: '⁷',
  8: '⁸',
  9: '⁹',
};

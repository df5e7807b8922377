/** Offers a text as a file to save. */
export function saveText(name: string, text: string, type = 'application/x-ndjson'): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

// Light or dark: what the system prefers, or what was chosen here. The style sheet reads `data-theme` of the document.

export const THEMES = ['auto', 'light', 'dark'] as const;
export type ThemeName = (typeof THEMES)[number];

const KEY = 'nearmiss-theme';
const DARK = matchMedia('(prefers-color-scheme: dark)');

export function themeNamed(name: string | null): ThemeName {
  return THEMES.find((theme) => theme === name) ?? 'auto';
}

export function chosenTheme(): ThemeName {
  return themeNamed(localStorage.getItem(KEY));
}

export function setTheme(theme: ThemeName): void {
  localStorage.setItem(KEY, theme);
  apply();
}

function isDark(): boolean {
  const theme = chosenTheme();
  return theme === 'auto' ? DARK.matches : theme === 'dark';
}

function apply(): void {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
}

DARK.addEventListener('change', apply);
apply();

// Removes what was built, in every package: files of sources that are gone would otherwise stay, and be published.

import { rmSync } from 'node:fs';

for (const folder of ['packages/core', 'packages/io', 'packages/cli', 'apps/studio', 'fixtures', 'bench']) {
  const home = new URL(`../${folder}/`, import.meta.url);
  rmSync(new URL('dist', home), { recursive: true, force: true });
  rmSync(new URL('tsconfig.tsbuildinfo', home), { force: true });
}

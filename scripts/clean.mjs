// Removes what was built, in every package.

import { removeBuilds } from './built-packages.mjs';

removeBuilds();

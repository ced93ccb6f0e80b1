import type { ConsoleModule } from '@wattyard/console-kit'

/** What stands in for `development-pages.ts` in a build for production: no test page is in it (trust R-39). */
export const DEVELOPMENT: readonly ConsoleModule[] = []

import type { ConsoleModule } from '@wattyard/console-kit'
import type { Registration } from './registrations.ts'

/** What stands in for `development-pages.ts` in a build for production: no test page is in it (trust R-39). */
export const DEVELOPMENT: readonly { readonly door: ConsoleModule; readonly registration: Registration }[] = []

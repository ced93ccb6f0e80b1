import type { ConsoleModule } from '@wattyard/console-kit'
import type { Registration } from './registrations.ts'

/** Replaces `development-pages.ts` in a production build, which contains no test page (trust R-39). */
export const DEVELOPMENT: readonly { readonly door: ConsoleModule; readonly registration: Registration }[] = []

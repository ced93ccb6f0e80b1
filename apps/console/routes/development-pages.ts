import { consoleModule } from '@wattyard/devtools/console'

/** Pages for whoever develops. A build for production takes `no-development-pages.ts` instead (vite.config.ts). */
export const DEVELOPMENT = [consoleModule]

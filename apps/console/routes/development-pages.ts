import type { PageFile } from '@wattyard/console-kit'
import { consoleModule } from '@wattyard/devtools/console'
import type { ModuleRegistry } from '@wattyard/resource'
import { withLoaders } from './registrations.ts'

const registries = import.meta.glob<ModuleRegistry>('../../../modules/devtools/contract/registry.ts', {
  eager: true,
  import: 'registry',
})
const files = import.meta.glob<PageFile>('../../../modules/devtools/console/**/*-page.tsx')

/** Pages for developers. A production build uses `no-development-pages.ts` instead (vite.config.ts). */
export const DEVELOPMENT = Object.values(registries).map(registry => ({
  door: consoleModule,
  registration: withLoaders(registry, files),
}))

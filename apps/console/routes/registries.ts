import type { PageFile } from '@wattyard/console-kit'
import type { ModuleRegistry } from '@wattyard/resource'
import { type Registration, withLoaders } from './registrations.ts'

const registries = import.meta.glob<ModuleRegistry>(
  ['../../../modules/*/contract/registry.ts', '!../../../modules/devtools/**'],
  { eager: true, import: 'registry' },
)
const files = import.meta.glob<PageFile>(['../../../modules/*/console/**/*-page.tsx', '!../../../modules/devtools/**'])

/**
 * Pages and resources of all modules. A build replaces this file by its evaluated data (`bundling/registries-at-build.ts`),
 * because registries import every definition, which the shell does not need.
 */
export const REGISTRATIONS: readonly Registration[] = Object.values(registries).map(one => withLoaders(one, files))

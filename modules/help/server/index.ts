import { type PageAccess, type ServerModule, serverModule, type SessionWatch } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import { registry } from '../contract/registry.ts'
import { aboutRoutes, type Running } from './about-routes.ts'
import type { Limits } from './assistant/ask-service.ts'
import { chatRoutes } from './assistant/chat-routes.ts'
import { helpTextsAt } from './assistant/help-texts.ts'
import { settingsRoutes } from './assistant/settings-routes.ts'
import type { AssistantWorld } from './assistant/world.ts'
import { productAt } from './read-product.ts'
import { HELP_DELETION_RULES } from './deletion-rules.ts'

export { productAt } from './read-product.ts'
export type { Running } from './about-routes.ts'

export interface HelpOptions {
  /** Folder of the repository: lock file, node_modules, help and release notes are read there. */
  readonly root: string
  readonly running: Running
  /** Key of the installation that seals the services' keys. */
  readonly key: Uint8Array
  /** Hosts (`host:port`) on private addresses that the assistant's service may live at; and how long it may take. */
  readonly limits: Limits
  /** Access to pages, known after all modules are registered. */
  readonly pages: () => PageAccess
  /** Ends answers with the sessions that asked. */
  readonly sessions: SessionWatch
  readonly clock: Clock
  readonly log: AssistantWorld['log']
}

/** Returns the module: help, product information, and the assistant that answers from the help. */
export function helpModule({ root, running, key, limits, pages, sessions, clock, log }: HelpOptions): ServerModule {
  const world: AssistantWorld = { key, limits, sessions, clock, log, texts: helpTextsAt(root, pages) }
  return serverModule(registry, {
    tenantDeletion: HELP_DELETION_RULES,
    routes: [...aboutRoutes(running, productAt(root, running.version)), ...chatRoutes(world), ...settingsRoutes(world)],
  })
}

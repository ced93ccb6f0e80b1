import type { ContractRoute } from './contract-routes.ts'

/** Help topic of pages outside any group, such as home. */
const GENERAL = 'help'

/**
 * Returns the help topic of a route: that of its base path (`/basedata/model` → `basedata`), else that of its menu group, or the
 * general one outside any group. Returns undefined when neither is written.
 */
export function helpTopicOf({ path, meta }: ContractRoute, isWritten: (topic: string) => boolean): string | undefined {
  const base = path.split('/')[1] ?? ''
  return [base, meta.group ?? GENERAL].find(isWritten)
}

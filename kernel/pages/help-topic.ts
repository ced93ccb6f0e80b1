import type { ContractRoute } from './contract-routes.ts'

/** Topic of pages outside any group, such as home: how to find one's way. */
const GENERAL = 'help'

/**
 * Returns which help explains a route: that of its base path (`/basedata/model` → `basedata`), else that of its menu
 * group, else, outside any group, the general one. Nothing when no such help is written.
 */
export function helpTopicOf({ path, meta }: ContractRoute, isWritten: (topic: string) => boolean): string | undefined {
  const base = path.split('/')[1] ?? ''
  return [base, meta.group ?? GENERAL].find(isWritten)
}

import type { AnyRecord } from '@wattyard/console-kit'

/** What the server adds to the record of a policy about its versions. */
interface Standing {
  readonly current: { readonly number: number } | null
  readonly planned: number
  readonly drafts: number
}

/** Returns how a policy's versions stand; undefined where the record lacks it. */
export function standingOf(record: AnyRecord): Standing | undefined {
  return record.standing as Standing | undefined // the server's decoration of policies
}

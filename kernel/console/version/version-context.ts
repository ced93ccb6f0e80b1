import type { AnyCommand, AnyRecord, VersionState } from '@wattyard/resource'
import type { VersionedRule } from '@wattyard/resource/versioned'
import { createContext, use } from 'react'
import type { Payload } from '../api/encode.ts'

/** Part of a definition made by `defineVersioned` that the screen uses. */
export interface VersionedResource {
  readonly name: `${string}.${string}`
  readonly path: string
  readonly versioned: VersionedRule
  readonly fields: object
}

/** A record of any versioned definition. */
export interface VersionRecord extends AnyRecord {
  readonly number: number
  readonly state: VersionState
  readonly problems: number
  readonly editedBy: string
  readonly publishedAt: number | null
  readonly note: string | null
  readonly source: string | null
  /** Only for timed definitions. */
  readonly validFrom?: number | null
  readonly validTo?: number | null
}

export interface VersionScope {
  readonly resource: VersionedResource
  /** Id of the record that owns the versions. */
  readonly ownerId: string
  readonly list: readonly VersionRecord[]
  /** The server's clock at the last answer, epoch ms. */
  readonly now: number
  /** Whether a draft can be started now. */
  readonly canStart: boolean
  /** Further inputs of `createDraft` for a copy, besides owner and version. */
  readonly copyInput: Payload
  readonly link: (versionId?: string) => string
  /** Resources whose records change with a version. */
  readonly also: readonly string[]
}

export const VersionContext = createContext<VersionScope | null>(null)

/**
 * Returns the surrounding screen's state: the owner and all versions.
 * @throws Error outside a `VersionScreen`
 */
export function useVersions(): VersionScope {
  const scope = use(VersionContext)
  if (!scope) throw new Error('there is no VersionScreen around')
  return scope
}

export const commandOf = ({ name, path }: VersionedResource, command: string): AnyCommand => ({
  resource: { name, path },
  command,
})

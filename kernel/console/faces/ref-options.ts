import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState } from 'react'
import { pathOfResource } from '../module/registry.ts'
import type { SelectOption } from '@wattyard/resource'
import { resourceQueries } from '../resource/queries.ts'
import { useMay } from '../session/session.ts'

const TYPING_MS = 250

/** Returns a value that follows its input after `ms` milliseconds without a change. */
export function useSettled<T>(value: T, ms: number = TYPING_MS): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

/**
 * Ids of the records for which a command or a form is filled in: what its references offer may depend on them, and what they hold
 * keeps its name.
 */
export const CommandRecords = createContext<readonly string[]>([])

/** A field of a form or an input of a command that is chosen for. */
interface ChosenFor {
  readonly path: string
  readonly action: string
  readonly field: string
}

/** `assets.station.operator`, or `charging.abnormal.assignInput.assignee` of a command. */
const FIELD_NAME = /^([a-zA-Z]+\.[a-zA-Z]+)\.(?:([a-zA-Z]+)Input\.)?([a-zA-Z]+)$/

/**
 * Returns where the choices of a field are asked for; null where the list of what it refers to answers: for forms of people who
 * may read that. Commands have choices of their own, which know the records.
 */
function useChosenFor(of: string, accepts: string | undefined): ChosenFor | null {
  const [, holder = '', command, field = ''] = FIELD_NAME.exec(accepts ?? '') ?? []
  const reads = useMay(`${of}:read`)
  const creates = useMay(`${holder}:create`)
  const path = pathOfResource(holder)
  if (path === undefined || (command === undefined && reads)) return null
  return { path, action: command ?? (creates ? 'create' : 'update'), field }
}

/** Which records are offered; all of the kind when nothing is given. */
interface Offer {
  /** Whether options are read; names of what is chosen are read in any case. */
  readonly enabled?: boolean
  /** `assets.station:<id>`: only records that lie in that one. */
  readonly within?: string | undefined
  /** `assets.station.operator`: what this field accepts, to whoever may fill it. */
  readonly accepts?: string | undefined
  /** `assets.pile.operator`: what this field can hold, to whoever filters by it. */
  readonly heldBy?: string | undefined
}

/** Reads the records that match the typed text, and the names of those already chosen. */
export function useRefOptions(
  of: string,
  typed: string,
  chosen: readonly string[],
  { enabled = true, within, accepts, heldBy }: Offer = {},
): {
  options: readonly SelectOption[]
  loading: boolean
  unknown: boolean
  /** Why there are none, when they could not be read; `again` reads them once more. */
  error: unknown
  again: () => void
} {
  const path = pathOfResource(of)
  const q = useSettled(typed.trim())
  const resource = { name: of, path: path ?? '' }
  const chosenFor = useChosenFor(of, accepts)
  const records = useContext(CommandRecords)
  const query = (asked: { q: string } | { ids: readonly string[] }) => {
    const narrowed = 'q' in asked && within !== undefined ? { ...asked, within } : asked
    if (chosenFor) {
      const { field, ...door } = chosenFor
      return resourceQueries.choices(resource, door, { ...narrowed, field, records })
    }
    if (!('q' in asked)) return resourceQueries.select(resource, narrowed)
    const by = { ...(accepts === undefined ? {} : { for: accepts }), ...(heldBy === undefined ? {} : { heldBy }) }
    return resourceQueries.select(resource, { ...narrowed, ...by })
  }
  const found = useQuery({ ...query({ q }), placeholderData: keepPreviousData, enabled: enabled && path !== undefined })
  const missing = chosen.filter(id => !found.data?.some(option => option.id === id))
  const named = useQuery({
    ...query({ ids: missing }),
    placeholderData: keepPreviousData,
    enabled: path !== undefined && missing.length > 0 && (found.isSuccess || !enabled),
  })
  const options = [...(named.data ?? []).filter(option => missing.includes(option.id)), ...(found.data ?? [])]
  const again = () => void found.refetch()
  return { options, loading: found.isFetching, unknown: path === undefined, error: found.error, again }
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pathOfResource } from '../module/registry.ts'
import type { SelectOption } from '@wattyard/resource'
import { resourceQueries } from '../resource/queries.ts'

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

/** Reads the records that match the typed text, and the names of those already chosen. */
export function useRefOptions(
  of: string,
  typed: string,
  chosen: readonly string[],
  enabled = true,
  /** `assets.station:<id>`: offers only records that lie in that one. */
  within?: string,
  /** `assets.station.operator`: offers only records that this field accepts. */
  accepts?: string,
): { options: readonly SelectOption[]; loading: boolean; unknown: boolean } {
  const path = pathOfResource(of)
  const q = useSettled(typed.trim())
  const resource = { name: of, path: path ?? '' }
  const found = useQuery({
    ...resourceQueries.select(resource, {
      q,
      ...(within === undefined ? {} : { within }),
      ...(accepts === undefined ? {} : { for: accepts }),
    }),
    placeholderData: keepPreviousData,
    enabled: enabled && path !== undefined,
  })
  const missing = chosen.filter(id => !found.data?.some(option => option.id === id))
  const named = useQuery({
    ...resourceQueries.select(resource, { ids: missing }),
    placeholderData: keepPreviousData,
    enabled: path !== undefined && missing.length > 0 && (found.isSuccess || !enabled),
  })
  const options = [...(named.data ?? []).filter(option => missing.includes(option.id)), ...(found.data ?? [])]
  return { options, loading: found.isFetching, unknown: path === undefined }
}

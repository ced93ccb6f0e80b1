import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, useTabQuery } from '@wattyard/console-kit'
import { isBusinessDay } from '@wattyard/time'
import { readAgeing } from '../../contract/calls/ageing.ts'
import { document } from '../../contract/document.ts'
import type { DocumentKind } from '../../contract/document-kind.ts'

/** Parameter of the address with the day of the ageing; today when absent. */
export const DAY_PARAM = 'asOf'

/** Returns the day that the address asks for; null for today. */
export function useAskedDay(): string | null {
  const [params] = useTabQuery()
  const day = params.get(DAY_PARAM) ?? ''
  return isBusinessDay(day) ? day : null
}

/** Reads the ageing of a kind of document on a day. */
export function useAgeing(kind: DocumentKind, options: { company?: string | undefined; byCompany?: boolean } = {}) {
  const day = useAskedDay()
  const input = {
    kind,
    ...(day === null ? {} : { day }),
    ...(options.company === undefined ? {} : { company: options.company }),
    ...(options.byCompany ? { byCompany: 'true' as const } : {}),
  }
  return useQuery({
    queryKey: [document.name, 'ageing', input],
    queryFn: ({ signal }) => api.call(readAgeing, input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
}

import { useQuery } from '@tanstack/react-query'
import { api, useSettled } from '@wattyard/console-kit'
import type { FileMapping } from '@wattyard/payment-files/mapping'
import { proposeMapping, tryMapping } from '../../contract/calls/try-mapping.ts'
import { type FileFamily, mapping } from '../../contract/records/mapping.ts'
import { isComplete } from './rules-edit.ts'

/** Reads how a file may be read; nothing without one. What is proposed of the same bytes stays the same. */
export const useProposal = (file: string | null) =>
  useQuery({
    queryKey: [mapping.name, 'propose', file],
    queryFn: ({ signal }) => api.call(proposeMapping, { file: file ?? '' }, { signal, quiet: true, json: true }),
    enabled: file !== null,
    staleTime: Infinity,
  })

interface Tried {
  readonly rules: FileMapping
  readonly family: FileFamily
  readonly isNet: boolean
}

/** Reads a file as a description says, once nobody has typed for a moment; what was read before stays until then. */
export function useTrial(file: string | null, { rules, family, isNet }: Tried) {
  const settled = useSettled(JSON.stringify(rules))
  const input = { file: file ?? '', rules: JSON.parse(settled) as FileMapping, family, isNet } // just written from rules
  return useQuery({
    queryKey: [mapping.name, 'try', file, settled, family, isNet],
    queryFn: ({ signal }) => api.call(tryMapping, input, { signal, quiet: true, json: true }),
    enabled: file !== null && isComplete(input.rules),
    placeholderData: before => before,
    staleTime: Infinity,
  })
}

import { queryOptions } from '@tanstack/react-query'
import type { CallInput } from '@wattyard/calls'
import { api } from '@wattyard/console-kit'
import {
  assignPreview,
  type AssignmentTarget,
  type AssignmentVariant,
  dayPrices,
  type DraftPlan,
  effectivePrices,
  publishPreview,
  versionDetail,
} from '../contract/index.ts'

const quiet = { lane: 'page', quiet: true } as const

/** Reads of this module outside the generated lists. Keys begin with the resource, so its changes refetch them. */
export const pricingQueries = {
  detail: (id: string) =>
    queryOptions({
      queryKey: ['pricing.version', 'detail', id],
      queryFn: ({ signal }) => api.call(versionDetail, { id }, { ...quiet, signal }),
    }),
  publishPreview: (id: string, times: { validFrom: number | null; validTo: number | null }) =>
    queryOptions({
      queryKey: ['pricing.version', 'publishPreview', id, times],
      queryFn: ({ signal }) => {
        const params = { id, validFrom: times.validFrom ?? undefined, validTo: times.validTo ?? undefined }
        return api.call(publishPreview, params, { ...quiet, signal })
      },
    }),
  effective: (targets: readonly AssignmentTarget[]) =>
    queryOptions({
      queryKey: ['pricing.assignment', 'effective', targets],
      queryFn: ({ signal }) => api.call(effectivePrices, { targets: targetsPayload(targets) }, { ...quiet, signal }),
      staleTime: 15_000,
    }),
  day: (level: 'station' | 'pile', id: string) =>
    queryOptions({
      queryKey: ['pricing.assignment', 'day', level, id],
      queryFn: ({ signal }) => api.call(dayPrices, { level, id }, { ...quiet, signal }),
      staleTime: 15_000,
    }),
  assignPreview: (targets: readonly AssignmentTarget[], variant: AssignmentVariant) =>
    queryOptions({
      queryKey: ['pricing.assignment', 'preview', targets, variant],
      queryFn: ({ signal }) =>
        api.call(assignPreview, { targets: targetsPayload(targets), variant }, { ...quiet, signal }),
    }),
}

export function targetsPayload(targets: readonly AssignmentTarget[]): CallInput<typeof effectivePrices>['targets'] {
  return targets.map(({ level, id }) => (level === 'tenant' ? { level } : { level, id: id ?? '' }))
}

/** Reads the plans of a version, for a comparison. */
export const readPlans = async (id: string, signal: AbortSignal): Promise<readonly DraftPlan[]> =>
  (await api.call(versionDetail, { id }, { ...quiet, signal })).plans

import { queryOptions } from '@tanstack/react-query'
import { api, type Payload } from '@wattyard/console-kit'
import type { PeriodKind } from '@wattyard/time'
import type {
  AssignmentLevel,
  AssignmentTarget,
  AssignmentVariant,
  DraftPlan,
  DraftProblem,
  Publication,
  VersionState,
} from '../contract/index.ts'

/** Answer of `version/detail`. */
export interface VersionDetail {
  readonly id: string
  readonly version: number
  readonly number: number
  readonly state: VersionState
  readonly validFrom: number | null
  readonly validTo: number | null
  readonly note: string | null
  readonly source: string | null
  readonly hash: string | null
  readonly editedBy: string
  readonly publishedBy: string | null
  readonly publishedAt: number | null
  readonly updatedAt: number
  readonly plans: readonly DraftPlan[]
  readonly problems: readonly DraftProblem[]
  readonly policy: {
    readonly id: string
    readonly code: string
    readonly name: string
    readonly zone: string
    readonly status: string
  }
  readonly versions: readonly VersionBrief[]
  readonly asOf: number
}

export interface VersionBrief {
  readonly id: string
  readonly number: number
  readonly state: VersionState
  readonly validFrom: number | null
  readonly validTo: number | null
}

/** Answer of `version/publishPreview`. */
export interface PublishPreview {
  readonly problems: readonly DraftProblem[]
  readonly publication: Publication
  readonly ends: { readonly id: string; readonly number: number; readonly plans: readonly DraftPlan[] } | null
  readonly wholeTenant: boolean
  readonly stations: readonly { readonly id: string; readonly code: string; readonly name: string }[]
  readonly stationCount: number
  readonly placeCount: number
  readonly needsOtherPerson: boolean
  readonly asOf: number
}

interface Split {
  readonly electricity: string
  readonly service: string
  readonly total: string
}

export interface Shift {
  readonly energy: string
  readonly before: Split
  readonly after: Split
  readonly difference: Split
}

/** Answer of `whatIf`. */
export interface WhatIfAnswer {
  readonly count: { readonly matching: number; readonly considered: number; readonly rated: number }
  readonly total: Shift
  readonly dearer: number
  readonly cheaper: number
  readonly unchanged: number
  readonly periods: readonly {
    readonly period: PeriodKind
    readonly before: Split & { energy: string }
    readonly after: Split & { energy: string }
  }[]
  readonly stations: readonly (Shift & { readonly stationId: string; readonly name: string; readonly orders: number })[]
  readonly refused: { readonly count: number }
  readonly asOf: number
}

export interface WirePrice {
  readonly period: PeriodKind
  readonly electricity: string
  readonly service: string
}

export interface PriceChange {
  readonly at: number
  readonly kind: 'period' | 'version' | 'assignment'
  readonly price: WirePrice | null
}

export interface EffectivePrice {
  readonly policyId: string
  readonly level: AssignmentLevel
  readonly variant: AssignmentVariant
  readonly since: number
  readonly versionId: string | null
  readonly versionNumber: number | null
  readonly now: WirePrice | null
  readonly next: PriceChange | null
  /** The next change by people, where a mere change of period comes before it. */
  readonly planned: PriceChange | null
}

export interface EffectivePlace {
  readonly level: AssignmentLevel
  readonly id: string | null
  readonly price: EffectivePrice | null
  /** Fast or slow piles of a station, where they run another policy. */
  readonly fast?: EffectivePrice | null
  readonly slow?: EffectivePrice | null
}

export interface EffectiveAnswer {
  readonly list: readonly EffectivePlace[]
  readonly policies: Readonly<Record<string, string>>
  readonly asOf: number
}

export interface AssignPreview {
  readonly wholeTenant: boolean
  readonly stations: number
  readonly piles: number
  readonly connectors: number
  /** Piles and connectors below that keep a policy of their own. */
  readonly keptOverrides: number
  readonly asOf: number
}

const quiet = { lane: 'page', quiet: true } as const

/** Reads of this module that are no generated list; keys begin with the resource, so its changes read them again. */
export const pricingQueries = {
  detail: (id: string) =>
    queryOptions({
      queryKey: ['pricing.version', 'detail', id],
      queryFn: ({ signal }) => api.get<VersionDetail>('/api/pricing/version/detail', { id }, { ...quiet, signal }),
    }),
  publishPreview: (id: string, times: { validFrom: number | null; validTo: number | null }) =>
    queryOptions({
      queryKey: ['pricing.version', 'publishPreview', id, times],
      queryFn: ({ signal }) => {
        const params: Payload = { id, validFrom: times.validFrom ?? undefined, validTo: times.validTo ?? undefined }
        return api.get<PublishPreview>('/api/pricing/version/publishPreview', params, { ...quiet, signal })
      },
    }),
  effective: (targets: readonly AssignmentTarget[]) =>
    queryOptions({
      queryKey: ['pricing.assignment', 'effective', targets],
      queryFn: ({ signal }) =>
        api.post<EffectiveAnswer>('/api/pricing/effective', { targets: targetsPayload(targets) }, { ...quiet, signal }),
      staleTime: 15_000,
    }),
  assignPreview: (targets: readonly AssignmentTarget[], variant: AssignmentVariant) =>
    queryOptions({
      queryKey: ['pricing.assignment', 'preview', targets, variant],
      queryFn: ({ signal }) =>
        api.post<AssignPreview>(
          '/api/pricing/assignment/preview',
          { targets: targetsPayload(targets), variant },
          { ...quiet, signal },
        ),
    }),
}

export function targetsPayload(targets: readonly AssignmentTarget[]): Payload[] {
  return targets.map(({ level, id }) => ({ level, ...(id === undefined ? {} : { id }) }))
}

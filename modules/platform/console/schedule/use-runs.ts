import { showDuration, useList } from '@wattyard/console-kit'
import { scheduleRun } from '../../contract/schedule.ts'

/** Runs that a detail shows at first. */
export const FIRST_RUNS = 20

/** Reads the last runs of a job, the newest first. Parts of one detail share the answer. */
export function useRuns(job: string, pageSize = FIRST_RUNS) {
  return useList(scheduleRun, { page: 1, pageSize, sort: '-startedAt', 'filter.schedule': job })
}

/** Returns a duration of milliseconds; most jobs take less than a second, so short ones are in ms. */
export const tookText = (ms: number): string => (ms < 1000 ? `${ms} ms` : showDuration(Math.round(ms / 1000)))

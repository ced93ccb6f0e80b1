import { type CellSlotProps, type SectionProps, useWords, valueWord } from '@wattyard/console-kit'
import {
  type LiveCounts,
  PILE_LIVES,
  REPORTED_STATES,
  STATION_LIVES,
  type PileLiveStatus,
  type StationLiveStatus,
} from '../../contract/index.ts'
import { LiveStatus, StationLive } from './live-status.tsx'

/** Returns a value as one of the words; undefined for anything else. */
function oneOf<T extends string>(words: readonly T[], value: unknown): T | undefined {
  return words.find(word => word === value)
}

/** Draws the column `live` of piles. */
export function PileLiveCell({ value, record }: CellSlotProps) {
  const live: PileLiveStatus = oneOf(PILE_LIVES, value) ?? 'never'
  const { liveSince } = record
  const register = useRegister('assets.pile.status', record.status, 'normal')
  return (
    <LiveStatus
      live={live}
      reported={oneOf(REPORTED_STATES, record.reported)}
      since={typeof liveSince === 'number' ? liveSince : null}
      register={register}
    />
  )
}

/** Draws the column `live` of stations with the numbers of their piles. */
export function StationLiveCell({ value, record }: CellSlotProps) {
  const live: StationLiveStatus = oneOf(STATION_LIVES, value) ?? 'out'
  const register = useRegister('assets.station.status', record.status, 'open')
  return <StationLive live={live} counts={countsOf(record.lives)} register={register} />
}

/** Returns the word of a status in the register unless it is the usual one: the column of that status may have no room. */
function useRegister(name: string, value: unknown, usual: string): string | undefined {
  const words = useWords()
  return typeof value === 'string' && value !== usual ? valueWord(words, name, value) : undefined
}

/** Returns the server's numbers of piles by live status; undefined when it sent none. */
function countsOf(lives: unknown): LiveCounts | undefined {
  if (typeof lives !== 'object' || lives === null) return undefined
  const counts: Partial<Record<PileLiveStatus, number>> = {}
  for (const [key, count] of Object.entries(lives)) {
    const live = oneOf(PILE_LIVES, key)
    if (live && typeof count === 'number') counts[live] = count
  }
  return counts
}

/** Draws the live status in the head of a pile's detail. */
export function PileHead({ record, labels }: SectionProps) {
  return <PileLiveCell value={record.live} record={record} labels={labels} />
}

/** Draws the live status in the head of a station's detail. */
export function StationHead({ record }: SectionProps) {
  const register = useRegister('assets.station.status', record.status, 'open')
  return (
    <StationLive
      live={oneOf(STATION_LIVES, record.live) ?? 'out'}
      counts={countsOf(record.lives)}
      register={register}
      isNamed
    />
  )
}

/** Fields of a pile that its head shows. */
export const IN_PILE_HEAD = ['live', 'reported', 'liveSince'] as const

/** Cells of the list of piles and of every list of piles inside details. A constant, as slots are. */
export const PILE_CELLS = { live: PileLiveCell }

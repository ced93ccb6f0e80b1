import { formatInstant } from '@wattyard/time'

/** Number of backups kept: the newest one each of this many days, weeks and months that have one. */
export interface KeepRule {
  daily: number
  weekly: number
  monthly: number
}

export const KEEP_BACKUPS: KeepRule = { daily: 7, weekly: 4, monthly: 12 }
/** Number of pre-upgrade backups kept in addition. They are the way back after a failed upgrade. */
export const KEEP_UPGRADES = 3

export interface KeptBackup {
  id: string
  /** Epoch ms. */
  madeAt: number
  cause: string
  /** Was verified as good. */
  isGood: boolean
}

/** Returns the Monday of a day's week as text, to tell weeks apart. */
function weekOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

/**
 * Returns which backups may go. Never one that a person asked for, never the newest, never the newest that was
 * verified.
 *
 * @param zone days, weeks and months are the installation's
 * @returns their ids
 */
export function surplusBackups(backups: readonly KeptBackup[], rule: KeepRule, zone: string): string[] {
  const newestFirst = backups.toSorted((a, b) => b.madeAt - a.madeAt)
  const kept = new Set<string>()
  const keep = (one: KeptBackup | undefined) => one && kept.add(one.id)
  keep(newestFirst[0])
  keep(newestFirst.find(one => one.isGood))
  for (const one of newestFirst) if (one.cause === 'asked') keep(one)
  for (const one of newestFirst.filter(({ cause }) => cause === 'upgrade').slice(0, KEEP_UPGRADES)) keep(one)
  const dayOf = ({ madeAt }: KeptBackup) => formatInstant(madeAt, zone).slice(0, 10)
  const periods: [number, (one: KeptBackup) => string][] = [
    [rule.daily, dayOf],
    [rule.weekly, one => weekOf(dayOf(one))],
    [rule.monthly, one => dayOf(one).slice(0, 7)],
  ]
  for (const [most, periodOf] of periods) {
    const seen = new Set<string>()
    for (const one of newestFirst) {
      const period = periodOf(one)
      if (seen.has(period) || seen.size >= most) continue
      seen.add(period)
      keep(one)
    }
  }
  return newestFirst.filter(one => !kept.has(one.id)).map(one => one.id)
}

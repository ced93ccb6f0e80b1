import { nextRun, readCron } from '../../contract/cron.ts'

/**
 * Returns the next time after `after`; nothing for an expression that fits no day. @throws Error for one that cannot be
 * read
 */
export function nextTime({ cron, zone }: { cron: string; zone: string }, after: number): Date | null {
  const read = readCron(cron)
  if ('fault' in read) throw new Error(`the stored expression ${JSON.stringify(cron)} cannot be read: ${read.fault}`)
  const at = nextRun(read.cron, zone, after)
  return at === null ? null : new Date(at)
}

import { formatEnergy, subEnergy } from '@wattyard/money'
import { PERIOD_KINDS } from '@wattyard/time'
import type { AbnormalRule } from './abnormal-rule.ts'
import { instantText, secondsText } from './evidence-text.ts'
import { isActive } from '../order-state.ts'
import { startOf, stopOf } from '../session/session-view.ts'

/** YKC note 1–2: longest wait for the success reply and the state "charging" after the start command. */
export const START_ANSWER_MS = 90_000
/** YKC note 4: consecutive frames that report idle while the order is charging. */
export const IDLE_FRAMES = 2
/** YKC note 7: longest time from the end to the bill. */
export const BILL_AFTER_END_MS = 30_000
/** YKC note 5 demands a report at once: one report interval of a pile that reports on change. */
export const PLUG_PULLED_MS = 10_000
/** YKC note 8: allowed difference between the pile's energy per period and ours; bills carry 0.01 kWh (T/CEC 102). */
export const PERIOD_TOLERANCE = 100n
/** YKC 0x33: time after the answer "not plugged" in which the driver may still plug in and the pile start. */
export const REPLUG_WINDOW_MS = 60_000
/** YKC 0x3B: most copies of a bill; three repeats at 30 s, one more after 5 min. */
export const BILL_COPIES = 5
/** T/CEC profile (e充网 Beijing rules): longest wait for the stop result. */
export const STOP_ANSWER_MS = 50_000
/** Longest outage of a pile before its session becomes a case (our decision). */
export const PILE_OFFLINE_MS = 600_000

/** Rules about the messages between pile and platform, A-01…A-09, and about the station itself. */
export const DEVICE_RULES: readonly AbnormalRule[] = [
  {
    id: 'A-01',
    code: 'start-unanswered',
    kind: 'session',
    severity: 'warning',
    source: 'YKC note 1–2 (90 s)',
    remedies: ['close-order', 'send-stop', 'reset-pile'],
    blocks: false,
    find: ({ order: { state, startCommand }, session, now }) => {
      if (state !== 'starting' || startCommand === null || startCommand.answer === 'accepted') return null
      if (session !== null && startOf(session) !== null) return null
      const waited = now - startCommand.sentAt
      return waited < START_ANSWER_MS
        ? null
        : { sent_at: instantText(startCommand.sentAt), waited_s: secondsText(waited) }
    },
  },
  {
    id: 'A-02',
    code: 'idle-while-charging',
    kind: 'session',
    severity: 'critical',
    source: 'YKC note 4 (2 frames)',
    remedies: ['ask-meter', 'send-stop', 'disable-connector'],
    blocks: true,
    find: ({ session }) => {
      if (session === null || stopOf(session) !== null) return null
      const start = startOf(session)
      const since = session.statuses.filter(status => start !== null && status.at > start.at)
      const others = since.findLastIndex(status => status.state !== 'idle')
      const frames = since.length - 1 - others
      return frames < IDLE_FRAMES ? null : { frames: String(frames), last_at: instantText(since.at(-1)?.at ?? 0) }
    },
  },
  {
    id: 'A-03',
    code: 'bill-late',
    kind: 'session',
    severity: 'warning',
    source: 'YKC note 7 (30 s)',
    remedies: ['wait', 'ask-meter', 'settle-by-hand'],
    blocks: true,
    find: ({ order, session, bill, now }) => {
      const stop = session === null ? null : stopOf(session)
      if (order.state !== 'ended' || stop === null || bill !== null) return null
      const waited = now - stop.receivedAt
      return waited < BILL_AFTER_END_MS ? null : { ended_at: instantText(stop.at), waited_s: secondsText(waited) }
    },
  },
  {
    id: 'A-04',
    code: 'plug-pulled',
    kind: 'session',
    severity: 'critical',
    source: 'YKC note 5: the next car may charge on the first driver',
    remedies: ['send-stop', 'disable-connector', 'ask-meter'],
    blocks: true,
    find: ({ session, now }) => {
      if (session === null || stopOf(session) !== null) return null
      const [before, last] = session.statuses.slice(-2)
      if (before?.state !== 'charging' || last?.state !== 'idle') return null
      return now - last.at < PLUG_PULLED_MS
        ? null
        : { charging_at: instantText(before.at), idle_at: instantText(last.at) }
    },
  },
  {
    id: 'A-05',
    code: 'transaction-differs',
    kind: 'session',
    severity: 'critical',
    source: 'YKC note 6: reject or hold',
    remedies: ['supplement-order', 'settle-by-hand'],
    blocks: true,
    find: ({ order, session, deviceBill }) => {
      const ids = new Set(session?.starts.map(start => start.transactionId))
      if (order.transactionId !== null) ids.add(order.transactionId)
      if (deviceBill !== null) ids.add(deviceBill.transactionId)
      return ids.size < 2 ? null : { transactions: [...ids].toSorted().join(' ') }
    },
  },
  {
    id: 'A-06',
    code: 'period-energy-differs',
    kind: 'meter',
    severity: 'warning',
    source: 'YKC note 8: recompute and flag (0.01 kWh)',
    remedies: ['settle-by-hand', 'correct-energy'],
    blocks: true,
    find: ({ bill, deviceBill }) => {
      if (bill === null || deviceBill === null) return null
      const different = PERIOD_KINDS.filter(period => {
        const theirs = deviceBill.periods[period]
        const ours = bill.byPeriod[period].energy
        if (theirs === undefined) return ours > PERIOD_TOLERANCE
        const difference = subEnergy(ours, theirs)
        return difference > PERIOD_TOLERANCE || difference < -PERIOD_TOLERANCE
      })
      if (different.length === 0) return null
      const text = different.map(period => {
        const theirs = deviceBill.periods[period]
        return `${period} ${formatEnergy(bill.byPeriod[period].energy)}/${theirs === undefined ? '–' : formatEnergy(theirs)}`
      })
      return { periods: text.join(', ') }
    },
  },
  {
    id: 'A-07',
    code: 'started-after-window',
    kind: 'session',
    severity: 'critical',
    source: 'YKC 0x33: re-plug within 60 s',
    remedies: ['send-stop', 'assign-member', 'settle-by-hand'],
    blocks: true,
    find: ({ order: { startCommand }, session }) => {
      const start = session === null ? null : startOf(session)
      if (startCommand?.refusal !== 'not-plugged' || startCommand.answeredAt === null || start === null) return null
      const late = start.at - startCommand.answeredAt
      return late <= REPLUG_WINDOW_MS
        ? null
        : { refused_at: instantText(startCommand.answeredAt), started_at: instantText(start.at) }
    },
  },
  {
    id: 'A-08',
    code: 'bill-repeated',
    kind: 'station',
    severity: 'notice',
    source: 'YKC 0x3B/0x40 (30 s × 3, then 5 min): the pile does not hear our confirmation',
    remedies: ['wait', 'reset-pile'],
    blocks: false,
    find: ({ deviceBill }) =>
      deviceBill === null || deviceBill.copies <= BILL_COPIES ? null : { copies: String(deviceBill.copies) },
  },
  {
    id: 'A-09',
    code: 'stop-unanswered',
    kind: 'session',
    severity: 'critical',
    source: 'T/CEC profile (stop result ≤ 50 s); YKC 0x35: a later bill is still attached',
    remedies: ['send-stop', 'reset-pile', 'visit-site', 'accept-estimate'],
    blocks: true,
    find: ({ order: { state, stopCommand }, session, now }) => {
      if (state !== 'stopping' || stopCommand === null) return null
      if (session !== null && stopOf(session) !== null) return null
      const waited = now - stopCommand.sentAt
      return waited < STOP_ANSWER_MS
        ? null
        : { sent_at: instantText(stopCommand.sentAt), waited_s: secondsText(waited) }
    },
  },
  {
    id: 'A-31',
    code: 'pile-offline',
    kind: 'station',
    severity: 'warning',
    source: 'SAP in-error list: connection broken; 10 min is our decision',
    remedies: ['wait', 'visit-site'],
    blocks: true,
    find: ({ order, pileOfflineSince, now }) =>
      !isActive(order.state) || pileOfflineSince === null || now - pileOfflineSince < PILE_OFFLINE_MS
        ? null
        : { offline_since: instantText(pileOfflineSince) },
  },
  {
    id: 'A-32',
    code: 'connector-fault',
    kind: 'station',
    severity: 'critical',
    source: 'SAP in-error list: connector error',
    remedies: ['send-stop', 'reset-pile', 'visit-site'],
    blocks: false,
    find: ({ order, session, connectorState }) =>
      isActive(order.state) && connectorState === 'fault'
        ? { error: session?.statuses.findLast(status => status.state === 'fault')?.errorCode ?? '' }
        : null,
  },
]
